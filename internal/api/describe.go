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
	ID                       int64           `json:"id" minimum:"1" example:"7" doc:"Names the model in every address."`
	Status                   string          `json:"status" enum:"draft,published" doc:"Whether it is in the catalogue."`
	AuthorName               string          `json:"author_name" example:"ada" doc:"Username of its author."`
	URL                      string          `json:"url" format:"uri" doc:"The model's web page."`
	Slug                     string          `json:"slug" example:"oak-chair" doc:"The end of url."`
	CategoryID               *int64          `json:"category_id" doc:"Of GET /v1/categories; null while a draft has none."`
	SubcategoryID            *int64          `json:"subcategory_id" doc:"Of GET /v1/categories; null without one."`
	CategorySlug             *string         `json:"category_slug" doc:"What category takes in a request."`
	SubcategorySlug          *string         `json:"subcategory_slug" doc:"What subcategory takes in a request."`
	Title                    string          `json:"title" example:"Oak chair" doc:"In the language that Content-Language names."`
	Downloadable             bool            `json:"downloadable" doc:"It has at least one file that is ready."`
	Description              string          `json:"description" doc:"Sanitised HTML."`
	RawDescription           string          `json:"raw_description" doc:"Plain text."`
	Tags                     []string        `json:"tags" nullable:"false" doc:"Words to find it by."`
	Type                     string          `json:"type" enum:"cg,printable" doc:"What it is for; product_type in a request."`
	License                  *string         `json:"license" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" doc:"general, editorial, custom or another one of GET /v1/licenses; null while a draft has none."`
	CustomLicense            *string         `json:"custom_license" doc:"The text of the license custom; null for the others."`
	Prices                   modelPrices     `json:"prices" doc:"In the marketplace's currency."`
	Currency                 string          `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency."`
	Files                    []FileRecord    `json:"files" nullable:"false" doc:"Oldest first."`
	AvailableFileExtensions  []string        `json:"availableFileExtensions" nullable:"false" doc:"Of ready files, and of what is inside archives."`
	Thumbnails               []string        `json:"thumbnails" nullable:"false" format:"uri" doc:"Addresses of its pictures in small, the first one first."`
	Preview                  string          `json:"preview" enum:"full,reduced,turntable,none" doc:"What visitors get from the model's page in 3D."`
	GameReady                *bool           `json:"game_ready" doc:"Fit for games; null for printable models."`
	Animated                 *bool           `json:"animated" doc:"It moves; null for printable models."`
	Rigged                   *bool           `json:"rigged" doc:"It has a skeleton; null for printable models."`
	PBR                      *bool           `json:"pbr" doc:"Its materials are physically based; null for printable models."`
	AdultContent             bool            `json:"adult_content" doc:"Whether it has adult content."`
	AIGenerated              bool            `json:"ai_generated" doc:"Whether it was made with AI tools."`
	Units                    *string         `json:"units" enum:"mm,cm,m,in,ft" doc:"Of printable models; null when not said."`
	IsPreSupported           *bool           `json:"is_pre_supported" doc:"It brings its supports; null for CG models."`
	IsSplitIntoMultipleParts *bool           `json:"is_split_into_multiple_parts" doc:"It is printed in parts; null for CG models."`
	MultiplePartsDetails     *string         `json:"multiple_parts_details" doc:"What the parts are; null for CG models."`
	Info                     map[string]any  `json:"info" nullable:"true" doc:"Of CG models: an open set of data."`
	InfoMeasured             []string        `json:"info_measured" nullable:"true" doc:"The keys of info that its author left empty and that were filled from the facts."`
	Facts                    nullable[Facts] `json:"facts" doc:"Measured geometry of all files of the richest format together; null while nothing is known."`
	Claims                   []claim         `json:"claims" nullable:"false" doc:"What the author says where the files tell it too."`
	AdminRating              *float64        `json:"admin_rating" minimum:"0" maximum:"10" doc:"The operator's rating; null without one."`
	CreatedAt                time.Time       `json:"created_at" doc:"When the draft was made."`
	UpdatedAt                time.Time       `json:"updated_at" doc:"When it was last changed."`
	PublishedAt              *time.Time      `json:"published_at" doc:"When it was first published; null before."`
	NoAITraining             bool            `json:"no_ai_training,omitempty" doc:"true where its author wants nobody to train machines with it: its page and pictures say so in TDM-Reservation and X-Robots-Tag. Else it is not there."`
	WaitingSince             *time.Time      `json:"waiting_since,omitempty" doc:"Of a draft that was published and is reviewed first, where the marketplace does so: since when it waits. Else it is not there."`
	SentBack                 string          `json:"sent_back,omitempty" doc:"Of a draft that was reviewed and not published: why, in the words that its author was sent. Else it is not there."`
}

// modelPrices are a model's prices.
type modelPrices struct {
	Download decimalPrice `json:"download" doc:"Decimal; null while there is none. A number on answers to GET where the server is set so."`
	Original decimalPrice `json:"original,omitempty" doc:"Before the discount, while discounted."`
	Lowest   decimalPrice `json:"lowest_30_days,omitempty" doc:"The lowest price of the 30 days before the present one, while discounted and where it is known."`
}

// decimalPrice is a price as it is answered.
type decimalPrice string

// Schema describes it. Where an operator has it written as a number, for clients
// that insist on one, no generated client is used.
func (decimalPrice) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: priceForm, Nullable: true, Examples: []any{"12.00"}}
}

type modelsPage struct {
	Total         int64         `json:"total" doc:"How many models the filters let through, exact up to 10,000."`
	TotalRelation string        `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
	Models        []ModelRecord `json:"models" nullable:"false" doc:"Those of this page."`
}

type createdModelRecord struct {
	Success bool `json:"success" doc:"Always true."`
	ModelRecord
}

// answers returns what an operation that encodes its own answer answers with.
func answers[T any](s *Server, status int) note {
	return func(op *huma.Operation) {
		schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status), Content: map[string]*huma.MediaType{jsonType: {Schema: schema}},
		}
	}
}

// redirects says that an operation answers with the address of bytes, and what
// is there for a client that follows it.
func redirects(op *huma.Operation) {
	op.Responses["302"] = &huma.Response{Description: "Location is a signed, short-lived address of the bytes. It needs no token and " +
		"answers ranges."}
	bytes := map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	op.Responses["200"] = &huma.Response{Description: "The bytes, to a client that has followed the redirect.", Content: bytes}
	op.Responses["206"] = &huma.Response{Description: "A part of the bytes, to a client that has followed the redirect with the header Range.",
		Content: bytes}
	delete(op.Responses, "304")
	delete(op.Responses, "406") // the redirect is for whatever its caller accepts
	op.Parameters = append(pathParameters("model_id", "id"),
		&huma.Param{Name: "download_token", In: "query", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "Of the order that bought the file."})
}

const forBuyersDoc = "Whether those who bought the model before get the file too. What they bought stays theirs either way."

// takesUpload returns how bytes come in. Files say what they are; pictures show it.
func takesUpload(what string, typed bool) note {
	return func(op *huma.Operation) {
		form := &huma.Schema{Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
			"file": {Type: huma.TypeString, Format: "binary", Description: what + " Any part with a filename is taken for it, whatever its name."},
		}}
		if typed {
			form.Properties["file_type_id"] = &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: new(1.0),
				Description: "Of GET /v1/file_types; by the extension when absent."}
			form.Properties["for_buyers"] = &huma.Schema{Type: huma.TypeBoolean, Default: false, Description: forBuyersDoc}
		}
		binary := &huma.Schema{Type: huma.TypeString, Format: "binary", Description: what}
		op.RequestBody = &huma.RequestBody{Required: true, Description: "A form with the file, or its bare bytes.",
			Content: map[string]*huma.MediaType{
				"multipart/form-data": {Schema: form}, "application/octet-stream": {Schema: binary},
			}}
		op.Parameters = append(pathParameters("model_id"),
			&huma.Param{Name: "name", In: "query", Schema: &huma.Schema{Type: huma.TypeString},
				Description: "File name of bare bytes; or send Content-Disposition."},
			&huma.Param{Name: "Repr-Digest", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
				Description: "sha-256=:BASE64: (RFC 9530). What does not fit is refused."})
		if typed {
			op.Parameters = append(op.Parameters, &huma.Param{Name: "for_buyers", In: "query",
				Schema: &huma.Schema{Type: huma.TypeBoolean, Default: false}, Description: forBuyersDoc})
		}
	}
}

func pathParameters(names ...string) []*huma.Param {
	var parameters []*huma.Param
	for _, name := range names {
		parameters = append(parameters, &huma.Param{Name: name, In: "path", Required: true,
			Schema:      &huma.Schema{Type: huma.TypeInteger, Format: "int64"},
			Description: map[bool]string{true: "The model's id.", false: "The file's id."}[name == "model_id"]})
	}
	return parameters
}
