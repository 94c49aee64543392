package app

import "testing"

// TestProcs has two threads on one processor, and as many as the runtime or the operator chose elsewhere.
func TestProcs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set       bool
		now, want int
	}{{false, 1, 2}, {false, 2, 2}, {false, 16, 16}, {true, 1, 1}, {true, 3, 3}} {
		env := Environment{Getenv: func(name string) (string, bool) { return "", c.set && name == "GOMAXPROCS" }}
		if got := env.procs(c.now); got != c.want {
			t.Errorf("of %d, where the operator chose: %t, it makes %d, want %d", c.now, c.set, got, c.want)
		}
	}
}
