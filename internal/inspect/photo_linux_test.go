package inspect_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/picture"
	"vitrine/internal/picture/pngtest"
)

// photos makes pictures ready in children of the real program, and tells the largest
// that one of them was, in bytes.
func photos(t *testing.T, memory int64) (p *inspect.Photos, largest *int64) {
	t.Helper()
	largest = new(int64)
	p = inspect.NewPhotos(runner(t), picture.DefaultPixels, memory)
	p.OnEnd(func(state *os.ProcessState) {
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			*largest = max(*largest, usage.Maxrss<<10)
		}
	})
	return p, largest
}

// TestLargePhotos: a hundred megapixels are made ready within a child's memory, however
// they are stored, and what a child has no room for is refused with advice.
func TestLargePhotos(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	for _, depth := range []int{8, 16} {
		file := pngtest.File(t, 9990, depth)
		p, largest := photos(t, picture.DefaultMemory)
		result, err := p.Process(t.Context(), file, image.Rectangle{})
		if err != nil || result.Main.Width != 4096 || len(result.Thumbnails) != 2 {
			t.Errorf("%d bits: %+v, %v", depth, result.Main, err)
		}
		if *largest == 0 || *largest > picture.DefaultMemory {
			t.Errorf("%d bits: a child of %d MiB", depth, *largest>>20)
		}
		small, _ := photos(t, 256<<20)
		_, err = small.Process(t.Context(), file, image.Rectangle{})
		if e, ok := errors.AsType[*vitrine.Error](err); !ok || e.Code != vitrine.Invalid || e.Fields[0].Code != "too_large" {
			t.Errorf("%d bits in 256 MiB: %v", depth, err)
		}
	}
}

// TestLargeJPEG: the limit that is documented can be reached.
func TestLargeJPEG(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "a.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	whole := image.NewYCbCr(image.Rect(0, 0, 12_500, 8000), image.YCbCrSubsampleRatio420)
	if err := jpeg.Encode(file, whole, nil); err != nil {
		t.Fatal(err)
	}
	p, _ := photos(t, picture.DefaultMemory)
	if result, err := p.Process(t.Context(), file, image.Rectangle{}); err != nil || result.Main.Width != 4096 || result.Main.Height != 2621 {
		t.Errorf("%+v, %v", result.Main, err)
	}
}

// TestPhotos: a child makes of a picture what this process would, and says the same of
// what is none.
func TestPhotos(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	p, _ := photos(t, picture.DefaultMemory)
	file := pngtest.File(t, 1000, 8)
	part := image.Rect(8, 4, 30, 20)
	got, err := p.Process(t.Context(), file, part)
	if err != nil {
		t.Fatal(err)
	}
	want, err := picture.NewProcessor(0).Process(t.Context(), file, part)
	if err != nil || !bytes.Equal(got.Main.Bytes, want.Main.Bytes) || !bytes.Equal(got.Thumbnails[1].Bytes, want.Thumbnails[1].Bytes) ||
		got.Main.Type != want.Main.Type {
		t.Errorf("%d bytes of %s, want %d: %v", len(got.Main.Bytes), got.Main.Type, len(want.Main.Bytes), err)
	}
	if err := file.Truncate(200); err != nil {
		t.Fatal(err)
	}
	_, err = p.Process(t.Context(), file, image.Rectangle{})
	if e, ok := errors.AsType[*vitrine.Error](err); !ok || e.Code != vitrine.Invalid || e.Fields[0].Code != "broken_picture" {
		t.Errorf("a damaged one: %v", err)
	}
}

// TestPhotosWait: one at a time, and nobody waits longer than its caller.
func TestPhotosWait(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "begun")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	p := photosOf(t, "echo begun >'"+fifo+"'\ncat '"+fifo+"'")
	file := pngtest.File(t, 4, 8)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = p.Process(t.Context(), file, image.Rectangle{})
	}()
	begun, err := os.Open(fifo)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(begun); err != nil {
		t.Fatal(err)
	}
	_ = begun.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Process(ctx, file, image.Rectangle{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a second picture beside the first: %v", err)
	}
	p.Hurry(time.Millisecond, time.Hour)
	_, err = p.Process(t.Context(), file, image.Rectangle{})
	wantBusy(t, err)
	if err := os.WriteFile(fifo, nil, 0); err != nil { // and the first child ends
		t.Fatal(err)
	}
	<-done
}

// photosOf makes pictures ready in children that are a shell's.
func photosOf(t *testing.T, script string) *inspect.Photos {
	t.Helper()
	program := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return inspect.NewPhotos(&inspect.Runner{Program: program}, picture.DefaultPixels, picture.DefaultMemory)
}

// wantBusy fails unless the error tells a caller to come later, and when.
func wantBusy(t *testing.T, err error) {
	t.Helper()
	waits, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if vitrine.CodeOf(err) != vitrine.Unavailable || !ok || waits.RetryAfter() <= 0 {
		t.Errorf("on a busy machine: %v with the code %q, want unavailable, and when to come again", err, vitrine.CodeOf(err))
	}
}

// TestPhotosOnABusyMachine has children that get no work done, and that the kernel ends
// for others' sake: that is not the picture's fault. That there is no program is not the
// machine's.
func TestPhotosOnABusyMachine(t *testing.T) {
	t.Parallel()
	file := pngtest.File(t, 4, 8)
	for _, script := range []string{"exec sleep 300", "kill -KILL $$"} {
		p := photosOf(t, script)
		p.Hurry(time.Minute, 500*time.Millisecond)
		_, err := p.Process(t.Context(), file, image.Rectangle{})
		wantBusy(t, err)
	}
	gone := inspect.NewPhotos(&inspect.Runner{Program: filepath.Join(t.TempDir(), "none")}, picture.DefaultPixels, picture.DefaultMemory)
	if _, err := gone.Process(t.Context(), file, image.Rectangle{}); err == nil || vitrine.CodeOf(err) == vitrine.Unavailable {
		t.Errorf("without a program: %v", err)
	}
}
