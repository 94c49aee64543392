package app

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"
)

// Version says which program this is.
type Version struct {
	Release string // such as v0.1.0, or "devel"
	Commit  string // "" where the build did not look
	Go      string // the toolchain and the platform
}

// NewVersion reads what the build left in the program. release is what the linker
// was told; "" asks Go, which knows tags where it built from a repository or a proxy.
func NewVersion(release string) Version {
	v := Version{Release: release, Go: fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if v.Release == "" {
		v.Release = info.Main.Version
	}
	if v.Release == "" || v.Release == "(devel)" {
		v.Release = "devel"
	}
	changed := ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision":
			v.Commit = setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			changed = "+changed"
		}
	}
	if v.Commit != "" {
		v.Commit = v.Commit[:min(len(v.Commit), commitLength)] + changed
	}
	return v
}

// commitLength tells commits apart, as Go's own pseudo-versions do.
const commitLength = 12

// String is all of it in one line.
func (v Version) String() string {
	if v.Commit == "" {
		return fmt.Sprintf("%s (%s)", v.Release, v.Go)
	}
	return fmt.Sprintf("%s (commit %s, %s)", v.Release, v.Commit, v.Go)
}

// version prints what --version prints.
func (env Environment) version() *cli.Command {
	return &cli.Command{Name: "version", Usage: "print the version", Action: func(context.Context, *cli.Command) error {
		_, err := fmt.Fprintln(env.Stdout, "vitrine version", env.Version)
		return err
	}}
}
