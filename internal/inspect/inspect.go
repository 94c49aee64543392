// Package inspect reads, measures and draws 3D files, and makes photographs ready, in
// child processes, so that a hostile file can harm one child and nothing else.
//
// The program runs itself with the file as descriptor 3 and the file's siblings
// from 4 on. Before it looks at them, the child limits its own memory, time and
// descriptors and gives away all that the kernel lets it give away, see sandbox. It
// writes nothing but its answer: a line of JSON, followed by the picture and the preview.
// Whatever happens to the child, the parent has a result in time: what the child
// reported, or why it was ended.
package inspect

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/preview"
	"vitrine/internal/sandbox"
)

// The limits of a child.
const (
	wallTime    = 30 * time.Second
	drawingTime = 10 * time.Second // of the picture, within it
	descriptors = 16
	maxRounds   = 4 // of finding out what is missing and giving it
)

// fileLimits are those of a child that reads a 3D file.
var fileLimits = sandbox.Limits{Memory: 1 << 30, CPU: 20, Descriptors: descriptors}

// Command names the hidden command that a child runs.
const Command = "inspect-one"

// File is an open file with the name that it has for its owner.
type File struct {
	Name string
	*os.File
}

// Want is what is asked for beside the report.
type Want struct {
	Picture bool
	Preview Form // "": none
	Card    bool // with Picture: also a card for a file of a format that is not known here
	Shape   bool // as a piece of a set needs it, see Pieces
	// Pieces are shown together, laid out on the floor, instead of the file, which is the
	// first of them: shapes of earlier readings, asked for by their names.
	Pieces []Piece `json:",omitempty"`
	// Views are drawn as well, in the time that one picture has.
	Views []View `json:",omitempty"`
}

// View names the side from which a picture is drawn.
type View string

// The views of a model. Usual is that of its picture.
const (
	Usual View = "three-quarter"
	Front View = "front"
	Side  View = "side"
	Top   View = "top"
)

// Drawn is a picture of a view with its thumbnail, in the sizes of all pictures.
type Drawn struct {
	View               View
	Picture, Thumbnail []byte
}

// Piece is the shape of a file of a set.
type Piece struct {
	Name string
	Size float64 // of its longest side, in a unit that all pieces share
}

// Form says how much of a file a preview shows.
type Form string

// The forms of previews. Fitting is asked for only: it gives a reduced one, or a
// turntable where a reduced one would misrepresent the file.
const (
	Full      Form = Form(preview.Full)
	Reduced   Form = Form(preview.Reduced)
	Turntable Form = "turntable"
	Fitting   Form = "fitting"
)

// PreviewRules number the rules by which previews are made. It grows with them: what
// was stored by earlier ones is then made again.
const PreviewRules = 2

// Result is all that is known of a file.
type Result struct {
	detect.Report
	Picture      []byte // JPEG, 800 × 600 pixels; nil when there is none
	Thumbnail    []byte // JPEG, 320 × 240 pixels
	Views        []Drawn
	Preview      []byte // what the page shows instead of the file; nil when there is none
	PreviewKind  string // glb, splat or turntable
	PreviewForm  Form   // full, reduced or turntable
	PreviewPlays bool   // it has clips
	Shape        []byte // a GLB, which is shown to nobody by itself; nil when there is none
}

// Find gives another file of the same owner by the name that a file calls it.
// Whoever asks closes it.
type Find func(name string) (File, bool)

// Runner starts children. It is safe for concurrent use.
type Runner struct {
	Program string        // of this program; os.Executable gives it
	Wall    time.Duration // that a child has by the clock; 0 is half a minute
	Sealed  bool          // nothing is read where the kernel can't hold a child
	open    atomic.Bool   // namespaces are not for everybody
	apart   atomic.Bool   // a child had namespaces of its own
	ended   func(*os.ProcessState)
}

// wall is the time by the clock that a child has.
func (r *Runner) wall() time.Duration { return cmp.Or(r.Wall, wallTime) }

// Read reads a file. What it misses is asked of find, which may be nil. Faults of the
// file, also those that ended its child, stand in the report. An error has other causes:
// ctx ended, or no child could do its work.
func (r *Runner) Read(ctx context.Context, file File, find Find, want Want) (Result, error) {
	limited, cancel := context.WithTimeout(ctx, r.wall())
	defer cancel()
	result, err := complete(file, find, want, func(files []File, q request) (Result, error) { return r.once(limited, files, q) })
	switch {
	case ctx.Err() != nil:
		return Result{}, fmt.Errorf("inspect: %w", ctx.Err())
	case err != nil || !result.Rejected() || !mayStay(result.Problems[0].Code, sizeOf(file)):
		return result, err
	}
	// With the time of a child of its own: the first one may have used up all of it.
	return r.fallBackToDetect(ctx, file, want, result)
}

// mayStay reports whether a file that was refused for something may be sold unmeasured.
// What reading it costs is no fault of a file. That it is more than is read, or that
// its reader gave up, is one unless the file is large, or turns out to be an archive.
func mayStay(code string, size int64) bool {
	switch code {
	case codeTooLarge, codeTooSlow, codeUnreadable:
		return true
	case codeLimit:
		return size >= largeFile
	}
	return false
}

// fallBackToDetect takes a file that can't be read for what it is, without measuring it,
// and notes why.
func (r *Runner) fallBackToDetect(ctx context.Context, file File, want Want, rejected Result) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, r.wall())
	defer cancel()
	files, places := (&siblings{}).with(file)
	seen, err := r.once(ctx, files, request{Limits: fileLimits, Places: places, DetectOnly: true})
	why := rejected.Problems[0]
	broken := why.Code == codeUnreadable && seen.Format != geometry.Zip && sizeOf(file) < largeFile
	if err != nil || seen.Rejected() || broken {
		rejected.Format = cmp.Or(seen.Format, rejected.Format)
		return rejected, nil
	}
	seen.Notes = append(seen.Notes, why)
	return seen.finish(file.Name, want), nil
}

// largeFile is the size in bytes from which a file may be too much for its reader by
// being large. It is for sale all the same, and not measured.
const largeFile = 200_000_000

// The codes of what ended a child, and that of a file that has more than is read.
const (
	codeLimit      = "limit"
	codeTooLarge   = "too_large"
	codeTooSlow    = "too_slow"
	codeUnreadable = "unreadable"
)

func sizeOf(file File) int64 {
	info, err := file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// complete asks for a file again and again while more of what it misses is found.
func complete(file File, find Find, want Want, once func([]File, request) (Result, error)) (Result, error) {
	beside := siblings{}
	defer beside.close()
	q := request{Limits: fileLimits, Want: want, Last: find == nil}
	for round := 1; ; round++ {
		var files []File
		files, q.Places = beside.with(file)
		result, err := once(files, q)
		if err != nil {
			return Result{}, err
		}
		if q.Last || len(result.Missing) == 0 {
			return result.finish(file.Name, want), nil
		}
		found, err := beside.add(result.Missing, find)
		if err != nil {
			return Result{}, err
		}
		q.Last = !found || round == maxRounds
	}
}

// request is what a child is asked.
type request struct {
	Limits sandbox.Limits `json:"limits"`
	Sealed bool           `json:"sealed"` // it does nothing unless all holds that can

	Places []place `json:"places"` // of its files, that which is read first
	Want   Want    `json:"want"`
	// Last says that what is missing will not come: it is drawn without.
	Last bool `json:"last"`
	// DetectOnly asks only what the file is.
	DetectOnly bool `json:"detect_only"`

	Photo  *photo           `json:"photo,omitempty"`  // the only file is a photograph to be made ready
	Escape *sandbox.Targets `json:"escape,omitempty"` // no file is read: the child tries to get out
}

// once runs one child.
func (r *Runner) once(ctx context.Context, files []File, q request) (Result, error) {
	answer, complaint, err := r.run(ctx, files, q)
	if ended := ctx.Err(); ended != nil && !errors.Is(ended, context.DeadlineExceeded) {
		return Result{}, fmt.Errorf("inspect: %w", ended)
	}
	if err := answer.unsealed(); err != nil {
		return Result{}, err
	}
	// A child that died while drawing has sent its report before.
	if result, ok := answer.result(); ok {
		return result, nil
	}
	if err != nil {
		cause, err := r.causeOfEnd(ctx, err, string(complaint.kept), q.Limits)
		if err != nil {
			return Result{}, err
		}
		return refused(cause.code, "the file could not be read%s", cause.within), nil
	}
	return refused("internal", "the file could not be read: its reader gave no answer"), nil
}

// run starts a child and waits for its end: with namespaces of its own, unless the
// machine never allowed that. Where it did, a start that fails is an error: falling back
// would let a moment without memory end the isolation for good.
func (r *Runner) run(ctx context.Context, files []File, q request) (answer *parts, complaint *capped, err error) {
	q.Sealed = r.Sealed && q.Escape == nil
	text, err := json.Marshal(q)
	if err != nil {
		return &parts{}, &capped{}, fmt.Errorf("inspect: %w", err)
	}
	for {
		child := exec.CommandContext(ctx, r.Program, Command)
		// None of the server's own variables: some of them hold secrets.
		child.Env = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}
		namespaces := !r.open.Load()
		child.SysProcAttr = sandbox.Attributes(namespaces)
		for _, f := range files {
			// Descriptors share their offset with every child that had them before.
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				return &parts{}, &capped{}, fmt.Errorf("inspect %s: %w", f.Name, err)
			}
			child.ExtraFiles = append(child.ExtraFiles, f.File)
		}
		answer, complaint = &parts{}, &capped{left: 4 << 10}
		child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(text), answer, complaint
		err = child.Start()
		if err != nil && namespaces && !r.apart.Load() && ctx.Err() == nil && !errors.Is(err, os.ErrNotExist) {
			r.open.Store(true)
			continue
		}
		if err != nil {
			return answer, complaint, err
		}
		if namespaces {
			r.apart.Store(true)
		}
		err = child.Wait()
		if r.ended != nil {
			r.ended(child.ProcessState)
		}
		return answer, complaint, err
	}
}

// cause is what a child was ended for: a code, and how much of what was not enough.
type cause struct{ code, within string }

// causeOfEnd returns what a child was ended for. It is an error that it could not be
// started, and that something else than the file ended it.
func (r *Runner) causeOfEnd(ctx context.Context, err error, complaint string, limits sandbox.Limits) (cause, error) {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return cause{}, fmt.Errorf("inspect: start a child: %w", err)
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	cpu := time.Duration(limits.CPU) * time.Second
	switch worked := exit.UserTime() + exit.SystemTime(); {
	case ctx.Err() != nil && worked < cpu/2:
		// It is not the file that took the time.
		return cause{}, fmt.Errorf("inspect: the machine is too busy: in %s a child got %s of work", r.wall(), worked.Round(time.Millisecond))
	case ctx.Err() != nil:
		return cause{codeTooSlow, fmt.Sprintf(" within %.0f seconds", r.wall().Seconds())}, nil
	case status.Signaled() && status.Signal() == syscall.SIGKILL && worked < cpu-time.Second:
		// Neither its limits nor its clock: somebody else ended it.
		return cause{}, errors.New("inspect: a child was killed from outside")
	case status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL):
		return cause{codeTooSlow, fmt.Sprintf(" within %d seconds of work", limits.CPU)}, nil
	case outOfMemory(complaint):
		return cause{codeTooLarge, fmt.Sprintf(" within %d MiB of memory", limits.Memory>>20)}, nil
	}
	return cause{codeUnreadable, ": its reader gave up on it"}, nil
}

// outOfMemory reads the last words of a Go program that got no more memory, for
// its heap, a stack or a thread: its runtime then ends it by a fatal error. A fault
// of a reader is a panic.
func outOfMemory(complaint string) bool {
	fatal := strings.Contains(complaint, "fatal error:") && !strings.Contains(complaint, "unexpected signal")
	return fatal || strings.Contains(complaint, "cannot allocate memory") ||
		strings.Contains(complaint, "failed to create new OS thread") || strings.Contains(complaint, "pthread_create failed")
}

func refused(code, format string, args ...any) Result {
	return Result{Report: detect.Report{Format: geometry.Unknown,
		Problems: []source.Problem{{Code: code, Detail: fmt.Sprintf(format, args...)}}}}
}
