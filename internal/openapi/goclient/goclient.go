// Package goclient writes the part of the Go client (package client, at the root of the module)
// that follows from the contract: a record for each schema that operations take or answer, and
// a method for each operation that exchanges JSON. What sends bytes (uploads, downloads) and how
// requests are made is written by hand.
//
// The package is pure: it knows the contract's text and nothing of the server.
package goclient

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"
)

// ByHand are the operations that exchange bytes instead of JSON, and the method of the client,
// written by hand, that speaks each.
var ByHand = map[string]string{
	"uploadFile":        "UploadFile",
	"uploadImage":       "UploadImage",
	"uploadAvatar":      "UploadAvatar",
	"uploadReviewImage": "UploadReviewImage",
	"uploadCover":       "UploadCover",
	"downloadFile":      "DownloadFile",
	"downloadPurchase":  "DownloadPurchase",
	"exportAccount":     "ExportAccount",
	"beginUpload":       "BeginUpload",
	"findUpload":        "FindUpload",
	"continueUpload":    "ContinueUpload",
	"removeUpload":      "RemoveUpload",
	"takeMailBounce":    "TakeMailBounce",
}

// shared is the file of those records that operations of several tags have in common.
const shared = "records"

// Files returns the generated files of package client by their names.
func Files(contract []byte) (map[string][]byte, error) {
	doc, err := parse(contract)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	g := &generator{doc: doc, homes: map[string]string{}, sent: map[string]bool{}, answered: map[string]bool{}, methods: map[string]string{}}
	if err := g.follow(); err != nil {
		return nil, err
	}
	written := map[string]*bytes.Buffer{}
	file := func(home string) *bytes.Buffer {
		if written[home] == nil {
			written[home] = &bytes.Buffer{}
		}
		return written[home]
	}
	for _, o := range doc.operations {
		if err := g.operation(file(o.Tags[0]), o); err != nil {
			return nil, fmt.Errorf("%s: %w", o.ID, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(g.homes)) {
		if err := g.record(file(g.homes[name]), name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	files := map[string][]byte{}
	for home, body := range written {
		text, err := format.Source(append(head(body.String()), body.Bytes()...))
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", home, err, body)
		}
		files[home+"_gen.go"] = text
	}
	return files, nil
}

// head returns what stands above the declarations of a file: its package, and what it imports
// of the standard library.
func head(body string) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from api/openapi.yaml (make client). DO NOT EDIT.\n\npackage client\n\n")
	var imports []string
	var code strings.Builder // without comments, which may name anything
	for line := range strings.Lines(body) {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			code.WriteString(line)
		}
	}
	for _, name := range []string{"context", "iter", "net/http", "net/url", "time"} {
		if short := name[strings.LastIndex(name, "/")+1:]; strings.Contains(code.String(), short+".") {
			imports = append(imports, fmt.Sprintf("%q", name))
		}
	}
	if len(imports) > 0 {
		fmt.Fprintf(&b, "import (\n%s\n)\n\n", strings.Join(imports, "\n"))
	}
	return b.Bytes()
}

// generator writes Go of a contract.
type generator struct {
	doc      *document
	homes    map[string]string // the file of each record
	sent     map[string]bool   // records that are sent
	answered map[string]bool   // records that are answered
	methods  map[string]string // methods that were written, and of which operation
}

// follow finds out which records are needed, where each stands, and which are sent.
func (g *generator) follow() error {
	for id := range ByHand {
		if !slices.ContainsFunc(g.doc.operations, func(o *operation) bool { return o.ID == id }) {
			return fmt.Errorf("the contract has no %s: take it out of ByHand", id)
		}
	}
	for _, o := range g.doc.operations {
		if len(o.Tags) == 0 {
			return fmt.Errorf("%s has no tag", o.ID)
		}
		home := strings.ToLower(o.Tags[0])
		if body := o.body(); body != nil {
			if err := g.visit(body, home, g.sent); err != nil {
				return err
			}
		}
		if answer := o.answer(); answer != nil {
			if err := g.visit(answer, home, g.answered); err != nil {
				return err
			}
		}
		for _, p := range o.Parameters {
			if p.In != "header" {
				if err := g.visit(&p.Schema, home, g.sent); err != nil {
					return err
				}
			}
		}
	}
	// These stand in records that are written by hand.
	for _, name := range []string{"ProblemField", "ProblemCode", "WebhookEvent", "ReceiptClaims"} {
		if err := g.visit(&schema{Ref: refPrefix + name}, shared, g.answered); err != nil {
			return err
		}
	}
	return nil
}

// visit notes a schema and what it is made of.
func (g *generator) visit(s *schema, home string, used map[string]bool) error {
	if s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, refPrefix)
		to := g.doc.schemas[name]
		if to == nil {
			return fmt.Errorf("there is no schema %s", name)
		}
		if old, ok := g.homes[name]; ok && old != home {
			home = shared
		}
		if g.homes[name] == home && used[name] {
			return nil
		}
		g.homes[name], used[name] = home, true
		return g.visit(to, home, used)
	}
	parts := slices.Concat(s.OneOf, s.AllOf)
	for _, p := range s.Properties {
		if !p.Schema.ReadOnly {
			parts = append(parts, p.Schema)
		}
	}
	if s.Items != nil {
		parts = append(parts, s.Items)
	}
	if s.Additional != nil {
		parts = append(parts, s.Additional)
	}
	for _, part := range parts {
		if err := g.visit(part, home, used); err != nil {
			return err
		}
	}
	return nil
}
