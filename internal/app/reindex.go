package app

import (
	"context"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/store"
)

// reindex builds the index of search anew. Servers go on answering from the present one,
// and what is published meanwhile is found.
func (env Environment) reindex() *cli.Command {
	return env.command("reindex", "build the search index anew, while servers run; a build that was cut off goes on", nil,
		func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
			var last store.Rebuilt
			err := app.db.RebuildSearch(ctx, func(at store.Rebuilt) { last = at; app.logRebuild(at) })
			return struct {
				Blocks int64 `json:"blocks"`
			}{last.All}, err
		})
}

// rebuildSearch builds the index where a release makes other words of texts than the one
// before, and goes on with a build that was cut off.
func (app *App) rebuildSearch(ctx context.Context) error {
	err := app.db.RebuildSearch(ctx, app.logRebuild)
	if vitrine.CodeOf(err) == vitrine.Conflict {
		return nil // somebody asked for it and is at it
	}
	return err
}

func (app *App) logRebuild(at store.Rebuilt) {
	app.log.Info("building the search index", "done", at.Done, "of", at.All)
}
