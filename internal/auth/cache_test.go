package auth_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
)

func TestCache(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	never := time.Time{}
	token := func(id int64) func(vitrine.Caller) bool {
		return func(c vitrine.Caller) bool { return c.TokenID == id }
	}
	put := func(c *auth.Cache[vitrine.Caller], hash string, id int64, expires time.Time) {
		_, epoch, _ := c.Find(hash, start)
		c.Put(hash, vitrine.Caller{TokenID: id}, epoch, start, expires)
	}
	for _, test := range []struct {
		name string
		do   func(c *auth.Cache[vitrine.Caller])
		at   time.Duration
		want bool
	}{
		{"unknown", func(*auth.Cache[vitrine.Caller]) {}, 0, false},
		{"known", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, never) }, 4 * time.Second, true},
		{"too old", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, never) }, 5 * time.Second, false},
		{"expired", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, start.Add(2*time.Second)) }, 2 * time.Second, false},
		{"not expired yet", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, start.Add(2*time.Second)) }, time.Second, true},
		{"forgotten", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, never); c.Forget(token(1)) }, 0, false},
		{"all forgotten", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, never); put(c, "b", 2, never); c.ForgetAll() }, 0, false},
		{"another forgotten", func(c *auth.Cache[vitrine.Caller]) { put(c, "a", 1, never); put(c, "b", 2, never); c.Forget(token(2)) }, 0, true},
		{"forgotten while it was read", func(c *auth.Cache[vitrine.Caller]) {
			_, epoch, _ := c.Find("a", start)
			c.Forget(token(1))
			c.Put("a", vitrine.Caller{TokenID: 1}, epoch, start, never)
		}, 0, false},
		{"pushed out by newer ones", func(c *auth.Cache[vitrine.Caller]) {
			put(c, "a", 1, never)
			put(c, "b", 2, never)
			put(c, "c", 3, never)
		}, 0, false},
		{"kept by use", func(c *auth.Cache[vitrine.Caller]) {
			put(c, "a", 1, never)
			put(c, "b", 2, never)
			c.Find("a", start)
			put(c, "c", 3, never)
		}, 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cache := auth.NewCache[vitrine.Caller](2, 5*time.Second)
			test.do(cache)

			caller, _, ok := cache.Find("a", start.Add(test.at))

			if ok != test.want || ok && caller.TokenID != 1 {
				t.Errorf("found %v (token %d), want %v", ok, caller.TokenID, test.want)
			}
		})
	}
}
