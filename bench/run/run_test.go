package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := parse([]byte(`{"name":"search-new","requests":30,"per_second":15.5,"p50_ms":1.5,"p99_ms":9,"slowest_ms":12,"mean_bytes":7,"failed":0,
		"classes":[{"name":"rare","requests":30,"p50_ms":1.5,"failed":0}]}` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := measured{
		figures: figures{Name: "search-new", Requests: 30, PerSecond: 15.5, P50: 1.5, P99: 9, Slowest: 12},
		Classes: []figures{{Name: "rare", Requests: 30, P50: 1.5}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(measured{})); diff != "" {
		t.Error(diff)
	}
	_, err = parse([]byte(`{"name":"mixed","classes":[{"name":"beside: publish","requests":3,"failed":1,"odd":"PUT /v1/models/7"}]}`))
	if err == nil || !strings.Contains(err.Error(), "1 of 3 requests were refused, such as PUT /v1/models/7") {
		t.Errorf("a refused request: %v", err)
	}
	if _, err := parse(nil); err == nil {
		t.Error("nothing is taken for a measurement")
	}
}

func TestSeries(t *testing.T) {
	t.Parallel()
	var s series
	for _, rate := range []float64{100, 300, 200} {
		got := measured{figures: figures{PerSecond: rate, P50: rate / 100, P99: rate / 10, Slowest: rate}}
		s.add(got, measured{figures: figures{PerSecond: 1000}})
	}
	if got, want := s.cells(0), "**0.2000** (0.1000, 0.3000) | 200 | 2.00, 20.00, 300.0"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := s.cells(0.25); !strings.Contains(got, "0.80 of it") {
		t.Errorf("a part of another work: %s", got)
	}
}

func TestMemoriesOverTime(t *testing.T) {
	t.Parallel()
	var w watched
	for _, text := range []string{
		"# HELP vitrine_memory_hits_total x\ngo_goroutines 7\n" +
			"vitrine_memory_hits_total{memory=\"pages\"} 10\nvitrine_memory_misses_total{memory=\"pages\"} 5\n",
		"vitrine_memory_hits_total{memory=\"pages\"} 40\nvitrine_memory_misses_total{memory=\"pages\"} 15\n" +
			"vitrine_memory_values{memory=\"pages\"} 3\nvitrine_memory_bytes{memory=\"pages\"} 1.048576e+06\n" +
			"vitrine_memory_hits_total{memory=\"idle\"} 0\nvitrine_memory_misses_total{memory=\"idle\"} 0\n",
		"vitrine_memory_hits_total{memory=\"pages\"} 40\nvitrine_memory_misses_total{memory=\"pages\"} 15\n" +
			"vitrine_memory_values{memory=\"pages\"} 2\n",
	} {
		found, err := readMemories(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		w.memories = append(w.memories, found)
	}
	if diff := cmp.Diff([]string{"| pages | 75.0 of 40 | 75.0 – | 2 | 0.0 1.0 0.0 |"}, w.table()[2:]); diff != "" {
		t.Error(diff)
	}
	if _, err := readMemories(strings.NewReader("vitrine_memory_bytes{memory=\"x\"} many\n")); err == nil {
		t.Error("a metric that is no number is taken")
	}
}

func TestDraftsNeeded(t *testing.T) {
	t.Parallel()
	for only, want := range map[string]int{"record": 0, "publish": 3 * publishedAtOnce, "list beside": 3 * 4, "none": 0} {
		if got := (&bench{only: only, rounds: 3, duration: 2 * time.Second}).draftsNeeded(); got != want {
			t.Errorf("%s needs %d drafts, want %d", only, got, want)
		}
	}
	if got := (&bench{only: "none", mixed: time.Minute}).draftsNeeded(); got != 3600 {
		t.Errorf("a minute of the mixture needs %d drafts, want 3600", got)
	}
}

// TestWorksCompareWithEarlierOnes: the one that a goal is a part of is measured before it.
func TestWorksCompareWithEarlierOnes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true}
	for _, w := range (&bench{facets: "/x"}).all() {
		if !seen[w.of] {
			t.Errorf("%s is compared with %s, which comes later or never", w.name, w.of)
		}
		seen[w.name] = true
	}
}
