package storefront

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
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
	AI        []option
	Sort      []option
	Author    string
	Narrowed  bool // something is filtered by
	ClearPath string
}

// option is a value that a field can have.
type option struct {
	Name   string
	Value  string
	Label  string        // in the language of the page
	Says   locale.Phrase // what Label is made of, where it is no name
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
		{Value: string(vitrine.BestMatch), Says: locale.Text("Best match")}, {Value: string(vitrine.Newest), Says: locale.Text("Newest first")},
		{Value: string(vitrine.BySales), Says: locale.Text("Best selling")},
		{Value: string(vitrine.LowerPrice), Says: locale.Text("Price: low to high")},
		{Value: string(vitrine.HigherPrice), Says: locale.Text("Price: high to low")},
		{Value: string(vitrine.Oldest), Says: locale.Text("Oldest first")},
	}
}

// formatsOf are the formats that buyers ask for most.
func formatsOf(kind vitrine.ProductType) []string {
	if kind == vitrine.Printable {
		return []string{"stl", "3mf", "obj", "step"}
	}
	return []string{"glb", "gltf", "fbx", "obj", "blend", "usdz", "dae", "stl", "ply", "splat"}
}

func polygonOptions(l *locale.Language) []option {
	var list []option
	bounds := []int{5_000, 10_000, 50_000, 100_000, 250_000}
	for i, r := range vitrine.PolygonRanges() {
		label := ""
		switch i {
		case 0:
			label = l.T("Under {n}", bounds[0])
		case len(bounds):
			label = l.T("Over {n}", bounds[i-1])
		default:
			label = l.T("{low} to {high}", bounds[i-1], bounds[i])
		}
		list = append(list, option{Name: "polygons", Value: r.Name, Label: label})
	}
	return list
}

func traitOptions() []option {
	return []option{
		{Name: "animated", Value: "true", Says: locale.Text("Animated")}, {Name: "rigged", Value: "true", Says: locale.Text("Rigged")},
		{Name: "pbr", Value: "true", Says: locale.Text("PBR materials")}, {Name: "low_poly", Value: "true", Says: locale.Text("Low poly")},
		{Name: "collection", Value: "true", Says: locale.Text("Collections")},
	}
}

func termOptions() []option {
	return []option{
		{Name: "discounted", Value: "true", Says: locale.Text("Discounted")},
		{Name: "license", Value: "exclude_editorial", Says: locale.Text("Without editorial ones")},
		{Name: "adult_content", Value: "true", Says: locale.Text("Show adult content")},
	}
}

func aiOptions() []option {
	return []option{
		{Name: "ai_generated", Value: "true", Says: locale.Text("Made with AI")},
		{Name: "ai_generated", Value: "false", Says: locale.Text("Not made with AI")},
	}
}

func kindOptions() []option {
	return []option{
		{Name: "product_type", Value: string(vitrine.CG), Label: "3D models"},
		{Name: "product_type", Value: string(vitrine.Printable), Says: locale.Text("For 3D printing")},
	}
}

// form fills in the fields as they were sent.
func (f *filters) form(l *locale.Language, path, currency string) form {
	kind := f.Query.ProductType
	view := form{
		Action: path, Keywords: f.Kept.Get("keywords"), MinPrice: f.Kept.Get("min_price"), MaxPrice: f.Kept.Get("max_price"),
		Currency: currency, Author: f.Kept.Get("author"), Terms: f.chosen(l, termOptions()), AI: f.chosen(l, aiOptions()),
		ClearPath: path, Counts: f.countsPath(),
	}
	if f.shelf == nil {
		view.Kinds = f.chosen(l, kindOptions())
	}
	if kind != vitrine.Printable {
		view.Polygons, view.Traits = f.chosen(l, polygonOptions(l)), f.chosen(l, traitOptions())
	}
	for _, extension := range f.formats() {
		view.Formats = append(view.Formats, option{Name: "extensions", Value: extension, Label: strings.ToUpper(extension)})
	}
	view.Formats = f.chosen(l, view.Formats)
	for _, o := range sortOptions() {
		o.Chosen, o.Label = vitrine.Sort(o.Value) == f.Query.Sort, l.Say(o.Says)
		if o.Value != string(vitrine.BestMatch) || f.Query.Keywords != "" {
			view.Sort = append(view.Sort, o)
		}
	}
	view.Narrowed = len(f.chips(l, path, currency)) > 0
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

func (f *filters) chosen(l *locale.Language, options []option) []option {
	for i, o := range options {
		options[i].Label = cmp.Or(o.Label, l.Say(o.Says))
		options[i].Chosen = slices.Contains(f.Kept[o.Name], o.Value)
	}
	return options
}

// chips are the filters that a list is narrowed by, each with the address of
// the list without it.
func (f *filters) chips(l *locale.Language, path, currency string) []pages.Link {
	var chips []pages.Link
	add := func(name, value, label string) {
		chips = append(chips, link(label, f.without(path, name, value)))
	}
	if v := f.Kept.Get("author"); v != "" {
		add("author", "", l.T("by {author}", v))
	}
	if v := f.Kept.Get("min_price"); v != "" {
		add("min_price", "", l.T("from {price}", l.Priced(v, currency)))
	}
	if v := f.Kept.Get("max_price"); v != "" {
		add("max_price", "", l.T("up to {price}", l.Priced(v, currency)))
	}
	for _, extension := range f.Query.Extensions {
		add("extensions", extension, strings.ToUpper(extension))
	}
	for _, o := range slices.Concat(kindOptions(), polygonOptions(l), traitOptions(), termOptions()) {
		switch f.Kept.Get(o.Name) {
		case o.Value:
			label := cmp.Or(o.Label, l.Say(o.Says))
			if o.Name == "polygons" {
				label = l.T("{range} polygons", label)
			}
			add(o.Name, "", label)
		case "false":
			add(o.Name, "", l.T("Not: {filter}", cmp.Or(o.Label, l.Say(o.Says))))
		}
	}
	for _, o := range f.chosen(l, aiOptions()) {
		if o.Chosen {
			add(o.Name, "", o.Label)
		}
	}
	return chips
}

// fieldLabel is what people call a parameter.
func fieldLabel(l *locale.Language, name string) string {
	switch name {
	case "min_price":
		return l.T("Lowest price")
	case "max_price":
		return l.T("Highest price")
	case "ai_generated":
		return l.T("Made with AI")
	case "cursor":
		return l.T("Place in the list")
	default:
		return l.Known(pages.Capitalize(strings.ReplaceAll(name, "_", " ")))
	}
}
