package app

import (
	"context"

	"github.com/urfave/cli/v3"

	"vitrine"
)

func (env Environment) currency() *cli.Command {
	show := env.command("show", "print the currency of all prices", nil, func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
		code, err := app.db.Currency(ctx)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			// What a start would take is nobody's decision yet.
			return map[string]any{"currency": nil, "settled": false}, nil
		}
		return map[string]any{"currency": code, "settled": true}, err
	})
	keep := []cli.Flag{&cli.BoolFlag{Name: "keep-numbers",
		Usage: "leave the numbers of all prices as they are: 12.00 of the old currency become 12.00 of the new one"}}
	set := env.command("set", "change the currency of all prices; start the servers again afterwards", keep,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			code := cmd.Args().First()
			return map[string]any{"currency": code, "settled": true}, app.shop.SetCurrency(ctx, code, cmd.Bool("keep-numbers"))
		})
	return &cli.Command{Name: "currency", Usage: "look after the marketplace's currency",
		Commands: []*cli.Command{show, withArguments("CODE", set)}}
}
