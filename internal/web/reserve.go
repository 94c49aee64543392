package web

import "net/http"

// Reserve says of an answer that nobody may train machines with it: to those who read the
// words that art sites use, and to those who read the TDM Reservation Protocol (W3C Community
// Group report of 2024, section 3). policy is the address of the terms, "" for none.
func Reserve(h http.Header, policy string) {
	h.Add("X-Robots-Tag", NoAI)
	h.Set("TDM-Reservation", "1")
	if policy != "" {
		h.Set("TDM-Policy", policy)
	}
}

// NoAI is what robots are told of what nobody may train machines with.
const NoAI = "noai, noimageai"
