package demo

func furniture() []Item {
	return []Item{
		{
			Author: "atelier-nord", Title: "Spindle-Back Dining Chair in Oak",
			DescriptionHTML: "<p>A light dining chair with seven turned spindles, drawn after the farmhouse chairs of the north.</p>" +
				"<ul><li>Real-world size in metres, origin on the floor</li><li>Frame and seat as separate materials</li><li>Clean normals, no textures needed</li></ul>",
			Tags: []string{"chair", "dining", "oak", "spindle", "scandinavian", "seat"}, Category: "furniture", Subcategory: "chairs",
			ProductType: "cg", Price: "12.00", OriginalPrice: "18.00", License: "general", GameReady: true, PBR: true,
			scene: func() []Part {
				return []Part{{Name: "chair", Mesh: chair(chairSpec{width: 0.46, depth: 0.44, seat: 0.45, back: 0.86, slats: 7, frame: oak(), pad: matte("linen", 0xd8d2c4)})}}
			},
			formats: []string{"glb", "obj"}, backdrop: rgb(0xe9e4dc), views: []view{{-32, 18}, {150, 14}},
		},
		{
			Author: "halcyon-studio", Title: "Marble Bistro Table with Two Walnut Stools",
			DescriptionHTML: "<p>A table for two: a veined marble disc on a turned iron column, and two stools with a foot ring.</p>" +
				"<ul><li>One painted 512 px marble texture, laid from above</li><li>Table and stools are separate objects</li></ul>",
			Tags: []string{"table", "bistro", "marble", "stool", "restaurant", "iron"}, Category: "furniture", Subcategory: "tables",
			ProductType: "cg", Price: "16.00", License: "general", GameReady: true, PBR: true,
			scene: marbleBistro, formats: []string{"glb"}, backdrop: rgb(0xe3e6e4), views: []view{{24, 26}, {-60, 14}},
		},
		{
			Author: "fjord3d", Title: "Three-Seat Sofa in Petrol Wool",
			DescriptionHTML: "<p>A compact three-seater with soft seat and back cushions, two loose pillows and splayed oak legs.</p>" +
				"<p>The fabric is <strong>one material</strong>, so the whole sofa changes its colour in one place. 2.4 m wide.</p>",
			Tags: []string{"sofa", "couch", "living room", "cushion", "wool", "scandinavian"}, Category: "furniture", Subcategory: "sofas",
			ProductType: "cg", Price: "24.00", License: "general", PBR: true,
			scene: func() []Part {
				pillow := func(x, lean, turn float64) *Mesh {
					return cushion(0.44, 0.42, 0.15).turnX(lean).turnZ(turn).move(x, -0.06, 0.5)
				}
				return []Part{
					{Name: "sofa", Mesh: sofa(3, matte("petrol wool", 0x2d6670), oak())},
					{Name: "pillows", Mesh: join(pillow(-0.78, 66, 14).paint(matte("mustard", 0xd9a441)), pillow(0.8, 64, -10).paint(matte("cream", 0xe9e0cf)))},
				}
			},
			formats: []string{"glb", "obj"}, backdrop: rgb(0xe8e1d8), views: []view{{-28, 17}, {34, 30}},
		},
		{
			Author: "juniper-forge", Title: "Tall Bookshelf Filled with Books",
			DescriptionHTML: "<p>Five shelves of clothbound books in eight colours, of many heights and thicknesses.</p>" +
				"<ul><li>Each book is a closed box with broken edges</li><li>No textures: recolour a whole series by its material</li></ul>",
			Tags: []string{"bookshelf", "bookcase", "books", "storage", "library", "walnut"}, Category: "furniture", Subcategory: "storage",
			ProductType: "cg", Price: "0", License: "general", GameReady: true,
			scene: func() []Part {
				return []Part{{Name: "bookshelf", Mesh: bookshelf(0.95, 1.9, 5, walnut())}}
			},
			formats: []string{"glb", "obj"}, backdrop: rgb(0xdfe4e6), views: []view{{-24, 10}, {30, 20}},
		},
		{
			Author: "brasshopper", Title: "Lamp Family: Tripod, Reading and Table Lamp",
			DescriptionHTML: "<p>Three lamps with drum shades open above and below: one on walnut legs, two on brass discs.</p>" +
				"<p>The bulbs share one <em>emissive</em> material, ready to be switched off or replaced by real lights. The tallest is 1.55 m high.</p>",
			Tags: []string{"lamp", "floor lamp", "table lamp", "tripod", "lighting", "collection"}, Category: "furniture", Subcategory: "lighting",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene: func() []Part {
				return []Part{
					{Name: "tripod lamp", Mesh: floorLamp(3, walnut(), matte("linen", 0xf0dfbd)).turnZ(30).move(-0.5, 0.1, 0)},
					{Name: "reading lamp", Mesh: floorLamp(0, brass(), matte("forest shade", 0x3f6b57)).scale(0.9, 0.9, 0.8).move(0.1, 0.2, 0)},
					{Name: "table lamp", Mesh: floorLamp(0, brass(), matte("brick shade", 0xc4694a)).scale(0.72, 0.72, 0.42).move(0.58, -0.05, 0)},
				}
			},
			formats: []string{"glb"}, backdrop: rgb(0xd8d5cf), views: []view{{-12, 9}, {30, 20}},
		},
	}
}
