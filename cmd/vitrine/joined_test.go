package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestKilledWhilePeopleJoin cuts the power while people join and while somebody chooses a
// new password: who was answered is in, and of the others nothing or all is there.
func TestKilledWhilePeopleJoin(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killWhilePeopleJoin(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killWhilePeopleJoin(t, v)
	})
}

func killWhilePeopleJoin(t *testing.T, v *victim) {
	v.flags = []string{"--trusted-proxies", "127.0.0.0/8"} // each person comes from a network of their own
	rounds, joined, cut := kills(t), 0, 0
	for round := range rounds {
		v.start(t)
		name := "forgets-" + strconv.Itoa(round)
		v.user(t, name)
		forgetful := v.newcomer(t, name)
		if status := forgetful.post(t.Context(), "/reset", url.Values{"email": {name + "@example.com"}}); status != http.StatusSeeOther {
			t.Fatalf("asking for a new password: status %d", status)
		}
		code := url.Values{"code": {v.code(t, name+"@example.com")}, "password": {joinPassword}}
		crowd := []*newcomer{forgetful, v.newcomer(t, fmt.Sprintf("joins-%d-a", round)), v.newcomer(t, fmt.Sprintf("joins-%d-b", round))}
		answered := make(chan struct{}, len(crowd))
		var all sync.WaitGroup
		for i, person := range crowd {
			path, form := "/reset/code", code
			if i > 0 {
				path, form = "/join", person.form()
			}
			all.Go(func() {
				person.status = person.post(t.Context(), path, form)
				answered <- struct{}{}
			})
		}
		for range round % len(crowd) { // the others are on their way when the power goes
			<-answered
		}
		if err := pause(t.Context(), time.Duration(rand.IntN(100))*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		v.kill(t)
		all.Wait()
		v.check(t, false)
		v.start(t)
		for i, person := range crowd {
			if person.in(t, i == 0) {
				joined++
			} else {
				cut++
			}
		}
		v.kill(t)
		if t.Failed() {
			t.Fatalf("after kill %d of %d", round+1, rounds)
		}
	}
	t.Logf("%d are in, %d were cut", joined, cut)
	if rounds > 2 && joined == 0 {
		t.Error("nobody came in")
	}
}

const joinPassword = "correct horse"

// newcomer is somebody with a browser, in a network of their own.
type newcomer struct {
	victim  *victim
	name    string
	network string
	client  http.Client
	status  int // that they were answered with; 0: they were not
}

func (v *victim) newcomer(t *testing.T, name string) *newcomer {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	n := &newcomer{victim: v, name: name, network: fmt.Sprintf("10.%d.%d.1", rand.IntN(250), rand.IntN(250)), client: *v.client}
	n.client.Jar = jar
	n.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return n
}

func (n *newcomer) form() url.Values {
	return url.Values{"username": {n.name}, "email": {n.name + "@example.com"}, "password": {joinPassword}}
}

// post sends a form, and returns the status of the answer, 0 for none.
func (n *newcomer) post(ctx context.Context, path string, form url.Values) int {
	return n.ask(ctx, http.MethodPost, path, strings.NewReader(form.Encode()))
}

func (n *newcomer) ask(ctx context.Context, method, path string, body io.Reader) int {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+n.victim.address+path, body)
	if err != nil {
		return 0
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", n.network)
	answer, err := n.client.Do(r)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

// in reports whether the newcomer's account has the password now. Who was answered is in
// with the session of that answer; who is not can do all of it again.
func (n *newcomer) in(t *testing.T, resets bool) bool {
	t.Helper()
	answered := n.status != 0
	if answered && n.status != http.StatusSeeOther {
		t.Errorf("%s was answered with %d", n.name, n.status)
	}
	if answered && n.ask(t.Context(), http.MethodGet, "/account", nil) != http.StatusOK {
		t.Errorf("the session that %s was given is gone", n.name)
	}
	signIn := url.Values{"email": {n.name}, "password": {joinPassword}}
	switch status := n.post(t.Context(), "/sign-in", signIn); status {
	case http.StatusSeeOther:
		if !resets && n.victim.code(t, n.name+"@example.com") != "" {
			t.Errorf("%s is asked to confirm with a code", n.name)
		}
		return true
	case http.StatusUnprocessableEntity:
		if answered {
			t.Errorf("%s was answered and is not in", n.name)
		}
	default:
		t.Errorf("%s signs in: status %d", n.name, status)
	}
	if !resets && n.post(t.Context(), "/join", n.form()) != http.StatusSeeOther {
		t.Errorf("%s can't join once more", n.name)
	}
	return false
}

// code is that of the last mail to an address, which has to be there.
func (v *victim) code(t *testing.T, email string) string {
	t.Helper()
	var list []struct {
		ID int64
		To string
	}
	v.print(t, &list, "mail", "list")
	for _, m := range list {
		if m.To == email {
			var mail struct{ Code string }
			v.print(t, &mail, "mail", "show", strconv.FormatInt(m.ID, 10))
			return mail.Code
		}
	}
	t.Fatalf("no mail was written to %s", email)
	return ""
}

// print reads what a command prints.
func (v *victim) print(t *testing.T, to any, args ...string) {
	t.Helper()
	output, err := v.command(args...).Output()
	if err == nil {
		err = json.Unmarshal(output, to)
	}
	if err != nil {
		t.Fatalf("vitrine %v: %s, %v", args, output, err)
	}
}
