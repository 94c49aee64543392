package preview

import (
	"context"
	"io"

	"vitrine/internal/geometry"
)

// writePoints shows the vertices of a model without faces, evenly chosen where
// there are too many.
func writePoints(ctx context.Context, w io.Writer, m *geometry.Model) error {
	total := 0
	for i := range m.Instances {
		if mesh := m.Instances[i].Mesh; mesh >= 0 && mesh < len(m.Meshes) {
			total += len(m.Meshes[mesh].Positions) / 3
		}
	}
	if total == 0 {
		return ErrNothing
	}
	stride := (total + maxPoints - 1) / maxPoints
	bounds, colored := emptyBox(), false
	var points []vector
	var wedges []wedge
	seen := 0
	for i := range m.Instances {
		number := m.Instances[i].Mesh
		if number < 0 || number >= len(m.Meshes) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		t := triangle{placed: &placed{mesh: &m.Meshes[number], place: newMatrix(&m.Instances[i].Matrix, m.UpAxis)}}
		first := -seen % stride // so that the stride goes on from mesh to mesh
		if first < 0 {
			first += stride
		}
		n := len(t.mesh.Positions) / 3
		seen += n
		for at := first; at < n; at += stride {
			p := t.mesh.Positions[3*at:]
			place := t.place.point(float64(p[0]), float64(p[1]), float64(p[2]))
			if !place.bounded() {
				continue
			}
			t.at[0] = uint32(at)
			bounds.add(place)
			wedges = append(wedges, wedge{point: uint32(len(points)), color: t.color(0)})
			points = append(points, place)
			colored = colored || t.mesh.Colors != nil
		}
	}
	if len(points) == 0 {
		return ErrNothing
	}
	return writeCloud(w, points, wedges, bounds, colored)
}

func writeCloud(w io.Writer, points []vector, wedges []wedge, bounds box, colored bool) error {
	for i, p := range points {
		points[i] = bounds.fit(p)
	}
	p := packer{surface: &surface{points: points}, painted: colored}
	for i := range wedges {
		wedges[i].color[3] = 255
		p.vertices = append(p.vertices, p.vertex(&wedges[i], [3]int8{}))
	}
	look := plain(0.5)
	if colored {
		look = plain(1)
	}
	doc := newDocument()
	doc.addPrimitive(&p, look)
	doc.centre(bounds.fit(bounds.max))
	return doc.write(w)
}
