package demo

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"io"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/meshfile"
)

// writeGLB writes the parts as binary glTF: an object for each, whose primitives
// are its materials.
func writeGLB(w io.Writer, parts []sculpt.Part) error {
	scene := meshfile.Scene{Generator: "vitrine demo"}
	materials := map[string]*meshfile.Material{}
	for _, p := range parts {
		object := meshfile.Object{Name: p.Name}
		if p.Spin != nil {
			object.Spin = &meshfile.Spin{Pivot: yUp(p.Spin.Pivot), Axis: yUp(p.Spin.Axis), Seconds: p.Spin.Seconds}
		}
		split, ids := primitives(p.Mesh)
		for i, id := range ids {
			material := p.Mesh.Materials[id]
			if materials[material.Name] == nil {
				made, err := glbMaterial(material)
				if err != nil {
					return err
				}
				materials[material.Name] = made
			}
			split[i].Material = materials[material.Name]
		}
		object.Primitives = split
		scene.Objects = append(scene.Objects, object)
	}
	return scene.Write(w)
}

func glbMaterial(m sculpt.Material) (*meshfile.Material, error) {
	c := m.Color.Linear()
	made := &meshfile.Material{Name: m.Name, Color: c, Metallic: m.Metallic, Roughness: m.Roughness}
	for k := range c {
		made.Emissive[k] = m.Glow * c[k]
	}
	if m.Texture == nil {
		return made, nil
	}
	var data bytes.Buffer
	if err := jpeg.Encode(&data, m.Texture.Image, &jpeg.Options{Quality: 90}); err != nil {
		return nil, fmt.Errorf("encode texture: %w", err)
	}
	made.Color, made.Texture = [3]float64{1, 1, 1}, data.Bytes()
	return made, nil
}
