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

// changeModel makes a command that changes one model.
func (env Environment) changeModel(name, usage string, flags []cli.Flag,
	change func(context.Context, *shop.Shop, int64, *cli.Command) (*vitrine.Model, error)) *cli.Command {
	return env.command(name, usage, flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "model")
		if err != nil {
			return nil, err
		}
		m, err := change(ctx, app.shop, id, cmd)
		if err != nil {
			return nil, err
		}
		return printedModel(m), nil
	})
}

func (env Environment) hideModel() *cli.Command {
	flags := []cli.Flag{text("reason", "why, in words for the author, who gets a mail", false)}
	return env.changeModel("hide", "take a model out of the catalogue; its author can't publish it", flags,
		func(ctx context.Context, s *shop.Shop, id int64, cmd *cli.Command) (*vitrine.Model, error) {
			return s.HideModel(ctx, id, cmd.String("reason"))
		})
}

func (env Environment) unhideModel() *cli.Command {
	return env.changeModel("unhide", "make a hidden model what it was", nil,
		func(ctx context.Context, s *shop.Shop, id int64, _ *cli.Command) (*vitrine.Model, error) {
			return s.UnhideModel(ctx, id)
		})
}
