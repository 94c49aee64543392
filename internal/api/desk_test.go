package api_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// give gives a user roles, who has none from then on but these.
func (s *server) give(t testing.TB, name string, roles ...vitrine.Role) vitrine.User {
	t.Helper()
	user := s.user(t, name).User
	user.SetRoles(roles)
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetRoles(t.Context(), &user, s.clock.Now()) }); err != nil {
		t.Fatal(err)
	}
	return user
}

// failJob has a job that was given up.
func (s *server) failJob(t testing.TB) {
	t.Helper()
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.Enqueue(t.Context(), "example", "a", 0, ""); err != nil {
			return err
		}
		jobs, err := tx.ClaimJobs(t.Context(), "example", store.Lease{Name: "l", For: time.Minute}, 1)
		if err != nil || len(jobs) != 1 {
			return fmt.Errorf("claim: %d jobs, %w", len(jobs), err)
		}
		return tx.FailJob(t.Context(), jobs[0], "the mail server does not answer")
	})
	if err != nil {
		t.Fatal(err)
	}
}

// accuse has a report about a page, and a decision about a model that an author may object to.
func (s *server) accuse(t testing.TB, author string, modelID int64) {
	t.Helper()
	said := shop.NewReport{Page: "/terms", Kind: vitrine.ReportOther, Explanation: "It is mine.", Name: "Eve",
		Email: "eve@example.net", GoodFaith: true}
	if _, _, err := s.shop.Report(t.Context(), said); err != nil {
		t.Fatal(err)
	}
	id := s.user(t, author).ID
	d := vitrine.Decision{ModelID: modelID, AuthorID: id, DecidedBy: id, CreatedAt: s.clock.Now(),
		Ruling: vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "It is copied.", Downloads: true}}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertDecision(t.Context(), &d) }); err != nil {
		t.Fatal(err)
	}
}

// desks are the operations for those who act for the marketplace, with the roles that may.
var desks = map[string]string{
	"createCategory": "operator", "updateCategory": "operator", "removeCategory": "operator", "mergeCategory": "operator",
	"createLicense": "operator", "updateLicense": "operator", "removeLicense": "operator", "retireLicense": "operator",
	"offerLicense": "operator", "getDeskHouse": "operator", "updateHouse": "operator",
	"getDeskPage": "operator", "publishPage": "operator", "withdrawPage": "operator",
	"listMailWords": "operator", "getMailWords": "operator", "writeMailWords": "operator", "removeMailWords": "operator",
	"listShares": "operator", "setShare": "operator", "endShare": "operator",
	"listLedgerAccounts": "operator", "listLedgerEntries": "operator", "getLedgerEntry": "operator", "adjustLedger": "operator",
	"takeMailBounce": "operator", "listMailLog": "operator", "sendMailAgain": "operator",
	"tryMail": "operator", "listStorage": "operator", "limitStorage": "operator", "listApplications": "operator",
	"getApplication":    "operator",
	"removeApplication": "operator", "endGrant": "operator", "listAllTokens": "operator", "endToken": "operator",
	"listAudit": "operator", "listPeople": "moderator support operator", "getPerson": "moderator support operator",
	"suspendPerson": "moderator operator", "restorePerson": "moderator operator", "signOutPerson": "moderator support operator",
	"askPersonToConfirm": "support operator", "confirmPerson": "operator", "giveRoles": "operator", "listJobs": "operator",
	"erasePerson": "operator", "keepPerson": "operator", "forgetAddress": "operator",
	"updateOrder": "operator", "updateCheckout": "operator", "refundOrder": "operator", "listRefunds": "operator",
	"listWaitingRefunds":  "operator",
	"settleRefund":        "operator",
	"decideRefundRequest": "operator", "listDisputes": "operator", "getDispute": "operator", "answerDispute": "operator",
	"sendReceipt": "operator", "noteOrder": "operator", "retryJob": "operator", "giveUpJob": "operator",
	"listReports": "moderator operator", "getReport": "moderator operator",
	"decideReport": "moderator operator", "listObjections": "moderator operator", "getDecision": "moderator operator",
	"answerObjection": "moderator operator", "liftDecision": "moderator operator",
	"getReportedCollection": "moderator operator", "hideCollection": "moderator operator", "restoreCollection": "moderator operator",
	"getReview": "moderator operator", "hideReview": "moderator operator", "restoreReview": "moderator operator",
	"listDeskModels": "moderator operator", "getDeskModel": "moderator operator", "ruleModel": "moderator operator",
	"restoreModel": "moderator operator", "approveModel": "moderator operator", "sendModelBack": "moderator operator",
	"featureModel": "moderator operator", "unfeatureModel": "moderator operator", "listSharedFiles": "moderator operator",
}

// TestDesks asks for every operation of a desk in each role, with a token of all scopes: who
// has not the role is refused though the token has the scope, also who had it.
func TestDesks(t *testing.T) {
	t.Parallel()
	s, _ := furnished(t)
	s.user(t, "victim") // somebody to act on
	list := map[string]*huma.Operation{}
	for op := range operations(s) {
		if scopes := op.Security[0]["bearer"]; len(scopes) > 0 && vitrine.Scope(scopes[0]).Roles() != nil {
			list[op.OperationID] = op
		}
	}
	for id, op := range list {
		may, known := desks[id]
		if !known {
			t.Errorf("%s stands in no row", id)
		}
		for _, role := range append([]vitrine.Role{"nobody", "former"}, vitrine.GivenRoles()...) {
			got := s.do(t, s.atDesk(t, op, role))
			in := slices.Contains(strings.Fields(may), string(role))
			if refused := got.Status == http.StatusForbidden; refused == in || got.Status >= 500 {
				t.Errorf("%s as %s: status is %d: %s", id, role, got.Status, got.Body)
			}
		}
	}
	if len(list) != len(desks) {
		t.Errorf("%d operations ask for a role, %d have a row", len(list), len(desks))
	}
}

// atDesk asks for an operation by a token of somebody with a role and nothing else.
func (s *server) atDesk(t *testing.T, op *huma.Operation, role vitrine.Role) request {
	t.Helper()
	s.give(t, "victim") // who may have been given some
	user := s.give(t, "somebody-"+string(role), role)
	if role == "former" {
		user = s.give(t, "somebody-former")
	}
	body, err := os.ReadFile(filepath.Join("examples", op.OperationID+".request.json"))
	if err != nil && op.RequestBody != nil && op.RequestBody.Content["application/json"] != nil {
		t.Fatal(err)
	}
	path := strings.Replace(op.Path, "/people/{id}", fmt.Sprint("/people/", s.user(t, "victim").ID), 1)
	path = strings.NewReplacer("{id}", "1", "{application_id}", "1", "{user_id}", "1", "{page}", "help", "{about}", "seller",
		"{language}", "en",
		"{kind}",
		"trial").Replace(path)
	secret := s.hand(t, vitrine.Token{UserID: user.ID, Scopes: vitrine.AllScopes()})
	return request{method: op.Method, path: path, body: string(body)}.by(secret)
}

// TestDesksByScope has operators, and their applications, do what their token is not for.
func TestDesksByScope(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	admin, victim := s.user(t, "admin").ID, fmt.Sprint("/v1/people/", s.user(t, "victim").ID)
	app := s.register(t, "admin", vitrine.ScopePeopleRead)
	reader := s.hand(t, vitrine.Token{UserID: admin, ApplicationID: app.ID, Scopes: []vitrine.Scope{vitrine.ScopePeopleRead}})
	writer := s.hand(t, vitrine.Token{UserID: admin, Scopes: []vitrine.Scope{vitrine.ScopePeopleRead, vitrine.ScopePeopleWrite}})
	boss := s.hand(t, vitrine.Token{UserID: admin, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
	s.give(t, "mod", vitrine.RoleModerator)
	mod := fmt.Sprint("/v1/people/", s.user(t, "mod").ID)
	reason := `{"reason":"Spam."}`
	s.run(t, []scenario{
		{name: "an application reads", request: get("", victim).by(reader), wantStatus: 200, want: map[string]any{"username": "victim"}},
		{name: "and does not write", request: create("", victim+"/suspend", reason).by(reader), wantStatus: 403,
			want: map[string]any{"scope": "people:write"}},
		{name: "nor gives roles", request: put("", victim+"/roles", `{"roles":["operator"]}`).by(reader), wantStatus: 403,
			want: map[string]any{"scope": "admin"}},
		{name: "an operator's token suspends", request: create("", victim+"/suspend", reason).by(writer), wantStatus: 200,
			want: map[string]any{"suspended_for": "Spam.", "success": nil}},
		{name: "and once more", request: create("", victim+"/suspend", reason).by(writer), wantStatus: 409},
		{name: "not who acts for the marketplace", request: create("", mod+"/suspend", reason).by(writer), wantStatus: 403},
		{name: "nor makes operators", request: put("", victim+"/roles", `{"roles":["operator"]}`).by(writer), wantStatus: 403},
		{name: "nor reads the log", request: get("", "/v1/audit").by(writer), wantStatus: 403, want: map[string]any{"scope": "audit:read"}},
		{name: "the scope admin gives roles", request: put("", victim+"/roles", `{"roles":["seller"]}`).by(boss), wantStatus: 200,
			want: map[string]any{"roles": []any{"seller"}}},
		{name: "and reads no people", request: get("", victim).by(boss), wantStatus: 403, want: map[string]any{"scope": "people:read"}},
		{name: "the last operator stays", request: put("", fmt.Sprint("/v1/people/", admin, "/roles"), `{"roles":[]}`).by(boss), wantStatus: 409},
	})
}

// TestDeskLists reads lists on and on, and with cursors of others.
func TestDeskLists(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "admin", vitrine.AllScopes()[4:]...)
		s.draft(t, "admin", `{"title":"Copied"}`)
		for i := range 5 {
			s.user(t, fmt.Sprint("person-", i))
			s.failJob(t)
			s.accuse(t, "admin", 1)
			s.objected(t, int64(i+1))
		}
		cursors := map[string]string{}
		for path, members := range map[string]string{
			"/v1/people?username=person": "people.0.username people.1.username", "/v1/people?email=PERSON": "people.0.id people.1.id",
			"/v1/people": "people.0.id people.1.id", "/v1/audit?kind=user": "entries.0.id entries.1.id", "/v1/jobs": "jobs.0.id jobs.1.id",
			"/v1/reports": "reports.0.id reports.1.id", "/v1/objections": "decisions.0.id decisions.1.id",
		} {
			seen := map[string]bool{}
			for next := path; next != ""; {
				got := s.do(t, get("admin", paged(next)))
				wantStatus(t, got, http.StatusOK)
				for member := range strings.FieldsSeq(members) {
					if v := got.at(t, member); v != nil {
						seen[fmt.Sprint(v)] = true
					}
				}
				if next = linkTo(got, "next"); next != "" {
					cursors[path], _, _ = strings.Cut(next[strings.Index(next, "cursor="):], "&")
				}
			}
			want := 5
			if path == "/v1/people" || strings.HasPrefix(path, "/v1/audit") {
				want = 6 // the operator, too
			}
			if len(seen) != want {
				t.Errorf("%s lists %d, want %d: %v", path, len(seen), want, seen)
			}
		}
		for path := range cursors {
			for of, cursor := range cursors {
				sign := "?"
				if strings.Contains(path, "?") {
					sign = "&"
				}
				got := s.do(t, get("admin", path+sign+cursor))
				if (got.Status == http.StatusOK) != (of == path) {
					t.Errorf("%s with the cursor of %s: status is %d", path, of, got.Status)
				}
			}
		}
	})
}

// objected has the author object to a decision.
func (s *server) objected(t testing.TB, id int64) {
	t.Helper()
	err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.Object(t.Context(), id, "It is mine.", s.clock.Now()) })
	if err != nil {
		t.Fatal(err)
	}
}

// paged asks for two at once.
func paged(path string) string {
	path = strings.TrimPrefix(path, baseURL)
	if strings.Contains(path, "per_page") {
		return path
	}
	if strings.Contains(path, "?") {
		return path + "&per_page=2"
	}
	return path + "?per_page=2"
}

// linkTo is an address of the Link header, "" where there is none.
func linkTo(got answer, rel string) string {
	for link := range strings.SplitSeq(got.Header.Get("Link"), ", ") {
		if address, of, _ := strings.Cut(link, "; "); of == `rel="`+rel+`"` {
			return strings.Trim(address, "<>")
		}
	}
	return ""
}

// TestReportsAndObjections tells the story of a report: of a model, decided by a moderator, to
// which the author objects, and who is right.
func TestReportsAndObjections(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		page := strings.TrimPrefix(text(s.do(t, get("ada", path)).at(t, "url")), baseURL)
		by := func(name string, role vitrine.Role) string {
			user := s.give(t, name, role)
			return s.hand(t, vitrine.Token{UserID: user.ID, Scopes: []vitrine.Scope{vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite}})
		}
		mod, author := by("mod", vitrine.RoleModerator), by("ada", vitrine.RoleModerator)
		said := `{"page":"` + page + `","kind":"copyright","explanation":"It is mine.","good_faith":true}`
		hide := `{"action":"hide","ground":"terms","reason":"It is copied."}`
		s.run(t, []scenario{
			{name: "a report", request: create("bob", "/v1/reports", said).with("Idempotency-Key", "r"), wantStatus: 201,
				want: map[string]any{"id": 1, "state": "open"}},
			{name: "again", request: create("bob", "/v1/reports", said).with("Idempotency-Key", "r"), wantStatus: 201,
				want: map[string]any{"id": 1}, wantHeader: map[string]string{"Idempotent-Replayed": "true"}},
			{name: "of no page of ours", request: create("bob", "/v1/reports", strings.Replace(said, page, "https://evil.example/", 1)),
				wantStatus: 422, want: refused("/page", "bad_format")},
			{name: "without a word for it", request: create("bob", "/v1/reports", strings.Replace(said, "true", "false", 1)), wantStatus: 422},
			{name: "read", request: get("", "/v1/reports/1").by(mod), wantStatus: 200,
				want: map[string]any{"name": "bob", "email": "bob@example.com", "model.id": 1, "model.hidden": false, "subject": "model"}},
			{name: "by the author, who learns not who it was", request: get("", "/v1/reports/1").by(author), wantStatus: 200,
				want: map[string]any{"name": nil, "email": nil, "explanation": ""}},
			{name: "who does not decide it", request: create("", "/v1/reports/1/decision", hide).by(author), wantStatus: 403,
				want: map[string]any{"scope": nil}},
			{name: "without a ground", request: create("", "/v1/reports/1/decision", `{"action":"hide","reason":"No."}`).by(mod), wantStatus: 422,
				want: refused("/ground", "required")},
			{name: "decided", request: create("", "/v1/reports/1/decision", hide).by(mod), wantStatus: 200,
				want: map[string]any{"state": "acted", "decision_id": 1, "model.hidden": true, "decisions.0.report_id": 1}},
			{name: "once", request: create("", "/v1/reports/1/decision", hide).by(mod), wantStatus: 409},
			{name: "it waits no more", request: get("", "/v1/reports").by(mod), wantStatus: 200, want: map[string]any{"reports": []any{}}},
			{name: "the author reads it", request: get("ada", path+"/decisions"), wantStatus: 200,
				want: map[string]any{"total": 1, "decisions.0.objectable": true, "decisions.0.decided_by": nil, "decisions.0.report_id": nil}},
			{name: "nobody else does", request: get("bob", path+"/decisions"), wantStatus: 404},
			{name: "nor objects", request: create("bob", path+"/decisions/1/objection", `{"objection":"It is not."}`), wantStatus: 404},
			{name: "at another model's address", request: create("ada", "/v1/models/9/decisions/1/objection", `{"objection":"No."}`),
				wantStatus: 404},
			{name: "the author objects", request: create("ada", path+"/decisions/1/objection", `{"objection":"It is mine."}`), wantStatus: 200,
				want: map[string]any{"objection": "It is mine.", "objectable": false, "decided_by": nil}},
			{name: "once, too", request: create("ada", path+"/decisions/1/objection", `{"objection":"It is."}`), wantStatus: 409},
			{name: "it waits", request: get("", "/v1/objections").by(mod), wantStatus: 200, want: map[string]any{"decisions.0.id": 1}},
			{name: "answered by the author", request: create("", "/v1/decisions/1/answer", `{"lift":true,"answer":"Yes."}`).by(author),
				wantStatus: 403},
			{name: "answered", request: create("", "/v1/decisions/1/answer", `{"lift":false,"answer":"No."}`).by(mod), wantStatus: 200,
				want: map[string]any{"stands": true, "answer": "No."}},
			{name: "lifted", request: create("", "/v1/decisions/1/lift", `{"reason":"We were wrong."}`).by(mod), wantStatus: 200,
				want: map[string]any{"stands": false}},
			{name: "the model is back", request: get("bob", path), wantStatus: 200, want: map[string]any{"status": "published"}},
		})
	})
}

// TestOrdersAtTheDesk confirms, cancels and refunds, as of the version that somebody saw, and
// adds up what was sold.
func TestOrdersAtTheDesk(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		house := vitrine.DefaultHouse()
		house.Share, house.MaxStorage = 1250, 1<<30
		if err := s.shop.SetHouse(t.Context(), house); err != nil {
			t.Fatal(err)
		}
		s.order(t, "bob", path, "")
		s.order(t, "eve", path, "")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		change := func(id, status string) request { return put("", "/v1/orders/"+id, `{"status":"`+status+`"}`).by(boss) }
		seen := s.do(t, get("bob", "/v1/orders/1")).Header.Get("ETag")
		s.run(t, []scenario{
			{name: "by the buyer", request: put("bob", "/v1/orders/1", `{"status":"paid"}`), wantStatus: 403, want: map[string]any{"scope": "admin"}},
			{name: "nothing to give back", request: change("1", "refunded"), wantStatus: 409},
			{name: "no receipt yet", request: create("", "/v1/orders/1/receipt", "").by(boss), wantStatus: 409},
			{name: "money of before the order", request: put("", "/v1/orders/1", `{"status":"paid","paid_at":"2026-03-03"}`).by(boss), wantStatus: 422,
				want: map[string]any{"errors.0.pointer": "/paid_at", "errors.0.code": "too_early",
					"errors.0.detail": "write a day from 2026-03-04, when it was made, to 2026-03-04, which is today"}},
			{name: "a day of nobody's", request: put("", "/v1/orders/1", `{"status":"paid","paid_at":"4.3.2026"}`).by(boss), wantStatus: 422,
				want: map[string]any{"errors.0.pointer": "/paid_at", "errors.0.code": "bad_format"}},
			{name: "a day of what is canceled", request: put("", "/v1/orders/2", `{"status":"canceled","paid_at":"2026-03-04"}`).by(boss),
				wantStatus: 422, want: map[string]any{"errors.0.pointer": "/paid_at", "errors.0.code": "not_allowed"}},
			{name: "confirmed", request: change("1", "paid").with("If-Match", seen), wantStatus: 200, want: map[string]any{"status": "paid"}},
			{name: "a payment of another time is no part of a refund", request: put("", "/v1/orders/1",
				`{"status":"refunded","paid_at":"2026-03-04T05:06:08Z"}`).by(boss), wantStatus: 422,
				want: map[string]any{"errors.0.pointer": "/paid_at", "errors.0.code": "not_allowed"}},
			{name: "as it was seen before", request: change("1", "refunded").with("If-Match", seen), wantStatus: 412},
			{name: "the other is canceled, as it was read", request: put("", "/v1/orders/2", `{"status":"canceled","paid_at":null}`).by(boss),
				wantStatus: 200, want: map[string]any{"status": "canceled"}},
			{name: "a receipt", request: create("", "/v1/orders/1/receipt", "").by(boss), wantStatus: 204},
			{name: "a note", request: create("", "/v1/orders/1/notes", `{"note":"In two parts."}`).by(boss), wantStatus: 204},
			{name: "sold", request: get("ada", "/v1/sales"), wantStatus: 200, want: map[string]any{"orders": 1, "amount": "12.50",
				"earned": "10.94", "share": "12.5", "days.0.day": "2026-03-04", "days.0.earned": "10.94", "days.1": nil, "models.0.model_id": 1,
				"models.0.amount": "12.50", "models.0.earned": "10.94", "from": "2026-02-03", "countries.0.country": "",
				"countries.0.orders": 1, "countries.0.earned": "10.94", "countries.1": nil}},
			{name: "the share", request: get("bob", "/v1/limits"), wantStatus: 200, want: map[string]any{"models.share": "12.5"}},
			{name: "what a model brings", request: get("ada", path+"/publication"), wantStatus: 200, want: map[string]any{"earned": "10.94"}},
			{name: "what may be stored", request: get("ada", "/v1/storage"), wantStatus: 200,
				want: map[string]any{"max_bytes": 1 << 30, "used_bytes": len(content("a.stl"))}},
			{name: "by operators", request: get("", "/v1/storage").by(s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID,
				Scopes: []vitrine.Scope{vitrine.ScopeModelsRead}})), wantStatus: 200, want: map[string]any{"max_bytes": nil, "used_bytes": 0}},
			{name: "at another price", request: put("ada", path+"/draft", `{"price":20}`), wantStatus: 200, want: map[string]any{"earned": "17.50"}},
			{name: "not of others", request: get("bob", "/v1/sales"), wantStatus: 200, want: map[string]any{"orders": 0, "days": []any{}}},
			{name: "nor at another time", request: get("ada", "/v1/sales?from=2026-03-05&to=2026-03-06"), wantStatus: 200,
				want: map[string]any{"orders": 0, "amount": "0.00"}},
			{name: "for ever", request: get("ada", "/v1/sales?from=2020-01-01"), wantStatus: 400},
			{name: "backwards", request: get("ada", "/v1/sales?from=2026-03-06&to=2026-03-05"), wantStatus: 400},
			{name: "given back", request: put("", "/v1/orders/1", `{"status":"refunded","keep_downloads":true,"paid_at":"2026-03-04T05:06:07Z"}`).by(boss),
				wantStatus: 200, want: map[string]any{"status": "refunded"}},
			{name: "which sales say", request: get("ada", "/v1/sales"), wantStatus: 200,
				want: map[string]any{"orders": 0, "refunded": 1, "amount": "0.00"}},
		})
	})
}

// TestPlaceImage makes another picture the cover.
func TestPlaceImage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	wantStatus(t, s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "b.png"), http.StatusCreated)
	s.run(t, []scenario{
		{name: "somebody else's", request: put("bob", path+"/images/2", `{"position":1}`), wantStatus: 403},
		{name: "the cover", request: put("ada", path+"/images/2", `{"position":1}`), wantStatus: 200, want: map[string]any{"id": 2, "position": 1}},
		{name: "stands first", request: get("bob", path+"/images"), wantStatus: 200, want: map[string]any{"images.0.id": 2, "images.1.id": 1}},
		{name: "behind the last", request: put("ada", path+"/images/2", `{"position":99}`), wantStatus: 200, want: map[string]any{"position": 2}},
	})
}
