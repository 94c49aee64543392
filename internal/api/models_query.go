package api

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/web"
)

// param is a query parameter that may be absent.
type param[T any] struct {
	value T
	set   bool
}

// Receiver is where the parameter is parsed into.
func (p *param[T]) Receiver() reflect.Value { return reflect.ValueOf(&p.value).Elem() }

// OnParamSet is told whether the parameter was sent.
func (p *param[T]) OnParamSet(isSet bool, _ any) { p.set = isSet }

// Schema is that of the value.
func (p param[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

func (p param[T]) pointer() *T {
	if !p.set {
		return nil
	}
	return &p.value
}

// listModelsInput asks for a page of models.
type listModelsInput struct {
	LanguageInput
	PageInput
	Mine     bool   `query:"mine" doc:"Your own models, in every state, instead of the catalogue: adult content too unless adult_content=false. By time they are in the order in which they were made; those without a price come before the cheapest."`
	Status   string `query:"status" enum:"draft,published" doc:"With mine: only models in this state."`
	Drafted  bool   `query:"drafted" doc:"With mine: only models that have a draft version."`
	Standing string `query:"standing" enum:"waiting,sent_back,taken_out,rejected_files" doc:"With mine: only models that something keeps back: those that wait for a review before they are published, that were sent back after it, that a decision took out of the catalogue, or that have files of which nothing could be made."`
	FilterInput
	Sort string `query:"sort" enum:"best_match,sales,newest,oldest,lower_price,higher_price" doc:"Default: best_match with keywords, else newest."`
}

// FilterInput holds the catalogue's filters.
type FilterInput struct {
	Keywords       string         `query:"keywords" doc:"Words that must all occur in title, tags, author or description." example:"red dragon"`
	MinPrice       param[string]  `query:"min_price" doc:"Lowest price." example:"5"`
	MaxPrice       param[string]  `query:"max_price" doc:"Highest price." example:"49.99"`
	ProductType    string         `query:"product_type" enum:"cg,printable" doc:"Only models of this type."`
	CategoryID     param[int64]   `query:"category_id" doc:"A top category includes its subcategories."`
	Extensions     []string       `query:"extensions" maxItems:"50" doc:"Any of these file extensions, inside archives too." example:"obj,stl"`
	AdultContent   param[bool]    `query:"adult_content" doc:"true includes adult content, false leaves it out; left out unless asked for, but with mine."`
	AIGenerated    param[bool]    `query:"ai_generated" doc:"true: only models that were made with AI tools, as their authors say; false: only the others."`
	Discounted     param[bool]    `query:"discounted" doc:"true: only models whose price is lowered; false: only the others."`
	LowPoly        param[bool]    `query:"low_poly" doc:"Under 10,000 polygons; CG models."`
	Animated       param[bool]    `query:"animated" doc:"CG models."`
	PBR            param[bool]    `query:"pbr" doc:"CG models."`
	Rigged         param[bool]    `query:"rigged" doc:"CG models."`
	Collection     param[bool]    `query:"collection" doc:"CG models."`
	MinAdminRating param[float64] `query:"min_admin_rating" minimum:"0" maximum:"10" doc:"Lowest rating by the operator; 0 is no filter."`
	Polygons       string         `query:"polygons" enum:"lt_5k,range_5k_10k,range_10k_50k,range_50k_100k,range_100k_250k,gt_250k" doc:"Of models that are made of polygons."`
	License        string         `query:"license" enum:"exclude_editorial" doc:"exclude_editorial leaves out what may only be shown in news."`
	Author         string         `query:"author" doc:"Username of the author."`
}

// checkState refuses what is asked of one's own models without mine.
func (in *listModelsInput) checkState() error {
	if !in.Mine && in.Drafted {
		return badParameter("drafted", "unsupported", "drafted asks about one's own models: send mine=true with it, or leave it out")
	}
	if !in.Mine && in.Standing != "" {
		return badParameter("standing", "unsupported", "standing asks about one's own models: send mine=true with it, or leave it out")
	}
	if !in.Mine && in.Status != "" {
		return badParameter("status", "unsupported", "status asks about one's own models: the catalogue holds published ones alone; send "+
			"mine=true with it, or leave it out")
	}
	return nil
}

// query reads the parameters into a catalogue query.
func (in *listModelsInput) query(page vitrine.Page) (vitrine.CatalogueQuery, error) {
	if err := in.checkState(); err != nil {
		return vitrine.CatalogueQuery{}, err
	}
	q, err := in.filter(in.AcceptLanguage)
	q.AdultContent = q.AdultContent || in.Mine && !in.AdultContent.set
	q.Page, q.Sort = page, vitrine.Sort(in.Sort)
	if q.Sort == "" {
		q.Sort = vitrine.Newest
		if strings.TrimSpace(in.Keywords) != "" {
			q.Sort = vitrine.BestMatch
		}
	}
	return q, err
}

// filter reads the filters of a reader of some languages.
func (in *FilterInput) filter(languages string) (vitrine.CatalogueQuery, error) {
	q := vitrine.CatalogueQuery{
		Keywords: in.Keywords, ProductType: vitrine.ProductType(in.ProductType), Extensions: extensions(in.Extensions),
		AdultContent: in.AdultContent.value, AIGenerated: in.AIGenerated.pointer(),
		Discounted: in.Discounted.pointer(), LowPoly: in.LowPoly.pointer(),
		Animated: in.Animated.pointer(), PBR: in.PBR.pointer(), Rigged: in.Rigged.pointer(), Collection: in.Collection.pointer(),
		MinAdminRating: in.MinAdminRating.pointer(), ExcludeEditorial: in.License != "", Author: in.Author, CategoryID: in.CategoryID.value,
	}
	if strings.TrimSpace(q.Keywords) != "" {
		q.Language = web.ReadersLanguage(languages)
	}
	if len(in.Extensions) > 0 && len(q.Extensions) == 0 {
		return q, badParameter("extensions", "required", "extensions has no value: give it one, or leave the parameter out")
	}
	if q.MinAdminRating != nil && *q.MinAdminRating == 0 {
		q.MinAdminRating = nil // every model has a rating of at least that, also without one
	}
	if in.CategoryID.set && q.CategoryID <= 0 {
		q.CategoryID = -1 // an unknown category, whose list is empty
	}
	for _, polygons := range vitrine.PolygonRanges() {
		if polygons.Name == in.Polygons {
			q.Polygons = &polygons
		}
	}
	if math.IsNaN(in.MinAdminRating.value) {
		return q, badParameter("min_admin_rating", "wrong_type", "min_admin_rating must be a number")
	}
	var err error
	if q.MinPrice, err = priceBound("min_price", in.MinPrice); err != nil {
		return q, err
	}
	q.MaxPrice, err = priceBound("max_price", in.MaxPrice)
	return q, err
}

func extensions(sent []string) []string {
	var list []string
	for _, extension := range sent {
		extension = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(extension)), ".")
		if extension != "" && !slices.Contains(list, extension) {
			list = append(list, extension)
		}
	}
	return list
}

func priceBound(name string, sent param[string]) (*vitrine.Amount, error) {
	if !sent.set {
		return nil, nil
	}
	amount, err := vitrine.ParsePrice(sent.value)
	if err != nil {
		return nil, badParameter(name, "bad_price", name+" is not a price: "+err.Error())
	}
	return &amount, nil
}

func badParameter(name, code, detail string) error {
	return &vitrine.Error{Code: vitrine.Malformed, Message: detail, Fields: []vitrine.Field{{Parameter: name, Code: code, Detail: detail}}}
}
