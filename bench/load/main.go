// Command load measures an HTTP server: it keeps a number of connections busy
// with requests of one kind for a given time, and prints requests per second, the
// median and 99th percentile of the latencies and the slowest as a line of JSON.
//
// What was never asked for before is apart from what repeats. Works whose names
// end in -new or -cold ask for nothing twice, nor for what another part of the
// same seed asks for (-part); they end early when nothing is left. The others were
// asked for all that they ask before they are measured, but for records and orders.
//
// It writes prepared requests to plain sockets and reads only the status and
// length of an answer, so that one core can saturate another.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"time"
)

type options struct {
	address, token, work string
	cookie               string // of who is signed in where pages are asked for
	connections          int
	models               int
	pages                int    // how deep a deep walk begins
	facets               string // the path that answers with facets
	classes              string // of searches; "": all
	most                 int    // drafts that are published
	share                share
	publishEvery         time.Duration
	duration             time.Duration
}

func main() {
	o := &options{}
	flag.StringVar(&o.address, "address", "127.0.0.1:8080", "host:port of the server, on loopback")
	flag.StringVar(&o.token, "token", "", "access token; that of author-0001 where drafts are published")
	flag.StringVar(&o.cookie, "cookie", "", "NAME=VALUE that pages are asked for with: that of a session")
	flag.StringVar(&o.work, "work", "hello", strings.Join(slices.Sorted(maps.Keys(works())), ", "))
	flag.IntVar(&o.connections, "connections", 16, "connections kept busy")
	flag.IntVar(&o.models, "models", 1_000_000, "how many models there are")
	flag.IntVar(&o.pages, "pages", 1000, "how many pages deep the work deep begins")
	flag.StringVar(&o.facets, "facets", "", "path that answers with the facets of a list")
	flag.StringVar(&o.classes, "classes", "", "classes of searches, separated by commas: rare, frequent, two, three, apart or old, "+
		"by itself or followed by +category, +price or +author; all when empty")
	flag.IntVar(&o.most, "drafts", 1_000_000, "publish at most so many drafts")
	flag.DurationVar(&o.publishEvery, "publish-every", 0, "publish a draft so often beside the work")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "how long")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "decides the order of what is asked")
	part := flag.String("part", "1/1", "which part of what can be asked; parts of a seed have nothing in common")
	flag.Parse()
	var err error
	if o.share, err = parseShare(*part, *seed); err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(o *options) error {
	host, _, err := net.SplitHostPort(o.address)
	if err != nil || !net.ParseIP(host).IsLoopback() {
		return errors.New("the address has to be host:port on loopback")
	}
	make, known := works()[o.work]
	if !known {
		return fmt.Errorf("there is no work %q", o.work)
	}
	m := newMarket(o)
	w, err := make(m)
	if err != nil {
		return err
	}
	beside, err := m.beside()
	if err != nil {
		return err
	}
	measured, err := measure(o, w, beside)
	if err != nil {
		return err
	}
	report, err := measured.report(o.work)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(report)
}

// works are the kinds of load.
func works() map[string]func(*market) (work, error) {
	sure := func(make func(*market) work) func(*market) (work, error) {
		return func(m *market) (work, error) { return make(m), nil }
	}
	return map[string]func(*market) (work, error){
		"hello":           sure(func(*market) work { return always(get("hello", "/")) }),
		"record-one":      sure(func(*market) work { return always(get("record-one", "/v1/models/42")) }),
		"record":          sure((*market).record),
		"first":           sure(func(*market) work { return repeated([]request{get("first", firstPage)}) }),
		"deep":            (*market).deep,
		"list":            sure(func(m *market) work { return repeated(m.lists()) }),
		"list-new":        sure(func(m *market) work { return m.newLists("list-new", "/v1/models") }),
		"search":          func(m *market) (work, error) { list, err := m.searches(); return repeated(list), err },
		"search-new":      (*market).newSearches,
		"facets-new":      func(m *market) (work, error) { return m.facetsOf(m.facets) },
		"order-one":       sure(func(m *market) work { return m.orders("order-one", 1) }),
		"order":           sure(func(m *market) work { return m.orders("order", m.models) }),
		"sale":            sure(func(m *market) work { return m.sales("sale", m.models) }),
		"publish":         func(m *market) (work, error) { return m.publish("publish") },
		"page-home":       sure(func(*market) work { return repeated([]request{visit("page-home", "/")}) }),
		"page-home-cold":  sure((*market).coldHomes),
		"page-list":       sure(func(m *market) work { return repeated(m.hotLists()) }),
		"page-list-cold":  sure((*market).coldLists),
		"page-model":      sure(func(m *market) work { return repeated(m.hotModels()) }),
		"page-model-cold": sure((*market).coldModels),
		"mixed":           (*market).mixed,
	}
}
