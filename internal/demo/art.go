package demo

import (
	"vitrine/internal/demo/prints"
	"vitrine/internal/demo/sculpt"
)

func printsOfArt() []Item {
	return []Item{
		{
			Author: "inkbit", Title: "Patient Cat, Smooth Sculpture",
			DescriptionHTML: "<p>A cat that waits: reduced to soft volumes, sitting upright with its tail laid around its paws. 113 mm high.</p>" +
				"<p>The flat base needs no raft, and the ears are the only place that asks for fine layers. Lovely in matt stone filament.</p>",
			Tags: []string{"cat", "sculpture", "animal", "minimal", "decor", "statue"}, Category: "art-sculpture", Subcategory: "sculptures",
			ProductType: "printable", Price: "6.00", License: "general", Units: "mm",
			scene:   prints.PatientCat,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xf0dcc4), views: []view{{38, 14}, {-60, 20}},
		},
		{
			Author: "cubesmith", Title: "Gyroid Ball on a Ring Stand",
			DescriptionHTML: "<p>The gyroid divides space into two halves that never meet; here it fills a ball of 80 mm with a wall of about 3 " +
				"mm.</p>" +
				"<ul><li>Supports itself while printing, at any size</li><li>The stand is a separate part</li></ul>",
			Tags: []string{"gyroid", "mathematics", "minimal surface", "ball", "lattice", "desk"}, Category: "art-sculpture",
			Subcategory: "mathematical-art",
			ProductType: "printable", Price: "4.50", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Two parts: the ball and a ring stand of 46 mm that it rests on without glue.",
			scene:                prints.GyroidOnRing,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xe6e2f0), views: []view{{15, 16}, {60, 40}},
		},
		{
			Author: "fjord3d", Title: "Layered Mountain Dawn, Round Relief",
			DescriptionHTML: "<p>A sun behind three ranges, two rows of firs and a few birds: a wall picture of 156 mm, cut out in seven " +
				"layers.</p>" +
				"<ul><li>Change the filament at 2, 3.2, 4.4, 5.6, 6.8 and 8 mm for the colours shown</li>" +
				"<li>Or print it in one colour and light it from the side</li></ul>",
			Tags: []string{"relief", "wall art", "mountain", "landscape", "colour change", "layers", "picture"}, Category: "art-sculpture",
			Subcategory: "reliefs",
			ProductType: "printable", Price: "3.00", OriginalPrice: "5.00", License: "general", Units: "mm",
			scene: prints.MountainDawn, formats: []string{"stl"}, backdrop: sculpt.RGB(0xece4dc), views: []view{{-10, 62}, {25, 38}},
		},
		{
			Author: "brasshopper", Title: "Three-Strand Braid Ring, Size 17",
			DescriptionHTML: "<p>Three round strands braided between two fine bands on a smooth sleeve, 17.2 mm inside.</p>" +
				"<p>Made for <strong>castable resin</strong>; the thinnest place is 0.8 mm. Scale evenly for other sizes.</p>",
			Tags: []string{"ring", "braid", "jewellery", "wedding", "castable", "resin", "celtic"}, Category: "jewellery", Subcategory: "rings",
			ProductType: "printable", Price: "14.00", License: "custom", Units: "mm",
			CustomLicense: "You may cast and sell up to fifty rings made from this model in your own workshop. The files themselves, changed or " +
				"not, must not be passed on.",
			scene:   prints.BraidedRing,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xe3e3ea), views: []view{{38, 24}, {70, 12}},
		},
		{
			Author: "atelier-nord", Title: "Ginkgo Leaf Earrings",
			DescriptionHTML: "<p>A pair of ginkgo leaves with fine raised veins and a curved stem that ends in an eye for a hook. 50 mm long.</p>" +
				"<ul><li>1.3 mm thick, under 2 g each in PLA</li><li>Left and right are mirror images on one plate</li></ul>",
			Tags: []string{"earrings", "ginkgo", "leaf", "jewellery", "botanical", "pair"}, Category: "jewellery", Subcategory: "earrings",
			ProductType: "printable", Price: "0", License: "general", Units: "mm",
			scene:   prints.GinkgoEarrings,
			formats: []string{"stl"}, backdrop: sculpt.RGB(0xd7e0d2), views: []view{{-8, 64}, {20, 34}},
		},
		{
			Author: "juniper-forge", Title: "Ruined Watchtower, Playable Terrain",
			DescriptionHTML: "<p>A round tower of dressed stones for figures of 28 to 32 mm, its upper storey fallen towards the gate. 112 mm " +
				"wide.</p>" +
				"<ul><li>Storeys lift apart, so that figures can stand on both floors</li><li>Arched gate, three windows, plank floor with a hatch " +
				"and a ladder</li><li>Every stone is bevelled for dry-brushing</li></ul>",
			Tags: []string{"tower", "ruin", "terrain", "tabletop", "wargame", "medieval", "fantasy", "28mm"}, Category: "miniatures",
			Subcategory: "tabletop-terrain",
			ProductType: "printable", Price: "9.90", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Four parts: lower storey with ground plate, upper storey, plank floor and ladder. The upper storey rests on " +
				"the lower one by its weight.",
			scene:   prints.Watchtower,
			formats: []string{"stl"}, backdrop: sculpt.RGB(0xdbe3e8), views: []view{{-20, 26}, {25, 52}},
		},
		{
			Author: "ember-props", Title: "Five Scenic Bases, 32 to 50 mm",
			DescriptionHTML: "<p>Cobbles, a jetty, rock ledges, crystals and a temple floor: one large and four small round bases for your " +
				"figures.</p>" +
				"<p>All have the same bevelled rim of 4 mm, so they sit well beside bought ones.</p>",
			Tags: []string{"bases", "miniature", "32mm", "50mm", "cobblestone", "crystals", "wargame"}, Category: "miniatures",
			Subcategory: "miniature-bases",
			ProductType: "printable", Price: "4.00", License: "general", Units: "mm", SplitIntoParts: true,
			MultiplePartsDetails: "Five bases, each a part of its own: rock (50 mm), cobbles, jetty, crystals and temple floor (32 mm each).",
			scene:                prints.ScenicBases,
			formats:              []string{"stl"}, backdrop: sculpt.RGB(0xe5e3df), views: []view{{-8, 46}, {30, 30}},
		},
		{
			Author: "gearwright", Title: "Sky Trader Airship, Pre-Supported",
			DescriptionHTML: "<p>A merchant airship of 97 mm for games at small scale: gored envelope, four fins, a railed gondola and two " +
				"ducted propellers.</p>" +
				"<ul><li>Ships on its raft with supports for resin printers</li><li>Railings 0.8 mm, ropes 1.1 mm</li>" +
				"<li>The pictures show a painting suggestion</li></ul>",
			Tags: []string{"airship", "steampunk", "miniature", "vehicle", "wargame", "resin", "pre-supported"}, Category: "miniatures",
			Subcategory: "miniature-vehicles",
			ProductType: "printable", Price: "6.50", License: "general", Units: "mm", PreSupported: true,
			scene: prints.SkyTrader, formats: []string{"stl"}, backdrop: sculpt.RGB(0xd5e3ee), views: []view{{-28, 12}, {35, 26}},
		},
		{
			Author: "inkbit", Title: "Wandering Wizard with Lantern",
			DescriptionHTML: "<p>An old wizard on his way home, staff in one hand and a lantern in the other. 58 mm to the tip of his hat.</p>" +
				"<ul><li><strong>Pre-supported</strong>: the lantern stands on a pillar that breaks away</li><li>Cobbled base of 38 mm included</li>" +
				"<li>Colours are a painting suggestion</li></ul>",
			Tags: []string{"wizard", "figure", "miniature", "fantasy", "mage", "lantern", "pre-supported", "rpg"}, Category: "miniatures",
			Subcategory: "figures",
			ProductType: "printable", Price: "5.00", License: "custom", Units: "mm", PreSupported: true,
			CustomLicense: "Prints may be sold painted or unpainted as long as the designer is named. Use in board games or other boxed products " +
				"needs a written agreement.",
			scene:   prints.WanderingWizard,
			formats: []string{"stl", "obj"}, backdrop: sculpt.RGB(0xe4ddea), views: []view{{18, 12}, {-30, 24}},
		},
	}
}
