package main_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestKilledWhileItIsSetUp cuts the power while somebody sets a marketplace up, until they
// succeed: before that nothing of it is left, and the next start prints a link that works.
func TestKilledWhileItIsSetUp(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killWhileItIsSetUp(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killWhileItIsSetUp(t, v)
	})
}

var printedLink = regexp.MustCompile(`http://\S+/setup\?key=vtn_\w+`)

// printed is a buffer that many may write to.
type printed struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

// Write adds to the buffer.
func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.buffer.Write(b)
}

// link is the link that was printed, "" for none.
func (p *printed) link() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return printedLink.FindString(p.buffer.String())
}

// startNew starts the server and returns the link that it prints, "" for none.
func (v *victim) startNew(t *testing.T) string {
	t.Helper()
	out := &printed{}
	v.printed = out
	v.start(t)
	for range 100 {
		if link := out.link(); link != "" {
			return link
		}
		if status, _ := v.page(t, "/setup", nil); status == http.StatusNotFound {
			return ""
		}
		time.Sleep(askedAgain)
	}
	t.Fatal("it is not set up, and prints no link")
	return ""
}

// page asks for a page, or posts a form where there is one.
func (v *victim) page(t *testing.T, path string, form url.Values) (status int, location string) {
	t.Helper()
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client.Jar, _ = cookiejar.New(nil)
	ask := func() (*http.Response, error) { return client.Get("http://" + v.address + path) }
	if form != nil {
		ask = func() (*http.Response, error) { return client.PostForm("http://"+v.address+path, form) }
	}
	answer, err := ask()
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode, answer.Header.Get("Location")
}

func killWhileItIsSetUp(t *testing.T, v *victim) {
	for round := 1; ; round++ {
		link := v.startNew(t)
		if link == "" {
			v.wantSetUp(t, round)
			return
		}
		if left, err := v.command("user", "list").Output(); err != nil || strings.TrimSpace(string(left)) != "[]" {
			t.Fatalf("after kill %d there is no operator, and the users are %s, %v", round-1, left, err)
		}
		kind, body := setupBody(t)
		answered := make(chan int, 1)
		go func() {
			answer, err := v.client.Post(link, kind, bytes.NewReader(body))
			if err != nil {
				answered <- 0
				return
			}
			_ = answer.Body.Close()
			answered <- answer.StatusCode
		}()
		patience := time.Duration(rand.IntN(100*round)) * time.Millisecond
		select {
		case <-answered:
		case <-time.After(patience):
		}
		v.kill(t)
		v.check(t, false)
		if t.Failed() || round > 40 {
			t.Fatalf("after kill %d", round)
		}
	}
}

// wantSetUp fails unless all of what was sent is there.
func (v *victim) wantSetUp(t *testing.T, round int) {
	t.Helper()
	t.Logf("it is set up after %d kills", round-1)
	if status, location := v.page(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"correct horse"}}); status != http.StatusSeeOther {
		t.Errorf("signing in: status %d to %s", status, location)
	}
	var house struct {
		Name string
		Logo struct{ Key string }
	}
	output, err := v.command("house", "show").Output()
	if err == nil {
		err = json.Unmarshal(output, &house)
	}
	if err != nil || house.Name != "Kiln" || house.Logo.Key == "" {
		t.Errorf("the house is %s, %v", output, err)
	}
	if status, _ := v.page(t, "/"+house.Logo.Key, nil); status != http.StatusOK {
		t.Errorf("the logo: status %d", status)
	}
	v.kill(t)
	v.check(t, true)
}

// setupBody is the form of one who sets a marketplace up, with a logo.
func setupBody(t *testing.T) (kind string, body []byte) {
	t.Helper()
	logo, err := os.ReadFile("../../docs/tour/cube.png")
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	parts := multipart.NewWriter(&data)
	for name, value := range map[string]string{
		"name": "Kiln", "username": "ada", "email": "ada@example.com", "password": "correct horse", "joining": "open", "selling": "confirmed",
		"currency": "EUR",
	} {
		_ = parts.WriteField(name, value)
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
	return parts.FormDataContentType(), data.Bytes()
}

// TestSetupCommand sets a marketplace up by a script, which may run again.
func TestSetupCommand(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte("correct horse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	setUp := func(more ...string) (string, string, error) {
		var out, loud bytes.Buffer
		command := v.command(append([]string{"setup", "--name", "Kiln", "--username", "ada", "--email", "ada@example.com", "--currency", "EUR",
			"--logo", "../../docs/tour/cube.png", "--selling", "operators", "--free-open=false"}, more...)...)
		command.Stdout, command.Stderr = &out, &loud
		err := command.Run()
		return out.String(), loud.String(), err
	}
	for what, more := range map[string][]string{
		"a colour that can't be read": {"--password-file", secret, "--accent", "#ffd500"}, "a short password": {"--password", "short"},
		"two passwords": {"--password", "correct horse", "--password-file", secret}, "no file": {"--password-file", secret + "x"},
		"no logo": {"--password-file", secret, "--logo", secret},
	} {
		if out, loud, err := setUp(more...); err == nil || out != "" || loud == "" {
			t.Errorf("%s: %v, %s%s", what, err, out, loud)
		}
	}
	out, loud, err := setUp("--password-file", secret)
	if err != nil || !strings.Contains(out, `"username": "ada"`) || strings.Contains(out, "correct horse") {
		t.Fatalf("setting up: %v, %s%s", err, out, loud)
	}
	before, _ := v.command("house", "show").Output()
	for range 2 {
		out, loud, err := setUp("--password-file", secret, "--name", "Other")
		if err == nil || out != "" || !strings.Contains(loud, "set up already") {
			t.Errorf("once more: %v, %s%s", err, out, loud)
		}
	}
	if after, err := v.command("house", "show").Output(); err != nil || !bytes.Equal(before, after) {
		t.Errorf("then the house is %s, %v", after, err)
	}
	changes(t, v)
	if link := v.startNew(t); link != "" {
		t.Errorf("the server prints %s", link)
	}
	for password, want := range map[string]int{"correct horse": 422, "battery staple": 303} {
		if status, _ := v.page(t, "/sign-in", url.Values{"email": {"ada@example.com"}, "password": {password}}); status != want {
			t.Errorf("signing in with %q: status %d, want %d", password, status, want)
		}
	}
}

// changes changes the house and the operator's password.
func changes(t *testing.T, v *victim) {
	t.Helper()
	for _, c := range []struct {
		args, stdin, want string
		fails             bool
	}{
		{"house set --accent #ffd500", "", "take #7f6a00", true},
		{"house set --joining maybe", "", "open, invited or closed", true},
		{"house set --accent #b41e5a --joining invited --strong-operators", "", `"strong_operators": true`, false},
		{"house set --no-logo --strong-operators=false", "", `"key": ""`, false},
		{"house set --announcement-link //evil.example --announcement Fair", "", "a link is a path", true},
		{"house set --announcement Fair --announcement-until 2999-12-31T18:30:00Z", "", `"text": "Fair"`, false},
		{"house set --announcement-link /3d-models", "", `"until": "2999-12-31T18:30:00Z"`, false},
		{"house show", "", `"selling": "operators"`, false},
		{"house show", "", `"accent": "#b41e5a"`, false},
		{"currency show", "", `"currency": "EUR"`, false},
		{"user password nobody", "battery staple\n", "no user", true},
		{"user password ada", "short\n", "8 to 128 characters", true},
		{"user password ada", "", "8 to 128 characters", true},
		{"user password ada", "battery staple\n", `"username": "ada"`, false},
	} {
		command := v.command(strings.Fields(c.args)...)
		command.Stdin = strings.NewReader(c.stdin)
		output, err := command.CombinedOutput()
		if failed := err != nil; failed != c.fails || !strings.Contains(string(output), c.want) {
			t.Errorf("vitrine %s: %v, %s, want %s in it", c.args, err, output, c.want)
		}
	}
}
