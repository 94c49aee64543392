package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed assets
var assetFiles embed.FS

// assetCache lets everybody keep what never changes under its name.
const assetCache = "public, max-age=31536000, immutable"

// assets are the files that pages refer to. Each has a hash of its content in
// its address, so that browsers may keep it for ever.
type assets struct {
	paths  map[string]string // by name
	hashed map[string][]byte // by the last part of the path
}

func readAssets() (assets, error) {
	a := assets{paths: map[string]string{}, hashed: map[string][]byte{}}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		return a, fmt.Errorf("pages: %w", err)
	}
	for _, entry := range entries {
		data, err := assetFiles.ReadFile("assets/" + entry.Name())
		if err != nil {
			return a, fmt.Errorf("pages: %w", err)
		}
		sum := sha256.Sum256(data)
		extension := path.Ext(entry.Name())
		name := strings.TrimSuffix(entry.Name(), extension) + "." + hex.EncodeToString(sum[:6]) + extension
		a.paths[entry.Name()], a.hashed[name] = "/assets/"+name, data
	}
	return a, nil
}

// path returns the address of an asset; templates call it.
func (a assets) path(name string) (string, error) {
	if found, ok := a.paths[name]; ok {
		return found, nil
	}
	return "", fmt.Errorf("there is no asset %q", name)
}

func (s *Shell) asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if isHouseStyle(name) {
		return s.serveHouse(w, r, name)
	}
	data, ok := s.assets.hashed[name]
	if !ok {
		return NothingHere()
	}
	w.Header().Set("Cache-Control", assetCache)
	serveAsset(w, r, name, data)
	return nil
}

// favicon is for browsers that ask before they have read a page.
func (s *Shell) favicon(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	serveAsset(w, r, "favicon.svg", s.assets.hashed[path.Base(s.assets.paths["favicon.svg"])])
	return nil
}

func serveAsset(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("ETag", `"`+name+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
