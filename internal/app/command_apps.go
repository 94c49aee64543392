package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/shop"
)

// applicationRecord is an application as commands print it.
type applicationRecord struct {
	ID           int64     `json:"id"`
	Name         string    `json:"name"`
	OwnerID      int64     `json:"owner_id"`
	Owner        string    `json:"owner"`
	ClientID     string    `json:"client_id"`
	ClientSecret string    `json:"client_secret,omitempty"`
	Public       bool      `json:"public"`
	Registered   bool      `json:"registered"`
	Logo         *string   `json:"logo"`
	Scope        string    `json:"scope"`
	RedirectURIs []string  `json:"redirect_uris"`
	ReturnURLs   []string  `json:"return_urls"`
	CreatedAt    time.Time `json:"created_at"`
}

func (app *App) printedApplication(ctx context.Context, a *vitrine.Application, secret string) (applicationRecord, error) {
	owner, err := app.db.User(ctx, a.OwnerID)
	if err != nil {
		return applicationRecord{}, err
	}
	var logo *string
	if a.Logo != "" {
		logo = &a.Logo
	}
	return applicationRecord{
		Public: a.Public, Registered: a.Registered, Logo: logo, ID: a.ID, Name: a.Name, OwnerID: a.OwnerID, Owner: owner.Username,
		ClientID: a.ClientID, ClientSecret: secret,
		Scope:        vitrine.JoinScopes(a.Scopes),
		RedirectURIs: append([]string{}, a.RedirectURIs...), ReturnURLs: append([]string{}, a.ReturnURLs...), CreatedAt: a.CreatedAt,
	}, nil
}

func returnFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "return-url",
		Usage: "address that its customers may be sent back to after the checkout; may be repeated (default: any)"}
}

func redirectFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "redirect-uri", Usage: "address that people who sign in are sent back to; may be repeated"}
}

func logoFlag() cli.Flag {
	return text("logo", "file with a JPEG, PNG or WebP picture that people see", false)
}

func (env Environment) applications() *cli.Command {
	return &cli.Command{Name: "app", Usage: "look after applications", Commands: []*cli.Command{
		env.createApplication(), env.listApplications(), withArguments("ID", env.setApplication()), withArguments("ID", env.renewSecret()),
		withArguments("ID", env.removeApplication()),
	}}
}

func (env Environment) createApplication() *cli.Command {
	flags := []cli.Flag{
		text("name", "what people see", true), text("owner", "username of the user that it acts for", true), scopesFlag(),
		redirectFlag(), returnFlag(), logoFlag(),
		&cli.BoolFlag{Name: "public", Usage: "it runs where no secret can be kept, and gets none: it acts only for people who allow it"},
	}
	return env.command("create", "register an application", flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		scopes, err := scopesOf(cmd)
		if err != nil {
			return nil, err
		}
		owner, err := app.db.UserByUsername(ctx, cmd.String("owner"))
		if err != nil {
			return nil, err
		}
		made, secret, err := app.shop.CreateApplication(ctx, shop.NewApplication{
			Name: cmd.String("name"), OwnerID: owner.ID, RedirectURIs: cmd.StringSlice("redirect-uri"),
			ReturnURLs: cmd.StringSlice("return-url"), Scopes: scopes, Public: cmd.Bool("public"),
		})
		if err == nil && cmd.IsSet("logo") {
			id := made.ID
			if made, err = app.setLogo(ctx, id, cmd.String("logo")); err != nil {
				err = errors.Join(err, app.shop.RemoveApplication(ctx, id)) // its secret would never be seen
			}
		}
		if err != nil {
			return nil, err
		}
		return app.printedApplication(ctx, made, secret)
	})
}

func (env Environment) listApplications() *cli.Command {
	return env.command("list", "list the applications", nil, func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
		found, err := app.db.Applications(ctx)
		if err != nil {
			return nil, err
		}
		records := make([]applicationRecord, len(found))
		for i, a := range found {
			if records[i], err = app.printedApplication(ctx, a, ""); err != nil {
				return nil, err
			}
		}
		return records, nil
	})
}

// setLogo gives an application the picture in a file.
func (app *App) setLogo(ctx context.Context, id int64, name string) (*vitrine.Application, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--logo: %w", err)
	}
	defer file.Close()
	return app.shop.SetLogo(ctx, id, file)
}

func (env Environment) setApplication() *cli.Command {
	flags := []cli.Flag{
		text("name", "what people see", false), redirectFlag(), returnFlag(),
		&cli.BoolFlag{Name: "any-return-url", Usage: "let its customers be sent back anywhere again"}, scopesFlag(), logoFlag(),
	}
	return env.command("set", "change an application; a list of addresses or scopes takes the place of the old one", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "application")
			if err != nil {
				return nil, err
			}
			change, err := changeOf(cmd)
			if err != nil {
				return nil, err
			}
			changed, err := app.shop.ChangeApplication(ctx, id, change)
			if err == nil && cmd.IsSet("logo") {
				changed, err = app.setLogo(ctx, id, cmd.String("logo"))
			}
			if err != nil {
				return nil, err
			}
			return app.printedApplication(ctx, changed, "")
		})
}

// changeOf is what the flags of a command change about an application.
func changeOf(cmd *cli.Command) (func(*vitrine.Application), error) {
	if cmd.Bool("any-return-url") && cmd.IsSet("return-url") {
		return nil, errors.New("name the addresses with --return-url, all of them, or say --any-return-url")
	}
	scopes, err := scopesOf(cmd)
	if err != nil {
		return nil, err
	}
	set := map[string]func(*vitrine.Application){
		"name":           func(a *vitrine.Application) { a.Name = cmd.String("name") },
		"redirect-uri":   func(a *vitrine.Application) { a.RedirectURIs = cmd.StringSlice("redirect-uri") },
		"return-url":     func(a *vitrine.Application) { a.ReturnURLs = cmd.StringSlice("return-url") },
		"any-return-url": func(a *vitrine.Application) { a.ReturnURLs = nil },
		"scope":          func(a *vitrine.Application) { a.Scopes = scopes },
		"logo":           func(*vitrine.Application) {},
	}
	maps.DeleteFunc(set, func(name string, _ func(*vitrine.Application)) bool { return !cmd.IsSet(name) })
	if len(set) == 0 {
		return nil, errors.New("say what is to be changed: --name, --redirect-uri, --return-url or --any-return-url, --scope, --logo")
	}
	return func(a *vitrine.Application) {
		for _, change := range set {
			change(a)
		}
	}, nil
}

func (env Environment) renewSecret() *cli.Command {
	return env.command("secret", "give an application a new client secret; the old one is good no more", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "application")
			if err != nil {
				return nil, err
			}
			changed, secret, err := app.shop.NewClientSecret(ctx, id)
			if err != nil {
				return nil, err
			}
			return app.printedApplication(ctx, changed, secret)
		})
}

func (env Environment) removeApplication() *cli.Command {
	return env.command("remove", "end an application and its tokens; its orders stay", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "application")
			if err != nil {
				return nil, err
			}
			return map[string]any{"id": id, "removed": true}, app.shop.RemoveApplication(ctx, id)
		})
}
