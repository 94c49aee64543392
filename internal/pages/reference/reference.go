// Package reference holds the pages that document the interface: its operations, its
// schemas, and what each problem means. It reads the contract and knows nothing else.
package reference

import (
	"embed"
	"net/http"
	"sync"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	contract func() (*contract, error)
}

// New takes what writes the contract, an OpenAPI document as JSON, which is read when a page
// of it is first asked for.
func New(shell *pages.Shell, write func() ([]byte, error)) (*Pages, error) {
	room, err := shell.Room(files, nil)
	if err != nil {
		return nil, err
	}
	read := func() (*contract, error) {
		document, err := write()
		if err != nil {
			return nil, err
		}
		return readContract(document)
	}
	return &Pages{room, sync.OnceValues(read)}, nil
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for pattern, page := range map[string]pages.Page{
		"GET /docs": p.docs, "GET /docs/operations/{operation}": p.operation, "GET /docs/schemas": p.schemas,
		"GET /docs/schemas/{schema}": p.schema, "GET /problems/{code}": p.problem,
	} {
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
