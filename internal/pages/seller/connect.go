package seller

import (
	"errors"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// connect leads a seller to the provider's pages.
func (p *Pages) connect(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if _, err := web.ReadForm(w, r, maxAccountForm); err != nil {
		return err
	}
	at, err := p.shop.Connect(r.Context(), in, moneyPath+"?connected=1")
	if err != nil {
		return err
	}
	http.Redirect(w, r, at, http.StatusSeeOther)
	return nil
}

// disconnect has batches pay a seller again.
func (p *Pages) disconnect(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if _, err := web.ReadForm(w, r, maxAccountForm); err != nil {
		return err
	}
	if err := p.shop.Disconnect(r.Context(), in); err != nil {
		return err
	}
	http.Redirect(w, r, moneyPath, http.StatusSeeOther)
	return nil
}

// lookAtConnected asks how the account of a seller stands who comes back from the provider's pages. Where it does not
// answer, its notice tells it later.
func (p *Pages) lookAtConnected(r *http.Request, in shop.SignedIn) error {
	if !r.URL.Query().Has("connected") {
		return nil
	}
	err := p.shop.LookAtConnected(r.Context(), in.User.ID)
	if problem, ok := errors.AsType[*vitrine.Error](err); ok && problem.Code == vitrine.Unavailable {
		return nil
	}
	return err
}

// Standing says how the seller's account with the provider stands.
func (m *money) Standing() string {
	l := m.language
	switch m.Connected.Status {
	case vitrine.ConnectActive:
		return l.T("Your sales are paid to it, from where Stripe pays your bank.")
	case vitrine.ConnectRestricted:
		return l.T("Stripe asks something of you: until you have answered, what you earn waits.")
	case vitrine.ConnectBegun:
		return l.T("Stripe asks something of you still: until then nothing is paid to it.")
	}
	return l.T("What your buyers pay by Stripe can be paid to an account of your own there.")
}

// view is the page of a seller's money, from which a form leads to the provider.
func (p *Pages) moneyView(l *locale.Language, m *money) pages.View {
	view := pages.View{Title: l.T("Your money"), Hidden: true, Section: root, Content: m}
	if at := p.shop.OnboardsAt(); at != "" {
		view.Policy.FormLeadsTo = []string{at}
	}
	return view
}
