package store

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vitrine"
	"vitrine/internal/posting"
)

// searchIndex is what a process remembers of the index of words: which documents are
// pending, which blocks were changed by which merge, blocks that were read, and what was
// counted.
type searchIndex struct {
	now    func() time.Time
	mu     sync.Mutex // of the look
	known  atomic.Pointer[knownState]
	blocks *blockMemory
	words  *wordMemory
	facets facetMemory
	maxFar int
	own    ownMemory

	prefixes *prefixMemory
}

// knownState is a state with the last change of the catalogue that it has, and when it
// was looked at.
type knownState struct {
	*searchState
	moment Moment
	looked time.Time
}

func newSearchIndex(o Options) *searchIndex {
	return &searchIndex{now: o.Now, blocks: newBlockMemory(o.SearchMemory), words: newWordMemory(o.Now), maxFar: maxFar,
		prefixes: newPrefixMemory(o.Now)}
}

// searchState is the index at one moment. It does not change: what was found in one is
// found in it again.
type searchState struct {
	merge    int64   // the last one
	versions []int64 // by the number of a block: the merge that last changed it
	pending  []posting.Stored
	built    bool // there are blocks, of any release's documents
	present  bool // they are of this release's documents, or of a later one's
}

// answers reports whether the index can say what a list has. What was made with AI is not in
// one of an earlier release.
func (s *searchState) answers(q vitrine.CatalogueQuery) bool {
	return s.built && (s.present || q.AIGenerated == nil)
}

// knownState returns the index with all changes that this process has learned of.
func (r *reads) knownState(ctx context.Context) (*knownState, error) {
	if r.inside {
		state, err := r.readSearchState(ctx, nil)
		return &knownState{searchState: state}, err
	}
	if err := r.look(ctx); err != nil {
		return nil, err
	}
	x := r.searches
	known := x.known.Load()
	switch {
	case known == nil || known.moment != r.moment():
		x.mu.Lock()
	case !x.due(known) || !x.mu.TryLock():
		return known, nil
	}
	defer x.mu.Unlock()
	// Before the look: what is changed during it is looked for again.
	next := &knownState{moment: r.moment(), looked: x.now()}
	var before *searchState
	if known = x.known.Load(); known != nil {
		// Somebody else may have looked while this one waited.
		if known.moment == next.moment && !x.due(known) {
			return known, nil
		}
		before = known.searchState
	}
	var err error
	if next.searchState, err = r.readSearchState(ctx, before); err != nil {
		return nil, err
	}
	x.known.Store(next)
	return next, nil
}

// settled searches, once more if a build overtook the search.
func (r *reads) settled(ctx context.Context, search func(*searchState) error) error {
	for {
		known, err := r.knownState(ctx)
		if err != nil {
			return err
		}
		err = search(known.searchState)
		if err != nil {
			return err
		}
		if again, err := r.overtaken(ctx, known); err != nil || !again {
			return err
		}
	}
}

// overtaken reports whether a build may have removed blocks that were read for a state:
// another index is searched, and has been for as long as they are kept.
func (r *reads) overtaken(ctx context.Context, known *knownState) (bool, error) {
	if r.inside || r.searches.now().Sub(known.looked) < oldBlocksKept {
		return false, nil
	}
	last, err := r.lastMerge(ctx)
	if err != nil || last>>epochShift == known.epoch() {
		return false, err
	}
	r.searches.lookAgain()
	return true, nil
}

// lookForMerges is how soon a process looks for what others have merged. What it knows
// until then finds the same, but some blocks are read that it could have remembered.
const lookForMerges = time.Second

// lookAgain has the next search look.
func (x *searchIndex) lookAgain() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if known := x.known.Load(); known != nil {
		x.known.Store(&knownState{known.searchState, known.moment, time.Time{}})
	}
}

func (x *searchIndex) due(known *knownState) bool { return x.now().Sub(known.looked) >= lookForMerges }

// readSearchState reads what has changed since a state, and returns the same one when
// nothing has; nil is none. Documents come
// before merges: one that a merge takes in between is pending and in blocks of a newer
// version, where it is passed over. The other way round it would be in neither.
func (r *reads) readSearchState(ctx context.Context, known *searchState) (*searchState, error) {
	next := &searchState{}
	if known != nil {
		next.merge, next.versions, next.built, next.present = known.merge, known.versions, known.built, known.present
	}
	var err error
	// Before the versions: those of a build that ends in between come without its word.
	if !next.present {
		form, err := r.searchForm(ctx)
		if err != nil {
			return nil, err
		}
		next.built, next.present = form > 0, form >= number(documentsForm)
	}
	if next.pending, err = r.pendingDocuments(ctx); err != nil {
		return nil, err
	}
	type version struct{ block, merge int64 }
	changed, err := query(ctx, r, func(row scanner) (v version, err error) { return v, row.Scan(&v.block, &v.merge) },
		"SELECT block, merge FROM search_versions WHERE merge > $1", next.merge)
	if err != nil {
		return nil, err
	}
	if len(changed) == 0 {
		if known != nil && known.built == next.built && known.present == next.present && slices.Equal(known.pending, next.pending) {
			return known, nil
		}
		return next, nil
	}
	size := int64(len(next.versions))
	for _, v := range changed {
		size = max(size, v.block+1)
	}
	versions := make([]int64, size)
	copy(versions, next.versions)
	for _, v := range changed {
		versions[v.block] = v.merge
		next.merge = max(next.merge, v.merge)
	}
	next.versions = versions
	return next, nil
}

// pendingDocuments returns the documents whose blocks are out of date, as they are now.
func (r *reads) pendingDocuments(ctx context.Context) ([]posting.Stored, error) {
	return query(ctx, r, scanDocument,
		"SELECT model_id, CASE WHEN listed THEN document ELSE '' END FROM search_documents WHERE pending ORDER BY model_id")
}

// epoch is the number of the build that the blocks are of.
func (s *searchState) epoch() int64 { return s.merge >> epochShift }

// version is the merge that last changed a block; 0 is one that nothing changed.
func (s *searchState) version(block int64) int64 {
	if block < int64(len(s.versions)) {
		return s.versions[block]
	}
	return 0
}

// indexIn is the index of the catalogue in a state.
func (r *reads) indexIn(ctx context.Context, state *searchState) (*posting.Index, error) {
	known, err := r.searchWords(ctx, []string{attrAll})
	if err != nil {
		return nil, err
	}
	return &posting.Index{
		Source: &blockSource{r, state}, Groups: (int64(len(state.versions)) + posting.GroupBlocks - 1) / posting.GroupBlocks,
		All: known[attrAll], Pending: state.pending,
	}, nil
}
