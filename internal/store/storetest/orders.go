package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// draftOrder is an order as it is before it is stored. Its secrets are made of
// its uuid.
func draftOrder(maker vitrine.User, m *vitrine.Model, uuid string) *vitrine.Order {
	return &vitrine.Order{
		UUID: uuid, UserID: maker.ID, BuyerID: maker.ID, BuyersEmail: maker.Email, Status: vitrine.Unpaid, ModelID: m.ID,
		Model: vitrine.PinnedModel{Title: m.Title, Slug: m.Slug, AuthorID: m.AuthorID, AuthorName: m.AuthorName},
		Price: 1000, Currency: "USD", License: vitrine.PinnedLicense{Type: vitrine.General, Hash: "hash", Text: "Be kind."},
		Files:     []vitrine.OrderFile{{FileID: 1, Name: "a.glb", Size: 10, SHA256: "sum", BlobKey: "files/a"}},
		ReturnURL: "https://shop.example/", Handle: "handle-" + uuid, Live: true,
		CreatedAt: noon(), UpdatedAt: noon(), ExpiresAt: noon().Add(24 * time.Hour),
	}
}

// newOrder stores an order, in a state of its own.
func newOrder(t testing.TB, db *store.DB, maker vitrine.User, m *vitrine.Model, uuid string, status vitrine.OrderStatus) *vitrine.Order {
	t.Helper()
	o := draftOrder(maker, m, uuid)
	o.Status = status
	if !insertOrder(t, db, o) {
		t.Fatalf("the order %s was not stored", uuid)
	}
	return o
}

func insertOrder(t testing.TB, db *store.DB, o *vitrine.Order) (made bool) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
		made, err = tx.InsertOrder(ctx, o)
		return err
	})
	return made
}

func newPublished(t testing.TB, db *store.DB, author vitrine.User, slug string) *vitrine.Model {
	t.Helper()
	return newModel(t, db, author, slug, func(m *vitrine.Model) { m.Status = vitrine.Published })
}

func testOffers(t *testing.T, db *store.DB) {
	ctx := t.Context()
	m := newPublished(t, db, newUser(t, db, "ada"), "chair")
	files := []vitrine.File{
		{Name: "a.glb", Size: 10, SHA256: "sum a", BlobKey: "files/a", Status: vitrine.FileReady},
		{Name: "b.glb", Size: 11, SHA256: "sum b", BlobKey: "files/b", Status: vitrine.FileRejected},
		{Name: "c.glb", Size: 12, SHA256: "sum c", BlobKey: "files/c", Status: vitrine.FileReady},
		{Name: "d.glb", Size: 13, SHA256: "sum d", BlobKey: "files/d", Status: vitrine.FileReady},
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for i := range files {
			files[i].ModelID, files[i].CreatedAt, files[i].UpdatedAt = m.ID, noon(), noon()
			if err := tx.InsertFile(ctx, &files[i]); err != nil {
				return err
			}
		}
		if err := tx.DeleteFile(ctx, m.ID, files[3].ID, noon()); err != nil {
			return err
		}
		return tx.AddLicense(ctx, vitrine.LicenseText{Type: vitrine.General, Text: "Be kind.", CreatedAt: noon(), UpdatedAt: noon()})
	})

	got, err := db.Offer(ctx, m.ID)

	wantCode(t, err, "")
	want := &store.Offer{
		ModelID: m.ID, Status: vitrine.Published, Price: m.Price, License: vitrine.General, LicenseText: "Be kind.", LicensedBy: 1,
		Model: vitrine.PinnedModel{Title: "chair", Slug: "chair", AuthorID: m.AuthorID, AuthorName: "ada"},
		Files: []vitrine.OrderFile{
			{FileID: files[0].ID, Name: "a.glb", Size: 10, SHA256: "sum a", BlobKey: "files/a"},
			{FileID: files[2].ID, Name: "c.glb", Size: 12, SHA256: "sum c", BlobKey: "files/c"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("offer (-want +got):\n%s", diff)
	}

	m.License, m.CustomLicense, m.Price = vitrine.Custom, "Mine.", nil
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		changed := tx.UpdateModel(ctx, m)
		_, err := tx.KeepCurrency(ctx, "EUR")
		return errors.Join(changed, err)
	})
	got, err = db.Offer(ctx, m.ID)
	if err != nil || got.LicenseText != "Mine." || got.Price != nil || got.Currency != "EUR" {
		t.Errorf("with a custom license and a currency the offer is %+v (%v)", got, err)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.ID, noon()) })
	_, err = db.Offer(ctx, m.ID)
	wantCode(t, err, vitrine.NotFound)
}

func testOrders(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	m := newPublished(t, db, ada, "chair")
	want := draftOrder(bob, m, "first")
	want.BuyerID, want.Files = 0, []vitrine.OrderFile{}
	if !insertOrder(t, db, want) {
		t.Fatal("the first order was not stored")
	}

	for name, read := range map[string]func() (*vitrine.Order, error){
		"by id":             func() (*vitrine.Order, error) { return db.Order(ctx, want.ID) },
		"by maker":          func() (*vitrine.Order, error) { return db.OwnOrder(ctx, bob.ID, want.ID) },
		"by uuid":           func() (*vitrine.Order, error) { return db.OrderByUUID(ctx, bob.ID, "first") },
		"by checkout key":   func() (*vitrine.Order, error) { return db.OrderByCheckoutKey(ctx, want.CheckoutKey) },
		"by download token": func() (*vitrine.Order, error) { return db.OrderByDownloadToken(ctx, want.DownloadToken) },
	} {
		got, err := read()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	for name, read := range map[string]func() (*vitrine.Order, error){
		"of somebody else":        func() (*vitrine.Order, error) { return db.OwnOrder(ctx, ada.ID, want.ID) },
		"uuid of somebody else":   func() (*vitrine.Order, error) { return db.OrderByUUID(ctx, ada.ID, "first") },
		"unknown checkout key":    func() (*vitrine.Order, error) { return db.OrderByCheckoutKey(ctx, "") },
		"unknown download token":  func() (*vitrine.Order, error) { return db.OrderByDownloadToken(ctx, want.CheckoutKey) },
		"what is stored":          func() (*vitrine.Order, error) { return db.OrderByCheckoutKey(ctx, want.Handle) },
		"what is stored, again":   func() (*vitrine.Order, error) { return db.OrderByDownloadToken(ctx, want.Handle) },
		"another's secret":        func() (*vitrine.Order, error) { return db.OrderByCheckoutKey(ctx, want.Handle+strings.Repeat("0", 30)) },
		"an id that is not there": func() (*vitrine.Order, error) { return db.Order(ctx, want.ID+1) },
	} {
		if got, err := read(); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("%s: got %+v, %v; want nothing", name, got, err)
		}
	}
	testOrdersNotMade(t, db, bob, m)
}

// An order is made under a uuid that its maker has not used.
func testOrdersNotMade(t *testing.T, db *store.DB, maker vitrine.User, m *vitrine.Model) {
	t.Helper()
	if second := draftOrder(maker, m, "first"); insertOrder(t, db, second) {
		t.Error("a second order of the same uuid was stored")
	}
	other := draftOrder(newUser(t, db, "other"), m, "first")
	other.Handle = "handle-other"
	if !insertOrder(t, db, other) {
		t.Error("one maker's uuid keeps another from using it")
	}
}

func testOrderLists(t *testing.T, db *store.DB) {
	bob, eve := newUser(t, db, "bob"), newUser(t, db, "eve")
	m := newPublished(t, db, eve, "chair")
	statuses := []vitrine.OrderStatus{vitrine.Unpaid, vitrine.Paid, vitrine.Expired, vitrine.Paid, vitrine.Unpaid, vitrine.Canceled,
		vitrine.Refunded}
	for i, status := range statuses {
		newOrder(t, db, bob, m, "bob-"+strconv.Itoa(i), status)
		newOrder(t, db, eve, m, "eve-"+strconv.Itoa(i), vitrine.Paid)
	}
	soon, late := noon(), noon().Add(24*time.Hour)
	for _, c := range []struct {
		status vitrine.OrderStatus
		now    time.Time
		want   string
	}{
		{"", soon, "6 5 4 3 2 1 0"},
		{vitrine.Paid, soon, "3 1"},
		{vitrine.Unpaid, soon, "4 0"},
		{vitrine.Expired, soon, "2"},
		{vitrine.Unpaid, late, ""},
		{vitrine.Expired, late, "4 2 0"},
		{vitrine.Disputed, late, ""},
	} {
		q := vitrine.OrderQuery{UserID: bob.ID, Status: c.status, Page: vitrine.Page{Size: 2}}
		for _, byNumber := range []bool{false, true} {
			if got := allOrders(t, db, q, c.now, byNumber); got != c.want {
				t.Errorf("orders that are %q at %s, by number %t: %q, want %q", c.status, c.now, byNumber, got, c.want)
			}
			if c.status != vitrine.Expired {
				continue // all others of eve are paid
			}
			all := vitrine.OrderQuery{Scope: vitrine.OrdersAll, Status: c.status, Page: q.Page}
			if got := allOrders(t, db, all, c.now, byNumber); got != c.want {
				t.Errorf("all that are %q at %s, by number %t: %q, want %q", c.status, c.now, byNumber, got, c.want)
			}
		}
	}
	table := newPublished(t, db, bob, "table")
	late1 := draftOrder(eve, table, "tab-1")
	late1.CreatedAt, late1.BuyersEmail, late1.Status = late, "Åsa@Example.com", vitrine.Unpaid
	insertOrder(t, db, late1)
	for name, c := range map[string]struct {
		query vitrine.OrderQuery
		want  int64
	}{
		"all":             {vitrine.OrderQuery{Scope: vitrine.OrdersAll}, 15},
		"sold by eve":     {vitrine.OrderQuery{Scope: vitrine.OrdersSold, UserID: eve.ID}, 0}, // nobody has said when they were paid
		"by address":      {vitrine.OrderQuery{Scope: vitrine.OrdersAll, Email: "åsa@EXAMPLE.com"}, 1},
		"by no address":   {vitrine.OrderQuery{Scope: vitrine.OrdersAll, Email: "asa@example.com"}, 0},
		"by uuid":         {vitrine.OrderQuery{Scope: vitrine.OrdersAll, UUID: "eve-3"}, 1},
		"another's uuid":  {vitrine.OrderQuery{UserID: bob.ID, UUID: "eve-3"}, 0},
		"by model":        {vitrine.OrderQuery{UserID: eve.ID, ModelID: table.ID}, 1},
		"after":           {vitrine.OrderQuery{Scope: vitrine.OrdersAll, CreatedAfter: soon}, 1},
		"before":          {vitrine.OrderQuery{Scope: vitrine.OrdersAll, CreatedBefore: late}, 14},
		"between nothing": {vitrine.OrderQuery{Scope: vitrine.OrdersAll, CreatedAfter: soon, CreatedBefore: late}, 0},
	} {
		c.query.Page = vitrine.Page{Size: 1}
		page, err := db.Orders(t.Context(), c.query, soon)
		if wantCode(t, err, ""); page.Total.Count != c.want || c.want > 0 && (len(page.Orders) != 1 || page.Orders[0].License.Text != "") {
			t.Errorf("%s: %d orders, want %d", name, page.Total.Count, c.want)
		}
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetOrderStatus(ctx, late1, vitrine.Paid, late)
	})
	sold, err := db.Orders(t.Context(), vitrine.OrderQuery{Scope: vitrine.OrdersSold, UserID: bob.ID, Page: vitrine.Page{Size: 5}}, soon)
	if wantCode(t, err, ""); len(sold.Orders) != 1 || sold.Orders[0].UUID != "tab-1" {
		t.Errorf("bob sold %+v", sold.Orders)
	}
	_, err = db.Orders(t.Context(), vitrine.OrderQuery{UserID: bob.ID, Page: vitrine.Page{Size: 2, Cursor: "x"}}, soon)
	wantCode(t, err, vitrine.Malformed)
}

// allOrders walks through the pages and joins the ends of the orders' uuids. It
// checks that each page tells the same total.
func allOrders(t *testing.T, db *store.DB, q vitrine.OrderQuery, now time.Time, byNumber bool) string {
	t.Helper()
	seen, text, total := int64(0), "", int64(-1)
	for q.Page.Number = 1; ; q.Page.Number++ {
		page, err := db.Orders(t.Context(), q, now)
		if err != nil {
			t.Fatal(err)
		}
		if total >= 0 && page.Total.Count != total || page.Total.More {
			t.Errorf("the total is %+v, want %d", page.Total, total)
		}
		total = page.Total.Count
		for _, o := range page.Orders {
			seen++
			text += " " + o.UUID[len("bob-"):]
		}
		if page.Next == "" {
			break
		}
		if !byNumber {
			q.Page.Cursor = page.Next
		}
	}
	if seen != total {
		t.Errorf("%d orders in all pages, the total is %d", seen, total)
	}
	if text == "" {
		return ""
	}
	return text[1:]
}

func testOrdersOfBuyer(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	chair, table := newPublished(t, db, ada, "chair"), newPublished(t, db, ada, "table")
	bought := func(m *vitrine.Model, want bool) {
		t.Helper()
		if got, err := db.HasBought(ctx, bob.ID, m.ID); got != want || err != nil {
			t.Errorf("bought %s: %t, %v; want %t", m.Slug, got, err, want)
		}
	}
	of := func(m *vitrine.Model) (list []string) {
		t.Helper()
		orders, err := db.OrdersOfBuyer(ctx, bob.ID, m.ID)
		wantCode(t, err, "")
		for _, o := range orders {
			list = append(list, o.UUID)
		}
		return list
	}
	bought(chair, false)
	if got := of(chair); got != nil {
		t.Errorf("before any order there are %v", got)
	}

	newOrder(t, db, bob, chair, "old files", vitrine.Paid)
	for i, files := range []string{"b", "b", "c"} {
		o := draftOrder(bob, chair, fmt.Sprint("files ", files, i))
		o.Status, o.Files[0].BlobKey = vitrine.Disputed, files
		insertOrder(t, db, o)
	}
	for i := range 60 {
		newOrder(t, db, bob, chair, fmt.Sprint("unpaid ", i), vitrine.Unpaid)
	}
	newOrder(t, db, bob, chair, "canceled", vitrine.Canceled)
	newOrder(t, db, bob, table, "refunded", vitrine.Refunded)

	bought(chair, true)
	bought(table, false)
	if diff := cmp.Diff([]string{"unpaid 59", "files c2", "files b1", "old files"}, of(chair)); diff != "" {
		t.Errorf("orders of the chair (-want +got):\n%s", diff)
	}
	if got := of(table); got != nil {
		t.Errorf("a refund leaves %v", got)
	}
	kept := newOrder(t, db, bob, table, "kept", vitrine.Paid)
	kept.DownloadsKept = true
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetOrderStatus(ctx, kept, vitrine.Refunded, noon())
	})
	bought(table, false)
	if diff := cmp.Diff([]string{"kept"}, of(table)); diff != "" {
		t.Errorf("orders of the table (-want +got):\n%s", diff)
	}
}
