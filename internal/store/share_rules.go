package store

import (
	"context"

	"vitrine"
)

// sharedBy selects the share of the most specific rule for a model of which there are placeholders or
// columns: its id, its seller, its subcategory and its category, of which those that are not may be NULL.
func sharedBy(model, seller, subcategory, category string) string {
	return `SELECT r.share FROM share_rules r WHERE (r.about = 'model' AND r.subject_id = ` + model + `)
		OR (r.about = 'seller' AND r.subject_id = ` + seller + `)
		OR (r.about = 'category' AND r.subject_id = ` + subcategory + `)
		OR (r.about = 'category' AND r.subject_id = ` + category + `)
	ORDER BY CASE WHEN r.about = 'model' THEN 0 WHEN r.about = 'seller' THEN 1 WHEN r.subject_id = ` + subcategory + ` THEN 2 ELSE 3 END LIMIT 1`
}

// ShareFor returns the share of the most specific rule for a model, which need not be stored; nil
// where there is none.
func (r *reads) ShareFor(ctx context.Context, m *vitrine.Model) (*vitrine.Share, error) {
	id := m.ID
	if m.DraftOf != 0 {
		id = m.DraftOf
	}
	found, err := query(ctx, r, scanID, sharedBy("$1", "$2", "$3", "$4"), id, m.AuthorID, m.Subcategory.ID, m.Category.ID)
	return firstShare(found), err
}

func firstShare(found []int64) *vitrine.Share {
	if len(found) == 0 {
		return nil
	}
	share := vitrine.Share(found[0])
	return &share
}

// ShareRule returns the rule about something; NotFound when there is none.
func (r *reads) ShareRule(ctx context.Context, about vitrine.ShareSubject) (vitrine.ShareRule, error) {
	rule := vitrine.ShareRule{ShareSubject: about}
	return rule, r.row(ctx, "no share of its own is asked of "+about.String(),
		"SELECT share, set_by, set_at FROM share_rules WHERE about = $1 AND subject_id = $2",
		[]any{string(about.About), about.ID}, &rule.Share, &rule.SetBy, (*stamp)(&rule.SetAt))
}

// NamedShare is a rule with what people call those whom it is about.
type NamedShare struct {
	vitrine.ShareRule
	Name  string // title, username or slug
	SetBy string // username; "" of somebody who is gone
}

// namedShares selects rules with what people call those whom they are about.
const namedShares = `SELECT r.id, r.about, r.subject_id, r.share, r.set_by, r.set_at,
		COALESCE(m.title, u.username, c.slug, ''), COALESCE(b.username, '')
	FROM share_rules r LEFT JOIN models m ON r.about = 'model' AND m.id = r.subject_id
		LEFT JOIN users u ON r.about = 'seller' AND u.id = r.subject_id
		LEFT JOIN categories c ON r.about = 'category' AND c.id = r.subject_id
		LEFT JOIN users b ON b.id = r.set_by`

func (one *NamedShare) scan(row scanner) (id int64, err error) {
	return id, row.Scan(&id, &one.About, &one.ID, &one.Share, &one.ShareRule.SetBy, (*stamp)(&one.SetAt), &one.Name, &one.SetBy)
}

// NamedShareRule returns the rule about something; NotFound when there is none.
func (r *reads) NamedShareRule(ctx context.Context, about vitrine.ShareSubject) (one NamedShare, err error) {
	found, err := query(ctx, r, func(row scanner) (one NamedShare, err error) {
		_, err = one.scan(row)
		return one, err
	}, namedShares+" WHERE r.about = $1 AND r.subject_id = $2", string(about.About), about.ID)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "no share of its own is asked of %s", about)
	}
	if err != nil {
		return one, err
	}
	return found[0], nil
}

// ShareList is a page of rules.
type ShareList struct {
	Rules []NamedShare
	Next  string // the cursor of the next page, "" at the end
}

// ShareRules lists all rules, the newest first.
func (r *reads) ShareRules(ctx context.Context, page vitrine.Page) (list ShareList, err error) {
	after, err := parseCursor(page.Cursor, "shares")
	if err != nil {
		return list, err
	}
	b := (&builder{}).add(namedShares)
	if after.set() {
		b.add(" WHERE r.id < ?", after.id)
	}
	b.add(" ORDER BY r.id DESC").window(page.Size+1, 0)
	var ids []int64
	err = each(ctx, r, func(row scanner) error {
		var one NamedShare
		id, err := one.scan(row)
		list.Rules, ids = append(list.Rules, one), append(ids, id)
		return err
	}, b.String(), b.args...)
	if len(list.Rules) > page.Size {
		list.Rules = list.Rules[:page.Size]
		list.Next = next(page, "shares", 0, ids[page.Size-1])
	}
	return list, err
}

// SetShareRule stores a rule in the place of what was asked before.
func (tx *Tx) SetShareRule(ctx context.Context, rule vitrine.ShareRule) error {
	_, err := tx.exec(ctx, "set a share", `INSERT INTO share_rules (about, subject_id, share, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (about, subject_id) DO UPDATE SET share = excluded.share, set_by = excluded.set_by, set_at = excluded.set_at`,
		string(rule.About), rule.ID, int64(rule.Share), rule.SetBy, micros(rule.SetAt))
	return err
}

// EndShareRule removes the rule about something, and reports whether there was one.
func (tx *Tx) EndShareRule(ctx context.Context, about vitrine.ShareSubject) (bool, error) {
	n, err := tx.exec(ctx, "end a share", "DELETE FROM share_rules WHERE about = $1 AND subject_id = $2", string(about.About), about.ID)
	return n > 0, err
}
