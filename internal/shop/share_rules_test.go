package shop_test

import (
	"context"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// sharing is a marketplace whose operator sets shares.
type sharing struct {
	*testing.T
	*merging
	court *court
	model *vitrine.Model // in vans, below cars
}

func newSharing(t *testing.T, db *store.DB) (s *sharing, cars, vans *vitrine.Category) {
	t.Helper()
	court := newCourt(t, db)
	s = &sharing{t, &merging{t, court.shop, db, court.operates(t)}, court, nil}
	cars = addCategory(t, court.shop, "old-cars", 0)
	vans = addCategory(t, court.shop, "old-vans", cars.ID)
	s.model = publishedIn(t, court.shop, db, cars, vans)
	house := vitrine.DefaultHouse()
	house.Share = 1500
	wantCode(t, "ask for a share", court.shop.SetHouse(t.Context(), house), "")
	return s, cars, vans
}

func (s *sharing) set(about vitrine.ShareAbout, id int64, share vitrine.Share, code vitrine.Code) {
	s.T.Helper()
	of := vitrine.ShareSubject{About: about, ID: id}
	wantCode(s.T, "set the share of "+of.String(), s.shop.SetShareRule(s.T.Context(), s.in, of, share), code)
}

func (s *sharing) end(about vitrine.ShareAbout, id int64, code vitrine.Code) {
	s.T.Helper()
	of := vitrine.ShareSubject{About: about, ID: id}
	wantCode(s.T, "end the share of "+of.String(), s.shop.EndShareRule(s.T.Context(), s.in, of), code)
}

// want orders the model and looks which share is pinned, and told its seller.
func (s *sharing) want(share vitrine.Share) *vitrine.Order {
	s.T.Helper()
	m, err := s.db.Model(s.T.Context(), s.model.ID)
	wantCode(s.T, "read the model", err, "")
	told, err := s.shop.ShareOf(s.T.Context(), m)
	wantCode(s.T, "ask for the share", err, "")
	o, err := s.shop.CreateOrder(s.T.Context(), s.court.buyer, shop.NewOrder{ModelID: s.model.ID})
	wantCode(s.T, "order", err, "")
	if o.Share != share || told != share {
		s.T.Errorf("the order has a share of %s, and its seller is told %s, want %s", o.Share, told, share)
	}
	return o
}

// TestShareRules asks for the share of the most specific rule when an order is made, and keeps it.
func TestShareRules(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s, cars, vans := newSharing(t, db)
		first := s.want(1500)
		s.set(vitrine.ShareOfCategory, cars.ID, 1200, "")
		s.want(1200)
		s.set(vitrine.ShareOfCategory, vans.ID, 1100, "")
		s.want(1100)
		s.set(vitrine.ShareOfSeller, s.model.AuthorID, 1000, "")
		s.want(1000)
		s.set(vitrine.ShareOfModel, s.model.ID, 0, "")
		s.want(0)
		if o, err := db.Order(t.Context(), first.ID); err != nil || o.Share != 1500 {
			t.Errorf("the first order has another share now: %+v (%v)", o, err)
		}
		list, err := s.shop.ShareRules(t.Context(), s.in, vitrine.Page{Size: 3})
		if err != nil || len(list.Rules) != 3 || list.Next == "" || list.Rules[0].Name != "Truck" || list.Rules[0].SetBy == "" {
			t.Errorf("the list is %+v (%v)", list, err)
		}

		s.set(vitrine.ShareOfModel, s.model.ID, 10_001, vitrine.Invalid)
		s.set(vitrine.ShareOfModel, 9_999, 1, vitrine.NotFound)
		s.set(vitrine.ShareOfSeller, 9_999, 1, vitrine.NotFound)
		s.set(vitrine.ShareOfCategory, 9_999, 1, vitrine.NotFound)
		s.end(vitrine.ShareOfModel, s.model.ID, "")
		s.end(vitrine.ShareOfModel, s.model.ID, vitrine.NotFound)
		s.want(1000)
		s.end(vitrine.ShareOfSeller, s.model.AuthorID, "")
		s.want(1100)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.PlaceModel(ctx, s.model.ID, cars.ID, 0) })
		s.want(1200)
		stranger := s.in
		stranger.User = s.court.buyer.User
		of := vitrine.ShareSubject{About: vitrine.ShareOfCategory, ID: cars.ID}
		wantCode(t, "set by a buyer", s.shop.SetShareRule(t.Context(), stranger, of, 1), vitrine.NotFound)
		wantCode(t, "ended by a buyer", s.shop.EndShareRule(t.Context(), stranger, of), vitrine.NotFound)
	})
}

// TestSharesOfMerged has categories with rules merged and removed: sellers are asked what they were told.
func TestSharesOfMerged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s, cars, vans := newSharing(t, db)
		lorries := addCategory(t, s.shop, "lorries", 0)
		s.set(vitrine.ShareOfCategory, vans.ID, 1100, "")
		s.begin(vans, lorries, "") // which has no models: the share goes along
		s.set(vitrine.ShareOfCategory, vans.ID, 900, vitrine.Invalid)
		s.want(1100)
		s.finish(vans)
		s.want(1100)

		used := addCategory(t, s.shop, "used", 0)
		s.set(vitrine.ShareOfCategory, used.ID, 500, "")
		s.begin(lorries, used, "") // which has its own
		s.want(1100)
		s.finish(lorries)
		s.want(500)
		s.set(vitrine.ShareOfCategory, cars.ID, 700, "")
		s.begin(cars, used, "") // which has models
		s.finish(cars)
		s.want(500)

		gone := addCategory(t, s.shop, "gone", 0)
		s.set(vitrine.ShareOfCategory, gone.ID, 100, "")
		wantCode(t, "remove a category", s.shop.RemoveCategory(t.Context(), s.in, gone.ID, nil), "")
		s.set(vitrine.ShareOfModel, s.model.ID, 200, "")
		author, err := db.User(t.Context(), s.model.AuthorID)
		wantCode(t, "read the author", err, "")
		wantCode(t, "delete the model", s.shop.DeleteModel(t.Context(), vitrine.Caller{User: *author}, s.model.ID, nil), "")
		list, err := s.shop.ShareRules(t.Context(), s.in, vitrine.Page{Size: 9})
		if err != nil || len(list.Rules) != 1 || list.Rules[0].ID != used.ID {
			t.Errorf("what is left is %+v (%v)", list.Rules, err)
		}
	})
}
