package api

import (
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// ModelRecord is a model as package record writes it. It is here only to
// describe the contract.
type ModelRecord struct {
	ID                       int64           `json:"id"`
	Status                   string          `json:"status" enum:"draft,published"`
	AuthorName               string          `json:"author_name"`
	URL                      string          `json:"url" doc:"The model's web page."`
	Slug                     string          `json:"slug"`
	CategoryID               *int64          `json:"category_id"`
	SubcategoryID            *int64          `json:"subcategory_id"`
	CategorySlug             *string         `json:"category_slug"`
	SubcategorySlug          *string         `json:"subcategory_slug"`
	Title                    string          `json:"title"`
	Downloadable             bool            `json:"downloadable" doc:"It has at least one file that is ready."`
	Description              string          `json:"description" doc:"Sanitised HTML."`
	RawDescription           string          `json:"raw_description" doc:"Plain text."`
	Tags                     []string        `json:"tags" nullable:"false"`
	Type                     string          `json:"type" enum:"cg,printable"`
	License                  *string         `json:"license" doc:"general, editorial or custom."`
	CustomLicense            *string         `json:"custom_license"`
	Prices                   modelPrices     `json:"prices"`
	Currency                 string          `json:"currency"`
	Files                    []FileRecord    `json:"files" nullable:"false"`
	AvailableFileExtensions  []string        `json:"availableFileExtensions" nullable:"false" doc:"Inside archives too."`
	Thumbnails               []string        `json:"thumbnails" nullable:"false" doc:"Addresses."`
	GameReady                *bool           `json:"game_ready"`
	Animated                 *bool           `json:"animated"`
	Rigged                   *bool           `json:"rigged"`
	PBR                      *bool           `json:"pbr"`
	AdultContent             bool            `json:"adult_content"`
	AIGenerated              bool            `json:"ai_generated"`
	Units                    *string         `json:"units" doc:"mm, cm, m, in or ft."`
	IsPreSupported           *bool           `json:"is_pre_supported"`
	IsSplitIntoMultipleParts *bool           `json:"is_split_into_multiple_parts"`
	MultiplePartsDetails     *string         `json:"multiple_parts_details"`
	Info                     map[string]any  `json:"info" nullable:"true" doc:"Of CG models: an open set of data."`
	InfoMeasured             []string        `json:"info_measured" nullable:"true" doc:"The keys of info that its author left empty and that were filled from the facts."`
	Facts                    nullable[Facts] `json:"facts" doc:"Measured geometry of all files of the richest format together; null while nothing is known."`
	Claims                   []claim         `json:"claims" nullable:"false" doc:"What the author says where the files tell it too."`
	CreatedAt                time.Time       `json:"created_at"`
	UpdatedAt                time.Time       `json:"updated_at"`
	PublishedAt              *time.Time      `json:"published_at"`
}

// modelPrices are a model's prices.
type modelPrices struct {
	Download decimalPrice `json:"download" doc:"Decimal; null while there is none. A number on answers to GET where the server is set so."`
	Original decimalPrice `json:"original,omitempty" doc:"Before the discount, while discounted."`
}

// decimalPrice is a price as it is answered.
type decimalPrice string

// Schema describes both forms and null.
func (decimalPrice) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString, Pattern: `^[0-9]+\.[0-9]{2}$`, Nullable: true, Examples: []any{"12.00"}}, {Type: huma.TypeNumber},
	}}
}

type modelsPage struct {
	Total         int64         `json:"total"`
	TotalRelation string        `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
	Models        []ModelRecord `json:"models" nullable:"false"`
}

type createdModelRecord struct {
	Success bool `json:"success" doc:"Always true."`
	ModelRecord
}

// answers says what an operation that encodes its own answer answers with.
func answers[T any](s *Server, status int) note {
	return func(op *huma.Operation) {
		schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{jsonType: {Schema: schema}},
		}
	}
}

// redirects says that an operation answers with the address of bytes.
func redirects(op *huma.Operation) {
	op.Responses["302"] = &huma.Response{
		Description: "Location is a signed, short-lived address of the bytes. It needs no token and answers ranges.",
		Headers:     map[string]*huma.Param{"Location": {Schema: &huma.Schema{Type: huma.TypeString, Format: "uri"}}},
	}
	delete(op.Responses, "304")
	op.Parameters = append(pathParameters("model_id", "id"), &huma.Param{Name: "download_token", In: "query", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "Of the order that bought the file."})
}

// takesUpload says how bytes come in.
func takesUpload(op *huma.Operation) {
	binary := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
			"file":         {Type: huma.TypeString, Format: "binary", Description: "The first part with a filename, whatever its name."},
			"file_type_id": {Type: huma.TypeInteger, Description: "Of GET /v1/file_types; by the extension when absent."},
		}}},
		"application/octet-stream": {Schema: binary},
	}}
	text := &huma.Schema{Type: huma.TypeString}
	op.Parameters = append(pathParameters("model_id"),
		&huma.Param{Name: "name", In: "query", Schema: text, Description: "File name of bare bytes; or send Content-Disposition."},
		&huma.Param{Name: "Repr-Digest", In: "header", Schema: text, Description: "sha-256=:BASE64: (RFC 9530). What does not fit is refused."})
}

func pathParameters(names ...string) []*huma.Param {
	var parameters []*huma.Param
	for _, name := range names {
		parameters = append(parameters, &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"}})
	}
	return parameters
}
