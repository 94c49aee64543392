package demo

import (
	"fmt"
	"io"
	"slices"

	"vitrine"
	"vitrine/internal/demo/sculpt"
)

// Model is an item with its geometry.
type Model struct {
	Item
	Info  Info // of models for computer graphics
	Files []File
	// Pictures are JPEGs, the best first.
	Pictures []File
}

// Build makes an item's geometry. The bytes of its files and pictures are made
// when they are written.
func (item Item) Build() Model {
	parts := item.scene()
	m := Model{Item: item, Files: item.files(parts)}
	if item.ProductType == string(vitrine.CG) {
		m.Info = item.measured(parts)
	}
	whole := joined(parts)
	for i, from := range item.views {
		m.Pictures = append(m.Pictures, File{
			Name:  fmt.Sprintf("%s-%d.jpg", vitrine.Slug(item.Title), i+1),
			Write: func(w io.Writer) error { return writePicture(w, whole, from, item.backdrop) },
		})
	}
	return m
}

// files are those of each format. A print that comes in parts has a file for
// each.
func (item Item) files(parts []sculpt.Part) []File {
	name := vitrine.Slug(item.Title)
	var files []File
	for _, format := range item.formats {
		switch format {
		case "glb":
			files = append(files, File{name + ".glb", func(w io.Writer) error { return writeGLB(w, parts) }})
		case "obj":
			files = append(files,
				File{name + ".obj", func(w io.Writer) error { return writeOBJ(w, parts, name+".mtl") }},
				File{name + ".mtl", func(w io.Writer) error { return writeMTL(w, parts) }})
		case "stl":
			files = append(files, stlFiles(name, parts, item.SplitIntoParts)...)
		}
	}
	return files
}

func stlFiles(name string, parts []sculpt.Part, split bool) []File {
	if split {
		files := make([]File, len(parts))
		for i, p := range parts {
			files[i] = File{name + "-" + vitrine.Slug(p.Name) + ".stl", func(w io.Writer) error { return writeSTL(w, p.Mesh) }}
		}
		return files
	}
	return []File{{name + ".stl", func(w io.Writer) error { return writeSTL(w, joined(parts)) }}}
}

func joined(parts []sculpt.Part) *sculpt.Mesh {
	meshes := make([]*sculpt.Mesh, len(parts))
	for i, p := range parts {
		meshes[i] = p.Mesh
	}
	return sculpt.Join(meshes...)
}

// measured counts what the GLB file will hold.
func (item Item) measured(parts []sculpt.Part) Info {
	info := Info{GeometryType: "polygonal_mesh", Materials: true, UnwrappedUVs: "no", Collection: slices.Contains(item.Tags, "collection")}
	for _, p := range parts {
		split, _ := primitives(p.Mesh)
		for _, primitive := range split {
			info.Polygons += len(primitive.Indices) / 3
			info.Vertices += len(primitive.Positions)
			if primitive.UVs != nil {
				info.Textures, info.UVWMapping, info.UnwrappedUVs = true, true, "unknown"
			}
		}
	}
	return info
}
