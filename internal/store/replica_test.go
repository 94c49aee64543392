package store_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// replicas are a primary and a replica, which each test reaches by a relay, and which each
// leaves as it was.
type replicas struct {
	*storetest.Replicated
	replica *storetest.Server
}

// TestReplica has a streaming replica lag, stop, vanish, and be another one.
func TestReplica(t *testing.T) {
	t.Parallel()
	server := storetest.NewReplicated(t)
	r := &replicas{server, server.Replica(t)}
	for _, step := range []struct {
		name string
		test func(*testing.T, *replicas)
	}{
		{"own changes", ownChanges}, {"what is in no log", notLogged}, {"overtaken", overtakenAtReplica}, {"merged", mergedAtPrimary},
		{"changes of others", changesBesideReplica}, {"another one", notThisReplica}, {"several servers", severalServers},
		{"vanishes", vanishes}, {"stops", stops}, {"a busy primary", busyPrimary}, {"lags", lags}, {"at random", atRandom},
		{"is promoted", promoted},
	} {
		t.Run(step.name, func(t *testing.T) { step.test(t, r) })
	}
}

func (r *replicas) pause(t *testing.T) { t.Helper(); r.replica.Run(t, "SELECT pg_wal_replay_pause()") }
func (r *replicas) resume(t *testing.T) {
	t.Helper()
	r.replica.Run(t, "SELECT pg_wal_replay_resume()")
}

// reader is a process with a replica.
type reader struct {
	*node
	address string
	log     *journal
}

// journal is a log that is read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) has(text string) bool { return j.count(text) > 0 }

func (j *journal) count(text string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Count(j.text.String(), text)
}

// open opens a database in a process that follows a replica until the test ends.
func (r *replicas) open(t *testing.T, address, replica string) *reader {
	t.Helper()
	n := &reader{openNode(t, address), address, &journal{}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		n.FollowReplica(ctx, replica, slog.New(slog.NewTextHandler(n.log, nil)))
	}()
	t.Cleanup(func() { // before the database is closed
		cancel()
		<-done
		if t.Failed() {
			t.Logf("the log says\n%s", n.log.text.String())
		}
	})
	return n
}

// openNew opens a new database whose replica may be read.
func (r *replicas) openNew(t *testing.T) *reader {
	t.Helper()
	address := r.Address(t)
	n := r.open(t, address, r.replica.Database(t, address))
	n.settle(t)
	return n
}

// settle waits until the replica may be read.
func (n *reader) settle(t *testing.T) {
	t.Helper()
	await(t, "the replica may be read", func() bool { return n.AtReplica(t.Context()) != nil })
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came: %s", what)
		}
	}
}

// taken is how many reads of fn went to the replica.
func (n *reader) taken(fn func()) int64 {
	before := n.ReplicaUse().Taken
	fn()
	return n.ReplicaUse().Taken - before
}

// wantAll asks all that may go to a replica about the chair of published, and fails unless
// it is sold at a price.
func (n *reader) wantAll(t *testing.T, what string, m *vitrine.Model, price vitrine.Amount) {
	t.Helper()
	wantPrice(t, what, n.DB, price)
	wantFound(t, what, n.DB, price)
	if record, err := n.Record(t.Context(), m.ID); err != nil || record.JSON != priced(price) {
		t.Errorf("%s: the record is %s, %v, want %s", what, record.JSON, err, priced(price))
	}
	if found, err := n.ModelBySlug(t.Context(), m.Slug); err != nil || found.ID != m.ID {
		t.Errorf("%s: by its slug it is %v, %v", what, found, err)
	}
	if last, err := n.ListedAfter(t.Context(), 0, m.ID, 10); err != nil || len(last) != 1 {
		t.Errorf("%s: listed are %v, %v", what, last, err)
	}
	if facets, err := n.Facets(t.Context(), vitrine.CatalogueQuery{MinPrice: &price, MaxPrice: &price}); err != nil || facets.Total != 1 {
		t.Errorf("%s: facets of %d models, %v", what, facets.Total, err)
	}
	q := vitrine.CatalogueQuery{MinPrice: &price, Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 10}}
	if found, err := n.ListedIDs(t.Context(), q); err != nil || len(found.IDs) != 1 {
		t.Errorf("%s: listed are %v, %v", what, found, err)
	}
	if found, err := n.Pictured(t.Context(), []int64{m.ID}); err != nil || len(found) != 1 || found[0].JSON != priced(price) {
		t.Errorf("%s: with its picture it is %+v, %v", what, found, err)
	}
	if found, err := n.NewestOf(t.Context(), m.AuthorID, 10); err != nil || len(found) != 1 {
		t.Errorf("%s: its author's are %v, %v", what, found, err)
	}
	if _, err := n.Categories(t.Context()); err != nil {
		t.Errorf("%s: the categories: %v", what, err)
	}
	// Which words there are, no log tells.
	for _, suggest := range []func(context.Context, vitrine.CatalogueQuery) ([]store.Suggestion, error){n.Complete, n.Correct} {
		if _, err := suggest(t.Context(), vitrine.CatalogueQuery{Keywords: "chiar"}); err != nil {
			t.Errorf("%s: what may be asked for: %v", what, err)
		}
	}
}

// asked is how many reads wantAll makes.
const asked = 12

// wantFound fails unless a search at a price and above finds the chair.
func wantFound(t *testing.T, what string, db interface {
	Catalogue(context.Context, vitrine.CatalogueQuery) (store.RecordPage, error)
}, price vitrine.Amount,
) {
	t.Helper()
	page, err := db.Catalogue(t.Context(), vitrine.CatalogueQuery{Keywords: "chair", MinPrice: &price, Sort: vitrine.BestMatch,
		Page: vitrine.Page{Number: 1, Size: 10}})
	if err != nil || len(page.Records) != 1 || page.Records[0].JSON != priced(price) || page.Total.Count != 1 {
		t.Errorf("%s: the search from %s on finds %+v, %v", what, priced(price), page, err)
	}
}

// ownChanges changes a price while the replica stands still.
func ownChanges(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	for price := vitrine.Amount(600); price <= 800; price += 100 {
		n.settle(t)
		r.pause(t)
		relist(t, n.DB, m, price)
		if went := n.taken(func() { n.wantAll(t, "while the replica stands still", m, price) }); went != 0 {
			t.Errorf("%d reads went to a replica that has not what was changed here", went)
		}
		r.resume(t)
		n.settle(t)
		for range 2 {
			if went := n.taken(func() { n.wantAll(t, "when the replica has it", m, price) }); went != asked {
				t.Errorf("%d reads went to the replica, want all %d", went, asked)
			}
		}
	}
	r.pause(t)
	inTx(t, n.DB, func(tx *store.Tx) error { return tx.RemoveListing(t.Context(), m.ID) })
	wantPrice(t, "it is taken down", n.DB, 0)
	r.resume(t)
	n.settle(t)
	wantPrice(t, "the replica has that", n.DB, 0)
}

// notLogged changes a draft, of which no log tells.
func notLogged(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	inTx(t, n.DB, func(tx *store.Tx) error {
		m.Status = vitrine.Draft
		if err := tx.UpdateModel(t.Context(), m); err != nil {
			return err
		}
		return tx.RemoveListing(t.Context(), m.ID)
	})
	n.settle(t)
	r.pause(t)
	defer r.resume(t)
	m.Title = "Bench"
	inTx(t, n.DB, func(tx *store.Tx) error {
		if err := tx.UpdateModel(t.Context(), m); err != nil {
			return err
		}
		_, err := tx.PutRecord(t.Context(), m, m.Language, priced(900))
		return err
	})
	if n.AtReplica(t.Context()) == nil {
		t.Error("the change of a draft is one of the catalogue")
	}
	if record, err := n.Record(t.Context(), m.ID); err != nil || record.JSON != priced(900) {
		t.Errorf("the record of the draft is %s, %v", record.JSON, err)
	}
	if found, err := n.ModelBySlug(t.Context(), m.Slug); err != nil || found.Title != "Bench" {
		t.Errorf("the draft is %+v, %v", found, err)
	}
}

// overtakenAtReplica changes a price between the choice of the replica and the read there.
func overtakenAtReplica(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	n.settle(t)
	at := n.AtReplica(t.Context())
	r.pause(t)
	relist(t, n.DB, m, 700)
	// What they find may be from before the change, and must not be kept as what is from after.
	lists := func() error {
		_, err := at.Catalogue(t.Context(), vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 10}})
		return err
	}
	searches := func() error {
		price := vitrine.Amount(700)
		_, err := at.Catalogue(t.Context(), vitrine.CatalogueQuery{Keywords: "chair", MinPrice: &price, Sort: vitrine.BestMatch,
			Page: vitrine.Page{Number: 1, Size: 10}})
		return err
	}
	counts := func() error {
		price := vitrine.Amount(700)
		_, err := at.Facets(t.Context(), vitrine.CatalogueQuery{MinPrice: &price, MaxPrice: &price})
		return err
	}
	for _, read := range []func() error{lists, searches, counts} {
		if err := read(); err != nil {
			t.Error(err)
		}
	}
	n.wantAll(t, "overtaken", m, 700)
	r.resume(t)
	n.settle(t)
	n.wantAll(t, "overtaken, when the replica has it", m, 700)
}

// mergedAtPrimary has the index of words merged, which is no change, while the replica
// stands still: its blocks are older than what the primary says of them.
func mergedAtPrimary(t *testing.T, r *replicas) {
	n := r.openNew(t)
	published(t, n.DB)
	n.settle(t)
	r.pause(t)
	if err := n.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantFound(t, "at the primary", n.AtPrimary(), 500)
	if at := n.AtReplica(t.Context()); at == nil {
		t.Error("the replica is not read")
	} else {
		wantFound(t, "at the replica, which has not merged,", unkept{at}, 500)
	}
	r.resume(t)
	n.settle(t)
	wantFound(t, "when it has", unkept{n.AtReplica(t.Context())}, 500)
}

// unkept asks for pages that are not kept.
type unkept struct{ *store.Reads }

func (u unkept) Catalogue(ctx context.Context, q vitrine.CatalogueQuery) (store.RecordPage, error) {
	q.Page.Size = 11 + rand.IntN(1000)
	return u.Reads.Catalogue(ctx, q)
}

// changesBesideReplica changes a price in another process.
func changesBesideReplica(t *testing.T, r *replicas) {
	a := r.openNew(t)
	m := published(t, a.DB)
	b := r.open(t, a.address, r.replica.Database(t, a.address))
	b.settle(t)
	wantPrice(t, "before", b.DB, 500)
	r.pause(t)
	relist(t, a.DB, m, 700)
	wantPrice(t, "here", a.DB, 700)
	wantPrice(t, "there, at once", b.DB, 500)
	b.later.Add(int64(time.Second))
	b.wantAll(t, "there, a second later", m, 700)
	r.resume(t)
	b.settle(t)
	b.wantAll(t, "there, when the replica has it", m, 700)
}

// notThisReplica names servers and databases that hold something else.
func notThisReplica(t *testing.T, r *replicas) {
	none := r.replica.Named(t, "postgres://host/none")
	for name, other := range map[string]struct {
		address func(t *testing.T, primary string) string
		why     string
	}{
		"the primary":          {func(_ *testing.T, primary string) string { return primary }, "it is no standby"},
		"another primary":      {func(*testing.T, string) string { return os.Getenv(storetest.PostgresVariable) }, "it is no standby"},
		"another database":     {func(*testing.T, string) string { return r.replica.Address }, "a replica of another database"},
		"another's replica":    {anothersReplica, "a replica of another database"},
		"no such database":     {func(*testing.T, string) string { return none }, "does not exist"},
		"nothing that listens": {func(*testing.T, string) string { return "postgres://nobody@127.0.0.1:1/x" }, "connection refused"},
		"no address":           {func(*testing.T, string) string { return "postgres://nobody@127.0.0.1:port/x" }, "cannot parse"},
	} {
		t.Run(name, func(t *testing.T) {
			address := r.Address(t)
			n := r.open(t, address, other.address(t, address))
			await(t, "the log says why it is not read", func() bool { return n.log.has(other.why) })
			if n.ReplicaUse().Used {
				t.Error("it is read")
			}
			published(t, n.DB)
			wantPrice(t, "without a replica", n.DB, 500)
		})
	}
}

func anothersReplica(t *testing.T, _ string) string {
	t.Helper()
	return storetest.NewReplicated(t).Replica(t).Address
}

// severalServers has further connections lead to another replica, which is older.
func severalServers(t *testing.T, r *replicas) {
	address := r.Address(t)
	older := r.Replica(t)
	r.replica.Database(t, address) // from now on nobody has to connect twice
	way := newRelay(t)
	way.lead(func(connection int) string {
		if connection == 0 {
			return hostOf(t, r.replica.Address)
		}
		return hostOf(t, older.Address)
	})
	n := r.open(t, address, way.address(t, address))
	m := published(t, n.DB)
	n.settle(t)
	older.Run(t, "SELECT pg_wal_replay_pause()")
	relist(t, n.DB, m, 700)
	n.settle(t)
	if went := n.taken(func() { n.wantAll(t, "where further connections lead elsewhere", m, 700) }); went != 0 {
		t.Errorf("%d reads went to another server than the one that was asked how far it is", went)
	}
}

// vanishes has the network lose what the replica says.
func vanishes(t *testing.T, r *replicas) {
	address := r.Address(t)
	way := newRelay(t)
	way.lead(func(int) string { return hostOf(t, r.replica.Address) })
	n := r.open(t, address, way.address(t, address))
	m := published(t, n.DB)
	n.settle(t)
	n.wantAll(t, "before", m, 500)
	way.held.Lock()
	began := time.Now()
	// Kept pages need no replica.
	if record, err := n.Record(t.Context(), m.ID); err != nil || record.JSON != priced(500) {
		t.Errorf("while nothing comes from the replica: %+v, %v", record, err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("that took %s", took)
	}
	if n.ReplicaUse().Used {
		t.Error("a replica is read that says nothing")
	}
	way.held.Unlock()
	n.settle(t)
	n.wantAll(t, "afterwards", m, 500)
}

// stops stops the replica, and starts it at another port.
func stops(t *testing.T, r *replicas) {
	address := r.Address(t)
	way := newRelay(t)
	host := hostOf(t, r.replica.Address)
	way.lead(func(int) string { return host })
	n := r.open(t, address, way.address(t, address))
	m := published(t, n.DB)
	n.settle(t)
	told := n.log.count("go to the primary")
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		r.replica.Stop(t)
	}()
	for i := range 200 {
		if record, err := n.Record(t.Context(), m.ID); err != nil || record.JSON != priced(500) {
			t.Errorf("read %d while it stops: %+v, %v", i, record, err)
		}
	}
	<-stopped
	await(t, "the replica is not read", func() bool { return !n.ReplicaUse().Used })
	way.lead(func(int) string { return host })
	relist(t, n.DB, m, 700)
	n.wantAll(t, "while it is stopped", m, 700)
	await(t, "it is asked again", func() bool { return way.count() > 1 })
	if told := n.log.count("go to the primary") - told; told != 1 {
		t.Errorf("the log says %d times that the replica is not read", told)
	}
	r.replica.Start(t)
	back := hostOf(t, r.replica.Address)
	way.lead(func(int) string { return back })
	n.settle(t)
	n.wantAll(t, "when it is back", m, 700)
}

// busyPrimary has all connections to the primary in use, for longer than a server may take
// to say how far it is.
func busyPrimary(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	n.settle(t)
	told := n.log.count("go to the primary")
	release, err := n.HoldConnections(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for range 12 {
		n.later.Add(int64(time.Second)) // a look at what others have changed is due
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if record, err := n.Record(ctx, m.ID); err != nil || record.JSON != priced(500) {
			t.Errorf("the record is %+v, %v", record, err)
		}
		cancel()
		time.Sleep(250 * time.Millisecond)
	}
	if use := n.ReplicaUse(); !use.Used || n.log.count("go to the primary") > told {
		t.Errorf("a replica is given up whose primary is busy: %+v", use)
	}
}

// lags has the replica stand still while something changes that is no change of the
// catalogue.
func lags(t *testing.T, r *replicas) {
	n := r.openNew(t)
	r.pause(t)
	inTx(t, n.DB, func(tx *store.Tx) error { return tx.InsertUser(t.Context(), userOf("ada")) })
	if !n.ReplicaUse().Used {
		t.Error("the replica is not read at once")
	}
	await(t, "the replica is not read", func() bool { return !n.ReplicaUse().Used })
	await(t, "the log says that it lags", func() bool { return n.log.has("it lags") })
	r.resume(t)
	n.settle(t)
}

// atRandom has readers never find less than what was changed before they asked, while the
// replica stands still now and then, and the index is merged.
func atRandom(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	n.settle(t)
	began := time.Now()
	enough := func() bool { use := n.ReplicaUse(); return use.Taken >= 100 && use.Passed >= 100 }
	over := func() bool { // a busy machine gets longer
		took := time.Since(began)
		return took > time.Minute || took > 3*time.Second && enough()
	}
	var price atomic.Int64
	price.Store(500)
	var all sync.WaitGroup
	all.Go(func() {
		for i := 0; !over(); i++ {
			relist(t, n.DB, m, vitrine.Amount(price.Load()+1))
			price.Add(1)
			if i%10 == 9 {
				if err := n.MergeSearch(t.Context()); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(rand.N(60 * time.Millisecond))
		}
	})
	all.Go(func() {
		for !over() {
			r.pause(t)
			time.Sleep(rand.N(100 * time.Millisecond))
			r.resume(t)
			time.Sleep(rand.N(200 * time.Millisecond))
		}
	})
	for range 4 {
		all.Go(func() {
			for !over() {
				n.wantAtLeast(t, m, &price)
			}
		})
	}
	all.Wait()
	use := n.ReplicaUse()
	t.Logf("%d reads at the replica, %d at the primary, %d prices", use.Taken, use.Passed, price.Load()-500)
	if !enough() {
		t.Error("one of the two was hardly read")
	}
}

// wantAtLeast reads the price in one of several ways.
func (n *reader) wantAtLeast(t *testing.T, m *vitrine.Model, price *atomic.Int64) {
	t.Helper()
	least := vitrine.Amount(price.Load())
	q := vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 10 + rand.IntN(3)}}
	switch rand.IntN(4) {
	case 0:
		q.Keywords, q.Sort = "chair", vitrine.BestMatch
	case 1:
		q.MinPrice = &least
	case 2:
		facets, err := n.Facets(t.Context(), vitrine.CatalogueQuery{MinPrice: &least})
		if err != nil || facets.Total != 1 {
			t.Errorf("%d models cost %d or more, %v", facets.Total, least, err)
		}
		return
	case 3:
		record, err := n.Record(t.Context(), m.ID)
		wantNoOlder(t, "the record", []store.Record{record}, err, least)
		return
	}
	page, err := n.Catalogue(t.Context(), q)
	wantNoOlder(t, fmt.Sprintf("%+v", q), page.Records, err, least)
}

func wantNoOlder(t *testing.T, what string, records []store.Record, err error, least vitrine.Amount) {
	t.Helper()
	var whole, cents int64
	if err != nil || len(records) != 1 {
		t.Errorf("%s: %+v, %v", what, records, err)
	} else if _, err := fmt.Sscanf(records[0].JSON, "{%d.%d}", &whole, &cents); err != nil || whole*100+cents < int64(least) {
		t.Errorf("%s says %s after %d, %v", what, records[0].JSON, least, err)
	}
}

// promoted makes the replica a primary of its own.
func promoted(t *testing.T, r *replicas) {
	n := r.openNew(t)
	m := published(t, n.DB)
	n.settle(t)
	r.replica.Run(t, "SELECT pg_promote()")
	await(t, "it is not read", func() bool { return !n.ReplicaUse().Used })
	await(t, "the log says why", func() bool { return n.log.has("it is no standby") })
	relist(t, n.DB, m, 700)
	n.wantAll(t, "afterwards", m, 700)
	if n.ReplicaUse().Used {
		t.Error("a server is read that goes its own way")
	}
}
