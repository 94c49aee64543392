package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
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
func NewPostgres(t *testing.T) *Postgres {
	t.Helper()
	text := os.Getenv(PostgresVariable)
	if text == "" {
		t.Skipf("%s is not set: scripts/postgres.sh start DIR prints an address for it", PostgresVariable)
	}
	return newPostgres(t, text)
}

func newPostgres(t *testing.T, text string) *Postgres {
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
	p.template = p.create(t, "template0")
	db, err := store.Open(t.Context(), p.of(p.template))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}

// Open makes a database that is removed with the test.
func (p *Postgres) Open(t *testing.T) *store.DB {
	t.Helper()
	return p.open(t, p.template)
}

// OpenBare makes a database without a schema, that is removed with the test.
func (p *Postgres) OpenBare(t *testing.T) *store.DB {
	t.Helper()
	return p.open(t, "template0")
}

func (p *Postgres) open(t *testing.T, template string) *store.DB {
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
func (p *Postgres) Address(t *testing.T) string {
	t.Helper()
	return p.of(p.create(t, p.template))
}

func (p *Postgres) of(name string) string {
	address := p.address
	address.Path = "/" + name
	return address.String()
}

func (p *Postgres) create(t *testing.T, template string) string {
	t.Helper()
	name := "vitrine_test_" + strings.ToLower(rand.Text())
	if _, err := p.admin.ExecContext(t.Context(), "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if _, err := p.admin.ExecContext(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return name
}
