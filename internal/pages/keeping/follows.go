package keeping

import (
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

func (p *Pages) followRoutes() []route {
	const one = shop.FollowingPath + "/{username}"
	return []route{
		{"GET " + shop.FollowingPath, mine(p.ownFollows)},
		{"GET " + one, mine(p.following)}, {"POST " + one, mine(p.follow)},
		{"GET " + one + "/remove", pages.LeadUp}, {"POST " + one + "/remove", mine(p.unfollow)},
	}
}

func followPath(username string) string { return shop.FollowingPath + "/" + url.PathEscape(username) }

func sellerPath(username string) string { return "/sellers/" + url.PathEscape(username) }

// following is the page of the button of one seller.
type following struct {
	Username string
	Path     string // of the button
	Seller   string // path of the seller's page
	Follows  bool
	Own      bool // the reader is the seller
}

func (p *Pages) following(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	found, err := p.shop.SellerOf(r.Context(), in.Caller(), r.PathValue("username"))
	if err != nil {
		return err
	}
	name := found.User.Username
	content := following{name, followPath(name), sellerPath(name), found.Follows, found.User.ID == in.User.ID}
	v := pages.View{Title: locale.Of(r.Context()).T("Follow {name}", name), Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, http.StatusOK, "follow", v)
}

func (p *Pages) follow(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	if err := p.shop.Follow(r.Context(), in.Caller(), r.PathValue("username")); err != nil {
		return err
	}

	return to(w, r, shop.FollowingPath, "followed", "")
}

func (p *Pages) unfollow(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	if err := p.shop.Unfollow(r.Context(), in.Caller(), r.PathValue("username")); err != nil {
		return err
	}

	return to(w, r, shop.FollowingPath, "removed", "")
}

// followed is the page of all whom somebody follows.
type followed struct {
	Sellers []followedRow
	Done    string
	Next    string // path of the page after, "" for none
}

// followedRow is one of them.
type followedRow struct {
	vitrine.Follow
	Path, Button string
	Away         time.Time // until when they are on holiday; zero: they are here
}

func (p *Pages) ownFollows(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	page := vitrine.Page{Number: 1, Size: listedAtOnce, Cursor: r.URL.Query().Get("cursor")}
	found, err := p.db.FollowsOf(r.Context(), in.User.ID, page)
	if err != nil {
		return err
	}

	list := followed{Done: done(r, map[string]locale.Phrase{
		"followed": locale.Text("You follow them now."), "removed": locale.Text("You follow them no more.")})}
	for _, f := range found.Follows {
		row := followedRow{Follow: f, Path: sellerPath(f.Username), Button: followPath(f.Username) + "/remove"}
		if profile := (vitrine.Profile{AwayUntil: f.AwayUntil}); profile.Away(p.now()) {
			row.Away = f.AwayUntil
		}
		list.Sellers = append(list.Sellers, row)
	}
	if found.Next != "" {
		list.Next = shop.FollowingPath + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	v := pages.View{Title: locale.Of(r.Context()).T("Whom you follow"), Hidden: true, Section: "/account", Content: list}
	return p.Render(w, r, http.StatusOK, "follows", v)
}
