package door_test

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/door"
)

func TestIdleConnectionMakesRoom(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]door.Rules{"all": limited(3, 100), "network": limited(100, 3)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			within(t, rules, ok, func(t *testing.T, h *house) {
				var first []*visitor
				for range 3 {
					v := h.dial(t)
					v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
					v.wantHeard(heard{200, false, "ok"})
					first = append(first, v)
				}
				for range 100 {
					h.dial(t).say("GET / HTTP/1.1\r\nHost")
				}
				v := h.dial(t)
				v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
				v.wantHeard(heard{200, false, "ok"})
				for _, displaced := range first {
					displaced.wantClosed(0)
				}
				if got := h.door.Counts(); got.Open != 3 || got.Displaced != 101 {
					t.Errorf("there are %+v", got)
				}
			})
		})
	}
}

func limited(all, network int) door.Rules {
	rules := door.DefaultRules()
	rules.Connections, rules.PerNetwork = all, network
	return rules
}

// TestFullHouse has a request on every place.
func TestFullHouse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rules door.Rules
		want  vitrine.Code
	}{"all": {limited(3, 100), vitrine.Unavailable}, "network": {limited(100, 3), vitrine.RateLimited}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serve := func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/long" {
					time.Sleep(time.Minute)
				}
				ok(w, r)
			}
			within(t, test.rules, serve, func(t *testing.T, h *house) {
				for range 3 {
					h.dial(t).say("GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
				}
				for range 200 {
					h.dial(t).say("GET / HTT")
				}
				v := h.dial(t)
				v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
				v.wantHeard(heard{418, true, string(test.want) + "\n"})
				v.wantClosed(0)
				v = h.dial(t)
				v.say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
				v.wantHeard(heard{200, true, "ok"})
				v.wantClosed(0)
				slow := h.dial(t)
				slow.say("GET /healthz HTTP/1.1\r\n")
				slow.wantClosed(time.Second)
				time.Sleep(2 * time.Minute) // nobody reads the long ones' answers
				v = h.dial(t)
				v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
				v.wantHeard(heard{200, false, "ok"})
			})
		})
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7/32", "::ffff:203.0.113.7": "203.0.113.7/32",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2:ffff::": "2001:db8:1:2::/64", "2001:db8:1:3::1": "2001:db8:1:3::/64",
		"fe80::1%eth0": "fe80::/64",
	} {
		if got := door.Network(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s is of %s, want %s", address, got, want)
		}
	}
}

// TestProxiedClients counts requests of the clients of a trusted proxy, whose
// own connections are not limited by address.
func TestProxiedClients(t *testing.T) {
	t.Parallel()
	rules := limited(100, 2)
	rules.Trusted = func(address netip.Addr) bool { return !address.IsValid() } // what a pipe has
	serve := func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Minute)
		ok(w, r)
	}
	within(t, rules, serve, func(t *testing.T, h *house) {
		for range 2 {
			h.dial(t).say("GET /long HTTP/1.1\r\nHost: x\r\nClient: 2001:db8::1\r\n\r\n")
		}
		v := h.dial(t)
		v.say("GET / HTTP/1.1\r\nHost: x\r\nClient: 2001:db8::2\r\n\r\n")
		v.wantHeard(heard{418, false, "rate_limited\n"})
		for range 2 {
			v.say("GET / HTTP/1.1\r\nHost: x\r\nClient: 2001:db8:0:1::2\r\n\r\n")
			v.wantHeard(heard{200, false, "ok"})
		}
	})
}
