package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/config"
	"vitrine/internal/inspect"
	"vitrine/internal/shop"
)

// Environment is what a command is run in.
type Environment struct {
	Program string // path of this program, which runs itself to read files
	Getenv  config.Getenv
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
}

// Run runs the command line; args begin with the program's name.
func Run(ctx context.Context, args []string, env Environment) error {
	root := &cli.Command{
		Name: "vitrine", Usage: "a marketplace server for 3D models", Writer: env.Stdout, ErrWriter: env.Stderr,
		EnableShellCompletion: true,
		ExitErrHandler:        func(context.Context, *cli.Command, error) {},
		Commands: []*cli.Command{
			env.serve(), env.demo(), env.users(), env.tokens(), env.applications(), env.orders(), env.categories(), env.licenses(),
			env.models(), env.inspect(), env.inspectOne(), env.reprocess(), env.migrate(), env.backup(), env.restore(), env.check(), env.openapi(), env.version(),
		},
	}
	checkArguments(root.Commands)
	return root.Run(ctx, args)
}

// checkArguments has every command refuse what it would ignore: more arguments than
// its usage names.
func checkArguments(commands []*cli.Command) {
	for _, command := range commands {
		checkArguments(command.Commands)
		if len(command.Commands) > 0 || strings.HasSuffix(command.ArgsUsage, "…") {
			continue
		}
		most := len(strings.Fields(command.ArgsUsage))
		command.Before = func(ctx context.Context, cmd *cli.Command) (context.Context, error) {
			if cmd.Args().Len() > most {
				return ctx, fmt.Errorf("vitrine %s has no use for the argument %q: see --help", cmd.Name, cmd.Args().Get(most))
			}
			return ctx, nil
		}
	}
}

// taking names the arguments of a command.
func taking(arguments string, command *cli.Command) *cli.Command {
	command.ArgsUsage = arguments
	return command
}

func (env Environment) serve() *cli.Command {
	c := &config.Config{}
	return &cli.Command{
		Name: "serve", Usage: "serve the marketplace", Flags: append(c.StorageFlags(env.Getenv), c.ServeFlags(env.Getenv)...),
		Action: func(ctx context.Context, _ *cli.Command) error {
			if err := c.Check(); err != nil {
				return err
			}
			return Serve(ctx, env.options(*c, newLog(*c, env.Stderr)), nil)
		},
	}
}

// action is a command's work on open data. What it gives is printed as JSON.
type action func(ctx context.Context, app *App, cmd *cli.Command) (any, error)

// options are those of a marketplace that reads its files in children of this
// program.
func (env Environment) options(c config.Config, log *slog.Logger) Options {
	return Options{Config: c, Log: log, Read: (&inspect.Runner{Program: env.Program}).Read}
}

// command makes a command that works on a marketplace that is there, also beside a
// running server.
func (env Environment) command(name, usage string, flags []cli.Flag, do action) *cli.Command {
	return env.commandOn(name, usage, flags, openExisting, do)
}

// beginning makes a command that may be the first that a marketplace sees.
func (env Environment) beginning(name, usage string, flags []cli.Flag, do action) *cli.Command {
	return env.commandOn(name, usage, flags, open, do)
}

// opener opens the data that a command works on.
type opener func(context.Context, Options) (*App, error)

func (env Environment) commandOn(name, usage string, flags []cli.Flag, open opener, do action) *cli.Command {
	c := &config.Config{}
	return &cli.Command{
		Name: name, Usage: usage, Flags: append(c.StorageFlags(env.Getenv), flags...),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			// A command has no flags for the settings of serving.
			merged, err := config.FromEnvironment(ctx, env.Getenv)
			if err != nil {
				return err
			}
			merged.Data, merged.Database, merged.Blobs, merged.S3Key, merged.S3Secret = c.Data, c.Database, c.Blobs, c.S3Key, c.S3Secret
			if err := merged.Check(); err != nil {
				return err
			}
			app, err := open(ctx, env.options(merged, slog.New(slog.NewTextHandler(env.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))))
			if err != nil {
				return err
			}
			result, err := do(ctx, app, cmd)
			err = errors.Join(err, app.close())
			if result != nil {
				err = errors.Join(env.print(result), err)
			}
			return err
		},
	}
}

func (env Environment) print(v any) error {
	encoder := json.NewEncoder(env.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func text(name, usage string, required bool) cli.Flag {
	return &cli.StringFlag{Name: name, Usage: usage, Required: required}
}

func scopesFlag() cli.Flag {
	return text("scope", "scopes, separated by commas (default: models:read,models:write,orders:read,orders:write)", false)
}

func idArgument(cmd *cli.Command, what string) (int64, error) {
	id, err := strconv.ParseInt(cmd.Args().First(), 10, 64)
	if err != nil || cmd.Args().Len() < 1 {
		return 0, fmt.Errorf("name the %s by its id, a number", what)
	}
	return id, nil
}

func (env Environment) migrate() *cli.Command {
	return env.beginning("migrate", "bring the database's schema up to date", nil, func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
		version, err := app.db.SchemaVersion(ctx)
		return map[string]int64{"schema_version": version}, err
	})
}

func (env Environment) check() *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "deep", Usage: "read all bytes and compare their SHA-256"}}
	return env.command("check", "see whether database and stored bytes agree", flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		wrong, err := app.shop.Check(ctx, cmd.Bool("deep"))
		if err == nil && len(wrong) > 0 {
			err = fmt.Errorf("database and stored bytes disagree in %d places", len(wrong))
		}
		return struct {
			OK         bool            `json:"ok"`
			Mismatches []shop.Mismatch `json:"mismatches"`
		}{len(wrong) == 0 && err == nil, append([]shop.Mismatch{}, wrong...)}, err
	})
}

func (env Environment) version() *cli.Command {
	return &cli.Command{Name: "version", Usage: "print the version", Action: func(context.Context, *cli.Command) error {
		version := "unknown"
		if info, ok := debug.ReadBuildInfo(); ok {
			version = info.Main.Version + " " + info.GoVersion
		}
		_, err := fmt.Fprintln(env.Stdout, "vitrine", version)
		return err
	}}
}

func (env Environment) orders() *cli.Command {
	pay := env.command("pay", "confirm that an order was paid", nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "order")
		if err != nil {
			return nil, err
		}
		return orderResult(app.shop.MarkPaid(ctx, id))
	})
	keep := []cli.Flag{&cli.BoolFlag{Name: "keep-downloads", Usage: "leave the downloads open"}}
	refund := env.command("refund", "refund an order", keep, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "order")
		if err != nil {
			return nil, err
		}
		return orderResult(app.shop.Refund(ctx, id, cmd.Bool("keep-downloads")))
	})
	return &cli.Command{Name: "order", Usage: "look after orders", Commands: []*cli.Command{taking("ID", pay), taking("ID", refund)}}
}

func orderResult(o *vitrine.Order, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]string{"id": strconv.FormatInt(o.ID, 10), "uuid": o.UUID, "status": string(o.Status)}, nil
}

func (env Environment) models() *cli.Command {
	rate := env.command("rate", "rate a model from 0.0 to 10.0", nil, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "model")
		if err != nil {
			return nil, err
		}
		rating, err := strconv.ParseFloat(strings.TrimSpace(cmd.Args().Get(1)), 64)
		if err != nil {
			return nil, fmt.Errorf("the rating is a number from 0.0 to 10.0, not %q", cmd.Args().Get(1))
		}
		return map[string]any{"id": id, "admin_rating": rating}, app.shop.RateModel(ctx, id, rating)
	})
	return &cli.Command{Name: "model", Usage: "look after models", Commands: []*cli.Command{taking("ID RATING", rate)}}
}
