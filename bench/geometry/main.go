// Command geometry times the readers against assimp: it writes a file of each
// format, reads it by `vitrine inspect` and by `assimp info FILE -r` in turns on
// one core, and prints how many megabytes each takes in a second of processor
// time. A reader here also welds, counts edges and measures; assimp only reads.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	folder := flag.String("folder", "bench/data/geometry", "where the files are made, once")
	program := flag.String("program", "./vitrine", "the program to time")
	megabytes := flag.Int64("megabytes", 100, "size of each file, about")
	rounds := flag.Int("rounds", 5, "how often each is timed")
	files := flag.String("files", "", "the names of those to time, parted by commas; all")
	only := flag.String("write", "", "a file to be made, with nothing timed")
	flag.Parse()
	ctx := context.Background()
	err := os.MkdirAll(*folder, 0o755)
	switch {
	case err != nil:
	case *only != "":
		err = write(*only, *megabytes<<20)
	default:
		if err = writeMissing(ctx, *folder, *megabytes); err == nil {
			err = run(ctx, *folder, *program, *rounds, func(name string) bool {
				return *files == "" || slices.Contains(strings.Split(*files, ","), name)
			})
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

// goals are megabytes a CPU second.
var goals = []struct {
	name string
	goal float64
}{{"a.stl", 360}, {"ascii.stl", 343}, {"a.glb", 300}, {"a.obj", 235}, {"a.ply", 263}, {"a.3mf", 30},
	{"a.fbx", 120}, {"raw.fbx", 120}, {"full.fbx", 120}}

// drawn are the files whose pictures are timed too.
var drawn = []string{"a.stl", "textured.glb"}

// writeMissing makes each file that is not there, in a process of its own: what it takes of
// memory would count for the programs that are started here later.
func writeMissing(ctx context.Context, folder string, megabytes int64) error {
	for name := range writers {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			continue
		}
		writer := exec.CommandContext(ctx, os.Args[0], "-folder", folder, "-write", path, "-megabytes", strconv.FormatInt(megabytes, 10))
		if output, err := writer.CombinedOutput(); err != nil {
			return fmt.Errorf("write %s: %w\n%s", path, err, output)
		}
	}
	return nil
}

func run(ctx context.Context, folder, program string, rounds int, wanted func(string) bool) error {
	fmt.Println("| File | MB | MB a CPU second (lowest, highest) | goal | assimp -r | ratio | highest memory, MiB |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, test := range goals {
		if !wanted(test.name) {
			continue
		}
		if err := compare(ctx, program, filepath.Join(folder, test.name), test.goal, rounds); err != nil {
			return err
		}
	}
	for _, name := range drawn {
		if !wanted(name) {
			continue
		}
		if err := pictures(ctx, program, filepath.Join(folder, name), rounds); err != nil {
			return err
		}
	}
	return nil
}

func compare(ctx context.Context, program, path string, goal float64, rounds int) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	megabytes := float64(info.Size()) / 1e6
	var own, peer []float64
	memory := int64(0)
	for range rounds {
		used, err := cpu(ctx, program, "inspect", "--json", path)
		if err != nil {
			return err
		}
		own, memory = append(own, megabytes/used.seconds), max(memory, used.kilobytes)
		if used, err = cpu(ctx, "assimp", "info", path, "-r"); err == nil {
			peer = append(peer, megabytes/used.seconds)
		}
	}
	slices.Sort(own)
	slices.Sort(peer)
	fmt.Printf("| %s | %.0f | **%.0f** (%.0f, %.0f) | %.0f |", filepath.Base(path), megabytes, middle(own), own[0], own[len(own)-1], goal)
	if len(peer) == 0 {
		fmt.Printf(" can't | | %d |\n", memory>>10)
		return nil
	}
	fmt.Printf(" %.0f | %.2f | %d |\n", middle(peer), middle(own)/middle(peer), memory>>10)
	return nil
}

// pictures times reading a file, the same with its picture, and with a preview too.
func pictures(ctx context.Context, program, path string, rounds int) error {
	folder, err := os.MkdirTemp("", "vitrine-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	picture, preview := []string{"--picture", filepath.Join(folder, "a.jpg")}, []string{"--preview", filepath.Join(folder, "a.glb")}
	var seconds [3][]float64
	for range rounds {
		for i, args := range [][]string{nil, picture, slices.Concat(picture, preview)} {
			used, err := cpu(ctx, program, append(append([]string{"inspect"}, args...), path)...)
			if err != nil {
				return err
			}
			seconds[i] = append(seconds[i], used.seconds)
		}
	}
	fmt.Printf("\nCPU seconds of %s:", filepath.Base(path))
	for i, what := range []string{"read", "read and drawn", "with a preview"} {
		slices.Sort(seconds[i])
		fmt.Printf(" %s %.2f (%.2f, %.2f)", what, middle(seconds[i]), seconds[i][0], seconds[i][len(seconds[i])-1])
	}
	fmt.Println()
	return nil
}

func middle(sorted []float64) float64 { return sorted[len(sorted)/2] }

// usage is what a process and its children took.
type usage struct {
	seconds   float64 // of the processor
	kilobytes int64   // resident at the highest
}

// cpu runs a command on one core.
func cpu(ctx context.Context, name string, args ...string) (usage, error) {
	command := exec.CommandContext(ctx, "taskset", append([]string{"-c", "0", name}, args...)...)
	output, err := command.CombinedOutput()
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w\n%s", command, err, output)
	}
	state := command.ProcessState
	resources, _ := state.SysUsage().(*syscall.Rusage)
	return usage{(state.UserTime() + state.SystemTime()).Seconds(), resources.Maxrss}, nil
}
