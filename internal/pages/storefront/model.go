package storefront

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/web"
	"vitrine/viewer"
)

// moreModels is how many further models a model's page shows of a kind.
const moreModels = 4

// modelPage is a model as its page shows it.
type modelPage struct {
	*vitrine.Model
	Written        vitrine.Text  // in the language that the visitor likes best
	Language       string        // of it, "" for that of the page
	About          template.HTML // its description
	Crumbs         []pages.Link
	Pictures       []*pages.Picture
	Preview        *Preview   // what the viewer shows first; nil: nothing
	Pieces         []*Preview // where there are several to choose from
	Badges         []string
	Offer          offer
	Facts          []factRow
	Measured       bool // some facts are
	Claimed        bool // some facts are
	Checked        int  // how many claims were held against the files
	Differing      int  // how many of them are wrong
	Formats        []string
	Size           int64 // of all files, bytes
	Incomplete     bool  // some of the files need others that the model lacks
	Terms          *vitrine.LicenseText
	Tags           []pages.Link
	Said           said
	Likes          int64 // people
	SellerPath     string
	SellerName     string // for people, "" for none
	Bundles        []bundleBox
	MoreFromSeller []template.HTML // cards
	MoreAlike      []template.HTML
	AlikePath      string
	AlikeName      string
	ReportPath     string
	Away           *away                  // whether the seller is on holiday
	Version        int64                  // 1: the first
	Versions       []vitrine.ModelVersion // behind the first, newest first
	Aside          *aside                 // what a preview says of itself; nil: it is the public page
}

// versionsShown is how many versions a model's page tells of.
const versionsShown = 10

// offer is what the page says about buying, and the form as it was sent.
type offer struct {
	ModelID  int64
	Price    string
	Original string
	Saving   string
	Lowest   string // price of the 30 days before a discount, "" where there is none or it is not known
	Free     bool
	Open     bool // it downloads at once, with no form
	SignedIn bool // whose it will be is known
	Sandbox  bool
	Email    string
	Problem  string // with Email
}

// Preview is what the 3D viewer shows.
type Preview struct {
	URL            string // path of what it loads
	Label          string // in the list of pieces
	Kind           string // glb, splat or turntable
	Form           vitrine.PreviewForm
	Plays          bool // it has clips
	Views, Columns int  // of a turntable: its pictures, and how many stand in a row
}

// Turns reports whether the viewer has pictures alone, from all sides.
func (p *Preview) Turns() bool { return p.Form == vitrine.PreviewTurntable }

// Reduced reports whether the viewer shows less than what is sold.
func (p *Preview) Reduced() bool { return p.Form == vitrine.PreviewReduced }

// Seller leads to the page of who sells the model.
func (page *modelPage) Seller() pages.Link { return link(page.AuthorName, page.SellerPath) }

func (p *Pages) model(w http.ResponseWriter, r *http.Request, slug string) error {
	m, err := p.modelNamed(r.Context(), slug)
	if err != nil {
		return err
	}
	if m.DeletedAt.IsZero() && m.Status == vitrine.Published {
		if path := pathOf(m); path != r.URL.Path {
			moved(w, r, path)
			return nil
		}
		w.Header().Set("Cache-Control", pages.PageCache)
		shownBy(r.Context()).viewed = viewed{m.ID, m.AuthorID}
		return p.showModel(w, r, http.StatusOK, m, offer{})
	}
	if m.PublishedAt.IsZero() || m.DeletedAt.IsZero() {
		return vitrine.Errorf(vitrine.NotFound, "there is no model named %q", slug)
	}
	problem := *web.ProblemOf(r, vitrine.Errorf(vitrine.NotFound, "the model was deleted"))
	problem.Status = http.StatusGone
	l := locale.Of(r.Context())
	p.FailAs(w, r, &problem, pages.Failure{
		Heading: l.T("This model is no longer sold"),
		Message: l.T("Its seller took it off the shelf. Whoever bought it keeps it: the receipt's downloads stay open."),
		Links:   []pages.Link{link(l.T("See what else there is"), shelfOf(m.ProductType).Path)}, RequestID: problem.RequestID,
	})
	return nil
}

// showModel shows a published model, with what was sent to buy it.
func (p *Pages) showModel(w http.ResponseWriter, r *http.Request, status int, m *vitrine.Model, sent offer) error {
	if m.AdultContent {
		grown, err := p.grown(r)
		if err != nil {
			return err
		}
		if !grown {
			return p.showVeil(w, r, m)
		}
	}
	page, err := p.modelPage(r, m)
	if err != nil {
		return err
	}
	page.Offer.Email, page.Offer.Problem = sent.Email, sent.Problem
	w.Header().Set("Content-Language", page.Written.Language)
	v := pages.View{
		Title:       locale.Of(r.Context()).T("{title}: 3D model by {author}", page.Written.Title, m.AuthorName),
		Description: summary(page.Written.RawDescription), Canonical: pathOf(m),
		Section: shelfOf(m.ProductType).Path, Kind: "product", Adult: m.AdultContent, Reserved: m.NoAITraining,
		Structured: p.structured(page), Content: page,
		Completes: true, Keeps: true,
	}
	switch {
	case m.AdultContent:
		v.Structured = nil // who reads these shows them to everybody
	case len(page.Pictures) > 0:
		v.Picture = page.Pictures[0]
	}
	page.addViewer(&v)
	return p.Render(w, r, status, "model", v)
}

// addViewer has the page load what turns the model, where there is something to turn.
func (page *modelPage) addViewer(v *pages.View) {
	if page.Preview != nil {
		v.Policy, v.Script, v.Style = pages.Policy{Viewer: page.kinds()}, pages.ViewerPath+viewer.Asset("viewer.js"), pages.ViewerPath+
			viewer.Asset("viewer.css")
	}
}

func (p *Pages) modelPage(r *http.Request, m *vitrine.Model) (*modelPage, error) {
	all, err := p.tree.tree(r.Context())
	if err != nil {
		return nil, err
	}
	l, language := locale.Of(r.Context()), bestLanguage(r, m.Languages())
	guest, err := p.Sessions().GuestOf(r.Context())
	if err != nil {
		return nil, err
	}
	page := &modelPage{
		Model: m, Written: m.TextIn(language), Language: foreign(l, language), Facts: factRows(l, m),
		SellerPath: "/sellers/" + url.PathEscape(m.AuthorName), Badges: badges(l, m), Offer: p.offer(l, m),
		ReportPath: address("/report", url.Values{"page": {pathOf(m)}}),
	}
	page.Offer.SignedIn, page.Offer.Open = guest.SignedIn, m.Free() && guest.House.FreeOpen && !guest.SignedIn
	profile, err := p.profileOf(r.Context(), m.AuthorID)
	if err != nil {
		return nil, err
	}
	page.SellerName, page.Away = profile.Name, p.awayOf(profile)
	page.About = pages.Description(page.Written)
	page.show(l)
	if page.Preview != nil && page.Preview.Plays {
		page.Badges = append(page.Badges, l.T("Animated"))
	}
	for _, row := range page.Facts {
		page.Measured, page.Claimed = page.Measured || row.Measured != "", page.Claimed || row.Claimed != ""
		if row.Agrees != nil {
			page.Checked++
			if !*row.Agrees {
				page.Differing++
			}
		}
	}
	for _, image := range m.Images {
		page.Pictures = append(page.Pictures, pages.PictureOf(image))
	}
	page.Formats, page.Size = formats(m)
	page.Incomplete = incomplete(m)
	for _, tag := range page.Written.Tags {
		page.Tags = append(page.Tags, link(tag, address("/search", url.Values{"keywords": {tag}})))
	}
	page.place(l, all)
	if page.Terms, err = p.terms(r.Context(), m); err != nil {
		return nil, err
	}
	if err := p.addVersions(r.Context(), page); err != nil {
		return nil, err
	}
	if page.Said, err = p.saidOf(r.Context(), m); err != nil {
		return nil, err
	}
	if page.Likes, err = p.likesOf(r.Context(), m.ID); err != nil {
		return nil, err
	}
	if page.Bundles, err = p.bundlesOf(r, m.ID); err != nil {
		return nil, err
	}
	return page, p.addMore(r, page)
}

func (p *Pages) addVersions(ctx context.Context, page *modelPage) (err error) {
	page.Version = 1
	if page.Versions, err = p.db.Versions(ctx, page.ID, versionsShown); err == nil && len(page.Versions) > 0 {
		page.Version = page.Versions[0].Number
	}
	return err
}

// place says where the model is: the links that lead to it, and the list of
// others like it.
func (page *modelPage) place(l *locale.Language, all *tree) {
	s := shelfOf(page.ProductType)
	c := all.byID[cmp.Or(page.Subcategory.ID, page.Category.ID)]
	page.Crumbs = append(all.crumbs(l, s, c), link(page.Written.Title, pathOf(page.Model)))
	page.AlikePath, page.AlikeName = s.Path, l.Say(s.Name)
	if c != nil {
		page.AlikePath, page.AlikeName = all.path(s, c), pages.CategoryIn(l, c).Name
	}
}

func (p *Pages) offer(l *locale.Language, m *vitrine.Model) offer {
	currency := p.shop.Settings().Currency
	o := offer{ModelID: m.ID, Price: l.Money(*m.Price, currency), Free: m.Free(), Sandbox: !p.shop.Live()}
	if m.Discounted() {
		o.Original, o.Saving = l.Money(*m.OriginalPrice, currency), saving(l, *m.Price, *m.OriginalPrice)
		if m.LowestBefore != nil {
			o.Lowest = l.Money(*m.LowestBefore, currency)
		}
	}
	return o
}

func badges(l *locale.Language, m *vitrine.Model) []string {
	return card{
		Type: string(m.ProductType), License: string(m.License), Adult: m.AdultContent, AI: m.AIGenerated,
		PBR: &m.PBR, Rigged: &m.Rigged,
	}.badges(l)
}

// terms are the licence that the model is sold under.
func (p *Pages) terms(ctx context.Context, m *vitrine.Model) (*vitrine.LicenseText, error) {
	text, err := p.license(ctx, m.License)
	if err != nil {
		return nil, fmt.Errorf("license of model %d: %w", m.ID, err)
	}
	if m.License == vitrine.Custom {
		text.Text = m.CustomLicense
	}
	return text, nil
}

// addMore adds other models, of the seller and of the category.
func (p *Pages) addMore(r *http.Request, page *modelPage) (err error) {
	sold, err := p.newestOf(r.Context(), page.Model, moreModels+1)
	if err != nil {
		return err
	}
	if page.MoreFromSeller, err = p.others(r, page.ID, sold); err != nil {
		return err
	}
	alike, err := p.catalogue(r, vitrine.CatalogueQuery{
		ProductType: page.ProductType, CategoryID: cmp.Or(page.Subcategory.ID, page.Category.ID), Sort: vitrine.Newest,
		Page: vitrine.Page{Number: 1, Size: moreModels + 1},
	})
	if err != nil {
		return err
	}
	page.MoreAlike, err = p.others(r, page.ID, alike.IDs)
	return err
}

// others are the cards of models that a page shows beside its own.
func (p *Pages) others(r *http.Request, than int64, ids []int64) ([]template.HTML, error) {
	rest := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == than })
	return p.cards(r, rest[:min(len(rest), moreModels)], 0)
}

// summaryLength is about what search engines show of a description, in bytes.
const summaryLength = 160

// summary is the beginning of a text, in whole words.
func summary(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= summaryLength {
		return text
	}
	cut := strings.ToValidUTF8(text[:summaryLength], "")
	if i := strings.LastIndexByte(cut, ' '); i > summaryLength/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:") + "…"
}
