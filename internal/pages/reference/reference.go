// Package reference holds the pages that document the interface: its operations, its
// schemas, and what each problem means. It reads the contract and knows nothing else.
package reference

import (
	"embed"
	"net/http"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	contract *contract
}

// New reads the contract, an OpenAPI document as JSON.
func New(shell *pages.Shell, openAPI []byte) (*Pages, error) {
	room, err := shell.Room(files, nil)
	if err != nil {
		return nil, err
	}
	read, err := readContract(openAPI)
	return &Pages{room, read}, err
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for pattern, page := range map[string]pages.Page{"GET /docs": p.docs, "GET /docs/schemas": p.schemas, "GET /problems/{code}": p.problem} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, page))
	}
}

// problem shows what a problem of the interface means.
func (p *Pages) problem(w http.ResponseWriter, r *http.Request) error {
	code := r.PathValue("code")
	for _, doc := range web.Docs() {
		if string(doc.Code) == code {
			return p.Render(w, r, http.StatusOK, "problem", pages.View{Title: doc.Title, Content: doc})
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no problem named %q", code)
}
