// Command vitrine serves a marketplace for 3D models and looks after it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"vitrine/internal/app"
)

// ballast is memory that is counted and never touched, so that it is never
// resident: the collector waits until the heap has grown by as much, where it
// would otherwise run for every few megabytes of answers.
const ballast = 32 << 20

// version is set by the linker (make build VERSION=v1.2.3) where there is no repository
// to ask.
var version string

func main() {
	weight := make([]byte, ballast)
	defer runtime.KeepAlive(weight)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	program, _ := os.Executable() // without it, only vitrine inspect fails
	env := app.Environment{
		Version: app.NewVersion(version), Program: program, Getenv: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}
	if err := app.Run(ctx, os.Args, env); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(1)
	}
}
