// Package scenery has the numbers of the small photo studio in which models are
// shown: where the camera stands, the lights, the backdrop and what bare surfaces
// are made of. Pictures are drawn by them on the server, and the page's viewer
// shows the same by the same numbers, which make viewer writes into its sources.
package scenery

// Scenery is all that a camera, lights and surfaces need. Colours are linear light
// unless they say otherwise.
type Scenery struct {
	Camera   Camera   `json:"camera"`
	Light    Light    `json:"light"`
	Backdrop Backdrop `json:"backdrop"`
	Clay     Bare     `json:"clay"`     // what has no material of its own
	Graphite Bare     `json:"graphite"` // points without a colour
}

// Camera says from where a model is seen whose box has a diagonal of 1, and how it
// fills the picture.
type Camera struct {
	Distance float64 `json:"distance"` // of the eye from the middle
	Margins  Margins `json:"margins"`
	Around   float64 `json:"around"` // degrees from the front to the right
	Above    float64 `json:"above"`  // degrees
	// Of what is Deep times deeper than wide, and of what is Wide times wider than
	// deep, more is seen of the longer side.
	Deep       float64 `json:"deep"`
	AroundDeep float64 `json:"around_deep"`
	Wide       float64 `json:"wide"`
	AroundWide float64 `json:"around_wide"`
	// What is lower than Flat times its length is seen from higher above.
	Flat      float64 `json:"flat"`
	AboveFlat float64 `json:"above_flat"`
	Splats    View    `json:"splats"` // from where splats are seen, whose extent says little of their front
}

// View says from where something is seen, in degrees.
type View struct {
	Around float64 `json:"around"`
	Above  float64 `json:"above"`
}

// Margins are around a model, in hundredths of the picture.
type Margins struct {
	X      int `json:"x"`
	Top    int `json:"top"`
	Bottom int `json:"bottom"`
}

// Light is a key light over the left shoulder, a weaker one from the right, and a
// sky.
type Light struct {
	Key       float64    `json:"key"`
	Side      float64    `json:"side"`
	Sky       float64    `json:"sky"`
	Exposure  float64    `json:"exposure"`
	KeyColor  [3]float64 `json:"key_color"`
	SideColor [3]float64 `json:"side_color"`
	SkyColor  [3]float64 `json:"sky_color"`
	// From where they come: so much of the way to the eye, to its right, and up.
	KeyFrom  [3]float64 `json:"key_from"`
	SideFrom [3]float64 `json:"side_from"`
}

// Backdrop is the paper roll behind and below a model.
type Backdrop struct {
	Paper [3]uint8 `json:"paper"` // sRGB
	// How much the paper keeps in full shadow: of the key light, and of the sky.
	Key float64 `json:"key"`
	Sky float64 `json:"sky"`
}

// Bare is a surface that has no material.
type Bare struct {
	Color     [3]float64 `json:"color"`
	Roughness float64    `json:"roughness"`
}

// The studio's numbers.
const (
	Distance = 1.9

	MarginX      = 11
	MarginTop    = 10
	MarginBottom = 12

	KeyLight  = 1.75
	SideLight = 0.5
	SkyLight  = 0.78
	Exposure  = 0.62

	ClayRoughness = 0.62
)

// Numbers returns the studio.
func Numbers() Scenery {
	return Scenery{
		Camera: Camera{
			Distance: Distance, Margins: Margins{MarginX, MarginTop, MarginBottom},
			Around: 32, Above: 20, Deep: 1.5, AroundDeep: 52, Wide: 4, AroundWide: 20, Flat: 0.3, AboveFlat: 50,
			Splats: View{25, 14},
		},
		Light: Light{
			Key: KeyLight, Side: SideLight, Sky: SkyLight, Exposure: Exposure,
			KeyColor: [3]float64{1, 0.985, 0.96}, SideColor: [3]float64{0.92, 0.97, 1}, SkyColor: [3]float64{0.95, 0.98, 1.02},
			KeyFrom: [3]float64{0.55, -0.55, 1.15}, SideFrom: [3]float64{0.25, 0.9, 0.25},
		},
		Backdrop: Backdrop{Paper: [3]uint8{0xe6, 0xe8, 0xea}, Key: 0.52, Sky: 0.35},
		Clay:     Bare{[3]float64{0.56, 0.545, 0.52}, ClayRoughness},
		Graphite: Bare{[3]float64{0.055, 0.075, 0.10}, ClayRoughness},
	}
}
