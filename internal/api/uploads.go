package api

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

// uploadsPath is where the files of a model are sent in parts.
const uploadsPath = "/v1/models/{model_id}/files/uploads"

// inParts reports whether the operation is one of tus: what it answers is said by headers,
// and a repeated request is told apart by its offset.
func (op operation) inParts() bool { return strings.HasPrefix(op.path, uploadsPath) }

// resumable answers the requests of tus.
func (s *Server) resumable(w http.ResponseWriter, r *http.Request) error {
	v, err := s.versionOf(r)
	if err != nil {
		return err
	}

	path := strings.TrimSuffix(record.FilePath(v.public, 0), "0")
	return s.uploads.Serve(w, r, upload.Request{
		Caller: v.caller, ModelID: v.modelID, ID: r.PathValue("upload"), Base: s.absolute(path + "uploads"), Query: v.query(),
		File: func(id int64) string { return s.absolute(record.FilePath(v.public, id)) + v.query() },
	})
}

// speaksTus describes an operation of tus: its parameters, beside the path's, and its
// success.
func speaksTus(status, answer string, parameters ...*huma.Param) note {
	return func(op *huma.Operation) {
		op.Parameters = pathParameters("model_id")
		if strings.HasSuffix(op.Path, "{upload}") {
			op.Parameters = append(op.Parameters, &huma.Param{Name: "upload", In: "path", Required: true,
				Schema:      &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9A-Za-z]{1,64}$", MinLength: new(1), MaxLength: new(64)},
				Description: "Names the upload, as the Location of beginUpload does."})
		}
		inDraft(op)
		op.Parameters = append(op.Parameters, tusHeader("Tus-Resumable", true, upload.Version, "The version of the protocol."))
		op.Parameters = append(op.Parameters, parameters...)
		op.Responses[status] = &huma.Response{Description: answer}
		if op.Method == http.MethodPost || op.Method == http.MethodPatch {
			op.Parameters = append(op.Parameters, tusHeader("Upload-Checksum", false, "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
				"sha1 or sha256, and the checksum of the body in Base64. A body that does not fit it is not kept."))
			bytes := &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "Bytes of the file, from Upload-Offset on."}
			op.RequestBody = &huma.RequestBody{Description: "Bytes of the file, as many as there are or as the sender likes to send at once.",
				Required: op.Method == http.MethodPatch,
				Content:  map[string]*huma.MediaType{"application/offset+octet-stream": {Schema: bytes}}}
		}
	}
}

func tusHeader(name string, required bool, example, description string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Required: required, Description: description,
		Schema: &huma.Schema{Type: huma.TypeString, Examples: []any{example}}}
}

func tusNumber(name string, least float64, description string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Required: true, Description: description,
		Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &least}}
}

// uploadRoutes are those of tus (https://tus.io/protocols/resumable-upload).
func (s *Server) uploadRoutes() {
	const one = uploadsPath + "/{upload}"
	route := func(method, path, id string, budget web.Budget, summary string, notes ...note) {
		s.stream(operation{method, path, id, vitrine.ScopeModelsWrite, budget, summary}, s.resumable, notes...)
	}
	route("POST", uploadsPath, "beginUpload", web.Uploads, "Begin a file that is sent in parts",
		speaksTus("201", "The upload has begun.",
			tusNumber("Upload-Length", 1, "Bytes of the whole file."),
			tusHeader("Upload-Metadata", true, "filename Y2hhaXIuc3Rs", "Pairs of a key and a value in Base64, with commas between them: "+
				"filename, and where wanted file_type_id, for_buyers (true) and sha256 (64 hexadecimal digits).")),
		s.neverFails(415), s.alsoFails(412, 460))
	route("HEAD", one, "findUpload", web.Reads, "How far an upload in parts is",
		speaksTus("200", "Upload-Offset says where to go on."), s.alsoFails(409, 412, 413, 422, 423), withoutBodies)
	route("PATCH", one, "continueUpload", web.Uploads, "Send bytes of an upload in parts",
		speaksTus("204", "The bytes are kept; with the last of them the file is there, at Content-Location.",
			tusNumber("Upload-Offset", 0, "At which byte of the file the body begins: how many have been kept.")),
		s.alsoFails(409, 412, 413, 415, 422, 423, 460))
	route("DELETE", one, "removeUpload", web.Writes, "Give an upload in parts up", speaksTus("204", "The upload and its bytes are gone."))
	s.discover("OPTIONS "+uploadsPath, s.uploads.Describe)
}

// withoutBodies takes the bodies from the answers to HEAD.
func withoutBodies(op *huma.Operation) {
	for status := range op.Responses {
		if status >= "400" {
			op.Responses[status] = &huma.Response{Description: "As continueUpload answers it, without a body."}
		}
	}
}
