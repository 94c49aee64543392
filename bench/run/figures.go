package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// measured is what one run of load prints.
type measured struct {
	figures
	Classes []figures `json:"classes"`
}

type figures struct {
	Name      string  `json:"name"`
	Requests  int     `json:"requests"`
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Slowest   float64 `json:"slowest_ms"`
	Failed    int     `json:"failed"`
	Odd       string  `json:"odd"`
}

// load runs the load generator on the second core, against a server or, without one, the
// bare handler.
func (b *bench) load(ctx context.Context, s *subject, more ...string) (m measured, err error) {
	address, token := b.bare, ""
	if s != nil {
		address, token = s.listen, s.token
	}
	args := append([]string{"-c", "1", filepath.Join(b.bin, "load"), "-address", address, "-token", token,
		"-duration", b.duration.String(), "-models", strconv.Itoa(b.models)}, more...)
	command := exec.CommandContext(ctx, "taskset", args...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return m, fmt.Errorf("load %v: %w", more, err)
	}
	return parse(output)
}

// parse reads what load printed. Requests that were refused are no measurement.
func parse(output []byte) (m measured, err error) {
	if err := json.NewDecoder(bytes.NewReader(output)).Decode(&m); err != nil {
		return m, fmt.Errorf("read what load says: %w", err)
	}
	for _, f := range append([]figures{m.figures}, m.Classes...) {
		if f.Failed > 0 {
			return m, fmt.Errorf("load %s: %d of %d requests were refused, such as %s", f.Name, f.Failed, f.Requests, f.Odd)
		}
	}
	return m, nil
}

// series are the rounds of a work.
type series struct {
	ratios, rates, p50s, p99s, slowest []float64
}

func (s *series) add(got, hello measured) {
	s.ratios, s.rates = append(s.ratios, got.PerSecond/hello.PerSecond), append(s.rates, got.PerSecond)
	s.p50s, s.p99s, s.slowest = append(s.p50s, got.P50), append(s.p99s, got.P99), append(s.slowest, got.Slowest)
}

// cells are those of a row; of is the median of the work that this is compared with, 0 for none.
func (s *series) cells(of float64) string {
	ratio := fmt.Sprintf("**%.4f** (%.4f, %.4f)", median(s.ratios), slices.Min(s.ratios), slices.Max(s.ratios))
	if of > 0 {
		ratio += fmt.Sprintf(", %.2f of it", median(s.ratios)/of)
	}
	return fmt.Sprintf("%s | %.0f | %.2f, %.2f, %.1f", ratio, median(s.rates), median(s.p50s), median(s.p99s), slices.Max(s.slowest))
}

func median(list []float64) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}
