package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadAnswer(t *testing.T) {
	t.Parallel()
	raw := "HTTP/1.1 200 OK\r\nCONTENT-length: 5\r\n" +
		"Link: <http://h/v1/models?cursor=a>; rel=\"prev\", <http://h/v1/models?cursor=b&x=1>; rel=\"next\"\r\n\r\n" +
		"helloHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n" +
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
	reader := bufio.NewReader(strings.NewReader(raw))
	got, err := readAnswer(reader, true)
	want := answer{status: 200, length: 5, next: "/v1/models?cursor=b&x=1", body: []byte("hello")}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" || err != nil {
		t.Errorf("first answer: %v\n%s", err, diff)
	}
	if got, err = readAnswer(reader, false); err != nil || got.status != 404 || got.next != "" {
		t.Errorf("second answer: %+v, %v", got, err)
	}
	if got, err = readAnswer(reader, false); err != nil || got.status != 200 || got.length != 11 {
		t.Errorf("third answer, in chunks: %+v, %v", got, err)
	}
	if _, err := readAnswer(reader, false); err == nil {
		t.Error("an answer without a length is taken")
	}
	for _, odd := range []string{"", "HTTP\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"} {
		if _, err := readAnswer(bufio.NewReader(strings.NewReader(odd)), false); err == nil {
			t.Errorf("%q is taken for an answer", odd)
		}
	}
}

func TestDeckDealsEachOnce(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 2, 3, 7, 24, 1000, 4096, 30_000} {
		seen := make([]int, size)
		for part := range uint64(3) {
			d := share{seed: 9, part: part, parts: 3}.deck(size)
			for h, more := d.deal(); more; h, more = d.deal() {
				seen[h]++
			}
		}
		for n, times := range seen {
			if times != 1 {
				t.Fatalf("of %d numbers %d was dealt %d times", size, n, times)
			}
		}
	}
	if _, more := (share{parts: 1}).deck(0).deal(); more {
		t.Error("an empty deck deals")
	}
}

func TestDeckIsShuffledBySeed(t *testing.T) {
	t.Parallel()
	deal := func(seed uint64) (list []hand) {
		d := share{seed: seed, parts: 1}.deck(100, 100)
		for range 1000 {
			h, _ := d.deal()
			list = append(list, h)
		}
		return list
	}
	one := deal(1)
	if !slices.Equal(one, deal(1)) || slices.Equal(one, deal(2)) || slices.IsSorted(one) {
		t.Error("the order does not depend on the seed alone")
	}
	low := 0
	for _, h := range one {
		if h.choose(100) < 10 {
			low++
		}
	}
	if low < 60 || low > 150 {
		t.Errorf("%d of 1000 first choices are among the first tenth", low)
	}
}

func TestParseShare(t *testing.T) {
	t.Parallel()
	if got, err := parseShare("2/5", 7); err != nil || got != (share{seed: 7, part: 1, parts: 5}) {
		t.Errorf("2/5 is %+v, %v", got, err)
	}
	for _, odd := range []string{"", "5", "0/5", "6/5", "x/y"} {
		if _, err := parseShare(odd, 1); err == nil {
			t.Errorf("%q is taken for a part", odd)
		}
	}
}

// testMarket needs no server.
func testMarket(o *options) *market {
	if o.share.parts == 0 {
		o.share = share{seed: 3, parts: 1}
	}
	return newMarket(o)
}

// TestNewWorksNeverRepeat: neither within a part nor in another one.
func TestNewWorksNeverRepeat(t *testing.T) {
	t.Parallel()
	for name, make := range works() {
		if !strings.HasSuffix(name, "-new") && !strings.HasSuffix(name, "-cold") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for part := range uint64(2) {
				w, err := make(testMarket(&options{models: 100_000, facets: "/facets", share: share{seed: 5, part: part, parts: 2}}))
				if err != nil {
					t.Fatal(err)
				}
				for _, next := range []source{w.source(rand.New(rand.NewPCG(1, 1))), w.source(rand.New(rand.NewPCG(1, 2)))} {
					for range 5_000 {
						asked, more := next(answer{})
						if !more || seen[asked.path] {
							t.Fatalf("after %d: %s was asked for before, or nothing is left: %v", len(seen), asked.path, !more)
						}
						seen[asked.path] = true
					}
				}
			}
		})
	}
}

func TestSearchClasses(t *testing.T) {
	t.Parallel()
	list, err := testMarket(&options{models: 100_000}).searchClasses(share{seed: 1, parts: 1})
	if err != nil || len(list) != 24 {
		t.Fatalf("%d classes, %v", len(list), err)
	}
	words, each := map[string]int{}, map[string]int{"rare": 1, "frequent": 1, "two": 2, "three": 3, "apart": 2, "old": 1}
	for _, c := range wordClasses(100_000) {
		words[c.name] = len(c.asked)
		for _, asked := range c.asked {
			if len(strings.Split(asked, "+")) != each[c.name] {
				t.Errorf("%s asks for %q", c.name, asked)
			}
		}
	}
	// 24 frequent words, eight pairs of which rarely meet: 24·23/2 - 8 twos, 2,024 - 8·22 threes.
	if diff := cmp.Diff(map[string]int{"rare": 4_000, "frequent": 24, "two": 268, "three": 1_848, "apart": 8, "old": 12}, words); diff != "" {
		t.Error(diff)
	}
	if _, err := testMarket(&options{models: 100_000, classes: "common"}).newSearches(); err == nil {
		t.Error("an unknown class is taken")
	}
}

// TestExhaustedClassesAreLeftOut and a work without any ends.
func TestExhaustedClassesAreLeftOut(t *testing.T) {
	t.Parallel()
	w, err := testMarket(&options{models: 100_000, classes: "apart,old"}).newSearches()
	if err != nil {
		t.Fatal(err)
	}
	next, asked := w.source(rand.New(rand.NewPCG(1, 1))), map[string]int{}
	for one, more := next(answer{}); more; one, more = next(answer{}) {
		asked[one.class]++
	}
	if diff := cmp.Diff(map[string]int{"apart": 8 * 31, "old": 12 * 31}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestMixture(t *testing.T) {
	t.Parallel()
	next := mixture([]part{{900, always(get("read", "/"))}, {90, always(get("order", "/"))}, {10, always(get("publish", "/"))}}).
		source(rand.New(rand.NewPCG(1, 1)))
	asked := map[string]int{}
	for range 100_000 {
		one, _ := next(answer{})
		asked[one.class]++
	}
	for class, want := range map[string]int{"read": 90_000, "order": 9_000, "publish": 1_000} {
		if got := asked[class]; got < want*9/10 || got > want*11/10 {
			t.Errorf("%s was asked %d times, want about %d", class, got, want)
		}
	}
}

// TestSales pays each order that was made on its page.
func TestSales(t *testing.T) {
	t.Parallel()
	next := testMarket(&options{}).sales("sale", 5).source(rand.New(rand.NewPCG(1, 1)))
	made, _ := next(answer{})
	paid, _ := next(answer{body: []byte(`{"checkout_url": "https://shop.example/checkout/abc"}`)})
	again, _ := next(answer{})
	if made.path != "/v1/orders/" || !made.keep || paid.path != "/checkout/abc" || !paid.form || paid.keep || again.path != made.path {
		t.Errorf("asked are %+v, %+v, %+v", made, paid, again)
	}
}

// TestMeasure warms up, keeps connections busy, publishes beside and tells failures.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	paths := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		paths[r.Method+" "+r.URL.Path]++
		if r.Header.Get("Authorization") != "Bearer t" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		if r.URL.Path == "/gone" && paths["GET /gone"] > 1 {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprint(w, "hello")
	}))
	defer server.Close()
	o := &options{address: strings.TrimPrefix(server.URL, "http://"), token: "t", connections: 2, duration: 200 * time.Millisecond,
		publishEvery: time.Millisecond}
	m := testMarket(o)
	m.drafts = make(chan int64, 3)
	for id := range int64(3) {
		m.drafts <- id
	}
	beside, err := m.beside()
	if err != nil {
		t.Fatal(err)
	}
	measured, err := measure(o, repeated([]request{get("there", "/there"), get("gone", "/gone")}), beside)
	if err != nil {
		t.Fatal(err)
	}
	got, err := measured.report("work")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Classes) != 3 || got.Classes[0].Name != besideClass || got.Classes[0].Requests != 3 {
		t.Errorf("classes: %+v", got.Classes)
	}
	gone, there := got.Classes[1], got.Classes[2]
	if gone.Failed != gone.Requests || gone.Odd != "GET /gone" || there.Failed != 0 || got.Requests != gone.Requests+there.Requests {
		t.Errorf("gone: %+v\nthere: %+v\nall: %+v", gone, there, got.figures)
	}
	if sent := paths["GET /there"]; sent != there.Requests+1 { // one to warm up
		t.Errorf("%d requests came, %d were counted", sent, there.Requests)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	one := &times{bytes: 500}
	for n := range 200 {
		one.latencies = append(one.latencies, time.Duration(200-n)*time.Millisecond)
	}
	want := figures{Name: "x", Requests: 200, PerSecond: 100, P50: 101, P99: 199, Slowest: 200, Bytes: 2}
	if diff := cmp.Diff(want, one.figures("x", 2*time.Second)); diff != "" {
		t.Error(diff)
	}
	if _, err := newResult().report("x"); err == nil {
		t.Error("nothing is reported")
	}
}
