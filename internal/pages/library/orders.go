package library

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// pageSize is how many orders a page shows.
const pageSize = 24

// list is some orders as a page shows them.
type list struct {
	Orders  []entry
	Waiting []entry // that can still be paid
	Total   string
	First   string // path of the first page, "" on it
	Next    string // path of the next page, "" on the last
}

// entry is an order in a list.
type entry struct {
	*vitrine.Order
	Path    string // of its page
	Picture *pages.Picture
}

// library shows what was bought with an account.
func (p *Pages) library(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	cursor := r.URL.Query().Get("cursor")
	found, err := p.shop.Library(r.Context(), in, vitrine.Page{Number: 1, Size: pageSize, Cursor: cursor})
	if err != nil {
		return err
	}
	var waiting []*vitrine.Order
	if cursor == "" {
		if waiting, err = p.shop.WaitingOrders(r.Context(), in); err != nil {
			return err
		}
	}
	pictures, err := p.pictures(r, append(waiting, found.Orders...))
	if err != nil {
		return err
	}

	content := listOf(locale.Of(r.Context()), found, "/library", r.URL.Query().Get("cursor"))
	for _, o := range found.Orders {
		content.Orders = append(content.Orders, entry{o, orderPath(o), pictures[o.ModelID]})
	}
	for _, o := range waiting {
		content.Waiting = append(content.Waiting, entry{o, "/checkout/" + url.PathEscape(o.CheckoutKey), pictures[o.ModelID]})
	}
	return p.show(w, r, http.StatusOK, "library", locale.Of(r.Context()).T("Your library"), struct {
		list
		Confirmed bool
	}{content, !in.User.EmailConfirmedAt.IsZero()})
}

func orderPath(o *vitrine.Order) string { return "/library/orders/" + strconv.FormatInt(o.ID, 10) }

// listOf is a page of orders, without them.
func listOf(l *locale.Language, found store.OrderPage, path, cursor string) list {
	page := list{Total: l.N("{n} order", "{n} orders", found.Total.Count)}
	if found.Total.More {
		page.Total = l.N("more than {n} order", "more than {n} orders", found.Total.Count)
	}
	if cursor != "" {
		page.First = path
	}
	if found.Next != "" {
		page.Next = path + "?cursor=" + url.QueryEscape(found.Next)
	}
	return page
}

// pictures are the first pictures of the models of some orders, by the model. What was
// bought outlives its model.
func (p *Pages) pictures(r *http.Request, orders []*vitrine.Order) (map[int64]*pages.Picture, error) {
	var models []int64
	for _, o := range orders {
		models = append(models, o.ModelID)
	}
	images, err := p.db.ShownFirstImages(r.Context(), models)
	pictures := map[int64]*pages.Picture{}
	for model, image := range images {
		pictures[model] = pages.PictureOf(image)
	}
	return pictures, err
}

// bought is an order as its page shows it.
type bought struct {
	*vitrine.Order
	Picture  *pages.Picture
	Model    string // path of the model's page; "" when it is no longer sold
	Receipt  string
	Total    int64                  // bytes of all that the order opens
	Added    []vitrine.OrderFile    // by the author, for buyers of before too
	News     []string               // names of files that were added for those who buy now
	Gone     []string               // names of files that were bought and are sold no more
	Newer    []vitrine.ModelVersion // that were published since, newest first
	Licensed *vitrine.LicenseVersion
	Asking   shop.RefundAsking
}

// newerShown is how many of those are told of.
const newerShown = 10

// Sold reports whether the model can be ordered again.
func (b *bought) Sold() bool { return b.Model != "" }

// Changed reports whether the model is not any more what was bought.
func (b *bought) Changed() bool { return len(b.Added)+len(b.News)+len(b.Gone)+len(b.Newer) > 0 }

func (p *Pages) order(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	o, err := p.ownOrder(r, in)
	if err != nil {
		return err
	}
	if o.Status == vitrine.Unpaid {
		http.Redirect(w, r, "/checkout/"+url.PathEscape(o.CheckoutKey), http.StatusSeeOther)
		return nil
	}
	b := &bought{Order: o, Receipt: "/receipt/" + url.PathEscape(o.CheckoutKey)}
	if b.Licensed, err = p.shop.LicensedBy(r.Context(), o); err != nil {
		return err
	}
	if b.Asking, err = p.shop.RefundAsking(r.Context(), o); err != nil {
		return err
	}
	if err := p.compare(r, b); err != nil {
		return err
	}

	return p.show(w, r, http.StatusOK, "order", o.Model.Title, b)
}

// ownOrder is the order of a page, if it belongs to who is signed in.
func (p *Pages) ownOrder(r *http.Request, in shop.SignedIn) (*vitrine.Order, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return nil, err
	}
	return p.shop.LibraryOrder(r.Context(), in, id)
}

// compare fills in how the model differs from what was bought.
func (p *Pages) compare(r *http.Request, b *bought) (err error) {
	if b.Added, err = p.shop.Updates(r.Context(), b.Order); err != nil {
		return err
	}
	had := map[int64]bool{}
	for _, f := range b.Files {
		had[f.FileID], b.Total = true, b.Total+f.Size
	}
	for _, f := range b.Added {
		had[f.FileID], b.Total = true, b.Total+f.Size
	}
	pictures, err := p.pictures(r, []*vitrine.Order{b.Order})
	if err != nil {
		return err
	}
	b.Picture = pictures[b.ModelID]
	m, err := p.db.Model(r.Context(), b.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && m.Status != vitrine.Published {
		return nil
	}
	if err != nil {
		return err
	}
	b.Model = record.Path(m)
	versions, err := p.db.Versions(r.Context(), m.ID, newerShown)
	if err != nil {
		return err
	}
	for _, v := range versions {
		if v.PublishedAt.After(b.CreatedAt) {
			b.Newer = append(b.Newer, v)
		}
	}
	sold := map[int64]bool{}
	for _, f := range m.ReadyFiles() {
		if sold[f.ID] = true; !had[f.ID] {
			b.News = append(b.News, f.Name)
		}
	}
	for _, f := range b.Files {
		if !sold[f.FileID] {
			b.Gone = append(b.Gone, f.Name)
		}
	}
	return nil
}
