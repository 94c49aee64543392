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
	command := env.command("backup", "write all rows and stored bytes into a tar file, beside a running server", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			path := cmd.Args().First()
			if path == "" {
				return nil, errors.New("name the file to write, or - for standard output")
			}
			if err := app.shop.HoldSweep(ctx); err != nil {
				return nil, err
			}
			if path == "-" {
				_, err := backup.Write(ctx, env.Stdout, app.db, app.blobs, time.Now())
				return nil, err
			}
			return writeWhole(path, func(w io.Writer) (backup.Summary, error) {
				return backup.Write(ctx, w, app.db, app.blobs, time.Now())
			})
		})
	command.ArgsUsage = "FILE.tar"
	return command
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
	command := env.commandOn("restore", "fill an empty database and storage from a backup", nil, openEmpty,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
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
			sum, err := backup.Restore(ctx, bufio.NewReaderSize(in, 256<<10), app.db, app.blobs)
			if err != nil {
				return nil, err
			}
			return sum, nil
		})
	command.ArgsUsage = "FILE.tar"
	return command
}

// errUnfinished refuses to open what an interrupted restore left.
var errUnfinished = &vitrine.Error{Code: vitrine.Conflict, Message: "a restore into this database was cut off: run `vitrine restore` again"}
