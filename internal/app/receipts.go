package app

import (
	"crypto/sha256"
	"fmt"
	"net/http"

	"vitrine/internal/web"
)

// keysKept is for how long the public keys of receipts may be kept: so long a receipt that a
// newer key signed may look as if another marketplace gave it.
const keysKept = "public, max-age=300"

// receiptKeys answers with the JWK set that receipts are checked by.
func (app *App) receiptKeys(w http.ResponseWriter, r *http.Request) {
	keys, err := app.shop.ReceiptKeys(r.Context())
	if err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	text, err := keys.JSON()
	if err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	etag := fmt.Sprintf(`"%x"`, sha256.Sum256(text))
	header := w.Header()
	header.Set("Cache-Control", keysKept)
	header.Set("ETag", etag)
	if web.ETagMatches(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", "application/jwk-set+json")
	_, _ = w.Write(text)
}
