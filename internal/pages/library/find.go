package library

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how many bytes a form has at most.
const maxForm = 4 << 10

// typed is what somebody typed, and what is wrong with it.
type typed struct {
	Value   string
	Problem string
}

func (p *Pages) find(w http.ResponseWriter, r *http.Request) error {
	return p.showFind(w, r, http.StatusOK, typed{})
}

func (p *Pages) showFind(w http.ResponseWriter, r *http.Request, status int, t typed) error {
	return p.show(w, r, status, "find", locale.Of(r.Context()).T("Find your orders"), t)
}

// submitFind sends a mail to the address, whether or not anything was bought with it.
func (p *Pages) submitFind(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	t := typed{Value: form.Get("email")}

	cookie, err := p.shop.AskLink(r.Context(), vitrine.LinkOrders, t.Value, p.Sessions().Browser(r))
	if vitrine.CodeOf(err) == vitrine.Invalid {
		t.Problem = locale.Of(r.Context()).T("This is not an email address. It looks like ada@example.com.")
		return p.showFind(w, r, http.StatusUnprocessableEntity, t)
	}
	if vitrine.CodeOf(err) == vitrine.RateLimited {
		status := 0
		status, t.Problem = pages.Later(w, r, err)
		return p.showFind(w, r, status, t)
	}
	if err != nil {
		return err
	}

	p.Sessions().KeepAsked(w, cookie)
	http.Redirect(w, r, "/orders/code", http.StatusSeeOther)
	return nil
}

// code waits for the code of the mail.
func (p *Pages) code(w http.ResponseWriter, r *http.Request) error {
	if p.Sessions().Asked(r) == "" {
		http.Redirect(w, r, "/orders/find", http.StatusSeeOther)
		return nil
	}
	return p.show(w, r, http.StatusOK, "code", locale.Of(r.Context()).T("Look into your mail"), typed{})
}

func (p *Pages) submitCode(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	t := typed{Value: form.Get("code")}

	err = p.open(w, r, shop.Shown{Code: t.Value, Cookie: p.Sessions().Asked(r)})
	if t.Problem = mendable(locale.Of(r.Context()), err); t.Problem != "" {
		return p.show(w, r, http.StatusUnprocessableEntity, "code", locale.Of(r.Context()).T("Look into your mail"), t)
	}
	return err
}

// mendable is what an error says to who typed something; "" where it is none of theirs.
func mendable(l *locale.Language, err error) string {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.Invalid && e.Code != vitrine.Conflict {
		return ""
	}
	return l.Says(e.Message)
}

// opened is a link of a mail that somebody has opened.
type opened struct {
	Key       string
	Email     string // that it was sent to
	Elsewhere bool   // another browser asked for it
	Spent     bool
}

// link shows what a link does, and uses nothing up.
func (p *Pages) link(w http.ResponseWriter, r *http.Request) error {
	o := opened{Key: r.PathValue("key")}
	link, elsewhere, err := p.shop.LookAtLink(r.Context(), o.Key, p.Sessions().Asked(r))
	if vitrine.CodeOf(err) == vitrine.Conflict {
		o.Spent, err = true, nil
	}
	if err != nil {
		return err
	}
	if link.Purpose != vitrine.LinkOrders {
		return vitrine.Errorf(vitrine.NotFound, "this link is not known")
	}
	o.Email, o.Elsewhere = link.Email, elsewhere
	return p.show(w, r, http.StatusOK, "link", locale.Of(r.Context()).T("Your orders"), o)
}

func (p *Pages) submitLink(w http.ResponseWriter, r *http.Request) error {
	key := r.PathValue("key")
	err := p.open(w, r, shop.Shown{Secret: key, Cookie: p.Sessions().Asked(r)})
	switch vitrine.CodeOf(err) {
	case vitrine.Conflict:
		return p.show(w, r, http.StatusConflict, "link", locale.Of(r.Context()).T("Your orders"), opened{Key: key, Spent: true})
	case vitrine.Forbidden:
		return p.show(w, r, http.StatusForbidden, "link", locale.Of(r.Context()).T("Your orders"), opened{Key: key, Elsewhere: true})
	}
	return err
}

// open shows the orders of an address to a browser from now on, for a limited time.
func (p *Pages) open(w http.ResponseWriter, r *http.Request, shown shop.Shown) error {
	secret, err := p.shop.OpenOrders(r.Context(), shown)
	if err != nil {
		return err
	}
	p.Sessions().KeepFound(w, secret)
	http.Redirect(w, r, "/orders/found", http.StatusSeeOther)
	return nil
}

// foundList is what was bought with an address.
type foundList struct {
	list
	Email string
	Until time.Time
	In    bool // somebody is signed in
	Own   bool // and it is their address, which they have confirmed
	Taken bool // it is that of another account
}

func (p *Pages) found(w http.ResponseWriter, r *http.Request) error {
	cursor := r.URL.Query().Get("cursor")
	found, err := p.shop.FoundOrders(r.Context(), p.Sessions().Found(r), vitrine.Page{Number: 1, Size: pageSize, Cursor: cursor})
	if vitrine.CodeOf(err) == vitrine.Unauthenticated {
		http.Redirect(w, r, "/orders/find", http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return err
	}
	pictures, err := p.pictures(r, found.Orders)
	if err != nil {
		return err
	}

	in, signedIn := session.Of(r.Context())
	own := signedIn && found.Owner == in.User.ID
	content := foundList{
		list: listOf(locale.Of(r.Context()), found.OrderPage, "/orders/found", cursor), Email: found.Email, Until: found.Until, In: signedIn,
		// What was bought with an address that is not confirmed yet comes into no library by itself.
		Own: own && !in.User.EmailConfirmedAt.IsZero(), Taken: found.Owner != 0 && !own,
	}
	for _, o := range found.Orders {
		content.Orders = append(content.Orders, entry{o, "/receipt/" + url.PathEscape(o.CheckoutKey), pictures[o.ModelID]})
	}
	return p.show(w, r, http.StatusOK, "found", locale.Of(r.Context()).T("Your orders"), content)
}

// keep adds what was found to the account of who is signed in.
func (p *Pages) keep(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if _, err := p.shop.KeepFound(r.Context(), in, p.Sessions().Found(r)); err != nil {
		return err
	}

	http.Redirect(w, r, "/library", http.StatusSeeOther)
	return nil
}

// closeFound hides what was found from this browser at once.
func (p *Pages) closeFound(w http.ResponseWriter, r *http.Request) error {
	if err := p.Sessions().CloseFound(w, r); err != nil {
		return err
	}

	http.Redirect(w, r, "/orders/find", http.StatusSeeOther)
	return nil
}
