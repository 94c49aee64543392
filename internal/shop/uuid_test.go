package shop_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/shop"
)

// TestUUID compares with the example of RFC 9562 (appendix A.6), whose random bits are
// its own, and holds many against the layout (section 5.7).
func TestUUID(t *testing.T) {
	t.Parallel()
	example := time.UnixMilli(1645557742000)
	if id := shop.NewUUID(example); !strings.HasPrefix(id, "017f22e2-79b0-7") {
		t.Errorf("the example's time gives %s, want 017f22e2-79b0-7…", id)
	}
	layout := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	variants, seen, before := map[byte]bool{}, map[string]bool{}, ""
	for i := range 1000 {
		id := shop.NewUUID(example.Add(time.Duration(i) * time.Millisecond))
		if !layout.MatchString(id) || seen[id[14:]] || id <= before {
			t.Fatalf("%s after %s: want a new UUID of version 7 that sorts by its time", id, before)
		}
		seen[id[14:]], variants[id[19]], before = true, true, id
	}
	if len(variants) != 4 {
		t.Errorf("the variant's digit is one of %d, want the four of RFC 9562", len(variants))
	}
}
