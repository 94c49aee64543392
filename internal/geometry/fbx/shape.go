package fbx

import (
	"errors"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// channel is how much of its shapes a mesh takes, in percent: none at 0, each
// whole at its own full weight, and between two of them a part of both.
type channel struct {
	percent float64
	full    []float32 // of each shape, rising
}

// bend moves the points of a mesh as its blend shapes do where the file stands (FBX
// SDK Programmer's Guide, "Blend shape deformers"). Shapes that can't be read, or that
// are too many, leave the points where they are.
func (r *reader) bend(mesh *object, points []float32) error {
	for _, deformer := range r.linked(mesh, kindBlendShape) {
		for _, number := range r.linked(&r.objects[deformer], kindBlendChannel) {
			channel := &r.objects[number]
			err := r.bendBy(channel, r.linked(channel, kindShape), points)
			if _, refused := errors.AsType[*source.Refusal](err); err != nil && !refused {
				return err
			}
		}
	}
	return nil
}

func (r *reader) bendBy(o *object, shapes []int32, points []float32) error {
	channel, err := r.channel(o.record)
	if err != nil || channel.percent == 0 {
		return err
	}
	for i, shape := range shapes {
		if share := channel.share(i, len(shapes)); share != 0 {
			if err := r.addShape(r.objects[shape].record, points, share); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) channel(record node) (c channel, err error) {
	err = r.each(record, func(child node) (err error) {
		switch child.name {
		case "DeformPercent":
			c.percent, err = r.values(child).number()
		case "FullWeights":
			c.full, err = r.floats(child, "weights of shapes", source.MaxNodes)
		}
		return err
	})
	return c, err
}

// share is how much of shape i of n is added.
func (c *channel) share(i, n int) float64 {
	at := func(i int) float64 { // the percent at which shape i is whole
		switch {
		case i < 0:
			return 0
		case i < len(c.full) && c.full[i] != 0:
			return float64(c.full[i])
		}
		return 100 * float64(i+1) / float64(n)
	}
	low, whole, next := at(i-1), at(i), at(i+1)
	switch {
	case c.percent <= low && i > 0, whole == low:
		return 0
	case c.percent <= whole || i == n-1:
		return (c.percent - low) / (whole - low)
	case c.percent < next:
		return (next - c.percent) / (next - whole)
	}
	return 0
}

// addShape adds the offsets of a shape to the points that it names.
func (r *reader) addShape(record node, points []float32, share float64) error {
	var which []int32
	var offsets []float32
	err := r.each(record, func(child node) (err error) {
		switch child.name {
		case "Indexes":
			which, err = r.ints(child, "points of a shape", geometry.MaxMorphed)
		case "Vertices":
			offsets, err = r.floats(child, "coordinates of a shape", 3*geometry.MaxMorphed)
		}
		return err
	})
	if r.morphed += int64(len(which)); err != nil || r.morphed > geometry.MaxMorphed {
		return err
	}
	for i, point := range which[:min(len(which), len(offsets)/3)] {
		if point < 0 || int(point) >= len(points)/3 {
			continue
		}
		for k, offset := range offsets[3*i : 3*i+3] {
			points[3*int(point)+k] += float32(float64(offset) * share)
		}
	}
	return nil
}
