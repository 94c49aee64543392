package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/shop"
)

// houseFlags are what an operator says of a marketplace on the command line.
func houseFlags() []cli.Flag {
	return []cli.Flag{
		text("name", "of the marketplace, 1 to 60 characters", false), text("contact", "email address that people write to", false),
		text("accent", "colour of buttons and links, such as #0b6e66", false),
		text("accent-dark", "the same on dark pages (default: a lighter one is made of the other)", false),
		text("logo", "file of a PNG, JPEG or WebP picture", false),
		text("joining", "who may make an account: open, invited or closed", false),
		text("waiver-text", "what buyers agree to before they pay, where --ask-waiver is on (default: words of the program)", false),
		&cli.BoolFlag{Name: "ask-waiver", Usage: "before they pay, buyers agree to get the files at once and to lose the right to withdraw"},
		text("selling", "who may sell: confirmed (everybody with a confirmed address) or operators", false),
		&cli.BoolFlag{Name: "review", Usage: "models of sellers who are not trusted are looked at before they are published"},
		&cli.BoolFlag{Name: "free-open", Usage: "free models download at once, with no form (true unless =false)"},
	}
}

// sayOfHouse changes what the flags say.
func sayOfHouse(cmd *cli.Command, house *vitrine.House) {
	for name, to := range map[string]*string{
		"name": &house.Name, "contact": &house.Contact, "accent": &house.Accent, "accent-dark": &house.AccentDark,
		"waiver-text": &house.WaiverText, "joining": (*string)(&house.Joining), "selling": (*string)(&house.Selling),
	} {
		if cmd.IsSet(name) {
			*to = strings.TrimSpace(cmd.String(name))
		}
	}
	for name, to := range map[string]*bool{
		"free-open": &house.FreeOpen, "strong-operators": &house.StrongOperators, "dynamic-clients": &house.DynamicClients,
		"ask-waiver": &house.AskWaiver, "review": &house.Review,
	} {
		if cmd.IsSet(name) {
			*to = cmd.Bool(name)
		}
	}
	sayAnnouncement(cmd, &house.Announcement)
}

// announcementFlags are the line on top of every page.
func announcementFlags() []cli.Flag {
	return []cli.Flag{
		text("announcement", "line on top of every page, up to 200 characters; empty for none", false),
		text("announcement-link", "where it leads: a path such as /3d-models, or an address of https", false),
		text("announcement-language", "in which it is, such as de", false),
		&cli.TimestampFlag{Name: "announcement-until", Usage: "when it ends, such as 2026-12-24T18:00:00Z (default: never)",
			Config: cli.TimestampConfig{Layouts: []string{time.RFC3339}}},
	}
}

// sayAnnouncement changes what the flags say of it. Another text has nothing of the one before.
func sayAnnouncement(cmd *cli.Command, a *vitrine.Announcement) {
	if cmd.IsSet("announcement") {
		*a = vitrine.Announcement{Text: strings.TrimSpace(cmd.String("announcement"))}
	}
	for name, to := range map[string]*string{"announcement-link": &a.Link, "announcement-language": &a.Language} {
		if cmd.IsSet(name) {
			*to = strings.TrimSpace(cmd.String(name))
		}
	}
	if cmd.IsSet("announcement-until") {
		a.Until = cmd.Timestamp("announcement-until")
	}
}

// openLogo opens the logo where the flags name one.
func openLogo(cmd *cli.Command) (io.ReadCloser, error) {
	path := cmd.String("logo")
	if path == "" {
		return nil, nil //nolint:nilnil // none is what was asked for
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--logo: %w", err)
	}
	return file, nil
}

// setup does what the page /setup does.
func (env Environment) setup() *cli.Command {
	flags := append(houseFlags(),
		text("username", "of the operator: 3 to 40 of a–z, 0–9, - and _", true), text("email", "of the operator", true),
		text("password", "8 to 128 characters; others on this machine may see it: prefer --password-file", false),
		text("password-file", "file whose first line is the password; - is the standard input", false),
		text("currency", "ISO 4217 code of all prices", false))
	return env.firstCommand("setup", "make the operator's account and name a new marketplace", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			// Before anything else is held against it: a script that runs again learns the one thing that it has to know.
			if done, err := app.shop.SetUp(ctx); err != nil || done {
				return nil, errors.Join(err, setUpBefore(done))
			}
			b := shop.Beginning{Username: cmd.String("username"), Email: cmd.String("email"), House: vitrine.DefaultHouse(),
				Currency: cmd.String("currency"), Mailed: app.mailed()}
			var err error
			if b.Password, err = env.password(cmd); err != nil {
				return nil, err
			}
			sayOfHouse(cmd, &b.House)
			logo, err := openLogo(cmd)
			if err != nil {
				return nil, err
			}
			if logo != nil {
				defer logo.Close()
				b.Logo = logo
			}
			user, err := app.shop.SetUpHere(ctx, b)
			if err != nil {
				return nil, err
			}
			house, err := app.shop.House(ctx)
			return map[string]any{"operator": printedUser(user), "house": house}, err
		})
}

func setUpBefore(done bool) error {
	if done {
		return shop.ErrSetUp
	}
	return nil
}

// house shows and changes what an operator says of the marketplace.
func (env Environment) house() *cli.Command {
	show := env.command("show", "print what the marketplace is", nil, func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
		return app.db.House(ctx)
	})
	flags := append(append(houseFlags(), announcementFlags()...), &cli.BoolFlag{Name: "no-logo", Usage: "go without a logo of its own"},
		&cli.BoolFlag{Name: "strong-operators", Usage: "operators act only with a passkey or a second factor"},
		&cli.BoolFlag{Name: "dynamic-clients", Usage: "programs may register themselves as applications"})
	set := env.command("set", "change what the flags name; servers show it at once", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			change := shop.HouseChange{DropLogo: cmd.Bool("no-logo"), Say: func(h *vitrine.House) { sayOfHouse(cmd, h) }}
			logo, err := openLogo(cmd)
			if err != nil {
				return nil, err
			}
			if logo != nil {
				defer logo.Close()
				change.Logo = logo
			}
			return app.shop.ChangeHouse(ctx, change)
		})
	return &cli.Command{Name: "house", Usage: "look after what the marketplace is called, looks like and allows",
		Commands: []*cli.Command{show, set}}
}
