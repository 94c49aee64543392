package app

import (
	"context"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vitrine/internal/door"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// metrics are what the operator's monitoring reads.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "vitrine_request_duration_seconds", Help: "Duration of requests by route, method and status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30},
	}, []string{"route", "status"})}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch adds what is asked of the marketplace itself.
func (m *metrics) watch(app *App) {
	for name, counts := range app.db.Memories() {
		m.watchMemory(name, counts)
	}
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vitrine_damaged_files", Help: "Files whose stored bytes are missing or wrong; -1 when the database does not answer.",
	}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		n, err := app.db.CountDamaged(ctx)
		if err != nil {
			return -1
		}
		return float64(n)
	}))
	if app.config.DatabaseReplica != "" {
		m.watchReplica(app.db.ReplicaUse)
	}
}

// watchReplica shows how the database's replica is used.
func (m *metrics) watchReplica(use func() store.ReplicaUse) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vitrine_replica_used", Help: "1 while reads of the catalogue may go to the replica, 0 while it is away, behind or another one.",
	}, func() float64 {
		if use().Used {
			return 1
		}
		return 0
	}))
	for _, c := range []struct {
		at    string
		count func(store.ReplicaUse) int64
	}{
		{"replica", func(n store.ReplicaUse) int64 { return n.Taken }},
		{"primary", func(n store.ReplicaUse) int64 { return n.Passed }},
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name:        "vitrine_replica_reads_total",
			Help:        "Reads of the catalogue while the replica was used, by where they went, remembered answers too.",
			ConstLabels: prometheus.Labels{"at": c.at},
		}, func() float64 { return float64(c.count(use())) }))
	}
}

func (m *metrics) observe(pattern, _ string, status int, took time.Duration) {
	m.requests.WithLabelValues(pattern, strconv.Itoa(status)).Observe(took.Seconds())
}

// watchDoor shows what happens at the door.
func (m *metrics) watchDoor(d *door.Door) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vitrine_connections", Help: "Connections that are open.",
	}, func() float64 { return float64(d.Counts().Open) }))
	for _, c := range []struct {
		name, help string
		count      func(door.Counts) int64
	}{
		{"displaced", "Connections that were closed while they waited, to make room.", func(n door.Counts) int64 { return n.Displaced }},
		{"turned_away", "Connections and requests that found no room.", func(n door.Counts) int64 { return n.TurnedAway }},
		{"stalled", "Connections that were closed because nothing moved.", func(n door.Counts) int64 { return n.Stalled }},
		{"unreadable", "Connections whose request could not be read.", func(n door.Counts) int64 { return n.Refused }},
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "vitrine_connections_" + c.name + "_total", Help: c.help,
		}, func() float64 { return float64(c.count(d.Counts())) }))
	}
}

// watchMemory shows how often something was found in a memory, and what that takes.
func (m *metrics) watchMemory(name string, counts func() store.MemoryCounts) {
	labels := prometheus.Labels{"memory": name}
	for _, c := range []struct {
		name, help string
		count      func(store.MemoryCounts) int64
	}{
		{"hits_total", "How often what was asked for was in a memory.", func(n store.MemoryCounts) int64 { return n.Hits }},
		{"misses_total", "How often it was not.", func(n store.MemoryCounts) int64 { return n.Misses }},
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "vitrine_memory_" + c.name, Help: c.help, ConstLabels: labels,
		}, func() float64 { return float64(c.count(counts())) }))
	}
	for _, c := range []struct {
		name, help string
		count      func(store.MemoryCounts) int64
	}{
		{"values", "What is remembered now.", func(n store.MemoryCounts) int64 { return n.Values }},
		{"bytes", "About what it takes.", func(n store.MemoryCounts) int64 { return n.Bytes }},
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "vitrine_memory_" + c.name, Help: c.help, ConstLabels: labels,
		}, func() float64 { return float64(c.count(counts())) }))
	}
}

// handler serves metrics and profiles, on a loopback address only, and under its
// names only: a page in a browser on this machine may have made its own host's name
// lead here, and would read them (DNS rebinding).
func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !web.NamesLoopback(r.Host) {
			http.Error(w, "ask under localhost or a loopback address, not "+strconv.Quote(r.Host), http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
