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
	}
}
