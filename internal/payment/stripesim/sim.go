// Package stripesim is a Stripe in which no money moves: the part of its interface that
// payments use, the pages where customers pay, and events that are signed and sent. Tests make
// it fail, forget and repeat as the service may; a demonstration shows its pages.
//
// It keeps everything in memory. What it answers has the shapes of
// https://docs.stripe.com/api at the version that the library is pinned to.
package stripesim

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Fault is what goes wrong with a call.
type Fault int

// The faults.
const (
	None   Fault = iota
	Before       // the call fails, and nothing has happened
	After        // what was asked for has happened, and the answer is lost
)

// Options say what a Sim is.
type Options struct {
	Key     string // that callers must have
	Address string // its own, with which addresses of pages begin
	Secret  string // signs events
	Now     func() time.Time
	// Fault, where it is not nil, says what goes wrong with a call.
	Fault func(*http.Request) Fault
	// Told, where it is not nil, is called with each event, after what it tells of, by the call that caused it.
	Told func(*Event)
}

// Sim is a simulated Stripe. Its methods may be called from several goroutines.
type Sim struct {
	options Options
	mux     *http.ServeMux

	mu       sync.Mutex
	late     bool // fees
	settled  settlement
	taxFails string
	last     int
	sessions map[string]*session
	charges  map[string]*charge // by the payment intent
	refunds  []*refund
	disputes []*dispute
	events   []*Event

	accounts  map[string]*account
	transfers []*transfer
	moved     []*moved
	answers   map[string]answer // by idempotency key
}

// New makes a Stripe that nothing has happened in.
func New(o Options) *Sim {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Sim{options: o, mux: http.NewServeMux(), sessions: map[string]*session{}, charges: map[string]*charge{},
		answers: map[string]answer{}, accounts: map[string]*account{}}
	s.route()
	return s
}

// ServeHTTP serves the interface and the pages.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// id makes an identifier.
func (s *Sim) id(kind string) string {
	s.last++
	return fmt.Sprintf("%s_test_%06d", kind, s.last)
}

func (s *Sim) seconds() int64 { return s.options.Now().Unix() }

// live reports whether the key is one by which real money would move: objects say so.
func (s *Sim) live() bool {
	return strings.HasPrefix(s.options.Key, "sk_live_") || strings.HasPrefix(s.options.Key, "rk_live_")
}

// SetAddress says where the pages are, once a listener has a port.
func (s *Sim) SetAddress(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.options.Address = address
}

// SetLateFees says whether what is kept of payments is known only by SayFee, as where Stripe captures them asynchronously.
func (s *Sim) SetLateFees(late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = late
}

// settlement is the currency of the marketplace's bank, and what of it is got for so much of another one.
type settlement struct {
	currency   string
	got, given int64
}

// SettleIn has all be settled in a currency from now on, so much of it for so much of what customers pay in; "" for what they
// pay in.
func (s *Sim) SettleIn(currency string, got, given int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settled = settlement{currency, got, given}
}

// settle is what is got for an amount today, and in which currency.
func (s *Sim) settle(amount int64, currency string) (int64, string) {
	if s.settled.currency == "" || s.settled.currency == currency {
		return amount, currency
	}
	return amount * s.settled.got / s.settled.given, s.settled.currency
}
