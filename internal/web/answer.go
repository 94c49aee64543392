package web

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"slices"
)

// SavedAnswer is the first answer to a request.
type SavedAnswer struct {
	Status  int
	Headers map[string]string
	Body    []byte
	Content string // of an upload: tells what came
}

// savedHeaders are kept of an answer.
var savedHeaders = []string{"Content-Type", "Content-Language", "Location", "ETag", "Cache-Control"}

// AnswerOf encodes the output of a typed handler as it will be answered: its
// fields are headers, which are texts, and a Body, which is bytes or becomes
// JSON. A handler that must not lose its answer keeps it by that before it
// returns.
func AnswerOf(status int, output any) (SavedAnswer, error) {
	answer := SavedAnswer{Status: status, Headers: map[string]string{"Content-Type": jsonType}}
	value := reflect.Indirect(reflect.ValueOf(output))
	for i := range value.NumField() {
		name := value.Type().Field(i).Tag.Get("header")
		if text := value.Field(i).String(); text != "" && slices.Contains(savedHeaders, name) {
			answer.Headers[name] = text
		}
	}
	body := value.FieldByName("Body").Interface()
	if plain, ok := body.([]byte); ok {
		answer.Body = plain
		return answer, nil
	}
	var encoded bytes.Buffer
	if err := encodeJSON(&encoded, body); err != nil {
		return answer, fmt.Errorf("encode an answer: %w", err)
	}
	answer.Body = encoded.Bytes()
	return answer, nil
}

// saved is the answer that is held.
func (w *heldWriter) saved() SavedAnswer {
	answer := SavedAnswer{Status: cmp.Or(w.status, http.StatusOK), Headers: map[string]string{}, Body: bytes.Clone(w.body)}
	for _, name := range savedHeaders {
		if value := w.Header().Get(name); value != "" {
			answer.Headers[name] = value
		}
	}
	return answer
}

func replay(w http.ResponseWriter, saved *SavedAnswer) {
	for name, value := range saved.Headers {
		w.Header().Set(name, value)
	}
	w.Header().Set("Idempotent-Replayed", "true")
	w.WriteHeader(saved.Status)
	_, _ = w.Write(saved.Body)
}
