package app

import (
	"context"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/shop"
)

// userRecord is a user as commands print it.
type userRecord struct {
	ID          int64      `json:"id"`
	Username    string     `json:"username"`
	Email       string     `json:"email"`
	IsAdmin     bool       `json:"is_admin"`
	CreatedAt   time.Time  `json:"created_at"`
	SuspendedAt *time.Time `json:"suspended_at"`
}

func printedUser(u *vitrine.User) userRecord {
	return userRecord{u.ID, u.Username, u.Email, u.IsAdmin, u.CreatedAt, timeOrNull(u.SuspendedAt)}
}

func (env Environment) listUsers() *cli.Command {
	return env.command("list", "list users, oldest first", []cli.Flag{afterFlag(), limitFlag()},
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			limit, err := limitOf(cmd)
			if err != nil {
				return nil, err
			}
			found, err := app.db.Users(ctx, cmd.Int64("after"), limit)
			records := []userRecord{}
			for i := range found {
				records = append(records, printedUser(&found[i]))
			}
			return records, err
		})
}

func (env Environment) showUser() *cli.Command {
	return env.command("show", "show a user by name", nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		user, err := app.db.UserByUsername(ctx, cmd.Args().First())
		if err != nil {
			return nil, err
		}
		return printedUser(user), nil
	})
}

// inviteUser sends an invitation, and prints its link for those who send it by other means.
func (env Environment) inviteUser() *cli.Command {
	flags := []cli.Flag{text("email", "address that the link is sent to", true)}
	return env.command("invite", "invite somebody to join, once, within 14 days", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			invitation, err := app.shop.Invite(ctx, cmd.String("email"))
			if err != nil {
				return nil, err
			}
			return struct {
				Email     string    `json:"email"`
				Link      string    `json:"link"`
				ExpiresAt time.Time `json:"expires_at"`
			}{invitation.Email, app.config.BaseURL + invitation.Path, invitation.ExpiresAt}, nil
		})
}

func (env Environment) changeUser(name, usage string,
	change func(*shop.Shop, context.Context, string) (*vitrine.User, error)) *cli.Command {
	return env.command(name, usage, nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		user, err := change(app.shop, ctx, cmd.Args().First())
		if err != nil {
			return nil, err
		}
		return printedUser(user), nil
	})
}
