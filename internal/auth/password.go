package auth

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"
)

// NoPassword is stored for a user who has no password: none matches it.
const NoPassword = ""

// Passwords hashes passwords and checks them, a few at a time: each one takes
// memory.
type Passwords struct {
	running chan struct{}
	hashed  atomic.Int64
	params  argon2id.Params
}

// Cost is what a hash of Argon2id takes, in one lane.
type Cost struct {
	Memory uint32 // KiB
	Passes uint32
}

// Recommended is the cost that OWASP's password storage cheat sheet recommends: 19 MiB and 2 passes.
func Recommended() Cost { return Cost{19 << 10, 2} }

// NewPasswords makes a Passwords that hashes at most so many at a time, at a cost. Hashes of other
// costs are compared as well.
func NewPasswords(atATime int, cost Cost) *Passwords {
	return &Passwords{
		running: make(chan struct{}, max(1, atATime)),
		params: argon2id.Params{Memory: cost.Memory, Iterations: cost.Passes, Parallelism: 1, SaltLength: 16,
			KeyLength: 32},
	}
}

// Hash returns what is stored for a password. It waits for its turn.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	if err := p.enter(ctx); err != nil {
		return "", err
	}
	defer p.leave()
	hash, err := argon2id.CreateHash(composed(password), &p.params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// Match reports whether a password is the one that was stored as hash.
func (p *Passwords) Match(ctx context.Context, password, hash string) (bool, error) {
	if err := p.enter(ctx); err != nil {
		return false, err
	}
	defer p.leave()
	if hash == NoPassword {
		// The same work as for the others, so that the time reveals nothing.
		_, err := argon2id.CreateHash(composed(password), &p.params)
		return false, err
	}
	ok, err := argon2id.ComparePasswordAndHash(composed(password), hash)
	if err != nil {
		return false, fmt.Errorf("compare password: %w", err)
	}
	return ok, nil
}

// composed is a password as every keyboard writes it: some send é as one character, some as
// two (RFC 8265, section 4.2.2, rule 4).
func composed(password string) string { return norm.NFC.String(password) }

// Hashed is how many passwords were hashed so far, to be stored or to be compared.
func (p *Passwords) Hashed() int64 { return p.hashed.Load() }

func (p *Passwords) enter(ctx context.Context) error {
	select {
	case p.running <- struct{}{}:
		p.hashed.Add(1)
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

func (p *Passwords) leave() { <-p.running }
