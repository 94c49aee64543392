package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// samples is how often memory is looked at during the mixed load.
const samples = 20

// mixture loads each server with 90 % reads, 9 % orders and 1 % publications, and prints
// its memory meanwhile, the times of all classes, and over time how often its memories had
// what was asked for and what they took.
func (b *bench) mixture(ctx context.Context) error {
	if b.mixed == 0 {
		return nil
	}
	for _, s := range b.subjects {
		seen, stop := s.watch(b.mixed / samples)
		got, err := b.load(ctx, s, "-work", "mixed", "-connections", "32", "-duration", b.mixed.String(), "-seed", fmt.Sprint(b.seed+1000))
		stop()
		if err != nil {
			return err
		}
		during := <-seen
		if during.err != nil {
			return during.err
		}
		fmt.Printf("\n%s, mixed for %s by 32 callers: %.0f requests a second\n\n", s.database, b.mixed, got.PerSecond)
		fmt.Println("| | requests | p50, p99, slowest ms |\n|---|---|---|")
		for _, c := range got.Classes {
			fmt.Printf("| %s | %d | %.2f, %.2f, %.1f |\n", c.Name, c.Requests, c.P50, c.P99, c.Slowest)
		}
		fmt.Printf("\nevery %s, resident memory, MiB: %s\n\n", b.mixed/samples, strings.Join(during.resident, " "))
		for _, line := range during.table() {
			fmt.Println(line)
		}
	}
	return nil
}

// watched is what was seen of a server again and again.
type watched struct {
	resident []string // MiB
	memories []map[string]memory
	err      error
}

// watch looks at the server's memory so often until it is stopped.
func (s *subject) watch(pause time.Duration) (seen <-chan watched, stop func()) {
	quit, all := make(chan struct{}), make(chan watched, 1)
	go func() {
		var w watched
		for last := false; ; {
			w.resident = append(w.resident, strconv.FormatInt(s.resident("VmRSS")>>20, 10))
			found, err := s.memories()
			w.memories, w.err = append(w.memories, found), errors.Join(w.err, err)
			if last {
				all <- w
				return
			}
			select {
			case <-quit:
				last = true
			case <-time.After(pause):
			}
		}
	}()
	return all, func() { close(quit) }
}

// memory is what the server says of one of its memories.
type memory struct{ hits, misses, values, bytes float64 }

// memories reads what all of them say.
func (s *subject) memories() (map[string]memory, error) {
	response, err := http.Get("http://" + s.admin + "/metrics")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return readMemories(response.Body)
}

// readMemories finds the lines vitrine_memory_hits_total{memory="…"} and their like.
func readMemories(metrics io.Reader) (map[string]memory, error) {
	found := map[string]memory{}
	lines := bufio.NewScanner(metrics)
	for lines.Scan() {
		rest, ours := strings.CutPrefix(lines.Text(), "vitrine_memory_")
		of, rest, labelled := strings.Cut(rest, `{memory="`)
		name, value, whole := strings.Cut(rest, `"} `)
		if !ours || !labelled || !whole {
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("the metric %s: %w", lines.Text(), err)
		}
		m := found[name]
		switch of {
		case "hits_total":
			m.hits = n
		case "misses_total":
			m.misses = n
		case "values":
			m.values = n
		case "bytes":
			m.bytes = n
		}
		found[name] = m
	}
	return found, lines.Err()
}

// table says how much of what was asked each memory had, altogether and from each look to
// the next, and what it held at each look.
func (w *watched) table() []string {
	list := []string{"| memory | had of all, % | over time, % | values | MiB over time |", "|---|---|---|---|---|"}
	first, last := w.memories[0], w.memories[len(w.memories)-1]
	for _, name := range slices.Sorted(maps.Keys(last)) {
		if last[name].asked() == first[name].asked() {
			continue
		}
		row := fmt.Sprintf("| %s | %s of %.0f |", name, had(first[name], last[name]), last[name].asked()-first[name].asked())
		for i, now := range w.memories[1:] {
			row += " " + had(w.memories[i][name], now[name])
		}
		row += fmt.Sprintf(" | %.0f |", last[name].values)
		for _, now := range w.memories {
			row += fmt.Sprintf(" %.1f", now[name].bytes/(1<<20))
		}
		list = append(list, row+" |")
	}
	return list
}

func (m memory) asked() float64 { return m.hits + m.misses }

// had is the part of what was asked in between that a memory had.
func had(before, after memory) string {
	asked := after.asked() - before.asked()
	if asked <= 0 {
		return "–"
	}
	return strconv.FormatFloat(100*(after.hits-before.hits)/asked, 'f', 1, 64)
}
