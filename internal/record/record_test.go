package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/record"
)

// wire is a model's record as encoding/json would write it.
type wire struct {
	ID              int64             `json:"id"`
	Status          string            `json:"status"`
	AuthorName      string            `json:"author_name"`
	URL             string            `json:"url"`
	Slug            string            `json:"slug"`
	CategoryID      *int64            `json:"category_id"`
	SubcategoryID   *int64            `json:"subcategory_id"`
	CategorySlug    *string           `json:"category_slug"`
	SubcategorySlug *string           `json:"subcategory_slug"`
	Title           string            `json:"title"`
	Downloadable    bool              `json:"downloadable"`
	Description     string            `json:"description"`
	RawDescription  string            `json:"raw_description"`
	Tags            []string          `json:"tags"`
	Type            string            `json:"type"`
	License         *string           `json:"license"`
	CustomLicense   *string           `json:"custom_license"`
	Prices          map[string]string `json:"prices"`
	Currency        string            `json:"currency"`
	Files           []wireFile        `json:"files"`
	Extensions      []string          `json:"availableFileExtensions"`
	Thumbnails      []string          `json:"thumbnails"`
	Preview         string            `json:"preview"`
	GameReady       *bool             `json:"game_ready"`
	Animated        *bool             `json:"animated"`
	Rigged          *bool             `json:"rigged"`
	PBR             *bool             `json:"pbr"`
	AdultContent    bool              `json:"adult_content"`
	AIGenerated     bool              `json:"ai_generated"`
	Units           *string           `json:"units"`
	PreSupported    *bool             `json:"is_pre_supported"`
	SplitIntoParts  *bool             `json:"is_split_into_multiple_parts"`
	PartsDetails    *string           `json:"multiple_parts_details"`
	Info            json.RawMessage   `json:"info"`
	InfoMeasured    []string          `json:"info_measured"`
	Facts           json.RawMessage   `json:"facts"`
	Claims          []wireClaim       `json:"claims"`
	AdminRating     *float64          `json:"admin_rating"`
	CreatedAt       time.Time         `json:"created_at"`
	UpdatedAt       time.Time         `json:"updated_at"`
	PublishedAt     *time.Time        `json:"published_at"`
}

type wireFile struct {
	ID          int64            `json:"id"`
	Name        string           `json:"name"`
	Size        int64            `json:"size"`
	DownloadURL string           `json:"download_url"`
	Extension   string           `json:"extension"`
	FileTypeID  *int64           `json:"file_type_id"`
	SHA256      string           `json:"sha256"`
	Status      string           `json:"status"`
	Problems    []vitrineProblem `json:"problems"`
	Facts       json.RawMessage  `json:"facts"`
	Missing     []string         `json:"missing"`
	Progress    *wireProgress    `json:"progress"`
	CreatedAt   time.Time        `json:"created_at"`
	UpdatedAt   time.Time        `json:"updated_at"`
}

type wireProgress struct {
	Stage string    `json:"stage"`
	Since time.Time `json:"since"`
}

type wireClaim struct {
	Field    string `json:"field"`
	Claimed  any    `json:"claimed"`
	Measured any    `json:"measured"`
	Agrees   bool   `json:"agrees"`
}

type vitrineProblem struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// hostile is text that must come back as it is.
const hostile = "\x00\x01\x02\x1f \"quoted\" \\ / <script>alert(1)</script> é 日本 \u2028 \x7f 😀 \n\r\t"

var made = time.Date(2026, 3, 4, 5, 6, 7, 891000, time.UTC)

func printable() *vitrine.Model {
	price, original, rating := vitrine.Amount(1250), vitrine.Amount(2000), 7.25
	return &vitrine.Model{
		ID: 7, AuthorName: "ada", Status: vitrine.Published, Slug: "dragon", ProductType: vitrine.Printable,
		Text: vitrine.Text{Language: "en-US", Title: hostile, Description: "<p>" + hostile + "</p>", RawDescription: hostile,
			Tags: []string{hostile, "b"}},
		Category: vitrine.Category{ID: 3, Slug: "miniatures"}, Subcategory: vitrine.Category{ID: 30, Slug: "figures"},
		License: vitrine.Custom, CustomLicense: hostile, AdminRating: &rating, Price: &price, OriginalPrice: &original,
		PrintTraits: vitrine.PrintTraits{Units: "mm", PreSupported: true, PartsDetails: hostile},
		Files: []vitrine.File{
			{ID: 1, ModelID: 7, Name: hostile, Size: 10 << 30, Extension: "zip", FileTypeID: 4, SHA256: "ab", Status: vitrine.FileReady,
				Inside: []string{"obj", "stl"}, CreatedAt: made, UpdatedAt: made},
			{ID: 2, ModelID: 7, Name: "b.stl", Extension: "stl", Status: vitrine.FileReady, Facts: `{"polygons":{"value":1}}`,
				Missing: []string{hostile}, CreatedAt: made, UpdatedAt: made},
			{ID: 3, ModelID: 7, Name: "c.glb", Extension: "glb", Status: vitrine.FileRejected,
				Problems: []vitrine.Problem{{Code: "empty", Detail: hostile}}, CreatedAt: made, UpdatedAt: made},
			{ID: 4, ModelID: 7, Name: "d.glb", Extension: "glb", Status: vitrine.FileProcessing, CreatedAt: made, UpdatedAt: made},
			{ID: 5, ModelID: 7, Name: "e.glb", Extension: "glb", Status: vitrine.FileProcessing, WorkedOn: made.Add(time.Second), CreatedAt: made,
				UpdatedAt: made},
		},
		Measured: vitrine.Measured{Facts: `{"polygons":{"value":2}}`, Claims: []vitrine.Claim{
			{Field: "units", Claimed: hostile, Measured: "mm"}, {Field: "polygons", Claimed: int64(12), Measured: int64(12), Agrees: true},
			{Field: "rigged", Claimed: true, Measured: false},
		}},
		Images:    []vitrine.Image{{BlobKey: "media/a", Thumbnails: []vitrine.Thumbnail{{BlobKey: "media/b"}}}, {BlobKey: "media/c"}},
		CreatedAt: made, UpdatedAt: made, PublishedAt: made,
	}
}

func TestRecordReadsBackAsEncodingJSONWouldWriteIt(t *testing.T) {
	t.Parallel()
	no, yes := false, true
	text := strings.ToValidUTF8(hostile, "\ufffd")
	four, three, thirty, rating := int64(4), int64(3), int64(30), 7.25
	str := func(s string) *string { return &s }
	const base = "https://models.example"
	null := json.RawMessage("null")
	want := wire{
		ID: 7, Status: "published", AuthorName: "ada", URL: base + "/3d-print-models/miniatures/figures/dragon", Slug: "dragon",
		CategoryID: &three, SubcategoryID: &thirty, CategorySlug: str("miniatures"), SubcategorySlug: str("figures"),
		Title: text, Downloadable: true, Description: "<p>" + text + "</p>", RawDescription: text, Tags: []string{text, "b"},
		Type: "printable", License: str("custom"), CustomLicense: str(text), Prices: map[string]string{"download": "12.50", "original": "20.00"},
		Currency: "USD",
		Files: []wireFile{
			{ID: 1, Name: text, Size: 10 << 30, DownloadURL: base + "/v1/models/7/files/1", Extension: "zip", FileTypeID: &four, SHA256: "ab",
				Status: "ready", Problems: []vitrineProblem{}, Facts: null, Missing: []string{}, CreatedAt: made, UpdatedAt: made},
			{ID: 2, Name: "b.stl", DownloadURL: base + "/v1/models/7/files/2", Extension: "stl", Status: "ready", Problems: []vitrineProblem{},
				Facts: json.RawMessage(`{"polygons":{"value":1}}`), Missing: []string{text}, CreatedAt: made, UpdatedAt: made},
			{ID: 3, Name: "c.glb", DownloadURL: base + "/v1/models/7/files/3", Extension: "glb", Status: "rejected",
				Problems: []vitrineProblem{{"empty", text}}, Facts: null, Missing: []string{}, CreatedAt: made, UpdatedAt: made},
			{ID: 4, Name: "d.glb", DownloadURL: base + "/v1/models/7/files/4", Extension: "glb", Status: "processing", Problems: []vitrineProblem{},
				Facts: null, Missing: []string{}, Progress: &wireProgress{"waiting", made}, CreatedAt: made, UpdatedAt: made},
			{ID: 5, Name: "e.glb", DownloadURL: base + "/v1/models/7/files/5", Extension: "glb", Status: "processing", Problems: []vitrineProblem{},
				Facts: null, Missing: []string{}, Progress: &wireProgress{"reading", made.Add(time.Second)}, CreatedAt: made, UpdatedAt: made},
		},
		Extensions: []string{"obj", "stl", "zip"}, Thumbnails: []string{base + "/media/b", base + "/media/c"}, Preview: "reduced",
		Units: str("mm"), PreSupported: &yes, SplitIntoParts: &no, PartsDetails: str(text), Info: null,
		Facts:       json.RawMessage(`{"polygons":{"value":2}}`),
		Claims:      []wireClaim{{"units", text, "mm", false}, {"polygons", 12.0, 12.0, true}, {"rigged", true, false, false}},
		AdminRating: &rating,
		CreatedAt:   made, UpdatedAt: made, PublishedAt: &made,
	}
	compare(t, printable(), record.Form{Base: base}, want)
}

func TestRecordOfAnEmptyDraft(t *testing.T) {
	t.Parallel()
	no := false
	m := &vitrine.Model{ID: 1, Status: vitrine.Draft, Slug: "x", ProductType: vitrine.CG, CreatedAt: made, UpdatedAt: made}
	want := wire{
		ID: 1, Status: "draft", URL: "/3d-models/x", Slug: "x", Tags: []string{}, Type: "cg", Currency: "USD", Files: []wireFile{},
		Prices: map[string]string{"download": ""}, Extensions: []string{}, Thumbnails: []string{}, Preview: "reduced",
		GameReady: &no, Animated: &no, Rigged: &no, PBR: &no, Info: json.RawMessage(`{}`), InfoMeasured: []string{},
		Facts: json.RawMessage("null"), Claims: []wireClaim{}, CreatedAt: made, UpdatedAt: made,
	}
	compare(t, m, record.Form{}, want)
}

// compare decodes the record strictly, so that no member can be missed.
func compare(t *testing.T, m *vitrine.Model, form record.Form, want wire) {
	t.Helper()
	encoded := form.Expand(nil, string(record.Append(nil, m, m.Text, "USD")))
	decoder := json.NewDecoder(strings.NewReader(string(encoded)))
	decoder.DisallowUnknownFields()
	var got wire
	if err := decoder.Decode(&got); err != nil {
		t.Fatalf("%v in %s", err, encoded)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	members := func(v any) (names []string) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(strings.NewReader(string(text)))
		depth, key := 0, true
		for {
			token, err := d.Token()
			if err != nil {
				return names
			}
			if delim, ok := token.(json.Delim); ok {
				if delim == '{' || delim == '[' {
					depth++
				} else {
					depth--
				}
				key = true
				continue
			}
			if depth == 1 {
				if key {
					names = append(names, token.(string))
				}
				key = !key
			}
		}
	}
	if diff := cmp.Diff(members(want), members(json.RawMessage(encoded))); diff != "" {
		t.Errorf("members, or their order: %s", diff)
	}
}

// TestFilledInfo has what an author left empty filled from the files.
func TestFilledInfo(t *testing.T) {
	t.Parallel()
	m := &vitrine.Model{ProductType: vitrine.CG, Info: vitrine.Info{JSON: `{"a":1}`},
		Measured: vitrine.Measured{Info: `{"a":1,"polygons":12}`, Filled: []string{"polygons"}}}
	encoded := string(record.Append(nil, m, m.Text, "USD"))
	if want := `"info":{"a":1,"polygons":12},"info_measured":["polygons"]`; !strings.Contains(encoded, want) {
		t.Errorf("%s is not in %s", want, encoded)
	}
}

// TestListedRecord leaves out the facts of files, and nothing else.
func TestListedRecord(t *testing.T) {
	t.Parallel()
	stored := string(record.Append(nil, printable(), printable().Text, "USD"))
	var whole, listed map[string]any
	for form, into := range map[record.Form]*map[string]any{{}: &whole, {Listed: true}: &listed} {
		if err := json.Unmarshal(form.Expand(nil, stored), into); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range whole["files"].([]any) {
		delete(file.(map[string]any), "facts")
	}
	if diff := cmp.Diff(whole, listed); diff != "" {
		t.Errorf("a listed record (-whole without the facts of files +got):\n%s", diff)
	}
}

func TestNumericPrices(t *testing.T) {
	t.Parallel()
	stored := string(record.Append(nil, printable(), vitrine.Text{}, "USD"))
	for _, test := range []struct {
		form record.Form
		want string
	}{
		{record.Form{}, `"prices":{"download":"12.50","original":"20.00"}`},
		{record.Form{Numeric: true}, `"prices":{"download":12.50,"original":20.00}`},
	} {
		if got := string(test.form.Expand(nil, stored)); !strings.Contains(got, test.want) {
			t.Errorf("%+v: %s is not in %s", test.form, test.want, got)
		}
	}
}

func BenchmarkExpand(b *testing.B) {
	stored := string(record.Append(nil, printable(), printable().Text, "USD"))
	form := record.Form{Base: "https://models.example"}
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = form.Expand(dst[:0], stored)
	}
}

func FuzzStrings(f *testing.F) {
	f.Add(hostile)
	f.Fuzz(func(t *testing.T, text string) {
		m := &vitrine.Model{Text: vitrine.Text{Title: text}}
		var got struct {
			Title string `json:"title"`
		}
		encoded := record.Form{Base: "b"}.Expand(nil, string(record.Append(nil, m, m.Text, "USD")))
		if err := json.Unmarshal(encoded, &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var want string
		plain, _ := json.Marshal(text)
		if err := json.Unmarshal(plain, &want); err != nil || got.Title != want {
			t.Fatalf("%q came back as %q", want, got.Title)
		}
	})
}
