package seller

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// How many follow readings at once, each on a connection that stays open: a browser has six to
// a host, and opens one for each window that is looked at.
const (
	maxFollowers  = 256
	maxOfOne      = 4
	followRounds  = 300 // after which the browser comes anew
	quietRounds   = 10  // without anything that is read: a picture of all files is drawn behind them
	silentRounds  = 15  // after which a line says that the connection is alive
	defaultBeat   = time.Second
	readingEvents = "text/event-stream; charset=utf-8"
)

// followers are who follows readings.
type followers struct {
	mu  sync.Mutex
	all int
	of  map[int64]int // by the user
}

// enter takes a place for somebody, which leave gives back.
func (f *followers) enter(user int64) (leave func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all >= maxFollowers || f.of[user] >= maxOfOne {
		return nil, vitrine.Errorf(vitrine.RateLimited, "too many windows follow how files are read: this one asks now and then")
	}
	if f.of == nil {
		f.of = map[int64]int{}
	}
	f.all++
	f.of[user]++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.all--
		if f.of[user]--; f.of[user] == 0 {
			delete(f.of, user)
		}
	}, nil
}

// progress is how far the files of somebody's model are read.
func (p *Pages) progress(r *http.Request, in shop.SignedIn) (store.Progress, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return store.Progress{}, err
	}
	got, err := p.db.Progress(r.Context(), id)
	if err == nil && got.AuthorID != in.User.ID {
		err = vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	return got, err
}

// reading answers with the parts of a model's page that its reading changes, for a script
// that can't follow it.
func (p *Pages) reading(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	parts, err := p.parts(r, in)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = w.Write(parts)
	return err
}

func (p *Pages) parts(r *http.Request, in shop.SignedIn) ([]byte, error) {
	s, err := p.subject(r, in)
	if err != nil {
		return nil, err
	}
	e, err := p.editorOf(r, in, s)
	if err != nil {
		return nil, err
	}
	e.Live = true
	return p.Part(r, "model", "reading", e)
}

// follow sends the same parts each time when they have changed, as events (HTML standard,
// section 9.2), until nothing is read any more.
func (p *Pages) follow(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if _, err := p.progress(r, in); err != nil {
		return err
	}
	leave, err := p.followers.enter(in.User.ID)
	if err != nil {
		return err
	}
	defer leave()

	w.Header().Set("Content-Type", readingEvents)
	w.Header().Set("X-Accel-Buffering", "no") // nginx would keep events until it has some kilobytes of them
	s := &stream{pages: p, w: w, r: r, told: r.Header.Get("Last-Event-ID")}
	s.run()
	return nil
}

// stream is an answer that goes on while files are read.
type stream struct {
	pages  *Pages
	w      http.ResponseWriter
	r      *http.Request
	told   string // the mark of what was sent last
	busy   bool   // something was read, or waited to be
	quiet  int    // rounds since then
	silent int    // rounds without anything that was sent
}

func (s *stream) run() {
	beat := time.NewTicker(s.pages.beat)
	defer beat.Stop()
	if s.send("retry: 2000\n\n") != nil {
		return
	}
	for range followRounds {
		if err := s.round(); err != nil || s.quiet > quietRounds || !s.busy {
			// Who may not see it any more, or has seen all, is told not to come again. What failed for now is asked for anew.
			if code := vitrine.CodeOf(err); err == nil || code == vitrine.NotFound || code == vitrine.Unauthenticated || code == vitrine.Forbidden {
				_ = s.send("event: over\ndata:\n\n")
			}
			return
		}
		select {
		case <-s.r.Context().Done():
			return
		case <-s.pages.stopping:
			return
		case <-beat.C:
		}
	}
}

// round asks anew who is signed in and whose the model is, and sends what has changed.
func (s *stream) round() error {
	in, err := s.pages.Sessions().Still(s.r)
	if err != nil {
		return err
	}
	now, err := s.pages.progress(s.r, in)
	if err != nil {
		return err
	}
	s.quiet++
	if now.Pending > 0 {
		s.busy, s.quiet = true, 0
	}
	if now.Mark != s.told {
		parts, err := s.pages.parts(s.r, in)
		if err != nil {
			return err
		}
		s.told = now.Mark
		return s.send("event: reading\nid: %s\ndata: %s\n\n", now.Mark, strings.ReplaceAll(string(bytes.TrimSpace(parts)), "\n", "\ndata: "))
	}
	if s.silent++; s.silent >= silentRounds {
		return s.send(":\n\n")
	}
	return nil
}

func (s *stream) send(format string, args ...any) error {
	s.silent = 0
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil {
		return fmt.Errorf("send an event: %w", err)
	}
	return http.NewResponseController(s.w).Flush()
}
