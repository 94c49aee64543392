package api

import (
	"encoding/json"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// looseID is an id in a JSON body: an integer, or a string that holds one.
type looseID int64

// UnmarshalJSON takes both forms.
func (id *looseID) UnmarshalJSON(data []byte) error {
	text := string(data)
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		// 7.0 is an integer to JSON Schema, which has let it pass.
		f, _ := strconv.ParseFloat(text, 64)
		if n = int64(f); float64(n) != f {
			n = 0 // the operation says which member is wrong
		}
	}
	*id = looseID(n)
	return nil
}

// Schema describes both forms.
func (looseID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		OneOf: []*huma.Schema{
			{Type: huma.TypeInteger, Format: "int64", Description: "an integer"},
			{Type: huma.TypeString, Pattern: "^[0-9]{1,18}$", Description: "a string with the digits of one"},
		},
		Examples: []any{42},
	}
}

// ifMatch is the header of that name: the ETags of which a record must have one.
type ifMatch string

// Schema describes a list of ETags (RFC 9110, section 13.1.1).
func (ifMatch) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: `^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*[ \t,]*)$`,
		PatternDescription: "* or a list of ETags, each in its quotes",
	}
}
