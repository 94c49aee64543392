package mail_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/store/storetest"
)

// TestLooks shows the HTML of each mail as readers see it, in light and dark, and checks
// that it fits narrow windows and is for everybody. What languages differ in are words and
// direction: one of each direction stands for the others but where words may be too long.
func TestLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	d := newDesk(t, storetest.SQLite(t), serverWithTLS())
	letters := map[string]string{}
	for _, language := range d.office.Languages() {
		for _, kind := range mail.Kinds() {
			letters["/"+language+"-"+string(kind)] = d.letter(t, d.post(t, usual(kind, language))).HTML
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, letters[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	for name, w := range map[string]struct {
		width int
		opts  []browser.Option
	}{"360": {360, nil}, "1440": {1440, nil}, "360-dark": {360, []browser.Option{browser.Dark()}}} {
		t.Run(name, func(t *testing.T) {
			page := browser.Open(t, w.width, 740, append(w.opts, browser.Without3D())...)
			for path := range letters {
				stands := strings.HasPrefix(path, "/en-") || strings.HasPrefix(path, "/ar-")
				if !stands && name != "360" {
					continue
				}
				page.Go(server.URL + path)
				page.Keep("mail-" + path[1:] + "-" + name)
				page.Fits()
				if stands {
					page.Accessible()
				}
			}
		})
	}
}

// usual is a mail with all that mails of its kind have.
func usual(kind mail.Kind, language string) mail.Message {
	values := map[string]string{
		mail.Title: "Oak chair with a rather long name for a subject", mail.Files: "chair.glb, chair-with-armrests-and-a-cushion_2026.fbx",
		mail.Reason: "the file ends within its 3rd mesh: it was cut off", mail.Agent: "Firefox on Linux", mail.What: "password",
		"author": "juniper-forge", "price": "12.50 EUR", "license": "general", "date": "2026-05-04", "note": "See you there.",
		"email": "new@example.com", mail.ReportID: "17", mail.Page: "https://models.example/3d-models/oak-chair", mail.Outcome: "acted",
		mail.Ground: "law", mail.Action: "take_down", mail.Answer: "We looked again.",
	}
	args := mail.Args{Name: "ada", Link: "/link/vtl_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG", Values: values}
	switch kind {
	case mail.SignIn, mail.Reset, mail.Orders:
		args.Code = "123 456"
	case mail.Known, mail.NoAccount, mail.NewSignIn, mail.Changed, mail.Sale, mail.Rejected, mail.TakenDown, mail.Trial,
		mail.Suspended, mail.Restored, mail.ReportDecided:
		args.Link = ""
	}
	return mail.Message{Kind: kind, To: "ada@example.com", Language: language, Args: args}
}
