package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/shop"
)

// categoryRecord is a category as commands print it.
type categoryRecord struct {
	ID          int64  `json:"id"`
	ParentID    int64  `json:"parent_id,omitempty"`
	Slug        string `json:"slug"`
	Title       string `json:"title"`
	ModelsCount int64  `json:"models_count"`
}

func printed(c *vitrine.Category) categoryRecord {
	return categoryRecord{c.ID, c.ParentID, c.Slug, c.Title, c.ModelsCount}
}

func (env Environment) categories() *cli.Command {
	list := env.command("list", "list the categories", nil, func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
		categories, err := app.db.Categories(ctx)
		records := []categoryRecord{}
		for i := range categories {
			records = append(records, printed(&categories[i]))
		}
		return records, err
	})
	add := env.firstCommand("add", "add a category", []cli.Flag{
		text("slug", "its place in addresses", true), text("title", "what people see", true),
		text("parent", "slug of its top category (default: it is one)", false), text("description", "a sentence or two", false),
	}, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		c := vitrine.Category{Slug: cmd.String("slug"), Title: cmd.String("title"), Description: cmd.String("description")}
		if slug := cmd.String("parent"); slug != "" {
			parent, err := app.db.CategoryBySlug(ctx, slug)
			if err != nil {
				return nil, err
			}
			c.ParentID = parent.ID
		}
		made, err := app.shop.CreateCategory(ctx, c)
		if err != nil {
			return nil, err
		}
		return printed(made), nil
	})
	edit := env.command("edit", "change a category", []cli.Flag{
		text("slug", "new slug", false), text("title", "new title", false), text("description", "new description", false),
	}, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		c, err := app.db.CategoryBySlug(ctx, cmd.Args().First())
		if err != nil {
			return nil, err
		}
		changed, err := app.shop.UpdateCategory(ctx, c.ID, shop.CategoryChange{
			Slug: sent(cmd, "slug"), Title: sent(cmd, "title"), Description: sent(cmd, "description"),
		})
		if err != nil {
			return nil, err
		}
		return printed(changed), nil
	})
	remove := env.command("remove", "remove a category without models", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			c, err := app.db.CategoryBySlug(ctx, cmd.Args().First())
			if err != nil {
				return nil, err
			}
			return map[string]any{"id": c.ID, "removed": true}, app.shop.DeleteCategory(ctx, c.ID)
		})
	return &cli.Command{Name: "category", Usage: "look after categories",
		Commands: []*cli.Command{list, add, withArguments("SLUG", edit), withArguments("SLUG", remove)}}
}

// sent is a flag as a change: set when it was given.
func sent(cmd *cli.Command, name string) vitrine.Optional[string] {
	return vitrine.Optional[string]{Set: cmd.IsSet(name), Value: cmd.String(name)}
}

func (env Environment) licenses() *cli.Command {
	show := env.command("show", "print a license's text", nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		license, err := app.db.License(ctx, vitrine.License(cmd.Args().First()))
		if err != nil {
			return nil, err
		}
		return struct {
			Type      vitrine.License `json:"type"`
			Name      string          `json:"name"`
			Text      string          `json:"text"`
			UpdatedAt time.Time       `json:"updated_at"`
		}{license.Type, license.Name, license.Text, license.UpdatedAt}, nil
	})
	set := env.firstCommand("set", "replace a license's text by standard input: vitrine license set general < text", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			text, err := io.ReadAll(io.LimitReader(env.Stdin, 2<<20))
			if err != nil {
				return nil, fmt.Errorf("read the text: %w", err)
			}
			license := cmd.Args().First()
			return map[string]any{"type": license, "bytes": len(text)}, app.shop.SetLicenseText(ctx, vitrine.License(license), string(text))
		})
	return &cli.Command{Name: "license", Usage: "look after the license texts",
		Commands: []*cli.Command{withArguments("TYPE", show), withArguments("TYPE", set)}}
}

// contractBase stands for the base address in the written contract.
const contractBase = "https://models.example"

func (env Environment) openapi() *cli.Command {
	forms := []string{"yaml", "json", "3.0"}
	return &cli.Command{
		Name: "openapi", Usage: "print the interface's contract, OpenAPI 3.1 as YAML, or in another --form",
		Flags: []cli.Flag{&cli.StringFlag{Name: "form", Value: forms[0], Usage: "yaml, json, or 3.0 for JSON in OpenAPI 3.0"}},
		Action: func(_ context.Context, cmd *cli.Command) error {
			server := api.New(api.Options{Shop: shop.New(shop.Options{Settings: shop.DefaultSettings()}), BaseURL: contractBase,
				Mux: http.NewServeMux()})
			contract, err := server.Contract()
			if err != nil {
				return fmt.Errorf("make the contract: %w", err)
			}
			written, err := formsOf(contract)
			if err != nil {
				return err
			}
			text, ok := written[cmd.String("form")]
			if !ok {
				return vitrine.Errorf(vitrine.Invalid, "there is no form %q: take one of %s", cmd.String("form"), strings.Join(forms, ", "))
			}
			_, err = env.Stdout.Write(text)
			return err
		},
	}
}
