// Package door holds a server's connections to rules: how many there are, of one
// address and in all, and that each of them moves. Nobody can hold the door shut
// by opening connections and leaving them there.
//
// A head has a time limit. A body that arrives, and an answer that is read, may
// stand still for a while and must then move at a least speed. When all places
// are taken, the connection that waits longest without a request makes room; when
// none waits, newcomers get a place in a small reserve that answers who may always
// ask, and tells all others to come back. What net/http would refuse with a text
// of its own is put into the words of the server.
//
// The package knows connections and the beginning and end of requests. It knows
// no path, no caller and no format of an answer: its user gives it these.
package door

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Rules are what connections are held to.
type Rules struct {
	Connections int                   // at once, in all
	PerNetwork  int                   // at once, of one address; see Network
	Trusted     func(netip.Addr) bool // proxies, whose address stands for many clients; nil: none

	HeadTime    time.Duration // how long a request's head may take
	IdleTime    time.Duration // how long a connection may wait for its next request
	HeaderBytes int           // of one request's head, about

	StallTime     time.Duration // how long a body or an answer may stand still
	UploadSpeed   int64         // bytes a second that a body must arrive with; 0: it only must not stall
	DownloadSpeed int64         // bytes a second that an answer must be read with

	// Always says which requests are answered though all places are taken.
	Always func(*http.Request) bool
	// Refuse gives the whole answer, head and body, to what has no request.
	Refuse func(Refusal) []byte
}

// DefaultRules are those of a new marketplace. A body or an answer that keeps up
// with the worst of mobile networks passes: 1 KiB a second on average, with half a
// minute of silence now and then.
func DefaultRules() Rules {
	return Rules{
		Connections: 4096, PerNetwork: 256, HeadTime: 10 * time.Second, IdleTime: 2 * time.Minute, HeaderBytes: 64 << 10,
		StallTime: 30 * time.Second, UploadSpeed: 1 << 10, DownloadSpeed: 1 << 10,
	}
}

// Refusal is what a connection was refused for before there was a request.
type Refusal struct {
	Status int
	Method string // "" where the request line can't be read, as is Path
	Path   string
	Client string
}

// reserve is how many connections more there may be when all places are taken,
// and reserveTime how long each of these has for its head.
const (
	reserve     = 64
	reserveTime = time.Second
)

// settleTime is how long a connection is read on for what is left of a body
// that nobody wants.
const settleTime = time.Second

// Door watches the connections of a server.
type Door struct {
	rules    Rules
	mu       sync.Mutex
	open     int // but those in the reserve
	networks map[netip.Prefix]*neighbours
	waiting  *list.List // of *conn without a request, the one that waits longest first
	spare    *list.List // of *conn in the reserve, the oldest first
	proxied  map[netip.Prefix]int
	counts   counts
}

// neighbours are the connections of one network.
type neighbours struct {
	open    int
	waiting *list.List // of *conn without a request, the one that waits longest first
}

type counts struct {
	displaced, turnedAway, stalled, refused atomic.Int64
}

// Counts tell the operator's monitoring what happens at the door.
type Counts struct {
	Open       int   // connections now
	Displaced  int64 // closed while they waited, to make room
	TurnedAway int64 // told to come back, since all places were taken
	Stalled    int64 // closed since they did not move
	Refused    int64 // heads that could not be read
}

// New makes a Door.
func New(rules Rules) *Door {
	if rules.Trusted == nil {
		rules.Trusted = func(netip.Addr) bool { return false }
	}
	if rules.Always == nil {
		rules.Always = func(*http.Request) bool { return false }
	}
	return &Door{
		rules: rules, networks: map[netip.Prefix]*neighbours{}, waiting: list.New(), spare: list.New(), proxied: map[netip.Prefix]int{},
	}
}

// Rules are those that the door was made with.
func (d *Door) Rules() Rules { return d.rules }

// Serve makes server serve what comes in at the listener, by the rules. It
// returns as http.Server.Serve does.
func (d *Door) Serve(server *http.Server, listener net.Listener) error {
	server.Handler = d.watch(server.Handler)
	server.ReadHeaderTimeout, server.IdleTimeout, server.MaxHeaderBytes = d.rules.HeadTime, d.rules.IdleTime, d.rules.HeaderBytes
	server.ConnContext = withConn
	// Only net/http knows when it is through with a request, and with what was left of its body.
	server.ConnState = func(c net.Conn, state http.ConnState) {
		if own := ownConn(c); own != nil && state == http.StateIdle {
			own.wait()
		}
	}
	return server.Serve(&entrance{listener, d})
}

// Counts returns the numbers as they are now.
func (d *Door) Counts() Counts {
	d.mu.Lock()
	open := d.open + d.spare.Len()
	d.mu.Unlock()
	return Counts{
		Open: open, Displaced: d.counts.displaced.Load(), TurnedAway: d.counts.turnedAway.Load(),
		Stalled: d.counts.stalled.Load(), Refused: d.counts.refused.Load(),
	}
}
