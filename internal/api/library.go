package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

type listLibraryInput struct {
	PageInput
}

type libraryOutput struct {
	Link string `header:"Link"`
	Body struct {
		Total         int64          `json:"total" doc:"How many purchases there are, exact up to 10,000."`
		TotalRelation string         `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
		Purchases     []libraryEntry `json:"purchases" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// libraryEntry is an order that was bought, whoever made it.
type libraryEntry struct {
	OrderBase
	License orderTerms `json:"license" doc:"As it was bought; the purchase's detail has its text."`
	Opens   bool       `json:"opens" doc:"Whether its files can be downloaded."`
}

type purchaseInput struct {
	ID int64 `path:"order_id" doc:"The order's id." example:"123"`
}

type purchaseOutput struct {
	Body purchase
}

type purchase struct {
	OrderBase
	License orderLicense `json:"license" doc:"As it was bought."`
	Opens   bool         `json:"opens" doc:"Whether its files can be downloaded."`
	Added   []orderFile  `json:"added" nullable:"false" doc:"Files that the author has added since, for buyers too."`
}

// buyer is the caller as the shop's library knows people: it asks for the user alone.
func buyer(ctx context.Context) shop.SignedIn { return shop.SignedIn{User: caller(ctx).User} }

func (s *Server) listLibrary(ctx context.Context, in *listLibraryInput) (*libraryOutput, error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}

	found, err := s.shop.Library(ctx, buyer(ctx), page)
	if err != nil {
		return nil, err
	}

	out := &libraryOutput{Link: s.links(&in.PageInput, page, found.Total, found.Next)}
	out.Body.Total, out.Body.TotalRelation = found.Total.Count, relation(found.Total)
	out.Body.Purchases = make([]libraryEntry, len(found.Orders))
	for i, o := range found.Orders {
		out.Body.Purchases[i] = libraryEntry{s.encodeBought(o), termsOf(o), o.Downloads()}
	}
	return out, nil
}

func (s *Server) purchase(ctx context.Context, in *purchaseInput) (*purchaseOutput, error) {
	o, err := s.shop.LibraryOrder(ctx, buyer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	added, err := s.shop.Updates(ctx, o)
	if err != nil {
		return nil, err
	}

	out := purchase{s.encodeBought(o), licenseOf(o), o.Downloads(), []orderFile{}}
	for _, f := range added {
		out.Added = append(out.Added, s.encodeLibraryFile(o, f))
	}
	return &purchaseOutput{out}, nil
}

// encodeBought shows an order to its buyer: what belongs to the program that made it, where
// the customer went and how they paid, is left out.
func (s *Server) encodeBought(o *vitrine.Order) OrderBase {
	encoded := s.encodeBase(o)
	encoded.ReturnURL, encoded.CheckoutURL = nil, nil
	for i, f := range o.Files {
		encoded.Files[i] = s.encodeLibraryFile(o, f)
	}
	return encoded
}

func (s *Server) encodeLibraryFile(o *vitrine.Order, f vitrine.OrderFile) orderFile {
	path := "/v1/library/" + strconv.FormatInt(o.ID, 10) + "/files/" + strconv.FormatInt(f.FileID, 10)
	return orderFile{f.FileID, f.Name, f.Size, f.SHA256, s.absolute(path)}
}

// downloadPurchase redirects to a signed address of a file that was bought.
func (s *Server) downloadPurchase(w http.ResponseWriter, r *http.Request) error {
	order, err := pathID(r, "order_id")
	if err != nil {
		return err
	}
	id, err := pathID(r, "id")
	if err != nil {
		return err
	}

	o, err := s.shop.LibraryOrder(r.Context(), buyer(r.Context()), order)
	if err != nil {
		return err
	}
	address, err := s.shop.OrderFileURL(r.Context(), o, id)
	if err != nil {
		return err
	}

	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusFound)
	return nil
}

// ofOrder names the path of a purchase's file instead of a model's.
func ofOrder(op *huma.Operation) {
	op.Parameters = pathParameters("order_id", "id")
	op.Parameters[0].Description = "The order's id."
}
