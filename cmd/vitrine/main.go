// Command vitrine serves a marketplace for 3D models and looks after it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // days and quarters are in zones that a machine may not know

	"vitrine/internal/app"
)

// version is set by the linker (make build VERSION=v1.2.3) where there is no repository
// to ask.
var version string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	program, _ := os.Executable() // without it, only vitrine inspect fails
	env := app.Environment{
		Version: app.NewVersion(version), Program: program, Getenv: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}
	if err := app.Run(ctx, os.Args, env); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(app.ExitCode(err))
	}
}
