package vitrine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

var (
	some  = vitrine.Some[string]
	yes   = vitrine.Some(true)
	tags5 = []string{"one", "two", "three", "four", "five"}
)

// codes lists "pointer code" of each fault.
func codes(faults []vitrine.Field) []string {
	list := []string{}
	for _, fault := range faults {
		list = append(list, fault.Pointer+" "+fault.Code)
	}
	return list
}

func TestApplyRefuses(t *testing.T) {
	t.Parallel()
	manyTags := slices.Repeat([]string{"x"}, 51)
	for i := range manyTags {
		manyTags[i] = strings.Repeat("x", i%50+1) + string(rune('a'+i/50))
	}
	tests := map[string]struct {
		model  vitrine.Model
		change vitrine.ModelChange
		want   []string
	}{
		"empty title":        {change: vitrine.ModelChange{Title: some("  ")}, want: []string{"/title required"}},
		"long title":         {change: vitrine.ModelChange{Title: some(strings.Repeat("é", 201))}, want: []string{"/title too_long"}},
		"two lines of title": {change: vitrine.ModelChange{Title: some("a\r\nb")}, want: []string{"/title bad_format"}},
		"long description": {change: vitrine.ModelChange{Description: some(strings.Repeat("a", 64<<10+1))},
			want: []string{"/description too_long"}},
		"few tags": {change: vitrine.ModelChange{Tags: vitrine.Some(tags5[:4])}, want: []string{"/tags too_few"}},
		"no tags":  {change: vitrine.ModelChange{Tags: vitrine.Some([]string{})}, want: []string{"/tags too_few"}},
		"same tag twice": {change: vitrine.ModelChange{Tags: vitrine.Some([]string{"a", "b", "c", "d", "A "})},
			want: []string{"/tags/4 duplicate"}},
		"empty tag": {change: vitrine.ModelChange{Tags: vitrine.Some([]string{"a", "b", "c", "d", " "})},
			want: []string{"/tags/4 too_short"}},
		"long tag": {change: vitrine.ModelChange{Tags: vitrine.Some([]string{"a", "b", "c", "d", strings.Repeat("é", 51)})},
			want: []string{"/tags/4 too_long"}},
		"many tags": {change: vitrine.ModelChange{Tags: vitrine.Some(manyTags)},
			want: []string{"/tags/49 too_long", "/tags too_many"}},
		"unknown status": {change: vitrine.ModelChange{Status: vitrine.Some(vitrine.Status("gone"))},
			want: []string{"/status not_allowed"}},
		"unknown license": {change: vitrine.ModelChange{License: vitrine.Some(vitrine.License("MIT, of old"))},
			want: []string{"/license not_allowed"}},
		"custom without text": {change: vitrine.ModelChange{License: vitrine.Some(vitrine.Custom)},
			want: []string{"/custom_license required"}},
		"text without custom": {change: vitrine.ModelChange{License: vitrine.Some(vitrine.General), CustomLicense: some("mine")},
			want: []string{"/custom_license not_allowed"}},
		"text alone": {change: vitrine.ModelChange{CustomLicense: some("mine")}, want: []string{"/custom_license not_allowed"}},
		"original below price": {change: vitrine.ModelChange{Price: vitrine.Some[vitrine.Amount](500),
			OriginalPrice: vitrine.Some[vitrine.Amount](400)}, want: []string{"/original_price too_small"}},
		"original without price": {change: vitrine.ModelChange{OriginalPrice: vitrine.Some[vitrine.Amount](400)},
			want: []string{"/original_price too_small"}},
		"unknown type": {change: vitrine.ModelChange{ProductType: vitrine.Some(vitrine.ProductType("film"))},
			want: []string{"/product_type not_allowed"}},
		"cg field on printable": {
			model:  vitrine.Model{ProductType: vitrine.Printable},
			change: vitrine.ModelChange{GameReady: yes, Animated: yes, Rigged: yes, PBR: yes, Info: vitrine.Some(vitrine.Info{})},
			want: []string{"/game_ready wrong_product_type", "/animated wrong_product_type", "/rigged wrong_product_type",
				"/pbr wrong_product_type", "/info wrong_product_type"},
		},
		"printable field on cg": {
			change: vitrine.ModelChange{Units: some("mm"), PreSupported: yes, SplitIntoParts: yes, PartsDetails: some("2 parts")},
			want: []string{"/units wrong_product_type", "/is_pre_supported wrong_product_type",
				"/is_split_into_multiple_parts wrong_product_type", "/multiple_parts_details wrong_product_type"},
		},
		"unknown units": {
			change: vitrine.ModelChange{ProductType: vitrine.Some(vitrine.Printable), Units: some("parsec")},
			want:   []string{"/units not_allowed"},
		},
		"null flag": {change: vitrine.ModelChange{AdultContent: vitrine.Optional[bool]{Set: true, Null: true}},
			want: []string{"/adult_content wrong_type"}},
		"foreign subcategory": {
			change: vitrine.ModelChange{Category: vitrine.Some(vitrine.Category{ID: 1, Slug: "a"}),
				Subcategory: vitrine.Some(vitrine.Category{ID: 9, ParentID: 2, Slug: "b"})},
			want: []string{"/subcategory not_allowed"},
		},
		"subcategory as category": {
			change: vitrine.ModelChange{Category: vitrine.Some(vitrine.Category{ID: 9, ParentID: 2, Slug: "b"})},
			want:   []string{"/category not_allowed"},
		},
		"all at once": {
			change: vitrine.ModelChange{Title: some(""), Tags: vitrine.Some(tags5[:1]), Units: some("mm")},
			want:   []string{"/title required", "/tags too_few", "/units wrong_product_type"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, codes(test.model.Apply(test.change))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestApplyChangesWhatIsSentAlone(t *testing.T) {
	t.Parallel()
	m := vitrine.Model{}
	faults := m.Apply(vitrine.ModelChange{Title: some(" Red dragon "), Tags: vitrine.Some(tags5), License: vitrine.Some(vitrine.GeneralAlias),
		Price: vitrine.Some[vitrine.Amount](1250), Animated: yes})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	faults = m.Apply(vitrine.ModelChange{Price: vitrine.Some[vitrine.Amount](0)})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	want := vitrine.Model{
		Text:        vitrine.Text{Language: "en-US", Title: "Red dragon", Tags: tags5},
		ProductType: vitrine.CG, License: vitrine.General, Price: new(vitrine.Amount), CGTraits: vitrine.CGTraits{Animated: true},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
}

func TestChangeOfTypeClearsTheOther(t *testing.T) {
	t.Parallel()
	m := vitrine.Model{ProductType: vitrine.CG, CGTraits: vitrine.CGTraits{PBR: true}, Info: vitrine.Info{JSON: `{"polygons":3}`}}
	if faults := m.Apply(vitrine.ModelChange{ProductType: vitrine.Some(vitrine.Printable), Units: some("mm")}); len(faults) > 0 {
		t.Fatal(faults)
	}
	// Printable already: its fields pass without the type.
	if faults := m.Apply(vitrine.ModelChange{PreSupported: yes}); len(faults) > 0 {
		t.Fatal(faults)
	}
	want := vitrine.Model{ProductType: vitrine.Printable, PrintTraits: vitrine.PrintTraits{Units: "mm", PreSupported: true}}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	if faults := m.Apply(vitrine.ModelChange{ProductType: vitrine.Some(vitrine.CG)}); len(faults) > 0 {
		t.Fatal(faults)
	}
	if diff := cmp.Diff(vitrine.Model{ProductType: vitrine.CG}, m); diff != "" {
		t.Error(diff)
	}
}

func TestTranslationStartsFromTheFirstText(t *testing.T) {
	t.Parallel()
	m := vitrine.Model{}
	m.Apply(vitrine.ModelChange{Language: "en-US", Title: some("Dragon"), Tags: vitrine.Some(tags5)})
	m.Apply(vitrine.ModelChange{Language: "de", Title: some("Drache")})
	got := []string{m.TextIn("en-US").Title, m.TextIn("de").Title, m.TextIn("fr").Title, m.TextIn("de").Tags[0]}
	if diff := cmp.Diff([]string{"Dragon", "Drache", "Dragon", "one"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"en-US", "de"}, m.Languages()); diff != "" {
		t.Error(diff)
	}
}

func TestPublicationProblems(t *testing.T) {
	t.Parallel()
	m := vitrine.Model{}
	want := []string{"/title missing_title", "/description missing_description", "/tags missing_tags", "/category missing_category",
		"/license missing_license", "/price missing_price", "/files missing_file", "/images missing_image"}
	if diff := cmp.Diff(want, codes(m.PublicationProblems())); diff != "" {
		t.Error(diff)
	}
	m = vitrine.Model{
		Text:     vitrine.Text{Title: "Dragon", RawDescription: "A dragon", Tags: tags5},
		Category: vitrine.Category{ID: 1}, License: vitrine.General, Price: new(vitrine.Amount),
		Files:  []vitrine.File{{Status: vitrine.FileReady}, {Status: vitrine.FileRejected}},
		Images: []vitrine.Image{{}},
	}
	if got := m.PublicationProblems(); len(got) > 0 {
		t.Error(got)
	}
	m.Files[1].Status = vitrine.FileProcessing
	if diff := cmp.Diff([]string{"/files file_processing"}, codes(m.PublicationProblems())); diff != "" {
		t.Error(diff)
	}
}

func TestWhoMayEdit(t *testing.T) {
	t.Parallel()
	author := vitrine.Caller{User: vitrine.User{ID: 1}}
	stranger := vitrine.Caller{User: vitrine.User{ID: 2}}
	adminUser := vitrine.Caller{User: vitrine.User{ID: 3, IsAdmin: true}}
	admin := vitrine.Caller{User: vitrine.User{ID: 3, IsAdmin: true}, Scopes: vitrine.AllScopes()}
	draft := &vitrine.Model{ID: 7, AuthorID: 1, Status: vitrine.Draft}
	published := &vitrine.Model{ID: 7, AuthorID: 1, Status: vitrine.Published}
	for _, test := range []struct {
		name   string
		caller vitrine.Caller
		model  *vitrine.Model
		want   vitrine.Code
	}{
		{"author, draft", author, draft, ""},
		{"author, published", author, published, ""},
		{"stranger, draft", stranger, draft, vitrine.NotFound},
		{"stranger, published", stranger, published, vitrine.Forbidden},
		{"admin without the scope", adminUser, published, vitrine.Forbidden},
		{"admin", admin, draft, ""},
	} {
		if got := vitrine.CodeOf(test.caller.RequireEdit(test.model)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
