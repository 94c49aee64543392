package demo

import (
	"slices"

	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt"
)

// creations are characters, animals, devices and props, oldest first.
func creations() []Item { return slices.Concat(livingItems(), propItems(), scienceItems()) }

func livingItems() []Item {
	return []Item{
		{
			Author: "inkbit", Title: "Waving Service Robot",
			DescriptionHTML: "<p>A friendly household robot of 1.7 metres with a glowing face, three-fingered hands and a tool pack on its " +
				"back.</p>" +
				"<ul><li>Head, arms and legs are separate objects, ready to be rigged</li><li>Emissive eyes, core and aerial</li></ul>",
			Tags: []string{"robot", "sci-fi", "android", "character", "friendly", "emissive"}, Category: "characters",
			Subcategory: "sci-fi-characters",
			ProductType: "cg", Price: "32.00", OriginalPrice: "40.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.Robot,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xcfdfe0), views: []view{{-24, 10}, {152, 14}, {-8, 4}},
		},
		{
			Author: "driftwood-lab", Title: "Clownfish over Sea Anemone",
			DescriptionHTML: "<p>A clownfish above a swaying anemone, painted with three white bands and translucent-looking fin rays.</p>" +
				"<ul><li>Fish and reef are separate objects</li><li>Two textures: skin 512 × 512, fins 256 × 128</li></ul>",
			Tags: []string{"fish", "clownfish", "anemone", "reef", "ocean", "underwater", "textured"}, Category: "animals",
			Subcategory: "fish-sea-life",
			ProductType: "cg", Price: "9.50", License: "general", GameReady: true, PBR: true,
			scene:   cg.Clownfish,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0x9fd0d8), views: []view{{-66, 12}, {40, 20}},
		},
	}
}

func propItems() []Item {
	return []Item{
		{
			Author: "brasshopper", Title: "Rangefinder Film Camera with Leather Strap",
			DescriptionHTML: "<p>A mechanical 35 mm rangefinder in satin chrome and black leatherette, with knurled rings, a coated lens and its " +
				"strap laid behind it.</p>" +
				"<p>Modelled in real size without any maker's name; dials and lens are clean separate shells that <em>can be taken apart</em>.</p>",
			Tags: []string{"camera", "vintage", "rangefinder", "film", "photography", "lens", "35mm"}, Category: "electronics",
			Subcategory: "cameras-video",
			ProductType: "cg", Price: "18.00", License: "general", PBR: true,
			scene:   cg.Camera,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe5dccd), views: []view{{-24, 20}, {30, 34}},
		},
		{
			Author: "ember-props", Title: "Open Treasure Chest Full of Gold",
			DescriptionHTML: "<p>An iron-bound chest, heaped with some two hundred coins, cut gems, pearls and a goblet.</p>" +
				"<ul><li>Chest, lid and treasure are separate objects; the lid hinges at its back edge</li>" +
				"<li>Leave the treasure out for a looted variant</li></ul>",
			Tags: []string{"treasure", "chest", "gold", "coins", "pirate", "loot", "game prop"}, Category: "game-assets", Subcategory: "props",
			ProductType: "cg", Price: "11.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.Chest,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xd9cdbd), views: []view{{-28, 24}, {24, 40}},
		},
		{
			Author: "cubesmith", Title: "Floating Island with Cottage and Waterfall",
			DescriptionHTML: "<p>A piece of storybook land in the air: cottage with lit windows, blossom and pine trees, a wooden bridge and a " +
				"stream that drops over the edge.</p>" +
				"<ul><li>Five objects: land, cottage, trees, details, small rocks</li><li>Flat colours, no textures</li></ul>",
			Tags: []string{"low poly", "island", "environment", "cottage", "waterfall", "fantasy", "trees"}, Category: "game-assets",
			Subcategory: "environments",
			ProductType: "cg", Price: "24.00", License: "general", GameReady: true,
			scene:   cg.FloatingIsland,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xbfdcec), views: []view{{-22, 19}, {40, 30}},
		},
		{
			Author: "juniper-forge", Title: "Longsword in a Mossy Stone",
			DescriptionHTML: "<p>The sword of the old tale: fullered blade, gilded guard with a ruby on either side, corded grip and wheel " +
				"pommel, driven into a mossy boulder.</p>" +
				"<ul><li>Sword and stone are separate; the blade is complete below the surface</li><li>1.1 m from pommel to point</li></ul>",
			Tags: []string{"sword", "longsword", "medieval", "fantasy", "stone", "legend", "blade"}, Category: "weapons-armour",
			Subcategory: "swords-blades",
			ProductType: "cg", Price: "8.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.SwordInStone,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xcdd6cf), views: []view{{-28, 14}, {16, 28}},
		},
	}
}

func scienceItems() []Item {
	return []Item{
		{
			Author: "gearwright", Title: "Planetary Gear Train, Animated",
			DescriptionHTML: "<p>Sun, three planets and ring on a carrier that stands still, so that every wheel can be seen to turn.</p>" +
				"<ul><li>18, 12 and 42 teeth of module 4, truly in mesh</li><li>Loops of 3, 2 and 7 seconds follow from the teeth</li></ul>",
			Tags: []string{"gear", "planetary", "gearbox", "mechanism", "animated", "engineering"}, Category: "industrial",
			Subcategory: "machine-parts",
			ProductType: "cg", Price: "0", License: "general", Animated: true, PBR: true,
			scene:   cg.PlanetaryGears,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xd7dbe0), views: []view{{-26, 12}, {4, 6}},
		},
		{
			Author: "fjord3d", Title: "Caffeine Molecule, Ball and Stick",
			DescriptionHTML: "<p>C<sub>8</sub>H<sub>10</sub>N<sub>4</sub>O<sub>2</sub> with true bond lengths and angles, one tenth of a metre " +
				"for an ångström.</p>" +
				"<p>Atoms and bonds are two objects; double bonds are drawn double and every element is one material.</p>",
			Tags: []string{"molecule", "caffeine", "chemistry", "science", "education", "coffee"}, Category: "science", Subcategory: "molecules",
			ProductType: "cg", Price: "0", License: "general", PBR: true,
			scene:   cg.Caffeine,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xe7e0d6), views: []view{{-22, 10}, {24, 26}},
		},
		{
			Author: "atelier-nord", Title: "Classic Leather Football, 32 Panels",
			DescriptionHTML: "<p>A football of twelve black pentagons and twenty white hexagons, each panel puffed up between its seams.</p>" +
				"<p>Real size, 22 cm across, with the valve in its place. <strong>Free</strong> for any project.</p>",
			Tags: []string{"football", "soccer", "ball", "sport", "leather", "free"}, Category: "sports", Subcategory: "ball-games",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene:   cg.LeatherFootball,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xbcd7a9), views: []view{{-20, 14}},
		},
	}
}
