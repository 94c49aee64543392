package app

import (
	"context"

	"github.com/urfave/cli/v3"
)

// reprocess has what is stored read again, as a newer release may see more in it.
// A server that runs reads it, so that no machine has more readers than it should.
func (env Environment) reprocess() *cli.Command {
	flags := []cli.Flag{
		&cli.Int64Flag{Name: "model", Usage: "only the files of the model with this `id`"},
		&cli.BoolFlag{Name: "queue-only", Usage: "do not wait until the files are read"},
	}
	return env.command("reprocess", "read, measure and draw the stored files again", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			n, err := app.reader.Reprocess(ctx, cmd.Int64("model"))
			if err != nil {
				return nil, err
			}
			if !cmd.Bool("queue-only") {
				err = app.readFiles().Finish(ctx)
			}
			return map[string]int{"files": n}, err
		})
}
