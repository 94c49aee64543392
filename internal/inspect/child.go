package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/render"
	"vitrine/internal/sandbox"
)

// Child is what a child does: it hears from in what it is asked, bounds itself, reads
// the files from its descriptors, and writes its answer to out.
func Child(in io.Reader, out io.Writer) error {
	var q request
	if err := json.NewDecoder(in).Decode(&q); err != nil || len(q.Places) == 0 && q.Escape == nil {
		return fmt.Errorf("a child needs to know its files: %w", err)
	}
	if err := sandbox.Limit(q.Limits); err != nil {
		return err
	}
	held := sandbox.Seal()
	switch {
	case q.Escape != nil:
		return tell(out, partEscape, Isolation{Held: held, Open: sandbox.Escape(*q.Escape)})
	case q.Sealed && !held.Whole():
		return tell(out, partUnsealed, held)
	case q.Photo != nil:
		debug.SetMemoryLimit(int64(q.Limits.Memory) * 7 / 10)
		return develop(os.NewFile(3, "photo"), *q.Photo, out)
	}
	debug.SetMemoryLimit(int64(q.Limits.Memory) * 6 / 10) // from here on the collector works harder
	var files []File
	for _, place := range q.Places {
		for i := len(files); i <= place.File; i++ {
			files = append(files, File{File: os.NewFile(uintptr(3+i), strconv.Itoa(i))})
		}
	}
	return read(context.Background(), files, q, out)
}

// InProcess reads a file as Runner.Read does, in this process and without limits: for
// tests, and for files that can be trusted.
func InProcess(ctx context.Context, file File, find Find, want Want) (Result, error) {
	return complete(file, find, want, func(files []File, q request) (Result, error) {
		answer := &parts{}
		err := read(ctx, files, q, answer)
		result, _ := answer.result()
		return result, err
	})
}

// read reads the first of some files and writes the answer.
func read(ctx context.Context, files []File, q request, out io.Writer) error {
	sources, err := sourcesOf(files, q.Places)
	if err != nil {
		return err
	}
	first := sources[q.Places[0].Name]
	switch {
	case q.DetectOnly:
		return detectOnly(first, out)
	case len(q.Want.Pieces) > 0:
		return readTogether(ctx, sources, q.Want, out)
	}
	report, model, err := detect.Inspect(source.Input{File: first, Sibling: func(name string) (source.File, bool) {
		found, ok := sources[name]
		return found, ok
	}})
	if err != nil {
		return err
	}
	var textures []candidate
	if model != nil {
		textures = checkTextures(model, &report)
	}
	if err := writeReport(unconfirmed(report, textures), out); err != nil || model == nil || len(report.Missing) > 0 && !q.Last {
		return err
	}
	stand(model, report.Format)
	whole := map[*geometry.Texture]bool{} // those that drawing came across
	if err := depict(ctx, model, q.Want, whole, out); err != nil || len(textures) == 0 {
		return err
	}
	if err := decodeTextures(ctx, textures, whole, &report); err != nil {
		return err
	}
	return writeReport(report, out)
}

// depict writes all that is wanted of a model beside the report, and notes the textures
// that it finds to be whole.
func depict(ctx context.Context, model *geometry.Model, want Want, whole map[*geometry.Texture]bool, out io.Writer) error {
	if want.Picture {
		if err := draw(ctx, model, whole, out); err != nil {
			return err
		}
	}
	if err := drawViews(ctx, model, want.Views, whole, out); err != nil {
		return err
	}
	if want.Preview != "" {
		if err := show(ctx, model, want.Preview, out); err != nil {
			return err
		}
	}
	if want.Shape {
		return shape(ctx, model, out)
	}
	return nil
}

// sourcesOf are a child's files by their names. One that is beside the first under
// the same name is not the first.
func sourcesOf(files []File, places []place) (map[string]source.File, error) {
	sources := map[string]source.File{}
	for _, place := range places {
		file := files[place.File]
		if place.Size < 0 {
			info, err := file.Stat()
			if err != nil {
				return nil, fmt.Errorf("look at %s: %w", place.Name, err)
			}
			place.Size = info.Size()
		}
		if _, taken := sources[place.Name]; !taken {
			sources[place.Name] = source.File{Name: place.Name, Size: place.Size, ReaderAt: io.NewSectionReader(file, place.From, place.Size)}
		}
	}
	return sources, nil
}

// detectOnly writes what a file is and nothing more.
func detectOnly(source source.File, out io.Writer) error {
	found, err := detect.Detect(source, source.Size, source.Name)
	if err != nil {
		return err
	}
	return writeReport(detect.Report{Format: found.Format, Inside: found.Inside, Problems: found.Problems}, out)
}

func writeReport(report detect.Report, out io.Writer) error { return tell(out, partReport, report) }

// tell writes a part in JSON.
func tell(out io.Writer, part string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode the %s: %w", part, err)
	}
	return writePart(out, part, text)
}

// draw writes a picture, if there is anything to be drawn, and notes the textures that it
// decoded.
func draw(ctx context.Context, model *geometry.Model, whole map[*geometry.Texture]bool, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, drawingTime)
	defer cancel()
	shot := render.Shot{Decoded: noting(whole)}
	drawn, err := shot.Picture(ctx, model)
	if errors.Is(err, render.ErrEmpty) && model.Thumbnail != nil {
		drawn, err = render.Framed(model.Thumbnail), nil
	}
	if err != nil {
		return nil // a card is shown instead
	}
	return writePictures(drawn, func(name string, data []byte) error { return writePart(out, name, data) })
}

func noting(whole map[*geometry.Texture]bool) func(*geometry.Texture) {
	return func(t *geometry.Texture) { whole[t] = true }
}

// sides are from where views are seen; the usual one is the renderer's to choose.
func sides() map[View]*render.View {
	const above = 6 // so that the floor is seen
	return map[View]*render.View{Usual: nil, Front: {Above: above}, Side: {Around: 90, Above: above}, Top: {Above: 90}}
}

// drawViews writes a picture of each view, as many as the time is enough for.
func drawViews(ctx context.Context, model *geometry.Model, views []View, whole map[*geometry.Texture]bool, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, drawingTime)
	defer cancel()
	for _, view := range views {
		from, known := sides()[view]
		if !known {
			continue
		}
		shot := render.Shot{View: from, Decoded: noting(whole)}
		drawn, err := shot.Picture(ctx, model)
		if err != nil {
			return nil // what can't be drawn from one side can't be from another
		}
		err = writePictures(drawn, func(name string, data []byte) error { return writePart(out, name+"."+string(view), data) })
		if err != nil {
			return err
		}
	}
	return nil
}
