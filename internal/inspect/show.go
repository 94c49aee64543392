package inspect

import (
	"bytes"
	"context"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/preview"
	"vitrine/internal/render"
)

// The views of a turntable: 24 of them, in rows of six of one JPEG.
const (
	TurntableViews   = 24
	TurntableColumns = 6
	TurntableWidth   = 560 // pixels of each view
	TurntableHeight  = 420

	turntableQuality = 78
)

// stand says of a model that does not say so where up is, the same to all that
// draw it. What is printed stands on the plate.
func stand(model *geometry.Model, format geometry.Format) {
	if format == geometry.STL {
		model.UpAxis = "z"
	}
	model.UpAxis = render.UpAxis(model)
}

// exhibit is what the page shows, in the form that was fitting.
type exhibit struct {
	preview.Made
	data []byte
	form Form
}

// show writes what the page shows, if there is anything.
func show(ctx context.Context, model *geometry.Model, form Form, out io.Writer) error {
	e, err := shown(ctx, model, form)
	if err != nil || len(e.data) == 0 {
		return ctx.Err() // there is nothing to be shown
	}
	part := partPreview + "." + e.Kind + "." + string(e.form)
	if e.Plays {
		part += plays
	}
	return writePart(out, part, e.data)
}

// shape writes what a piece adds to a picture of its set.
func shape(ctx context.Context, model *geometry.Model, out io.Writer) error {
	e, err := shown(ctx, model, Full)
	if err != nil || e.Kind != preview.KindGLB {
		return ctx.Err() // splats stand in no set
	}
	return writePart(out, partShape, e.data)
}

// shown makes a preview, in the form that is fitting.
func shown(ctx context.Context, model *geometry.Model, form Form) (e exhibit, err error) {
	e.form = form
	switch form {
	case Turntable:
		e.Kind = string(Turntable)
		e.data, err = turntable(ctx, model)
		return e, err
	case Fitting:
		return fitting(ctx, model)
	}
	var to bytes.Buffer
	e.Made, err = preview.Write(ctx, &to, model, preview.Form(form))
	e.data = to.Bytes()
	return e, err
}

// fitting returns a reduced preview, unless it would misrepresent the model: then a
// turntable. What has no faces is shown by some of the very points that are sold,
// so that it is only shown by pictures.
func fitting(ctx context.Context, model *geometry.Model) (exhibit, error) {
	if hasFaces(model) {
		e, err := shown(ctx, model, Reduced)
		if err == nil && faithful(ctx, model, e.data) {
			return e, nil
		}
		if ctx.Err() != nil {
			return exhibit{}, ctx.Err()
		}
	}
	return shown(ctx, model, Turntable)
}

func hasFaces(model *geometry.Model) bool {
	for i := range model.Instances {
		if n := model.Instances[i].Mesh; n >= 0 && n < len(model.Meshes) && !model.Meshes[n].Points && len(model.Meshes[n].Indices) > 0 {
			return true
		}
	}
	return false
}

// MaxDifference is how far the pictures of a reduced preview may be from those of
// its model, see render.Turn.Apart.
const MaxDifference = 0.015

// compared are the views that a reduced preview is judged by.
var compared = render.Turn{Views: 4, Width: 240, Height: 180}

// faithful reports whether a reduced preview looks like its model.
func faithful(ctx context.Context, model *geometry.Model, glb []byte) bool {
	apart, err := difference(ctx, model, glb)
	return err == nil && apart <= MaxDifference
}

func difference(ctx context.Context, model *geometry.Model, glb []byte) (float64, error) {
	reduced, err := parsed(glb)
	if err != nil {
		return 1, err
	}
	return compared.Apart(ctx, model, reduced)
}

// parsed reads a preview as any other file is read.
func parsed(glb []byte) (*geometry.Model, error) {
	file := source.File{Name: "preview.glb", Size: int64(len(glb)), ReaderAt: bytes.NewReader(glb)}
	_, model, err := detect.Inspect(source.Input{File: file})
	if err == nil && model == nil {
		err = preview.ErrNothing
	}
	return model, err
}

// maxTurned is of how many triangles a turntable is drawn as they are. More are
// reduced before: two dozen pictures of millions would take too long.
const maxTurned = 400_000

// turntable draws a model from all sides.
func turntable(ctx context.Context, model *geometry.Model) ([]byte, error) {
	if triangles(model) > maxTurned {
		var glb bytes.Buffer
		if _, err := preview.Write(ctx, &glb, model, preview.Full); err != nil {
			return nil, err
		}
		var err error
		if model, err = parsed(glb.Bytes()); err != nil {
			return nil, err
		}
	}
	turn := render.Turn{Views: TurntableViews, Width: TurntableWidth, Height: TurntableHeight}
	pictures, err := turn.Pictures(ctx, model)
	if err != nil {
		return nil, err
	}
	return render.JPEG(render.Turntable(pictures, TurntableColumns), turntableQuality)
}

func triangles(model *geometry.Model) (n int) {
	for i := range model.Instances {
		if mesh := model.Instances[i].Mesh; mesh >= 0 && mesh < len(model.Meshes) {
			n += len(model.Meshes[mesh].Indices) / 3
		}
	}
	return n
}
