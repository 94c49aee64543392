package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// rows are more than any list of a desk shows at once.
const rows = 120

// TestFullDesksAreLight fills the desks with more than a page shows of everything, in words as long
// as they may be, and asks for all pages that links lead to, in a language with long words.
func TestFullDesksAreLight(t *testing.T) {
	if testing.Short() {
		t.Skip("it fills a whole marketplace")
	}
	t.Parallel()
	m := newMatrix(t)
	m.language = "de"
	f := &filling{matrix: m, operator: m.signedIn(t, "operator"), seller: m.signedIn(t, "seller"), long: strings.Repeat("Eichenstuhl ", 15)}
	for i := range rows {
		for _, put := range []func(context.Context, int) error{f.person, f.model, f.order, f.deal, f.application} {
			if err := put(t.Context(), i); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := m.app.AddTallies(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.crawl(t, "/desk", "operator")
	m.crawl(t, "/sell", "seller")
	for _, path := range []string{"/desk/orders/1", "/desk/models/1", fmt.Sprint("/desk/people/", f.seller.User.ID)} {
		m.send(t, "operator", http.MethodGet, path, "Accept-Language", m.language)
	}
	m.html.wantValid(t)
	m.html.wantLight(t, m.weigh(t))
}

// signedIn is somebody who has just shown who they are.
func (m *matrix) signedIn(t *testing.T, name string) shop.SignedIn {
	t.Helper()
	user, err := m.app.User(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return shop.SignedIn{User: *user, House: vitrine.DefaultHouse(),
		Session: vitrine.Session{UserID: user.ID, ProvedAt: time.Now(), CreatedAt: time.Now(), Strong: true}}
}

// filling fills a marketplace.
type filling struct {
	*matrix
	operator, seller shop.SignedIn
	long             string
}

// person comes with a role or is suspended, and reports something.
func (f *filling) person(ctx context.Context, i int) error {
	name := fmt.Sprintf("a-person-with-a-long-name-%03d", i)
	user, _, err := f.app.Shop().CreateUser(ctx, shop.NewUser{Username: name, Email: name + "@with-a-long-domain.example.com"})
	if err != nil {
		return err
	}
	if i%2 == 0 {
		err = f.app.Shop().GiveRoles(ctx, f.operator, user.ID, []vitrine.Role{vitrine.RoleModerator, vitrine.RoleSupport})
	} else {
		_, err = f.app.Shop().Suspend(ctx, name)
	}
	if err != nil {
		return err
	}
	_, _, err = f.app.Shop().Report(ctx, shop.NewReport{Page: "/sellers/seller", Kind: vitrine.ReportCopyright,
		Explanation: strings.Repeat(f.long, 50), Name: strings.TrimSpace(f.long[:90]), Email: name + "@example.com", GoodFaith: true,
		Network: name})
	return err
}

// model is taken down, which its author objects to, for one of two; others wait for a review.
func (f *filling) model(ctx context.Context, i int) error {
	made, err := f.app.Shop().CreateModel(ctx, f.seller.Caller(), shop.ModelRequest{ModelChange: vitrine.ModelChange{
		Title: vitrine.Some(strings.TrimSpace(f.long)), Price: vitrine.Some(vitrine.Amount(1250)), License: vitrine.Some(vitrine.General)}})
	if err != nil {
		return err
	}
	if i%2 == 0 {
		return f.app.DB().Write(ctx, func(tx *store.Tx) error {
			made.WaitingSince = time.Now()
			return tx.ReviewModel(ctx, made)
		})
	}
	ruling := vitrine.Ruling{Action: vitrine.ActTakeDown, Ground: vitrine.GroundLaw, Reason: strings.Repeat(f.long, 10), Downloads: true}
	if err := f.app.Shop().RuleModel(ctx, f.operator, made.ID, ruling); err != nil {
		return err
	}
	decisions, err := f.app.DB().DecisionsOf(ctx, made.ID)
	if err != nil {
		return err
	}
	return f.app.Shop().Object(ctx, f.seller, decisions[0].ID, strings.Repeat(f.long, 10))
}

// order is paid, and a part of it refunded; the first one has many notes.
func (f *filling) order(ctx context.Context, i int) error {
	key := fmt.Sprintf("full-%03d", i)
	o := &vitrine.Order{UUID: key, UserID: f.seller.User.ID, BuyersEmail: key + "@with-a-long-domain.example.com", Status: vitrine.Unpaid,
		ModelID: 1, Price: 123_456, Currency: "USD", Live: true, Handle: key,
		Model:   vitrine.PinnedModel{Title: strings.TrimSpace(f.long), Slug: "oak", AuthorID: f.seller.User.ID, AuthorName: "seller"},
		License: vitrine.PinnedLicense{Type: vitrine.General, Hash: "h"}, Files: []vitrine.OrderFile{},
		CreatedAt: time.Now(), UpdatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	err := f.app.DB().Write(ctx, func(tx *store.Tx) error {
		_, err := tx.InsertOrder(ctx, o)
		return err
	})
	if err != nil || i%4 == 3 {
		return err
	}
	if _, err := f.app.Shop().MarkPaid(ctx, o.ID, ""); err != nil {
		return err
	}
	if err := f.app.Shop().NoteOrder(ctx, f.operator, 1, strings.TrimSpace(strings.Repeat(f.long, 10))); err != nil {
		return err
	}
	_, err = f.app.Shop().RefundOrderPart(ctx, f.operator, o.ID, shop.NewRefund{Amount: 100, Note: f.long}, nil)
	return err
}

// deal is a coupon and a promotion of the whole marketplace, and a bundle of a seller.
func (f *filling) deal(ctx context.Context, i int) error {
	from := time.Now().AddDate(0, 0, 2*i+1)
	name, zone := vitrine.Some(strings.TrimSpace(f.long[:60])), vitrine.Some("UTC")
	_, err := f.app.Shop().MakeCoupon(ctx, f.operator.Caller(), shop.NewCoupon{Whole: true, CouponChange: shop.CouponChange{
		Code: vitrine.Some(fmt.Sprintf("A-LONG-CODE-%03d", i)), Name: name, Percent: vitrine.Some(int64(10)), Zone: zone}})
	if err == nil {
		err = f.app.DB().Write(ctx, func(tx *store.Tx) error {
			return tx.InsertBundle(ctx, &vitrine.Bundle{SellerID: f.seller.User.ID, Name: name.Value, Price: 123_456, Zone: zone.Value,
				BeginsAt: from, EndsAt: from.AddDate(0, 0, 1), Models: []vitrine.BundledModel{{ID: 1}}, CreatedAt: from, UpdatedAt: from})
		})
	}
	if err != nil || i >= 90 { // of as many promotions as there may be
		return err
	}
	_, err = f.app.Shop().PlanPromotion(ctx, f.operator.Caller(), shop.NewPromotion{Whole: true, PromotionChange: shop.PromotionChange{
		Name: name, Percent: vitrine.Some(int64(10)), Zone: zone, BeginsAt: vitrine.Some(from), EndsAt: vitrine.Some(from.AddDate(0, 0, 1))}})
	return err
}

// application comes with a token and a job that failed.
func (f *filling) application(ctx context.Context, i int) error {
	owner := f.seller.User.ID
	_, _, err := f.app.Shop().CreateApplication(ctx, shop.NewApplication{Name: fmt.Sprintf("%s %d", f.long[:60], i), OwnerID: owner,
		Scopes: vitrine.DefaultScopes()})
	if err != nil {
		return err
	}
	_, err = f.app.Shop().CreateToken(ctx, owner, shop.NewToken{Scopes: vitrine.OwnScopes()})
	return err
}
