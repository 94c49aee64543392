package prints_test

import (
	"testing"

	"vitrine/internal/demo/prints"
	"vitrine/internal/demo/sculpt/sculpttest"
)

// TestShapes: sizes are in the unit of the files. No print may be open.
func TestShapes(t *testing.T) {
	t.Parallel()
	sculpttest.Run(t, []sculpttest.Shape{
		{Name: "AlpineValley", Make: prints.AlpineValley, Parts: 1, Size: 110, Triangles: 22880},
		{Name: "AnimalCell", Make: prints.AnimalCell, Parts: 7, Size: 125.2, Triangles: 38828},
		{Name: "BraidedRing", Make: prints.BraidedRing, Parts: 1, Size: 23.2, Triangles: 14688},
		{Name: "CableOctopus", Make: prints.CableOctopus, Parts: 1, Size: 115.5, Triangles: 15936},
		{Name: "Chessmen", Make: prints.Chessmen, Parts: 6, Size: 134, Triangles: 27392},
		{Name: "CookieCutters", Make: prints.CookieCutters, Parts: 3, Size: 18.56, Triangles: 7968},
		{Name: "FacetedPlanter", Make: prints.FacetedPlanter, Parts: 2, Size: 114.2, Triangles: 288},
		{Name: "GinkgoEarrings", Make: prints.GinkgoEarrings, Parts: 1, Size: 89.11, Triangles: 3592},
		{Name: "GyroidOnRing", Make: prints.GyroidOnRing, Parts: 2, Size: 85.35, Triangles: 35484},
		{Name: "HerringboneGears", Make: prints.HerringboneGears, Parts: 4, Size: 113.8, Triangles: 18600},
		{Name: "HexBitStand", Make: prints.HexBitStand, Parts: 1, Size: 3.043, Triangles: 2244},
		{Name: "JumboBolt", Make: prints.JumboBolt, Parts: 3, Size: 157, Triangles: 21340},
		{Name: "MountainDawn", Make: prints.MountainDawn, Parts: 1, Size: 156, Triangles: 7376},
		{Name: "MushroomLight", Make: prints.MushroomLight, Parts: 4, Size: 136.1, Triangles: 24904},
		{Name: "PatientCat", Make: prints.PatientCat, Parts: 1, Size: 112.9, Triangles: 16276},
		{Name: "PencilCup", Make: prints.PencilCup, Parts: 1, Size: 103.9, Triangles: 13728},
		{Name: "QuadFrame", Make: prints.QuadFrame, Parts: 6, Size: 186.6, Triangles: 9712},
		{Name: "RoundSpectacles", Make: prints.RoundSpectacles, Parts: 3, Size: 134.4, Triangles: 6520},
		{Name: "ScenicBases", Make: prints.ScenicBases, Parts: 5, Size: 120, Triangles: 18728},
		{Name: "SkyTrader", Make: prints.SkyTrader, Parts: 1, Size: 97, Triangles: 15950},
		{Name: "SomaCube", Make: prints.SomaCube, Parts: 7, Size: 170.7, Triangles: 1428},
		{Name: "SwooshStand", Make: prints.SwooshStand, Parts: 1, Size: 107, Triangles: 2628},
		{Name: "TwistedVase", Make: prints.TwistedVase, Parts: 1, Size: 165, Triangles: 13640},
		{Name: "TwistingCone", Make: prints.TwistingCone, Parts: 2, Size: 137.1, Triangles: 17472},
		{Name: "WanderingWizard", Make: prints.WanderingWizard, Parts: 1, Size: 58.08, Triangles: 25984},
		{Name: "Watchtower", Make: prints.Watchtower, Parts: 4, Size: 112.1, Triangles: 11764},
	})
}
