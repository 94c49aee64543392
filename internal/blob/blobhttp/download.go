// Package blobhttp answers requests with stored bytes: downloads at the addresses that a
// folder signs, pictures and previews for everybody, all with ranges and conditions. It
// knows what may be shown by asking, and nothing of models and orders.
package blobhttp

import (
	"context"
	"encoding/hex"
	"net/http"

	"vitrine"
	"vitrine/internal/blob"
)

// Refuse answers a request that failed with err, a *vitrine.Error where the
// caller is to know why.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// sealed keeps a browser from running anything that it is shown.
const sealed = "default-src 'none'; sandbox"

// The codes of what only HTTP refuses; the headers Allow and Content-Range are set.
const (
	methodNotAllowed    vitrine.Code = "method_not_allowed"
	rangeNotSatisfiable vitrine.Code = "range_not_satisfiable"
)

// Downloads serves the addresses that a folder's DownloadURL gives, GET and HEAD below
// blob.DownloadPath, with ranges and conditions. It looks at the address alone, never
// at Authorization or Accept. holds is asked whether the claim of an address,
// where it has one, is still good; its error is answered. refuse answers what fails.
func Downloads(disk *blob.Disk, holds func(ctx context.Context, claim string) error, refuse Refuse) http.Handler {
	return readOnly(refuse, func(w http.ResponseWriter, r *http.Request) error { return download(disk, holds, w, r) })
}

func download(disk *blob.Disk, holds func(ctx context.Context, claim string) error, w http.ResponseWriter, r *http.Request) error {
	l, err := disk.ReadLink(r.Context(), r.URL)
	if err != nil {
		return err
	}
	if l.Claim != "" {
		if err := holds(r.Context(), l.Claim); err != nil {
			return err
		}
	}
	f, info, err := disk.OpenLink(r.Context(), l)
	if err != nil {
		return err
	}
	defer f.Close()

	h := w.Header()
	seal(h, l.ContentType())
	h.Set("Content-Disposition", l.Disposition())
	// A proxy that makes bytes smaller on its way would break the digest that the buyer compares.
	h.Set("Cache-Control", "private, no-transform")
	if _, err := hex.DecodeString(l.ETag); err == nil && l.ETag != "" {
		h.Set("ETag", `"`+l.ETag+`"`)
	}
	return serveContent(w, r, info.ModTime(), f)
}

func seal(h http.Header, contentType string) {
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", sealed)
}

func readOnly(refuse Refuse, serve func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, r, vitrine.Errorf(methodNotAllowed, "only GET and HEAD are allowed here"))
			return
		}
		if err := serve(w, r); err != nil {
			refuse(w, r, err)
		}
	})
}
