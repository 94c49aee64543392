package preview

import (
	"context"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

// writePoints shows the vertices of a model without faces, evenly chosen where
// there are too many.
func writePoints(ctx context.Context, w io.Writer, m *geometry.Model, b *bounds) error {
	total := 0
	for i := range m.Instances {
		if mesh := m.Instances[i].Mesh; mesh >= 0 && mesh < len(m.Meshes) {
			total += len(m.Meshes[mesh].Positions) / 3
		}
	}
	limit := b.of(int64(total), b.points)
	if limit == 0 {
		return ErrNothing
	}
	c := pointCloud{stride: (total + limit - 1) / limit, bounds: emptyBox()}
	for i := range m.Instances {
		number := m.Instances[i].Mesh
		if number < 0 || number >= len(m.Meshes) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		c.add(&placed{mesh: &m.Meshes[number], place: newMatrix(&m.Instances[i].Matrix, m.UpAxis)})
	}
	if len(c.points) == 0 {
		return ErrNothing
	}
	return writeCloud(w, c.points, c.wedges, c.bounds, c.colored)
}

// pointCloud gathers every stride-th point of a model.
type pointCloud struct {
	stride, seen int
	bounds       box
	points       []vector
	wedges       []wedge
	colored      bool
}

func (c *pointCloud) add(from *placed) {
	t := triangle{placed: from}
	first := -c.seen % c.stride // so that the stride goes on from mesh to mesh
	if first < 0 {
		first += c.stride
	}
	n := len(t.mesh.Positions) / 3
	c.seen += n
	for at := first; at < n; at += c.stride {
		p := t.mesh.Positions[3*at:]
		place := t.place.point(float64(p[0]), float64(p[1]), float64(p[2]))
		if !place.bounded() {
			continue
		}
		t.at[0] = uint32(at)
		c.bounds.add(place)
		c.wedges = append(c.wedges, wedge{point: uint32(len(c.points)), color: t.color(0)})
		c.points = append(c.points, place)
		c.colored = c.colored || t.mesh.Colors != nil
	}
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
	look := plain(scenery.Numbers().Graphite)
	if colored {
		look = painted()
	}
	doc := newDocument()
	doc.addPrimitive(&p, look)
	doc.centre(bounds.fit(bounds.max))
	return doc.write(w)
}
