package kept_test

import (
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/kept"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const room = 6400

// texts is a memory of texts by their keys, which any change touches that has a kind in
// its list.
func texts(db *store.DB, kinds ...store.ChangeKind) *kept.Memory[string, string] {
	return kept.New[string](db, room, func(_ string, c *store.Change) bool { return slices.Contains(kinds, c.Kind) })
}

// ask looks for a key and, as its users do, keeps what it is made of when it is asked for
// again.
func ask(t *testing.T, m *kept.Memory[string, string], key, made string, bytes int) string {
	t.Helper()
	value, moment, ok := m.Find(t.Context(), key)
	if !ok && m.Again(key) {
		m.Keep(key, made, bytes, moment)
	}
	return value
}

func TestKeptFromTheSecondTimeOn(t *testing.T) {
	t.Parallel()
	m := texts(storetest.SQLite(t))
	for i, want := range []string{"", "", "b", "b"} {
		if got := ask(t, m, "key", string(rune('a'+i)), 1); got != want {
			t.Errorf("time %d: %q is remembered, want %q", i, got, want)
		}
	}
	if got, want := m.Counts(), (store.MemoryCounts{Hits: 2, Misses: 2, Values: 1, Bytes: 1}); got != want {
		t.Errorf("counts are %+v, want %+v", got, want)
	}
}

func TestRoom(t *testing.T) {
	t.Parallel()
	m := texts(storetest.SQLite(t))
	for range 2 {
		for _, key := range []string{"large", "a", "b"} {
			ask(t, m, key, key, map[string]int{"large": room / 2}[key])
		}
	}
	if got := ask(t, m, "large", "", room); got != "" {
		t.Error("what takes half of the memory is remembered")
	}
	// As many as have room, and in between one of them is asked for again.
	for i := range room / 100 {
		if i == 30 {
			ask(t, m, "a", "", 0)
		}
		for range 2 {
			ask(t, m, string(rune('A'+i))+"!", "x", 100)
		}
	}
	for range 2 {
		ask(t, m, "last", "x", 100)
	}
	for key, want := range map[string]bool{"A!": false, "B!": true, "a": true, "last": true} {
		if _, _, ok := m.Find(t.Context(), key); ok != want {
			t.Errorf("%s is remembered: %v, want %v", key, ok, want)
		}
	}
}

// TestChanges has a change in one process touch, and not touch, what two processes
// remember.
func TestChanges(t *testing.T) {
	t.Parallel()
	clock := clocktest.At(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	path := filepath.Join(t.TempDir(), "vitrine.db")
	open := func() *store.DB {
		db, err := store.OpenWith(t.Context(), path, store.Options{Now: clock.Now})
		if err == nil {
			err = db.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	here, there := open(), open()
	write := func(fn func(tx *store.Tx) error) {
		if err := here.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *store.Tx) error {
		return tx.AddLicense(t.Context(), vitrine.LicenseText{Type: vitrine.General, CreatedAt: clock.Now(), UpdatedAt: clock.Now()})
	})
	touched, beside, other := texts(here, store.LicenseChanged), texts(here), texts(there, store.LicenseChanged)
	all := []*kept.Memory[string, string]{touched, beside, other}
	for range 2 {
		for _, m := range all {
			ask(t, m, "key", "old", 1)
		}
	}
	_, before, _ := touched.Find(t.Context(), "else")
	write(func(tx *store.Tx) error {
		return tx.SetLicense(t.Context(), vitrine.LicenseText{Type: vitrine.General, Text: "new"}, clock.Now())
	})
	touched.Again("else")
	touched.Keep("else", "read before the change", 1, before)
	remembers := func(when string, m *kept.Memory[string, string], key string, want bool) {
		t.Helper()
		if _, _, ok := m.Find(t.Context(), key); ok != want {
			t.Errorf("%s %s is remembered: %v, want %v", when, key, ok, want)
		}
	}
	remembers("after a change that touches it", touched, "key", false)
	remembers("when it was made of what was read before the change", touched, "else", false)
	remembers("after a change that does not touch it", beside, "key", true)
	remembers("in another process, at once,", other, "key", true)
	clock.Advance(time.Second)
	remembers("in another process, a second later,", other, "key", false)
}

// TestDatabaseAway: what can't be known to be true any more is not told.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	clock := clocktest.At(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	db, err := store.OpenWith(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"), store.Options{Now: clock.Now})
	if err == nil {
		err = db.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	m := texts(db)
	for range 2 {
		ask(t, m, "key", "value", 1)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if ask(t, m, "key", "", 1) != "value" {
		t.Error("it is not remembered")
	}
	clock.Advance(time.Second)
	if got := ask(t, m, "key", "", 1); got != "" {
		t.Errorf("%q is told a second after the database went", got)
	}
}

// TestAtOnce is for the race detector.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	m := texts(storetest.SQLite(t))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 200 {
				key := string(rune('a' + (i+j)%16))
				if got := ask(t, m, key, key, 1000); got != "" && got != key {
					t.Errorf("%q is remembered under %q", got, key)
				}
			}
		})
	}
	group.Wait()
}
