package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/receipt"
)

// TestKeysOfReceipts serves the public keys of receipts, and takes a new one without a restart.
func TestKeysOfReceipts(t *testing.T) {
	t.Parallel()
	c := settings(t)
	m, _ := emptyMarket(t, c)
	ask := func(etag string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.public+"/.well-known/jwks.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		if etag != "" {
			r.Header.Set("If-None-Match", etag)
		}
		answer, err := m.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}
	none := ask("")
	if none.StatusCode != http.StatusOK || none.Header.Get("Cache-Control") != "public, max-age=300" ||
		none.Header.Get("Content-Type") != "application/jwk-set+json" || none.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("without keys: %d, %v", none.StatusCode, none.Header)
	}
	if again := ask(none.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %d", again.StatusCode)
	}
	for want := 1; want <= 2; want++ {
		command(t, c.Data, append([]string{"receipt", "rotate"}, flags(c)...)...)
		set, err := receipt.ParseSet([]byte(m.get(t, m.public+"/.well-known/jwks.json").Body))
		if err != nil || len(set) != want {
			t.Errorf("after %d rotations there are %d keys, %v", want, len(set), err)
		}
	}
	if changed := ask(none.Header.Get("ETag")); changed.StatusCode != http.StatusOK {
		t.Errorf("other keys have the ETag of before: %d", changed.StatusCode)
	}
}

// told runs a command of receipts, and returns what it printed and its error.
func told(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	env := app.Environment{Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(stdin), Stdout: &out,
		Stderr: &out}
	err := app.Run(t.Context(), append([]string{"vitrine", "receipt", "verify"}, args...), env)
	return out.String(), err
}

// TestReceiptIsVerifiedOffline checks a receipt and the files beside it by a saved set of keys.
func TestReceiptIsVerifiedOffline(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text, keys := receiptOf(t, "chair.glb", "a chair")
	_, others := receiptOf(t, "chair.glb", "a chair")
	saved, path, foreign := write("jwks.json", keys), write("receipt.jwt", text+"\n"), write("others.json", others)
	write("chair.glb", "a chair")
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/.well-known/jwks.json" {
			http.Redirect(w, r, "/.well-known/jwks.json", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, keys)
	}))
	t.Cleanup(served.Close)

	for _, c := range []struct {
		name, stdin string
		args        []string
		says, fails string // "": it is valid
	}{
		{"valid", "", []string{"--keys", saved, path}, `"valid": true`, ""},
		{"with its files", "", []string{"--keys", saved, "--files", folder, path}, `"state": "same"`, ""},
		{"of standard input", text, []string{"--keys", saved, "-"}, `"valid": true`, ""},
		{"one of several sets", "", []string{"--keys", foreign, "--keys", saved, path}, `"valid": true`, ""},
		{"keys of an address", "", []string{"--keys", served.URL, path}, `"valid": true`, ""},
		{"an address that leads elsewhere", "", []string{"--keys", served.URL + "/keys", path}, "", "302"},
		{"other keys", "", []string{"--keys", foreign, path}, `"valid": false`, "not valid"},
		{"changed", text[:len(text)-4] + "AAAA", []string{"--keys", saved, "-"}, "was changed", "not valid"},
		{"no receipt", "hello", []string{"--keys", saved, "-"}, "no receipt", "not valid"},
		{"huge", strings.Repeat("a", receipt.MaxSize+9), []string{"--keys", saved, "-"}, "at most", "not valid"},
		{"no keys", "", []string{path}, "", "https://shop.example"},
		{"a set that is none", "", []string{"--keys", path, path}, "", "JWK set"},
		{"no such file", "", []string{"--keys", saved, path + "x"}, "", "read the receipt"},
		{"no such folder", "", []string{"--keys", saved, "--files", folder + "x", path}, "", "open the folder"},
	} {
		out, err := told(t, c.stdin, c.args...)
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) || !strings.Contains(out, c.says) {
			t.Errorf("%s: %v, %s", c.name, err, out)
		}
	}

	for content, state := range map[string]string{"a chaiR": "changed", "a longer chair": "changed"} {
		write("chair.glb", content)
		out, err := told(t, "", "--keys", saved, "--files", folder, path)
		if err == nil || !strings.Contains(out, `"state": "`+state+`"`) {
			t.Errorf("%q: %v, %s", content, err, out)
		}
	}
	outside, outsideKeys := receiptOf(t, "../chair.glb", "a chair")
	out, err := told(t, outside, "--keys", write("outside.json", outsideKeys), "--files", t.TempDir(), "-")
	if err == nil || !strings.Contains(out, `"state": "missing"`) {
		t.Errorf("a name that leads out of the folder: %v, %s", err, out)
	}
}

// receiptOf is a receipt of one file, and the keys that check it.
func receiptOf(t *testing.T, name, content string) (text, keys string) {
	t.Helper()
	key, err := receipt.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(content))
	digest := hex.EncodeToString(sum[:])
	text, err = receipt.Sign(&receipt.Claims{Issuer: "https://shop.example", IssuedAt: 1_790_000_000, Marketplace: "Shop",
		Order: receipt.Order{ID: "7", UUID: "a-b", PaidAt: time.Unix(1_780_000_000, 0).UTC(), Price: "12.00", Currency: "EUR"},
		Model: receipt.Model{ID: "3", Title: "Chair", Author: "ada"}, License: receipt.License{Type: "general", TextHash: digest},
		Files: []receipt.File{{Name: name, Size: int64(len(content)), SHA256: digest}}}, key)
	if err != nil {
		t.Fatal(err)
	}
	set, err := receipt.Set{key.Public()}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return text, string(set)
}
