package app_test

import (
	"strings"
	"testing"
	"time"
)

// TestSlowStatementsAreLogged has a server take every statement for slow, and one none.
func TestSlowStatementsAreLogged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		least time.Duration
		want  bool
	}{{time.Nanosecond, true}, {0, false}} {
		config := settings(t)
		config.SlowStatement = c.least
		s := start(t, config)
		s.get(t, s.public+"/v1/categories")
		if got := strings.Contains(s.log.String(), `"msg":"slow statement"`); got != c.want {
			t.Errorf("with --slow-statement=%s slow statements are logged: %t, want %t", c.least, got, c.want)
		}
	}
}
