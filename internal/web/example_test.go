package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/web"
)

// The input's tags are the contract and the check; the handler sees only what keeps them.
func ExampleTyped() {
	type input struct {
		Body struct {
			Name string `json:"name" maxLength:"5"`
		}
	}
	type output struct {
		Body struct {
			Greeting string `json:"greeting"`
		}
	}
	api := web.NewAPI("Greetings", "1")
	operation := huma.Operation{Method: http.MethodPost, Path: "/greetings", OperationID: "greet"}
	greet := web.Typed(api, operation, func(_ context.Context, in *input) (*output, error) {
		out := &output{}
		out.Body.Greeting = "Hello, " + in.Body.Name
		return out, nil
	})

	for _, body := range []string{`{"name":"Ada"}`, `{"name":"Augusta"}`} {
		r := httptest.NewRequest(http.MethodPost, "/greetings", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		greet.ServeHTTP(w, r)
		var answer struct{ Greeting, Detail string }
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
			fmt.Println(err)
		}
		fmt.Println(w.Code, answer.Greeting+answer.Detail)
	}
	// Output:
	// 200 Hello, Ada
	// 422 1 field is wrong: name may have at most 5 characters
}
