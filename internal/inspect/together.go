package inspect

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
)

// readTogether reads the shapes of a set and writes what is wanted of all of them.
func readTogether(ctx context.Context, sources map[string]source.File, want Want, out io.Writer) error {
	report := detect.Report{Format: geometry.Unknown}
	var shapes []*geometry.Model
	for _, piece := range want.Pieces {
		file, ok := sources[piece.Name]
		if !ok {
			report.Missing = append(report.Missing, piece.Name)
			continue
		}
		file.Name = "piece.glb"
		read, shape, err := detect.Inspect(source.Input{File: file})
		if err != nil {
			return err
		}
		if shape == nil {
			return fmt.Errorf("read the shape %s: %v", piece.Name, read.Problems)
		}
		shapes = append(shapes, shape)
	}
	if err := writeReport(report, out); err != nil || len(report.Missing) > 0 {
		return err
	}
	return depict(ctx, assemble(shapes, want.Pieces), want, map[*geometry.Texture]bool{}, out)
}

// assemble makes one model of the shapes of a set: each in its size, side by side.
func assemble(shapes []*geometry.Model, pieces []Piece) *geometry.Model {
	largest := 0.0
	for _, piece := range pieces {
		largest = max(largest, piece.Size)
	}
	boxes, scales := make([]extent, len(shapes)), make([]float64, len(shapes))
	for i, shape := range shapes {
		box := extentOf(shape)
		scales[i] = pieces[i].Size / largest / max(box.side(0), box.side(1), box.side(2))
		boxes[i] = box.times(scales[i])
	}
	whole := &geometry.Model{UpAxis: "y"}
	for i, place := range layOut(boxes) {
		box := boxes[i]
		move := [3]float64{place[0] - (box.low[0]+box.high[0])/2, -box.low[1], place[1] - (box.low[2]+box.high[2])/2}
		add(whole, shapes[i], scales[i], move)
	}
	return whole
}

// add puts a shape beside what a model has already.
func add(whole, shape *geometry.Model, scale float64, move [3]float64) {
	meshes, materials := len(whole.Meshes), len(whole.Materials)
	whole.Materials = append(whole.Materials, shape.Materials...)
	for _, mesh := range shape.Meshes {
		mesh.Groups = slices.Clone(mesh.Groups)
		for i := range mesh.Groups {
			if mesh.Groups[i].Material >= 0 {
				mesh.Groups[i].Material += materials
			}
		}
		whole.Meshes = append(whole.Meshes, mesh)
	}
	for _, instance := range shape.Instances {
		instance.Mesh += meshes
		for column := range 4 {
			for row := range 3 {
				at := &instance.Matrix[4*column+row]
				*at = *at*scale + instance.Matrix[4*column+3]*move[row]
			}
		}
		whole.Instances = append(whole.Instances, instance)
	}
}

// extent is a box with y upwards.
type extent struct{ low, high [3]float64 }

func (e *extent) side(axis int) float64 { return e.high[axis] - e.low[axis] }

func (e extent) times(scale float64) extent {
	for axis := range 3 {
		e.low[axis] *= scale
		e.high[axis] *= scale
	}
	return e
}

// extentOf is the box of a shape.
func extentOf(shape *geometry.Model) extent {
	inf := math.Inf(1)
	e := extent{[3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}}
	for i := range shape.Instances {
		m := &shape.Instances[i].Matrix
		positions := shape.Meshes[shape.Instances[i].Mesh].Positions
		for ; len(positions) >= 3; positions = positions[3:] {
			x, y, z := float64(positions[0]), float64(positions[1]), float64(positions[2])
			for axis := range 3 {
				v := m[axis]*x + m[4+axis]*y + m[8+axis]*z + m[12+axis]
				e.low[axis], e.high[axis] = min(e.low[axis], v), max(e.high[axis], v)
			}
		}
	}
	return e
}

// The floor that a set is laid out on: so many times wider than deep, with gaps that
// are so large beside the side of an average piece.
const (
	floorAspect = 2.0
	gapShare    = 0.35
)

// layOut gives each piece its place on the floor, the middle of its box in x and z:
// in rows, the higher ones behind, each row in the order of the pieces.
func layOut(boxes []extent) [][2]float64 {
	area, widest, order := 0.0, 0.0, []int(nil)
	for i := range boxes {
		area += boxes[i].side(0) * boxes[i].side(2)
		widest, order = max(widest, boxes[i].side(0)), append(order, i)
	}
	gap := gapShare * math.Sqrt(area/float64(len(boxes)))
	slices.SortStableFunc(order, func(a, b int) int { return higher(&boxes[a], &boxes[b]) })
	room := max(widest, math.Sqrt(floorAspect*area*(1+gapShare)*(1+gapShare)))
	places, z := make([][2]float64, len(boxes)), 0.0
	for len(order) > 0 {
		row, width := fill(boxes, order, room, gap)
		order = order[len(row):]
		slices.Sort(row)
		depth := 0.0
		for _, i := range row {
			depth = max(depth, boxes[i].side(2))
		}
		x := -width / 2
		for _, i := range row {
			places[i] = [2]float64{x + boxes[i].side(0)/2, z + depth/2}
			x += boxes[i].side(0) + gap
		}
		z += depth + gap
	}
	return places
}

// higher orders pieces by their height, the highest first.
func higher(a, b *extent) int {
	switch {
	case a.side(1) > b.side(1):
		return -1
	case a.side(1) < b.side(1):
		return 1
	}
	return 0
}

// fill takes as many pieces for a row as there is room for, one at least, and gives
// their width.
func fill(boxes []extent, order []int, room, gap float64) (row []int, width float64) {
	for _, i := range order {
		wider := width + boxes[i].side(0)
		if len(row) > 0 {
			wider += gap
		}
		if len(row) > 0 && wider > room {
			break
		}
		row, width = append(row, i), wider
	}
	return row, width
}
