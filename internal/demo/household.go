package demo

import (
	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt"
)

// household are things for the house and the table, oldest first.
func household() []Item {
	return []Item{
		{
			Author: "gearwright", Title: "Celadon Tea Set on an Oak Tray",
			DescriptionHTML: "<p>A round-bellied teapot with a brass knob, two filled cups with saucers and an oval tray.</p>" +
				"<ul><li>Four separate objects, ready to be laid out anew</li><li>Glaze, tea, oak and brass as PBR materials</li></ul>",
			Tags: []string{"teapot", "tea", "cup", "kitchenware", "ceramic", "tray", "tableware"}, Category: "household", Subcategory: "kitchenware",
			ProductType: "cg", Price: "14.00", License: "general", PBR: true,
			scene:   cg.CeladonTeaSet,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xece4d9), views: []view{{-18, 26}, {36, 14}},
		},
		{
			Author: "inkbit", Title: "Antique Desk Globe of an Unknown World",
			DescriptionHTML: "<p>A tilted globe on a turned walnut foot, held by a brass meridian. Its continents are invented, so it fits any " +
				"story.</p>" +
				"<ul><li>Painted 1024 × 512 map, a plain latitude and longitude projection</li><li>The sphere is an object of its own: swap the map " +
				"or spin it</li></ul>",
			Tags: []string{"globe", "map", "antique", "desk", "decoration", "brass", "textured"}, Category: "household", Subcategory: "decoration",
			ProductType: "cg", Price: "11.00", OriginalPrice: "15.00", License: "general", GameReady: true, PBR: true,
			scene: cg.Globe, formats: []string{"glb"}, backdrop: sculpt.RGB(0xe5ddd0), views: []view{{-16, 12}, {120, 20}},
		},
		{
			Author: "cubesmith", Title: "Classical Guitar with Wooden Stand",
			DescriptionHTML: "<p>A concert guitar with a slotted head, inlaid rosette, <strong>eighteen frets</strong> and six strings that run " +
				"from bridge to pegs.</p>" +
				"<p>Frets stand at the true distances for a 650 mm scale. The folding stand is a separate object.</p>",
			Tags: []string{"guitar", "classical", "music", "instrument", "acoustic", "strings"}, Category: "household",
			Subcategory: "musical-instruments",
			ProductType: "cg", Price: "22.00", License: "general", PBR: true,
			scene: cg.Guitar, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xd9dfe0), views: []view{{-26, 10}, {20, 4}, {150, 16}},
		},
		{
			Author: "driftwood-lab", Title: "Walnut Bowl Heaped with Fruit",
			DescriptionHTML: "<p>Apples, oranges, a pear, three bananas and a bunch of grapes in a turned wooden bowl.</p>" +
				"<ul><li>The apples have a painted skin of red streaks and pale specks</li><li>Six objects: keep the bowl and lay out the fruit as " +
				"you like</li></ul>",
			Tags: []string{"fruit", "apple", "banana", "grapes", "bowl", "still life", "food"}, Category: "food", Subcategory: "fruit",
			ProductType: "cg", Price: "13.50", License: "general", PBR: true,
			scene: cg.FruitBowl, formats: []string{"glb"}, backdrop: sculpt.RGB(0xe6dccb), views: []view{{-12, 34}, {50, 22}},
		},
		{
			Author: "ember-props", Title: "Six Iced Doughnuts on a Cake Stand",
			DescriptionHTML: "<p>Half of them have sprinkles, half a zigzag of piped icing; no two run down the side alike.</p>" +
				"<ul><li>Every doughnut is <strong>its own object</strong></li><li>Five icings, swapped by one material each</li>" +
				"<li>Ready for games and product pictures</li></ul>",
			Tags: []string{"doughnut", "donut", "cake stand", "icing", "sprinkles", "bakery", "sweets"}, Category: "food",
			Subcategory: "bakery-sweets",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene: cg.Doughnuts, formats: []string{"glb"}, backdrop: sculpt.RGB(0xf0e2e0), views: []view{{-14, 30}, {40, 55}},
		},
	}
}
