package api_test

import (
	"encoding/json"
	"testing"

	"vitrine"
)

// TestOperatorsWriteMails writes what a mail says, tries it and takes the words back.
func TestOperatorsWriteMails(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	s.user(t, "bob")
	const path = "/v1/desk/mail-words/en/reset"
	put := func(body string) request { return request{method: "PUT", path: path, as: "admin", body: body} }
	read := request{method: "GET", path: path, as: "admin"}
	s.run(t, []scenario{
		{name: "without the scope", request: request{method: "GET", path: path, as: "bob"}, wantStatus: 403},
		{name: "write without the scope", request: request{method: "PUT", path: path, as: "bob", body: worded(0, "{{.Link}}")}, wantStatus: 403},
		{name: "the program's", request: read, wantStatus: 200, want: map[string]any{"own": false, "version": json.Number("0")}},
		{name: "without its link", request: put(worded(0, "Come in.")), wantStatus: 422, want: map[string]any{"errors.0.pointer": "/body"}},
		{name: "with it", request: put(worded(0, "=> {{.Link}}")), wantStatus: 422},
		{name: "none of a language that there is not", request: request{method: "GET", path: "/v1/desk/mail-words/xx/reset", as: "admin"},
			wantStatus: 404},
		{name: "out of the folder", request: request{method: "GET", path: "/v1/desk/mail-words/en/..%2F..%2Fde%2Freset", as: "admin"},
			wantStatus: 404},
		{name: "of the trial", request: request{method: "PUT", path: "/v1/desk/mail-words/en/trial", as: "admin", body: worded(0, "It arrives.")},
			wantStatus: 200, want: map[string]any{"own": true, "version": json.Number("1"), "body": "It arrives."}},
		{name: "from before that", request: request{method: "PUT", path: "/v1/desk/mail-words/en/trial", as: "admin", body: worded(0, "Late.")},
			wantStatus: 409},
		{name: "listed", request: request{method: "GET", path: "/v1/desk/mail-words?own=true", as: "admin"}, wantStatus: 200,
			want: map[string]any{"mails.0.kind": "trial", "mails.1": nil}},
		{name: "try it", request: request{method: "POST", path: "/v1/desk/mail-words/en/trial/try", as: "admin"}, wantStatus: 204},
		{name: "take it back", request: request{method: "DELETE", path: "/v1/desk/mail-words/en/trial?version=1", as: "admin"}, wantStatus: 204},
		{name: "the program's again", request: request{method: "GET", path: "/v1/desk/mail-words/en/trial", as: "admin"}, wantStatus: 200,
			want: map[string]any{"own": false, "version": json.Number("2"), "subject": "{{.Shop}} can send mail"}},
		{name: "again, whatever stands", request: request{method: "DELETE", path: "/v1/desk/mail-words/en/trial", as: "admin"}, wantStatus: 204},
	})
}
