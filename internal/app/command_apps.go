package app

import (
	"context"
	"errors"
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
	return applicationRecord{
		ID: a.ID, Name: a.Name, OwnerID: a.OwnerID, Owner: owner.Username, ClientID: a.ClientID, ClientSecret: secret,
		Scope:        vitrine.JoinScopes(a.Scopes),
		RedirectURIs: append([]string{}, a.RedirectURIs...), ReturnURLs: append([]string{}, a.ReturnURLs...), CreatedAt: a.CreatedAt,
	}, nil
}

func returnFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "return-url",
		Usage: "address that its customers may be sent back to after the checkout; may be repeated (default: any)"}
}

func (env Environment) applications() *cli.Command {
	return &cli.Command{Name: "app", Usage: "look after applications", Commands: []*cli.Command{
		env.createApplication(), env.listApplications(), withArguments("ID", env.setApplication()), withArguments("ID", env.removeApplication()),
	}}
}

func (env Environment) createApplication() *cli.Command {
	flags := []cli.Flag{
		text("name", "what people see", true), text("owner", "username of the user that it acts for", true), scopesFlag(),
		&cli.StringSliceFlag{Name: "redirect-uri", Usage: "address that people who sign in are sent back to; may be repeated"}, returnFlag(),
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
			ReturnURLs: cmd.StringSlice("return-url"), Scopes: scopes,
		})
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

func (env Environment) setApplication() *cli.Command {
	flags := []cli.Flag{returnFlag(), &cli.BoolFlag{Name: "any-return-url", Usage: "let its customers be sent back anywhere again"}}
	return env.command("set", "say where an application's customers may be sent back to", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "application")
			if err != nil {
				return nil, err
			}
			addresses := cmd.StringSlice("return-url")
			if cmd.Bool("any-return-url") == (len(addresses) > 0) {
				return nil, errors.New("name the addresses with --return-url, all of them, or say --any-return-url")
			}
			changed, err := app.shop.SetReturnURLs(ctx, id, addresses)
			if err != nil {
				return nil, err
			}
			return app.printedApplication(ctx, changed, "")
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
