package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
)

// errRejected ends vitrine inspect with a status of 1.
var errRejected = errors.New("a file was rejected")

// inspected is a file as vitrine inspect --json prints it.
type inspected struct {
	File     string             `json:"file"`
	Format   geometry.Format    `json:"format"`
	Rejected bool               `json:"rejected"`
	Facts    geometry.Facts     `json:"facts"`
	Missing  []string           `json:"missing"`
	Problems []geometry.Problem `json:"problems"`
}

func (env Environment) inspect() *cli.Command {
	return &cli.Command{
		Name: "inspect", Usage: "read 3D files and tell what they are and measure", ArgsUsage: "FILE…",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print a line of JSON for each file"}},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if cmd.Args().Len() == 0 {
				return errors.New("name the files to inspect")
			}
			rejected := false
			for _, path := range cmd.Args().Slice() {
				found, err := env.inspectFile(ctx, path)
				if err != nil {
					return err
				}
				rejected = rejected || found.Rejected
				if err := env.tell(found, cmd.Bool("json")); err != nil {
					return err
				}
			}
			if rejected {
				return errRejected
			}
			return nil
		},
	}
}

// inspectFile reads a file in a child process, with those in its folder as its
// siblings.
func (env Environment) inspectFile(ctx context.Context, path string) (inspected, error) {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return inspected{}, err
	}
	defer folder.Close()
	file, err := openRegular(folder, filepath.Base(path))
	if err != nil {
		return inspected{}, err
	}
	defer file.Close()
	report, err := inspect.Runner{Program: env.Program}.Inspect(ctx, file, func(name string) (inspect.File, bool) {
		found, err := openRegular(folder, name)
		return found, err == nil
	})
	return inspected{
		File: path, Format: report.Format, Rejected: report.Rejected(), Facts: report.Facts,
		Missing: append([]string{}, report.Missing...), Problems: append([]geometry.Problem{}, report.Problems...),
	}, err
}

func openRegular(folder *os.Root, name string) (inspect.File, error) {
	file, err := folder.Open(name)
	if err != nil {
		return inspect.File{}, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", name)
	}
	if err != nil {
		return inspect.File{}, errors.Join(err, file.Close())
	}
	return inspect.File{Name: name, File: file}, nil
}

// inspectOne is what a child of inspect runs.
func (env Environment) inspectOne() *cli.Command {
	return &cli.Command{Name: inspect.Command, Hidden: true, Action: func(context.Context, *cli.Command) error {
		return inspect.Child(env.Stdin, env.Stdout)
	}}
}

func (env Environment) tell(found inspected, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(env.Stdout)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(found)
	}
	return found.table(env.Stdout)
}

// table prints what is known for people.
func (found inspected) table(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(table, "%s\t%s\n", found.File, found.Format)
	for _, problem := range found.Problems {
		fmt.Fprintf(table, "  rejected\t%s (%s)\n", problem.Detail, problem.Code)
	}
	for _, name := range found.Missing {
		fmt.Fprintf(table, "  missing\t%s\n", name)
	}
	facts := reflect.ValueOf(found.Facts)
	for i := range facts.NumField() {
		fact := facts.Field(i)
		certainty := fact.FieldByName("Certainty").Interface()
		if certainty != geometry.Verified && certainty != geometry.Declared {
			continue
		}
		name := strings.ReplaceAll(facts.Type().Field(i).Tag.Get("json"), "_", " ")
		fmt.Fprintf(table, "  %s\t%v", name, fact.FieldByName("Value").Interface())
		if certainty == geometry.Declared {
			fmt.Fprint(table, " (declared)")
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}
