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
	"strings"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/backup"
)

func (env Environment) backup() *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "with-keys",
		Usage: "also write the keys that checkout addresses and download tokens are derived from: then whoever has the file can open them"}}
	command := env.command("backup", "write all rows and stored bytes into a tar file, beside a running server", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			path := cmd.Args().First()
			if path == "" {
				return nil, errors.New("name the file to write, or - for standard output")
			}
			write := func(w io.Writer) (backup.Written, error) { return app.writeBackup(ctx, w, cmd.Bool("with-keys")) }
			if path == "-" {
				done, err := write(env.Stdout)
				return nil, errors.Join(err, lacks(done.MissingKeys))
			}
			done, err := writeWhole(path, write)
			return verdict{done, lacks(done.MissingKeys)}, err
		})
	command.ArgsUsage = "FILE.tar"
	command.Commands = []*cli.Command{env.verifyBackup()}
	return command
}

// writeBackup writes a backup while no stored bytes are removed.
func (app *App) writeBackup(ctx context.Context, w io.Writer, withKeys bool) (done backup.Written, err error) {
	from := backup.Source{DB: app.db, Blobs: app.blobs, LateSince: app.shop.LateSince()}
	if withKeys {
		from.Keys = app.keys.Text()
	}
	err = app.shop.HoldingSweep(ctx, func(ctx context.Context) (err error) {
		done, err = backup.Write(ctx, w, from, app.now())
		return err
	})
	if err == nil && done.Damaged > 0 {
		app.log.Error("the backup holds damaged bytes, as they are stored: see `vitrine check --deep`", "objects", done.Damaged)
	}
	if err == nil {
		err = app.warnOfClearSecrets(ctx)
	}
	return done, err
}

// warnOfClearSecrets tells that a backup holds what a server of this release seals.
func (app *App) warnOfClearSecrets(ctx context.Context) error {
	clear, err := app.db.OrdersToSeal(ctx)
	if clear {
		app.log.Warn("the backup holds checkout addresses and download tokens in clear, as an earlier release stored them: the first server of " +
			"this release that starts takes them out of the database")
	}
	return err
}

// lacks returns which stored bytes a backup lacks, nil when it lacks none.
func lacks(keys []string) error {
	const named = 5
	if len(keys) == 0 {
		return nil
	}
	more := ""
	if n := len(keys) - named; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("the backup is whole but for %d stored files or pictures, which were missing when it was made: %s%s. "+
		"If an older backup has them (blobs/KEY), put them back; see `vitrine check`", len(keys),
		strings.Join(keys[:min(named, len(keys))], ", "), more)
}

// writeWhole writes a file that is there when all of it is, and then stays. One
// that is there already, or comes meanwhile, is left alone.
func writeWhole(path string, write func(io.Writer) (backup.Written, error)) (backup.Written, error) {
	var none backup.Written
	taken := fmt.Errorf("%s is there already: name a new file", path)
	if _, err := os.Lstat(path); err == nil {
		return none, taken
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return none, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	buffered := bufio.NewWriterSize(file, 256<<10)
	done, err := write(buffered)
	if err = errors.Join(err, buffered.Flush()); err != nil {
		return none, err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return none, err
	}
	// A link is never made over a file, as a rename is.
	if err := os.Link(file.Name(), path); errors.Is(err, fs.ErrExist) {
		return none, taken
	} else if err != nil {
		return none, err
	}
	return done, syncFolder(filepath.Dir(path))
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
			return env.report(report)
		},
	}
}

// readBackup reads the backup that a command names, and judges it by what it lacks.
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
		_, err = fmt.Fprintln(env.Stderr, "The backup was made by an earlier release and has no digests: it is whole, but whether all of its "+
			"bytes are right is not known. After restoring it, run `vitrine check --deep`.")
	}
	return verdict{report, lacks(report.MissingKeys)}, err
}

// errUnfinished refuses to open what an interrupted restore left.
var errUnfinished = &vitrine.Error{Code: vitrine.Conflict, Message: "a restore into this database was cut off: run `vitrine restore` again"}

// placedIn refuses to restore a backup of the marketplace of an id beside the stored
// bytes of another.
func (app *App) placedIn(ctx context.Context, id string) error {
	return app.placed(app.shop.BelongToBackup(ctx, id))
}
