package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/clocktest"
	"vitrine/internal/markettest"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/survey"
	"vitrine/internal/survey/surveytest"
	"vitrine/internal/web"
)

const baseURL = markettest.BaseURL

var update = flag.Bool("update", false, "write the golden files anew")

// server is a whole marketplace: a database, a folder of bytes and the handler
// that programs talk to. Its clock stands still until a test moves it.
type server struct {
	handler http.Handler
	api     *api.Server
	shop    *shop.Shop
	reader  *survey.Reader
	db      *store.DB
	blobs   blob.Store
	clock   *clocktest.Clock
	parts   markettest.Parts
	unread  bool // uploaded files stay as they are, in processing

	unchecked bool // answers are not held against the contract

	mu       sync.Mutex
	accounts map[string]account
}

// account is a user with an access token.
type account struct {
	vitrine.User
	Token   string
	TokenID int64
}

// change changes what a server is made from.
type change func(*options)

// options are what the parts of a server are made from.
type options struct {
	markettest.Parts
	api api.Options
}

// newServer starts a marketplace with the shipped categories and licences, on
// SQLite and a folder.
func newServer(t testing.TB, changes ...change) *server {
	t.Helper()
	clock := clocktest.At(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	disk := markettest.Folder(t, clock.Now)
	mux := http.NewServeMux()
	var s *server
	mux.Handle("/blobs/", blobhttp.Downloads(disk, func(ctx context.Context, claim string) error { return s.shop.CheckClaim(ctx, claim) },
		web.WriteProblem))
	s = newServerOn(t, storetest.SQLite(t), disk, clock, mux, changes...)
	return s
}

// onBoth tests a marketplace on each of the databases.
func onBoth(t *testing.T, test func(t *testing.T, s *server), changes ...change) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, newServer(t, changes...))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		clock := clocktest.At(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
		test(t, newServerOn(t, storetest.NewPostgres(t).Open(t), markettest.Folder(t, clock.Now), clock, http.NewServeMux(), changes...))
	})
}

// newServerOn starts a marketplace on a database and stored bytes.
func newServerOn(t testing.TB, db *store.DB, blobs blob.Store, clock *clocktest.Clock, mux *http.ServeMux, changes ...change) *server {
	t.Helper()
	s := &server{db: db, blobs: blobs, accounts: map[string]account{}, clock: clock}
	o := options{markettest.New(db, blobs, clock.Now), api.Options{DB: db, BaseURL: baseURL, Now: clock.Now, Mux: mux}}
	o.Shop.BaseURL = baseURL
	for _, change := range changes {
		change(&o)
	}
	s.shop, s.reader = o.Open(t)
	o.api.Shop, s.parts = s.shop, o.Parts
	s.api = api.New(o.api)
	s.handler = s.api.Handler()
	return s
}

// user returns the account of a name, made when it is first asked for, with the
// default scopes and more.
func (s *server) user(t testing.TB, name string, more ...vitrine.Scope) account {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.accounts[name]; ok {
		return known
	}
	user, access, err := s.shop.CreateUser(t.Context(), shop.NewUser{
		Username: name, Email: name + "@example.com", Admin: strings.HasPrefix(name, "admin"),
		Scopes: append(vitrine.DefaultScopes(), more...),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.accounts[name] = account{*user, access.Secret, access.ID}
	return s.accounts[name]
}

// request is what a test sends.
type request struct {
	method string
	path   string
	as     string // name of a user, made when needed; "" is signed out
	header map[string]string
	body   string // JSON unless header says else
}

// answer is what comes back.
type answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// do sends a request through the whole handler and holds the answer against
// the contract.
func (s *server) do(t testing.TB, q request) answer {
	t.Helper()
	var body io.Reader = http.NoBody
	if q.body != "" {
		body = strings.NewReader(q.body)
	}
	r := httptest.NewRequestWithContext(t.Context(), q.method, q.path, body)
	if q.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if q.as != "" {
		r.Header.Set("Authorization", "Bearer "+s.user(t, q.as).Token)
	}
	for name, value := range q.header {
		r.Header.Del(name)
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	return s.send(t, r)
}

// send sends a request as it is.
func (s *server) send(t testing.TB, r *http.Request) answer {
	t.Helper()
	method, path := r.Method, r.URL.Path
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, r)
	if method != http.MethodGet && method != http.MethodHead && !s.unread {
		surveytest.ReadFiles(t, s.db, s.reader)
	}
	got := answer{recorder.Code, recorder.Header(), recorder.Body.Bytes()}
	if !s.unchecked && got.Header.Get("Content-Encoding") == "" {
		checkContract(t, method, path, got)
	}
	return got
}

// at returns a member of a JSON answer by its path, such as "models.0.id"; nil
// when it is not there. Numbers are json.Number.
func (a answer) at(t testing.TB, path string) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(a.Body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, a.Body)
	}
	for part := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[part]
		case []any:
			i := 0
			if err := json.Unmarshal([]byte(part), &i); err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// scenario is a request with what must come back.
type scenario struct {
	name string
	request
	wantStatus int
	want       map[string]any    // members by path; numbers as json.Number or int
	wantHeader map[string]string // "" means absent
	golden     string            // name of a file in testdata that holds the whole answer
}

// run sends each scenario to the server, in order.
func (s *server) run(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			got := s.do(t, c.request)
			if got.Status != c.wantStatus {
				t.Fatalf("status is %d, want %d\n%s", got.Status, c.wantStatus, got.Body)
			}
			for path, want := range c.want {
				if number, ok := want.(int); ok {
					data, _ := json.Marshal(number)
					want = json.Number(data)
				}
				if diff := cmp.Diff(want, got.at(t, path)); diff != "" {
					t.Errorf("%s (-want +got):\n%s\n%s", path, diff, got.Body)
				}
			}
			for name, want := range c.wantHeader {
				if value := got.Header.Get(name); value != want {
					t.Errorf("header %s is %q, want %q", name, value, want)
				}
			}
			if c.golden != "" {
				compareGolden(t, c.golden, got.Body)
			}
		})
	}
}

// What differs from run to run in golden files.
var changing = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`v[a-z]{2}_[0-9A-Za-z]{20,}`), "SECRET"},
	{regexp.MustCompile(`"request_id": "[^"]*"`), `"request_id": "REQUEST"`},
	{regexp.MustCompile(`[?]([^" ]*)signature=[^"]*`), "?SIGNED"},
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`/(media|files)/[a-z2-7]{2}/[a-z2-7]{2}/[a-z2-7]+`), "/$1/KEY"},
	{regexp.MustCompile(`/checkout/[^"]+`), "/checkout/KEY"},
}

// compareGolden compares a JSON answer with a file in testdata.
func compareGolden(t testing.TB, name string, body []byte) {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, body, "", "  "); err != nil {
		t.Fatalf("the answer is not JSON: %v\n%s", err, body)
	}
	got := pretty.String() + "\n"
	for _, c := range changing {
		got = c.pattern.ReplaceAllString(got, c.instead)
	}
	compareFile(t, filepath.Join("testdata", name+".json"), got)
}
