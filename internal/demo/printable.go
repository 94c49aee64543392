package demo

// printables are the items for 3D printers, oldest first.
func printables() []Item {
	return nil
}
