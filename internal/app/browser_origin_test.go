package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/config"
)

// TestOtherOrigin uses the interface, a picture as a texture and a download
// from a page of another origin, in a browser.
func TestOtherOrigin(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m, address := emptyMarket(t, settings(t))
	model := m.draft(t, upload{
		members: map[string]any{"title": "A stool"}, files: []namedFile{{plain + "stool.txt", []byte("bytes")}},
		pictures: []namedFile{{"stool.png", swatch(1)}},
	})
	images, _ := m.call(t, "GET", model+"/images", nil)["images"].([]any)
	files, _ := m.call(t, "GET", model+"/files", nil)["files"].([]any)

	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>Another shop</title>")
	}))
	defer elsewhere.Close()
	page := browser.Open(t, 300, 200, browser.Host(address))
	page.Go(elsewhere.URL)
	given, err := json.Marshal(map[string]any{"at": m.public, "model": model, "image": images[0], "file": files[0], "token": m.token})
	if err != nil {
		t.Fatal(err)
	}
	// what the browser says of the model that isn't there, and of the page
	for _, word := range []string{"404", "blocked by CORS policy", "ERR_FAILED"} {
		page.Expect(word)
	}
	browser.Eval[bool](page, fmt.Sprintf(`(%s)(%s), true`, otherShop, given))
	page.Wait("window.done !== undefined")
	if got, want := browser.Eval[string](page, "window.done"), "A stool | true | 404 true | bytes | true | 4 | page closed"; got != want {
		t.Errorf("the other shop found %q, want %q", got, want)
	}
}

// emptyMarket is marketOf with a reader that reads all.
func emptyMarket(t testing.TB, c config.Config) (m *market, address string) {
	t.Helper()
	m = marketOf(t, c, "ada", readOnce)
	return m, strings.TrimPrefix(m.public, "http://")
}

// otherShop is a script of another origin: it reads and writes with a token, reads the headers
// of an answer that failed, and draws a picture as a texture of WebGL, which
// takes none that it may not read.
const otherShop = `async given => {
  try {
    const headers = {Authorization: "Bearer " + given.token, "Content-Type": "application/json", "Idempotency-Key": "k"}
    const model = await (await fetch(given.at + given.model, {headers})).json()
    const made = await fetch(given.at + "/v1/models", {method: "POST", headers, body: JSON.stringify({title: "Another"})})
    const missing = await fetch(given.at + "/v1/models/999999", {headers})
    const file = await fetch(given.file.download_url, {headers})
    const image = new Image()
    image.crossOrigin = "anonymous"
    image.src = given.image.url
    await image.decode()
    const gl = document.createElement("canvas").getContext("webgl")
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image)
    const pixel = new Uint8Array(4)
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    let page = "open"
    try { await fetch(given.at + "/", {mode: "cors"}) } catch { page = "closed" }
    window.done = [model.title, made.headers.get("Location") !== null,
      missing.status + " " + (missing.headers.get("X-Request-Id") !== null),
      await file.text(), file.headers.get("Content-Disposition") !== null, pixel.length, "page " + page].join(" | ")
  } catch (fault) { window.done = String(fault) }
}`
