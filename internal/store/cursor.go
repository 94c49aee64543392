package store

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"vitrine"
)

// cursor marks a place in a list: after the entry with this key and id, in
// the list of this order. To callers it is an opaque word.
type cursor struct {
	sort string
	key  int64
	id   int64
}

func (c cursor) set() bool { return c.id != 0 }

func (c cursor) String() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s:%d:%d", c.sort, c.key, c.id))
}

// parseCursor reads a cursor of a list of the given order; "" is its start.
func parseCursor(text, sort string) (cursor, error) {
	if text == "" {
		return cursor{}, nil
	}
	wrong := &vitrine.Error{Code: vitrine.Malformed, Message: "the cursor is not one of this list: take it from the Link header as it stands",
		Fields: []vitrine.Field{{Pointer: "cursor", Code: "bad_format", Detail: "not a cursor of this list"}}}
	plain, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return cursor{}, wrong
	}
	parts := strings.Split(string(plain), ":")
	if len(parts) != 3 || parts[0] != sort {
		return cursor{}, wrong
	}
	key, keyErr := strconv.ParseInt(parts[1], 10, 64)
	id, idErr := strconv.ParseInt(parts[2], 10, 64)
	if keyErr != nil || idErr != nil || id < 1 {
		return cursor{}, wrong
	}
	return cursor{sort, key, id}, nil
}
