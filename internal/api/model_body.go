package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

// optional is a member of a JSON body that may be absent, null or a value.
type optional[T any] struct{ vitrine.Optional[T] }

// UnmarshalJSON is called only when the member is there.
func (o *optional[T]) UnmarshalJSON(data []byte) error {
	o.Set = true
	if bytes.Equal(data, []byte("null")) {
		o.Null = true
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// Schema is that of the value.
func (o optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// decimal is a price as it was sent, a JSON number or decimal text: none passes
// through binary floating point. parse judges it.
type decimal string

// UnmarshalJSON keeps what was sent.
func (d *decimal) UnmarshalJSON(data []byte) error {
	*d = decimal(data)
	return nil
}

// Schema describes both forms. They are keywords that huma passes on and does not
// check: it would say of a price below 0 only that it has neither form.
func (decimal) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Extensions: map[string]any{"oneOf": []any{
		map[string]any{"type": "number", "format": "double", "minimum": 0, "maximum": json.Number(vitrine.MaxPrice.String()),
			"description": "At most two decimals."},
		map[string]any{"type": "string", "pattern": moneyForm},
	}}}
}

// parse reads the price, or says what is wrong with it.
func (d decimal) parse(pointer string) (vitrine.Amount, *vitrine.Field) {
	text, name := strings.Trim(string(d), `"`), pointer[1:]
	bound, err := strconv.ParseFloat(text, 64)
	plain := strings.Trim(text, "-.0123456789") == ""
	switch highest, _ := strconv.ParseFloat(vitrine.MaxPrice.String(), 64); {
	case err != nil || d[0] == '"' && !plain:
		return 0, &vitrine.Field{Pointer: pointer, Code: "wrong_type", Detail: name + ` must be a number, or its decimal text such as "12.50"`}
	case bound < 0:
		return 0, &vitrine.Field{Pointer: pointer, Code: "too_small", Detail: name + " must be at least 0"}
	case bound > highest:
		return 0, &vitrine.Field{Pointer: pointer, Code: "too_large", Detail: name + " must be at most " + vitrine.MaxPrice.String()}
	}
	amount, err := vitrine.ParsePrice(text)
	if err != nil {
		return 0, &vitrine.Field{Pointer: pointer, Code: "bad_price", Detail: err.Error()}
	}
	return amount, nil
}

// rawObject is a JSON object kept as it was sent.
type rawObject json.RawMessage

// UnmarshalJSON keeps the object's text.
func (o *rawObject) UnmarshalJSON(data []byte) error {
	*o = append((*o)[:0], data...)
	return nil
}

// Schema describes the info object: nine known keys in an open set.
func (rawObject) Schema(huma.Registry) *huma.Schema {
	lowest := 0.0
	count := func(what string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &lowest, Description: what}
	}
	flag := func(what string) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean, Description: what} }
	schema := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Properties: map[string]*huma.Schema{
		"polygons":      count("Faces as stored; an n-gon is one."),
		"vertices":      count("Vertices of the file's own."),
		"geometry_type": {Type: huma.TypeString, Enum: anyList(vitrine.GeometryTypes()), Description: "What the geometry is made of."},
		"collection":    flag("The model is a collection of several."),
		"textures":      flag("The model has textures."),
		"materials":     flag("The model has materials."),
		"plugins_used":  flag("Plugins were used to make it."),
		"uvw_mapping":   flag("The model has texture coordinates."),
		"unwrapped_uvs": {Type: huma.TypeString, Enum: anyList(vitrine.UnwrappedUVs()), Description: "How the texture coordinates are laid out."},
	}}
	return schema
}

func anyList(words []string) []any {
	list := make([]any, len(words))
	for i, word := range words {
		list[i] = word
	}
	return list
}

// modelBody is what a model is created from or updated with. Every member is
// optional; null takes a value away where a draft can do without it.
type modelBody struct {
	Status         optional[string]    `json:"status,omitempty" enum:"draft,published" doc:"published puts the model into the catalogue, draft takes it back."`
	Title          optional[string]    `json:"title,omitempty" doc:"At most 200 characters." example:"Red dragon"`
	Description    optional[string]    `json:"description,omitempty" doc:"At most 64 KiB; HTML is kept through an allow-list." example:"<p>A dragon in four poses.</p>"`
	Tags           optional[[]string]  `json:"tags,omitempty" doc:"5 to 50 distinct tags of at most 50 characters; null takes them away from a draft." example:"[\"dragon\",\"fantasy\",\"creature\",\"red\",\"wings\"]"`
	Category       optional[string]    `json:"category,omitempty" doc:"Slug of the category." example:"characters"`
	Subcategory    optional[string]    `json:"subcategory,omitempty" doc:"Slug of a subcategory of the category." example:"fantasy-characters"`
	Subcategoy     optional[string]    `json:"subcategoy,omitempty" doc:"A misspelling of subcategory that older clients send." deprecated:"true"`
	Price          optional[decimal]   `json:"price,omitempty" doc:"Download price: at least 0, at most two decimals." example:"12.5"`
	OriginalPrice  optional[decimal]   `json:"original_price,omitempty" doc:"Price before the discount, at least price; null ends the discount." example:"20"`
	Preview        optional[string]    `json:"preview,omitempty" enum:"full,reduced,turntable,none" doc:"What visitors get from the model's page in 3D; null for what is usual: full for a free model, for a paid one reduced, or turntable where a reduced one would misrepresent it."`
	License        optional[string]    `json:"license,omitempty" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" doc:"general, editorial, custom or another one that GET /v1/licenses offers; royalty_free is another name of general."`
	CustomLicense  optional[string]    `json:"custom_license,omitempty" doc:"The licence's text; needed for custom, refused for the others."`
	ProductType    optional[string]    `json:"product_type,omitempty" enum:"cg,printable" doc:"Default cg. A change clears the fields of the type that was left."`
	GameReady      optional[bool]      `json:"game_ready,omitempty" doc:"CG models only; null is false there, and nothing for printable models."`
	Animated       optional[bool]      `json:"animated,omitempty" doc:"CG models only; null is false there, and nothing for printable models."`
	Rigged         optional[bool]      `json:"rigged,omitempty" doc:"CG models only; null is false there, and nothing for printable models."`
	PBR            optional[bool]      `json:"pbr,omitempty" doc:"CG models only; null is false there, and nothing for printable models."`
	AdultContent   optional[bool]      `json:"adult_content,omitempty" doc:"Whether the model has adult content."`
	AIGenerated    optional[bool]      `json:"ai_generated,omitempty" doc:"Whether the model was made with AI tools."`
	NoAITraining   optional[bool]      `json:"no_ai_training,omitempty" doc:"Whether nobody may train machines with the model. Without it a new model begins as its author's profile says."`
	Units          optional[string]    `json:"units,omitempty" enum:"mm,cm,m,in,ft" doc:"Printable models only."`
	IsPreSupported optional[bool]      `json:"is_pre_supported,omitempty" doc:"Printable models only; null is false there, and nothing for CG models."`
	IsSplit        optional[bool]      `json:"is_split_into_multiple_parts,omitempty" doc:"Printable models only; null is false there, and nothing for CG models."`
	PartsDetails   optional[string]    `json:"multiple_parts_details,omitempty" doc:"Describes the parts; printable models only."`
	Info           optional[rawObject] `json:"info,omitempty" doc:"Further data of a CG model: nine known keys, others are kept as they are. Sent, it replaces what was there."`
}

// request turns the body into the shop's request. Faults found here are passed
// on, so that the shop reports them together with its own.
func (b *modelBody) request(language string) shop.ModelRequest {
	r := shop.ModelRequest{CategorySlug: b.Category.Optional, SubcategorySlug: b.Subcategory.Optional}
	if b.Subcategoy.Set && !b.Subcategory.Set {
		r.SubcategorySlug = b.Subcategoy.Optional
	}
	r.ModelChange = vitrine.ModelChange{
		Language: language, Title: b.Title.Optional, Description: b.Description.Optional, Tags: b.Tags.Optional,
		Status: convert(b.Status, toStatus), License: convert(b.License, toLicense), ProductType: convert(b.ProductType, toProductType),
		Preview:       convert(b.Preview, toPreview),
		CustomLicense: b.CustomLicense.Optional,
		GameReady:     b.GameReady.Optional, Animated: b.Animated.Optional, Rigged: b.Rigged.Optional, PBR: b.PBR.Optional,
		AdultContent: b.AdultContent.Optional, AIGenerated: b.AIGenerated.Optional, NoAITraining: b.NoAITraining.Optional,
		Units: b.Units.Optional, PreSupported: b.IsPreSupported.Optional, SplitIntoParts: b.IsSplit.Optional,
		PartsDetails: b.PartsDetails.Optional,
	}
	r.Price = price("/price", b.Price, &r.Faults)
	r.OriginalPrice = price("/original_price", b.OriginalPrice, &r.Faults)
	if b.Info.Set {
		r.Info = vitrine.Optional[vitrine.Info]{Set: true, Null: b.Info.Null}
		if !b.Info.Null {
			var faults []vitrine.Field
			r.Info.Value, faults = vitrine.ParseInfo(b.Info.Value)
			r.Faults = append(r.Faults, faults...)
		}
	}
	return r
}

// named gives faults of the subcategory to the member that it was sent as.
func (b *modelBody) named(err error) error {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || b.Subcategory.Set || !b.Subcategoy.Set {
		return err
	}
	moved := *e
	moved.Fields = slices.Clone(e.Fields)
	for i := range moved.Fields {
		if moved.Fields[i].Pointer == "/subcategory" {
			moved.Fields[i].Pointer = "/subcategoy"
		}
	}
	return &moved
}

func toPreview(s string) vitrine.PreviewForm     { return vitrine.PreviewForm(s) }
func toStatus(s string) vitrine.Status           { return vitrine.Status(s) }
func toLicense(s string) vitrine.License         { return vitrine.License(s) }
func toProductType(s string) vitrine.ProductType { return vitrine.ProductType(s) }

func convert[A, B any](o optional[A], to func(A) B) vitrine.Optional[B] {
	return vitrine.Optional[B]{Set: o.Set, Null: o.Null, Value: to(o.Value)}
}

func price(pointer string, sent optional[decimal], faults *[]vitrine.Field) vitrine.Optional[vitrine.Amount] {
	parsed := vitrine.Optional[vitrine.Amount]{Set: sent.Set, Null: sent.Null}
	if !sent.Set || sent.Null {
		return parsed
	}
	amount, fault := sent.Value.parse(pointer)
	if fault != nil {
		*faults = append(*faults, *fault)
		parsed.Set = false
	}
	parsed.Value = amount
	return parsed
}
