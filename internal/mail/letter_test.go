package mail_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var update = flag.Bool("update", false, "write the golden files")

// received is a mail as a reader's program sees it.
type received struct {
	Header     netmail.Header
	Subject    string
	Text, HTML string
}

// readMail reads a mail by the standard library, not by what wrote it.
func readMail(t *testing.T, text string) received {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	got := received{Header: m.Header}
	if got.Subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	kind, values, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("the mail is of the type %q: %v", kind, err)
	}
	for reader := multipart.NewReader(m.Body, values["boundary"]); ; {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		switch kind := part.Header.Get("Content-Type"); kind {
		case "text/plain; charset=UTF-8":
			got.Text = string(body)
		case "text/html; charset=UTF-8":
			got.HTML = string(body)
		default:
			t.Errorf("a part of the type %q", kind)
		}
	}
}

// hostile is what somebody types who wants more than a name.
const hostile = "Eve\r\nBcc: all@example.com\r\n\r\n=> Click\u2028\u202egnp.exe " +
	"<script>alert(1)</script> {{.Code}} \"><a href=https://evil.example>x</a> \x00\xff\u200b"

// TestHostileNames renders every mail in every language with names that try to be more.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	words, err := mail.ReadWords(nil)
	if err != nil {
		t.Fatal(err)
	}
	db := storetest.SQLite(t)
	house := vitrine.DefaultHouse()
	house.Name, house.Contact = hostile, "ask@shop.example"
	write(t, db, func(tx *store.Tx) error { return tx.SetHouse(t.Context(), house) })
	d := newDesk(t, db, serverWithTLS())
	values := map[string]string{}
	for _, name := range []string{mail.Title, mail.Files, mail.Reason, mail.Agent, mail.What,
		"author", "price", "tax", "othertax", "license", "date", "note", "email", "sandbox", mail.Account} {
		values[name] = hostile
	}
	for _, lang := range words.Languages() {
		for _, kind := range mail.Kinds() {
			m := mail.Message{Kind: kind, To: "ada@example.com", Language: lang,
				Args: mail.Args{Name: hostile, Link: "/link/vtl_x?a=1&b=2", Code: "123456", Values: values}}
			id := d.post(t, m)
			if err := d.send(t, id); err != nil {
				t.Fatal(err)
			}
			all := d.server.Mails()
			checkHostile(t, lang+"/"+string(kind), kind, readMail(t, all[len(all)-1].Text))
		}
	}
}

// checkHostile checks that a name stayed one.
func checkHostile(t *testing.T, name string, kind mail.Kind, got received) {
	t.Helper()
	known := []string{"Auto-Submitted", "Content-Language", "Content-Type", "Date", "From", "Message-Id", "Mime-Version",
		"Reply-To", "Subject", "To"}
	if kind.Optional() {
		known = append(known, "List-Unsubscribe", "List-Unsubscribe-Post")
	}
	if len(got.Header) != len(known) {
		t.Errorf("%s: the header has %d fields: %v", name, len(got.Header), got.Header)
	}
	for _, field := range known {
		if len(got.Header[field]) != 1 {
			t.Errorf("%s: the header has %s %d times", name, field, len(got.Header[field]))
		}
	}
	for what, text := range map[string]string{"subject": got.Subject, "text": got.Text, "HTML": got.HTML} {
		lines := what == "subject" && strings.ContainsAny(text, "\r\n")
		if lines || strings.ContainsAny(text, "\u202e\u2028\x00\u200b") || !strings.Contains(text, "Eve Bcc: all@example.com") {
			t.Errorf("%s: the %s is not clean: %q", name, what, text)
		}
	}
	from, err := netmail.ParseAddress(got.Header.Get("From"))
	if err != nil || from.Address != "post@shop.example" {
		t.Errorf("%s: it is from %v: %v", name, from, err)
	}
	if strings.Count(got.Text, at+"/link/") > 1 || strings.Contains(got.Text, "123456 ") {
		t.Errorf("%s: a name became a link: %s", name, got.Text)
	}
	checkMarkup(t, name, got.HTML)
}

// checkMarkup checks which elements and addresses HTML has.
func checkMarkup(t *testing.T, name, text string) {
	t.Helper()
	tokens := html.NewTokenizer(strings.NewReader(text))
	for tokens.Next() != html.ErrorToken {
		token := tokens.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		switch token.Data {
		case "html", "head", "meta", "title", "body", "div", "p", "a", "hr", "blockquote":
		default:
			t.Errorf("%s: the HTML has a %s", name, token.Data)
		}
		for _, attribute := range token.Attr {
			if (attribute.Key == "href" || attribute.Key == "src") && !strings.HasPrefix(attribute.Val, at+"/") {
				t.Errorf("%s: the HTML leads to %q", name, attribute.Val)
			}
			if strings.HasPrefix(attribute.Key, "on") {
				t.Errorf("%s: the HTML has %s", name, attribute.Key)
			}
		}
	}
}

// What takes no column in plain text, and what takes two.
var (
	marksOnly = regexp.MustCompile(`[\p{Mn}\p{Cf}\n]`)
	wideSigns = regexp.MustCompile(`[\p{Han}，。：（）]`)
)

// TestGolden compares mails with files, as text and HTML.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, m := range []mail.Message{
		{Kind: mail.SignIn, Language: "en-GB", To: "ada@example.com", Args: mail.Args{Name: "ada", Link: "/link/vtl_secret", Code: "123 456"}},
		{Kind: mail.UpdateAdded, Language: "de-AT", To: "ada@example.com", Args: mail.Args{Name: "ada", Link: "/library/7",
			Values: map[string]string{mail.Title: "Stuhl aus Eiche", mail.Files: "stuhl.glb, stuhl-hell.glb"}}},
		{Kind: mail.Receipt, Language: "en", To: "ada@example.com", Args: mail.Args{Link: "/receipt/secret",
			Values: map[string]string{mail.Title: "Oak chair", "author": "juniper", "price": "12.50 EUR", "tax": "2.00 EUR", "license": "general",
				"date": "2026-05-04", "sandbox": "yes"}}},
		{Kind: mail.Confirmed, Language: "de", To: "ada@example.com", Args: mail.Args{Link: "/receipt/secret",
			Values: map[string]string{mail.Title: "Stuhl aus Eiche", "author": "juniper", "price": "12.50 EUR", "license": "general",
				"date": "2026-05-04", "sandbox": "yes"}}},
		{Kind: mail.Sale, Language: "de", To: "ada@example.com", Args: mail.Args{Name: "juniper",
			Values: map[string]string{mail.Title: "Stuhl aus Eiche", "price": "12.50 EUR", "date": "2026-05-04", "sandbox": "yes"}}},
		{Kind: mail.Rejected, Language: "zh-CN", To: "ada@example.com", Args: mail.Args{Name: "ada", Values: map[string]string{
			mail.Title: "橡木椅子（带软垫和扶手，适合室内设计渲染）", mail.Files: "chair.fbx, chair-light.fbx", mail.Problems: mail.ProblemsOf([]vitrine.Problem{
				{Code: "malformed", Detail: "the property at byte 77 reaches beyond its record"},
				{Code: "malformed", Detail: "the property at byte 77 reaches beyond its record"},
				{Code: "no_content", Detail: "the file holds no mesh"},
				{Code: "limit", Detail: "one more than is told"}}, 2)}}},
		{Kind: mail.NewSignIn, Language: "ar", To: "ada@example.com", Args: mail.Args{Name: "ada",
			Values: map[string]string{mail.Agent: "A browser on Linux"}}},
		{Kind: mail.Erasing, Language: "fr", To: "ada@example.com", Args: mail.Args{Name: "ada", Link: "/account/erase",
			Values: map[string]string{"day": "2026-05-04"}}},
		{Kind: mail.Orders, Language: "ar-EG", To: "ada@example.com", Args: mail.Args{Name: "ada", Link: "/orders/link/secret", Code: "123 456"}},
	} {
		t.Run(string(m.Kind), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, storetest.SQLite(t), serverWithTLS())
			letter := d.letter(t, d.post(t, m))
			_, secret, _ := strings.Cut(letter.Stop, mail.StopPath)
			for line := range strings.Lines(letter.Text) {
				wide := len([]rune(marksOnly.ReplaceAllString(line, ""))) + len(wideSigns.FindAllString(line, -1))
				if wide > 80 && !strings.Contains(line, "://") {
					t.Errorf("%d columns: %s", wide, line)
				}
			}
			for extension, text := range map[string]string{".txt": "Subject: " + letter.Subject + "\n\n" + letter.Text, ".html": letter.HTML} {
				if secret != "" {
					text = strings.ReplaceAll(text, secret, "SECRET")
				}
				compare(t, filepath.Join("testdata", string(m.Kind)+extension), text)
			}
		})
	}
}

func (d *desk) letter(t *testing.T, id int64) *mail.Letter {
	t.Helper()
	m, err := d.db.Mail(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	letter, err := d.office.Letter(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return letter
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// TestReadersLanguage writes to each reader in the nearest language.
func TestReadersLanguage(t *testing.T) {
	t.Parallel()
	d := newDesk(t, storetest.SQLite(t), serverWithTLS())
	for tag, want := range map[string]string{"": "en", "de": "de", "de-CH": "de", "en-US": "en", "it": "en", "ja": "en",
		"../../etc": "en", "gsw": "de", "it,de-AT": "de", "en-GB,de": "en", "it,ja": "en", "fr-CA": "fr", "zh-CN": "zh-Hans"} {
		m := signIn("ada@example.com")
		m.Language = tag
		if got := d.letter(t, d.post(t, m)); got.Language != want {
			t.Errorf("to a reader of %q it is in %s, want %s", tag, got.Language, want)
		}
	}
}

// TestShippedWords looks for a file of each kind in each language, which leads and names what
// the English one does.
func TestShippedWords(t *testing.T) {
	t.Parallel()
	values := regexp.MustCompile(`\.(Values\.[a-z]+|Name|Shop|Base|Code|Contact|Stop)\b`)
	marks := regexp.MustCompile(`(?m)^(=> |# |> )`)
	said := func(file string) []string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		names := values.FindAllString(string(text), -1)
		slices.Sort(names)
		return append(slices.Compact(names), marks.FindAllString(string(text), -1)...)
	}
	for _, l := range locale.All()[1:] {
		for _, name := range append(mail.Kinds(), "footer") {
			file := "/" + string(name) + ".txt"
			if diff := cmp.Diff(said("templates/en"+file), said("templates/"+l.Tag+file)); diff != "" {
				t.Errorf("%s%s (-English +it):\n%s", l.Tag, file, diff)
			}
		}
	}
}

// TestOwnWords has the operator's words in place of the shipped ones, also in a language
// that is not shipped.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	words, err := mail.ReadWords(fstest.MapFS{
		"en/sign-in.txt": {Data: []byte("Subject: Welcome back to {{.Shop}}\r\n\r\nGood to see you, {{.Name}}.\r\n\r\n=> In\r\n")},
		"nl/sign-in.txt": {Data: []byte("Subject: Aanmelden\n\nHallo {{.Name}}\n\n=> Aanmelden")},
		"layout.html":    {Data: []byte("<!DOCTYPE html><title>{{.Subject}}</title>{{range .Blocks}}<p>{{.Text}}</p>{{end}}")},
		".DS_Store":      {Data: []byte("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, storetest.SQLite(t), serverWithTLS())
	d.office = newOffice(t, mail.Options{DB: d.db, Words: words, BaseURL: at, Now: d.clock.Now})
	for tag, want := range map[string]string{"en": "Welcome back to Vitrine", "nl-BE": "Aanmelden"} {
		m := signIn("ada@example.com")
		m.Language = tag
		got := d.letter(t, d.post(t, m))
		if got.Subject != want || !strings.HasPrefix(got.HTML, "<!DOCTYPE html><title>"+want) || !strings.Contains(got.Text, at+"/link/secret") {
			t.Errorf("to a reader of %s: %+v", tag, got)
		}
	}
	for name, file := range map[string]string{
		"en/sign-in.txt": "Subject: {{.Nothing}}", "en/receipt.txt": "no subject", "en/known.txt": "Subject: {{", "layout.txt": "{{.Nobody}}",
		"layout.html": "{{if}}", "en/unknown.txt": "Subject: x", "sign-in.txt": "Subject: x", "en/sign-in.html": "x",
		"not-a-language!/sign-in.txt": "Subject: x",
		"en/deep/sign-in.txt":         "Subject: x", "de/footer.txt": "{{.Oh}}",
	} {
		if _, err := mail.ReadWords(fstest.MapFS{name: {Data: []byte(file)}}); err == nil {
			t.Errorf("%s with %q was taken", name, file)
		}
	}
}

// TestAddresses sends to addresses as people have them, and to nothing that is more than one.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{
		"ada@example.com": "TO:<ada@example.com>", "ada@bücher.example": "TO:<ada@xn--bcher-kva.example>",
		"o'neil+x@example.com": "TO:<o'neil+x@example.com>",
		"ädä@example.com":      "SMTPUTF8", "ada@example.com\r\nRCPT TO:<eve@example.com>": "address",
		"ada@example.com, eve@example.com": "address",
		"Ada <ada@example.com>":            "address", "ada@example.com> NOTIFY=NEVER": "address", "": "address", "@example.com": "address",
		"ada@example.com\x00": "address",
	} {
		d := newDesk(t, storetest.SQLite(t), serverWithTLS())
		id := d.post(t, signIn(to))
		if err := d.send(t, id); err != nil {
			t.Fatalf("%q: %v", to, err)
		}
		if !strings.HasPrefix(want, "TO:") {
			d.wantMail(t, id, store.MailFailed, want)
			d.wantTaken(t, 0)
			continue
		}
		d.wantMail(t, id, store.MailSent, "")
		if got := d.server.Mails()[0].To; got != want {
			t.Errorf("%q was sent to %q", to, got)
		}
	}
	d := newDesk(t, storetest.SQLite(t), withUTF8())
	id := d.post(t, signIn("ädä@example.com"))
	if err := d.send(t, id); err != nil {
		t.Fatal(err)
	}
	if got := d.server.Mails()[0]; got.To != "TO:<ädä@example.com>" || !strings.HasSuffix(got.From, " SMTPUTF8") {
		t.Errorf("the server took a mail %s %s", got.From, got.To)
	}
}

// TestNothingOfTheMachine looks for the machine's name, and for what says which program
// wrote a mail.
func TestNothingOfTheMachine(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, storetest.SQLite(t), serverWithTLS())
	if err := d.send(t, d.post(t, signIn("ada@example.com"))); err != nil {
		t.Fatal(err)
	}
	text := d.server.Mails()[0].Text + strings.Join(d.server.Asked(), "\n")
	for _, secret := range []string{host, "go-mail", "X-Mailer", "User-Agent", "127.0.0.1"} {
		if bytes.Contains([]byte(strings.ToLower(text)), []byte(strings.ToLower(secret))) {
			t.Errorf("the mail tells %q:\n%s", secret, text)
		}
	}
}

func serverWithTLS() mailtest.Options { return mailtest.Options{Name: "mail.example"} }

func withUTF8() mailtest.Options {
	return mailtest.Options{Name: "mail.example", Extensions: []string{"8BITMIME", "SMTPUTF8"}}
}
