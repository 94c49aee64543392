package statements_test

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/clocktest"
	"vitrine/internal/ledger"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/statements"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// site serves the statements of ada, who sold something in May 2026, with an operator and somebody else.
type site struct {
	db      *store.DB
	handler http.Handler
	secrets map[string]string
	ada     int64
}

func newSite(t *testing.T) *site {
	t.Helper()
	clock := clocktest.At(time.Date(2026, 6, 6, 12, 0, 0, 0, time.UTC))
	s := &site{db: storetest.SQLite(t), secrets: map[string]string{}}
	sells := shop.New(shop.Options{DB: s.db, Payments: payment.Manual{}, Settings: shop.DefaultSettings(), Now: clock.Now,
		VisitorKey: []byte("key")})
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(sells, markettest.BaseURL), Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	room, err := statements.New(statements.Options{Shell: shell, Shop: sells, DB: s.db})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	room.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})
	for _, name := range []string{"ada", "bob", "boss"} {
		user, _, err := sells.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com", Admin: name == "boss"})
		if err != nil {
			t.Fatal(err)
		}
		if name == "ada" {
			s.ada = user.ID
		}
		s.secrets[name] = auth.NewSecret(auth.SessionPrefix)
		write(t, s.db, func(tx *store.Tx) error {
			begun := vitrine.Session{UserID: user.ID, Method: vitrine.ByPassword, CreatedAt: clock.Now(), SeenAt: clock.Now(), ProvedAt: clock.Now()}
			return tx.InsertSession(t.Context(), &begun, auth.Hash(s.secrets[name]))
		})
	}
	sold, err := ledger.Sold(ledger.Sale{OrderID: 7, SellerID: s.ada, Provider: "bank", Currency: "EUR", Live: true, Price: 1999, Tax: 319,
		Share: 1250})
	if err != nil {
		t.Fatal(err)
	}
	sold.CreatedAt = time.Date(2026, 5, 31, 23, 59, 59, 0, time.UTC)
	write(t, s.db, func(tx *store.Tx) error { _, err := tx.Book(t.Context(), &sold); return err })
	return s
}

func write(t *testing.T, db *store.DB, change func(*store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

func (s *site) get(t *testing.T, path, as, language string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", language)
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: s.secrets[as]})
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// TestPages reads the month before and the one after it, as a page and as files, in languages with and without PDFs.
func TestPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for path, texts := range map[string][]string{
		"/sell/statements":         {`href="/sell/statements/2026-05"`, `href="/sell/statements/2026-06"`, `2026-05/pdf`},
		"/sell/statements/2026-05": {"Opening balance", "0.00", "Sales (1)", "19.99", "3.19", "2.10", "14.70", "Closing balance"},
		"/sell/statements/2026-06": {"The month is not over", "14.70"},
	} {
		got := s.get(t, path, "ada", "en")
		for _, text := range texts {
			if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), text) {
				t.Errorf("%s: %d, and does not say %q", path, got.Code, text)
			}
		}
	}
	rows, err := csv.NewReader(s.get(t, "/sell/statements/2026-05/csv", "ada", "de").Body).ReadAll()
	if err != nil || len(rows) != 4 || strings.Join(rows[2], ",") != "2026-05-31T23:59:59Z,sold,7,19.99,3.19,2.10,14.70,EUR,true," ||
		rows[3][6] != "14.70" {
		t.Errorf("the table is %q, %v", rows, err)
	}
	once, twice := s.get(t, "/sell/statements/2026-05/pdf", "ada", "de"), s.get(t, "/sell/statements/2026-05/pdf", "ada", "de")
	if !bytes.HasPrefix(once.Body.Bytes(), []byte("%PDF-")) || !bytes.Equal(once.Body.Bytes(), twice.Body.Bytes()) {
		t.Errorf("the PDF, %d, of %d bytes, is not the same twice", once.Code, once.Body.Len())
	}
	if arabic := s.get(t, "/sell/statements/2026-05/pdf", "ada", "ar"); arabic.Header().Get("Location") != "/sell/statements/2026-05" {
		t.Errorf("in Arabic: %d, %s", arabic.Code, arabic.Header().Get("Location"))
	}
	if page := s.get(t, "/sell/statements/2026-05", "ada", "ar").Body.String(); strings.Contains(page, "/pdf") {
		t.Error("an Arabic page leads to a PDF")
	}
}

// TestWhoReads asks for the statements as others.
func TestWhoReads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		path, as string
		want     int
	}{
		{"/desk/statements/1", "boss", 200}, {"/desk/statements/1/2026-05", "boss", 200}, {"/desk/statements/1/2026-05/csv", "boss", 200},
		{"/desk/statements/1/2026-05/pdf", "boss", 200}, {"/desk/statements/1", "bob", 404}, {"/desk/statements/1/2026-05/csv", "ada", 404},
		{"/desk/statements/99", "boss", 404}, {"/desk/statements/x", "boss", 404}, {"/sell/statements/2026-05", "bob", 404},
		{"/sell/statements", "bob", 200}, {"/sell/statements/2026-04", "ada", 404}, {"/sell/statements/2026-07", "ada", 404},
		{"/sell/statements/2026-13", "ada", 404}, {"/sell/statements/may/csv", "ada", 404},
	} {
		if got := s.get(t, c.path, c.as, "en"); got.Code != c.want {
			t.Errorf("%s as %s: %d, want %d", c.path, c.as, got.Code, c.want)
		}
	}
	if s.ada != 1 {
		t.Errorf("ada is %d", s.ada)
	}
}
