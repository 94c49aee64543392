package storefront

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"vitrine/internal/kept"
	"vitrine/internal/pages"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const (
	// keptBytes bounds the pages that are kept.
	keptBytes = 8 << 20
	// keptFor is how long a page is kept that no change touches.
	keptFor = 10 * time.Second
	// maxAddress bounds what a page is asked for by.
	maxAddress = 1 << 10
)

// keeper answers with whole pages that were made before, compressed, until a change
// touches what they show. One of those who ask for a page makes it, the others wait.
type keeper struct {
	pages *kept.Memory[pageKey, *keptPage]
	db    *store.DB
	now   func() time.Time

	mu     sync.Mutex
	making map[pageKey]chan struct{} // closed when the page was made
}

func newKeeper(db *store.DB, now func() time.Time) *keeper {
	touched := func(page *keptPage, c *store.Change) bool { return page.shown.touched(c) }
	return &keeper{pages: kept.New[pageKey](db, keptBytes, touched), db: db, now: now, making: map[pageKey]chan struct{}{}}
}

// keptPage is a page as it is sent.
type keptPage struct {
	answer *answer // nil: there is one for each language
	shown  *shown
	until  time.Time
}

// view adds a page for visitors that may be kept: it is the same for all who ask for the
// same path with the same parameters, in the same encoding and, where it says so, languages.
func (p *Pages) view(mux *http.ServeMux, pattern string, page pages.Page, parameters ...string) {
	whole, limited := p.Bare(page), p.Bare(p.Limited(web.PageViews, page))
	mux.Handle(pattern, p.Sessions().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		guest, err := p.Sessions().GuestOf(r.Context())
		if err != nil {
			p.Fail(w, r, err)
			return
		}
		a, ok := askOf(r, guest, parameters)
		if !ok {
			limited.ServeHTTP(w, r)
			return
		}
		if err := p.Take(w, r, web.PageViews); err != nil {
			p.Fail(w, r, err)
			return
		}
		found := p.keeper.page(a, whole)
		if found.viewed.model != 0 {
			p.shop.CountView(r.Context(), found.viewed.model, found.viewed.author)
		}
		found.send(w, r)
	})))
}

// page returns the page that is asked for.
func (k *keeper) page(a *ask, page http.Handler) *answer {
	ctx := a.request.Context()
	for waited := (pageKey{}); ; {
		found, key, moment := k.find(ctx, a)
		if found != nil {
			return found
		}
		// What was waited for is not kept, as what is not there: others need not wait for each other.
		if key == waited {
			return a.make(page)
		}
		making, mine := k.begin(key)
		if mine {
			return k.make(a, key, moment, page)
		}
		select {
		case <-making:
		case <-ctx.Done():
		}
		waited = key
	}
}

// find returns what is kept, or under which key it would be, made of what is read after a
// moment.
func (k *keeper) find(ctx context.Context, a *ask) (found *answer, key pageKey, moment store.Moment) {
	key = a.key
	page, moment, ok := k.pages.Find(ctx, key)
	if ok && page.answer == nil {
		key = a.keyOfLanguages()
		page, moment, ok = k.pages.Find(ctx, key)
	}
	if ok && k.now().Before(page.until) && k.known(ctx, page.shown) {
		return page.answer, key, moment
	}
	return nil, key, moment
}

// known reports whether no other words are known than those that a page shows. What is
// merged into the index is no change.
func (k *keeper) known(ctx context.Context, s *shown) bool {
	if s.vocabulary == nil {
		return true
	}
	now, err := k.db.Vocabulary(ctx)
	return err == nil && now == *s.vocabulary
}

// begin reports whether the caller is to make a page, or what is closed when somebody else
// has made it.
func (k *keeper) begin(key pageKey) (making chan struct{}, mine bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if making = k.making[key]; making != nil {
		return making, false
	}
	k.making[key] = make(chan struct{})
	return nil, true
}

// make makes a page and keeps it under a key, for which others may wait.
func (k *keeper) make(a *ask, key pageKey, moment store.Moment, page http.Handler) *answer {
	defer func() { // also when the page panics
		k.mu.Lock()
		defer k.mu.Unlock()
		close(k.making[key])
		delete(k.making, key)
	}()
	until := k.now().Add(keptFor)
	made := a.make(page)
	if made.keepable() && !a.shown.fleeting {
		made.body = bytes.Clone(made.body) // without room to grow
		a.shown.query = ""
		k.keep(a, &keptPage{made, a.shown, until}, moment)
	}
	return made
}

// keep keeps a page, under its languages where it reads otherwise in others.
func (k *keeper) keep(a *ask, page *keptPage, moment store.Moment) {
	const overhead = 1 << 10 // of the header, for the most part
	key := a.key
	if page.shown.tongues {
		k.pages.Keep(key, &keptPage{shown: &shown{}}, key.size()+overhead, moment)
		key = a.keyOfLanguages()
	}
	k.pages.Keep(key, page, key.size()+len(page.answer.body)+page.shown.size()+overhead, moment)
}
