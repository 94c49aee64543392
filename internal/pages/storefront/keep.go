package storefront

import (
	"bytes"
	"container/list"
	"net/http"
	"sync"
	"time"

	"vitrine/internal/pages"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const (
	// keptBytes bounds the pages that are kept.
	keptBytes = 8 << 20
	// keptFor is how long a page is kept that no change touches.
	keptFor = 10 * time.Second
	// maxKeptPage and maxAddress bound one page and what it is asked for by.
	maxKeptPage = 256 << 10
	maxAddress  = 1 << 10
)

// keeper answers with whole pages that were made before, compressed, until a change
// touches what they show. One of those who ask for a page makes it, the others wait.
type keeper struct {
	db  *store.DB
	now func() time.Time

	mu     sync.Mutex
	pages  map[pageKey]*list.Element
	recent *list.List // of *keptPage, the one that was asked for last first
	bytes  int
	making map[pageKey]chan struct{} // closed when the page was made
}

func newKeeper(db *store.DB, now func() time.Time) *keeper {
	return &keeper{db: db, now: now, pages: map[pageKey]*list.Element{}, recent: list.New(), making: map[pageKey]chan struct{}{}}
}

// keptPage is a page as it is sent.
type keptPage struct {
	key    pageKey
	answer *answer // nil: there is one for each language
	shown  *shown
	since  store.Moment // until when it is known to be true
	until  time.Time
}

// size is about what the page takes.
func (k *keptPage) size() int {
	const overhead = 1 << 10 // of the header, for the most part
	if k.answer == nil {
		return k.key.size() + overhead
	}
	return k.key.size() + len(k.answer.body) + k.shown.size() + overhead
}

// view adds a page for visitors that may be kept: it is the same for all who ask for the
// same path with the same parameters, in the same encoding and, where it says so, languages.
func (p *Pages) view(mux *http.ServeMux, pattern string, page pages.Page, parameters ...string) {
	whole, limited := p.Handler(page), p.Handler(p.Limited(web.PageViews, page))
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		a, ok := askOf(r, parameters)
		if !ok {
			limited.ServeHTTP(w, r)
			return
		}
		if err := p.Take(w, r, web.PageViews); err != nil {
			p.Fail(w, r, err)
			return
		}
		p.keeper.page(a, whole).send(w, r)
	})
}

// page returns the page that is asked for.
func (k *keeper) page(a *ask, page http.Handler) *answer {
	ctx := a.request.Context()
	for waited := (pageKey{}); ; {
		moment, err := k.db.Moment(ctx)
		if err != nil { // the page says what is wrong, if it reads anything
			return a.make(page)
		}
		kept, key, making := k.find(a, waited)
		switch {
		case kept != nil:
			return kept
		// What was waited for is not kept, as what is not there: others need not wait for each other.
		case key == waited:
			return a.make(page)
		case making == nil:
			return k.make(a, key, moment, page)
		}
		select {
		case <-making:
		case <-ctx.Done():
		}
		waited = key
	}
}

// find returns what is kept, or under which key it would be, and what is closed when the
// page is made by somebody else: nil when the caller has to, unless it has waited for it.
func (k *keeper) find(a *ask, waited pageKey) (kept *answer, key pageKey, making chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key = a.key
	found := k.good(key)
	if found != nil && found.answer == nil {
		key = a.keyOfLanguages()
		found = k.good(key)
	}
	if found != nil {
		return found.answer, key, nil
	}
	if making = k.making[key]; making == nil && key != waited {
		k.making[key] = make(chan struct{})
	}
	return nil, key, making
}

// good returns a kept page that no change has touched.
func (k *keeper) good(key pageKey) *keptPage {
	element := k.pages[key]
	if element == nil {
		return nil
	}
	kept := element.Value.(*keptPage)
	if kept.answer != nil {
		var same bool
		if kept.since, same = k.db.Unchanged(kept.since, kept.shown.touched); !same || !k.now().Before(kept.until) {
			k.remove(element)
			return nil
		}
	}
	k.recent.MoveToFront(element)
	return kept
}

// make makes a page and keeps it under a key, for which others may wait.
func (k *keeper) make(a *ask, key pageKey, since store.Moment, page http.Handler) *answer {
	began := k.now()
	var made *answer
	defer func() { // also when the page panics
		k.mu.Lock()
		defer k.mu.Unlock()
		if made != nil && made.keepable() && !a.shown.fleeting {
			made.body = bytes.Clone(made.body) // without room to grow
			a.shown.query = ""
			k.keep(&keptPage{key: key, answer: made, shown: a.shown, since: since, until: began.Add(keptFor)}, a)
		}
		close(k.making[key])
		delete(k.making, key)
	}()
	made = a.make(page)
	return made
}

// keep keeps a page, under its languages where it reads otherwise in others.
func (k *keeper) keep(page *keptPage, a *ask) {
	if a.shown.tongues && page.key == a.key {
		k.put(&keptPage{key: a.key})
		page.key = a.keyOfLanguages()
	}
	k.put(page)
	for k.bytes > keptBytes {
		k.remove(k.recent.Back())
	}
}

func (k *keeper) put(page *keptPage) {
	if before := k.pages[page.key]; before != nil {
		k.remove(before)
	}
	k.pages[page.key] = k.recent.PushFront(page)
	k.bytes += page.size()
}

func (k *keeper) remove(element *list.Element) {
	page := element.Value.(*keptPage)
	k.recent.Remove(element)
	delete(k.pages, page.key)
	k.bytes -= page.size()
}
