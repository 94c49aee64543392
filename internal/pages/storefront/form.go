package storefront

import (
	"net/url"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/pages"
)

// form is the filters as a page offers them.
type form struct {
	Action    string
	Counts    string // path of how many models each choice leads to
	Keywords  string
	MinPrice  string
	MaxPrice  string
	Currency  string
	Kinds     []option // empty on a shelf, where the kind is settled
	Formats   []option
	Polygons  []option // empty where CG filters make no sense
	Traits    []option
	Terms     []option
	Sort      []option
	Author    string
	Narrowed  bool // something is filtered by
	ClearPath string
}

// option is a value that a field can have.
type option struct {
	Name   string
	Value  string
	Label  string
	Chosen bool
}

func sortNames() []string {
	var names []string
	for _, o := range sortOptions() {
		names = append(names, o.Value)
	}
	return names
}

func sortOptions() []option {
	return []option{
		{Value: string(vitrine.BestMatch), Label: "Best match"}, {Value: string(vitrine.Newest), Label: "Newest first"},
		{Value: string(vitrine.BySales), Label: "Best selling"}, {Value: string(vitrine.LowerPrice), Label: "Price: low to high"},
		{Value: string(vitrine.HigherPrice), Label: "Price: high to low"}, {Value: string(vitrine.Oldest), Label: "Oldest first"},
	}
}

// formatsOf are the formats that buyers ask for most.
func formatsOf(kind vitrine.ProductType) []string {
	if kind == vitrine.Printable {
		return []string{"stl", "3mf", "obj", "step"}
	}
	return []string{"glb", "gltf", "fbx", "obj", "blend", "usdz", "dae", "stl", "ply", "splat"}
}

func polygonOptions() []option {
	labels := []string{"Under 5,000", "5,000 to 10,000", "10,000 to 50,000", "50,000 to 100,000", "100,000 to 250,000", "Over 250,000"}
	var list []option
	for i, r := range vitrine.PolygonRanges() {
		list = append(list, option{Name: "polygons", Value: r.Name, Label: labels[i]})
	}
	return list
}

func traitOptions() []option {
	return []option{
		{Name: "animated", Value: "true", Label: "Animated"}, {Name: "rigged", Value: "true", Label: "Rigged"},
		{Name: "pbr", Value: "true", Label: "PBR materials"}, {Name: "low_poly", Value: "true", Label: "Low poly"},
		{Name: "collection", Value: "true", Label: "Collections"},
	}
}

func termOptions() []option {
	return []option{
		{Name: "discounted", Value: "true", Label: "Discounted"},
		{Name: "license", Value: "exclude_editorial", Label: "For commercial use"},
		{Name: "adult_content", Value: "true", Label: "Show adult content"},
	}
}

func kindOptions() []option {
	return []option{
		{Name: "product_type", Value: string(vitrine.CG), Label: "3D models"},
		{Name: "product_type", Value: string(vitrine.Printable), Label: "For 3D printing"},
	}
}

// form fills in the fields as they were sent.
func (f *filters) form(path, currency string) form {
	kind := f.Query.ProductType
	view := form{
		Action: path, Keywords: f.Kept.Get("keywords"), MinPrice: f.Kept.Get("min_price"), MaxPrice: f.Kept.Get("max_price"),
		Currency: currency, Author: f.Kept.Get("author"), Terms: f.chosen(termOptions()), ClearPath: path, Counts: f.countsPath(),
	}
	if f.shelf == nil {
		view.Kinds = f.chosen(kindOptions())
	}
	if kind != vitrine.Printable {
		view.Polygons, view.Traits = f.chosen(polygonOptions()), f.chosen(traitOptions())
	}
	for _, extension := range f.formats() {
		view.Formats = append(view.Formats, option{Name: "extensions", Value: extension, Label: strings.ToUpper(extension)})
	}
	view.Formats = f.chosen(view.Formats)
	for _, o := range sortOptions() {
		o.Chosen = vitrine.Sort(o.Value) == f.Query.Sort
		if o.Value != string(vitrine.BestMatch) || f.Query.Keywords != "" {
			view.Sort = append(view.Sort, o)
		}
	}
	view.Narrowed = len(f.chips(path, currency)) > 0
	if f.shelf == nil && view.Keywords != "" {
		view.ClearPath = address(path, url.Values{"keywords": {view.Keywords}})
	}
	return view
}

// formats are those that a list offers, and those that it asks for.
func (f *filters) formats() []string {
	formats := formatsOf(f.Query.ProductType)
	for _, extension := range f.Query.Extensions {
		if !slices.Contains(formats, extension) {
			formats = append(formats, extension)
		}
	}
	return formats
}

func (f *filters) chosen(options []option) []option {
	for i, o := range options {
		options[i].Chosen = slices.Contains(f.Kept[o.Name], o.Value)
	}
	return options
}

// chips are the filters that a list is narrowed by, each with the address of
// the list without it.
func (f *filters) chips(path, currency string) []pages.Link {
	var chips []pages.Link
	add := func(name, value, label string) {
		chips = append(chips, link(label, f.without(path, name, value)))
	}
	if v := f.Kept.Get("author"); v != "" {
		add("author", "", "by "+v)
	}
	if v := f.Kept.Get("min_price"); v != "" {
		add("min_price", "", "from "+v+" "+currency)
	}
	if v := f.Kept.Get("max_price"); v != "" {
		add("max_price", "", "up to "+v+" "+currency)
	}
	for _, extension := range f.Query.Extensions {
		add("extensions", extension, strings.ToUpper(extension))
	}
	for _, o := range slices.Concat(kindOptions(), polygonOptions(), traitOptions(), termOptions()) {
		switch f.Kept.Get(o.Name) {
		case o.Value:
			label := o.Label
			if o.Name == "polygons" {
				label += " polygons"
			}
			add(o.Name, "", label)
		case "false":
			add(o.Name, "", "Not: "+o.Label)
		}
	}
	return chips
}

// fieldLabel is what people call a parameter.
func fieldLabel(name string) string {
	switch name {
	case "min_price":
		return "Lowest price"
	case "max_price":
		return "Highest price"
	case "cursor":
		return "Place in the list"
	default:
		return pages.Capitalize(strings.ReplaceAll(name, "_", " "))
	}
}
