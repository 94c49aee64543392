package shop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// zenobia is somebody who sold, bought, wrote and was written about.
const zenobia = "zenobia-quill"

// haunt makes all the traces that somebody leaves, and returns them.
func (a *acting) haunt(t *testing.T) vitrine.Caller {
	t.Helper()
	zen := a.user(t, zenobia)
	do := func(what string, err error) {
		t.Helper()
		wantCode(t, what, err, "")
	}
	_, err := a.shop.ChangeProfile(t.Context(), zen, nil, func(p *vitrine.Profile) {
		p.Name, p.Description, p.Links = "Zenobia Quill", "I am Zenobia.", []string{"https://zenobia.example/"}
	})
	do("write a profile", err)
	seller := a.seller
	a.seller = zen
	sold := a.publish(t, "Stool of oak", 900)
	a.seller = seller
	ordered := a.order(t, sold.ID)
	_, err = a.shop.MarkPaid(a.ctx, ordered.ID, "")
	do("sell", err)
	asked, err := a.shop.AskRefund(t.Context(), a.buyer, ordered.ID, wish)
	do("be asked for the money", err)
	_, err = a.shop.AnswerRefundRequest(shop.By(t.Context(), shop.ActorOf(zen, "192.0.2.0/24")), a.as(zen, false), asked.ID,
		shop.RefundAnswer{Text: "No. Yours, " + zenobia}, nil)
	do("refuse it", err)

	buyer := a.buyer
	a.buyer = zen
	bought := a.paid(t)
	a.buyer = buyer
	_, err = a.shop.SaveReview(t.Context(), zen, a.model.ID, vitrine.Words{Described: 5, Text: "By " + zenobia + "."}, nil)
	do("review", err)
	_, err = a.shop.AskRefund(t.Context(), zen, bought.ID, shop.NewRefundRequest{Reason: vitrine.ReasonOther,
		Text: "So says " + zenobia + "."})
	do("ask for the money", err)
	do("note an address", a.shop.NoteOrder(a.ctx, a.operator(t), bought.ID, "called "+zenobia+"@Example.com"))
	_, err = a.shop.Suspend(a.ctx, zenobia)
	do("suspend", err)
	_, err = a.shop.Restore(a.ctx, zenobia)
	do("restore", err)
	_, err = a.shop.MakeToken(shop.By(t.Context(), shop.ActorOf(zen, "192.0.2.0/24")), zen, shop.NewToken{})
	do("make a token", err)
	_, _, err = a.shop.Report(t.Context(), shop.NewReport{Page: "/", Kind: vitrine.ReportOther, Explanation: "x", Name: "Zenobia",
		Email: zenobia + "@example.com", GoodFaith: true})
	do("report", err)
	_, err = a.shop.AskLink(t.Context(), vitrine.LinkSignIn, zenobia+"@example.com", home())
	do("ask for a link", err)
	_, _, err = a.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Tool", OwnerID: zen.User.ID})
	do("make an application", err)
	return zen
}

// wantNowhere looks for a name in all that is kept.
func (a *acting) wantNowhere(t *testing.T, name string) {
	t.Helper()
	err := a.db.Dump(t.Context(), time.Time{}, func(c store.Chunk) error {
		for _, row := range c.Rows {
			for i, value := range row {
				if strings.Contains(strings.ToLower(fmt.Sprintf("%s", value)), name) {
					t.Errorf("%s.%s still has %s", c.Table, c.Columns[i], value)
				}
			}
		}
		return nil
	}, func(store.BlobRef) {})
	wantCode(t, "read all rows", err, "")
}

// TestErasedIsNowhere has somebody ask to be forgotten, take it back, ask again, and looks
// for them in every table.
func TestErasedIsNowhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		a := newActing(t, db)
		zen := a.haunt(t)
		in := a.as(zen, false)
		late := in
		late.Session.ProvedAt = late.Session.ProvedAt.Add(-vitrine.FreshFor)
		wantCode(t, "ask without a fresh sign-in", a.shop.AskErasure(t.Context(), late), vitrine.Forbidden)
		wantCode(t, "ask", a.shop.AskErasure(t.Context(), in), "")
		wantCode(t, "take it back", a.shop.KeepAccount(t.Context(), in), "")
		wantCode(t, "ask again", a.shop.AskErasure(t.Context(), in), "")
		wantCode(t, "carry out too early", a.shop.EraseDue(t.Context()), "")
		if _, err := a.db.UserByUsername(t.Context(), zenobia); err != nil {
			t.Fatalf("before the time is over: %v", err)
		}
		a.clock.Advance(vitrine.ErasureWait)
		wantCode(t, "begin", a.shop.EraseDue(t.Context()), "")
		wantCode(t, "keep what has begun", a.shop.KeepAccount(t.Context(), in), vitrine.Conflict)
		a.clock.Advance(time.Hour) // the last mail waits for no server any more
		wantCode(t, "end", a.shop.EraseDue(t.Context()), "")
		wantCode(t, "end again", a.shop.EraseDue(t.Context()), "")

		a.wantNowhere(t, "zenobia-")
		a.wantBooks(t, zen)
	})
}

// wantBooks looks for what is kept of somebody who was forgotten.
func (a *acting) wantBooks(t *testing.T, zen vitrine.Caller) {
	t.Helper()
	orders, err := a.shop.FindOrders(t.Context(), vitrine.OrderQuery{Page: vitrine.Page{Number: 1, Size: 50}})
	wantCode(t, "list orders", err, "")
	var sold, bought int
	for _, o := range orders {
		if o.Model.AuthorID == zen.User.ID {
			if sold++; o.Model.AuthorName != vitrine.ErasedName(zen.User.ID) || !o.Downloads() || len(o.Files) != 2 {
				t.Errorf("what was sold is %+v", o)
			}
		}
		if o.BuyerID == zen.User.ID {
			if bought++; o.BuyersEmail != "" || !o.Downloads() {
				t.Errorf("what was bought is %+v", o)
			}
		}
	}
	if sold != 1 || bought != 1 {
		t.Errorf("%d sold and %d bought orders are left, want one of each", sold, bought)
	}
	page, err := a.db.Entries(t.Context(), vitrine.EntryQuery{Kind: "user", SubjectID: fmt.Sprint(zen.User.ID), Page: vitrine.Page{Size: 50}})
	wantCode(t, "read the log", err, "")
	if len(page.Entries) != 7 || page.Entries[0].Act != vitrine.ActUserErase {
		t.Errorf("the log says %+v", page.Entries)
	}
}

// TestErasureCut has a statement of each step fail, as a kill would: the rest is done later.
func TestErasureCut(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	a := &acting{granting: f.granting, ctx: shop.By(t.Context(), operator)}
	for i, statement := range []string{
		"UPDATE ON tokens", "UPDATE OF deleted_at ON models", "UPDATE OF raw_description ON models", "UPDATE OF model ON orders",
		"UPDATE OF buyers_email ON orders", "DELETE ON mails", "UPDATE ON audit", "UPDATE OF username ON users", "UPDATE OF done_at ON erasures",
	} {
		name := fmt.Sprintf("zenobia-%d", i)
		zen := a.user(t, name)
		seller, buyer := a.seller, a.buyer
		a.seller, a.buyer = zen, zen
		model := a.publish(t, fmt.Sprintf("Stool %d", i), 100+vitrine.Amount(i))
		a.buyer = buyer
		a.order(t, model.ID)
		a.seller, a.buyer = seller, zen
		a.order(t, a.model.ID)
		a.buyer = buyer
		write(t, a.db, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.InsertErasure(ctx, &vitrine.Erasure{UserID: zen.User.ID, AskedAt: a.clock.Now(), DueAt: a.clock.Now()})
			return err
		})
		f.failing(t, statement, func() error {
			err := a.shop.EraseDue(t.Context())
			if err == nil { // it waits for its last mail
				a.clock.Advance(time.Hour)
				err = a.shop.EraseDue(t.Context())
			}
			return err
		})
		a.clock.Advance(time.Hour)
		wantCode(t, statement+" failed, then", a.shop.EraseDue(t.Context()), "")
		a.clock.Advance(time.Hour)
		wantCode(t, statement+" failed, at last", a.shop.EraseDue(t.Context()), "")
		if e, err := a.shop.ErasureOf(t.Context(), zen.User.ID); err != nil || e.DoneAt.IsZero() {
			t.Errorf("%s failed, and the erasure stands at %+v, %v", statement, e, err)
		}
	}
	f.wantNowhereInFile(t, "zenobia-")
}

// wantNowhereInFile looks through every table that there is.
func (f *faulty) wantNowhereInFile(t *testing.T, name string) {
	t.Helper()
	// The log of changes is emptied within minutes.
	tables, err := f.file.QueryContext(t.Context(), "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'catalogue_changes'")
	wantCode(t, "list tables", err, "")
	defer tables.Close()
	for tables.Next() {
		var table string
		wantCode(t, "list tables", tables.Scan(&table), "")
		rows, err := f.file.QueryContext(t.Context(), "SELECT * FROM "+table)
		wantCode(t, "read "+table, err, "")
		columns, err := rows.Columns()
		wantCode(t, "read "+table, err, "")
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			wantCode(t, "read "+table, rows.Scan(into...), "")
			for i, value := range values {
				if strings.Contains(strings.ToLower(fmt.Sprintf("%s", value)), name) {
					t.Errorf("%s.%s still has %s", table, columns[i], value)
				}
			}
		}
		wantCode(t, "read "+table, rows.Err(), "")
		_ = rows.Close()
	}
	wantCode(t, "list tables", tables.Err(), "")
}

// TestForgetAgain restores a marketplace as it was before somebody was erased: the list of
// those who were has it forget them too.
func TestForgetAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		a := newActing(t, db)
		zen := a.haunt(t)
		visitor := func() {
			n := shop.VisitorOrder{ModelID: a.model.ID, Email: "Zenobia-too@example.com", Network: "192.0.2.9"}
			_, err := a.shop.OrderAsVisitor(t.Context(), n)
			wantCode(t, "buy without an account", err, "")
		}
		visitor()
		chief := a.operatorAgain(t)
		wantCode(t, "erase an account's address", a.shop.EraseAddress(t.Context(), chief, zenobia+"@example.com"), vitrine.Invalid)
		wantCode(t, "forget an address", a.shop.EraseAddress(t.Context(), chief, "zenobia-too@example.com"), "")
		wantCode(t, "carry it out", a.shop.EraseDue(t.Context()), "")
		forgotten, err := a.shop.ListForgotten(t.Context())
		if err != nil || len(forgotten) != 1 || forgotten[0].Address == "" {
			t.Fatalf("forgotten are %v, %v", forgotten, err)
		}
		visitor() // as the backup has it
		known, err := a.shop.ForgetAgain(t.Context(), append(forgotten, shop.Forgotten{UserID: zen.User.ID}, shop.Forgotten{UserID: 1 << 40}))
		if err != nil || known != 2 {
			t.Fatalf("%d were known, %v; want two", known, err)
		}
		a.clock.Advance(time.Hour)
		wantCode(t, "end", a.shop.EraseDue(t.Context()), "")
		a.wantNowhere(t, "zenobia-")
		if known, err := a.shop.ForgetAgain(t.Context(), forgotten); known != 0 || err != nil {
			t.Errorf("once more: %d, %v", known, err)
		}
	})
}

// operatorAgain is the operator whom haunt has made.
func (a *acting) operatorAgain(t *testing.T) shop.SignedIn {
	t.Helper()
	user, err := a.db.UserByUsername(t.Context(), "chief")
	wantCode(t, "find the operator", err, "")
	return a.as(vitrine.Caller{User: *user}, true)
}
