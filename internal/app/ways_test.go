package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ways are the links by which the pages of the desk lead to each other.
var ways = regexp.MustCompile(`<nav class="desks".*?</nav>`)

// TestWaysOfTheDesk reads in which order the desk leads to its pages: what belongs together stands together,
// and everybody begins with what is theirs.
func TestWaysOfTheDesk(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	for who, want := range map[string]string{
		"operator": "/desk /desk/orders /desk/refund-requests /desk/refunds /desk/disputes /desk/reports /desk/models /desk/people " +
			"/desk/money /desk/money/shares /desk/payouts /desk/invoices /desk/tax /desk/deals " +
			"/desk/categories /desk/licenses /desk/pages /desk/mails /desk/house /desk/applications /desk/storage /desk/jobs /desk/audit",
		"moderator": "/desk/reports /desk/models /desk/people",
		"support":   "", // one page alone needs no ways to others
	} {
		answer := m.send(t, who, http.MethodGet, "/desk")
		path := "/desk"
		if to := answer.Header.Get("Location"); to != "" {
			path = to
		}
		status, body := m.page(t, who, path)
		if status != http.StatusOK {
			t.Fatalf("%s is led to %s: %d", who, path, status)
		}
		var got []string
		for _, found := range anchors.FindAllStringSubmatch(ways.FindString(body), -1) {
			got = append(got, found[1])
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("the ways of %s (-want +got):\n%s", who, diff)
		}
	}
}
