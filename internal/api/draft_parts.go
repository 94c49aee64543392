package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const (
	draftReadDoc  = "true: those of the draft version, as it will make them."
	draftWriteDoc = "true: in the draft version of the published model, which is begun where there is none; nobody else sees it " +
		"before publishVersion."
)

// OfDraftInput has an operation read the draft version of a model.
type OfDraftInput struct {
	Draft bool `query:"draft" doc:"true: those of the draft version, as it will make them."`
}

// InDraftInput has an operation change the draft version of a model.
type InDraftInput struct {
	Draft bool `query:"draft" doc:"true: in the draft version of the published model, which is begun where there is none; nobody else sees it before publishVersion."`
}

// inDraft describes InDraftInput where the parameters are read by hand.
func inDraft(op *huma.Operation) {
	op.Parameters = append(op.Parameters, draftParameter(draftWriteDoc))
}

// ofDraft describes OfDraftInput there.
func ofDraft(op *huma.Operation) { op.Parameters = append(op.Parameters, draftParameter(draftReadDoc)) }

func draftParameter(doc string) *huma.Param {
	return &huma.Param{Name: "draft", In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean, Default: false}, Description: doc}
}

// version is a model, or the draft version of one, whose texts, files and pictures are meant.
type version struct {
	caller  vitrine.Caller
	modelID int64       // where they are
	public  int64       // of the model, as addresses name it
	draft   *shop.Draft // nil: the model itself
}

// version returns what a request means. Its draft version is begun by what changes it.
func (s *Server) version(ctx context.Context, modelID int64, draft, changes bool) (version, error) {
	v := version{caller: caller(ctx), modelID: modelID, public: modelID}
	if !draft {
		return v, nil
	}
	read := s.shop.Draft
	if changes {
		read = s.shop.OpenDraft
	}
	d, err := read(ctx, v.caller, modelID)
	if err != nil {
		return v, err
	}
	v.caller, v.modelID, v.draft = d.Editor(v.caller), d.CopyID, d
	return v, nil
}

// versionOf is version where the parameters are read by hand.
func (s *Server) versionOf(r *http.Request) (version, error) {
	modelID, err := pathID(r, "model_id")
	if err != nil {
		return version{}, err
	}
	draft, err := queryTruth(r, "draft")
	if err != nil {
		return version{}, err
	}
	return s.version(r.Context(), modelID, draft, r.Method == http.MethodPost)
}

// query is what addresses of the version end with.
func (v version) query() string {
	if v.draft == nil {
		return ""
	}
	return "?draft=true"
}

// fileIn is where a file is that an address names: a draft version has copies of those of its
// model.
func (v version) fileIn(id int64) int64 {
	if v.draft != nil {
		if i := slices.IndexFunc(v.draft.Copy.Files, func(f vitrine.File) bool { return f.CopyOf == id }); i >= 0 {
			return v.draft.Copy.Files[i].ID
		}
	}
	return id
}

// imageIn is fileIn for pictures.
func (v version) imageIn(id int64) int64 {
	if v.draft != nil {
		if i := slices.IndexFunc(v.draft.Copy.Images, func(m vitrine.Image) bool { return m.CopyOf == id }); i >= 0 {
			return v.draft.Copy.Images[i].ID
		}
	}
	return id
}

// ofModel reads If-Match of the model, or of its draft version.
func (v version) ofModel(header ifMatch) shop.Precondition {
	if v.draft == nil || header == "" {
		return modelPrecondition(header, v.public)
	}
	return func(now int64) bool {
		d := *v.draft
		drafted := *d.Copy
		drafted.Version, d.Copy = now, &drafted
		return web.IfMatch(string(header), func(tag string) bool { return tag == draftETag(d.Mark()) })
	}
}

func (s *Server) filesOf(ctx context.Context, v version) ([]vitrine.File, error) {
	if v.draft != nil {
		return v.draft.Would().Files, nil
	}
	return s.shop.Files(ctx, v.caller, v.modelID)
}

func (s *Server) imagesOf(ctx context.Context, v version) ([]vitrine.Image, error) {
	if v.draft != nil {
		return v.draft.Would().Images, nil
	}
	return s.shop.Images(ctx, v.caller, v.modelID)
}
