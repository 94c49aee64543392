// Package upload speaks tus 1.0 (https://tus.io/protocols/resumable-upload): files that
// arrive in parts and go on after a break, with the extensions creation,
// creation-with-upload, expiration, checksum and termination.
//
// tusd reads the protocol; package shop keeps the bytes and makes all decisions, anew with
// each request. Who asks, and under which address, is said by those who mount the handler:
// programs come with tokens, pages with sessions.
package upload

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strconv"

	tus "github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"

	"vitrine"
	"vitrine/internal/shop"
)

// Version is that of the protocol.
const Version = "1.0.0"

const extensions = "creation,creation-with-upload,expiration,checksum,termination"

// Handler answers requests of tus.
type Handler struct {
	shop *shop.Shop
	tus  *tus.UnroutedHandler
}

// Request says who asks for what.
type Request struct {
	Caller  vitrine.Caller
	ModelID int64
	ID      string // of the upload; "" for one that begins
	Base    string // absolute address of the model's uploads
	Query   string // what the address of one ends with, beginning with ?
	File    func(id int64) string
}

// New makes a Handler.
func New(s *shop.Shop) *Handler {
	composer := tus.NewStoreComposer()
	composer.UseCore(bytesOf{})
	composer.UseTerminater(bytesOf{})
	// The server has a log line for each request, and its door deadlines for each connection.
	silent := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError + 1}))
	protocol, err := tus.NewUnroutedHandler(tus.Config{StoreComposer: composer, BasePath: "/", DisableDownload: true, Logger: silent})
	if err != nil {
		panic(err) // only without a core, which it has
	}
	return &Handler{shop: s, tus: protocol}
}

// Describe answers OPTIONS: what is spoken here.
func (h *Handler) Describe(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Tus-Resumable", Version)
	header.Set("Tus-Version", Version)
	header.Set("Tus-Extension", extensions)
	header.Set("Tus-Checksum-Algorithm", algorithms)
	if set, err := h.shop.Limits(r.Context()); err == nil { // the header may be left out
		header.Set("Tus-Max-Size", strconv.FormatInt(set.FileSize, 10))
	}
	w.WriteHeader(http.StatusNoContent)
}

// Serve answers POST, HEAD, PATCH and DELETE. A request that fails is not answered.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request, request Request) error {
	header := w.Header()
	header.Set("Tus-Resumable", Version)
	header.Set("Cache-Control", "no-store")
	if sent := r.Header.Get("Tus-Resumable"); sent != Version && (r.Method != http.MethodHead || sent != "") {
		header.Set("Tus-Version", Version)
		return otherVersion(sent)
	}
	body := &counted{ReadCloser: r.Body}
	ex := &exchange{shop: h.shop, request: request, body: body, id: request.ID}
	if err := ex.read(r.Header); err != nil {
		return err
	}
	inner := r.Clone(context.WithValue(r.Context(), exchangeKey{}, ex))
	inner.URL.Path, inner.Body = "/"+request.ID, body
	answer := &answer{header: http.Header{}}
	h.pass(answer, inner)
	if answer.status >= http.StatusBadRequest {
		return cmp.Or(ex.err, problemOf(answer))
	}
	ex.describe(answer.header)
	for name, values := range answer.header {
		header[name] = values
	}
	w.WriteHeader(answer.status)
	return nil
}

func (h *Handler) pass(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
		h.tus.PostFile(w, r)
	case http.MethodHead:
		h.tus.HeadFile(w, r)
	case http.MethodPatch:
		h.tus.PatchFile(w, r)
	default:
		h.tus.DelFile(w, r)
	}
}

// counted counts what a body gives.
type counted struct {
	io.ReadCloser
	n int64
}

// Read reads on.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n += int64(n)
	return n, err
}
