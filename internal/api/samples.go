package api

import (
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/openapi"
)

// sampleCalls say what code samples send beside the example of a body.
var sampleCalls = map[string]struct {
	query  string
	header openapi.Field
	upload string
	save   string
}{
	"createModel":      {header: openapi.Field{Name: "Content-Language", Value: "en-US"}},
	"getModel":         {header: openapi.Field{Name: "Accept-Language", Value: "de, en;q=0.8"}},
	"listModels":       {query: "?keywords=chair&max_price=20&sort=newest&per_page=10"},
	"listFacets":       {query: "?keywords=chair&max_price=20"},
	"listSuggestions":  {query: "?keywords=oak%20cha"},
	"listCorrections":  {query: "?keywords=oka%20chiar"},
	"listOrders":       {query: "?status=unpaid"},
	"uploadFile":       {upload: "chair.stl"},
	"uploadImage":      {upload: "chair.png"},
	"uploadAvatar":     {upload: "chair.png"},
	"downloadPurchase": {save: "purchase.stl"},
	"exportAccount":    {save: "account.zip"},
	"downloadFile":     {save: "bought.stl"},
}

// describeSamples gives every operation code samples, made from its path, the
// example of its body and what sampleCalls says.
func describeSamples(doc *openapi.Document) error {
	names := strings.NewReplacer("{id}", "1", "{model_id}", "1", "{order_id}", "2", "{language}", "de")
	for _, op := range doc.Operations() {
		with := sampleCalls[op.ID()]
		call := openapi.Call{
			Method: op.Method, URL: fmt.Sprint(serverOf(doc), names.Replace(op.Path), with.query), Upload: with.upload, Save: with.save,
			Empty: op.Media(false) == nil,
		}
		if with.header.Name != "" {
			call.Header = []openapi.Field{with.header}
		}
		if body, ok := op.Media(true)["example"].(json.RawMessage); ok {
			call.JSON = strings.TrimSpace(string(body))
		}
		if err := op.Show(call); err != nil {
			return fmt.Errorf("describe %s: %w", op.ID(), err)
		}
	}
	return nil
}
