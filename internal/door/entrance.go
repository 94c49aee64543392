package door

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// entrance lets connections in by the rules of a Door.
type entrance struct {
	net.Listener
	door *Door
}

// Accept returns the next connection that found a place.
func (e *entrance) Accept() (net.Conn, error) {
	for {
		accepted, err := e.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := e.door.admit(accepted); c != nil {
			return c, nil
		}
	}
}

// admit finds a place for a connection, or tells it to come back and gives nil.
func (d *Door) admit(accepted net.Conn) *conn {
	c := newConn(d, accepted)
	d.mu.Lock()
	out := d.place(c)
	d.mu.Unlock()
	if out != nil && out != c {
		d.counts.displaced.Add(1)
		_ = out.Conn.Close() // its place is given back already
	}
	if out != c {
		return c
	}
	d.counts.turnedAway.Add(1)
	// A fresh socket takes so few bytes at once.
	_ = accepted.SetWriteDeadline(time.Now().Add(settleTime))
	_, _ = accepted.Write(d.rules.Refuse(Refusal{Status: http.StatusServiceUnavailable, Client: c.client()}))
	_ = accepted.Close()
	return nil
}

// place gives a connection its place, and gives the one that has to leave for
// it, if any: that may be the newcomer itself.
func (d *Door) place(c *conn) (out *conn) {
	near := d.networks[c.network]
	crowded := !c.trusted && near != nil && near.open >= d.rules.PerNetwork
	switch {
	case crowded:
		out = first(near.waiting)
	case d.open >= d.rules.Connections:
		out = first(d.waiting)
	}
	// All that are here are at a request, and none of those is cut for a newcomer.
	if out == nil && (crowded || d.open >= d.rules.Connections) {
		return d.placeSpare(c, crowded)
	}
	if out != nil {
		out.displaced.Store(true)
		d.forget(out)
	}
	if near = d.networks[c.network]; near == nil {
		near = &neighbours{waiting: list.New()}
		d.networks[c.network] = near
	}
	near.open++
	d.open++
	c.placed = true
	d.queue(c)
	return out
}

// placeSpare gives a connection a place in the reserve, which the oldest of
// those that wait there leaves for it: whoever may always ask does so at once.
func (d *Door) placeSpare(c *conn, crowded bool) (out *conn) {
	if d.spare.Len() >= reserve {
		for e := d.spare.Front(); e != nil && out == nil; e = e.Next() {
			if other := e.Value.(*conn); !other.busy.Load() {
				out = other
			}
		}
		if out == nil {
			return c
		}
		out.displaced.Store(true)
		d.forget(out)
	}
	c.crowded, c.inReserve, c.placed = crowded, d.spare.PushBack(c), true
	return out
}

func first(waiting *list.List) *conn {
	if front := waiting.Front(); front != nil {
		return front.Value.(*conn)
	}
	return nil
}

// queue puts a connection without a request behind the others.
func (d *Door) queue(c *conn) {
	c.inAll, c.inNetwork = d.waiting.PushBack(c), d.networks[c.network].waiting.PushBack(c)
}

// unqueue takes a connection out of those without a request.
func (d *Door) unqueue(c *conn) {
	if c.inAll != nil {
		d.waiting.Remove(c.inAll)
		d.networks[c.network].waiting.Remove(c.inNetwork)
		c.inAll, c.inNetwork = nil, nil
	}
}

// forget gives a connection's place back, once.
func (d *Door) forget(c *conn) {
	if !c.placed {
		return
	}
	c.placed = false
	if c.inReserve != nil {
		d.spare.Remove(c.inReserve)
		return
	}
	d.unqueue(c)
	d.open--
	near := d.networks[c.network]
	if near.open--; near.open == 0 {
		// Else the map would grow with every address that was ever here.
		delete(d.networks, c.network)
	}
}

// addressOf is the address of a connection's other end; the zero address where
// it has none.
func addressOf(c net.Conn) netip.Addr {
	if tcp, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		return tcp.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}
