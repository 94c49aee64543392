package app_test

import (
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

// TestReplicaThatIsNone names the primary as its own replica, by an address with a password:
// the log and the metrics say that it is not read, and nobody reads the password.
func TestReplicaThatIsNone(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.Database = storetest.NewPostgres(t).Address(t)
	c.DatabaseReplica = strings.Replace(c.Database, "postgres@", "postgres:tops3cret@", 1)
	s := start(t, c)

	until(t, "the log says why", func() bool { return strings.Contains(s.log.String(), "it is no standby") })
	if got := s.get(t, s.admin+"/metrics").Body; !strings.Contains(got, "\nvitrine_replica_used 0\n") ||
		!strings.Contains(got, `vitrine_replica_reads_total{at="primary"} 0`) {
		t.Errorf("the metrics say %s", got)
	}
	if strings.Contains(s.log.String(), "tops3cret") {
		t.Error("the password is in the log")
	}
	if got := s.get(t, s.public+"/"); got.Status != 200 {
		t.Errorf("the home page without a replica: status %d", got.Status)
	}
}
