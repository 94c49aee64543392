package app_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/inspect"
	"vitrine/internal/shop"
)

// TestStopEndsAnswersThatGoOn stops a server while a page follows how a file is read, which
// takes for ever.
func TestStopEndsAnswersThatGoOn(t *testing.T) {
	t.Parallel()
	forEver := func(ctx context.Context, _ inspect.File, _ inspect.Find, _ inspect.Want) (inspect.Result, error) {
		<-ctx.Done()
		return inspect.Result{}, ctx.Err()
	}
	m := marketWith(t, app.Options{Config: unlimited(t), Read: forEver}, "ada")
	model := m.call(t, http.MethodPost, "/v1/models", map[string]any{"title": "Chair"})["id"]
	m.call(t, http.MethodPost, fmt.Sprintf("/v1/models/%v/files?name=a.stl", model), []byte("solid a"))
	user, err := m.app.User(t.Context(), "ada")
	if err == nil {
		err = m.app.Shop().GivePassword(t.Context(), user.ID, "correct horse")
	}
	if err != nil {
		t.Fatal(err)
	}
	in, err := m.app.Shop().SignIn(t.Context(), shop.Credentials{Name: "ada", Password: "correct horse"}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/sell/models/%v/events", m.public, model), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "vitrine-session", Value: in.Secret})
	answer, err := m.client.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("follow: %v, %v", answer, err)
	}
	defer answer.Body.Close()
	if _, err := answer.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	m.cancel()
	if err := m.wait(t); err != nil {
		t.Errorf("Serve: %v", err)
	}
}
