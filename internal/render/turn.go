package render

import (
	"context"
	"image"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

// Turn says how a model is drawn from all sides: in that many views of a size in
// pixels, at equal steps to the right. The first is seen from where a picture is,
// and all are of one zoom, so that the model turns on its place.
type Turn struct{ Views, Width, Height int }

// Pictures draws a model from all sides; ErrEmpty: there is nothing to draw.
func (t Turn) Pictures(ctx context.Context, m *geometry.Model) ([]*image.RGBA, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(m.Instances) == 0 && m.Splats != nil {
		return t.splats(ctx, m.Splats)
	}
	all, err := t.seen(ctx, m, nil)
	if err != nil {
		return nil, err
	}
	return all.pictures, nil
}

// everything are areas by which all surfaces are seen: from some side they are.
func (s *scene) everything() []int {
	areas := make([]int, len(s.surfaces))
	for i := range areas {
		areas[i] = 1
	}
	return areas
}

// around returns the cameras, which fit what each gives: as much as is seen of it
// from any side.
func (t Turn) around(first View, each func(see func(v vec))) []*camera {
	var cameras []*camera
	for i := range t.Views {
		view := View{Around: first.Around + mul(float64(i), 360/float64(t.Views)), Above: first.Above}
		cameras = append(cameras, newCamera(view, size{t.Width, t.Height}))
	}
	f := newFrame()
	each(func(v vec) {
		for _, c := range cameras {
			f.add(c.direction(v))
		}
	})
	for _, c := range cameras {
		c.fit(f)
	}
	return cameras
}

func (t Turn) splats(ctx context.Context, splats *geometry.Splats) ([]*image.RGBA, error) {
	c, err := newCloud(splats, 1+splats.Len()/maxTurned)
	if err != nil {
		return nil, err
	}
	cameras := t.around(View(scenery.Numbers().Camera.Splats), func(see func(v vec)) {
		c.each(func(_ int, v vec) {
			if v.sub(v.lowest(c.high).highest(c.low)).within(1e-9) {
				see(v)
			}
		})
	})
	var pictures []*image.RGBA
	for _, cam := range cameras {
		cam.ground = c.low.z
		film, _ := c.expose(cam, newBudget(ctx, fillLimit, 0.4))
		picture, err := film.resolve(ctx, c, Shot{})
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, picture)
	}
	return pictures, nil
}

// maxTurned is how many splats are drawn from all sides; of more, every few are,
// larger.
const maxTurned = 400_000

// Turntable lays pictures of one size side by side in rows, the first at the top
// left.
func Turntable(pictures []*image.RGBA, columns int) *image.RGBA {
	one := pictures[0].Rect
	rows := (len(pictures) + columns - 1) / columns
	all := image.NewRGBA(image.Rect(0, 0, one.Dx()*columns, one.Dy()*rows))
	for i, picture := range pictures {
		for y := range one.Dy() {
			row := picture.Pix[picture.PixOffset(0, y):][:4*one.Dx()]
			copy(all.Pix[all.PixOffset(i%columns*one.Dx(), i/columns*one.Dy()+y):], row)
		}
	}
	return all
}

// Apart returns how far the pictures of another model are from those of one, from 0 to
// 1, where either shows anything before the backdrop. Both have the same box.
func (t Turn) Apart(ctx context.Context, m, other *geometry.Model) (float64, error) {
	first, err := t.seen(ctx, m, nil)
	if err != nil {
		return 1, err
	}
	second, err := t.seen(ctx, other, first.cameras)
	if err != nil {
		return 1, err
	}
	var sum, n int
	for i := range first.pictures {
		a, b := first.pictures[i].Pix, second.pictures[i].Pix
		for pixel := range first.shapes[i] {
			if !first.shapes[i][pixel] && !second.shapes[i][pixel] {
				continue
			}
			apart := 0
			for k := 4 * pixel; k < 4*pixel+3; k++ {
				apart = max(apart, int(a[k])-int(b[k]), int(b[k])-int(a[k]))
			}
			sum, n = sum+apart, n+1
		}
	}
	return float64(sum) / float64(255*max(n, 1)), nil
}

// sides are a model's pictures, and where in them it is.
type sides struct {
	cameras  []*camera
	pictures []*image.RGBA
	shapes   [][]bool // of pixels
}

// seen draws a model by cameras, its own for nil.
func (t Turn) seen(ctx context.Context, m *geometry.Model, cameras []*camera) (*sides, error) {
	s, err := newScene(m)
	if err != nil {
		return nil, err
	}
	s.newSurfaces(ctx, m)
	s.dress(ctx, s.everything())
	if cameras == nil {
		cameras = t.around(threeQuarter(s.low, s.high), func(see func(v vec)) {
			for i := range s.parts {
				s.parts[i].vertices(see)
			}
		})
	}
	all := &sides{cameras: cameras}
	stride := 1
	for _, c := range cameras {
		c.ground = s.low.z
		one := newStudio(c, paper)
		one.scene, one.stride = s, stride
		picture, err := one.picture(ctx)
		if err != nil {
			return nil, err
		}
		stride = one.stride
		all.pictures, all.shapes = append(all.pictures, picture), append(all.shapes, one.shape())
	}
	return all, nil
}

// shape says in which pixels anything was hit.
func (s *studio) shape() []bool {
	hit := make([]bool, s.camera.width*s.camera.height)
	for i, primitive := range s.screen.primitives {
		if primitive != 0 {
			hit[i/s.screen.width/samples*s.camera.width+i%s.screen.width/samples] = true
		}
	}
	for i := range hit {
		hit[i] = hit[i] || s.fragments != nil && s.fragments.first[i] != 0
	}
	return hit
}
