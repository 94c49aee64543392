package vies

import "net/http"

// Client is what the register is asked with.
func (r *Register) Client() *http.Client { return r.client }
