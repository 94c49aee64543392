package app

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"vitrine/internal/shop"
)

func (env Environment) check() *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "deep", Usage: "read all bytes and compare their SHA-256"}}
	return env.command("check", "see whether database and stored bytes agree", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			wrong, err := app.shop.Check(ctx, cmd.Bool("deep"))
			if err != nil {
				return nil, err
			}
			trash, err := app.shop.InTrash(ctx)
			if err != nil {
				return nil, err
			}
			var no error
			if len(wrong) > 0 {
				no = fmt.Errorf("database and stored bytes disagree in %d places", len(wrong))
			}
			return verdict{struct {
				OK         bool            `json:"ok"`
				Mismatches []shop.Mismatch `json:"mismatches"`
				Trash      shop.Trash      `json:"trash"`
			}{no == nil, append([]shop.Mismatch{}, wrong...), trash}, no}, nil
		})
}

func (env Environment) sweep() *cli.Command {
	flags := []cli.Flag{&cli.Int64Flag{Name: "sweep-share", Value: -1, DefaultText: "as the server's",
		Usage: "percent of the stored objects that this sweep may discard"}}
	return env.command("sweep", "move bytes that nothing needs to the trash now, and bring back what is needed", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			if share := cmd.Int64("sweep-share"); share >= 0 {
				return app.shop.SweepUpTo(ctx, int(share))
			}
			return app.shop.SweepBytes(ctx)
		})
}

func (env Environment) adopt() *cli.Command {
	return env.commandOn("adopt", "say that the database and the stored bytes belong to one marketplace", nil, openUnpaired,
		func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
			cut, err := app.db.Unfinished(ctx)
			if err == nil && cut {
				err = errUnfinished
			}
			if err != nil {
				return nil, err
			}
			id, err := app.shop.Adopt(ctx)
			if err != nil {
				return nil, err
			}
			return map[string]string{"marketplace": id, "database": app.config.Redacted(), "blobs": app.config.Blobs}, nil
		})
}
