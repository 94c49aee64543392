package demo

// computerGraphics are the items for renderers and games, oldest first.
func computerGraphics() []Item {
	return furniture()
}
