package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"time"

	"vitrine"
	"vitrine/internal/picture"
	"vitrine/internal/sandbox"
)

// The time of a child that makes a photograph ready: a hundred megapixels in many scans
// take a while, and somebody waits.
const (
	photoSeconds = 40
	photoTime    = 90 * time.Second
	photoAgain   = 15 * time.Second // until one that a busy machine did not get to is sent again
)

// Photos makes uploaded pictures ready in children, one at a time. It is safe for
// concurrent use.
type Photos struct {
	runner   Runner
	memory   int64
	limits   picture.Limits
	turn     chan struct{}
	patience time.Duration // with those that are before
}

// NewPhotos makes one whose children are those of r, and have so many bytes of memory.
func NewPhotos(r *Runner, pixels int, memory int64) *Photos {
	p := &Photos{
		memory: memory, limits: picture.Limits{Pixels: pixels, Bytes: memory - picture.Overhead}, turn: make(chan struct{}, 1),
		patience: photoTime,
	}
	p.runner.Program, p.runner.Sealed, p.runner.Wall = r.Program, r.Sealed, max(r.Wall, photoTime)
	return p
}

// photo is a photograph to be made ready.
type photo struct {
	Limits picture.Limits  `json:"limits"`
	Part   image.Rectangle `json:"part"` // empty: all of it
}

// Process makes a part of a picture ready; an empty one stands for all of it. A picture that is too large, damaged or of another
// format is Invalid, and the error says why. Where the machine does not get to it in time,
// the error is Unavailable.
func (p *Photos) Process(ctx context.Context, file *os.File, part image.Rectangle) (picture.Result, error) {
	if err := p.await(ctx); err != nil {
		return picture.Result{}, err
	}
	defer func() { <-p.turn }()
	limited, cancel := context.WithTimeout(ctx, p.runner.wall())
	defer cancel()
	// The kernel's limit is a quarter more than what decoding was weighed against: it also
	// counts the stacks of threads, of which a busy machine has many, and all of an arena
	// of which a part is used.
	q := request{Limits: sandbox.Limits{Memory: uint64(p.memory) / 4 * 5, CPU: photoSeconds, Descriptors: descriptors},
		Places: []place{{Size: -1}}, Photo: &photo{p.limits, part}}
	answer, complaint, err := p.runner.run(limited, []File{{File: file}}, q)
	if ctx.Err() != nil {
		return picture.Result{}, fmt.Errorf("inspect: %w", ctx.Err())
	}
	if refused := answer.unsealed(); refused != nil {
		return picture.Result{}, refused
	}
	if err == nil {
		return answer.photo()
	}
	cause, err := p.runner.causeOfEnd(limited, err, string(complaint.kept), q.Limits)
	if err != nil {
		return picture.Result{}, tooBusy(err)
	}
	if cause.code == codeUnreadable {
		return picture.Result{}, picture.Refuse("broken_picture", "the picture is damaged: it can't be decoded", nil)
	}
	return picture.Result{}, picture.Refuse("too_large", "the picture could not be decoded"+cause.within+": scale it down", nil)
}

// await takes the turn, which its caller gives back.
func (p *Photos) await(ctx context.Context) error {
	timer := time.NewTimer(p.patience)
	defer timer.Stop()
	select {
	case p.turn <- struct{}{}:
		return nil
	case <-timer.C:
		return tooBusy(fmt.Errorf("inspect: no turn to make a picture ready in %s", p.patience))
	case <-ctx.Done():
		return fmt.Errorf("wait to process a picture: %w", ctx.Err())
	}
}

// tooBusy is the error of a picture that the machine has not got to: nothing is wrong with
// it. That there is no program for a child stays what it is.
func tooBusy(cause error) error {
	if errors.Is(cause, fs.ErrNotExist) || errors.Is(cause, fs.ErrPermission) {
		return cause
	}
	return &vitrine.Error{
		Code: vitrine.Unavailable, Message: "the server is too busy to make the picture ready, which is not stored: send it again in a moment",
		Err: &busyError{cause},
	}
}

// busyError says how long to wait until a picture is sent again.
type busyError struct{ error }

// RetryAfter is how long to wait; answers over HTTP say so.
func (*busyError) RetryAfter() time.Duration { return photoAgain }

// Unwrap is what the machine did not get to.
func (e *busyError) Unwrap() error { return e.error }

// refusal is why a picture is not taken, as a child says it.
type refusal struct{ Code, Detail string }

// develop is what a child does with a photograph.
func develop(file *os.File, wanted photo, out io.Writer) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("look at the picture: %w", err)
	}
	result, err := picture.Process(io.NewSectionReader(file, 0, info.Size()), wanted.Limits, wanted.Part)
	if invalid, ok := errors.AsType[*vitrine.Error](err); ok && len(invalid.Fields) == 1 {
		return tell(out, partRefusal, refusal{invalid.Fields[0].Code, invalid.Fields[0].Detail})
	}
	if err != nil {
		return err
	}
	for _, r := range append([]picture.Rendition{result.Main}, result.Thumbnails...) {
		if err := errors.Join(tell(out, partPhoto, r), writePart(out, partRendition, r.Bytes)); err != nil {
			return err
		}
	}
	return nil
}

// photo puts the parts of a photograph together.
func (p *parts) photo() (result picture.Result, err error) {
	var list []picture.Rendition
	for name, data := range p.each() {
		switch name {
		case partRefusal:
			var why refusal
			if err := json.Unmarshal(data, &why); err != nil {
				return result, fmt.Errorf("inspect: %w", err)
			}
			return result, picture.Refuse(why.Code, why.Detail, nil)
		case partPhoto:
			list = append(list, picture.Rendition{})
			if err := json.Unmarshal(data, &list[len(list)-1]); err != nil {
				return result, fmt.Errorf("inspect: %w", err)
			}
		case partRendition:
			if len(list) > 0 {
				list[len(list)-1].Bytes = data
			}
		}
	}
	if len(list) < 2 || list[len(list)-1].Bytes == nil {
		return result, errors.New("inspect: a picture came back incomplete")
	}
	return picture.Result{Main: list[0], Thumbnails: list[1:]}, nil
}
