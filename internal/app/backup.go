package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/backup"
)

func (env Environment) backup() *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "with-keys", Usage: "also write the keys that checkout addresses and download tokens are derived from: then whoever has the file can open them"}}
	command := env.command("backup", "write all rows and stored bytes into a tar file, beside a running server", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			path := cmd.Args().First()
			if path == "" {
				return nil, errors.New("name the file to write, or - for standard output")
			}
			write := func(w io.Writer) (backup.Summary, error) { return app.writeBackup(ctx, w, cmd.Bool("with-keys")) }
			if path == "-" {
				_, err := write(env.Stdout)
				return nil, err
			}
			return writeWhole(path, write)
		})
	command.ArgsUsage = "FILE.tar"
	command.Commands = []*cli.Command{env.verifyBackup()}
	return command
}

// writeBackup writes a backup while no stored bytes are removed.
func (app *App) writeBackup(ctx context.Context, w io.Writer, withKeys bool) (sum backup.Summary, err error) {
	from := backup.Source{DB: app.db, Blobs: app.blobs}
	if withKeys {
		from.Keys = app.keys.Text()
	}
	err = app.shop.HoldingSweep(ctx, func(ctx context.Context) (err error) {
		sum, err = backup.Write(ctx, w, from, time.Now())
		return err
	})
	if err == nil && sum.Damaged > 0 {
		app.log.Error("the backup holds damaged bytes, as they are stored: see `vitrine check --deep`", "objects", sum.Damaged)
	}
	return sum, err
}

// writeWhole writes a file that is there when all of it is, and then stays. One
// that is there already, or comes meanwhile, is left alone.
func writeWhole(path string, write func(io.Writer) (backup.Summary, error)) (any, error) {
	taken := fmt.Errorf("%s is there already: name a new file", path)
	if _, err := os.Lstat(path); err == nil {
		return nil, taken
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	buffered := bufio.NewWriterSize(file, 256<<10)
	sum, err := write(buffered)
	if err = errors.Join(err, buffered.Flush()); err != nil {
		return nil, err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return nil, err
	}
	// A link is never made over a file, as a rename is.
	if err := os.Link(file.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil, taken
	} else if err != nil {
		return nil, err
	}
	return sum, syncFolder(filepath.Dir(path))
}

// syncFolder makes a new name in a folder last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (env Environment) restore() *cli.Command {
	command := env.commandOn("restore", "fill an empty database and storage from a backup", nil, openNew,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			report, err := env.readBackup(cmd, func(r io.Reader) (backup.Report, error) {
				return backup.Restore(ctx, r, backup.Target{DB: app.db, Blobs: app.blobs, Place: app.placedIn, Keys: app.restoreKeys})
			})
			if err != nil {
				return nil, err
			}
			lost, err := app.lostKeys(ctx)
			if err == nil && lost != "" {
				_, err = fmt.Fprintln(env.Stderr, lost)
			}
			return report, err
		})
	command.ArgsUsage = "FILE.tar"
	return command
}

func (env Environment) verifyBackup() *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "read a backup to its end and compare all of it with its digests", ArgsUsage: "FILE.tar",
		Action: func(ctx context.Context, cmd *cli.Command) error {
			report, err := env.readBackup(cmd, func(r io.Reader) (backup.Report, error) { return backup.Verify(ctx, r) })
			if err != nil {
				return err
			}
			return env.print(report)
		},
	}
}

// readBackup reads the backup that a command names.
func (env Environment) readBackup(cmd *cli.Command, read func(io.Reader) (backup.Report, error)) (any, error) {
	path := cmd.Args().First()
	if path == "" {
		return nil, errors.New("name the backup to read, or - for standard input")
	}
	in := env.Stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	report, err := read(bufio.NewReaderSize(in, 256<<10))
	if err != nil {
		return nil, err
	}
	if !report.Verified {
		_, err = fmt.Fprintln(env.Stderr, "The backup was made by an earlier release and has no digests: it is whole, but whether all of its bytes are right is not known. After restoring it, run `vitrine check --deep`.")
	}
	return report, err
}

// errUnfinished refuses to open what an interrupted restore left.
var errUnfinished = &vitrine.Error{Code: vitrine.Conflict, Message: "a restore into this database was cut off: run `vitrine restore` again"}

// placedIn refuses to restore a backup of the marketplace of an id beside the stored
// bytes of another.
func (app *App) placedIn(ctx context.Context, id string) error {
	return app.placed(app.shop.BelongToBackup(ctx, id))
}
