package app

import (
	"net/http"
	"sync"

	"vitrine/internal/openapi"
	"vitrine/internal/web"
)

// formsOf writes the contract in each of its forms: YAML, JSON, and JSON in OpenAPI
// 3.0 for tools that do not read 3.1.
func formsOf(contract *openapi.Document) (map[string][]byte, error) {
	twin, err := contract.Version30()
	if err != nil {
		return nil, err
	}
	forms := map[string][]byte{}
	for name, write := range map[string]func() ([]byte, error){"yaml": contract.YAML, "json": contract.JSON, "3.0": twin.JSON} {
		if forms[name], err = write(); err != nil {
			return nil, err
		}
	}
	return forms, nil
}

// contractForms makes the contract in each of its forms, once, when one of them is first asked
// for: at the start of a server they would be most of its work and of what it holds.
type contractForms func() (map[string][]byte, error)

func formsWhenAsked(contract func() (*openapi.Document, error)) contractForms {
	return sync.OnceValues(func() (map[string][]byte, error) {
		made, err := contract()
		if err != nil {
			return nil, err
		}
		return formsOf(made)
	})
}

// json returns the contract as the pages about it read it.
func (forms contractForms) json() ([]byte, error) {
	made, err := forms()
	return made["json"], err
}

// serveContract serves the contract in each of its forms.
func serveContract(mux *http.ServeMux, forms contractForms) {
	serve := func(path, kind, form string) {
		mux.Handle("GET "+path, web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			made, err := forms()
			if err != nil {
				web.WriteProblem(w, r, err)
				return
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(made[form])
		})))
	}
	serve("/openapi.yaml", "application/yaml", "yaml")
	serve("/openapi.json", "application/json", "json")
	serve("/openapi-3.0.json", "application/json", "3.0")
}
