package shop

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewApplication is an application to be.
type NewApplication struct {
	Name         string
	OwnerID      int64
	RedirectURIs []string
	ReturnURLs   []string        // where its orders may send customers back to; nil: anywhere
	Scopes       []vitrine.Scope // that its tokens may have; nil for the default ones
	Public       bool            // it can keep no secret, and gets none
}

// newApplication makes an application and its client secret, "" for a public one.
func (s *Shop) newApplication(n NewApplication) (*vitrine.Application, string) {
	now := s.now()
	app := &vitrine.Application{
		ClientID: auth.RandomText(22), Name: strings.TrimSpace(n.Name), OwnerID: n.OwnerID, Public: n.Public,
		RedirectURIs: n.RedirectURIs, ReturnURLs: n.ReturnURLs, Scopes: n.Scopes, CreatedAt: now, UpdatedAt: now,
	}
	if len(app.Scopes) == 0 {
		app.Scopes = vitrine.DefaultScopes()
	}
	if n.Public {
		return app, ""
	}
	secret := auth.NewSecret(auth.ClientPrefix)
	app.ClientSecretHash = auth.Hash(secret)
	return app, secret
}

// CreateApplication registers an application. Its client secret is given here
// and never again.
func (s *Shop) CreateApplication(ctx context.Context, n NewApplication) (*vitrine.Application, string, error) {
	app, secret := s.newApplication(n)
	if err := checkApplication(app); err != nil {
		return nil, "", err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.User(ctx, app.OwnerID); err != nil {
			return err
		}
		if err := tx.InsertApplication(ctx, app); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActApplicationMake, ID: idText(app.ID), After: applicationFacts(app)})
	})
	if err != nil {
		return nil, "", err
	}
	return app, secret, nil
}

// checkApplication refuses what no application may be. People read its name where they
// decide whether to trust it.
func checkApplication(app *vitrine.Application) error {
	var faults []vitrine.Field
	if app.Name == "" || len(app.Name) > 100 || !utf8.ValidString(app.Name) || strings.ContainsFunc(app.Name, unseen) {
		faults = append(faults, vitrine.Field{Pointer: "/name", Code: "bad_format",
			Detail: "an application has a name of 1 to 100 bytes, of characters that can be seen"})
	}
	if len(app.RedirectURIs) > vitrine.MaxRedirectURIs || len(app.ReturnURLs) > vitrine.MaxRedirectURIs {
		faults = append(faults, vitrine.Field{Pointer: "/redirect_uris", Code: "too_many",
			Detail: "an application has at most 20 addresses of a kind"})
	}
	for _, scope := range app.Scopes {
		if !scope.ForApplications() {
			faults = append(faults, vitrine.Field{Pointer: "/scopes", Code: "not_allowed",
				Detail: fmt.Sprintf("no application has the scope %s: it is for tokens that users make for themselves", scope)})
		}
	}
	for _, uri := range app.RedirectURIs {
		for _, fault := range vitrine.CheckRedirectURI(uri) {
			fault.Detail = strconv.Quote(uri) + ": " + fault.Detail
			faults = append(faults, fault)
		}
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	return checkReturns(app.ReturnURLs)
}

// unseen reports whether a character is one that shows nothing, or has others shown in
// another order than they are written in.
func unseen(r rune) bool { return !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) }

// checkReturns refuses return addresses that no order could have.
func checkReturns(addresses []string) error {
	for _, address := range addresses {
		if faults := vitrine.CheckReturnURL(address); faults != nil {
			return vitrine.Errorf(vitrine.Invalid, "%q: %s", address, faults[0].Detail)
		}
	}
	return nil
}

// ChangeApplication changes an application as change says; NotFound when it is not there.
func (s *Shop) ChangeApplication(ctx context.Context, id int64, change func(*vitrine.Application)) (*vitrine.Application, error) {
	return s.changeApplication(ctx, id, vitrine.ActApplicationChange, func(app *vitrine.Application) error {
		change(app)
		return nil
	})
}

// changeApplication is ChangeApplication, which is given up when change returns an error.
func (s *Shop) changeApplication(ctx context.Context, id int64, act vitrine.Act,
	change func(*vitrine.Application) error) (*vitrine.Application, error) {
	var app *vitrine.Application
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if app, err = tx.Application(ctx, id); err != nil {
			return err
		}
		before := applicationFacts(app)
		if err := change(app); err != nil {
			return err
		}
		app.Name, app.UpdatedAt = strings.TrimSpace(app.Name), s.now()
		if err := checkApplication(app); err != nil {
			return err
		}
		if err := tx.UpdateApplication(ctx, app); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: act, ID: idText(id), Before: before, After: applicationFacts(app)})
	})
	s.forgetCallers()
	return app, err
}

// NewClientSecret gives an application another secret. The old one is good no more.
func (s *Shop) NewClientSecret(ctx context.Context, id int64) (*vitrine.Application, string, error) {
	secret := auth.NewSecret(auth.ClientPrefix)
	app, err := s.changeApplication(ctx, id, vitrine.ActApplicationSecret, func(app *vitrine.Application) error {
		if app.Public {
			return vitrine.Errorf(vitrine.Conflict, "a public application has no secret")
		}
		app.ClientSecretHash = auth.Hash(secret)
		return nil
	})
	return app, secret, err
}

// RemoveApplication ends an application and its tokens. The orders that it made
// stay.
func (s *Shop) RemoveApplication(ctx context.Context, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return s.removeApplication(ctx, tx, id) })
	s.forgetCallers()
	return err
}

func (s *Shop) removeApplication(ctx context.Context, tx *store.Tx, id int64) error {
	app, err := tx.Application(ctx, id)
	if err != nil {
		return err
	}
	if err := errors.Join(tx.RemoveApplication(ctx, id, s.now()), tx.RemoveEndpointsOfApplication(ctx, id)); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActApplicationRemove, ID: idText(id), Before: applicationFacts(app)})
}

func applicationOf(caller vitrine.Caller) int64 {
	if caller.Application == nil {
		return 0
	}
	return caller.Application.ID
}

// checkReturn returns what is wrong with the return address of an order.
func checkReturn(app *vitrine.Application, address string) []vitrine.Field {
	if faults := vitrine.CheckReturnURL(address); faults != nil {
		return faults
	}
	if app == nil || app.MayReturnTo(address) {
		return nil
	}
	return []vitrine.Field{{Pointer: "/return_url", Code: "not_allowed",
		Detail: "the application may have customers sent to its registered return addresses alone: ask the operator to add this one"}}
}

// ReturnTo is where a customer is sent back to; "" for nowhere. The rules are
// asked as they are now: what an order was made with may be forbidden since.
func (s *Shop) ReturnTo(ctx context.Context, o *vitrine.Order) (string, error) {
	may, err := s.mayReturn(ctx, o.ApplicationID, o.ReturnURL)
	if err != nil || !may {
		return "", err
	}
	return o.ReturnTo(strconv.FormatInt(o.ID, 10)), nil
}

func (s *Shop) mayReturn(ctx context.Context, application int64, address string) (bool, error) {
	if address == "" || vitrine.CheckReturnURL(address) != nil || application == 0 {
		return address != "" && vitrine.CheckReturnURL(address) == nil, nil
	}
	app, err := s.db.Application(ctx, application)
	return err == nil && app.MayReturnTo(address), err
}
