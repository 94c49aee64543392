package auth

import "context"

// Occupy takes a turn until the function that it gives is called.
func (p *Passwords) Occupy() (leave func()) {
	_ = p.enter(context.Background())
	return p.leave
}
