package demo

import (
	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt"
)

// places are buildings, outdoor objects and plants, oldest first.
func places() []Item { return append(buildings(), append(outdoorItems(), plantItems()...)...) }

func buildings() []Item {
	return []Item{
		{
			Author: "fjord3d", Title: "A-Frame Cabin among Pines",
			DescriptionHTML: "<p>A weekend cabin with a shingled roof down to the deck, a glazed gable, a stone chimney and firewood by the " +
				"door.</p>" +
				"<ul><li>Cabin, deck, trees and ground are separate objects</li><li>About five hundred single shingles in three tones</li>" +
				"<li>The windows glow by an emissive material</li></ul>",
			Tags: []string{"cabin", "a-frame", "house", "forest", "wood", "chalet", "scene"}, Category: "architecture", Subcategory: "houses",
			ProductType: "cg", Price: "27.00", License: "general", GameReady: true,
			scene: cg.Cabin, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xdfe6e2), views: []view{{-34, 16}, {28, 26}},
		},
		{
			Author: "gearwright", Title: "Old Stone Arch Bridge over a Stream",
			DescriptionHTML: "<p>A humped road bridge with one great arch, two flood arches and pointed cutwaters, set in a piece of its " +
				"valley.</p>" +
				"<p>Voussoirs, parapets and paving are <em>single stones</em> of slightly different size and tone. Take the bridge without the " +
				"land, or both.</p>",
			Tags: []string{"bridge", "stone", "arch", "medieval", "stream", "countryside"}, Category: "architecture", Subcategory: "bridges",
			ProductType: "cg", Price: "19.00", OriginalPrice: "29.00", License: "general", PBR: true,
			scene: cg.StoneBridge, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xdde5ea), views: []view{{35, 20}, {-30, 13}},
		},
		{
			Author: "halcyon-studio", Title: "Hilltop Castle with Keep and Four Towers",
			DescriptionHTML: "<p>A complete castle of a storybook kind: curtain walls with battlements, a gatehouse with its portcullis, slate " +
				"cones and a square keep.</p>" +
				"<ul><li>Real size: 72 m across the hill</li><li>Walls, keep, yard and hill are separate objects</li>" +
				"<li>Flat materials that take any style</li></ul>",
			Tags: []string{"castle", "medieval", "fortress", "tower", "keep", "fantasy", "hill"}, Category: "architecture",
			Subcategory: "castles-ruins",
			ProductType: "cg", Price: "35.00", License: "general", GameReady: true,
			scene: cg.Castle, formats: []string{"glb"}, backdrop: sculpt.RGB(0xd6e2ec), views: []view{{-28, 22}, {24, 40}, {-10, 12}},
		},
		{
			Author: "juniper-forge", Title: "Cast-Iron Spiral Staircase with Oak Treads",
			DescriptionHTML: "<p>Sixteen wedge treads turn once around an iron pole and end at a small landing, 3.2 m up.</p>" +
				"<ul><li>Rise 19 cm, tread radius 86 cm</li><li>Two turned balusters a step under a walnut handrail</li></ul>",
			Tags: []string{"staircase", "spiral", "stairs", "iron", "oak", "interior", "archviz"}, Category: "architecture",
			Subcategory: "architectural-details",
			ProductType: "cg", Price: "18.00", License: "general", PBR: true,
			scene: cg.SpiralStaircase, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe4e1db), views: []view{{58, 22}, {-30, 14}},
		},
	}
}

func outdoorItems() []Item {
	return []Item{
		{
			Author: "inkbit", Title: "Promenade Bench and Gas Lantern",
			DescriptionHTML: "<p>A teak bench with cast-iron ends beside a fluted lamp post, on a strip of granite setts.</p>" +
				"<ul><li>Three objects, made to be placed again and again along a street</li><li>Lantern glass with its own emissive material</li>" +
				"</ul>",
			Tags: []string{"bench", "street lamp", "lantern", "park", "victorian", "cobblestone"}, Category: "exterior",
			Subcategory: "street-furniture",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene: cg.LampAndBench, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xd5dade), views: []view{{-24, 12}, {32, 22}},
		},
		{
			Author: "atelier-nord", Title: "Three-Tier Garden Fountain with Running Water",
			DescriptionHTML: "<p>An eight-sided limestone pool with two scalloped bowls, twenty-four falling streams and a small crown of " +
				"jets.</p>" +
				"<p>Stone and water are <strong>two objects</strong>, so the fountain can also be turned off. 5.3 m across its step.</p>",
			Tags: []string{"fountain", "garden", "water", "park", "stone", "classical"}, Category: "exterior", Subcategory: "gardens-parks",
			ProductType: "cg", Price: "15.00", License: "general", PBR: true,
			scene: cg.Fountain, formats: []string{"glb"}, backdrop: sculpt.RGB(0xe0e6df), views: []view{{-20, 22}, {25, 42}},
		},
	}
}

func plantItems() []Item {
	return []Item{
		{
			Author: "driftwood-lab", Title: "Beech Tree in Autumn Colours",
			DescriptionHTML: "<p>A grown tree with five orders of branches and leaves in orange, gold and rust, some of them already on the " +
				"lawn.</p>" +
				"<ul><li>Trunk, crown and lawn are separate objects</li><li>Leaves are folded geometry with two sides: no alpha cards</li></ul>",
			Tags: []string{"tree", "beech", "autumn", "fall", "leaves", "nature", "broadleaf"}, Category: "plants", Subcategory: "broadleaf-trees",
			ProductType: "cg", Price: "12.00", License: "general",
			scene: cg.AutumnBeech, formats: []string{"glb"}, backdrop: sculpt.RGB(0xdce6ec), views: []view{{-20, 8}, {70, 20}},
		},
		{
			Author: "cubesmith", Title: "Low-Poly Conifers: Fir, Larch and Snowy Spruce",
			DescriptionHTML: "<p>Three faceted trees with a stump and a boulder, drawn for stylised forests.</p>" +
				"<ul><li>Five separate objects</li><li>About 1,400 triangles in all</li><li>Flat colours, no textures</li></ul>",
			Tags: []string{"low poly", "conifer", "fir", "larch", "spruce", "collection", "forest"}, Category: "plants", Subcategory: "conifers",
			ProductType: "cg", Price: "0", License: "general", GameReady: true,
			scene: cg.PinePack, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xdcebe6), views: []view{{-18, 16}, {40, 28}},
		},
		{
			Author: "ember-props", Title: "Monstera in a Glazed Pot",
			DescriptionHTML: "<p>Thirteen slit leaves on arching stalks, in a white pot that hangs in an oak stand.</p>" +
				"<ul><li>Every leaf curls and hangs on its own</li><li>About 90 cm wide: right for a living-room corner</li></ul>",
			Tags: []string{"monstera", "house plant", "pot", "leaf", "interior", "green"}, Category: "plants", Subcategory: "pot-plants",
			ProductType: "cg", Price: "0", License: "custom", PBR: true,
			CustomLicense: "Use the plant in any picture, film or game, paid or unpaid, with or without credit. Only the files themselves may " +
				"not be sold or given on.",
			scene: cg.Monstera, formats: []string{"glb"}, backdrop: sculpt.RGB(0xece6dc), views: []view{{-25, 16}, {40, 36}},
		},
		{
			Author: "brasshopper", Title: "Amethyst Crystal Cluster",
			DescriptionHTML: "<p>Forty-six six-sided points in three violets, grown out of a piece of mother rock.</p>" +
				"<p>Light enough for a game's loot, and sharp enough for a close-up. <em>Table-top size</em>: 25 cm across.</p>",
			Tags: []string{"crystal", "amethyst", "gem", "mineral", "rock", "game asset"}, Category: "plants", Subcategory: "rocks-crystals",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene: cg.Amethyst, formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe2dce8), views: []view{{-20, 24}, {60, 40}},
		},
	}
}
