package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine"
)

// maxDepth is how deep a JSON body may be nested.
const maxDepth = 64

// misfit begins the message of a member that doesn't fit its type. From
// here to the problem huma passes on only messages, so this one is made to be
// parsed again: pointer, code and text, each after one space.
const misfit = "misfit "

// unmarshal reads a body. huma decodes it twice, first into an any to validate
// it: what no body may hold is looked for then.
func unmarshal(data []byte, v any) error {
	if _, first := v.(*any); first {
		if err := checkText(data); err != nil {
			return err
		}
	}
	err := json.Unmarshal(data, v)
	if err == nil {
		return nil
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%w at byte %d", syntax, syntax.Offset)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return misfitError(data, wrong)
	}
	if known, ok := errors.AsType[*vitrine.Error](err); ok {
		return errors.New(known.Message)
	}
	return err
}

// misfitError names the member, and not the Go type behind it.
func misfitError(data []byte, wrong *json.UnmarshalTypeError) error {
	if strings.HasPrefix(wrong.Value, "number") {
		return misfitOf(pointerOfNumber(data, wrong.Offset), "bad_number", "is a number that is too large, or has decimals where none may be")
	}
	pointer := ""
	if wrong.Field != "" {
		pointer = "/" + strings.ReplaceAll(wrong.Field, ".", "/")
	}
	return misfitOf(pointer, "wrong_type", "can't be JSON of the type "+wrong.Value)
}

func misfitOf(pointer, code, text string) error {
	return errors.New(misfit + pointer + " " + code + " " + text)
}

// pointerOfNumber is the JSON pointer of the number that an error of encoding/json
// gives the offset of: that of its end, or one more. The error itself names
// members of structs alone.
func pointerOfNumber(data []byte, offset int64) string {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var path []step
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		opens := token == json.Delim('{') || token == json.Delim('[')
		if name, ok := token.(string); ok && len(path) > 0 && path[len(path)-1].awaitsName {
			path[len(path)-1] = step{object: true, name: name}
			continue
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			path = path[:len(path)-1]
		}
		if _, number := token.(json.Number); number && decoder.InputOffset() >= offset-1 {
			return pointerOf(path)
		}
		switch {
		case opens:
			object := token == json.Delim('{')
			path = append(path, step{object: object, awaitsName: object})
		case len(path) > 0:
			path[len(path)-1].next()
		}
	}
}

// step is a place in an object or an array.
type step struct {
	object     bool
	awaitsName bool // the next string is the name of a member
	name       string
	index      int
}

func (s *step) next() {
	s.awaitsName = s.object
	s.index++
}

func pointerOf(path []step) string {
	var pointer strings.Builder
	for _, s := range path {
		name := strconv.Itoa(s.index)
		if s.object {
			name = escapePointer(s.name)
		}
		pointer.WriteString("/" + name)
	}
	return pointer.String()
}

// checkText refuses what is JSON but can't be kept: NUL, deep nesting, and what
// is not UTF-8. It judges no syntax.
func checkText(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("the body is not UTF-8")
	}
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			// PostgreSQL's TEXT can't hold it.
			if bytes.HasPrefix(data[i+1:], []byte("u0000")) {
				return errors.New("the body holds the character U+0000, which can't be stored")
			}
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("the body is nested more than %d levels deep", maxDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}
