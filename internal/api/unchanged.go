package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/web"
)

// resource is what is read and changed at one path. Who changes it may send it as it was read:
// what can't be written is held against what a read of the same caller shows.
type resource struct {
	read     http.Handler        // GET, behind the checks of callers
	readOnly []string            // members that reads show and changes don't take, sorted
	parts    map[string][]string // the same of the records in members that are lists
	settled  bool                // a record that is sent as it stands asks for nothing
}

// settled is for operations that act whenever they are asked, whose record as it was read asks
// for nothing all the same: a text is not published once more, an order is not paid again.
func (s *Server) settled(op *huma.Operation) { s.resource(op.Path).settled = true }

func (s *Server) resource(path string) *resource {
	if s.resources[path] == nil {
		s.resources[path] = &resource{parts: map[string][]string{}}
	}
	return s.resources[path]
}

// asRead puts before a change the check of members that can't be written.
func (s *Server) asRead(path string, change http.Handler) http.Handler {
	of := s.resource(path)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		done, err := s.heldAgainst(of, w, r)
		switch {
		case err != nil:
			web.WriteProblem(w, r, err)
		case !done:
			change.ServeHTTP(w, r)
		}
	})
}

// heldAgainst compares a record as it was read with what is stored, and answers where nothing is
// left to change.
func (s *Server) heldAgainst(of *resource, w http.ResponseWriter, r *http.Request) (done bool, err error) {
	sent, err := membersSent(w, r)
	if err != nil || !of.holds(sent) {
		return false, err
	}
	now := readNow(of, r)
	if now.status != http.StatusOK && now.status != http.StatusNotFound {
		now.writeTo(w)
		return true, nil
	}
	if !web.IfMatch(r.Header.Get("If-Match"), func(tag string) bool { return tag == now.header.Get("ETag") }) {
		return false, nil // which the change refuses as stale
	}
	shown, err := now.members()
	if err != nil {
		return false, err
	}
	if err := of.unlike(sent, shown); err != nil || !of.settled || !within(sent, shown) {
		return false, err
	}
	if _, err := s.desk(r.Context()); err != nil {
		return false, err
	}
	now.writeTo(w)
	return true, nil
}

// membersSent reads the members of a JSON body, which stays to be read; none where it is no
// JSON object, which whoever reads it then says.
func membersSent(w http.ResponseWriter, r *http.Request) (sent map[string]any, err error) {
	if media := r.Header.Get("Content-Type"); media != "" && !strings.Contains(strings.ToLower(media), "json") {
		return nil, nil
	}
	body, err := web.ReadBody(w, r, web.MaxBody)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if json.Unmarshal(body, &sent) != nil {
		return nil, nil
	}
	return sent, nil
}

// readNow asks for the record that a request changes, as its caller reads it.
func readNow(of *resource, r *http.Request) *recording {
	asked := r.Clone(context.WithoutCancel(r.Context()))
	asked.Method, asked.Body, asked.ContentLength, asked.URL.RawQuery = http.MethodGet, http.NoBody, 0, ""
	for _, name := range []string{"Content-Type", "Content-Length", "If-Match", "If-None-Match", "Range"} {
		asked.Header.Del(name)
	}
	now := &recording{header: http.Header{}, status: http.StatusOK}
	of.read.ServeHTTP(now, asked)
	return now
}

// recording is an answer that nobody was sent yet.
type recording struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recording) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *recording) WriteHeader(status int) { r.status = status }

// Write keeps the body.
func (r *recording) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *recording) writeTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes()) // who is gone needs no answer
}

// members are those of the record that was read; none where there is none.
func (r *recording) members() (map[string]any, error) {
	shown := map[string]any{}
	if r.status != http.StatusOK {
		return shown, nil
	}
	if err := json.Unmarshal(r.body.Bytes(), &shown); err != nil {
		return nil, fmt.Errorf("read what is to be changed: %w", err)
	}
	shown["success"] = true // as the answer to a creation shows it
	return shown, nil
}

// holds reports whether anything was sent that can't be written.
func (of *resource) holds(sent map[string]any) bool {
	if named(sent, of.readOnly) {
		return true
	}
	for list, names := range of.parts {
		if slices.ContainsFunc(records(sent[list]), func(part map[string]any) bool { return named(part, names) }) {
			return true
		}
	}
	return false
}

func named(sent map[string]any, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := sent[name]; return ok })
}

// records are those of a list, an empty one for each value that is none.
func records(list any) []map[string]any {
	values, _ := list.([]any)
	parts := make([]map[string]any, len(values))
	for i, value := range values {
		parts[i], _ = value.(map[string]any)
	}
	return parts
}

// unlike lists what can't be written and is not what is shown. The records of a list have no
// order or name that all share: one that is shown has to have all that was sent of one.
func (of *resource) unlike(sent, shown map[string]any) error {
	var faults []vitrine.Field
	refuse := func(pointer, name string) {
		faults = append(faults, vitrine.Field{Pointer: pointer + "/" + name, Code: "read_only",
			Detail: name + " can't be written, and is not what is stored: leave it out, or read it again"})
	}
	for _, name := range of.readOnly {
		if !same(sent, shown, name) {
			refuse("", name)
		}
	}
	for list, names := range of.parts {
		for i, part := range records(sent[list]) {
			fits := func(stored map[string]any) bool {
				return !slices.ContainsFunc(names, func(name string) bool { return !same(part, stored, name) })
			}
			if at := slices.IndexFunc(names, func(name string) bool { return part[name] != nil }); at >= 0 &&
				!slices.ContainsFunc(records(shown[list]), fits) {
				refuse(fmt.Sprintf("/%s/%d", list, i), names[at])
			}
		}
	}
	return vitrine.InvalidFields(faults)
}

// same reports whether a member was not sent, or as it is shown.
func same(sent, shown map[string]any, name string) bool {
	value, was := sent[name]
	stored, is := shown[name]
	return !was || is && reflect.DeepEqual(value, stored)
}

// within reports whether all that was sent is what is shown.
func within(sent, shown map[string]any) bool {
	for name := range sent {
		if !same(sent, shown, name) {
			return false
		}
	}
	return true
}

// describeReadOnly adds to what each change takes the members that reads show and it does not
// write: of any value, since only what is stored can tell whether it is right.
func (s *Server) describeReadOnly() {
	components, paths := s.api.OpenAPI().Components.Schemas, s.api.OpenAPI().Paths
	for path, item := range paths {
		of := s.resources[path]
		if of == nil || of.read == nil || item.Put == nil || item.Put.RequestBody == nil {
			continue
		}
		body := resolved(components, item.Put.RequestBody.Content[jsonType].Schema)
		shown := resolved(components, item.Get.Responses["200"].Content[jsonType].Schema)
		members := slices.Sorted(maps.Keys(shown.Properties))
		if above := paths[path[:strings.LastIndexByte(path, '/')]]; above != nil && above.Post != nil {
			members = append(members, "success") // which creations answer with
		}
		of.readOnly = addReadOnly(body, members)
		for name, member := range body.Properties {
			if read := shown.Properties[name]; read != nil && member.Items != nil && read.Items != nil {
				part, stored := resolved(components, member.Items), resolved(components, read.Items)
				if names := addReadOnly(part, slices.Sorted(maps.Keys(stored.Properties))); len(names) > 0 {
					of.parts[name] = names
				}
			}
		}
	}
}

// addReadOnly adds those members to a record that it lacks, and returns them.
func addReadOnly(record *huma.Schema, members []string) (added []string) {
	for _, name := range members {
		if record.Properties != nil && record.Properties[name] == nil {
			added, record.Properties[name] = append(added, name), &huma.Schema{ReadOnly: true,
				Description: "Can't be written: taken as long as it is what a read shows."}
		}
	}
	record.PrecomputeMessages()
	return added
}

func resolved(components huma.Registry, schema *huma.Schema) *huma.Schema {
	for schema.Ref != "" {
		schema = components.SchemaFromRef(schema.Ref)
	}
	return schema
}
