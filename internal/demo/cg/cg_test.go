package cg_test

import (
	"testing"

	"vitrine/internal/demo/cg"
	"vitrine/internal/demo/sculpt/sculpttest"
)

// TestShapes: sizes are metres. Sheets have a face for each side and no edge between
// them; skins lie on a solid.
func TestShapes(t *testing.T) {
	t.Parallel()
	sculpttest.Run(t, []sculpttest.Shape{
		{Name: "Amethyst", Make: cg.Amethyst, Parts: 2, Size: 0.2547, Triangles: 2384},
		{Name: "AutumnBeech", Make: cg.AutumnBeech, Parts: 3, Size: 7.072, Triangles: 29610},
		{Name: "Bicycle", Make: cg.Bicycle, Parts: 1, Size: 1.803, Triangles: 18356, Open: map[string]string{
			"bicycle": "the mudguards are inside out",
		}},
		{Name: "Cabin", Make: cg.Cabin, Parts: 4, Size: 14.8, Triangles: 15148},
		{Name: "Caffeine", Make: cg.Caffeine, Parts: 2, Size: 0.7766, Triangles: 15456},
		{Name: "Camera", Make: cg.Camera, Parts: 1, Size: 0.2076, Triangles: 16800, Open: map[string]string{
			"camera": "the lens and its ring are skins",
		}},
		{Name: "Castle", Make: cg.Castle, Parts: 4, Size: 72, Triangles: 31152, Open: map[string]string{
			"walls": "the pennants are sheets",
			"keep":  "the pennant is a sheet",
		}},
		{Name: "CeladonTeaSet", Make: cg.CeladonTeaSet, Parts: 4, Size: 0.5, Triangles: 11496},
		{Name: "Chest", Make: cg.Chest, Parts: 3, Size: 1.066, Triangles: 30220, Open: map[string]string{
			"treasure": "the heap of gold is a skin",
		}},
		{Name: "Clownfish", Make: cg.Clownfish, Parts: 2, Size: 1.56, Triangles: 22620, Open: map[string]string{
			"fish": "the fins are sheets",
		}},
		{Name: "DiningChair", Make: cg.DiningChair, Parts: 1, Size: 0.8636, Triangles: 828},
		{Name: "Doughnuts", Make: cg.Doughnuts, Parts: 7, Size: 0.336, Triangles: 22404, Open: iced()},
		{Name: "Drone", Make: cg.Drone, Parts: 5, Size: 0.4925, Triangles: 9248},
		{Name: "FilledBookshelf", Make: cg.FilledBookshelf, Parts: 1, Size: 1.9, Triangles: 4928},
		{Name: "FloatingIsland", Make: cg.FloatingIsland, Parts: 5, Size: 11.89, Triangles: 10320, Open: map[string]string{
			"land": "turf, earth and water are skins that overlap",
		}},
		{Name: "Fountain", Make: cg.Fountain, Parts: 2, Size: 5.266, Triangles: 18352},
		{Name: "FruitBowl", Make: cg.FruitBowl, Parts: 6, Size: 0.2873, Triangles: 25588},
		{Name: "Globe", Make: cg.Globe, Parts: 3, Size: 0.4539, Triangles: 10272},
		{Name: "Guitar", Make: cg.Guitar, Parts: 2, Size: 1.084, Triangles: 7920},
		{Name: "LampAndBench", Make: cg.LampAndBench, Parts: 3, Size: 3.75, Triangles: 18416},
		{Name: "LampFamily", Make: cg.LampFamily, Parts: 3, Size: 1.552, Triangles: 4688},
		{Name: "LeatherFootball", Make: cg.LeatherFootball, Parts: 1, Size: 0.22, Triangles: 16604},
		{Name: "Locomotive", Make: cg.Locomotive, Parts: 1, Size: 11, Triangles: 22344},
		{Name: "MarbleBistro", Make: cg.MarbleBistro, Parts: 3, Size: 1.459, Triangles: 7968},
		{Name: "Monstera", Make: cg.Monstera, Parts: 3, Size: 1.202, Triangles: 15768},
		{Name: "OpenRoadster", Make: cg.OpenRoadster, Parts: 1, Size: 4.281, Triangles: 23820, Open: map[string]string{
			"roadster": "the white walls of the tyres are inside out",
		}},
		{Name: "PinePack", Make: cg.PinePack, Parts: 5, Size: 4.989, Triangles: 1430},
		{Name: "PlanetaryGears", Make: cg.PlanetaryGears, Parts: 6, Size: 0.259, Triangles: 10272},
		{Name: "RedBiplane", Make: cg.RedBiplane, Parts: 2, Size: 8.8, Triangles: 16502},
		{Name: "RingedPlanet", Make: cg.RingedPlanet, Parts: 3, Size: 4.378, Triangles: 9392, Open: map[string]string{
			"rings": "they are sheets",
		}},
		{Name: "Robot", Make: cg.Robot, Parts: 6, Size: 1.725, Triangles: 23196},
		{Name: "Rocket", Make: cg.Rocket, Parts: 1, Size: 13.02, Triangles: 8976},
		{Name: "Sloop", Make: cg.Sloop, Parts: 1, Size: 12.25, Triangles: 16540, Open: map[string]string{
			"sloop": "sails and pennant are sheets",
		}},
		{Name: "Spaceship", Make: cg.Spaceship, Parts: 1, Size: 25.9, Triangles: 12480, Open: map[string]string{
			"explorer": "the drives are open at their ends",
		}},
		{Name: "SpiralStaircase", Make: cg.SpiralStaircase, Parts: 4, Size: 4.315, Triangles: 28424},
		{Name: "StoneBridge", Make: cg.StoneBridge, Parts: 3, Size: 22, Triangles: 23456},
		{Name: "SwordInStone", Make: cg.SwordInStone, Parts: 2, Size: 1.216, Triangles: 14384, Open: map[string]string{
			"sword": "the blade is open in the hilt",
		}},
		{Name: "ThreeSeater", Make: cg.ThreeSeater, Parts: 2, Size: 2.395, Triangles: 10816},
		{Name: "TownCars", Make: cg.TownCars, Parts: 3, Size: 6.92, Triangles: 2808},
		{Name: "Wheel", Make: cg.Wheel, Parts: 1, Size: 0.667, Triangles: 14854, Open: map[string]string{
			"wheel": "the caliper is a hull of points of which some lie inside",
		}},
	})
}

func iced() map[string]string {
	open := map[string]string{}
	for _, letter := range "abcdef" {
		open["doughnut "+string(letter)] = "the icing lies on it as a skin"
	}
	return open
}
