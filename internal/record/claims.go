package record

import (
	"encoding/json"

	"vitrine"
)

// claims writes what the author says beside what was measured.
func (e *encoder) claims(claims []vitrine.Claim) {
	e.name("claims")
	e.dst = append(e.dst, '[')
	for i, claim := range claims {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.dst = append(e.dst, '{')
		e.text("field", claim.Field)
		e.value("claimed", claim.Claimed)
		e.value("measured", claim.Measured)
		e.flag("agrees", claim.Agrees)
		e.dst = append(e.dst, '}')
	}
	e.dst = append(e.dst, ']')
}

// value writes a number, a boolean or a text.
func (e *encoder) value(name string, v any) {
	if text, ok := v.(string); ok {
		e.text(name, text)
		return
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		encoded = []byte("null") // none of them fails
	}
	e.raw(name, string(encoded))
}
