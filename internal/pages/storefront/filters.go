package storefront

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/locale"
)

// listModels is how many models a page of a list shows: it fills rows of two,
// three and four.
const listModels = 24

// maxParameter bounds a parameter, in bytes.
const maxParameter = 500

// filters are a list's parameters as they were understood. Their names and
// meanings are those of the interface's list of models.
type filters struct {
	Query  vitrine.CatalogueQuery
	Kept   url.Values // what was asked for, without empty and unknown parameters
	faults []fault
	shelf  *shelf // nil in a search of everything
}

// fault is what is wrong with a parameter.
type fault struct {
	name   string
	detail locale.Phrase
	values []any
}

// in says it in a language.
func (f fault) in(l *locale.Language) string { return l.Say(f.detail, f.values...) }

// readFilters reads the parameters of a list on a shelf, or of a search when
// it is nil. The faults say which of them can't be read.
func readFilters(sent url.Values, s *shelf) *filters {
	f := &filters{Kept: url.Values{}, shelf: s}
	q := &f.Query
	f.keep(sent)
	q.Keywords, q.Author = f.Kept.Get("keywords"), f.Kept.Get("author")
	q.MinPrice, q.MaxPrice = f.price("min_price"), f.price("max_price")
	q.Extensions = f.extensions()
	q.Discounted, q.AIGenerated = f.flag("discounted"), f.flag("ai_generated")
	if adult := f.flag("adult_content"); adult != nil {
		q.AdultContent = *adult
	}
	q.ExcludeEditorial = f.choice("license", "exclude_editorial") != ""
	if s != nil {
		q.ProductType = s.Type
		f.Kept.Del("product_type")
	} else {
		q.ProductType = vitrine.ProductType(f.choice("product_type", string(vitrine.CG), string(vitrine.Printable)))
	}
	q.MinAdminRating = f.rating("min_admin_rating")
	q.CategoryID = f.id("category_id")
	f.readCG()
	q.Sort = vitrine.Sort(f.choice("sort", sortNames()...))
	if q.Sort == "" {
		q.Sort = vitrine.Newest
		if q.Keywords != "" {
			q.Sort = vitrine.BestMatch
		}
	}
	q.Page = vitrine.Page{Number: 1, Size: listModels, Cursor: f.Kept.Get("cursor")}
	return f
}

// readCG reads the filters that ask about CG models. Where printable ones are
// listed they make no sense and are dropped.
func (f *filters) readCG() {
	names := []string{"low_poly", "animated", "pbr", "rigged", "collection"}
	if f.Query.ProductType == vitrine.Printable {
		for _, name := range append(names, "polygons") {
			f.Kept.Del(name)
		}
		return
	}
	q := &f.Query
	for i, dst := range []**bool{&q.LowPoly, &q.Animated, &q.PBR, &q.Rigged, &q.Collection} {
		*dst = f.flag(names[i])
	}
	var ranges []string
	for _, r := range vitrine.PolygonRanges() {
		ranges = append(ranges, r.Name)
	}
	if i := slices.Index(ranges, f.choice("polygons", ranges...)); i >= 0 {
		q.Polygons = &vitrine.PolygonRanges()[i]
	}
}

// known are the parameters that lists take.
func known() []string { return append(narrowing(), "sort", "cursor") }

// narrowing are those that say which models a list has.
func narrowing() []string {
	return []string{"keywords", "author", "product_type", "min_price", "max_price", "extensions", "polygons", "low_poly", "animated", "rigged",
		"pbr", "collection", "discounted", "license", "ai_generated", "adult_content", "min_admin_rating", "category_id"}
}

// keep keeps the parameters that say something. A form sends its empty fields
// too.
func (f *filters) keep(sent url.Values) {
	for _, name := range known() {
		for _, value := range sent[name] {
			value = strings.TrimSpace(value)
			switch {
			case value == "":
			case len(value) > maxParameter:
				f.fault(name, locale.Text("it is longer than {n} bytes"), maxParameter)
			case !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0:
				f.fault(name, locale.Text("it is not text"))
			default:
				f.Kept.Add(name, value)
			}
		}
	}
}

func (f *filters) fault(name string, detail locale.Phrase, values ...any) {
	f.faults = append(f.faults, fault{name, detail, values})
	f.Kept.Del(name)
}

func (f *filters) flag(name string) *bool {
	value := f.Kept.Get(name)
	if value == "" {
		return nil
	}
	flag, err := strconv.ParseBool(value)
	if err != nil {
		f.fault(name, locale.Text("it is true or false"))
		return nil
	}
	f.Kept.Set(name, strconv.FormatBool(flag))
	return &flag
}

func (f *filters) choice(name string, allowed ...string) string {
	value := f.Kept.Get(name)
	if value == "" || slices.Contains(allowed, value) {
		return value
	}
	f.fault(name, locale.Text("it is one of {values}"), strings.Join(allowed, ", "))
	return ""
}

// rating reads a number from 0 to 10.
func (f *filters) rating(name string) *float64 {
	value := f.Kept.Get(name)
	if value == "" {
		return nil
	}
	rating, err := strconv.ParseFloat(value, 64)
	if err != nil || !(rating >= 0 && rating <= 10) {
		f.fault(name, locale.Text("it is a number from 0.0 to 10.0"))
		return nil
	}
	return &rating
}

// id reads an identifier; 0 is none. A list of a category has its own already.
func (f *filters) id(name string) int64 {
	value := f.Kept.Get(name)
	if value == "" {
		return 0
	}
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id < 0 {
		f.fault(name, locale.Text("it is the number of a category"))
		return 0
	}
	return id
}

func (f *filters) price(name string) *vitrine.Amount {
	value := f.Kept.Get(name)
	if value == "" {
		return nil
	}
	value = decimalPoint(value)
	f.Kept.Set(name, value)
	amount, err := vitrine.ParsePrice(value)
	if err != nil {
		if vitrine.CodeOf(err) == vitrine.Invalid {
			f.fault(name, locale.Text("it is a price such as 12.50; {why}"), err.Error())
			return nil
		}
		f.fault(name, locale.Text("it is a price such as 12.50"))
		return nil
	}
	return &amount
}

// decimalPoint returns a number as it is written with a decimal comma in many
// countries, such as 12,50, its point.
func decimalPoint(number string) string {
	whole, part, found := strings.Cut(number, ",")
	if found && len(part) <= 2 && !strings.Contains(whole, ".") {
		return whole + "." + part
	}
	return number
}

// extensions reads file extensions, each in a parameter of its own as forms
// send them or in one with commas.
func (f *filters) extensions() []string {
	var list []string
	for _, sent := range f.Kept["extensions"] {
		for extension := range strings.SplitSeq(sent, ",") {
			extension = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(extension)), ".")
			if extension != "" && len(list) < vitrine.MaxExtensions && !slices.Contains(list, extension) {
				list = append(list, extension)
			}
		}
	}
	f.Kept["extensions"] = list
	if len(list) == 0 {
		f.Kept.Del("extensions")
	}
	return list
}

// without is the address of the list with one value less, from its start.
func (f *filters) without(path, name, value string) string {
	rest := url.Values{}
	for key, values := range f.Kept {
		if key == "cursor" {
			continue
		}
		for _, v := range values {
			if key != name || value != "" && v != value {
				rest.Add(key, v)
			}
		}
	}
	return address(path, rest)
}

// with is the address of the list with another value of a parameter, from its start.
func (f *filters) with(path, name, value string) string {
	other := url.Values{}
	for key, values := range f.Kept {
		other[key] = values
	}
	other.Del("cursor")
	other.Set(name, value)
	return address(path, other)
}

// after is the address of the list's page after a cursor.
func (f *filters) after(path, cursor string) string {
	next := url.Values{}
	for key, values := range f.Kept {
		next[key] = values
	}
	next.Set("cursor", cursor)
	return address(path, next)
}

func address(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
