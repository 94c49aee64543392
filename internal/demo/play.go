package demo

import (
	"vitrine/internal/demo/prints"
	"vitrine/internal/demo/sculpt"
)

func printsForPlay() []Item {
	return []Item{
		{
			Author: "halcyon-studio", Title: "Modern Chessmen, Six Pieces",
			DescriptionHTML: "<p>King, queen, bishop, knight, rook and pawn with one calm line for all of them; the king is 73 mm high.</p>" +
				"<ul><li>Print one king and queen, two of each officer and eight pawns a side</li><li>Feet from 23 to 30 mm for fields of 45 mm</li>" +
				"<li>No supports but under the knight's chin</li></ul>",
			Tags: []string{"chess", "board game", "chessmen", "knight", "king", "set"}, Category: "games-toys", Subcategory: "board-games",
			ProductType: "printable", Price: "7.00", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Six files, one for each kind of piece.",
			scene:                prints.Chessmen, formats: []string{"stl"}, backdrop: sculpt.RGB(0xd9dfd9), views: []view{{-14, 16}, {30, 32}},
		},
		{
			Author: "inkbit", Title: "Soma Cube in Seven Colours",
			DescriptionHTML: "<p>Seven pieces, 27 little cubes, 240 ways to build one large cube of 60 mm.</p>" +
				"<ul><li>0.3 mm of room between the pieces</li><li>A good use for the ends of seven spools</li></ul>",
			Tags: []string{"soma", "puzzle", "cube", "brain teaser", "wooden toy", "learning"}, Category: "games-toys", Subcategory: "puzzles",
			ProductType: "printable", Price: "0", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Seven pieces: V, L, T, Z, left screw, right screw and tripod, each in a file of its own.",
			scene:                prints.SomaCube, formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xe9e7e2),
			views: []view{{-32, 26}, {30, 40}},
		},
		{
			Author: "cubesmith", Title: "Twisting Star Cone, Two-Part Fidget",
			DescriptionHTML: "<p>Drop the sleeve over the tip: it winds itself down the six-pointed cone, and up again with a flick of the " +
				"wrist.</p>" +
				"<p>0.5 mm of room all around, for printers that keep their measures. Silk filament shows the twist best.</p>",
			Tags: []string{"fidget", "spiral", "cone", "toy", "stress relief", "star", "satisfying"}, Category: "games-toys",
			Subcategory: "fidget-toys",
			ProductType: "printable", Price: "0", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Two parts: the cone and its sleeve. They go together without tools.",
			scene:                prints.TwistingCone,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xe2e6f0), views: []view{{-10, 22}, {30, 45}},
		},
		{
			Author: "gearwright", Title: "Herringbone Gear Pair on a Board",
			DescriptionHTML: "<p>A wheel of 30 teeth drives a pinion of 12: a demonstration of involute herringbone gears at module 2.5.</p>" +
				"<ul><li>Pressure angle 20°, helix 28°, centres 52.8 mm apart</li><li>Runs on printed pins of 8 mm with a drop of oil</li>" +
				"<li>Caps press on; no screws</li></ul>",
			Tags: []string{"gear", "herringbone", "involute", "mechanics", "pinion", "demonstration", "teaching"}, Category: "hobby-diy",
			Subcategory: "mechanical-parts",
			ProductType: "printable", Price: "4.20", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Four parts: board with two pins, wheel with crank, pinion and a pair of caps.",
			scene:                prints.HerringboneGears, formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xe0e4e2),
			views: []view{{-24, 42}, {40, 24}},
		},
		{
			Author: "juniper-forge", Title: "Jumbo Bolt, Nut and Spanner",
			DescriptionHTML: "<p>A bolt of 24 mm with a real thread of 3 mm pitch, a nut that runs on it and a spanner that fits both.</p>" +
				"<p>Made for small hands and for testing printers: the thread has 0.35 mm of play. Print bolt and nut standing, without supports.</p>",
			Tags: []string{"bolt", "nut", "thread", "spanner", "screw", "toy", "test print"}, Category: "hobby-diy", Subcategory: "mechanical-parts",
			ProductType: "printable", Price: "0", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Three parts: bolt, nut and spanner, 36 mm across the flats.",
			scene:                prints.JumboBolt,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xe6e6e6), views: []view{{-16, 26}, {30, 40}},
		},
		{
			Author: "driftwood-lab", Title: "Five-Inch Freestyle Quadcopter Frame",
			DescriptionHTML: "<p>A true-X frame of 220 mm for propellers of five inches, with replaceable arms and a caged camera mount with a " +
				"dummy for fitting.</p>" +
				"<ul><li>30.5 mm pattern for the flight controller, 12 mm for the motors</li><li>Arms 5 mm, plates 3 and 2.4 mm: print them in " +
				"nylon or PETG with carbon</li><li>All holes for M3 screws</li></ul>",
			Tags: []string{"drone", "quadcopter", "fpv", "frame", "5 inch", "freestyle", "rc"}, Category: "hobby-diy", Subcategory: "rc-drones",
			ProductType: "printable", Price: "11.00", OriginalPrice: "14.50", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Six files: lower plate, upper plate, set of four arms, eight standoffs, camera cage and aerial holder. Needs " +
				"16 screws M3.",
			scene: prints.QuadFrame, formats: []string{"stl"}, backdrop: sculpt.RGB(0xdfe3e8), views: []view{{-28, 30}, {35, 52}},
		},
		{
			Author: "ember-props", Title: "Animal Cell Model with Organelles",
			DescriptionHTML: "<p>An animal cell cut in half, 126 mm wide, for the classroom: every organelle is a part of its own, to be named " +
				"and glued in place.</p>" +
				"<ul><li>Nucleus with pores and nucleolus, reticulum with ribosomes, Golgi stack, five mitochondria, lysosomes and centrioles</li>" +
				"<li>One filament colour a part</li></ul>",
			Tags:     []string{"cell", "biology", "school", "nucleus", "mitochondria", "organelles", "science", "teaching"},
			Category: "education-prints", Subcategory: "science-models",
			ProductType: "printable", Price: "6.00", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Seven files: membrane, cytoplasm, nucleus, endoplasmic reticulum, Golgi apparatus, mitochondria, and vesicles " +
				"with centrioles.",
			scene: prints.AnimalCell, formats: []string{"stl"}, backdrop: sculpt.RGB(0xe3e8ec), views: []view{{-8, 52}, {30, 36}},
		},
		{
			Author: "fjord3d", Title: "Alpine Valley with Lake, Terrain Plate",
			DescriptionHTML: "<p>A square of invented Alps, 110 mm wide: a winding valley between ridges, with a lake that lies flat to be " +
				"printed or painted blue.</p>" +
				"<p>Heights are doubled, as on school models. No overhangs, so it prints in any direction and at any size.</p>",
			Tags: []string{"terrain", "mountains", "alps", "valley", "geography", "relief map", "lake"}, Category: "education-prints",
			Subcategory: "terrain-models",
			ProductType: "printable", Price: "0", License: "general", Units: "mm",
			scene: prints.AlpineValley, formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xdde6ec), views: []view{{-30, 34}, {40, 55}},
		},
	}
}
