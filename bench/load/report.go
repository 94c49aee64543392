package main

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"
)

// result is what connections measured.
type result struct {
	classes map[string]*times
	took    time.Duration
	err     error
}

// times are those of one class.
type times struct {
	latencies []time.Duration
	bytes     int64
	failed    int
	odd       string // a request that failed
}

func newResult() *result { return &result{classes: map[string]*times{}} }

func (r *result) of(class string) *times {
	if r.classes[class] == nil {
		r.classes[class] = &times{}
	}
	return r.classes[class]
}

func (r *result) note(asked request, got answer, took time.Duration) {
	t := r.of(asked.class)
	t.latencies = append(t.latencies, took)
	t.bytes += got.length
	good := got.status < 300
	if asked.form { // what it did is told at another address
		good = got.status == http.StatusSeeOther
	}
	if !good {
		t.failed++
		t.odd = asked.method + " " + asked.path
	}
}

func (r *result) add(o *result) {
	for class, t := range o.classes {
		r.of(class).add(t)
	}
	r.err = errors.Join(r.err, o.err)
}

func (t *times) add(o *times) {
	t.latencies = append(t.latencies, o.latencies...)
	t.bytes += o.bytes
	t.failed += o.failed
	t.odd = cmp.Or(t.odd, o.odd)
}

// report is what a run prints: of all requests, and of each class where there are several.
type report struct {
	figures
	Classes []figures `json:"classes,omitempty"`
}

type figures struct {
	Name      string  `json:"name"`
	Requests  int     `json:"requests"`
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Slowest   float64 `json:"slowest_ms"`
	Bytes     int64   `json:"mean_bytes"`
	Failed    int     `json:"failed"`
	Odd       string  `json:"odd,omitempty"` // one of the requests that failed
}

// report sums up. What went on beside the work has a class of its own and is not in the whole.
func (r *result) report(work string) (report, error) {
	all := &times{}
	var list []figures
	for _, class := range slices.Sorted(maps.Keys(r.classes)) {
		t := r.classes[class]
		if class != besideClass {
			all.add(t)
		}
		list = append(list, t.figures(class, r.took))
	}
	if len(all.latencies) == 0 {
		return report{}, errors.New("nothing was answered, or nothing is left to ask for")
	}
	if len(list) == 1 {
		list = nil
	}
	return report{figures: all.figures(work, r.took), Classes: list}, nil
}

func (t *times) figures(name string, took time.Duration) figures {
	slices.Sort(t.latencies)
	n := len(t.latencies)
	if n == 0 {
		return figures{Name: name}
	}
	return figures{
		Name: name, Requests: n, PerSecond: float64(n) / took.Seconds(), P50: milliseconds(t.latencies[n/2]),
		P99: milliseconds(t.latencies[n*99/100]), Slowest: milliseconds(t.latencies[n-1]), Bytes: t.bytes / int64(n),
		Failed: t.failed, Odd: t.odd,
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
