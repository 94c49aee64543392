package seller

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// account is the form on which a seller says where they are paid.
type account struct {
	Holder, IBAN, BIC string // as they were typed
	Masked            string // that it replaces; "" for none
	Version           int64
	Faults            map[string]string
	Problem           string
}

// maxAccountForm is how long the form is.
const maxAccountForm = 8 << 10

func (p *Pages) account(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if err := p.shop.Sure(r.Context(), in); err != nil { // before it is filled in
		return err
	}
	f := &account{}
	if err := p.paidTo(r, in, f); err != nil {
		return err
	}
	return p.showAccount(w, r, http.StatusOK, f)
}

// paidTo fills in what stands. The IBAN is typed anew.
func (p *Pages) paidTo(r *http.Request, in shop.SignedIn, f *account) error {
	now, err := p.shop.PayoutAccount(r.Context(), in.User.ID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	f.Masked, f.Version = now.Masked, now.Version
	if f.Holder == "" {
		f.Holder = now.Bank.Holder
	}
	return nil
}

func (p *Pages) showAccount(w http.ResponseWriter, r *http.Request, status int, f *account) error {
	w.Header().Set("Cache-Control", "no-store")
	return p.show(w, r, status, "account", locale.Of(r.Context()).T("Where your money goes"), f)
}

func (p *Pages) saveAccount(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxAccountForm)
	if err != nil {
		return err
	}
	bank := vitrine.BankAccount{Holder: form.Get("holder"), IBAN: form.Get("iban"), BIC: form.Get("bic")}
	_, err = p.shop.SetPayoutAccount(r.Context(), in, bank, accountSeen(form))
	problem, refused := errors.AsType[*vitrine.Error](err)
	if !refused || problem.Code != vitrine.Invalid && problem.Code != vitrine.Stale {
		if err == nil {
			http.Redirect(w, r, moneyPath+"?saved=1", http.StatusSeeOther)
		}
		return err
	}
	l := locale.Of(r.Context())
	f := &account{Holder: bank.Holder, IBAN: bank.IBAN, BIC: bank.BIC, Faults: map[string]string{}}
	for _, fault := range problem.Fields {
		f.Faults[fault.Pointer[1:]] = l.Says(fault.Detail)
	}
	if problem.Code == vitrine.Stale {
		f.Problem = l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
	}
	if err := p.paidTo(r, in, f); err != nil {
		return err
	}
	return p.showAccount(w, r, web.ProblemOf(r, problem).Status, f)
}

// accountSeen asks for the account that a form was filled from.
func accountSeen(form url.Values) shop.Precondition {
	version, err := strconv.ParseInt(form.Get("version"), 10, 64)
	return func(now int64) bool { return err == nil && version == now }
}
