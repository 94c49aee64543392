package storetest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
)

// testSlow takes every statement for slow, and then none.
func testSlow(t *testing.T, db *store.DB) {
	var log journal
	to := slog.New(slog.NewJSONHandler(&log, nil))
	work := func(name string) {
		newUser(t, db, name)
		if _, err := db.UserByUsername(t.Context(), "tops3cret"); err == nil {
			t.Error("there is a user nobody made")
		}
		if _, err := db.Users(t.Context(), 0, 10); err != nil {
			t.Error(err)
		}
	}
	for name, least := range map[string]time.Duration{"ada": 0, "bob": time.Hour} {
		db.LogSlow(to, least)
		if work(name); log.String() != "" {
			t.Errorf("with a threshold of %s the log has\n%s", least, log.String())
		}
	}
	db.LogSlow(to, time.Nanosecond)
	work("cid")
	db.LogSlow(to, 0)
	seen := map[string]int{}
	for line := range strings.Lines(log.String()) {
		var entry struct {
			Level, Msg, Statement string
			Took                  time.Duration
			Rows                  *int
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Level != "WARN" || entry.Msg != "slow statement" || entry.Took <= 0 || strings.Contains(entry.Statement, "\n") {
			t.Errorf("the log says %s", line)
		}
		for what, told := range map[string]bool{
			"insert": strings.HasPrefix(entry.Statement, "INSERT INTO users"), "commit": entry.Statement == "COMMIT",
			"one":  strings.Contains(entry.Statement, "WHERE u.username = $1"),
			"list": strings.HasPrefix(entry.Statement, "SELECT") && entry.Rows != nil && *entry.Rows == 3,
		} {
			if told {
				seen[what]++
			}
		}
	}
	for _, what := range []string{"insert", "commit", "one", "list"} {
		if seen[what] != 1 {
			t.Errorf("the log tells of %d statements of the kind %q, want 1:\n%s", seen[what], what, log.String())
		}
	}
	if strings.Contains(log.String(), "tops3cret") {
		t.Errorf("the log tells what was asked for:\n%s", log.String())
	}
}

// journal is a log that several goroutines write.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}
