package main

import (
	"fmt"
	"math/bits"
	"sync/atomic"
)

// deck deals the numbers below size in an order that its seed decides, each once. Of the
// parts that a deck is split into, each deals numbers that no other does: so that several
// runs ask a server for nothing twice.
type deck struct {
	size        uint64
	seed        uint64
	part, parts uint64 // from 0
	dealt       atomic.Uint64
}

// share says which part of all decks a run deals.
type share struct {
	seed        uint64
	part, parts uint64
}

// parseShare reads a part such as 2/5, the second fifth.
func parseShare(text string, seed uint64) (s share, err error) {
	s.seed = seed
	if _, err := fmt.Sscanf(text, "%d/%d", &s.part, &s.parts); err != nil || s.part < 1 || s.part > s.parts {
		return s, fmt.Errorf("a part is k/n, such as 1/5, not %q", text)
	}
	s.part--
	return s, nil
}

func (s share) deck(sizes ...int) *deck {
	d := &deck{size: 1, seed: s.seed, part: s.part, parts: s.parts}
	for _, size := range sizes {
		d.size *= uint64(size)
	}
	return d
}

// deal returns a number that was not dealt before; false when there is none.
func (d *deck) deal() (hand, bool) {
	place := (d.dealt.Add(1)-1)*d.parts + d.part
	if place >= d.size {
		return 0, false
	}
	n := d.shuffle(place)
	for n >= d.size { // the shuffled range is a power of four: what lies beyond the deck is shuffled again
		n = d.shuffle(n)
	}
	return hand(n), true
}

// shuffle permutes the numbers of as few bits as the deck needs, an even number: a Feistel
// network of four rounds.
func (d *deck) shuffle(n uint64) uint64 {
	half := (bits.Len64(d.size-1) + 1) / 2
	mask := uint64(1)<<half - 1
	left, right := n>>half, n&mask
	for round := range uint64(4) {
		left, right = right, left^mix(right+d.seed<<8+round<<60)&mask
	}
	return left<<half | right
}

// mix spreads the bits of a number (the finalizer of SplitMix64).
func mix(n uint64) uint64 {
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// hand is a dealt number, of which choices are taken one after the other.
type hand uint64

// choose takes a choice of n, from 0.
func (h *hand) choose(n int) int {
	choice := uint64(*h) % uint64(n)
	*h /= hand(n)
	return int(choice)
}
