package store

import (
	"context"
	"slices"
	"strings"
	"sync"

	"vitrine/internal/posting"
)

// ownDocuments are the words of models of an author, one after another in one text: it is
// searched faster than rows are read. It does not change.
type ownDocuments struct {
	// What it was read of: how often the words of the author's models had changed, and the build of the index.
	changes, epoch int64
	all            bool // published ones are among them
	models         []ownDocument
	text           string
}

// ownDocument is where the words of a model end.
type ownDocument struct {
	id        int64
	published bool
	end       int
}

// ownDocuments returns the documents of an author's drafts, with all those of published
// models. They are read when they have changed.
func (r *reads) ownDocuments(ctx context.Context, authorID, epoch int64, all bool) (*ownDocuments, error) {
	d := &ownDocuments{epoch: epoch, all: all}
	// Before the documents: what changes meanwhile is another number of changes.
	err := r.row(ctx, "there is no such user", "SELECT "+standing(worded, "u.id")+" FROM users u WHERE u.id = $1", []any{authorID}, &d.changes)
	if err != nil {
		return nil, err
	}
	if kept := r.searches.own.find(authorID); kept != nil && kept.changes == d.changes && kept.epoch == epoch && kept.all == all {
		return kept, nil
	}
	if err := r.readOwnDocuments(ctx, authorID, d); err != nil {
		return nil, err
	}
	// A transaction may be undone with what it has written.
	if !r.inside {
		r.searches.own.keep(authorID, d)
	}
	return d, nil
}

func (r *reads) readOwnDocuments(ctx context.Context, authorID int64, d *ownDocuments) error {
	b := (&builder{}).add("SELECT l.model_id, l.status = 'published', d.document FROM own_listings l "+
		"JOIN search_documents d ON d.model_id = l.model_id WHERE l.author_id = ?", authorID)
	if !d.all {
		b.add(" AND l.status <> 'published'")
	}
	var text strings.Builder
	err := each(ctx, r, func(row scanner) error {
		var m ownDocument
		var stored string
		err := row.Scan(&m.id, &m.published, &stored)
		words, _ := unmarked(stored).Cut()
		text.WriteString(words)
		m.end = text.Len()
		d.models = append(d.models, m)
		return err
	}, b.String(), b.args...)
	d.text = text.String()
	return err
}

// find calls found for each model whose document has a word of each group, with its best
// tier. Those are looked at that have a word of the group that the fewest have.
func (d *ownDocuments) find(groups [][]string, found func(id int64, published bool, tier int)) {
	rarest := slices.MinFunc(groups, func(a, b []string) int { return d.count(a) - d.count(b) })
	seen := make([]bool, len(d.models))
	for _, word := range rarest {
		word = " " + word + " "
		for at := 0; ; {
			next := strings.Index(d.text[at:], word)
			if next < 0 {
				break
			}
			i, _ := slices.BinarySearchFunc(d.models, at+next+1, func(m ownDocument, place int) int { return m.end - place })
			m := d.models[i]
			if at = m.end; seen[i] {
				continue
			}
			seen[i] = true
			if tier, ok := bestTier(d.document(i), groups); ok {
				found(m.id, m.published, tier)
			}
		}
	}
}

func (d *ownDocuments) document(i int) posting.Document {
	start := 0
	if i > 0 {
		start = d.models[i-1].end
	}
	return posting.Document(d.text[start:d.models[i].end])
}

// count is how often words of a group stand in the documents.
func (d *ownDocuments) count(group []string) (n int) {
	for _, word := range group {
		n += strings.Count(d.text, " "+word+" ")
	}
	return n
}

// size is about how many bytes it takes.
func (d *ownDocuments) size() int { return len(d.text) + 32*cap(d.models) }

// mostOwn is how many bytes of documents of authors a process remembers.
const mostOwn = 16 << 20

// ownMemory remembers the documents of those authors who searched last.
type ownMemory struct {
	mu      sync.Mutex
	size    int
	authors []rememberedAuthor // the last one last
}

type rememberedAuthor struct {
	id        int64
	documents *ownDocuments
}

// find returns what is remembered of an author, nil for nothing.
func (m *ownMemory) find(authorID int64) *ownDocuments {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.authors, func(a rememberedAuthor) bool { return a.id == authorID })
	if i < 0 {
		return nil
	}
	found := m.authors[i]
	m.authors = append(slices.Delete(m.authors, i, i+1), found)
	return found.documents
}

// keep remembers the documents of an author in the place of older ones.
func (m *ownMemory) keep(authorID int64, d *ownDocuments) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.authors, func(a rememberedAuthor) bool { return a.id == authorID }); i >= 0 {
		m.forget(i)
	}
	if d.size() > mostOwn {
		return
	}
	m.authors = append(m.authors, rememberedAuthor{authorID, d})
	for m.size += d.size(); m.size > mostOwn; {
		m.forget(0)
	}
}

func (m *ownMemory) forget(i int) {
	m.size -= m.authors[i].documents.size()
	m.authors = slices.Delete(m.authors, i, i+1)
}
