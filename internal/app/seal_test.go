package app_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/auth"
)

// clearOrder is a paid order as an earlier release stored it.
type clearOrder struct{ checkout, token string }

// oldRelease writes into a database file as an earlier release did: secrets in clear, and
// no word about overwriting what is freed.
type oldRelease struct{ *sql.DB }

func openOldRelease(t *testing.T, path string) oldRelease {
	t.Helper()
	db, err := sql.Open("sqlite", "file://"+path+"?_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return oldRelease{db}
}

// sell copies order 1 under secrets of its own, and has it paid.
func (r oldRelease) sell(t *testing.T, count int) (orders []clearOrder) {
	t.Helper()
	tx, err := r.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for range count {
		at := auth.RandomText(8)
		o := clearOrder{at + auth.RandomText(30), "vdl_" + at + auth.RandomText(36)}
		_, err := tx.Exec(`INSERT INTO orders (uuid, user_id, buyers_email, status, model_id, model, files, price, currency, license_type,
			license_hash,
				return_url, checkout_key, download_token, live, version, created_at, updated_at, expires_at)
			SELECT ?, user_id, 'Old@Example.net', 'unpaid', model_id, model, files, price, currency, license_type, license_hash,
				return_url, ?, ?, live, 1, created_at, updated_at, expires_at FROM orders WHERE id = 1`, auth.RandomText(20), o.checkout, o.token)
		if err == nil {
			_, err = tx.Exec("UPDATE orders SET status = 'paid', paid_at = created_at, version = 2 WHERE checkout_key = ?", o.checkout)
		}
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, o)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	return orders
}

// clear counts the orders whose secrets the database holds.
func (r oldRelease) clear(t *testing.T) (n int) {
	t.Helper()
	if err := r.QueryRow("SELECT count(*) FROM orders WHERE checkout_key NOT LIKE '%-%'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// command runs a command on the data of a server, and returns its answer.
func command(t *testing.T, data string, args ...string) string {
	t.Helper()
	var out, loud bytes.Buffer
	env := app.Environment{Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &loud}
	if err := app.Run(t.Context(), append(append([]string{"vitrine"}, args...), "--data", data), env); err != nil {
		t.Fatalf("vitrine %v: %v %s", args, err, loud.String())
	}
	return out.String() + loud.String()
}

// stop ends a server.
func (s *running) stop(t *testing.T) {
	t.Helper()
	s.client.CloseIdleConnections()
	s.cancel()
	if err := s.wait(t); err != nil {
		t.Fatal(err)
	}
}

// wantReceipts opens the receipts of orders by the addresses that were handed out.
func (s *running) wantReceipts(t *testing.T, when string, orders []clearOrder) {
	t.Helper()
	for _, o := range orders {
		if got := s.get(t, s.public+"/receipt/"+o.checkout); got.Status != http.StatusOK {
			t.Fatalf("%s, a receipt: status %d", when, got.Status)
		}
	}
}

// wantNoneIn looks for secrets in the files of a database, as whoever copies them does.
func wantNoneIn(t *testing.T, path string, orders []clearOrder) {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		found := 0
		for _, o := range orders {
			if bytes.Contains(data, []byte(o.checkout)) || bytes.Contains(data, []byte(o.token)) {
				found++
			}
		}
		if found > 0 {
			t.Errorf("%s still holds secrets of %d of %d orders in clear", name, found, len(orders))
		}
	}
}

// TestUpgradeTakesSecretsOutOfTheFile serves a marketplace that an earlier release sold
// from. Commands leave what that release needs; a server takes the secrets out of every
// byte of the file, and their addresses go on working.
func TestUpgradeTakesSecretsOutOfTheFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	c := settings(t)
	m, _ := emptyMarket(t, c)
	model := m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 12}))
	m.order(t, m.publish(t, model))
	m.stop(t)
	old := openOldRelease(t, c.Database)
	if _, err := old.Exec("DELETE FROM settings WHERE name IN ('file_rewritten', 'orders_sealed_up_to')"); err != nil {
		t.Fatal(err)
	}
	orders := old.sell(t, 400)

	if out := command(t, c.Data, "migrate"); !strings.Contains(out, "stop all servers of the earlier release") {
		t.Errorf("migrate says %s", out)
	}
	if out := command(t, c.Data, "order", "show", "2"); !strings.Contains(out, "/receipt/"+orders[0].checkout+`"`) {
		t.Errorf("the command shows another address than the server of that release takes: %s", out)
	}
	if out := command(t, c.Data, "backup", t.TempDir()+"/all.tar"); !strings.Contains(out, "in clear") {
		t.Errorf("the backup says %s", out)
	}
	if n := old.clear(t); n != len(orders) {
		t.Errorf("commands left %d of %d orders to a server of that release", n, len(orders))
	}

	m.running = start(t, c)
	m.wantReceipts(t, "after the upgrade", orders[:20])
	m.wantSold(t, c.Data, len(orders))

	late := old.sell(t, 20) // a server of that release that was not stopped
	m.wantReceipts(t, "beside a server of that release", late)
	if err := m.app.SealLate(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.wantReceipts(t, "sealed late", late)
	m.wantSold(t, c.Data, len(orders)+len(late))
	if n := old.clear(t); n != 0 {
		t.Errorf("%d orders are still in clear", n)
	}
	_ = old.Close()
	m.stop(t)
	wantNoneIn(t, c.Database, orders)

	start(t, c).stop(t)
	wantNoneIn(t, c.Database, late)
}

// wantSold counts the orders that their seller sees, and those that are found by the
// buyer's address.
func (m *market) wantSold(t *testing.T, data string, want int) {
	t.Helper()
	sold, _ := m.call(t, "GET", "/v1/orders?sold=true&per_page=1", nil)["total"].(float64)
	var found []json.RawMessage
	out := command(t, data, "order", "list", "--limit", "1000", "--email", "old@example.net")
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(int(sold), len(found)); got != fmt.Sprint(want, want) {
		t.Errorf("the seller sees, and their address finds, %s orders; want %d", got, want)
	}
}
