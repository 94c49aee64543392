package demo

import (
	"vitrine/internal/demo/prints"
	"vitrine/internal/demo/sculpt"
)

func printsForHome() []Item {
	return []Item{
		{
			Author: "driftwood-lab", Title: "Ripple Vase with a Slow Twist",
			DescriptionHTML: "<p>Eleven soft ripples wind a fifth of a turn around a swelling body, 165 mm high.</p>" +
				"<ul><li>Prints in <strong>spiral mode</strong> or with its own 2 mm wall</li><li>No overhang steeper than 40°, no supports</li></ul>",
			Tags: []string{"vase", "ripple", "twist", "spiral mode", "flowers", "decor"}, Category: "household-prints", Subcategory: "vases-bowls",
			ProductType: "printable", Price: "0", License: "general", Units: "mm",
			scene:   prints.TwistedVase,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xf0e4d8), views: []view{{20, 18}, {-20, 48}},
		},
		{
			Author: "cubesmith", Title: "Faceted Planter with Saucer",
			DescriptionHTML: "<p>A nine-sided low-poly pot for succulents, 114 mm wide, with a drain hole of 10 mm and a matching saucer.</p>" +
				"<p>Walls are 3 mm, so a pot in PETG holds water without coating. Print both parts upright.</p>",
			Tags: []string{"planter", "pot", "low poly", "faceted", "succulent", "saucer", "garden"}, Category: "household-prints",
			Subcategory: "planters",
			ProductType: "printable", Price: "3.50", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Two parts: the pot and its saucer. The pot stands in the saucer without glue.",
			scene:                prints.FacetedPlanter,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xdfe8e0), views: []view{{14, 24}, {-40, 46}},
		},
		{
			Author: "halcyon-studio", Title: "Octopus Cable Tidy",
			DescriptionHTML: "<p>Otto sits on the desk and holds up to eight charging cables in the curls of his arms.</p>" +
				"<ul><li>Cables of up to <strong>4 mm</strong> snap in behind the tip</li><li>Flat underside for a strip of adhesive tape</li>" +
				"<li>Prints without supports at 0.2 mm layers</li></ul>",
			Tags: []string{"octopus", "cable", "organiser", "desk", "charger", "cute", "animal"}, Category: "gadgets",
			Subcategory: "cable-management",
			ProductType: "printable", Price: "2.80", License: "general", Units: "mm",
			scene:   prints.CableOctopus,
			formats: []string{"stl"}, backdrop: sculpt.RGB(0xdcebee), views: []view{{-20, 17}, {35, 40}},
		},
		{
			Author: "atelier-nord", Title: "Woven Lattice Pencil Cup",
			DescriptionHTML: "<p>Twenty-six round bars wind around a slim waist and meet in a solid rim. 104 mm high, for pens, brushes or " +
				"cutlery.</p>" +
				"<p>Every crossing bridges less than 12 mm, so it prints <em>without supports</em>.</p>",
			Tags: []string{"pencil cup", "pen holder", "lattice", "woven", "desk", "organiser"}, Category: "gadgets",
			Subcategory: "desk-accessories",
			ProductType: "printable", Price: "0", License: "general", Units: "mm",
			scene:   prints.PencilCup,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xf1ead9), views: []view{{0, 24}, {30, 50}},
		},
		{
			Author: "ember-props", Title: "Cookie Cutters: Heart, Star and Gingerbread Figure",
			DescriptionHTML: "<p>Three cutters of 7 to 9 cm with a broad brim to press on and an edge of 0.9 mm that cuts cleanly.</p>" +
				"<p>Print them brim down in a <strong>food-safe</strong> filament and wash by hand; PLA bends in the dishwasher.</p>",
			Tags: []string{"cookie cutter", "baking", "christmas", "heart", "star", "kitchen"}, Category: "household-prints",
			Subcategory: "kitchen-prints",
			ProductType: "printable", Price: "0", License: "general", Units: "cm", SplitIntoParts: true,
			MultiplePartsDetails: "Three separate cutters: heart, star and gingerbread figure.",
			scene:                prints.CookieCutters,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xf3ebe2), views: []view{{-16, 52}, {25, 30}},
		},
		{
			Author: "juniper-forge", Title: "Mushroom Night Light",
			DescriptionHTML: "<p>A toadstool lamp of 135 mm: the thin cap glows when a battery light of up to 32 mm lies in the hollow stem.</p>" +
				"<ul><li>Cap printed in 1.6 mm for a warm, even light</li><li>The white spots go on with a drop of glue</li>" +
				"<li>The carrier plugs into the stem and can be turned out for the battery</li></ul>",
			Tags: []string{"lamp", "night light", "mushroom", "toadstool", "children", "fairy tale", "led"}, Category: "household-prints",
			Subcategory: "lamps-prints",
			ProductType: "printable", Price: "7.50", OriginalPrice: "10.00", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Four parts: fluted stem, carrier, cap and a set of 17 spots. The carrier plugs into the stem; the cap rests " +
				"on its rim.",
			scene:   prints.MushroomLight,
			formats: []string{"stl"}, backdrop: sculpt.RGB(0xd9e5d6), views: []view{{20, 12}, {-25, 34}},
		},
		{
			Author: "fjord3d", Title: "Swoosh Phone Stand with Cable Gap",
			DescriptionHTML: "<p>One flowing band holds a phone or small tablet at 70°, upright or sideways, with room for the plug below.</p>" +
				"<ul><li>Shelf of 13 mm takes phones in a case</li><li>Lies on its side to print: strong along every bend, no supports</li></ul>",
			Tags: []string{"phone stand", "smartphone", "holder", "dock", "desk", "charging"}, Category: "gadgets", Subcategory: "phone-stands",
			ProductType: "printable", Price: "0", License: "general", Units: "mm",
			scene:   prints.SwooshStand,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xdfe7ee), views: []view{{-35, 20}, {140, 22}},
		},
		{
			Author: "gearwright", Title: "Organ-Pipe Stand for Hex Bits",
			DescriptionHTML: "<p>Thirty-three sockets for quarter-inch bits, rising in five rows so that every tip can be read.</p>" +
				"<p>The sockets are 0.26 in across the flats for a loose fit. Glue a magnet sheet underneath if it travels in a van.</p>",
			Tags: []string{"bit holder", "hex bit", "screwdriver", "workshop", "tool storage", "honeycomb"}, Category: "tools",
			Subcategory: "workshop-tools",
			ProductType: "printable", Price: "1.90", License: "general", Units: "in",
			scene:   prints.HexBitStand,
			formats: []string{"stl"}, backdrop: sculpt.RGB(0xd8dde2), views: []view{{-30, 34}, {20, 60}},
		},
		{
			Author: "brasshopper", Title: "Round Spectacle Frame for 46 mm Lenses",
			DescriptionHTML: "<p>A light, round frame with saddle bridge, nose pads and temples that bend behind the ear.</p>" +
				"<ul><li>Groove of 1.2 mm for round lenses of 46 mm, 66 mm from centre to centre</li><li>Hinges take a screw or a pin of 1.4 mm " +
				"after drilling</li></ul>",
			Tags: []string{"glasses", "eyewear", "spectacles", "round", "fashion", "costume"}, Category: "fashion-accessories",
			Subcategory: "eyewear-buttons",
			ProductType: "printable", Price: "8.00", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Three parts: the front, the left temple and the right temple. Two pins join them.",
			scene:                prints.RoundSpectacles,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xe9e6de), views: []view{{-28, 18}, {35, 36}},
		},
	}
}
