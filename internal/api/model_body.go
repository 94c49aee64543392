package api

import (
	"bytes"
	"encoding/json"
	"reflect"
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

// decimal is a JSON number kept as its text, so that no price passes through
// binary floating point.
type decimal string

// UnmarshalJSON keeps the number's text.
func (d *decimal) UnmarshalJSON(data []byte) error {
	*d = decimal(data)
	return nil
}

// Schema describes a price.
func (decimal) Schema(huma.Registry) *huma.Schema {
	lowest, highest := 0.0, 999999.99
	return &huma.Schema{Type: huma.TypeNumber, Minimum: &lowest, Maximum: &highest}
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
	Tags           optional[[]string]  `json:"tags,omitempty" doc:"5 to 50 distinct tags of at most 50 characters." example:"[\"dragon\",\"fantasy\",\"creature\",\"red\",\"wings\"]"`
	Category       optional[string]    `json:"category,omitempty" doc:"Slug of the category." example:"characters"`
	Subcategory    optional[string]    `json:"subcategory,omitempty" doc:"Slug of a subcategory of the category."`
	Subcategoy     optional[string]    `json:"subcategoy,omitempty" doc:"A misspelling of subcategory that older clients send." deprecated:"true"`
	Price          optional[decimal]   `json:"price,omitempty" doc:"Download price: at least 0, at most two decimals." example:"12.5"`
	OriginalPrice  optional[decimal]   `json:"original_price,omitempty" doc:"Price before the discount, at least price; null ends the discount." example:"20"`
	License        optional[string]    `json:"license,omitempty" enum:"general,editorial,custom,royalty_free" doc:"royalty_free is another name of general."`
	CustomLicense  optional[string]    `json:"custom_license,omitempty" doc:"The licence's text; needed for custom, refused for the others."`
	ProductType    optional[string]    `json:"product_type,omitempty" enum:"cg,printable" doc:"Default cg. A change clears the fields of the type that was left."`
	GameReady      optional[bool]      `json:"game_ready,omitempty" doc:"CG models only."`
	Animated       optional[bool]      `json:"animated,omitempty" doc:"CG models only."`
	Rigged         optional[bool]      `json:"rigged,omitempty" doc:"CG models only."`
	PBR            optional[bool]      `json:"pbr,omitempty" doc:"CG models only."`
	AdultContent   optional[bool]      `json:"adult_content,omitempty" doc:"Whether the model has adult content."`
	AIGenerated    optional[bool]      `json:"ai_generated,omitempty" doc:"Whether the model was made with AI tools."`
	Units          optional[string]    `json:"units,omitempty" enum:"mm,cm,m,in,ft" doc:"Printable models only."`
	IsPreSupported optional[bool]      `json:"is_pre_supported,omitempty" doc:"Printable models only."`
	IsSplit        optional[bool]      `json:"is_split_into_multiple_parts,omitempty" doc:"Printable models only."`
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
		CustomLicense: b.CustomLicense.Optional,
		GameReady:     b.GameReady.Optional, Animated: b.Animated.Optional, Rigged: b.Rigged.Optional, PBR: b.PBR.Optional,
		AdultContent: b.AdultContent.Optional, AIGenerated: b.AIGenerated.Optional,
		Units: b.Units.Optional, PreSupported: b.IsPreSupported.Optional, SplitIntoParts: b.IsSplit.Optional, PartsDetails: b.PartsDetails.Optional,
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
	amount, err := vitrine.ParsePrice(strings.TrimSpace(string(sent.Value)))
	if err != nil {
		*faults = append(*faults, vitrine.Field{Pointer: pointer, Code: "bad_price", Detail: err.Error()})
		parsed.Set = false
	}
	parsed.Value = amount
	return parsed
}
