package app

import (
	"context"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/shop"
)

// tokenRecord is an access token as commands print it.
type tokenRecord struct {
	ID          int64      `json:"id"`
	UserID      int64      `json:"user_id"`
	User        string     `json:"user"`
	Application *string    `json:"application"`
	AccessToken string     `json:"access_token,omitempty"`
	Scope       string     `json:"scope"`
	CreatedAt   time.Time  `json:"created_at"`
	ExpiresAt   *time.Time `json:"expires_at"`
	RevokedAt   *time.Time `json:"revoked_at"`
}

func recordOf(t vitrine.Token, secret string) tokenRecord {
	r := tokenRecord{
		ID: t.ID, UserID: t.UserID, User: t.Username, AccessToken: secret, Scope: vitrine.JoinScopes(t.Scopes),
		CreatedAt: t.CreatedAt, ExpiresAt: timeOrNull(t.ExpiresAt), RevokedAt: timeOrNull(t.RevokedAt),
	}
	if t.ApplicationID != 0 {
		r.Application = &t.ApplicationName
	}
	return r
}

func (env Environment) users() *cli.Command {
	flags := []cli.Flag{
		text("username", "3 to 40 of a–z, 0–9, - and _", true), text("email", "email address", true),
		text("password", "8 to 128 characters", false), scopesFlag(), &cli.BoolFlag{Name: "admin", Usage: "an operator"},
	}
	create := env.firstCommand("create", "create a user with an access token", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			scopes, err := scopesOf(cmd)
			if err != nil {
				return nil, err
			}
			if cmd.Bool("admin") && !cmd.IsSet("scope") {
				scopes = vitrine.AllScopes()
			}
			user, access, err := app.shop.CreateUser(ctx, shop.NewUser{
				Username: cmd.String("username"), Email: cmd.String("email"), Password: cmd.String("password"), Admin: cmd.Bool("admin"),
				Scopes: scopes, Vouched: true,
			})
			if err != nil {
				return nil, err
			}
			return struct {
				ID          int64  `json:"id"`
				Username    string `json:"username"`
				Email       string `json:"email"`
				AccessToken string `json:"access_token"`
				Scope       string `json:"scope"`
			}{user.ID, user.Username, user.Email, access.Secret, vitrine.JoinScopes(access.Scopes)}, nil
		})
	return &cli.Command{Name: "user", Usage: "look after users", Commands: []*cli.Command{
		create, env.inviteUser(), env.listUsers(), withArguments("NAME", env.showUser()), withArguments("NAME", env.userPassword()),
		withArguments("NAME", env.changeUser("suspend", "let none of a user's tokens in", (*shop.Shop).Suspend)),
		withArguments("NAME", env.changeUser("restore", "let a suspended user's tokens in again", (*shop.Shop).Restore)),
		withArguments("NAME", env.changeUser("forget-ways-in",
			"remove a user's passkeys, apps that show codes, recovery codes and accounts elsewhere, for who has lost them; they sign in by "+
				"password or mail", (*shop.Shop).ForgetWaysIn)),
		env.forgotten(), withArguments("FILE", env.forgetAgain()),
	}}
}

func (env Environment) tokens() *cli.Command {
	flags := []cli.Flag{text("user", "whose token", true), scopesFlag(),
		&cli.DurationFlag{Name: "expires", Usage: "after this time, such as 720h (default: never)"}}
	create := env.command("create", "create an access token", flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		scopes, err := scopesOf(cmd)
		if err != nil {
			return nil, err
		}
		user, err := app.db.UserByUsername(ctx, cmd.String("user"))
		if err != nil {
			return nil, err
		}
		access, err := app.shop.CreateToken(ctx, user.ID, shop.NewToken{Scopes: scopes, Lifetime: cmd.Duration("expires")})
		if err != nil {
			return nil, err
		}
		access.Username = user.Username
		return recordOf(access.Token, access.Secret), nil
	})
	list := env.command("list", "list access tokens", []cli.Flag{text("user", "whose tokens (default: everybody's)", false)},
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			var userID int64
			if name := cmd.String("user"); name != "" {
				user, err := app.db.UserByUsername(ctx, name)
				if err != nil {
					return nil, err
				}
				userID = user.ID
			}
			tokens, err := app.db.Tokens(ctx, userID)
			if err != nil {
				return nil, err
			}
			records := []tokenRecord{}
			for _, token := range tokens {
				records = append(records, recordOf(token, ""))
			}
			return records, nil
		})
	revoke := env.command("revoke", "revoke an access token", nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "token")
		if err != nil {
			return nil, err
		}
		if err := app.shop.RevokeToken(ctx, id); err != nil {
			return nil, err
		}
		return map[string]any{"id": id, "revoked": true}, nil
	})
	return &cli.Command{Name: "token", Usage: "look after access tokens", Commands: []*cli.Command{create, list, withArguments("ID", revoke)}}
}
