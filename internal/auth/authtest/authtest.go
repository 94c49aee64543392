// Package authtest makes tests quick that have many people sign in.
package authtest

import "vitrine/internal/auth"

// Cost is that of a password's hash in tests: a thousandth of what is recommended.
func Cost() auth.Cost { return auth.Cost{Memory: 32, Passes: 1} }
