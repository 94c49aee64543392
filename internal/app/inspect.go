package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
	"vitrine/internal/inspect"
	"vitrine/internal/seed"
)

// errRejected ends vitrine inspect with a status of 1.
var errRejected = errors.New("a file was rejected")

// inspected is a file as vitrine inspect --json prints it.
type inspected struct {
	File     string           `json:"file"`
	Format   geometry.Format  `json:"format"`
	Rejected bool             `json:"rejected"`
	Facts    geometry.Facts   `json:"facts"`
	Missing  []string         `json:"missing"`
	Problems []source.Problem `json:"problems"`
}

func (env Environment) inspect() *cli.Command {
	return &cli.Command{
		Name: "inspect", Usage: "read 3D files, or - for standard input, and tell what they are and measure", ArgsUsage: "FILE…",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print a line of JSON for each file"},
			&cli.StringFlag{Name: "picture", Usage: "draw the file, and write the JPEG `here`"},
			&cli.StringFlag{Name: "preview", Usage: "make what a page shows of the file, GLB, .splat or JPEG, and write that `here`"},
			&cli.StringFlag{Name: "preview-form", Value: string(inspect.Full),
				Usage: "full, reduced, turntable, or fitting: what is shown of a paid model unless its author chooses"},
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			to := outputs{picture: cmd.String("picture"), preview: cmd.String("preview"), as: cmd.String("preview-form")}
			switch n := cmd.Args().Len(); {
			case n == 0:
				return errors.New("name the files to inspect")
			case n > 1 && to.picture+to.preview != "":
				return errors.New("--picture and --preview are for one file: name only that one")
			case !slices.Contains([]inspect.Form{inspect.Full, inspect.Reduced, inspect.Turntable, inspect.Fitting}, inspect.Form(to.as)):
				return errors.New("--preview-form is full, reduced, turntable or fitting")
			case to.picture == "-" || to.preview == "-":
				return errors.New("standard output is for the report: name a file for --picture and --preview")
			}
			rejected, failed := false, error(nil)
			for _, path := range cmd.Args().Slice() {
				result, err := env.inspectFile(ctx, path, to)
				if err != nil {
					failed = errors.Join(failed, err)
					continue
				}
				rejected = rejected || result.Rejected()
				if err := env.tell(path, result, cmd.Bool("json")); err != nil {
					return err
				}
				failed = errors.Join(failed, to.write(result))
			}
			if rejected {
				failed = errors.Join(failed, errRejected)
			}
			return failed
		},
	}
}

// outputs are where a picture and a preview are written; "" is nowhere.
type outputs struct{ picture, preview, as string }

// form is the form in which a preview is asked for.
func (o outputs) form() inspect.Form {
	if o.preview == "" {
		return ""
	}
	return inspect.Form(o.as)
}

// write writes the picture and the preview that were asked for. It is an error that there
// is none, unless the file was rejected: that was told already.
func (o outputs) write(result inspect.Result) error {
	for _, output := range []struct {
		path, what string
		data       []byte
	}{{o.picture, "picture", result.Picture}, {o.preview, "preview", result.Preview}} {
		if output.path == "" || output.data == nil && result.Rejected() {
			continue
		}
		if output.data == nil {
			return fmt.Errorf("there is no %s of a file like this: nothing was written", output.what)
		}
		if err := os.WriteFile(output.path, output.data, 0o644); err != nil {
			return fmt.Errorf("write the %s: %w", output.what, err)
		}
	}
	return nil
}

// inspectFile reads a file in a child process, with those in its folder as its
// siblings.
func (env Environment) inspectFile(ctx context.Context, path string, to outputs) (inspect.Result, error) {
	want := inspect.Want{Preview: to.form(), Picture: to.picture != "", Card: seed.HoldsModels(vitrine.Extension(path))}
	runner := &inspect.Runner{Program: env.Program}
	if path == "-" {
		file, err := spooled(env.Stdin)
		if err != nil {
			return inspect.Result{}, err
		}
		defer file.Close()
		return runner.Read(ctx, inspect.File{Name: path, File: file}, nil, want)
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", path)
	}
	if err != nil {
		return inspect.Result{}, err
	}
	file, err := os.Open(path)
	if err != nil {
		return inspect.Result{}, err
	}
	defer file.Close()
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return inspect.Result{}, err
	}
	defer folder.Close()
	return runner.Read(ctx, inspect.File{Name: filepath.Base(path), File: file}, func(name string) (inspect.File, bool) {
		found, err := openBeside(folder, name)
		return found, err == nil
	}, want)
}

// spooled copies a stream into a temporary file, which a reader can go about in, and
// which is gone when it is closed.
func spooled(from io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "vitrine-inspect-")
	if err != nil {
		return nil, fmt.Errorf("copy standard input: %w", err)
	}
	_, err = io.Copy(file, from)
	if err = errors.Join(err, os.Remove(file.Name())); err != nil {
		return nil, errors.Join(fmt.Errorf("copy standard input: %w", err), file.Close())
	}
	return file, nil
}

// openBeside opens a file by the name that another one calls it, as the server
// does: files come from systems that take upper and lower case for the same.
func openBeside(folder *os.Root, name string) (inspect.File, error) {
	found, err := openRegular(folder, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return found, err
	}
	names, listErr := fs.ReadDir(folder.FS(), ".")
	if listErr != nil {
		return inspect.File{}, listErr
	}
	for _, entry := range names {
		if strings.EqualFold(entry.Name(), name) {
			return openRegular(folder, entry.Name())
		}
	}
	return found, err
}

func openRegular(folder *os.Root, name string) (inspect.File, error) {
	// A pipe would keep us waiting as soon as it is opened.
	info, err := folder.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", name)
	}
	if err != nil {
		return inspect.File{}, err
	}
	file, err := folder.Open(name)
	if err != nil {
		return inspect.File{}, err
	}
	return inspect.File{Name: name, File: file}, nil
}

// inspectOne is what a child of inspect runs.
func (env Environment) inspectOne() *cli.Command {
	return &cli.Command{Name: inspect.Command, Hidden: true, Action: func(context.Context, *cli.Command) error {
		return inspect.Child(env.Stdin, env.Stdout)
	}}
}

// tell prints what is known of a file.
func (env Environment) tell(path string, result inspect.Result, asJSON bool) error {
	found := inspected{
		File: path, Format: result.Format, Rejected: result.Rejected(), Facts: result.Facts,
		Missing: append([]string{}, result.Missing...), Problems: append(append([]source.Problem{}, result.Problems...), result.Notes...),
	}
	if asJSON {
		found.Format = listed(result.Format)
		encoder := json.NewEncoder(env.Stdout)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(found)
	}
	return found.table(env.Stdout)
}

// listed is a format by the names that programs are promised: what has none is
// unknown. People are told more.
func listed(format geometry.Format) geometry.Format {
	switch format {
	case geometry.USDA, geometry.ABC, geometry.Program:
		return geometry.Unknown
	}
	return format
}

// table prints what is known for people.
func (found inspected) table(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(table, "%s\t%s\n", found.File, found.Format)
	what := "note"
	if found.Rejected {
		what = "rejected"
	}
	for _, problem := range found.Problems {
		fmt.Fprintf(table, "  %s\t%s (%s)\n", what, problem.Detail, problem.Code)
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
