package store

import (
	"context"
	"slices"
	"time"

	"vitrine"
)

// SharedFile is bytes that models of different authors have.
type SharedFile struct {
	SHA256  string
	Holders []Holder // who came first is first
	More    bool     // there are more of them
}

// Holder is a model that has some bytes.
type Holder struct {
	ModelID, AuthorID int64
	Title, Author     string
	Status            vitrine.Status
	Hidden            bool
	File              string
	Size              int64
	At                time.Time // when the file came
}

const (
	sharedOrder  = "shared"
	holdersShown = 20
)

// noteShared remembers bytes that another author has too.
func (tx *Tx) noteShared(ctx context.Context, f *vitrine.File) error {
	if f.SHA256 == "" {
		return nil
	}
	_, err := tx.exec(ctx, "remember shared bytes", `
		INSERT INTO shared_files (sha256, seen_at) SELECT o.sha256, n.created_at FROM files o JOIN models m ON m.id = o.model_id
			JOIN files n ON n.id = $2 JOIN models h ON h.id = n.model_id
			WHERE o.sha256 = $1 AND o.sha256 <> '' AND o.deleted_at IS NULL AND m.deleted_at IS NULL AND m.author_id <> h.author_id LIMIT 1
		ON CONFLICT (sha256) DO UPDATE SET seen_at = excluded.seen_at`, f.SHA256, f.ID)
	return err
}

// findShared finds all bytes that models of different authors have.
func (tx *Tx) findShared(ctx context.Context) error {
	_, err := tx.exec(ctx, "find shared bytes", `
		INSERT INTO shared_files (sha256, seen_at)
		SELECT f.sha256, MAX(f.created_at) FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.sha256 <> '' AND f.deleted_at IS NULL AND m.deleted_at IS NULL GROUP BY f.sha256 HAVING MIN(m.author_id) <> MAX(m.author_id)
		ON CONFLICT DO NOTHING`)
	return err
}

// SharedFiles lists bytes that models of different authors have, those first of which a file
// came last, and the cursor of the next page. What is shared no more is left out, so that a
// page may have fewer than it could.
func (r *reads) SharedFiles(ctx context.Context, page vitrine.Page) (list []SharedFile, following string, err error) {
	after, err := parseCursor(page.Cursor, sharedOrder)
	if err != nil {
		return nil, "", err
	}
	b := (&builder{}).add("SELECT s.id, s.seen_at, s.sha256 FROM shared_files s")
	if after.set() {
		b.add(" WHERE (s.seen_at, s.id) < (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY s.seen_at DESC, s.id DESC").window(page.Size+1, 0)
	type seen struct {
		id, at int64
		sum    string
	}
	sums, err := query(ctx, r, func(row scanner) (s seen, err error) { return s, row.Scan(&s.id, &s.at, &s.sum) }, b.String(), b.args...)
	if err != nil {
		return nil, "", err
	}
	if len(sums) > page.Size {
		sums = sums[:page.Size]
		following = next(page, sharedOrder, sums[page.Size-1].at, sums[page.Size-1].id)
	}
	for _, s := range sums {
		shared := SharedFile{SHA256: s.sum}
		if shared.Holders, err = r.holders(ctx, s.sum); err != nil {
			return nil, "", err
		}
		another := func(h Holder) bool { return h.AuthorID != shared.Holders[0].AuthorID }
		if !slices.ContainsFunc(shared.Holders, another) {
			continue
		}
		if shared.More = len(shared.Holders) > holdersShown; shared.More {
			shared.Holders = shared.Holders[:holdersShown]
		}
		list = append(list, shared)
	}
	return list, following, nil
}

// holders lists who has some bytes, one more than is shown.
func (r *reads) holders(ctx context.Context, sum string) ([]Holder, error) {
	b := (&builder{}).add(holderColumns+" WHERE f.sha256 = ? AND f.sha256 <> '' AND f.copy_of = 0 AND f.deleted_at IS NULL AND "+
		"m.deleted_at IS NULL", sum)
	b.add(" ORDER BY f.created_at, f.id").window(holdersShown+1, 0)
	return query(ctx, r, scanHolder, b.String(), b.args...)
}

// What a draft version has is its model's.
const holderColumns = `SELECT CASE WHEN m.draft_of > 0 THEN m.draft_of ELSE m.id END, m.author_id, m.title,
	 u.username, m.status, m.hidden_from <> '', f.name, f.size, f.created_at
	FROM files f JOIN models m ON m.id = f.model_id JOIN users u ON u.id = m.author_id`

func scanHolder(row scanner) (h Holder, err error) {
	return h, row.Scan(&h.ModelID, &h.AuthorID, &h.Title, &h.Author, &h.Status, &h.Hidden, &h.File, &h.Size, (*stamp)(&h.At))
}

// SharesWith lists files of other authors that have the bytes of a model's files.
func (r *reads) SharesWith(ctx context.Context, m *vitrine.Model) ([]Holder, error) {
	var sums []string
	for _, f := range m.Files {
		if f.SHA256 != "" {
			sums = append(sums, f.SHA256)
		}
	}
	if len(sums) == 0 {
		return nil, nil
	}
	b := &builder{}
	addList(b, holderColumns+" WHERE f.sha256 <> '' AND f.copy_of = 0 AND f.deleted_at IS NULL AND m.deleted_at IS NULL AND f.sha256 IN", sums)
	b.add(" AND m.author_id <> ? ORDER BY f.created_at, f.id", m.AuthorID).window(holdersShown, 0)
	return query(ctx, r, scanHolder, b.String(), b.args...)
}
