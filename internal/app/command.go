package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
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
	Version Version
	Program string // path of this program, which runs itself to read files
	Getenv  config.Getenv
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
}

// Run runs the command line; args begin with the program's name.
func Run(ctx context.Context, args []string, env Environment) error {
	// What the library says, such as how to use a command, is the answer of a command
	// that was asked for it and an error's explanation otherwise.
	var said bytes.Buffer
	root := &cli.Command{
		Name: "vitrine", Usage: "a marketplace server for 3D models", Writer: &said, ErrWriter: &said,
		Version:               env.Version.String(),
		EnableShellCompletion: true,
		ExitErrHandler:        func(context.Context, *cli.Command, error) {},
		Commands: []*cli.Command{
			env.serve(), env.demo(), env.setup(), env.house(), env.users(), env.tokens(), env.applications(), env.orders(), env.categories(),
			env.licenses(), env.currency(),
			env.models(), env.inspect(), env.inspectOne(), env.reprocess(), env.reindex(), env.migrate(), env.backup(), env.restore(), env.check(),
			env.sweep(), env.adopt(), env.keys(), env.receipts(), env.mailCommands(), env.listen(), env.openapi(), env.version(),
		},
	}
	checkArguments(root.Commands)
	err := root.Run(ctx, args)
	to := env.Stdout
	if err != nil {
		to = env.Stderr
	}
	_, writeErr := said.WriteTo(to)
	return errors.Join(err, writeErr)
}

// ExitCode is what the program ends with after an error of Run.
func ExitCode(err error) int {
	var coded cli.ExitCoder
	if errors.As(err, &coded) {
		return coded.ExitCode()
	}
	return 1
}

// checkArguments has every command refuse what it would ignore: more arguments than
// its usage names.
func checkArguments(commands []*cli.Command) {
	for _, command := range commands {
		checkArguments(command.Commands)
		if command.Action == nil || strings.HasSuffix(command.ArgsUsage, "…") {
			continue
		}
		most := len(strings.Fields(command.ArgsUsage))
		command.Before = func(ctx context.Context, cmd *cli.Command) (context.Context, error) {
			if cmd.Args().Len() > most && cmd.Command(cmd.Args().First()) == nil {
				return ctx, fmt.Errorf("vitrine %s has no use for the argument %q: see --help", cmd.Name, cmd.Args().Get(most))
			}
			return ctx, nil
		}
	}
}

// withArguments names the arguments of a command.
func withArguments(arguments string, command *cli.Command) *cli.Command {
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
			now := runtime.GOMAXPROCS(0)
			if procs := env.procs(now); procs != now { // set, it follows the machine no more
				runtime.GOMAXPROCS(procs)
			}
			options := env.options(*c, newLog(*c, env.Stderr))
			options.Setup = env.Stdout
			return Serve(ctx, options, func(context.Context, *App) error {
				debug.FreeOSMemory() // what a start needs, and a server does not: as much as it holds from now on
				return nil
			})
		},
	}
}

// leastProcs is how many threads run Go code at once at least, also on one processor: a read of SQLite's file blocks its
// thread, and with one alone a request that comes back from a read waits in the scheduler's global queue, which is looked at
// once in 61 turns while others are ready.
const leastProcs = 2

// procs is how many threads are to run Go code at once in a server, where the runtime chose now.
func (env Environment) procs(now int) int {
	if _, set := env.Getenv("GOMAXPROCS"); set {
		return now
	}
	return max(now, leastProcs)
}

// action is a command's work on open data. What it returns is printed as JSON.
type action func(ctx context.Context, app *App, cmd *cli.Command) (any, error)

// options are those of a marketplace that reads its files in children of this
// program.
func (env Environment) options(c config.Config, log *slog.Logger) Options {
	runner := &inspect.Runner{Program: env.Program, Sealed: c.RequireIsolation}
	photos := inspect.NewPhotos(runner, int(c.ImagePixels), c.ImageMemory)
	return Options{Version: env.Version, Config: c, Log: log, Read: runner.Read, Pictures: photos, Isolation: runner.Isolation}
}

// command makes a command that works on a marketplace that is there, also beside a
// running server.
func (env Environment) command(name, usage string, flags []cli.Flag, do action) *cli.Command {
	return env.commandOn(name, usage, flags, openExisting, do)
}

// firstCommand makes a command that may be the first of a marketplace: where there is none,
// it makes one.
func (env Environment) firstCommand(name, usage string, flags []cli.Flag, do action) *cli.Command {
	return env.commandOn(name, usage, flags, env.openOrBegin, do)
}

// openOrBegin opens what is there, or begins a marketplace and says so: that stays, also
// when the command fails after all.
func (env Environment) openOrBegin(ctx context.Context, o Options) (*App, error) {
	isNew := mustExist(o.Config) != nil
	app, err := open(ctx, o)
	if isNew && mustExist(o.Config) == nil {
		fmt.Fprintf(env.Stderr, "vitrine: %s was not there: this made a new marketplace. Name another one with --data.\n", o.Config.Database)
	}
	return app, err
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
			merged.Keys = c.Keys
			if payments := cmd.String("payments"); payments != "" {
				merged.Payments = payments
			}
			if err := merged.Check(); err != nil {
				return err
			}
			options := env.options(merged, slog.New(slog.NewTextHandler(env.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
			options.AsServed = true
			app, err := open(ctx, options)
			if err != nil {
				return err
			}
			result, err := do(shop.By(ctx, vitrine.Actor{Name: vitrine.ByCommand}), app, cmd)
			if err := errors.Join(err, app.close()); err != nil {
				return err
			}
			return env.report(result)
		},
	}
}

// verdict is a result that is printed and ends its command with an error: what was
// asked is answered, and the answer is no.
type verdict struct {
	report any
	no     error
}

// report prints what a command returns. An action has no other way to print, so a
// command that fails prints nothing.
func (env Environment) report(result any) error {
	switch result := result.(type) {
	case nil:
		return nil
	case verdict:
		return errors.Join(env.print(result.report), result.no)
	default:
		return env.print(result)
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

// scopesOf reads the scopes that a command was given: the default ones where it was
// given none. A flag that is there and names none is a mistake, such as an empty
// variable.
func scopesOf(cmd *cli.Command) ([]vitrine.Scope, error) {
	named := cmd.String("scope")
	if cmd.IsSet("scope") && strings.Trim(named, " ,") == "" {
		return nil, fmt.Errorf("--scope names no scope: leave it out for the default ones, or choose among %s",
			vitrine.JoinScopes(vitrine.AllScopes()))
	}
	return vitrine.ParseScopes(named)
}

func idArgument(cmd *cli.Command, what string) (int64, error) {
	id, err := strconv.ParseInt(cmd.Args().First(), 10, 64)
	if err != nil || cmd.Args().Len() < 1 {
		return 0, fmt.Errorf("name the %s by its id, a number", what)
	}
	return id, nil
}

func (env Environment) migrate() *cli.Command {
	return env.firstCommand("migrate", "bring the database's schema up to date", nil,
		func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
			var result migrated
			version, err := app.db.SchemaVersion(ctx)
			if err != nil {
				return nil, err
			}
			result.SchemaVersion = version
			clear, err := app.db.OrdersToSeal(ctx)
			if clear {
				result.Next = "stop all servers of the earlier release before you start those of this one: the first takes the secrets of its orders " +
					"out of the database, where the earlier release would look for them"
			}
			return result, err
		})
}

// migrated is what migrate prints.
type migrated struct {
	SchemaVersion int64  `json:"schema_version"`
	Next          string `json:"next,omitempty"`
}

func (env Environment) orders() *cli.Command {
	pay := env.command("pay", "confirm that an order was paid", []cli.Flag{cameFlag()},
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "order")
			if err != nil {
				return nil, err
			}
			return orderResult(app.shop.MarkPaid(ctx, id, shop.Came(cmd.String("paid-at"))))
		})
	keep := []cli.Flag{&cli.BoolFlag{Name: "keep-downloads", Usage: "leave the downloads open"},
		text("payments", "what the server that took the money is started with (default: $VITRINE_PAYMENTS, or manual)", false)}
	refund := env.command("refund", "refund an order", keep, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		id, err := idArgument(cmd, "order")
		if err != nil {
			return nil, err
		}
		return orderResult(app.shop.Refund(ctx, id, cmd.Bool("keep-downloads")))
	})
	return &cli.Command{Name: "order", Usage: "look after orders",
		Commands: []*cli.Command{env.listOrders(), withArguments("ID", env.showOrder()), withArguments("ID", pay),
			withArguments("ID", env.payCheckout()), withArguments("ID", refund)}}
}

// cameFlag says when money came that is confirmed.
func cameFlag() cli.Flag {
	return text("paid-at", "the day on which the money came, by which its tax is of a quarter, such as 2026-03-31 (default: now)", false)
}

func (env Environment) payCheckout() *cli.Command {
	return env.command("pay-checkout", "confirm that all orders of a checkout were paid, by one payment", []cli.Flag{cameFlag()},
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "checkout")
			if err != nil {
				return nil, err
			}
			c, err := app.shop.MarkCheckoutPaid(ctx, id, shop.Came(cmd.String("paid-at")))
			if err != nil {
				return nil, err
			}
			return struct {
				ID     string        `json:"id"`
				UUID   string        `json:"uuid"`
				Orders []orderRecord `json:"orders"`
			}{strconv.FormatInt(c.ID, 10), c.UUID, printedOrders(c.Orders)}, nil
		})
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
	return &cli.Command{Name: "model", Usage: "look after models", Commands: []*cli.Command{
		env.listModels(), withArguments("ID RATING", rate),
		withArguments("ID", env.hideModel()),
		withArguments("ID", env.unhideModel()),
	}}
}
