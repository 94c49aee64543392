package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/shop"
)

// TestMatrix asks for every page, and sends every form empty, as each kind of people there
// is: what they are answered stands in the table. A page that is not in it fails the test,
// which says what its row would be: hold each answer against what it should be.
func TestMatrix(t *testing.T) {
	t.Parallel()
	m, table := newMatrix(t), readMatrix(t)
	m.wantLinked(t, table)
	for _, pattern := range m.app.Patterns() {
		method, path, named := strings.Cut(pattern, " ")
		if !named {
			method, path = http.MethodGet, pattern
		}
		if method == http.MethodOptions {
			continue // says which protocol is spoken, to everybody
		}
		if strings.HasPrefix(path, "/v1/") {
			m.wantTokens(t, method, path)
			continue
		}
		row, known := table[pattern]
		delete(table, pattern)
		if !known {
			row.path = standIns.Replace(path)
		}
		got := make([]string, len(people))
		for i, who := range people {
			got[i] = m.answer(t, who, method, row.path)
		}
		if diff := cmp.Diff(row.answers, got); !known {
			t.Errorf("say in the table what each kind of people is answered: now it is\n%s | %s", pattern, strings.Join(got, " "))
		} else if diff != "" {
			t.Errorf("%s answers %v (-want +got):\n%s", pattern, people, diff)
		}
		if method == http.MethodPost {
			m.wantOwnForms(t, row)
		}
	}
	for pattern := range table {
		t.Errorf("there is no page %s: take it out of the table", pattern)
	}
	m.html.wantValid(t)
	m.html.wantLight(t, m.weigh(t))
}

// standIns are in the places of what a path names, unless its row says it.
var standIns = strings.NewReplacer("{$}", "", "{key}", "guess", "{path...}", "", "{id}", "1", "{upload}", "1", "{shot}", "1",
	"{seller}", "1",
	"{month}", "1999-01")

// people are the columns of the table.
var people = []string{"nobody", "buyer", "buyer-late", "seller", "other", "operator", "operator-late", "moderator", "support", "suspended",
	"claimed"}

// matrixRow is what is answered at a page.
type matrixRow struct {
	pattern, path string
	answers       []string
	programs      bool // send it, from wherever they are
}

func readMatrix(t *testing.T) map[string]matrixRow {
	t.Helper()
	table := map[string]matrixRow{}
	for line := range strings.Lines(strings.TrimSpace(pageMatrix)) {
		cells := strings.Split(line, "|")
		pattern, last := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1])
		row := matrixRow{pattern: pattern}
		last, row.programs = strings.CutPrefix(last, "programs: ")
		if row.answers = strings.Fields(last); len(row.answers) == 1 {
			row.answers = slices.Repeat(row.answers, len(people))
		}
		if len(row.answers) != len(people) {
			t.Fatalf("the row %q has %d answers for %d kinds of people", line, len(row.answers), len(people))
		}
		row.path = standIns.Replace(pattern[strings.IndexByte(pattern, ' ')+1:])
		if len(cells) > 2 {
			row.path = strings.TrimSpace(cells[1])
		}
		table[pattern] = row
	}
	return table
}

// matrix is a marketplace with somebody of each kind.
type matrix struct {
	*market
	ids    map[string]int64 // of their accounts
	client *http.Client
	html   shownPages

	language string // that links are followed in; "" for any
}

func newMatrix(t *testing.T) *matrix {
	t.Helper()
	c := unlimited(t)
	c.GuessRate = 0
	m := &matrix{market: marketWith(t, app.Options{Config: c, Read: readPlainly, Outbox: true}, "seller"), ids: map[string]int64{},
		html: shownPages{}}
	m.client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(m.client.CloseIdleConnections)
	for _, who := range []string{"other", "operator", "moderator", "support", "suspended", "buyer"} {
		_, access, err := m.app.Shop().CreateUser(t.Context(),
			shop.NewUser{Username: who, Email: who + "@example.com", Admin: who == "operator"})
		if err != nil {
			t.Fatal(err)
		}
		if who == "buyer" {
			m.sell(t, access.Secret)
		}
	}
	typed := shop.NewAccount{Username: "claimed", Email: "buyer@example.com", Password: "correct horse"}
	if _, err := m.app.Shop().Join(t.Context(), typed, shop.Browser{}); err != nil {
		t.Fatal(err)
	}
	said := shop.NewReport{Page: "/terms", Kind: vitrine.ReportOther, Explanation: "x", Name: "Eve", Email: "eve@example.com", GoodFaith: true}
	if _, _, err := m.app.Shop().Report(t.Context(), said); err != nil {
		t.Fatal(err)
	}
	if _, err := m.app.Shop().Suspend(t.Context(), "suspended"); err != nil {
		t.Fatal(err)
	}
	for _, who := range people[1:] {
		name, _, _ := strings.Cut(who, "-")
		user, err := m.app.User(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		m.ids[who] = user.ID
	}
	for _, role := range []vitrine.Role{vitrine.RoleModerator, vitrine.RoleSupport} {
		if err := m.app.Shop().GiveRoles(t.Context(), m.signedIn(t, "operator"), m.ids[string(role)], []vitrine.Role{role}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// sell has the buyer order a free model of the seller: order 1 of model 1, whose picture 1 is
// its author's: it is there before the files, of which others are drawn.
func (m *matrix) sell(t *testing.T, buyer string) {
	t.Helper()
	u := m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 0})
	path := m.draft(t, upload{members: u.members, pictures: u.pictures})
	for _, file := range u.files {
		m.call(t, "POST", path+"/files?name="+url.QueryEscape(file.name), file.data)
	}
	m.publish(t, path)
	seller := m.token
	m.token = buyer
	made := m.call(t, "POST", "/v1/orders", map[string]any{"model_id": 1})
	m.token = seller
	checkout, err := url.Parse(fmt.Sprint(made["checkout_url"]))
	if err != nil {
		t.Fatal(err)
	}
	m.market.send(t, checkout.Path, url.Values{"outcome": {"pay"}})
}

// session is the cookie of somebody, "" for nobody.
func (m *matrix) session(t *testing.T, who string) string {
	t.Helper()
	if who == "nobody" {
		return ""
	}
	proved := time.Now()
	if strings.HasSuffix(who, "-late") {
		proved = proved.Add(-vitrine.FreshFor)
	}
	secret, _, err := m.app.Session(t.Context(), m.ids[who], proved)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// place makes what a path names anew, so that it is there whoever asked before.
func (m *matrix) place(t *testing.T, path string) string {
	t.Helper()
	fill := func(name string, id int64, err error) {
		if err != nil {
			t.Fatal(err)
		}
		path = strings.ReplaceAll(path, name, fmt.Sprint(id))
	}
	if strings.Contains(path, "{session}") {
		_, id, err := m.app.Session(t.Context(), m.ids["buyer"], time.Now())
		fill("{session}", id, err)
	}
	if strings.Contains(path, "{token}") {
		access, err := m.app.Shop().CreateToken(t.Context(), m.ids["buyer"], shop.NewToken{})
		fill("{token}", access.Token.ID, err)
	}
	if strings.Contains(path, "{model}") {
		seller := vitrine.Caller{User: vitrine.User{ID: m.ids["seller"], Username: "seller"}}
		request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Draft")}}
		made, err := m.app.Shop().CreateModel(t.Context(), seller, request)
		if err != nil {
			t.Fatal(err)
		}
		fill("{model}", made.ID, nil)
	}
	if strings.Contains(path, "{application}") {
		made, _, err := m.app.Shop().CreateApplication(t.Context(),
			shop.NewApplication{Name: "Plug-in", OwnerID: m.ids["buyer"], Scopes: vitrine.DefaultScopes()})
		fill("{application}", made.ID, err)
	}
	if strings.Contains(path, "{webhook}") {
		id, delivery, err := m.hook(t)
		fill("{webhook}", id, err)
		fill("{delivery}", delivery, err)
	}
	return path
}

// hook gives the buyer a webhook endpoint with a delivery, in the place of the one before.
func (m *matrix) hook(t *testing.T) (id, delivery int64, err error) {
	t.Helper()
	buyer := vitrine.Caller{User: vitrine.User{ID: m.ids["buyer"], Username: "buyer"}, Scopes: vitrine.OwnScopes()}
	all, err := m.app.Shop().Endpoints(t.Context(), buyer)
	if err != nil {
		return 0, 0, err
	}
	for _, e := range all {
		if err := m.app.Shop().RemoveEndpoint(t.Context(), buyer, e.ID, nil); err != nil {
			return 0, 0, err
		}
	}
	wanted := shop.EndpointChange{URL: vitrine.Some("https://hooks.invalid/"), Description: vitrine.Some("Till")}
	made, err := m.app.Shop().CreateEndpoint(t.Context(), buyer, shop.NewEndpoint{EndpointChange: wanted})
	if err != nil {
		return 0, 0, err
	}
	d, _, err := m.app.Shop().TestEndpoint(t.Context(), buyer, made.ID)
	return made.ID, d.ID, err
}

// request is what the browser of somebody sends.
func (m *matrix) request(t *testing.T, who, method, path string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, m.public+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if secret := m.session(t, who); secret != "" {
		r.AddCookie(&http.Cookie{Name: "vitrine-session", Value: secret})
	}
	return r
}

// page is what somebody reads at an address.
func (m *matrix) page(t *testing.T, who, path string) (status int, body string) {
	t.Helper()
	answer, err := m.client.Do(m.request(t, who, http.MethodGet, path))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(data)
}

// send sends an empty form, or asks for a page.
func (m *matrix) send(t *testing.T, who, method, path string, header ...string) *http.Response {
	t.Helper()
	r := m.request(t, who, method, path)
	if !strings.HasPrefix(path, "/v1/") {
		r.Header.Set("Accept", "text/html")
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := m.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	m.html.note(t, method+" "+path, answer)
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return answer
}

// answer says shortly what somebody is answered with.
func (m *matrix) answer(t *testing.T, who, method, path string) string {
	t.Helper()
	asked := path
	path = m.place(t, path)
	got := m.send(t, who, method, path)
	if policy := got.Header.Get("Referrer-Policy"); policy != "same-origin" {
		t.Errorf("%s has the Referrer-Policy %q: secrets leak by it, or forms come from nowhere", path, policy)
	}
	if cookies := got.Cookies(); who == "nobody" && method == http.MethodGet && len(cookies) > 0 {
		t.Errorf("%s has a visitor who only looks keep %v: that would need a banner", path, cookies)
	}
	if got.StatusCode != http.StatusSeeOther {
		return fmt.Sprint(got.StatusCode)
	}
	at, _, _ := strings.Cut(path, "?")
	leads := got.Header.Get("Location")
	for door, said := range map[string]string{"/sign-in": "in", "/sign-in/again": "again"} {
		if leads == door+"?next="+url.QueryEscape(path) || leads == door+"?next="+url.QueryEscape(at) {
			return said
		}
	}
	leads, _, _ = strings.Cut(leads, "?")
	for _, name := range []string{"{model}", "{webhook}"} {
		if own, _, found := strings.Cut(asked, name); found && strings.HasPrefix(leads, own) {
			leads = own + name // it has another number each time
		}
	}
	return ">" + leads
}

// wantOwnForms sends a form from another site: it must be refused whoever sends it.
func (m *matrix) wantOwnForms(t *testing.T, row matrixRow) {
	t.Helper()
	if row.programs {
		return
	}
	for _, who := range []string{"nobody", "buyer", "operator"} {
		for _, header := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
		} {
			if got := m.send(t, who, http.MethodPost, m.place(t, row.path), header...); got.StatusCode != http.StatusForbidden {
				t.Errorf("%s takes a form with %v of %s: status %d", row.pattern, header, who, got.StatusCode)
			}
		}
	}
}

// wantTokens asks an operation of the interface with the cookie of an operator alone, which
// is worth nothing there: what browsers send by themselves must not act.
func (m *matrix) wantTokens(t *testing.T, method, path string) {
	t.Helper()
	path = strings.NewReplacer("{$}", "", "{id}", "1", "{model_id}", "1", "{language}", "en-US", "{type}", "general", "{page}", "terms",
		"{upload}", "1", "{about}", "seller").Replace(path)
	if got := m.send(t, "operator", method, path); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("%s %s with a cookie and no token: status %d, want 401", method, path, got.StatusCode)
	}
}
