package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"

	"vitrine/internal/shop"
)

// forgotten prints who was erased, to be kept beside the backups.
func (env Environment) forgotten() *cli.Command {
	return env.command("forgotten", "print who was erased, without names: keep it beside the backups, for forget-again", nil,
		func(ctx context.Context, app *App, _ *cli.Command) (any, error) { return app.shop.ListForgotten(ctx) })
}

// forgetAgain erases those in a list from a marketplace that was restored from a backup of before.
func (env Environment) forgetAgain() *cli.Command {
	return env.command("forget-again", "after a restore, erase those in a list that forgotten printed since", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			text, err := os.ReadFile(cmd.Args().First())
			if err != nil {
				return nil, err
			}
			var list []shop.Forgotten
			if err := json.Unmarshal(text, &list); err != nil {
				return nil, fmt.Errorf("%s is not what `vitrine user forgotten` prints: %w", cmd.Args().First(), err)
			}
			known, err := app.shop.ForgetAgain(ctx, list)
			return map[string]any{"listed": len(list), "known_here": known}, err
		})
}
