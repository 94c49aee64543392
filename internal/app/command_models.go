package app

import (
	"context"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/shop"
)

// modelRecord is a model as commands print it.
type modelRecord struct {
	ID     int64          `json:"id"`
	Status vitrine.Status `json:"status"`
	Hidden bool           `json:"hidden"`
	Author string         `json:"author"`
	Title  string         `json:"title"`
	Slug   string         `json:"slug"`
	Price  *string        `json:"price"`
	Sales  int64          `json:"sales"`
}

func printedModel(m *vitrine.Model) modelRecord {
	r := modelRecord{ID: m.ID, Status: m.Status, Hidden: m.HiddenFrom != "", Author: m.AuthorName, Title: m.Title, Slug: m.Slug,
		Sales: m.Sales}
	if m.Price != nil {
		price := m.Price.String()
		r.Price = &price
	}
	return r
}

func afterFlag() cli.Flag { return &cli.Int64Flag{Name: "after", Usage: "go on behind this `id`"} }

func (env Environment) listModels() *cli.Command {
	flags := []cli.Flag{text("author", "username of the author", false), afterFlag(), limitFlag()}
	return env.command("list", "list models, drafts and hidden ones too, oldest first", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			limit, err := limitOf(cmd)
			if err != nil {
				return nil, err
			}
			var author int64
			if name := cmd.String("author"); name != "" {
				user, err := app.db.UserByUsername(ctx, name)
				if err != nil {
					return nil, err
				}
				author = user.ID
			}
			found, err := app.db.ModelRows(ctx, author, cmd.Int64("after"), limit)
			records := []modelRecord{}
			for _, m := range found {
				records = append(records, printedModel(m))
			}
			return records, err
		})
}

func (env Environment) changeModel(name, usage string,
	change func(*shop.Shop, context.Context, int64) (*vitrine.Model, error)) *cli.Command {
	return env.command(name, usage, nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "model")
		if err != nil {
			return nil, err
		}
		m, err := change(app.shop, ctx, id)
		if err != nil {
			return nil, err
		}
		return printedModel(m), nil
	})
}
