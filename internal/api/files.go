package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
)

type partsInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

// partsInVersionInput names a model, or its draft version.
type partsInVersionInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
	OfDraftInput
}

type removePartInput struct {
	InDraftInput
	ModelID int64   `path:"model_id" doc:"The model's id."`
	ID      int64   `path:"id" doc:"The id of what is removed."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type filesOutput struct {
	Body struct {
		Total      int64        `json:"total" doc:"How many files there are."`
		Processing int64        `json:"processing" doc:"How many files still wait to be read, or are being read. A file is read again when another one that it refers to arrives. At 0, facts no longer change."`
		Files      []storedFile `json:"files" nullable:"false" doc:"All of them, the oldest first."`
	}
}

// FileRecord describes a file, in a list and within its model: package record writes it.
type FileRecord struct {
	ID          int64                  `json:"id" doc:"Names the file in addresses."`
	Name        string                 `json:"name" example:"dragon.stl" doc:"As it was uploaded."`
	Size        int64                  `json:"size" doc:"Bytes."`
	DownloadURL string                 `json:"download_url" doc:"Redirects to the bytes for those who may have them." format:"uri"`
	Extension   string                 `json:"extension" example:"stl" doc:"End of the name, in small letters."`
	FileTypeID  *int64                 `json:"file_type_id" doc:"Of GET /v1/file_types; null when the type is not known."`
	ForBuyers   bool                   `json:"for_buyers,omitempty" doc:"True when those who bought the model before the file was added get it too; else it is not there."`
	SHA256      string                 `json:"sha256" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the bytes, hex."`
	Status      string                 `json:"status" enum:"processing,ready,rejected" doc:"Whether its bytes have been read."`
	Problems    []fileProblem          `json:"problems" nullable:"false" doc:"Of a rejected file, why; of one that is ready, why some of its facts are unknown. Usually empty."`
	Facts       nullable[Facts]        `json:"facts" required:"false" doc:"Measured geometry, once it is known; null for what has none, such as textures. Lists of models leave it out."`
	Missing     []string               `json:"missing" nullable:"false" doc:"Names of files that it needs, such as the .bin of a .gltf. The facts are incomplete until they are uploaded."`
	Progress    nullable[FileProgress] `json:"progress" doc:"While it is read, for the first time or again, or waits for that; else null."`
	CreatedAt   time.Time              `json:"created_at" doc:"When it was uploaded."`
	UpdatedAt   time.Time              `json:"updated_at" doc:"When something about it last changed."`
}

// FileProgress is how far a file has come that is being read.
type FileProgress struct {
	Stage string    `json:"stage" enum:"waiting,reading" doc:"What happens to it now."`
	Since time.Time `json:"since" doc:"When that began."`
}

// createdFile describes the answer to an upload.
type createdFile struct {
	Success bool `json:"success" doc:"Always true."`
	FileRecord
}

type fileProblem struct {
	Code   string `json:"code" example:"type_mismatch" doc:"One of empty, type_mismatch, truncated, malformed, no_content, limit, unsafe, unmeasured, texture_unread, texture_limit, archive_names, archive_entries, archive_encrypted, archive_nested, archive_ratio, broken_archive, too_large, too_slow, unreadable, internal. docs/errors.md says what each means and what to do."`
	Detail string `json:"detail" doc:"The reason in words."`
}

func (s *Server) listFiles(ctx context.Context, in *partsInVersionInput) (*filesOutput, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, false)
	if err != nil {
		return nil, err
	}

	files, err := s.filesOf(ctx, v)
	if err != nil {
		return nil, err
	}

	out := &filesOutput{}
	out.Body.Total, out.Body.Files = int64(len(files)), encodeAll(files, s.encodeFile)
	for i := range files {
		if files[i].Pending() {
			out.Body.Processing++
		}
	}
	return out, nil
}

// uploadFile takes a file, as a form or as bare bytes.
func (s *Server) uploadFile(w http.ResponseWriter, r *http.Request) error {
	return partUpload[vitrine.File, storedFile]{
		version: s.versionOf,
		again:   s.shop.FileAgain, add: s.shop.AddFile, came: func(came shop.Received) *vitrine.File { return came.File }, created: s.createdFile,
	}.serve(w, r)
}

func (s *Server) createdFile(v version, f *vitrine.File) *createdPart[storedFile] {
	named := *f
	named.ModelID = v.public
	return &createdPart[storedFile]{
		ETag: partETag("f", f.ID, f.Version), Location: s.absolute(record.FilePath(v.public, f.ID)) + v.query(),
		Body: s.encodeCreated(&named),
	}
}

func (s *Server) removeFile(ctx context.Context, in *removePartInput) (*struct{}, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveFile(ctx, v.caller, v.modelID, v.fileIn(in.ID), partPrecondition(in.IfMatch, "f", in.ID))
}

// downloadFile redirects to a signed address of the file's bytes.
func (s *Server) downloadFile(w http.ResponseWriter, r *http.Request) error {
	v, err := s.versionOf(r)
	if err != nil {
		return err
	}
	id, err := pathID(r, "id")
	if err != nil {
		return err
	}

	address, err := s.shop.DownloadURL(r.Context(), v.caller, shop.DownloadRequest{
		ModelID: v.modelID, FileID: v.fileIn(id), Token: r.URL.Query().Get("download_token"), Head: r.Method == http.MethodHead,
	})
	if err != nil {
		return err
	}

	w.Header().Set("Location", address)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusFound)
	return nil
}

// storedFile is a file's record, encoded by package record.
type storedFile json.RawMessage

// MarshalJSON returns the record.
func (f storedFile) MarshalJSON() ([]byte, error) { return f, nil }

// Schema describes it.
func (storedFile) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[FileRecord](), true, "")
}

func (s *Server) encodeFile(f *vitrine.File) storedFile {
	return record.Form{Base: s.baseURL}.Expand(nil, string(record.AppendFile(nil, f)))
}

// encodeCreated encodes a createdFile.
func (s *Server) encodeCreated(f *vitrine.File) storedFile {
	return append([]byte(`{"success":true,`), s.encodeFile(f)[1:]...)
}

// pathID reads an id from the path; what is not one is nowhere.
func pathID(r *http.Request, name string) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil {
		return 0, vitrine.Errorf(vitrine.NotFound, "nothing is at %s", r.URL.Path)
	}
	return id, nil
}

// partETag names one version of a file or an image.
func partETag(kind string, id, version int64) string {
	return fmt.Sprintf(`"%s%d-%d"`, kind, id, version)
}

func partPrecondition(header ifMatch, kind string, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return partETag(kind, id, version) })
}
