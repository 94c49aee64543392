package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/openapi"
)

// sampleCalls say what code samples send beside the example of a body.
var sampleCalls = map[string]struct {
	id     string // of what the path ends with; "" for 1
	query  string
	header openapi.Field
	more   []openapi.Field
	bytes  string // name of a file whose bytes are sent bare
	media  string // of these; "" for a part of an upload
	upload string
	save   string
}{
	"createModel":       {header: openapi.Field{Name: "Content-Language", Value: "en-US"}},
	"getModel":          {header: openapi.Field{Name: "Accept-Language", Value: "de, en;q=0.8"}},
	"getPage":           {header: openapi.Field{Name: "Accept-Language", Value: "de, en;q=0.8"}},
	"listModels":        {query: "?keywords=chair&max_price=20&sort=newest&per_page=10"},
	"listFacets":        {query: "?keywords=chair&max_price=20"},
	"listSuggestions":   {query: "?keywords=oak%20cha"},
	"listCorrections":   {query: "?keywords=oka%20chiar"},
	"listOrders":        {query: "?status=unpaid"},
	"uploadFile":        {upload: "chair.stl"},
	"uploadImage":       {upload: "chair.png"},
	"uploadAvatar":      {upload: "chair.png"},
	"uploadReviewImage": {upload: "chair.png"},
	"uploadCover":       {upload: "chair.png"},
	"downloadPurchase":  {save: "purchase.stl"},
	"beginUpload": {more: []openapi.Field{{Name: "Tus-Resumable", Value: "1.0.0"}, {Name: "Upload-Length", Value: "1048576"},
		{Name: "Upload-Metadata", Value: "filename Y2hhaXIuc3Rs"}}},
	"findUpload": {more: []openapi.Field{{Name: "Tus-Resumable", Value: "1.0.0"}}},
	"continueUpload": {bytes: "chair.stl", more: []openapi.Field{
		{Name: "Tus-Resumable", Value: "1.0.0"}, {Name: "Upload-Offset", Value: "0"},
	}},
	"takeMailBounce": {bytes: "bounce.eml", media: messageType},
	"removeUpload":   {more: []openapi.Field{{Name: "Tus-Resumable", Value: "1.0.0"}}},
	"exportAccount":  {save: "account.zip"},
	"downloadFile":   {save: "bought.stl"},
	"cropImage":      {id: "2"},
	// What createCategory and createLicense have made.
	"updateCategory": {id: "247"},
	"removeCategory": {id: "247"},
	"mergeCategory":  {id: "247"},
	"updateLicense":  {id: "studio"},
	"removeLicense":  {id: "studio"},
	"retireLicense":  {id: "studio"},
	"offerLicense":   {id: "studio"},
}

// describeSamples gives every operation code samples, made from its path, the
// example of its body and what sampleCalls says.
func describeSamples(doc *openapi.Document) error {
	names := strings.NewReplacer("{model_id}", "1", "{order_id}", "2", "{endpoint_id}", "1", "{language}", "de", "{page}", "terms",
		"{kind}", "trial", "{about}", "seller", "{month}", "2026-03", "{number}", "INV-000001",
		"{username}", "seller", "{upload}", "kQ3vXo81TnBz5YcJr6WdLs0pAe2mHgUf")
	for _, op := range doc.Operations() {
		with := sampleCalls[op.ID()]
		path := strings.ReplaceAll(names.Replace(op.Path), "{id}", cmp.Or(with.id, "1"))
		path = strings.ReplaceAll(path, "{type}", cmp.Or(with.id, "general"))
		call := openapi.Call{
			Method: op.Method, URL: fmt.Sprint(serverOf(doc), path, with.query), Upload: with.upload, Save: with.save,
			Bytes: with.bytes, Media: with.media,
			Empty: op.Media(false) == nil, Header: with.more,
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
