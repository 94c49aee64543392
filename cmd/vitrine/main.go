// Command vitrine serves a marketplace for 3D models and looks after it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"vitrine/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := app.Environment{Getenv: os.LookupEnv, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if err := app.Run(ctx, os.Args, env); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(1)
	}
}
