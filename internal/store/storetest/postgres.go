package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
)

// PostgresVariable names the environment variable with the address of a
// PostgreSQL server where tests may make databases; scripts/postgres.sh starts
// one and prints its address.
const PostgresVariable = "VITRINE_TEST_POSTGRES"

// Postgres makes databases for one test and the tests in it, as copies of one
// that has the schema.
type Postgres struct {
	admin    *sql.DB
	address  url.URL
	template string
}

// NewPostgres prepares the server that the environment names, and skips the
// test when it names none.
func NewPostgres(t testing.TB) *Postgres {
	t.Helper()
	text := os.Getenv(PostgresVariable)
	if text == "" {
		t.Skipf("%s is not set: scripts/postgres.sh start DIR prints an address for it", PostgresVariable)
	}
	return newPostgres(t, text)
}

func newPostgres(t testing.TB, text string) *Postgres {
	t.Helper()
	address, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", text)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close() })
	p := &Postgres{admin: admin, address: *address}
	p.template = p.borrow(t)
	return p
}

// templates are the databases that others are copies of, one on each server, as long as a
// test of this process needs it.
var templates = struct {
	sync.Mutex
	at map[string]*template // by the address of the server
}{at: map[string]*template{}}

type template struct {
	name  string
	users int
}

// borrow returns the name of a database that has the schema, until the test ends.
func (p *Postgres) borrow(t testing.TB) string {
	t.Helper()
	templates.Lock()
	defer templates.Unlock()
	server := p.address.String()
	lent := templates.at[server]
	if lent == nil {
		lent = &template{name: p.makeTemplate(t)}
		templates.at[server] = lent
	}
	lent.users++
	t.Cleanup(func() {
		templates.Lock()
		defer templates.Unlock()
		if lent.users--; lent.users == 0 {
			delete(templates.at, server)
			p.drop(t, lent.name)
		}
	})
	return lent.name
}

func (p *Postgres) makeTemplate(t testing.TB) string {
	t.Helper()
	name := p.make(t, "template0")
	db, err := store.Open(t.Context(), p.of(name))
	if err == nil {
		err = errors.Join(db.Migrate(t.Context()), db.Close())
	}
	if err != nil {
		p.drop(t, name)
		t.Fatal(err)
	}
	return name
}

// Open makes a database that is removed with the test.
func (p *Postgres) Open(t testing.TB) *store.DB {
	t.Helper()
	return p.open(t, p.template)
}

// OpenBare makes a database without a schema, that is removed with the test.
func (p *Postgres) OpenBare(t testing.TB) *store.DB {
	t.Helper()
	return p.open(t, "template0")
}

func (p *Postgres) open(t testing.TB, template string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), p.of(p.create(t, template)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.UseSecrets(Keys(t))
	return db
}

// Address makes a database that is removed with the test, and returns its address.
func (p *Postgres) Address(t testing.TB) string {
	t.Helper()
	return p.of(p.create(t, p.template))
}

func (p *Postgres) of(name string) string {
	address := p.address
	address.Path = "/" + name
	return address.String()
}

func (p *Postgres) create(t testing.TB, template string) string {
	t.Helper()
	name := p.make(t, template)
	t.Cleanup(func() { p.drop(t, name) })
	return name
}

func (p *Postgres) make(t testing.TB, template string) string {
	t.Helper()
	name := "vitrine_test_" + strings.ToLower(rand.Text())
	if _, err := p.admin.ExecContext(t.Context(), "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		t.Fatal(err)
	}
	return name
}

func (p *Postgres) drop(t testing.TB, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, err := p.admin.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		t.Error(err)
	}
}
