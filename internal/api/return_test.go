package api_test

import (
	"testing"

	"vitrine"
)

// TestRegisteredReturnAddresses holds an application to the addresses that the
// operator has registered for it.
func TestRegisteredReturnAddresses(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	header := s.application(t, "shopkeeper")
	order := func(address string) request {
		q := create("", "/v1/orders", `{"model_id":`+idOf(path)+`,"buyers_email":"eve@example.net","return_url":"`+address+`"}`)
		q.header = header
		return q
	}
	s.run(t, []scenario{{name: "anywhere at first", request: order("https://other.example/"), wantStatus: 201}})
	apps, err := s.db.Applications(t.Context())
	if err != nil || len(apps) != 1 {
		t.Fatalf("%v, %v", apps, err)
	}
	register := func(app *vitrine.Application) { app.ReturnURLs = []string{"https://shop.example/back"} }
	if _, err := s.shop.ChangeApplication(t.Context(), apps[0].ID, register); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{
		{name: "registered", request: order("https://shop.example/back?cart=7"), wantStatus: 201},
		{name: "not registered", request: order("https://other.example/"), wantStatus: 422, want: refused("/return_url", "not_allowed")},
		{name: "a user's own token is not held to it",
			request: create("bob", "/v1/orders", `{"model_id":`+idOf(path)+`,"return_url":"https://other.example/"}`), wantStatus: 201},
	})
	if err := s.shop.RemoveApplication(t.Context(), apps[0].ID); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "removed", request: order("https://shop.example/back"), wantStatus: 401}})
}
