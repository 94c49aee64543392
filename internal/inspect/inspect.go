// Package inspect reads 3D files in child processes, so that a hostile file
// costs one child and nothing else.
//
// The program runs itself with the file as descriptor 3 and the files beside it
// from 4 on. The child bounds its own memory, time and descriptors, writes
// nothing, and prints one line of JSON. Whatever becomes of it, the parent has an
// answer within the time: a report, or a report that says what the child was
// ended for.
package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"vitrine/internal/geometry"
)

// The limits of a child.
const (
	wallTime    = 30 * time.Second
	cpuSeconds  = 20
	memoryBytes = 1 << 30
	softMemory  = memoryBytes * 6 / 10 // from here on the collector works harder
	descriptors = 16
	answerBytes = 1 << 20 // that are read of a child's line
	maxSiblings = descriptors - 6
	maxRounds   = 4 // of finding out what is missing and giving it
)

// Command names the hidden command that a child runs.
const Command = "inspect-one"

// Runner starts children.
type Runner struct {
	Program string // of this program; os.Executable gives it
}

// File is an open file with the name that it has for its owner.
type File struct {
	Name string
	*os.File
}

// Inspect reads a file. What it misses is asked of sibling, which gives false for
// what is not there; siblings are closed here. An error means that no child could
// be run; whatever the file did to its child stands in the report.
func (r Runner) Inspect(ctx context.Context, file File, sibling func(name string) (File, bool)) (geometry.Report, error) {
	var beside []File
	defer func() {
		for _, f := range beside {
			_ = f.Close()
		}
	}()
	for round := 0; ; round++ {
		report, err := r.once(ctx, file, beside)
		if err != nil || round == maxRounds || sibling == nil {
			return report, err
		}
		found := 0
		for _, name := range report.Missing {
			if len(beside) == maxSiblings {
				break
			}
			if f, ok := sibling(name); ok {
				f.Name = name
				beside = append(beside, f)
				found++
			}
		}
		if found == 0 {
			return report, nil
		}
	}
}

// once runs one child.
func (r Runner) once(ctx context.Context, file File, beside []File) (geometry.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, wallTime)
	defer cancel()
	child := exec.CommandContext(ctx, r.Program, Command)
	child.Env = []string{"GOTRACEBACK=none"}
	child.SysProcAttr = attributes()
	names := make([]string, 0, len(beside)+1)
	for _, f := range append([]File{file}, beside...) {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return geometry.Report{}, fmt.Errorf("inspect %s: %w", f.Name, err)
		}
		names = append(names, f.Name)
		child.ExtraFiles = append(child.ExtraFiles, f.File)
	}
	request, err := json.Marshal(names)
	if err != nil {
		return geometry.Report{}, fmt.Errorf("inspect: %w", err)
	}
	answer, complaint := &capped{left: answerBytes}, &capped{left: 4 << 10}
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(request), answer, complaint
	err = child.Run()
	if ended := ctx.Err(); ended != nil && !errors.Is(ended, context.DeadlineExceeded) {
		return geometry.Report{}, fmt.Errorf("inspect: %w", ended)
	}
	if err != nil {
		return fate(ctx, err, complaint.String())
	}
	var report geometry.Report
	if err := json.Unmarshal(answer.Bytes(), &report); err != nil {
		return refused("internal", "the file could not be read: its reader gave no answer"), nil
	}
	return report, nil
}

// fate says what a child was ended for. That it could not be started at all is
// an error.
func fate(ctx context.Context, err error, complaint string) (geometry.Report, error) {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return geometry.Report{}, fmt.Errorf("inspect: start a child: %w", err)
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	switch {
	case ctx.Err() != nil:
		return refused("too_slow", "the file could not be read within %d seconds", int(wallTime/time.Second)), nil
	case status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL):
		return refused("too_slow", "the file could not be read within %d seconds of work", cpuSeconds), nil
	case outOfMemory(complaint):
		return refused("too_large", "the file could not be read within %d MiB of memory", memoryBytes>>20), nil
	}
	return refused("unreadable", "the file could not be read: its reader gave up on it"), nil
}

// outOfMemory reads the last words of a Go program that got no more memory, for
// its heap, a stack or a thread: its runtime then ends it by a fatal error. A fault
// of a reader is a panic.
func outOfMemory(complaint string) bool {
	fatal := strings.Contains(complaint, "fatal error:") && !strings.Contains(complaint, "unexpected signal")
	return fatal || strings.Contains(complaint, "cannot allocate memory") ||
		strings.Contains(complaint, "failed to create new OS thread") || strings.Contains(complaint, "pthread_create failed")
}

func refused(code, format string, args ...any) geometry.Report {
	return geometry.Report{Format: geometry.Unknown, Problems: []geometry.Problem{{Code: code, Detail: fmt.Sprintf(format, args...)}}}
}

// capped keeps the beginning of what is written to it.
type capped struct {
	bytes.Buffer
	left int
}

func (c *capped) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.left -= n
	c.Buffer.Write(p[:n])
	return len(p), nil
}

// Child is what a child does: it bounds itself, reads the names of its files from
// in and the files from its descriptors, and prints the report.
func Child(in io.Reader, out io.Writer) error {
	if err := limit(); err != nil {
		return err
	}
	debug.SetMemoryLimit(softMemory)
	var names []string
	if err := json.NewDecoder(in).Decode(&names); err != nil || len(names) == 0 {
		return fmt.Errorf("a child needs the names of its files: %w", err)
	}
	sources := map[string]geometry.Source{}
	for i, name := range names {
		file := os.NewFile(uintptr(3+i), strconv.Itoa(i))
		info, err := file.Stat()
		if err != nil {
			return fmt.Errorf("look at %s: %w", name, err)
		}
		sources[name] = geometry.Source{Name: name, Size: info.Size(), ReaderAt: file}
	}
	report, _, err := geometry.Inspect(geometry.Input{Source: sources[names[0]], Sibling: func(name string) (geometry.Source, bool) {
		found, ok := sources[name]
		return found, ok
	}})
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(report)
}
