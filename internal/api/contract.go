package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// modelRecord says what package record writes.
type modelRecord struct {
	ID              int64           `json:"id" example:"42"`
	Status          string          `json:"status" enum:"draft,published"`
	AuthorName      string          `json:"author_name" example:"ada"`
	URL             string          `json:"url" doc:"The model's web page."`
	Slug            string          `json:"slug" example:"red-dragon"`
	CategoryID      *int64          `json:"category_id"`
	SubcategoryID   *int64          `json:"subcategory_id"`
	CategorySlug    *string         `json:"category_slug"`
	SubcategorySlug *string         `json:"subcategory_slug"`
	Title           string          `json:"title" example:"Red dragon"`
	Downloadable    bool            `json:"downloadable" doc:"Has at least one file that is ready."`
	Description     string          `json:"description" doc:"Sanitised HTML."`
	RawDescription  string          `json:"raw_description" doc:"Plain text."`
	Tags            []string        `json:"tags" nullable:"false"`
	Type            string          `json:"type" enum:"cg,printable"`
	License         *string         `json:"license" doc:"general, editorial or custom; null while none is chosen."`
	CustomLicense   *string         `json:"custom_license"`
	Prices          modelPrices     `json:"prices"`
	Currency        string          `json:"currency" example:"USD"`
	Files           []fileRecord    `json:"files" nullable:"false"`
	Extensions      []string        `json:"availableFileExtensions" nullable:"false" doc:"Of all files that are ready, and of what their archives hold."`
	Thumbnails      []string        `json:"thumbnails" nullable:"false" doc:"Addresses of pictures."`
	GameReady       *bool           `json:"game_ready" doc:"null on printable models, as are the other members that are for CG models."`
	Animated        *bool           `json:"animated"`
	Rigged          *bool           `json:"rigged"`
	PBR             *bool           `json:"pbr"`
	AdultContent    bool            `json:"adult_content"`
	AIGenerated     bool            `json:"ai_generated"`
	Units           *string         `json:"units" doc:"null on CG models, as are the other members that are for printable models."`
	PreSupported    *bool           `json:"is_pre_supported"`
	SplitIntoParts  *bool           `json:"is_split_into_multiple_parts"`
	PartsDetails    *string         `json:"multiple_parts_details"`
	Info            json.RawMessage `json:"info"`
	CreatedAt       time.Time       `json:"created_at"`
	UpdatedAt       time.Time       `json:"updated_at"`
	PublishedAt     *time.Time      `json:"published_at"`
}

// createdModel is the answer to a creation.
type createdModel struct {
	Success bool `json:"success" doc:"Always true."`
	modelRecord
}

type modelPrices struct {
	Download *price `json:"download" doc:"null while the model has no price."`
	Original *price `json:"original,omitempty" doc:"The price before the discount, while there is one."`
}

// price is a decimal string, or a number where the operator set numeric prices.
type price string

// Schema describes both forms.
func (price) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		OneOf: []*huma.Schema{
			{Type: huma.TypeString, Pattern: `^[0-9]+\.[0-9]{2}$`}, {Type: huma.TypeNumber}, {Type: "null"},
		},
		Examples: []any{"12.00"},
	}
}

type modelList struct {
	Total         int64         `json:"total" doc:"Exact up to 10,000."`
	TotalRelation string        `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
	Models        []modelRecord `json:"models" nullable:"false"`
}

// answers describes a successful answer whose body a handler writes by itself.
func answers[T any](s *Server, status int) note {
	schema := s.schema(reflect.TypeFor[T]())
	return func(op *huma.Operation) {
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
		}
	}
}

func (s *Server) schema(t reflect.Type) *huma.Schema {
	return s.api.OpenAPI().Components.Schemas.Schema(t, true, "")
}

// takesUpload describes the two forms of an upload.
func takesUpload(what string) note {
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
		"file":         {Type: huma.TypeString, Format: "binary", Description: what + " The first part with a file name is taken, whatever its own name."},
		"file_type_id": {Type: huma.TypeInteger, Format: "int64", Description: "Of a file: its type, where the extension does not say it."},
	}}
	return func(op *huma.Operation) {
		op.RequestBody = &huma.RequestBody{Required: true, Description: what, Content: map[string]*huma.MediaType{
			"multipart/form-data":      {Schema: form},
			"application/octet-stream": {Schema: binary},
		}}
		op.Parameters = append(op.Parameters,
			&huma.Param{Name: "name", In: "query", Schema: &huma.Schema{Type: huma.TypeString}, Description: "File name of bare bytes; Content-Disposition may say it instead."},
			&huma.Param{Name: "Repr-Digest", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Description: "SHA-256 that the bytes must have (RFC 9530)."})
	}
}

// redirects describes the answer to a download.
func redirects(op *huma.Operation) {
	op.Responses["302"] = &huma.Response{
		Description: "The bytes are at the address in Location: signed, short-lived, and in need of no token.",
		Headers:     map[string]*huma.Param{"Location": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uri"}}},
	}
	delete(op.Responses, "304")
	op.Parameters = append(op.Parameters, &huma.Param{Name: "download_token", In: "query",
		Schema: &huma.Schema{Type: huma.TypeString}, Description: "Of a paid order that the file belongs to."})
}

// hasPath describes the path's parameters of an operation that reads them by
// itself.
func hasPath(names ...string) note {
	return func(op *huma.Operation) {
		for _, name := range names {
			op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "path", Required: true,
				Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"}})
		}
	}
}
