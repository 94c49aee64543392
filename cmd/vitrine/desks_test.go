package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store/storetest"
)

// deskKills is how often everything is killed while desks are at work.
const deskKills = 3

// TestKilledAtDesks kills the server in the middle of a take-down, of the publication of a
// draft version and of an upload that is gone on with, and whoever removes an account: after that each
// of them is whole, or has not begun and can be done again. A removal that has begun goes on, and what
// was sent of a file stays.
func TestKilledAtDesks(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killAtDesks(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killAtDesks(t, v)
	})
}

// deskActs are done at desks, each to a model of its own.
var deskActs = []struct {
	name  string
	begin func(d *deskWork, t *testing.T)
	do    func(d *deskWork)
	looks func(d *deskWork, t *testing.T) []bool // whether each part of it is there
}{
	{"take-down", (*deskWork).report, (*deskWork).takeDown, (*deskWork).isDown},
	{"publication", (*deskWork).draft, (*deskWork).publish, (*deskWork).isPublished},
	{"removal", (*deskWork).list, (*deskWork).erase, (*deskWork).isErased},
	{"upload", (*deskWork).half, (*deskWork).resume, (*deskWork).isResumed},
}

func killAtDesks(t *testing.T, v *victim) {
	relay := mailtest.Serve(t, mailtest.Options{})
	v.set = []string{"VITRINE_SMTP=smtp://" + relay.Address, "VITRINE_MAIL_FROM=shop@example.com"} // a removal waits for its last mail
	v.flags = []string{"--trusted-proxies", "127.0.0.0/8"}
	operator, buyer := v.userWith(t, "operator", "--admin").Token, v.user(t, "buyer")
	seen, opening := map[string]int{}, time.Now()
	v.print(t, &[]any{}, "user", "forgotten")
	starts := time.Since(opening) // how long a command takes until it does anything
	for round := range deskKills {
		v.start(t)
		var works []*deskWork
		for _, act := range deskActs {
			d := &deskWork{victim: v, operator: operator, buyer: buyer, cut: make(chan struct{}), over: make(chan struct{})}
			d.sell(t, fmt.Sprint(act.name, "-", round))
			act.begin(d, t)
			works = append(works, d)
		}
		var all sync.WaitGroup
		for i, act := range deskActs {
			all.Go(func() {
				defer close(works[i].over)
				act.do(works[i])
			})
		}
		if round > 0 { // one of the requests was answered, and the other is on its way or was, too
			<-works[round%2].over
		}
		if err := pause(t.Context(), time.Duration(rand.IntN(10))*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		v.kill(t)
		if err := pause(t.Context(), starts/2+rand.N(starts)); err != nil {
			t.Fatal(err)
		}
		for _, d := range works {
			close(d.cut)
		}
		all.Wait()
		v.check(t, false)
		v.start(t)
		for i, act := range deskActs {
			seen[act.name+" "+works[i].wholeOrNot(t, act.looks)]++
			if act.do(works[i]); works[i].wholeOrNot(t, act.looks) != whole {
				t.Errorf("%s is not done in the end", works[i].name)
			}
		}
		v.kill(t)
		if t.Failed() {
			t.Fatalf("after kill %d of %d", round+1, deskKills)
		}
	}
	t.Logf("after the kills: %v", seen)
}

// What an act may be after a kill.
const (
	whole    = "whole"
	notBegun = "not begun"
	broken   = "broken"
)

// deskWork is one act on its way.
type deskWork struct {
	victim          *victim
	operator, buyer string
	name            string
	seller          account
	data            []byte // of their model's file
	path            string // of their model in the interface

	reportID string
	browser  *newcomer
	mark     string // of the draft version
	listed   string // file that names the account
	upload   *resumed

	answered bool
	cut      chan struct{} // closed when a command is to be killed
	over     chan struct{} // closed when it was done or cut
}

// wholeOrNot says what an act is, which must not be in parts, nor gone once it was answered.
func (d *deskWork) wholeOrNot(t *testing.T, looks func(*deskWork, *testing.T) []bool) string {
	t.Helper()
	parts := looks(d, t)
	what := notBegun
	if parts[0] {
		what = whole
	}
	for _, part := range parts {
		if part != parts[0] {
			what = broken
		}
	}
	if what == broken || what == notBegun && d.answered {
		t.Errorf("%s: %v of it are there; answered: %v", d.name, parts, d.answered)
	}
	return what
}

// sell makes a seller with a published model, whose file has bytes that nobody else has.
func (d *deskWork) sell(t *testing.T, name string) {
	t.Helper()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	d.name, d.data = name, bytes.Replace(cube, []byte("solid cube"), []byte("solid "+name), 1)
	d.seller = d.victim.userWith(t, name, "--password", joinPassword)
	if d.path, err = d.victim.publishOf(t.Context(), d.seller.Token, d.data); err != nil {
		t.Fatal(err)
	}
}

// status is what a request is answered with, 0 for no answer.
func (d *deskWork) status(token, method, path string, body any) int {
	text, _ := json.Marshal(body) // of strings
	r, err := http.NewRequest(method, "http://"+d.victim.address+path, bytes.NewReader(text))
	if err != nil {
		return 0
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := d.victim.client.Do(r)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

// read reads what the interface has.
func (d *deskWork) read(t *testing.T, token, path string, to any) {
	t.Helper()
	text, err := d.victim.call(t.Context(), token, http.MethodGet, path, "", nil, http.StatusOK)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (d *deskWork) report(t *testing.T) {
	t.Helper()
	var model struct{ URL string }
	d.read(t, d.buyer, d.path, &model)
	var err error
	d.reportID, err = d.victim.create(t.Context(), d.buyer, "/v1/reports", map[string]any{
		"page": model.URL, "kind": "copyright", "explanation": "It is mine.", "good_faith": true,
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (d *deskWork) takeDown() {
	ruling := map[string]string{"action": "take_down", "ground": "law", "reason": "It is copied."}
	d.answered = d.status(d.operator, http.MethodPost, "/v1/reports/"+d.reportID+"/decision", ruling) == http.StatusOK || d.answered
}

// isDown looks at the report, the catalogue, what was decided, and whether the bytes are taken again.
func (d *deskWork) isDown(t *testing.T) []bool {
	t.Helper()
	var report struct {
		State     string
		Decisions []struct{ Action string }
	}
	d.read(t, d.operator, "/v1/reports/"+d.reportID, &report)
	id, err := d.victim.create(t.Context(), d.seller.Token, "/v1/models", map[string]any{"title": "Again"})
	if err != nil {
		t.Fatal(err)
	}
	_, refused := d.victim.upload(t.Context(), d.seller.Token, "/v1/models/"+id+"/files", "again.stl", d.data)
	return []bool{report.State == "acted", len(report.Decisions) == 1,
		d.status(d.buyer, http.MethodGet, d.path, nil) == http.StatusNotFound, refused != nil}
}

var markOfDraft = regexp.MustCompile(`draft/publish"><button name="mark" value="([^"]+)"`)

// draft adds a picture to the model at the seller's desk, which is in a draft version then.
func (d *deskWork) draft(t *testing.T) {
	t.Helper()
	d.browser = d.victim.newcomer(t, d.name)
	signIn := url.Values{"email": {d.name}, "password": {joinPassword}}
	if status := d.browser.post(t.Context(), "/sign-in", signIn); status != http.StatusSeeOther {
		t.Fatalf("%s signs in: status %d", d.name, status)
	}
	picture, err := os.ReadFile("../../docs/tour/cube.png")
	if err != nil {
		t.Fatal(err)
	}
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	if part, err := writer.CreateFormFile("images", "other.png"); err != nil {
		t.Fatal(err)
	} else if _, err := part.Write(picture); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	answer, err := d.browser.client.Post("http://"+d.victim.address+d.desk()+"/pictures", writer.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if d.mark = d.draftMark(t); d.mark == "" {
		t.Fatalf("%s: %d, and there is no draft version", d.name, answer.StatusCode)
	}
}

func (d *deskWork) desk() string { return "/sell" + strings.TrimPrefix(d.path, "/v1") }

// draftMark is the mark of the draft version as the desk shows it, "" where there is none.
func (d *deskWork) draftMark(t *testing.T) string {
	t.Helper()
	answer, err := d.browser.client.Get("http://" + d.victim.address + d.desk())
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("the desk of %s: %d, %v", d.name, answer.StatusCode, err)
	}
	if found := markOfDraft.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}

func (d *deskWork) publish() {
	status := d.browser.post(context.Background(), d.desk()+"/draft/publish", url.Values{"mark": {d.mark}})
	d.answered = status == http.StatusSeeOther || d.answered
}

// isPublished looks at the pictures of the model, and for the draft version.
func (d *deskWork) isPublished(t *testing.T) []bool {
	t.Helper()
	var list struct{ Images []struct{ ID int64 } }
	d.read(t, d.buyer, d.path+"/images", &list)
	return []bool{len(list.Images) == 2, d.draftMark(t) == ""}
}

func (d *deskWork) list(t *testing.T) {
	t.Helper()
	d.listed = filepath.Join(t.TempDir(), "forgotten.json")
	if err := os.WriteFile(d.listed, fmt.Appendf(nil, `[{"user_id":%d}]`, d.seller.ID), 0o600); err != nil {
		t.Fatal(err)
	}
}

// erase removes the account by a command, which is killed when the work is cut.
func (d *deskWork) erase() {
	command := d.victim.command("user", "forget-again", d.listed)
	if err := command.Start(); err != nil {
		return
	}
	over := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() { d.killWhenCut(command, over) })
	if err := command.Wait(); err == nil {
		d.answered = true
	}
	close(over)
	watch.Wait()
}

// killWhenCut kills a command once, when the work is cut before it is over.
func (d *deskWork) killWhenCut(command *exec.Cmd, over chan struct{}) {
	cut := d.cut
	if cut == nil {
		return
	}
	select {
	case <-cut:
		_ = command.Process.Kill()
	case <-over:
	}
}

// isErased looks at what is left of the account. What has begun is carried out first, as the
// server does in turns, and its last mail sent.
func (d *deskWork) isErased(t *testing.T) []bool {
	t.Helper()
	d.cut = nil
	for range 50 {
		var begun []struct {
			ID int64 `json:"user_id"`
		}
		d.victim.print(t, &begun, "user", "forgotten")
		here := false
		for _, one := range begun {
			here = here || one.ID == d.seller.ID
		}
		if !here || d.erasedName(t) {
			break
		}
		var known struct{}
		d.victim.print(t, &known, "user", "forget-again", d.listed)
		if err := pause(t.Context(), askedAgain); err != nil {
			t.Fatal(err)
		}
	}
	return []bool{d.erasedName(t), d.status(d.buyer, http.MethodGet, d.path, nil) == http.StatusNotFound,
		d.status(d.seller.Token, http.MethodGet, "/v1/users/me", nil) == http.StatusUnauthorized}
}

func (d *deskWork) erasedName(t *testing.T) bool {
	t.Helper()
	var person struct{ Username string }
	id := strconv.FormatInt(d.seller.ID, 10)
	d.read(t, d.operator, "/v1/people/"+id, &person)
	return person.Username == "erased "+id
}
