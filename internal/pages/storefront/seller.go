package storefront

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// seller is who sells, above their models.
type seller struct {
	Name     string // for people, or else the username
	Username string // "" where it is the name
	Since    string // when they came, in words
	Avatar   string // path, "" for none
	Cover    string
	About    template.HTML
	Links    []pages.Link
	Away     *away

	Followers int64
	Follow    string // path of the button
	Login     string // the username
}

// away is what is said while a seller is on holiday.
type away struct {
	Until time.Time // the last day
	Note  string
}

// awayOf is nil for a seller who is here.
func (p *Pages) awayOf(profile vitrine.Profile) *away {
	if !profile.Away(p.now()) {
		return nil
	}
	return &away{profile.AwayUntil, profile.AwayNote}
}

func (p *Pages) sellerView(l *locale.Language, user *vitrine.User, profile vitrine.Profile, followers int64) *seller {
	s := &seller{
		Followers: followers, Follow: shop.FollowingPath + "/" + url.PathEscape(user.Username), Login: user.Username,
		Name: cmp.Or(profile.Name, user.Username), Since: l.T("Sells here since {month}.", l.Month(user.CreatedAt)), Away: p.awayOf(profile),
		About: pages.Description(vitrine.Text{Description: profile.About, RawDescription: profile.Description}),
	}
	if s.Name != user.Username {
		s.Username = user.Username
	}
	if profile.Avatar != "" {
		s.Avatar = "/" + profile.Avatar
	}
	if profile.Cover != "" {
		s.Cover = "/" + profile.Cover
	}
	for _, address := range profile.Links {
		s.Links = append(s.Links, link(strings.TrimSuffix(strings.TrimPrefix(address, "https://"), "/"), address))
	}
	return s
}

func (p *Pages) seller(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("username")
	user, err := p.db.UserByUsername(r.Context(), name)
	if err == nil {
		err = p.requireSeller(r, name)
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return vitrine.Errorf(vitrine.NotFound, "there is no seller of this name")
	}
	if err != nil {
		return err
	}
	profile, err := p.profileOf(r.Context(), user.ID)
	if err != nil {
		return err
	}

	followers, err := p.followersOf(r.Context(), user.ID)
	if err != nil {
		return err
	}

	f := readFilters(r.URL.Query(), nil)
	f.Query.Author = user.Username
	f.Kept.Del("author")
	path := "/sellers/" + url.PathEscape(user.Username)
	l := locale.Of(r.Context())
	content := &listing{
		Heading: user.Username, Seller: p.sellerView(l, user, profile, followers),
		Crumbs:     []pages.Link{home(l), link(user.Username, path)},
		ReportPath: address("/report", url.Values{"page": {path}}),
	}
	return p.list(w, r, f, content, pages.View{
		Title: l.T("3D models by {author}", user.Username), Canonical: path, Structured: p.structuredSeller(path, user, profile),
		Description: cmp.Or(summary(profile.Description), l.T("Everything that {author} sells here.", user.Username)),
	})
}

// structuredSeller describes a seller to search engines.
func (p *Pages) structuredSeller(path string, user *vitrine.User, profile vitrine.Profile) any {
	person := map[string]any{"@type": "Person", "name": cmp.Or(profile.Name, user.Username), "alternateName": user.Username}
	if profile.Avatar != "" {
		person["image"] = p.Address("/" + profile.Avatar)
	}
	if profile.Description != "" {
		person["description"] = summary(profile.Description)
	}
	if len(profile.Links) > 0 {
		person["sameAs"] = profile.Links
	}
	return map[string]any{"@context": "https://schema.org", "@type": "ProfilePage", "url": p.Address(path), "mainEntity": person}
}

// requireSeller is NotFound unless a user sells something: who only buys is
// nobody's business.
func (p *Pages) requireSeller(r *http.Request, username string) error {
	found, err := p.catalogue(r, vitrine.CatalogueQuery{
		Author: username, AdultContent: true, Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 1},
	})
	if err == nil && len(found.IDs) == 0 {
		return vitrine.Errorf(vitrine.NotFound, "%s sells nothing", username)
	}
	return err
}
