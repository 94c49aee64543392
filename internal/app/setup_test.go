package app_test

import (
	"bytes"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/config"
	"vitrine/internal/shop"
	"vitrine/internal/store/storetest"
)

var setupLink = regexp.MustCompile(`http://\S+/setup\?key=vtn_\w+`)

// startNew serves a marketplace that is told where to print its link, with a client that
// keeps cookies. link is what was printed, "" for nothing.
func startNew(t testing.TB, c config.Config) (s *running, link string) {
	t.Helper()
	if c.BaseURL == "" || strings.HasSuffix(c.BaseURL, ":0") {
		address, err := app.FreeAddress()
		if err != nil {
			t.Fatal(err)
		}
		c.Listen, c.BaseURL = address, "http://"+address
	}
	printed := &safeBuffer{}
	s = startWith(t, app.Options{Config: c, Read: readOnce, Setup: printed})
	return s, setupLink.FindString(printed.String())
}

// jar gives a client of its own to somebody, who keeps cookies and follows nothing.
func jar(t testing.TB) *http.Client {
	t.Helper()
	cookies, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: cookies, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// beginningForm is what somebody types who sets a marketplace up.
func beginningForm() url.Values {
	return url.Values{
		"name": {"Kiln & <Kin>"}, "username": {"ada"}, "email": {"ada@example.com"}, "password": {"correct horse"}, "currency": {"EUR"},
		"joining": {"open"}, "selling": {"confirmed"}, "free_open": {"yes"}, "accent": {"#b41e5a"}, "contact": {"kiln@example.com"},
	}
}

// post sends a form with a logo, nil for none, and returns status, Location and body.
func post(t testing.TB, client *http.Client, address string, form url.Values, logo []byte) (status int, location, body string) {
	t.Helper()
	var data bytes.Buffer
	parts := multipart.NewWriter(&data)
	for name, values := range form {
		_ = parts.WriteField(name, values[0])
	}
	file, err := parts.CreateFormFile("logo", "logo.png")
	if err == nil {
		_, err = file.Write(logo)
	}
	if err == nil {
		err = parts.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, &data)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", parts.FormDataContentType())
	return do(t, client, r)
}

func do(t testing.TB, client *http.Client, r *http.Request) (status int, location, body string) {
	t.Helper()
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Location"), string(read)
}

func visit(t testing.TB, client *http.Client, address string) (status int, location, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return do(t, client, r)
}

// TestFirstStart follows the link that is printed, on one of two processes.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	c := settings(t)
	first, link := startNew(t, c)
	if link == "" {
		t.Fatal("no link is printed")
	}
	again := c
	again.Listen, again.BaseURL = "127.0.0.1:0", "http://127.0.0.1:0"
	second, other := startNew(t, again)
	if other == "" || strings.HasSuffix(other, link[strings.Index(link, "key="):]) {
		t.Errorf("another process prints %q beside %q", other, link)
	}
	ada, eve := jar(t), jar(t)
	if strings.Contains(first.log.String(), "vtn_") {
		t.Error("the key is in the log")
	}
	guessed := first.public + "/setup?key=vtn_" + strings.Repeat("0", 36)
	for address, want := range map[string]int{
		link: 200, first.public + "/setup": 200, guessed: 403, first.public + "/setup?key=": 200, first.public + "/desk/house": 303,
	} {
		if status, _, _ := visit(t, eve, address); status != want {
			t.Errorf("%s: status %d, want %d", address, status, want)
		}
	}
	if status, _, _ := post(t, eve, guessed, beginningForm(), nil); status != http.StatusForbidden {
		t.Errorf("a guess: status %d", status)
	}
	wrong := beginningForm()
	wrong.Set("accent", "#ffd500")
	wrong.Set("password", "<short>")
	status, _, body := post(t, ada, link, wrong, swatch(1))
	if status != 422 || !strings.Contains(body, "1.3 : 1") || strings.Contains(body, "short>") || !strings.Contains(body, `value="Kiln &amp; &lt;Kin&gt;"`) {
		t.Errorf("what is wrong: status %d, %s", status, body)
	}
	status, location, body := post(t, ada, link, beginningForm(), swatch(1))
	if status != http.StatusSeeOther || location != "/desk/house?new=1" {
		t.Fatalf("setting up: status %d to %s, %s", status, location, body)
	}
	for _, address := range []string{
		link, second.public + other[strings.Index(other, "/setup"):], second.public + "/setup", first.public + "/setup",
	} {
		if status, _, body := visit(t, eve, address); status != http.StatusNotFound || !strings.Contains(body, "This marketplace is set up") {
			t.Errorf("%s afterwards: status %d", address, status)
		}
		if status, _, _ := post(t, eve, address, beginningForm(), nil); status != http.StatusNotFound {
			t.Errorf("%s posted afterwards: status %d", address, status)
		}
	}
	if status, _, body := visit(t, ada, first.public+location); status != 200 || !strings.Contains(body, "you are signed in as its operator") {
		t.Errorf("where it leads: status %d", status)
	}
	wantHouse(t, first, second, eve)
	third, none := startNew(t, again)
	if none != "" || strings.Contains(third.log.String(), "no operator can sign in") {
		t.Errorf("a later start prints %q", none)
	}
}

// wantHouse looks for name, colour, logo and contact on the pages of two processes.
func wantHouse(t *testing.T, first, second *running, guest *http.Client) {
	t.Helper()
	for _, s := range []*running{first, second} {
		body := ""
		until(t, "the name is shown", func() bool {
			_, _, body = visit(t, guest, s.public+"/docs")
			return strings.Contains(body, "Kiln &amp; &lt;Kin&gt;")
		})
		style := regexp.MustCompile(`/assets/house-[0-9a-f]+\.css`).FindString(body)
		logo := regexp.MustCompile(`class="logo" src="(/media/[^"]+)"`).FindStringSubmatch(body)
		if style == "" || logo == nil || !strings.Contains(body, `<a href="mailto:kiln@example.com">`) {
			t.Fatalf("the page is %s", body)
		}
		if got := s.get(t, s.public+logo[1]); got.Status != 200 || got.Type != "image/jpeg" {
			t.Errorf("the logo: status %d, %s", got.Status, got.Type)
		}
		for path, cache := range map[string]string{style: "public, max-age=31536000, immutable", "/assets/house-000000000000.css": "no-store"} {
			answer, err := guest.Get(s.public + path)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode != 200 || answer.Header.Get("Cache-Control") != cache ||
				answer.Header.Get("Content-Type") != "text/css; charset=utf-8" ||
				!strings.Contains(string(text), "--accent: #b41e5a;") {
				t.Errorf("%s: %d, %v, %s", path, answer.StatusCode, answer.Header, text)
			}
		}
	}
}

// TestHouseAtTheDesk changes what a marketplace is, as who may and as who may not.
func TestHouseAtTheDesk(t *testing.T) {
	t.Parallel()
	s, link := startNew(t, settings(t))
	ada, eve := jar(t), jar(t)
	if status, _, body := post(t, ada, link, beginningForm(), nil); status != http.StatusSeeOther {
		t.Fatalf("setting up: status %d, %s", status, body)
	}
	desk := s.public + "/desk/house"
	change := beginningForm()
	change.Set("name", "Kiln")
	change.Set("joining", "closed")
	for who, client := range map[string]*http.Client{"nobody": eve, "a seller": signedIn(t, s, "sam")} {
		want, leads := http.StatusNotFound, ""
		if client == eve {
			want, leads = http.StatusSeeOther, "/sign-in?next=%2Fdesk%2Fhouse"
		}
		if status, location, _ := visit(t, client, desk); status != want || location != leads {
			t.Errorf("%s at the desk: status %d to %s", who, status, location)
		}
		if status, location, _ := post(t, client, desk, change, nil); status != want || location != leads {
			t.Errorf("%s changes it: status %d to %s", who, status, location)
		}
	}
	crossed, err := http.NewRequestWithContext(t.Context(), http.MethodPost, desk, strings.NewReader(change.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	crossed.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	crossed.Header.Set("Sec-Fetch-Site", "cross-site")
	if status, _, _ := do(t, ada, crossed); status != http.StatusForbidden {
		t.Errorf("a form of another site: status %d", status)
	}
	change.Set("strong_operators", "yes")
	change = asItIs(t, ada, desk, change)
	if status, _, body := post(t, ada, desk, change, nil); status != 422 || !strings.Contains(body, "else you could not act as operator") {
		t.Errorf("locking oneself out: status %d", status)
	}
	change.Del("strong_operators")
	wantAnnounced(t, s, ada, change)
	wantOnKeptPages(t, s, "Kiln &amp; &lt;Kin&gt;", "")
	change = asItIs(t, ada, desk, change)
	if status, location, _ := post(t, ada, desk, change, swatch(1)); status != http.StatusSeeOther || location != "/desk/house?saved=1" {
		t.Errorf("changing it: status %d to %s", status, location)
	}
	change.Set("name", "Oven") // in a window that was open before
	if status, _, body := post(t, ada, desk, change, nil); status != http.StatusPreconditionFailed ||
		!strings.Contains(body, "This was changed meanwhile") || !strings.Contains(body, `value="Oven"`) ||
		!strings.Contains(body, `<dt>Name of the marketplace</dt><dd class="words" dir="auto">Kiln</dd>`) || strings.Contains(body, "<dt>Who may") {
		t.Errorf("by a form of before: status %d, %s", status, body)
	}
	desks := []string{"/desk", "/desk/orders", "/desk/jobs", "/desk/audit", "/desk/house", "/desk/mails",
		"/desk/models", "/desk/people", "/desk/categories", "/desk/licenses", "/desk/reports"}
	for _, path := range desks {
		_, _, body := visit(t, ada, s.public+path)
		for _, other := range desks {
			link := `<li><a href="` + other + `">`
			if other == path {
				link = `<li><a href="` + other + `" aria-current="page">`
			}
			if !strings.Contains(body, link) {
				t.Errorf("%s has no %s: %.3000s", path, link, body)
			}
		}
	}
	house, err := s.app.Shop().House(t.Context())
	if err != nil || house.Name != "Kiln" || house.Joining != vitrine.JoinClosed || house.Logo.Key == "" {
		t.Errorf("it is %+v, %v", house, err)
	}
	wantOnKeptPages(t, s, "Kiln", "/"+house.Logo.Key)
}

// asItIs is a form of the house that was filled from the house as it is now.
func asItIs(t *testing.T, operator *http.Client, desk string, form url.Values) url.Values {
	t.Helper()
	_, _, body := visit(t, operator, desk)
	_, rest, _ := strings.Cut(body, `name="version" value="`)
	version, _, _ := strings.Cut(rest, `"`)
	form = maps.Clone(form)
	form.Set("version", version)
	return form
}

// wantAnnounced has an operator announce something by a form, wrongly and rightly, and leaves
// the form as it was.
func wantAnnounced(t *testing.T, s *running, operator *http.Client, form url.Values) {
	t.Helper()
	form = maps.Clone(form)
	form.Set("name", beginningForm().Get("name"))
	desk, shown := s.public+"/desk/house", func() string {
		_, _, body := visit(t, jar(t), s.public+"/")
		return body
	}
	try := func(want int, say, body string) {
		t.Helper()
		if status, _, got := post(t, operator, desk, asItIs(t, operator, desk, form), nil); status != want || !strings.Contains(got, body) {
			t.Errorf("%s: status %d, want %d with %s:\n%s", say, status, want, body, got)
		}
	}
	form.Set("announcement_text", "Fair <b>until</b> Sunday")
	form.Set("announcement_until", "2001-01-01T00:00")
	try(422, "an end that is over", "moment is over: say when")
	form.Set("announcement_until", "soon")
	try(422, "an end that is none", "moment is in no calendar")
	form.Set("announcement_until", "2999-12-31T18:30")
	form.Set("announcement_link", "https://fair.example/?a=1&b=2")
	form.Set("announcement_language", "en")
	try(303, "an announcement", "")
	const line = `<p dir="auto" lang="en"><a href="https://fair.example/?a=1&amp;b=2">Fair &lt;b&gt;until&lt;/b&gt; Sunday</a></p>`
	if body := shown(); !strings.Contains(body, line) {
		t.Errorf("it is not announced:\n%.3000s", body)
	}
	if _, _, body := visit(t, operator, desk); !strings.Contains(body, `value="2999-12-31T18:30"`) {
		t.Error("the form has not the end that was said")
	}
	form.Set("max_files", "201")
	try(422, "more files than the server was started with", "not above what the server was started with")
	form.Set("max_files", "1.5")
	try(422, "half a file", "not above what the server was started with")
	form.Set("max_files", "1,00")
	try(422, "what some read as a hundred and others as one", "not above what the server was started with")
	form.Set("max_files", "100")
	form.Set("max_image_bytes", "0,5")
	form.Set("order_lifetime_seconds", "120")
	try(303, "limits", "")
	set, err := s.app.Shop().Limits(t.Context())
	if err != nil || set.Files != 100 || set.ImageSize != 500_000 || set.OrderLifetime != 120*time.Hour {
		t.Errorf("the limits are %+v, %v", set, err)
	}
	if _, _, body := visit(t, operator, desk); !strings.Contains(body, `name="max_image_bytes" type="text" value="0.5"`) {
		t.Error("the form has not the limits that were said")
	}
	for _, name := range []string{"max_files", "max_image_bytes", "order_lifetime_seconds"} {
		form.Del(name)
	}
	form.Set("announcement_text", "") // with all else left as it is
	try(303, "none", "")
	if body := shown(); strings.Contains(body, "announcement") {
		t.Error("it is still announced")
	}
}

// wantOnKeptPages looks for name and logo on pages that are kept for visitors, twice, so
// that they are kept after that.
func wantOnKeptPages(t *testing.T, s *running, name, logo string) {
	t.Helper()
	for range 2 {
		for _, path := range []string{"/", "/3d-models", "/search?keywords=oak"} {
			_, _, body := visit(t, jar(t), s.public+path)
			if !strings.Contains(body, "<span>"+name+"</span>") || !strings.Contains(body, `src="`+logo) {
				t.Errorf("%s does not show %s with the logo %s:\n%.2000s", path, name, logo, body)
			}
		}
	}
}

// signedIn is the browser of a new user.
func signedIn(t testing.TB, s *running, name string) *http.Client {
	t.Helper()
	typed := shop.NewAccount{Username: name, Email: name + "@example.com", Password: "correct horse"}
	started, err := s.app.Shop().Join(t.Context(), typed, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	client, at := jar(t), &url.URL{Scheme: "http", Host: strings.TrimPrefix(s.public, "http://"), Path: "/"}
	client.Jar.SetCookies(at, []*http.Cookie{{Name: "vitrine-session", Value: started.Secret, Path: "/"}})
	return client
}

// TestWhoMaySell publishes as who may not, and says so before.
func TestWhoMaySell(t *testing.T) {
	t.Parallel()
	m, _ := emptyMarket(t, settings(t))
	model := m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 0}))
	until(t, "it can be published", func() bool { return m.call(t, "GET", model+"/publication", nil)["publishable"] == true })
	publish := func(want int) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, m.public+model, strings.NewReader(`{"status": "published"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+m.token)
		if status, _, body := do(t, m.client, r); status != want {
			t.Errorf("publishing: status %d, want %d: %s", status, want, body)
		}
	}
	house := vitrine.DefaultHouse()
	house.Selling = vitrine.SellOperators
	if err := m.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	problems, _ := m.call(t, "GET", model+"/publication", nil)["problems"].([]any)
	if len(problems) != 1 || problems[0].(map[string]any)["code"] != "not_a_seller" {
		t.Errorf("it lacks %v", problems)
	}
	publish(http.StatusForbidden)
	if err := m.app.Shop().SetHouse(t.Context(), vitrine.DefaultHouse()); err != nil {
		t.Fatal(err)
	}
	publish(http.StatusOK)
	// What is published stays, and can be changed: only new models are refused.
	if err := m.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	publish(http.StatusOK)
}

// TestOperatorsOfEarlierReleases starts on data with an operator who never signed in.
func TestOperatorsOfEarlierReleases(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.Database = storetest.NewPostgres(t).Address(t)
	s := start(t, c)
	if _, _, err := s.app.Shop().CreateUser(t.Context(), shop.NewUser{Username: "ada", Email: "ada@example.com", Admin: true}); err != nil {
		t.Fatal(err)
	}
	s.cancel()
	if err := s.wait(t); err != nil {
		t.Fatal(err)
	}
	again, link := startNew(t, c)
	if link != "" || !strings.Contains(again.log.String(), "`vitrine user password ada` gives ada a password") {
		t.Errorf("it prints %q, and logs %s", link, again.log)
	}
	if status, _, _ := visit(t, jar(t), again.public+"/setup"); status != http.StatusNotFound {
		t.Errorf("/setup: status %d", status)
	}
}
