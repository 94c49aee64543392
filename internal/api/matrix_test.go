package api_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// comer is somebody who asks for operations.
type comer struct {
	token  string
	good   bool // the token is
	scopes []vitrine.Scope
}

// mayCall reports whether the operation is for the comer.
func (c comer) mayCall(op *huma.Operation) bool {
	needed := op.Security[0]["bearer"]
	return c.good && (len(needed) == 0 || slices.Contains(c.scopes, vitrine.Scope(needed[0])))
}

// TestMatrix asks for every operation as everybody: without a token, with one of each
// scope, as applications by themselves and of each grant, and with what is good no more.
func TestMatrix(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { o.api.Rates = map[web.Budget]web.Rate{} })
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.order(t, "ada", path, `,"again":true`)
	s.signIn(t, "ada")
	s.grant(t, "ada") // the first of its kind, which the operations are asked for
	all := comers(t, s)
	asked := map[bool]int{}
	for op, path := range operations(s) {
		for name, c := range all {
			asked[c.mayCall(op)]++
			s.meets(t, op, path, name, c)
		}
	}
	if asked[true] < 200 || asked[false] < 1000 {
		t.Errorf("only %d requests were let in, and %d not", asked[true], asked[false])
	}
}

// meets asks for an operation as somebody.
func (s *server) meets(t *testing.T, op *huma.Operation, path, name string, c comer) {
	t.Helper()
	asked := request{method: op.Method, path: path, header: map[string]string{"Authorization": "Bearer " + c.token}}
	if c.token == "" {
		asked.header = nil
	}
	got := s.do(t, asked)
	lacks := ""
	if got.Status == http.StatusForbidden {
		lacks = text(got.at(t, "scope"))
	}
	switch {
	case !c.good && got.Status != http.StatusUnauthorized:
		t.Errorf("%s as %s: status %d, want 401", op.OperationID, name, got.Status)
	case c.good && !c.mayCall(op) && lacks != op.Security[0]["bearer"][0]:
		t.Errorf("%s as %s: status %d for the scope %q, want 403 for %q", op.OperationID, name, got.Status, lacks, op.Security[0]["bearer"][0])
	case c.mayCall(op) && (got.Status == http.StatusUnauthorized || lacks != "" || got.Status >= 500):
		t.Errorf("%s as %s: status %d, want to be let in: %s", op.OperationID, name, got.Status, got.Body)
	}
}

// comers are those whom each operation is tried as.
func comers(t *testing.T, s *server) map[string]comer {
	t.Helper()
	ada, admin := s.user(t, "ada").ID, s.user(t, "admin").ID
	list := map[string]comer{"nobody": {}, "a guess": {token: auth.NewSecret(auth.TokenPrefix)}}
	for _, scope := range vitrine.AllScopes() {
		owner := ada
		if user := s.user(t, "ada").User; !user.MayHave(scope) {
			owner = admin
		}
		own := []vitrine.Scope{scope}
		list["a user with "+string(scope)] = comer{s.hand(t, vitrine.Token{UserID: owner, Scopes: own}), true, own}
		if !scope.ForApplications() {
			continue
		}
		app := s.register(t, map[int64]string{ada: "ada", admin: "admin"}[owner], scope)
		list["an application with "+string(scope)] = comer{
			s.hand(t, vitrine.Token{UserID: app.OwnerID, ApplicationID: app.ID, Scopes: own}), true, own}
		if slices.Contains(vitrine.SharedScopes(), scope) {
			list["an application that was granted "+string(scope)] = comer{s.grant(t, "ada", scope), true, own}
		}
	}
	maps.Copy(list, s.ended(t))
	return list
}

// hand stores a token and returns its secret.
func (s *server) hand(t *testing.T, token vitrine.Token) string {
	t.Helper()
	secret := auth.NewSecret(auth.TokenPrefix)
	if token.CreatedAt.IsZero() {
		token.CreatedAt = s.clock.Now()
	}
	err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertToken(t.Context(), &token, auth.Hash(secret)) })
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// ended are tokens with all scopes that are good no more.
func (s *server) ended(t *testing.T) map[string]comer {
	t.Helper()
	ctx, all := t.Context(), vitrine.AllScopes()
	ada, mal := s.user(t, "ada").ID, s.user(t, "admin-mal").ID
	owned, removed := s.register(t, "admin-mal"), s.register(t, "ada")
	revoked, expired := vitrine.Token{UserID: ada, Scopes: all}, vitrine.Token{UserID: ada, Scopes: all, ExpiresAt: s.clock.Now()}
	allowed := s.grant(t, "dan")
	list := map[string]comer{
		"a suspended user":                 {token: s.hand(t, vitrine.Token{UserID: mal, Scopes: all})},
		"an application of a suspended":    {token: s.hand(t, vitrine.Token{UserID: mal, ApplicationID: owned.ID, Scopes: all})},
		"a removed application":            {token: s.hand(t, vitrine.Token{UserID: ada, ApplicationID: removed.ID, Scopes: all})},
		"a revoked token":                  {token: s.hand(t, revoked)},
		"an expired token":                 {token: s.hand(t, expired)},
		"an application that lost a grant": {token: allowed},
	}
	caller, err := s.shop.Authenticate(ctx, list["a revoked token"].token)
	grants, errGrants := s.db.Grants(ctx, s.user(t, "dan").ID)
	if err != nil || errGrants != nil {
		t.Fatal(err, errGrants)
	}
	for what, end := range map[string]func() error{
		"suspend": func() error { _, err := s.shop.Suspend(ctx, "admin-mal"); return err },
		"remove":  func() error { return s.shop.RemoveApplication(ctx, removed.ID) },
		"revoke":  func() error { return s.shop.RevokeToken(ctx, caller.TokenID) },
		"lose":    func() error { return s.shop.RevokeGrant(ctx, s.user(t, "dan").ID, grants[0].ID) },
	} {
		if err := end(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	return list
}
