// Package viewer holds the 3D viewer that pages load, and its style: build.sh bundles
// src and style into dist, which is embedded.
//
// The name of every file contains a hash of its content, so browsers may cache it
// forever; pages get the current name from Asset. The package knows nothing of
// models or pages.
package viewer

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed dist
var dist embed.FS

// base is where the assets stand below the prefix of Handler.
const base = "/assets/"

var contentTypes = map[string]string{
	".js":  "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
}

// encodings are the twins of every file, the better one first.
var encodings = []struct{ token, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// names reads which file holds an asset. The answer is embedded and never changes.
var names = sync.OnceValue(func() map[string]string {
	text, err := dist.ReadFile("dist/names.json")
	if err != nil {
		panic(err)
	}
	var names map[string]string
	if err := json.Unmarshal(text, &names); err != nil {
		panic(fmt.Errorf("viewer: dist/names.json: %w", err))
	}
	return names
})

// Asset returns the address, below the prefix of Handler, of the asset with a stable
// name: "viewer.js" or "viewer.css". It panics for a name that is not there: a
// page that asks for one is wrong for everybody.
func Asset(name string) string {
	file, ok := names()[name]
	if !ok {
		panic(fmt.Sprintf("viewer: there is no asset %q: run make viewer", name))
	}
	return base + file
}

// Handler serves the assets at prefix + "/assets/…", in the best encoding that
// the browser takes. The prefix may be empty.
func Handler(prefix string) http.Handler {
	assets := make(map[string]*asset)
	for _, file := range names() {
		assets[prefix+base+file] = read(file)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asset, ok := assets[r.URL.Path]
		switch {
		case !ok:
			http.NotFound(w, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		default:
			asset.serve(w, r)
		}
	})
}

// asset is a file in its encodings; the key of the plain one is empty.
type asset struct {
	name   string
	bodies map[string][]byte
}

func read(file string) *asset {
	a := &asset{name: file, bodies: map[string][]byte{"": body(file)}}
	for _, e := range encodings {
		a.bodies[e.token] = body(file + e.suffix)
	}
	return a
}

func body(file string) []byte {
	text, err := fs.ReadFile(dist, "dist/"+file)
	if err != nil {
		panic(err)
	}
	return text
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	encoding := choose(r.Header["Accept-Encoding"])
	text := a.bodies[encoding]
	tag := strings.TrimSuffix(a.name, path.Ext(a.name))

	header := w.Header()
	header.Set("Content-Type", contentTypes[path.Ext(a.name)])
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Vary", "Accept-Encoding")
	header.Set("X-Content-Type-Options", "nosniff")
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
		header.Set("Content-Length", strconv.Itoa(len(text)))
		tag += "-" + encoding // each encoding is a representation of its own
	}
	header.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// choose picks the first of our encodings that an Accept-Encoding header lets
// through, or none (RFC 9110, section 12.5.3).
func choose(headers []string) string {
	accepted := make(map[string]bool)
	for _, header := range headers {
		for part := range strings.SplitSeq(strings.ToLower(header), ",") {
			token, parameters, _ := strings.Cut(part, ";")
			accepted[strings.TrimSpace(token)] = !refused(parameters)
		}
	}
	for _, e := range encodings {
		if yes, named := accepted[e.token]; yes || !named && accepted["*"] {
			return e.token
		}
	}
	return ""
}

// refused reports whether the weight of an encoding is 0.
func refused(parameters string) bool {
	name, value, _ := strings.Cut(parameters, "=")
	if strings.TrimSpace(name) != "q" {
		return false
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && q <= 0
}
