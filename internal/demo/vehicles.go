package demo

import (
	"slices"

	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt"
)

// vehicles are things that drive, fly, sail and orbit, oldest first.
func vehicles() []Item {
	return slices.Concat(carItems(), trackItems(), airItems(), seaItems(), spaceItems())
}

func carItems() []Item {
	return []Item{
		{
			Author: "cubesmith", Title: "Low-Poly Town Cars: Hatchback, Pickup and Van",
			DescriptionHTML: "<p>Three faceted cars that share one scale, one wheel and one set of flat colours, so that they can be mixed " +
				"freely in a street.</p>" +
				"<ul><li>Three separate objects, origin on the ground</li><li>No textures: recolour a car by one material</li></ul>",
			Tags: []string{"low poly", "car", "pickup", "van", "hatchback", "collection", "city"}, Category: "cars", Subcategory: "low-poly-cars",
			ProductType: "cg", Price: "0", License: "general", GameReady: true,
			scene:   cg.TownCars,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xdfe8ec), views: []view{{-34, 24}, {146, 26}},
		},
		{
			Author: "atelier-nord", Title: "1930s Open Roadster with Wire Wheels",
			DescriptionHTML: "<p>An open two-seater in the manner of the early thirties, with flowing wings, a chromed radiator and the spare " +
				"wheel on its tail.</p>" +
				"<p>Every wheel has <strong>forty separate spokes</strong>; leather, paint, chrome and tyres are materials of their own. The design " +
				"is invented and shows no real make.</p>",
			Tags: []string{"vintage", "roadster", "classic car", "1930s", "convertible", "chrome", "wire wheels"}, Category: "cars",
			Subcategory: "vintage-cars",
			ProductType: "cg", Price: "39.00", OriginalPrice: "55.00", License: "general", PBR: true,
			scene:   cg.OpenRoadster,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe8e2d6), views: []view{{-42, 16}, {-142, 20}, {-5, 12}},
		},
		{
			Author: "gearwright", Title: "18-Inch Alloy Wheel with Tyre and Brake",
			DescriptionHTML: "<p>A five twin-spoke alloy wheel in real size with a grooved road tyre, a drilled brake disc and a red caliper " +
				"behind it.</p>" +
				"<ul><li>Fits scenes in metres: 0.67 m across</li><li>Materials: alloy, rubber, steel, caliper paint</li></ul>",
			Tags: []string{"wheel", "rim", "alloy", "tyre", "brake disc", "car part"}, Category: "cars", Subcategory: "car-parts",
			ProductType: "cg", Price: "0", License: "general", GameReady: true, PBR: true,
			scene:   cg.Wheel,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xdadde0), views: []view{{-36, 12}, {8, 6}},
		},
	}
}

// trackItems are what runs on rails and cycle paths.
func trackItems() []Item {
	return []Item{
		{
			Author: "brasshopper", Title: "Steam Tank Engine No. 7 with Side Tanks and Coal Bunker",
			DescriptionHTML: "<p>A six-coupled tank engine as it shunted on country railways: brass dome, spectacle plate, outside cylinders and " +
				"a full bunker.</p>" +
				"<ul><li>Standard gauge, built in metres</li><li>Coupling and connecting rods meet their crank pins</li>" +
				"<li>Stands on eleven metres of track</li></ul>",
			Tags: []string{"steam", "locomotive", "train", "railway", "tank engine", "vintage", "track"}, Category: "vehicles",
			Subcategory: "trains",
			ProductType: "cg", Price: "34.50", License: "general", PBR: true,
			scene:   cg.Locomotive,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xe4e3d8), views: []view{{40, 13}, {-130, 20}},
		},
		{
			Author: "juniper-forge", Title: "Town Bicycle with Wicker Basket",
			DescriptionHTML: "<p>A step-through town bicycle with cream tyres, mudguards, a sprung leather saddle and a wicker basket in " +
				"front.</p>" +
				"<p>Each wheel is laced with <strong>32 spokes</strong>, and the chain runs truly from the ring to the rear cog.</p>",
			Tags: []string{"bicycle", "bike", "city", "wicker basket", "retro", "street"}, Category: "vehicles", Subcategory: "bicycles",
			ProductType: "cg", Price: "16.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.Bicycle,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xefe6d8), views: []view{{62, 12}, {-40, 18}},
		},
	}
}

func airItems() []Item {
	return []Item{
		{
			Author: "halcyon-studio", Title: "Folding Camera Drone, Rotors Animated",
			DescriptionHTML: "<p>A compact quadcopter with a stabilised camera, position lights and a snap-in battery.</p>" +
				"<ul><li>The four rotors are separate objects and turn in pairs against each other</li>" +
				"<li>Rotation is a loop of 0.4 seconds in the GLB file</li><li>40 cm from motor to motor, across</li></ul>",
			Tags: []string{"drone", "quadcopter", "animated", "camera", "rotor", "gadget"}, Category: "aircraft", Subcategory: "drones",
			ProductType: "cg", Price: "22.00", OriginalPrice: "29.00", License: "general", GameReady: true, Animated: true, PBR: true,
			scene:   cg.Drone,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xd6e2ea), views: []view{{-30, 26}, {20, 60}},
		},
		{
			Author: "fjord3d", Title: "Open-Cockpit Biplane with Turning Propeller",
			DescriptionHTML: "<p>A two-seat biplane of the barnstorming years: nine-cylinder radial engine, bracing wires, wooden struts and " +
				"striped fabric wings.</p>" +
				"<ul><li>Propeller is its own object, pivoted at the hub and animated</li><li>Rests on its tail skid at the right angle</li></ul>",
			Tags: []string{"biplane", "airplane", "vintage", "propeller", "animated", "radial engine", "historic"}, Category: "aircraft",
			Subcategory: "historic-aircraft",
			ProductType: "cg", Price: "27.00", License: "general", Animated: true, PBR: true,
			scene:   cg.RedBiplane,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xd9e6ee), views: []view{{-38, 17}, {140, 24}},
		},
	}
}

func seaItems() []Item {
	return []Item{
		{
			Author: "driftwood-lab", Title: "Classic Sloop with Main and Jib Set",
			DescriptionHTML: "<p>A long-keeled wooden sloop of 8.4 metres with navy topsides, teak deck and filled sails, standing on its " +
				"cradle.</p>" +
				"<ul><li>Hull, deck, rig and sails by separate materials</li><li>Take the cradle away and set the waterline at 1.6 m for a scene at " +
				"sea</li></ul>",
			Tags: []string{"sailing boat", "sloop", "yacht", "sails", "nautical", "wooden boat", "harbour"}, Category: "watercraft",
			Subcategory: "sailing-boats",
			ProductType: "cg", Price: "28.00", License: "general", PBR: true,
			scene:   cg.Sloop,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0xcfe0e6), views: []view{{-52, 10}, {130, 22}},
		},
	}
}

func spaceItems() []Item {
	return []Item{
		{
			Author: "inkbit", Title: "Long-Range Explorer Spaceship, Landed",
			DescriptionHTML: "<p>A crewed explorer with a glazed bridge, swept wings and three glowing drives, resting on its landing legs.</p>" +
				"<ul><li>26 metres long, in real scale</li><li>Emissive drives, windows and beacons</li>" +
				"<li>Nine flat materials, quick to repaint for a fleet</li></ul>",
			Tags: []string{"spaceship", "sci-fi", "spacecraft", "explorer", "game asset", "emissive"}, Category: "space", Subcategory: "spaceships",
			ProductType: "cg", Price: "45.00", OriginalPrice: "60.00", License: "general", GameReady: true, PBR: true,
			scene:   cg.Spaceship,
			formats: []string{"glb", "obj"}, backdrop: sculpt.RGB(0x8fa0b3), views: []view{{-44, 20}, {148, 18}},
		},
		{
			Author: "ember-props", Title: "Picture-Book Rocket on Four Fins",
			DescriptionHTML: "<p>The rocket from everyone's first picture book: a fat cigar on four fins with portholes, a checked skirt and a " +
				"ladder to the door.</p>" +
				"<p>Light enough for mobile games and made of <em>flat colours only</em>.</p>",
			Tags: []string{"rocket", "retro", "cartoon", "space", "toy", "free"}, Category: "space", Subcategory: "rockets-satellites",
			ProductType: "cg", Price: "0", License: "custom", CustomLicense: "Use it in any work, sold or free. Please name ember-props. Do not " +
				"sell the files by themselves.", GameReady: true,
			scene:   cg.Rocket,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0xbfdbe6), views: []view{{-24, 8}, {20, 24}},
		},
		{
			Author: "halcyon-studio", Title: "Ringed Gas Giant with Moon, Animated",
			DescriptionHTML: "<p>A banded gas giant with one great storm, three dusty rings and a small cratered moon on its way around.</p>" +
				"<ul><li>Painted cloud texture, 1024 × 512 pixels, without a seam</li><li>Planet turns in 24 seconds, the moon in 60</li>" +
				"<li>Radius 1 m: scale it to your scene</li></ul>",
			Tags: []string{"planet", "gas giant", "rings", "moon", "space", "animated", "textured"}, Category: "space", Subcategory: "planets",
			ProductType: "cg", Price: "14.00", License: "general", Animated: true, PBR: true,
			scene:   cg.RingedPlanet,
			formats: []string{"glb"}, backdrop: sculpt.RGB(0x252b3d), views: []view{{-14, 17}, {60, 34}},
		},
	}
}
