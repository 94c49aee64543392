package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestKilledWhileItAllows cuts the power while somebody allows an application again and
// again, and it refreshes its tokens: what was answered is good afterwards, and what was
// cut off works when it is sent again, or has ended whole.
func TestKilledWhileItAllows(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killWhileItAllows(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killWhileItAllows(t, v)
	})
}

const backHere = "http://127.0.0.1:9/back"

// allower is somebody who allows an application, and the application.
type allower struct {
	v          *victim
	browser    *http.Client
	ID, Secret string
	mu         sync.Mutex
	answered   issued // last
	sent       url.Values
	given      *tally // tokens since the server was started
}

// issued are tokens, or why there are none.
type issued struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Error   string `json:"error"`
	Detail  string `json:"error_description"`
}

func newAllower(t *testing.T, v *victim) *allower {
	t.Helper()
	a := &allower{v: v}
	for _, args := range [][]string{
		{"user", "create", "--username", "eve", "--email", "eve@example.com", "--password", "correct horse"},
		{"app", "create", "--name", "Workshop", "--owner", "eve", "--redirect-uri", backHere},
	} {
		text, err := v.command(args...).Output()
		var made struct {
			ID     string `json:"client_id"`
			Secret string `json:"client_secret"`
		}
		if err != nil || args[0] == "app" && json.Unmarshal(text, &made) != nil {
			t.Fatalf("%q: %s, %v", args, text, err)
		}
		a.ID, a.Secret = made.ID, made.Secret
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a.browser = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return a
}

// post sends a form in the browser, and returns where it leads.
func (a *allower) post(path string, form url.Values) (*url.URL, error) {
	answer, err := a.browser.PostForm("http://"+a.v.address+path, form)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		return nil, fmt.Errorf("%s: %d: %w", path, answer.StatusCode, errRefused)
	}
	return answer.Location()
}

// shownField is what a page asks to have sent back with a yes.
var shownField = regexp.MustCompile(`name="shown" value="([^"]*)"`)

// allow says yes to what a page shows, and returns where that leads.
func (a *allower) allow(path string) (*url.URL, error) {
	answer, err := a.browser.Get("http://" + a.v.address + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	shown := shownField.FindSubmatch(page)
	if shown == nil {
		return nil, fmt.Errorf("%s: %d: %w", path, answer.StatusCode, errRefused)
	}
	return a.post(path, url.Values{"decision": {"allow"}, "shown": {string(shown[1])}})
}

// token asks for tokens; the last request whose answer is not known is in sent.
func (a *allower) token(form url.Values) (got issued, err error) {
	form.Set("client_id", a.ID)
	form.Set("client_secret", a.Secret)
	a.note(func() { a.sent = form })
	answer, err := a.v.client.PostForm("http://"+a.v.address+"/oauth/token", form)
	if err != nil {
		return got, err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return got, err
	}
	if got.Error == "" {
		a.note(func() { a.answered, a.sent = got, nil })
	}
	return got, nil
}

func (a *allower) note(what func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	what()
}

// work allows the application, which refreshes its tokens some times, until the server is
// gone.
func (a *allower) work() error {
	asked := url.Values{"response_type": {"code"}, "client_id": {a.ID}, "redirect_uri": {backHere}}
	for {
		back, err := a.allow("/oauth/authorize?" + asked.Encode())
		if err != nil {
			return err
		}
		form := url.Values{"grant_type": {"authorization_code"}, "code": {back.Query().Get("code")}, "redirect_uri": {backHere}}
		for range 1 + rand.IntN(10) {
			got, err := a.token(form)
			if err != nil {
				return err
			}
			if got.Error != "" {
				return fmt.Errorf("%s gives %s, %s: %w", form.Get("grant_type"), got.Error, got.Detail, errRefused)
			}
			a.given.count()
			form = url.Values{"grant_type": {"refresh_token"}, "refresh_token": {got.Refresh}}
		}
	}
}

func killWhileItAllows(t *testing.T, v *victim) {
	a := newAllower(t, v)
	rounds := kills(t)
	for round := range rounds {
		v.start(t)
		if round == 0 {
			if _, err := a.post("/sign-in", url.Values{"email": {"eve"}, "password": {"correct horse"}}); err != nil {
				t.Fatal(err)
			}
		}
		a.afterKill(t, round)
		a.given = newTally(1 + rand.IntN(12))
		ended := make(chan error, 1)
		go func() { ended <- a.work() }()
		select {
		case err := <-ended:
			t.Fatalf("round %d: %v", round, err)
		case <-a.given.enough:
		}
		if err := pause(t.Context(), time.Duration(rand.IntN(30))*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		v.kill(t)
		if err := <-ended; errors.Is(err, errRefused) {
			t.Errorf("before the kill: %v", err)
		}
		v.check(t, false)
		if t.Failed() {
			t.Fatalf("after kill %d of %d", round+1, rounds)
		}
	}
	v.start(t)
	a.afterKill(t, rounds)
	v.kill(t)
}

// afterKill holds that the last answer is good, and sends again what had none.
func (a *allower) afterKill(t *testing.T, round int) {
	t.Helper()
	if a.answered.Access == "" {
		return
	}
	open := a.sent
	last := a.answered
	if !a.lets(t, last.Access) {
		t.Errorf("kill %d: an access token that was answered is good for nothing", round)
	}
	if open == nil {
		return
	}
	again, err := a.token(open)
	switch {
	case err != nil:
		t.Errorf("kill %d: %v", round, err)
	case again.Error == "" && !a.lets(t, again.Access):
		t.Errorf("kill %d: sent again, it gives a token that is good for nothing", round)
	case again.Error == "invalid_grant" && open.Get("grant_type") == "refresh_token" && a.lets(t, last.Access):
		t.Errorf("kill %d: sent again it is refused as used before, and the access token still works", round)
	case again.Error != "" && again.Error != "invalid_grant":
		t.Errorf("kill %d: sent again, it gives %s", round, again.Error)
	}
	a.sent, a.answered = nil, issued{}
}

// lets reports whether an access token lets its holder in.
func (a *allower) lets(t *testing.T, access string) bool {
	t.Helper()
	_, err := a.v.call(t.Context(), access, http.MethodGet, "/v1/users/me", "", nil, http.StatusOK)
	return err == nil
}
