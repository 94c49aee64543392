package demo

// computerGraphics are the items for renderers and games, oldest first. The
// groups take turns, so that neighbours differ.
func computerGraphics() []Item {
	return takeTurns(furniture(), household(), vehicles(), creations(), places())
}

// takeTurns deals one item of each group after the other; shorter groups drop
// out.
func takeTurns(groups ...[]Item) []Item {
	var all []Item
	for turn, dealt := 0, true; dealt; turn++ {
		dealt = false
		for _, group := range groups {
			if turn < len(group) {
				all, dealt = append(all, group[turn]), true
			}
		}
	}
	return all
}
