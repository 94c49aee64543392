package main

import (
	"bufio"
	"context"
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
// its memory meanwhile, the times of all classes and what its memories answered.
func (b *bench) mixture(ctx context.Context) error {
	if b.mixed == 0 {
		return nil
	}
	for _, s := range b.subjects {
		before, err := s.memories()
		if err != nil {
			return err
		}
		grown, stop := s.watch(b.mixed / samples)
		got, err := b.load(ctx, s, "-work", "mixed", "-connections", "32", "-duration", b.mixed.String(), "-seed", fmt.Sprint(b.seed+1000))
		stop()
		if err != nil {
			return err
		}
		after, err := s.memories()
		if err != nil {
			return err
		}
		fmt.Printf("\n%s, mixed for %s by 32 callers: %.0f requests a second\n\n", s.database, b.mixed, got.PerSecond)
		fmt.Println("| | requests | p50, p99, slowest ms |\n|---|---|---|")
		for _, c := range got.Classes {
			fmt.Printf("| %s | %d | %.2f, %.2f, %.1f |\n", c.Name, c.Requests, c.P50, c.P99, c.Slowest)
		}
		fmt.Printf("\nresident memory, MiB, every %s: %s\n", b.mixed/samples, strings.Join(<-grown, " "))
		for _, line := range rates(before, after) {
			fmt.Println(line)
		}
	}
	return nil
}

// watch notes the server's memory so often until it is stopped.
func (s *subject) watch(pause time.Duration) (grown <-chan []string, stop func()) {
	quit, all := make(chan struct{}), make(chan []string, 1)
	go func() {
		var list []string
		for {
			list = append(list, strconv.FormatInt(s.resident("VmRSS")>>20, 10))
			select {
			case <-quit:
				all <- list
				return
			case <-time.After(pause):
			}
		}
	}()
	return all, func() { close(quit) }
}

// memories reads the counters of what the server's memories answered.
func (s *subject) memories() (map[string]float64, error) {
	response, err := http.Get("http://" + s.admin + "/metrics")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return counters(response.Body)
}

// counters are those whose names end in _hits_total or _misses_total, with their labels.
func counters(metrics io.Reader) (map[string]float64, error) {
	found := map[string]float64{}
	lines := bufio.NewScanner(metrics)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		base, _, _ := strings.Cut(name, "{")
		if !strings.HasSuffix(base, hits) && !strings.HasSuffix(base, misses) {
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("the metric %s: %w", name, err)
		}
		found[name] = n
	}
	return found, lines.Err()
}

const hits, misses = "_hits_total", "_misses_total"

// rates says how much of what was asked each memory had.
func rates(before, after map[string]float64) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !strings.Contains(name, hits) {
			continue
		}
		missed := strings.Replace(name, hits, misses, 1)
		had, lacked := after[name]-before[name], after[missed]-before[missed]
		if had+lacked > 0 {
			list = append(list, fmt.Sprintf("%s: %.0f of %.0f, %.1f %%", strings.Replace(name, hits, "", 1), had, had+lacked, 100*had/(had+lacked)))
		}
	}
	return list
}
