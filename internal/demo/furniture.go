package demo

import (
	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt"
)

func furniture() []Item {
	return []Item{
		{
			Author: "atelier-nord", Title: "Spindle-Back Dining Chair in Oak",
			DescriptionHTML: "<p>A light dining chair with seven turned spindles, drawn after the farmhouse chairs of the north.</p>" +
				"<ul><li>Real-world size in metres, origin on the floor</li><li>Frame and seat as separate materials</li>" +
				"<li>Clean normals, no textures needed</li></ul>",
			Tags: []string{"chair", "dining", "oak", "spindle", "scandinavian", "seat"}, Category: "furniture", Subcategory: "chairs",
			ProductType: "cg", Price: "12.00", OriginalPrice: "18.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.DiningChair,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe9e4dc), views: []view{{-32, 18}, {150, 14}},
		},
		{
			Author: "halcyon-studio", Title: "Marble Bistro Table with Two Walnut Stools",
			DescriptionHTML: "<p>A table for two: a veined marble disc on a turned iron column, and two stools with a foot ring.</p>" +
				"<ul><li>One painted 512 px marble texture, laid from above</li><li>Table and stools are separate objects</li></ul>",
			Tags: []string{"table", "bistro", "marble", "stool", "restaurant", "iron"}, Category: "furniture", Subcategory: "tables",
			ProductType: "cg", Price: "16.00", License: "general", GameReady: true, PBR: true,
			scene: cg.MarbleBistro, formats: []string{"glb"}, backdrop: sculpt.RGB(0xe3e6e4), views: []view{{24, 26}, {-60, 14}},
		},
		{
			Author: "fjord3d", Title: "Three-Seat Sofa in Petrol Wool",
			DescriptionHTML: "<p>A compact three-seater with soft seat and back cushions, two loose pillows and splayed oak legs.</p>" +
				"<p>The fabric is <strong>one material</strong>, so the whole sofa changes its colour in one place. 2.4 m wide.</p>",
			Tags: []string{"sofa", "couch", "living room", "cushion", "wool", "scandinavian"}, Category: "furniture", Subcategory: "sofas",
			ProductType: "cg", Price: "24.00", License: "general", PBR: true,
			scene:   cg.ThreeSeater,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe8e1d8), views: []view{{-28, 17}, {34, 30}},
		},
		{
			Author: "juniper-forge", Title: "Tall Bookshelf Filled with Books",
			DescriptionHTML: "<p>Five shelves of clothbound books in eight colours, of many heights and thicknesses.</p>" +
				"<ul><li>Each book is a closed box with broken edges</li><li>No textures: recolour a whole series by its material</li></ul>",
			Tags: []string{"bookshelf", "bookcase", "books", "storage", "library", "walnut"}, Category: "furniture", Subcategory: "storage",
			ProductType: "cg", Price: "0", License: "general", GameReady: true,
			scene:   cg.FilledBookshelf,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xdfe4e6), views: []view{{-24, 10}, {30, 20}},
		},
		{
			Author: "brasshopper", Title: "Lamp Family: Tripod, Reading and Table Lamp",
			DescriptionHTML: "<p>Three lamps with drum shades open above and below: one on walnut legs, two on brass discs.</p>" +
				"<p>The bulbs share one <em>emissive</em> material, ready to be switched off or replaced by real lights. The tallest is 1.55 m " +
				"high.</p>",
			Tags: []string{"lamp", "floor lamp", "table lamp", "tripod", "lighting", "collection"}, Category: "furniture", Subcategory: "lighting",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene:   cg.LampFamily,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xd8d5cf), views: []view{{-12, 9}, {30, 20}},
		},
	}
}
