// Package demo makes the content of a demonstration marketplace: some seventy
// 3D models with their texts, prices, files and pictures, by a handful of
// invented sellers. The shapes are made by demo/cg and demo/prints when they are
// asked for; nothing is random from run to run, so the same release makes the
// same bytes on the same kind of machine.
//
// Shapes are Z-up. The writers turn them to each format's convention: glTF and
// OBJ are Y-up, STL stays Z-up.
//
// The package knows nothing of the server. The demo command reads Catalogue and
// submits each item to the server as a seller would.
package demo

import (
	"io"

	"vitrine/internal/demo/sculpt"
)

// Author is a seller of the demonstration.
type Author struct {
	Username string
	Email    string
}

// Item is a model as its seller describes it. Fields that belong to the other
// product type are zero.
type Item struct {
	Author          string // a username
	Title           string
	DescriptionHTML string
	Tags            []string
	Category        string // slugs of the shipped tree
	Subcategory     string
	ProductType     string // cg or printable
	Price           string // decimal; "0" is free
	OriginalPrice   string // above Price while discounted, else ""
	License         string // general, editorial or custom
	CustomLicense   string // the terms, when License is custom

	GameReady bool // these are for cg
	Animated  bool
	Rigged    bool
	PBR       bool
	Info      Info

	Units                string // these are for printable
	PreSupported         bool
	SplitIntoParts       bool
	MultiplePartsDetails string

	scene    func() []sculpt.Part
	formats  []string // glb, obj and stl
	backdrop sculpt.Color
	views    []view // one picture each
}

// Info describes an Item's geometry, by the names of the interface. The counts are
// those of the GLB file, which is the richest of the files.
type Info struct {
	Polygons     int    `json:"polygons"`
	Vertices     int    `json:"vertices"`
	GeometryType string `json:"geometry_type"`
	Collection   bool   `json:"collection"`
	Textures     bool   `json:"textures"`
	Materials    bool   `json:"materials"`
	PluginsUsed  bool   `json:"plugins_used"`
	UVWMapping   bool   `json:"uvw_mapping"`
	UnwrappedUVs string `json:"unwrapped_uvs"`
}

// File is one file of an item. It is made when Write is called.
type File struct {
	Name  string
	Write func(w io.Writer) error
}
