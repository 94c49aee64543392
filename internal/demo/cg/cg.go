// Package cg makes the shapes that the demonstration offers for computer graphics:
// furniture, things of the household, vehicles, creatures, buildings and plants. A
// shape is a function without arguments that builds its parts anew.
//
// Shapes are Z-up, in metres, stand on the ground and look to -Y. Surfaces that are
// seen from both sides have a face for each.
package cg

import "vitrine/internal/demo/sculpt"

// The materials that several shapes share.
func oak() sculpt.Material     { return sculpt.Satin("oak", 0xc39a66) }
func walnut() sculpt.Material  { return sculpt.Satin("walnut", 0x6b4630) }
func steel() sculpt.Material   { return sculpt.Metal("steel", 0xc4c8cc, 0.32) }
func iron() sculpt.Material    { return sculpt.Metal("dark iron", 0x6a6c70, 0.5) }
func brass() sculpt.Material   { return sculpt.Metal("brass", 0xd9b25c, 0.26) }
func gold() sculpt.Material    { return sculpt.Metal("gold", 0xf0c45a, 0.16) }
func silver() sculpt.Material  { return sculpt.Metal("silver", 0xe6e7ea, 0.14) }
func copper() sculpt.Material  { return sculpt.Metal("copper", 0xd98f66, 0.26) }
func rubber() sculpt.Material  { return sculpt.Matte("rubber", 0x2b2c2f) }
func white() sculpt.Material   { return sculpt.Satin("white", 0xf1efea) }
func black() sculpt.Material   { return sculpt.Satin("black", 0x26272b) }
func glass() sculpt.Material   { return sculpt.Glossy("dark glass", 0x32414f) }
func leaves() sculpt.Material  { return sculpt.Matte("leaves", 0x5f8f3e) }
func bark() sculpt.Material    { return sculpt.Matte("bark", 0x6f5138) }
func granite() sculpt.Material { return sculpt.Matte("stone", 0x9a968d) }
