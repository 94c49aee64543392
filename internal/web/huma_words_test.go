package web_test

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"vitrine/internal/web"
)

// oneForm and anyForm are members with several forms.
type (
	oneForm struct{ _ any }
	anyForm struct{ _ any }
)

func forms() []*huma.Schema { return []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeInteger}} }

// Schema implements huma.SchemaProvider.
func (oneForm) Schema(huma.Registry) *huma.Schema { return &huma.Schema{OneOf: forms()} }

// Schema implements huma.SchemaProvider.
func (anyForm) Schema(huma.Registry) *huma.Schema { return &huma.Schema{AnyOf: forms()} }

// ruled has a part for each rule that huma checks.
type ruled struct {
	Page    int        `query:"page"`
	Ratio   float64    `query:"ratio"`
	Ratios  []float64  `query:"ratios"`
	Flag    bool       `query:"flag"`
	Since   time.Time  `query:"since"`
	Address netip.Addr `query:"address"`
	Needed  string     `query:"needed" required:"true"`
	Header  string     `header:"X-Needed" required:"true"`
	Body    struct {
		Bool    bool           `json:"bool,omitempty"`
		Number  float64        `json:"number,omitempty"`
		Integer int            `json:"integer,omitempty"`
		Text    string         `json:"text,omitempty" minLength:"2" maxLength:"3"`
		List    []string       `json:"list,omitempty" minItems:"2" maxItems:"3" uniqueItems:"true"`
		Object  map[string]int `json:"object,omitempty" minProperties:"2" maxProperties:"3"`
		One     oneForm        `json:"one,omitempty"`
		Any     anyForm        `json:"any,omitempty"`
		Word    string         `json:"word,omitempty" enum:"red,green"`
		Between int            `json:"between,omitempty" minimum:"1" maximum:"9"`
		Within  int            `json:"within,omitempty" exclusiveMinimum:"1" exclusiveMaximum:"9"`
		Even    int            `json:"even,omitempty" multipleOf:"2"`
		Time    string         `json:"time,omitempty" format:"date-time"`
		Date    string         `json:"date,omitempty" format:"date"`
		Mail    string         `json:"mail,omitempty" format:"email"`
		URI     string         `json:"uri,omitempty" format:"uri"`
		UUID    string         `json:"uuid,omitempty" format:"uuid"`
		Base64  []byte         `json:"base64,omitempty"`
		Pattern string         `json:"pattern,omitempty" pattern:"^a+$"`
		Known   string         `json:"known,omitempty" pattern:"^a+$" patternDescription:"letters a"`
	}
}

// TestHumaWords has huma refuse something in each of the words that are known of it: a
// newer huma that says it otherwise is noticed here.
func TestHumaWords(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	typed(mux, web.NewAPI("Test", "1"), http.MethodPut, "/v1/ruled", func(context.Context, *ruled) (*struct{}, error) { return nil, nil })
	server := web.Wrap(mux, web.Options{BaseURL: base})
	const header = "X-Needed: x"
	ways := map[string][]string{ // a query or a body that is refused in these words
		"invalid integer": {"page=x"}, "invalid float": {"ratio=x"}, "invalid floating value": {"ratios=x"}, "invalid boolean": {"flag=x"},
		"invalid value: %v": {"address=x"}, "invalid date/time for format %v": {"since=x"},

		validation.MsgUnexpectedProperty: {`{"other":1}`}, validation.MsgExpectedBoolean: {`{"bool":1}`},
		validation.MsgExpectedNumber: {`{"number":"x"}`}, validation.MsgExpectedInteger: {`{"integer":1.5}`},
		validation.MsgExpectedString: {`{"text":1}`}, validation.MsgExpectedArray: {`{"list":1}`}, validation.MsgExpectedObject: {`{"object":1}`},
		validation.MsgExpectedMatchExactlyOneSchema: {`{"one":[]}`}, validation.MsgExpectedMatchAtLeastOneSchema: {`{"any":[]}`},
		validation.MsgExpectedOneOf: {`{"word":"blue"}`}, validation.MsgExpectedMinItems: {`{"list":["a"]}`},
		validation.MsgExpectedMaxItems: {`{"list":["a","b","c","d"]}`}, validation.MsgExpectedMinProperties: {`{"object":{"a":1}}`},
		validation.MsgExpectedMaxProperties: {`{"object":{"a":1,"b":1,"c":1,"d":1}}`}, validation.MsgExpectedMinLength: {`{"text":"a"}`},
		validation.MsgExpectedMaxLength: {`{"text":"abcd"}`}, validation.MsgExpectedMinimumNumber: {`{"between":0}`},
		validation.MsgExpectedMaximumNumber: {`{"between":10}`}, validation.MsgExpectedExclusiveMinimumNumber: {`{"within":1}`},
		validation.MsgExpectedExclusiveMaximumNumber: {`{"within":9}`}, validation.MsgExpectedNumberBeMultipleOf: {`{"even":3}`},
		validation.MsgExpectedArrayItemsUnique: {`{"list":["a","a"]}`}, validation.MsgExpectedRFC3339DateTime: {`{"time":"x"}`},
		validation.MsgExpectedRFC3339Date: {`{"date":"x"}`}, validation.MsgExpectedRFC5322Email: {`{"mail":"x"}`},
		validation.MsgExpectedRFC3986URI: {`{"uri":":"}`}, validation.MsgExpectedRFC4122UUID: {`{"uuid":"x"}`},
		validation.MsgExpectedBase64String: {`{"base64":"!"}`}, validation.MsgExpectedMatchPattern: {`{"pattern":"b"}`},
		validation.MsgExpectedBePattern: {`{"known":"b"}`},

		"required query parameter is missing": {"", header}, "required header parameter is missing": {"needed=1"},
	}
	for _, phrase := range web.Phrases() {
		t.Run(phrase.Format, func(t *testing.T) {
			t.Parallel()
			way, known := ways[phrase.Format]
			if !known {
				t.Fatal("nothing here is refused in these words")
			}
			target, body, headers := "/v1/ruled?"+way[0], "{}", []string{header}
			if strings.HasPrefix(way[0], "{") {
				target, body = "/v1/ruled?needed=1", way[0]
			} else if strings.HasPrefix(phrase.Format, "required") {
				headers = way[1:]
			} else {
				target += "&needed=1"
			}
			p := problemIn(t, ask(server, http.MethodPut, target, body, headers...))
			if len(p.Errors) != 1 || p.Errors[0].Code != phrase.Code {
				t.Fatalf("the problem %+v, want one error with the code %s", p, phrase.Code)
			}
			if phrase.Text == web.AnyForm || phrase.Code == web.UnknownMember {
				return // it is said in other words once more is known of the member
			}
			if said, _, _ := strings.Cut(phrase.Text, "%s"); !strings.Contains(p.Errors[0].Detail, said) {
				t.Errorf("it says %q, want %q", p.Errors[0].Detail, said)
			}
		})
	}
}

// TestHumaWordsOfBodies asks for what huma says of a body as a whole.
func TestHumaWordsOfBodies(t *testing.T) {
	t.Parallel()
	if p := problemIn(t, ask(testServer(), http.MethodPut, "/v1/things/7", "")); !strings.Contains(p.Detail, "it has none") {
		t.Errorf("without a body: %q", p.Detail)
	}
	r := requestOfUnknownLength(`{"name":"abc"`)
	r.Body = io.NopCloser(brokenBody{r.Body})
	if p := problemIn(t, record(testServer(), r)); !strings.Contains(p.Detail, "ended before it was whole") {
		t.Errorf("a body that is cut off: %q", p.Detail)
	}
}
