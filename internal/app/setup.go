package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// offerSetup prints the link that sets a new marketplace up, where somebody reads it. Of one
// that is set up it tells how an operator comes in who never could.
func (app *App) offerSetup(ctx context.Context, to io.Writer) error {
	if to == nil {
		return nil
	}
	done, err := app.shop.SetUp(ctx)
	if err != nil {
		return err
	}
	if done {
		return app.tellHowToSignIn(ctx)
	}
	key, until, err := app.shop.NewSetupKey(ctx)
	if errors.Is(err, shop.ErrSetUp) {
		return nil // by another process, just now
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, `
This marketplace is not set up yet. Open this link to make your account and to name it:

  %s/setup?key=%s

It works once, until %s; a new one is printed at each start. "vitrine setup" does the same without a browser.

`, app.config.BaseURL, key, until.Local().Format(time.DateTime))
	return err
}

// tellHowToSignIn is for marketplaces of releases in which nobody signed in.
func (app *App) tellHowToSignIn(ctx context.Context) error {
	operators, err := app.db.Operators(ctx)
	if err != nil || len(operators) == 0 ||
		slices.ContainsFunc(operators, func(o store.Operator) bool { return o.HasPassword || o.WasSignedIn }) {
		return err
	}
	name := operators[0].Username
	app.log.Info("no operator can sign in yet: `vitrine user password "+name+"` gives "+name+" a password",
		"page", app.config.BaseURL+"/sign-in")
	return nil
}

// mailed reports whether mail is sent from here.
func (app *App) mailed() bool { return app.config.SMTP != "" }
