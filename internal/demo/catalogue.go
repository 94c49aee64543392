package demo

// Authors are the sellers of the catalogue.
func Authors() []Author {
	names := []string{
		"atelier-nord", "brasshopper", "cubesmith", "driftwood-lab", "ember-props", "fjord3d", "gearwright", "halcyon-studio", "inkbit",
		"juniper-forge",
	}
	authors := make([]Author, len(names))
	for i, name := range names {
		authors[i] = Author{Username: name, Email: name + "@example.com"}
	}
	return authors
}

// Catalogue returns all items, oldest first. Both product types are spread over
// it, so that the newest items are a mixture of both.
func Catalogue() []Item {
	return interleave(computerGraphics(), printables())
}

// computerGraphics are the items for renderers and games, oldest first. The
// groups take turns, so that neighbours differ.
func computerGraphics() []Item {
	return takeTurns(furniture(), household(), vehicles(), creations(), places())
}

// printables are the items for 3D printers, oldest first.
func printables() []Item {
	return takeTurns(printsForHome(), printsOfArt(), printsForPlay())
}

// interleave spreads the shorter list evenly over the longer one.
func interleave(long, short []Item) []Item {
	if len(long) < len(short) {
		long, short = short, long
	}
	all := make([]Item, 0, len(long)+len(short))
	for i, item := range long {
		all = append(all, item)
		for len(short) > 0 && len(all)-i-1 < (i+1)*len(short)/len(long) {
			all = append(all, short[len(all)-i-1])
		}
	}
	return all
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
