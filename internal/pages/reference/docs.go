package reference

import (
	"html/template"
	"net/http"

	"vitrine"
	"vitrine/internal/pages"
)

// contract is the OpenAPI document as its page shows it.
type contract struct {
	Title       string
	Version     string
	Description template.HTML
	Groups      []group
	Answers     []response // that many operations give
	Headers     []headerDoc
	Schemas     []schemaDoc
}

// group is a tag with its operations.
type group struct {
	Name        string
	Description template.HTML
	Operations  []operationDoc
}

type operationDoc struct {
	ID          string
	Method      string
	Path        string
	Summary     string
	Description template.HTML
	Scope       string
	Parameters  []parameter
	Bodies      []bodyDoc
	Responses   []response
	Samples     []sample
}

// sample is a program that calls the operation.
type sample struct {
	Label  string `json:"label"`
	Source string `json:"source"`
}

type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
	Schema      schema `json:"schema"`
}

type bodyDoc struct {
	Type    string
	Schema  schema
	Members []member // of a body that is described on the spot
	Example string
}

type response struct {
	Name        string // among the answers that many operations give, "" for one's own
	Status      string
	Description string
	Headers     []string
	Example     string
	Problem     *problemDoc // of a refusal
}

// problemDoc is what the page shows of the example of a refusal.
type problemDoc struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

type schemaDoc struct {
	Name        string
	Description string
	Label       string // of one without members: its words
	Members     []member
}

type member struct {
	Name        string
	Required    bool
	Schema      schema
	Description string
}

// headerDoc is a header that answers share.
type headerDoc struct{ Name, Description string }

func (p *Pages) docs(w http.ResponseWriter, r *http.Request) error {
	read, err := p.contract()
	if err != nil {
		return err
	}
	content := struct {
		*contract
		BaseURL string
	}{read, p.Address("")}
	return p.Render(w, r, http.StatusOK, "docs", pages.View{Title: read.Title + " API", Canonical: "/docs", Section: "/docs",
		Content: content})
}

func (p *Pages) schemas(w http.ResponseWriter, r *http.Request) error {
	read, err := p.contract()
	if err != nil {
		return err
	}
	return p.Render(w, r, http.StatusOK, "schemas", pages.View{
		Title: read.Title + " API: schemas", Canonical: "/docs/schemas", Section: "/docs", Content: read,
	})
}

// operation shows one operation. All of them together would be a page of a megabyte.
func (p *Pages) operation(w http.ResponseWriter, r *http.Request) error {
	read, err := p.contract()
	if err != nil {
		return err
	}
	id := r.PathValue("operation")
	for _, g := range read.Groups {
		for _, o := range g.Operations {
			if o.ID != id {
				continue
			}
			content := struct {
				Group     group
				Operation operationDoc
			}{g, o}
			return p.Render(w, r, http.StatusOK, "operation", pages.View{Title: o.Summary + " · " + read.Title + " API",
				Canonical: "/docs/operations/" + id, Section: "/docs", Content: content})
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no operation named %q", id)
}

// schema shows one schema.
func (p *Pages) schema(w http.ResponseWriter, r *http.Request) error {
	read, err := p.contract()
	if err != nil {
		return err
	}
	name := r.PathValue("schema")
	for _, s := range read.Schemas {
		if s.Name == name {
			return p.Render(w, r, http.StatusOK, "schema", pages.View{Title: name + " · " + read.Title + " API",
				Canonical: "/docs/schemas/" + name, Section: "/docs", Content: s})
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no schema named %q", name)
}
