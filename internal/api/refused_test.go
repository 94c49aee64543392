package api_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail/dsn"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// everywhere are the refusals that are the same for all operations.
var everywhere = []string{"401", "406", "429", "500", "503"}

// refusing is a marketplace in which each operation can be refused for each of
// its reasons: both models are ada's; bob has paid for the first, by order 1, and
// not yet for the second. What bob says of the first was answered, what eve says is hidden. The
// first has a draft version that lacks a category; a third is not published.
func refusing(t *testing.T) *server {
	t.Helper()
	s := newServer(t, func(o *options) {
		o.Shop.Settings.FileSize, o.Shop.Settings.ImageSize = 1<<20, 1<<20
		o.api.Rates = map[web.Budget]web.Rate{}
	})
	s.user(t, "ada", append(vitrine.OwnScopes()[4:], vitrine.ScopeUsersCreate)...)
	s.user(t, "bob", vitrine.ScopeLibraryRead, vitrine.ScopeReviewsWrite)
	s.user(t, "admin", vitrine.AllScopes()[4:]...) // has the id 3
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	s.pay(t, s.order(t, "bob", path, ""))
	other, _ := s.offer(t, "ada", strings.Replace(complete, "Oak", "Elm", 1), "chair.stl")
	s.order(t, "bob", other, "")
	s.sendInParts(t)
	s.do(t, request{method: "POST", path: "/v1/models", as: "ada", body: `{"title": "Ash chair"}`})
	s.do(t, request{method: "PUT", path: "/v1/models/1/draft", as: "ada", body: `{"category": null}`})
	s.accuse(t, "ada", 1)
	s.writePage(t, vitrine.TermsPaper, terms())
	s.user(t, "eve", vitrine.ScopeReviewsWrite)
	s.pay(t, s.order(t, "eve", path, ""))
	s.say(t, "bob", 1, s.clock.Now().Add(-48*time.Hour)) // which has been answered
	hidden := s.say(t, "eve", 1, time.Time{})
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.HideReview(ctx, hidden, true) })
	s.owe(t, vitrine.DisputeLost)
	s.pay(t, s.order(t, "ada", path, `,"again":true`)) // and asks for it, and takes that back
	s.do(t, create("ada", "/v1/orders/4/refund_requests", `{"reason": "mistaken", "text": "It was not for me."}`))
	s.do(t, create("ada", "/v1/refund_requests/2/withdraw", ""))
	s.vouch(t, "ada")
	s.do(t, create("bob", "/v1/checkouts", `{"order_ids": [`+text(s.order(t, "bob", other, "").at(t, "id"))+`]}`))
	s.do(t, remove("bob", "/v1/checkouts/1"))
	s.do(t, create("eve", "/v1/checkouts", `{"order_ids": [`+text(s.order(t, "eve", other, "").at(t, "id"))+`]}`))
	s.do(t, put("admin", "/v1/checkouts/2", `{"status": "paid"}`))
	s.do(t, create("ada", "/v1/collections", `{"name": "For the kitchen"}`))
	s.do(t, create("ada", "/v1/webhook_endpoints", `{"url": "https://shop.example/hooks"}`))
	s.do(t, create("ada", "/v1/webhook_endpoints/1/test", ""))
	s.do(t, create("ada", "/v1/webhook_endpoints", `{"url": "https://shop.example/hooks", "disabled": true}`))
	s.do(t, create("ada", "/v1/collections", `{"name": "Rude", "shown": "public"}`)) // and hidden
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.HideCollection(ctx, &vitrine.Collection{ID: 2}, true)
	})
	s.do(t, create("ada", "/v1/collections", `{"name": "For all", "shown": "public"}`))
	two := `[` + idOf(path) + `,` + idOf(other) + `]`
	s.do(t, create("ada", "/v1/bundles", `{"name": "Pair", "price": "1.00", "model_ids": `+two+`}`))
	s.do(t, create("ada", "/v1/bundles", `{"name": "Ended", "price": "1.00", "model_ids": `+two+`}`))
	s.do(t, request{method: "DELETE", path: "/v1/bundles/2", as: "ada"})
	s.do(t, create("ada", "/v1/coupons", `{"code": "FRIENDS", "name": "Friends", "percent": 5}`))
	s.do(t, create("ada", "/v1/coupons", `{"code": "ENDED", "name": "Ended", "percent": 5}`))
	s.do(t, request{method: "DELETE", path: "/v1/coupons/2", as: "ada"})
	s.do(t, create("ada", "/v1/promotions", `{"name": "Winter", "percent": 5, "begins_at": "2035-01-01T00:00:00Z", "ends_at": "2035-02-01T00:00:00Z"}`))
	s.do(t, create("ada", "/v1/promotions", `{"name": "Over", "percent": 5, "begins_at": "2035-03-01T00:00:00Z", "ends_at": "2035-04-01T00:00:00Z"}`))
	s.do(t, request{method: "DELETE", path: "/v1/promotions/2", as: "ada"})
	s.claim(t, request{method: "POST", path: "/v1/models", as: "admin"}, "99999999")
	s.claim(t, request{method: "POST", path: "/v1/models", as: "ada"}, "99999999")
	return s
}

// sendInParts begins uploads of a byte: the first waits for it, the second can't be of its
// type, and somebody writes to the third.
func (s *server) sendInParts(t *testing.T) {
	t.Helper()
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		for id, fileType := range map[string]int64{"1": 0, "2": 1, "3": 0} {
			in := &vitrine.Incoming{ID: id, UserID: s.user(t, "ada").ID, ModelID: 1, Name: id + ".bin", FileTypeID: fileType, Size: 1,
				CreatedAt: s.clock.Now(), ExpiresAt: s.clock.Now().Add(time.Hour)}
			if err := tx.InsertUpload(t.Context(), in); err != nil {
				return err
			}
		}
		_, err := tx.HoldUpload(t.Context(), "3", 0, store.Lease{Name: "another", For: time.Hour})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// reasons are requests that are refused, by operation and status. What stands
// under "" is for every operation that can be refused with the status.
var reasons = map[string]map[string]func(*request){
	"": {
		"400": func(r *request) { r.path += "?access_token=%zz" },
		"404": func(r *request) { r.path = strings.Replace(r.path, "/1", "/999", 1) },
		"412": func(r *request) { r.header["If-Match"] = `"m1-0"` },
		"413": func(r *request) { r.body = strings.Repeat(" ", 1<<20+1) },
		"415": func(r *request) { r.body, r.header["Content-Type"] = "title: Oak chair", "application/yaml" },
	},
	"listModels": {
		"400": func(r *request) { r.path += "?min_price=cheap" },
		"422": func(r *request) { r.path += "?page=401&per_page=25" },
	},
	"listFacets":      {"400": func(r *request) { r.path += "?polygons=many" }},
	"listSuggestions": {"400": func(r *request) { r.path += "?keywords=cha&max_price=cheap" }},
	"listCorrections": {"400": func(r *request) { r.path += "?keywords=chiar&adult_content=perhaps" }},
	"createModel": {
		"400": func(r *request) { r.body = `{"title": "Oak chair"` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"title": "Oak chair"}`, "7b1ff0fd" }, // it is running already
		"422": func(r *request) { r.body = `{"title": "Oak chair", "tags": ["oak", "chair"], "price": -1}` },
	},
	"updateModel": {
		"400": func(r *request) { r.body = `{"status": published}` },
		"404": func(r *request) { r.path, r.body = "/v1/models/999", `{"price": 15}` },
		"409": func(r *request) { r.body = `{"status": "published", "category": null}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"price": 15}`, `"m1-0"` },
		"422": func(r *request) { r.body = `{"price": "12,50", "license": "free"}` },
	},
	"deleteModel": {"413": largeForm},
	"getLicense":  {"404": func(r *request) { r.path += "x" }},
	"removeTranslation": {"404": func(r *request) { r.path += "-AT" }, "409": func(r *request) { r.path = "/v1/models/1/translations/en-US" },
		"413": largeForm},
	"saveDraftVersion": {
		"400": func(r *request) { r.body = `{"price": nineteen}` },
		"404": func(r *request) { r.path, r.body = "/v1/models/999/draft", `{"price": 19}` },
		"409": func(r *request) { r.path, r.body = "/v1/models/3/draft", `{"price": 19}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"price": 19}`, `"d1-0-0"` },
		"422": func(r *request) { r.body = `{"price": "12,50", "status": "published"}` },
	},
	"discardDraftVersion": {"413": largeForm},
	"publishVersion": {
		"400": func(r *request) { r.body = `{"note": }` },
		"404": func(r *request) { r.path, r.body = "/v1/models/2/versions", `{}` },
		"409": func(r *request) { r.body = `{}` },
		"422": func(r *request) { r.body = `{"notes": "A wider seat."}` },
	},
	"uploadFile": {
		"404": func(r *request) { r.path = "/v1/models/999/files?name=chair.stl" },
		"413": func(r *request) { r.path, r.body = r.path+"?name=chair.obj", strings.Repeat("#", 1<<20+1) },
		"400": func(r *request) { r.header["Repr-Digest"] = "sha-256=abc" },
		"409": func(r *request) { r.path += "?name=chair.stl" },
		"422": func(r *request) { r.path += "?name=" + strings.Repeat("x", 300) },
	},
	"beginUpload": {
		"400": func(r *request) { r.header["Upload-Metadata"] = "filename chair.stl" },
		"404": func(r *request) { r.path = "/v1/models/999/files/uploads" },
		"409": func(r *request) { r.header["Upload-Metadata"] = "filename Y2hhaXIuc3Rs" },
		"412": func(r *request) { delete(r.header, "Tus-Resumable") },
		"413": func(r *request) { r.header["Upload-Length"] = "1048577" },
		"422": func(r *request) { r.header["Upload-Metadata"] = "filename Lg==" },
		"460": func(r *request) { r.body, r.header["Upload-Checksum"] = "x", "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" },
	},
	"continueUpload": {
		"400": func(r *request) { r.header["Upload-Offset"] = "half" },
		"404": func(r *request) { r.path += "x" },
		"409": func(r *request) { r.header["Upload-Offset"] = "1" },
		"412": func(r *request) { r.header["Tus-Resumable"] = "0.2.2" },
		"413": func(r *request) { r.body = "xx" },
		"415": func(r *request) { r.header["Content-Type"] = "application/octet-stream" },
		"422": func(r *request) { r.path = strings.TrimSuffix(r.path, "1") + "2" },
		"423": func(r *request) { r.path = strings.TrimSuffix(r.path, "1") + "3" },
		"460": func(r *request) { r.header["Upload-Checksum"] = "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" },
	},
	"removeUpload": {
		"404": func(r *request) { r.path += "x" },
		"412": func(r *request) { delete(r.header, "Tus-Resumable") },
		"413": largeForm,
	},
	"downloadFile": {"402": func(r *request) { r.path = "/v1/models/2/files/2" }},
	"removeFile":   {"409": func(*request) {}, "413": largeForm},
	"uploadImage": {
		"400": func(r *request) { r.header["Repr-Digest"] = "sha-256=abc" },
		"409": func(r *request) { r.header["Idempotency-Key"] = "0d7a3a4c" },
		"422": func(r *request) { r.body = "no picture" },
	},
	"removeImage": {"409": func(*request) {}, "413": largeForm},
	"listOrders": {
		"400": func(r *request) { r.path += "?created_after=yesterday" },
		"422": func(r *request) { r.path += "?page=401&per_page=25" },
	},
	"createOrder": {
		"400": func(r *request) { r.body = `{"model_id": }` },
		"404": func(r *request) { r.body = `{"model_id": 999}` },
		"409": func(r *request) { r.body = `{"model_id": 1}` },
		"422": func(r *request) { r.body = `{"model_id": 1, "return_url": "http://shop.example/thanks"}` },
	},
	"cancelOrder": {"409": func(*request) {}, "412": func(r *request) { r.path, r.header["If-Match"] = "/v1/orders/2", `"o2-0-unpaid"` },
		"413": largeForm},
	"listCheckouts": {
		"400": func(r *request) { r.path += "?page=first" },
		"422": func(r *request) { r.path += "?page=401&per_page=25" },
	},
	"createCheckout": {
		"400": func(r *request) { r.body = `{"order_ids": }` },
		"409": func(r *request) { r.body = `{"order_ids": [1]}` },
		"422": func(r *request) { r.body = `{"order_ids": [999]}` },
	},
	"cancelCheckout": {"409": func(*request) {}, "412": func(r *request) { r.header["If-Match"] = `"c1-0-x"` }, "413": largeForm},
	"createToken": {
		"400": func(r *request) { r.body = `{"scopes": [models:read]}` },
		"404": func(r *request) { r.body = `{"replaces": 999}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"scopes": ["models:read"]}`, "3ec1ac5d" },
		"422": func(r *request) { r.body = `{"scopes": ["everything"], "expires_in": 0}` },
	},
	"listLibrary": {
		"400": func(r *request) { r.path += "?page=first" },
		"422": func(r *request) { r.path += "?page=401&per_page=25" },
	},
	"downloadPurchase": {"402": func(r *request) { r.path = "/v1/library/2/files/2" }},
	"updateCurrentUser": {
		"400": func(r *request) { r.body = `{"name": Ada}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"name": "Ada"}`, `"u1-0-1"` },
		"422": func(r *request) { r.body = `{"name": "Ada", "links": ["http://ada.example"]}` },
	},
	"uploadAvatar": {
		"400": func(r *request) { r.header["Repr-Digest"] = "sha-256=abc" },
		"409": func(r *request) { r.header["Idempotency-Key"] = "a7a7a7a7" },
		"422": func(r *request) { r.body = `<svg xmlns="http://www.w3.org/2000/svg"/>` },
	},
	"uploadCover": {
		"400": func(r *request) { r.header["Repr-Digest"] = "sha-256=abc" },
		"409": func(r *request) { r.header["Idempotency-Key"] = "c0c0c0c0" },
		"422": func(r *request) { r.body = `<svg xmlns="http://www.w3.org/2000/svg"/>` },
	},
	"removeCover":  {"404": func(*request) {}, "413": largeForm},
	"removeAvatar": {"404": func(*request) {}, "413": largeForm},
	"listAudit":    {"400": func(r *request) { r.path += "?since=yesterday" }},
	"listPeople":   {"400": func(r *request) { r.path += "?list=everybody" }},
	"listJobs":     {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"suspendPerson": {
		"400": func(r *request) { r.body = `{"reason": }` },
		"404": func(r *request) { r.path, r.body = "/v1/people/999/suspend", `{"reason": "Spam."}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"reason": "Spam."}`, "b1b1b1b1" },
		"422": func(r *request) { r.body = `{"reason": ""}` },
	},
	"restorePerson": {
		"400": func(r *request) { r.body = `{"reason": }` },
		"404": func(r *request) { r.path, r.body = "/v1/people/999/restore", `{"reason": "It was none."}` },
		"409": func(r *request) { r.body = `{"reason": "It was none."}` },
		"422": func(r *request) { r.body = `{}` },
	},
	"giveRoles": {
		"400": func(r *request) { r.body = `{"roles": moderator}` },
		"404": func(r *request) { r.path, r.body = "/v1/people/999/roles", `{"roles": []}` },
		"409": func(r *request) { r.path, r.body = "/v1/people/3/roles", `{"roles": []}` },
		"422": func(r *request) { r.body = `{"roles": ["king"]}` },
	},
	"erasePerson": {
		"404": func(r *request) { r.path = "/v1/people/999/erase" },
		"409": underway("c5c5c5c5"),
		"413": largeForm,
		"422": usedBefore,
	},
	"keepPerson": {
		"404": func(r *request) { r.path = "/v1/people/999/keep" },
		"409": underway("c3c3c3c3"), "413": largeForm, "422": usedBefore,
	},
	"forgetAddress": {
		"400": func(r *request) { r.body = `{"email": guest@example.com}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"email": "guest@example.com"}`, "c4c4c4c4" },
		"422": func(r *request) { r.body = `{"email": "guest"}` },
	},
	"updateOrder": {
		"400": func(r *request) { r.body = `{"status": paid}` },
		"404": func(r *request) { r.path, r.body = "/v1/orders/999", `{"status": "paid"}` },
		"409": func(r *request) { r.body = `{"status": "canceled"}` },
		"412": func(r *request) {
			r.path, r.body, r.header["If-Match"] = "/v1/orders/2", `{"status": "canceled"}`, `"o2-0-unpaid"`
		},
		"422": func(r *request) { r.body = `{"status": "lost"}` },
	},
	"updateCheckout": {
		"400": func(r *request) { r.body = `{"status": paid}` },
		"404": func(r *request) { r.path, r.body = "/v1/checkouts/999", `{"status": "paid"}` },
		"409": func(r *request) { r.path, r.body = "/v1/checkouts/2", `{"status": "paid"}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"status": "paid"}`, `"c1-0-x"` },
		"422": func(r *request) { r.body = `{"status": "lost"}` },
	},
	"getReceipt": {"409": func(r *request) { r.path = "/v1/orders/2/receipt" }},
	"refundOrder": {
		"400": func(r *request) { r.body = `{"amount": }` },
		"404": func(r *request) { r.path, r.body = "/v1/orders/999/refund", `{"amount": 1}` },
		"409": func(r *request) { r.path, r.body = "/v1/orders/2/refund", `{}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{}`, `"o1-0-x"` },
		"422": func(r *request) { r.body = `{"amount": 0}` },
	},
	"settleRefund": {
		"400": func(r *request) { r.body = `{"note": }` },
		"404": func(r *request) { r.path, r.body = "/v1/refunds/999/settle", `{"note": "by transfer"}` },
		"409": func(r *request) { r.path, r.body = "/v1/refunds/2/settle", `{"note": "by transfer"}` },
		"422": func(r *request) { r.body = `{"note": " "}` },
	},
	"askForRefund": {
		"400": func(r *request) { r.body = `{"text": }` },
		"404": func(r *request) {
			r.path, r.body = "/v1/orders/999/refund_requests", `{"reason": "broken", "text": "One leg is missing."}`
		},
		"409": func(r *request) { r.body = `{"reason": "broken", "text": "One leg is missing."}` },
		"422": func(r *request) { r.body = `{"reason": "ugly", "text": "One leg is missing."}` },
	},
	"answerRefundRequest": {
		"400": func(r *request) { r.body = `{"grant": }` },
		"404": func(r *request) { r.path, r.body = "/v1/refund_requests/999/answer", `{"grant": true}` },
		"409": func(r *request) { r.path, r.body = "/v1/refund_requests/2/answer", `{"grant": true}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"grant": true}`, `"q1-9"` },
		"422": func(r *request) { r.body = `{"grant": false}` },
	},
	"decideRefundRequest": {
		"400": func(r *request) { r.body = `{"grant": }` },
		"404": func(r *request) { r.path, r.body = "/v1/refund_requests/999/decision", `{"grant": true}` },
		"409": func(r *request) { r.path, r.body = "/v1/refund_requests/2/decision", `{"grant": true}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"grant": true}`, `"q1-9"` },
		"422": func(r *request) { r.body = `{"grant": true, "amount": 0}` },
	},
	"insistOnRefund":        {"409": func(r *request) { r.path = "/v1/refund_requests/2/insist" }, "422": usedBefore, "413": largeForm},
	"withdrawRefundRequest": {"409": func(r *request) { r.path = "/v1/refund_requests/2/withdraw" }, "422": usedBefore, "413": largeForm},
	"answerDispute": {
		"400": func(r *request) { r.body = `{"text": }` },
		"404": func(r *request) { r.path, r.body = "/v1/disputes/999/evidence", `{}` },
		"409": func(r *request) { r.body = `{"text": "They have the files."}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{}`, `"d1-9"` },
		"422": func(r *request) { r.body = `{"text": 5}` },
	},
	"sendReceipt": {"409": func(r *request) { r.path = "/v1/orders/2/receipt" }, "422": usedBefore, "413": largeForm},
	"noteOrder": {
		"400": func(r *request) { r.body = `{"note": }` },
		"404": func(r *request) { r.path, r.body = "/v1/orders/999/notes", `{"note": "It came in two parts."}` },
		"409": func(r *request) {
			r.body, r.header["Idempotency-Key"] = `{"note": "It came in two parts."}`, "f1f1f1f1"
		},
		"422": func(r *request) { r.body = `{"note": " "}` },
	},
	"placeImage": {
		"400": func(r *request) { r.body = `{"position": first}` },
		"404": func(r *request) { r.path, r.body = "/v1/models/1/images/999", `{"position": 1}` },
		"422": func(r *request) { r.body = `{"position": 0}` },
	},
	"saveTranslations": {
		"400": func(r *request) { r.body = `{"translations": {` },
		"404": func(r *request) {
			r.path, r.body = "/v1/models/999/translations", `{"translations": [{"language": "de", "title": "Stuhl"}]}`
		},
		"409": func(r *request) { r.body = `{"translations": [{"language": "de", "title": "Stuhl"}]}` },
		"412": func(r *request) {
			r.body, r.header["If-Match"] = `{"translations": [{"language": "de", "title": "Stuhl"}]}`, `"m1-0"`
		},
		"422": func(r *request) {
			r.body = `{"translations": [{"language": "de", "title": "Stuhl"}, {"language": "fr", "title": ""}, {"language": "DE", "title": "Sitz"}]}`
		},
	},
	"cropImage": {
		"400": func(r *request) { r.body = `{"crop": }` },
		"404": func(r *request) { r.path, r.body = "/v1/models/1/images/999/crop", `{}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{}`, "a4a4a4a4" },
		"422": func(r *request) { r.body = `{"crop": {"x": 0, "y": 0, "width": 9000, "height": 1}}` },
	},
	"drawImages": {
		"400": func(r *request) { r.body = `{"views": front}` },
		"404": func(r *request) { r.path, r.body = "/v1/models/999/drawings", `{"views": ["front"]}` },
		"409": func(r *request) { r.path, r.body = "/v1/models/3/drawings", `{"views": ["front"]}` },
		"422": func(r *request) { r.body = `{"views": ["behind"]}` },
	},
	"listPayouts": {
		"400": func(r *request) { r.path += "?status=lost" },
		"403": func(r *request) { r.path += "?all=true" },
	},
	"getPayoutAccount": {"404": func(*request) {}},
	"setPayoutAccount": {
		"400": func(r *request) { r.body = `{"holder": Ada}` },
		"412": func(r *request) {
			r.body, r.header["If-Match"] = `{"holder": "Ada Lovelace", "iban": "DE89370400440532013000"}`, `"a7"`
		},
		"422": func(r *request) { r.body = `{"holder": "Ada Lovelace", "iban": "DE89370400440532013001"}` },
	},
	"getStatements":      {"404": func(r *request) { r.path = "/v1/statements/1999-01" }},
	"listBalanceEntries": {"400": func(r *request) { r.path += "?cursor=x" }},
	"listSales":          {"400": func(r *request) { r.path += "?from=2026-02-30" }},
	"createReport": {
		"400": func(r *request) { r.body = `{"page": }` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = reported, "e1e1e1e1" },
		"422": func(r *request) { r.body = strings.Replace(reported, "/terms", "https://evil.example/", 1) },
	},
	"listStatistics": {"400": func(r *request) { r.path += "?from=2026-02-30" }},
	"listDeskModels": {"400": func(r *request) { r.path += "?list=lost" }},
	"saveReview": {
		"400": func(r *request) { r.body = `{"described": five}` },
		"404": func(r *request) { r.path, r.body = "/v1/models/999/reviews/mine", `{"described": 5}` },
		"409": func(r *request) { r.as, r.body = "eve", `{"described": 5}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"described": 5}`, `"r1-0"` },
		"422": func(r *request) { r.body = `{"described": 0}` },
	},
	"uploadReviewImage": {
		"400": func(r *request) { r.header["Repr-Digest"] = "sha-256=abc" },
		"409": func(r *request) { r.header["Idempotency-Key"] = "e5e5e5e5" },
		"422": func(r *request) { r.body = `<svg xmlns="http://www.w3.org/2000/svg"/>` },
	},
	"removeReviewImage": {"409": func(r *request) { r.as = "eve" }, "413": largeForm},
	"withdrawReview":    {"409": func(r *request) { r.as = "eve" }, "413": largeForm},
	"answerReview": {
		"400": func(r *request) { r.body = `{"answer": }` },
		"404": func(r *request) { r.path, r.body = "/v1/reviews/999/answer", `{"answer": "Thank you!"}` },
		"409": func(r *request) { r.body = `{"answer": "Thank you!"}` },
		"422": func(r *request) { r.body = `{"answer": ""}` },
	},
	"hideReview": {
		"400": func(r *request) { r.body = `{"ground": terms}` },
		"404": func(r *request) {
			r.path, r.body = "/v1/reviews/999/hide", `{"ground": "terms", "reason": "It is rude."}`
		},
		"409": func(r *request) {
			r.path, r.body = "/v1/reviews/2/hide", `{"ground": "terms", "reason": "It is rude."}`
		},
		"422": func(r *request) { r.body = `{"ground": "terms", "reason": ""}` },
	},
	"restoreReview": reasoned("/v1/reviews/999/restore"),
	"hideCollection": {
		"400": func(r *request) { r.body = `{"ground": terms}` },
		"404": func(r *request) {
			r.path, r.body = "/v1/desk/collections/999/hide", `{"ground": "terms", "reason": "It is rude."}`
		},
		"409": func(r *request) {
			r.path, r.body = "/v1/desk/collections/2/hide", `{"ground": "terms", "reason": "It is rude."}`
		},
		"422": func(r *request) { r.body = `{"ground": "terms", "reason": ""}` },
	},
	"restoreCollection": {
		"400": func(r *request) { r.body = `{"reason": }` },
		"404": func(r *request) {
			r.path, r.body = "/v1/desk/collections/999/restore", `{"reason": "It was a mistake."}`
		},
		"409": func(r *request) {
			r.path, r.body = "/v1/desk/collections/3/restore", `{"reason": "It was a mistake."}`
		},
		"422": func(r *request) { r.body = `{}` },
	},
	"ruleModel": {
		"400": func(r *request) { r.body = `{"action": hide}` },
		"404": func(r *request) {
			r.path, r.body = "/v1/desk/models/999/rule", `{"action": "hide", "ground": "law", "reason": "It is copied."}`
		},
		"409": func(r *request) {
			r.body, r.header["Idempotency-Key"] = `{"action": "hide", "ground": "law", "reason": "It is copied."}`, "a3a3a3a3"
		},
		"422": func(r *request) { r.body = `{"action": "hide", "reason": "It is copied."}` },
	},
	"restoreModel":  reasoned("/v1/desk/models/999/restore"),
	"sendModelBack": reasoned("/v1/desk/models/999/send-back"),
	"approveModel": {
		"400": func(r *request) { r.body = `{"version": }` },
		"404": func(r *request) { r.path, r.body = "/v1/desk/models/999/approve", `{"version": 3}` },
		"409": func(r *request) { r.body = `{"version": 3}` },
		"422": func(r *request) { r.body = `{"version": 0}` },
	},
	"featureModel": {
		"400": func(r *request) { r.body = `{"place": first}` },
		"404": func(r *request) { r.path, r.body = "/v1/desk/models/999/feature", `{"place": 1}` },
		"409": func(r *request) { r.path, r.body = "/v1/desk/models/3/feature", `{"place": 1}` },
		"422": func(r *request) { r.body = `{"place": 13}` },
	},
	"unfeatureModel": {"413": largeForm},
	"likeModel":      {"413": largeForm},
	"unlikeModel":    {"413": largeForm, "404": func(r *request) { r.path = "/v1/likes/999999999999999999999" }},
	"followSeller":   {"413": largeForm, "404": func(r *request) { r.path = "/v1/following/nobody" }},
	"unfollowSeller": {"413": largeForm, "404": func(r *request) { r.path = "/v1/following/nobody" }},
	"updateMails": {
		"400": func(r *request) { r.body = `{"new_models": yes}` },
		"422": func(r *request) { r.body = `{"new_models": true}` },
	},
	"createCategory": {
		"400": func(r *request) { r.body = `{"slug": lamps}` },
		"409": func(r *request) { r.body = `{"slug": "cars", "title": "Cars"}` },
		"422": func(r *request) { r.body = `{"slug": "Moon lamps", "title": "Moon lamps"}` },
	},
	"updateCategory": {
		"400": func(r *request) { r.body = `{"title": Lamps}` },
		"404": func(r *request) { r.path, r.body = "/v1/categories/999999", `{"title": "Lamps"}` },
		"409": func(r *request) { r.body = `{"slug": "cars"}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"title": "Lamps"}`, `"k1-0-0"` },
		"422": func(r *request) { r.body = `{"title": ""}` },
	},
	"removeCategory": {"409": func(*request) {}, "413": largeForm},
	"mergeCategory": {
		"400": func(r *request) { r.body = `{"into": }` },
		"404": func(r *request) { r.path, r.body = "/v1/categories/999999/merge", `{"into": 1}` },
		"409": func(r *request) { r.body = `{"into": 1}` },
		"422": func(r *request) { r.body = `{"into": 999999}` },
	},
	"createLicense": {
		"400": func(r *request) { r.body = `{"type": studio}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = licensed("studio", ""), "b7b7b7c1" },
		"422": func(r *request) { r.body = licensed("general", "") },
	},
	"updateLicense": {
		"400": func(r *request) { r.body = `{"version": }` },
		"404": func(r *request) { r.path, r.body = "/v1/licenses/nothing", licensed("", `"version": 1, `) },
		"409": func(r *request) { r.body = licensed("", `"version": 9, `) },
		"422": func(r *request) { r.body = licensed("", "") },
	},
	"removeLicense": {"409": func(*request) {}, "413": largeForm, "404": func(r *request) { r.path = "/v1/licenses/nothing" }},
	"retireLicense": {"409": func(*request) {}, "422": usedBefore, "413": largeForm,
		"404": func(r *request) { r.path = "/v1/licenses/nothing/retire" }},
	"offerLicense": {"409": func(*request) {}, "422": usedBefore, "413": largeForm,
		"404": func(r *request) { r.path = "/v1/licenses/nothing/offer" }},
	"listMailWords": {"400": func(r *request) { r.path += "?own=perhaps" }},
	"getMailWords":  {"404": func(r *request) { r.path = "/v1/desk/mail-words/en/nothing" }},
	"writeMailWords": {
		"400": func(r *request) { r.body = `{"version": none}` },
		"404": func(r *request) { r.path, r.body = "/v1/desk/mail-words/en/nothing", worded(0, "Hello.") },
		"409": func(r *request) { r.body = worded(9, "Hello.") },
		"422": func(r *request) { r.body = worded(0, "{{.Nothing}}") },
	},
	"removeMailWords": {
		"400": func(r *request) { r.path += "?version=none" },
		"404": func(r *request) { r.path = "/v1/desk/mail-words/en/nothing?version=1" },
		"409": func(r *request) { r.path += "?version=9" },
		"413": largeForm,
	},
	"tryMail": {
		"404": func(r *request) { r.path = "/v1/desk/mail-words/en/nothing/try" },
		"409": underway("d7d7d7d7"), "422": usedBefore, "413": largeForm,
	},
	"listMailLog":   {"400": func(r *request) { r.path += "?status=lost" }},
	"sendMailAgain": {"409": underway("d9d9d9d9"), "422": usedBefore, "413": largeForm},
	"takeMailBounce": {
		"400": func(r *request) {
			r.body, r.header["Content-Type"] = "Subject: Hello\n\nNo notification.\n", "message/rfc822"
		},
		"404": func(r *request) { r.body, r.header["Content-Type"] = bounce("nobody@models.example"), "message/rfc822" },
		"409": func(r *request) {
			r.body, r.header["Content-Type"], r.header["Idempotency-Key"] = bounce("nobody@models.example"), "message/rfc822", "d8d8d8d8"
		},
		"413": func(r *request) {
			r.body, r.header["Content-Type"] = strings.Repeat("x", dsn.MaxSize+1), "message/rfc822"
		},
		"415": func(r *request) { r.body, r.header["Content-Type"] = `{}`, "application/json" },
		"422": func(r *request) {
			r.body, r.header["Content-Type"] = bounce("nobody@models.example"), "message/rfc822"
			usedBefore(r)
		},
	},
	"publishPage": {
		"400": func(r *request) { r.body = `{"version": none}` },
		"404": func(r *request) { r.path, r.body = "/v1/desk/pages/nothing", published(0) },
		"409": func(r *request) { r.body = published(9) },
		"422": func(r *request) { r.body = `{"version": 0, "texts": [], "agree": "anew"}` },
	},
	"getDeskPage":      {"404": func(r *request) { r.path = "/v1/desk/pages/nothing" }},
	"withdrawPage":     {"404": func(r *request) { r.path = "/v1/desk/pages/nothing" }, "413": largeForm},
	"listStorage":      {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"listApplications": {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"listAllTokens":    {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"getApplication": {
		"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" },
		"404": func(r *request) { r.path = "/v1/desk/applications/999" },
	},
	"removeApplication": {"404": func(r *request) { r.path = "/v1/desk/applications/999" }, "413": largeForm},
	"endGrant":          {"404": func(r *request) { r.path = "/v1/desk/applications/999/grants/1" }, "413": largeForm},
	"endToken":          {"404": func(r *request) { r.path = "/v1/desk/tokens/999" }, "413": largeForm},
	"listShares":        {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"listLedgerEntries": {"400": func(r *request) { r.path += "?kind=stolen" }},
	"adjustLedger": {
		"400": func(r *request) { r.body = `{"amount": much}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = adjustment("1.00"), "c4d4c4d4" },
		"422": func(r *request) { r.body = adjustment("0.00") },
	},
	"setShare": {
		"400": func(r *request) { r.body = `{"share": much}` },
		"404": func(r *request) { r.path, r.body = "/v1/desk/shares/model/999", `{"share": "12.5"}` },
		"422": func(r *request) { r.body = `{"share": "101"}` },
	},
	"endShare": {"404": func(r *request) { r.path = "/v1/desk/shares/model/999" }, "413": largeForm},
	"limitStorage": {
		"400": func(r *request) { r.body = `{"max_bytes": much}` },
		"404": func(r *request) { r.path, r.body = "/v1/people/999/storage", `{"max_bytes": 20}` },
		"422": func(r *request) { r.body = `{"max_bytes": 0}` },
	},
	"updateHouse": {
		"400": func(r *request) { r.body = `{"name": Oak and Ash}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"name": "Oak and Ash"}`, `"h1"` },
		"422": func(r *request) { r.body = `{"accent": "#fafafa"}` },
	},
	"createCollection": {
		"400": func(r *request) { r.body = `{"name": For the kitchen}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"name": "For the kitchen"}`, "b7b7b7c1" },
		"422": func(r *request) { r.body = `{"name": "For the kitchen", "shown": "friends"}` },
	},
	"updateCollection": {
		"400": func(r *request) { r.body = `{"name": For the kitchen}` },
		"404": func(r *request) { r.path, r.body = "/v1/collections/999", `{"name": "For the kitchen"}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"name": "For the kitchen"}`, `"c1-0"` },
		"422": func(r *request) { r.body = `{"name": ""}` },
	},
	"arrangeCollection": {
		"400": func(r *request) { r.body = `{"models": 1` },
		"404": func(r *request) { r.path, r.body = "/v1/collections/999/arrangement", `{"models": []}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"models": []}`, `"c1-0"` },
		"422": func(r *request) { r.body = `{"models": [2]}` },
	},
	"removeCollection": {"413": largeForm},
	"collectModel":     {"413": largeForm},
	"uncollectModel":   {"413": largeForm, "404": func(r *request) { r.path = "/v1/collections/999/models/1" }},
	"listBundles": {
		"400": func(r *request) { r.path += "?all=true&model_id=1" },
		"403": func(r *request) { r.path += "?all=true" },
	},
	"createBundle": {
		"400": func(r *request) { r.body = `{"name": Pair}` },
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"name": "Pair"}`, "b2b2b2b2" },
		"422": func(r *request) { r.body = `{"name": "Pair", "price": "1.00", "model_ids": [1]}` },
	},
	"updateBundle": {
		"400": func(r *request) { r.body = `{"price": ten}` },
		"404": func(r *request) { r.path, r.body = "/v1/bundles/999", `{"price": "2.00"}` },
		"409": func(r *request) { r.path, r.body = "/v1/bundles/2", `{"price": "2.00"}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"price": "2.00"}`, `"bu1-0-0"` },
		"422": func(r *request) { r.body = `{"price": "999.00"}` },
	},
	"endBundle": {"409": func(r *request) { r.path = "/v1/bundles/2" }, "413": largeForm},
	"listCoupons": {
		"400": func(r *request) { r.path += "?covers=all" },
		"403": func(r *request) { r.path += "?covers=marketplace" },
	},
	"createCoupon": {
		"400": func(r *request) { r.body = `{"code": FRIENDS}` },
		"409": func(r *request) { r.body = `{"code": "friends", "name": "Friends again", "percent": 10}` },
		"422": func(r *request) { r.body = `{"code": "ALL-FREE", "name": "Friends", "percent": 101}` },
	},
	"updateCoupon": {
		"400": func(r *request) { r.body = `{"percent": ten}` },
		"404": func(r *request) { r.path, r.body = "/v1/coupons/999", `{"percent": 10}` },
		"409": func(r *request) { r.path, r.body = "/v1/coupons/2", `{"percent": 10}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"percent": 10}`, `"cp1-0-valid-0"` },
		"422": func(r *request) { r.body = `{"ends_at": "2020-12-31T00:00:00Z"}` },
	},
	"endCoupon": {"409": func(r *request) { r.path = "/v1/coupons/2" }, "413": largeForm},
	"listPromotions": {
		"400": func(r *request) { r.path += "?covers=all" },
		"403": func(r *request) { r.path += "?covers=marketplace" },
	},
	"createPromotion": {
		"400": func(r *request) { r.body = `{"name": Winter}` },
		"409": func(r *request) {
			r.body = `{"name": "New year", "percent": 10, "begins_at": "2035-01-01T00:00:00Z", "ends_at": "2035-01-02T00:00:00Z"}`
		},
		"422": func(r *request) { r.body = `{"name": "Winter", "percent": 10, "ends_at": "2020-01-02T00:00:00Z"}` },
	},
	"updatePromotion": {
		"400": func(r *request) { r.body = `{"percent": ten}` },
		"404": func(r *request) { r.path, r.body = "/v1/promotions/999", `{"percent": 10}` },
		"409": func(r *request) { r.path, r.body = "/v1/promotions/2", `{"percent": 10}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"percent": 10}`, `"pr1-0-planned"` },
		"422": func(r *request) { r.body = `{"ends_at": "2034-12-31T00:00:00Z"}` },
	},
	"endPromotion": {"409": func(r *request) { r.path = "/v1/promotions/2" }, "413": largeForm},
	"takePart": {
		"400": func(r *request) { r.body = `{"takes_part": yes}` },
		"422": func(r *request) { r.body = `{"takes_part": "yes"}` },
	},
	"createWebhookEndpoint": {
		"400": func(r *request) { r.body = `{"url": https://shop.example}` },
		"409": func(r *request) {
			r.body, r.header["Idempotency-Key"] = `{"url": "https://shop.example/hooks"}`, "f8f8f8f8"
		},
		"422": func(r *request) { r.body = `{"url": "http://shop.example/hooks", "events": ["order.paid"]}` },
	},
	"updateWebhookEndpoint": {
		"400": func(r *request) { r.body = `{"disabled": yes}` },
		"404": func(r *request) { r.path, r.body = "/v1/webhook_endpoints/999", `{"disabled": true}` },
		"412": func(r *request) { r.body, r.header["If-Match"] = `{"disabled": true}`, `"w1-0"` },
		"422": func(r *request) { r.body = `{"url": "https://127.0.0.1/hooks"}` },
	},
	"removeWebhookEndpoint": {"413": largeForm},
	"rotateWebhookSecret":   {"409": underway("f7f7f7f7"), "422": usedBefore, "413": largeForm},
	"testWebhookEndpoint": {
		"409": func(r *request) { r.path = "/v1/webhook_endpoints/2/test" }, "422": usedBefore, "413": largeForm,
	},
	"redeliverWebhook": {
		"409": func(r *request) { r.path = "/v1/webhook_endpoints/2/deliveries/1/redeliver" }, "422": usedBefore, "413": largeForm,
		"404": func(r *request) { r.path = "/v1/webhook_endpoints/1/deliveries/999/redeliver" },
	},
	"getWebhookDelivery":    {"404": func(r *request) { r.path = "/v1/webhook_endpoints/1/deliveries/999" }},
	"listWebhookDeliveries": {"400": func(r *request) { r.path += "?status=lost" }},
	"redeliverWebhooks": {
		"400": func(r *request) { r.body = `{"from": 2026` },
		"404": func(r *request) {
			r.path, r.body = "/v1/webhook_endpoints/999/redeliver", `{"from": "2026-03-01T00:00:00Z", "until": "2026-04-01T00:00:00Z"}`
		},
		"409": func(r *request) {
			r.path, r.body = "/v1/webhook_endpoints/2/redeliver", `{"from": "2026-03-01T00:00:00Z", "until": "2026-04-01T00:00:00Z"}`
		},
		"422": func(r *request) { r.body = `{"from": "2026-03-01T00:00:00Z", "until": "2026-03-01T00:00:00Z"}` },
	},
	"takeWebhooks": {
		"400": func(r *request) { r.body = `{"done": 1` },
		"404": func(r *request) { r.path, r.body = "/v1/webhook_endpoints/999/take", `{}` },
		"409": func(r *request) { r.body = `{}` },
		"422": func(r *request) { r.body = `{"done": ["1"]}` },
	},
	"listReports":    {"400": func(r *request) { r.path += "?state=lost" }},
	"listObjections": {"400": func(r *request) { r.path += "?cursor=MTpqb2JzOjE" }},
	"decideReport": {
		"400": func(r *request) { r.body = `{"action": hide}` },
		"404": func(r *request) {
			r.path, r.body = "/v1/reports/999/decision", `{"action": "none", "reason": "It is fine."}`
		},
		"409": func(r *request) { r.body = `{"action": "hide", "ground": "law", "reason": "It is copied."}` },
		"422": func(r *request) { r.body = `{"action": "hide", "reason": "It is copied."}` },
	},
	"answerObjection": {
		"400": func(r *request) { r.body = `{"lift": yes}` },
		"404": func(r *request) {
			r.path, r.body = "/v1/decisions/999/answer", `{"lift": true, "answer": "It is yours."}`
		},
		"409": func(r *request) { r.body = `{"lift": true, "answer": "It is yours."}` },
		"422": func(r *request) { r.body = `{"lift": true, "answer": ""}` },
	},
	"liftDecision": {
		"400": func(r *request) { r.body = `{"reason": }` },
		"404": func(r *request) { r.path, r.body = "/v1/decisions/999/lift", `{"reason": "We were wrong."}` },
		"409": func(r *request) { r.body = `{"reason": "We were wrong."}` },
		"422": func(r *request) { r.body = `{}` },
	},
	"listPageVersions": {"404": func(r *request) { r.path = "/v1/pages/jokes/versions" }},
	"getPage":          {"404": func(r *request) { r.path = "/v1/pages/imprint" }, "400": func(r *request) { r.path += "?version=first" }},
	"listDecisions":    {"404": func(r *request) { r.path = "/v1/models/999/decisions" }},
	"objectToDecision": {
		"400": func(r *request) { r.body = `{"objection": }` },
		"404": func(r *request) {
			r.path, r.body = "/v1/models/1/decisions/999/objection", `{"objection": "It is mine."}`
		},
		"409": func(r *request) { r.body, r.header["Idempotency-Key"] = `{"objection": "It is mine."}`, "e2e2e2e2" },
		"422": func(r *request) { r.body = `{"objection": " "}` },
	},
	"signOutPerson":      {"413": largeForm},
	"askPersonToConfirm": {"409": underway("c1c1c1c1"), "422": usedBefore, "413": largeForm},
	"confirmPerson":      {"409": underway("c2c2c2c2"), "422": usedBefore, "413": largeForm},
	"retryJob":           {"409": underway("d1d1d1d1"), "422": usedBefore, "413": largeForm},
	"giveUpJob":          {"409": underway("d2d2d2d2"), "422": usedBefore, "413": largeForm},
	"revokeToken":        {"413": largeForm},
	"endSessions":        {"413": largeForm},
	"endSession":         {"413": largeForm},
	"revokeGrant":        {"413": largeForm},
	"createUser": {
		"400": func(r *request) { r.body = `{"email": maker@example.com}` },
		"409": func(r *request) {
			r.body = `{"email": "maker@example.com", "username": "bob", "password": "correct horse battery"}`
		},
		"422": func(r *request) { r.body = `{"email": "maker", "username": "maker", "password": "short"}` },
	},
}

// bounce is a notification that a mail to bob came back.
func bounce(messageID string) string {
	return mailtest.Notification(mailtest.Returned{MessageID: messageID, To: "bob@example.com", Action: "failed", Status: "5.1.1",
		Reason: "550 5.1.1 No such user here"})
}

const reported = `{"page": "/terms", "kind": "other", "explanation": "It is mine.", "good_faith": true}`

// licensed is what an operator says of a license, with more members before.
func licensed(license, more string) string {
	if license != "" {
		more += `"type": "` + license + `", `
	}
	return `{` + more + `"name": "Studio", "text": "For one studio.", "commercial_use": true, "redistribution": false}`
}

// usedBefore has a request come with the key of another one. In quotes it is not claimed for
// this one first.
func usedBefore(r *request) { r.header["Idempotency-Key"] = `"99999999"` }

// underway has a request run already under its key.
func underway(key string) func(*request) {
	return func(r *request) { r.header["Idempotency-Key"] = key }
}

// reasoned are the refusals of what is done for a reason, to a thing that is not as it would
// have to be.
func reasoned(nowhere string) map[string]func(*request) {
	return map[string]func(*request){
		"400": func(r *request) { r.body = `{"reason": }` },
		"404": func(r *request) { r.path, r.body = nowhere, `{"reason": "It was a mistake."}` },
		"409": func(r *request) { r.body = `{"reason": "It was a mistake."}` },
		"422": func(r *request) { r.body = `{}` },
	}
}

// largeForm has a token in a form, which is bounded.
func largeForm(r *request) {
	r.body, r.as, r.header["Content-Type"] = strings.Repeat("x", 1<<20+1), "", "application/x-www-form-urlencoded"
}

// TestRefusals lets every operation refuse with every status that the contract
// names, and holds the problems against those that the contract shows.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := refusing(t)
	for op, path := range operations(s) {
		shown := map[string]json.RawMessage{}
		for status := range op.Responses {
			if status >= "400" && !slices.Contains(everywhere, status) {
				shown[status] = s.refusal(t, op, strings.Replace(path, "en-US", "de", 1), status)
			}
		}
		compareRefusals(t, op.OperationID, shown)
	}
}

// refusal returns a reason for the status and reads what comes back.
func (s *server) refusal(t *testing.T, op *huma.Operation, path, status string) json.RawMessage {
	t.Helper()
	asked := request{method: op.Method, path: path, as: "ada", header: map[string]string{}}
	if strings.Contains(path, "/mine") || strings.HasPrefix(path, "/v1/orders") || strings.HasPrefix(path, "/v1/checkouts") ||
		strings.HasPrefix(path, "/v1/library") || op.OperationID == "downloadFile" {
		asked.as = "bob"
	}
	if scopes := op.Security[0]["bearer"]; len(scopes) > 0 && vitrine.Scope(scopes[0]).Roles() != nil {
		asked.as = "admin"
	}
	if op.RequestBody != nil && op.RequestBody.Content["application/octet-stream"] != nil {
		asked.header["Content-Type"], asked.body = "application/octet-stream", "x"
	}
	if op.Tags[0] == "uploads" {
		asked.header = map[string]string{"Tus-Resumable": "1.0.0", "Upload-Length": "1", "Upload-Metadata": "filename dGFibGUuc3Rs",
			"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
		if op.Method == http.MethodPatch {
			delete(asked.header, "Upload-Length")
		}
	}
	if op.Method == http.MethodPatch {
		asked.body = "x"
	}
	reason := reasons[op.OperationID][status]
	if reason == nil {
		reason = reasons[""][status]
	}
	switch {
	case status == "403":
		asked.as, asked.header["Authorization"] = "", "Bearer "+s.without(t, vitrine.Scope(op.Security[0]["bearer"][0]))
	case reason == nil:
		t.Errorf("%s: nothing is known that is answered with %s", op.OperationID, status)
		return nil
	default:
		reason(&asked)
	}
	if key := asked.header["Idempotency-Key"]; key != "" && key[0] != '"' {
		s.claim(t, asked, key)
	}
	got := s.do(t, asked)
	if strconv.Itoa(got.Status) != status {
		t.Errorf("%s: the status is %d, want %s: %s", op.OperationID, got.Status, status, got.Body)
	}
	return got.Body
}

// without returns a token that lacks one scope.
func (s *server) without(t *testing.T, scope vitrine.Scope) string {
	t.Helper()
	secret := auth.NewSecret(auth.TokenPrefix)
	giveToken(t, s, s.user(t, "ada").ID, secret, scope)
	return secret
}

// claim lets the same request run already, under its key.
func (s *server) claim(t *testing.T, asked request, key string) {
	t.Helper()
	meant := asked.method + " " + asked.path + "\n\n"
	if kind := asked.header["Content-Type"]; kind == "" || kind == "message/rfc822" { // an upload is not read before its key is claimed
		meant += asked.body
	}
	sum := sha256.Sum256([]byte(meant))
	claim := store.IdempotencyClaim{
		IdempotencyKey: store.IdempotencyKey{Owner: fmt.Sprint("user:", s.user(t, asked.as).ID), Key: auth.Hash(key)},
		Fingerprint:    hex.EncodeToString(sum[:]), Lease: time.Hour, Kept: time.Hour,
	}
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ClaimIdempotencyKey(t.Context(), claim)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRefusalsEverywhere holds the problems that every operation may answer with
// against those that the contract shows.
func TestRefusalsEverywhere(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) {
		o.api.Rates = map[web.Budget]web.Rate{web.Reads: {PerMinute: 1, Burst: 4}}
	})
	me := get("ada", "/v1/users/me")
	answers := map[string]answer{
		"401": s.do(t, get("", me.path)),
		"406": s.do(t, me.with("Accept", "text/html")),
	}
	for answers["429"].Status != http.StatusTooManyRequests {
		answers["429"] = s.do(t, me)
	}
	answers["500"] = failing(t, me.path, errors.New("a fault"))
	answers["503"] = failing(t, me.path, vitrine.Away.Unavailability("the database", errors.New("a fault")))
	shown := map[string]json.RawMessage{}
	for status, got := range answers {
		if strconv.Itoa(got.Status) != status {
			t.Errorf("the status is %d, want %s: %s", got.Status, status, got.Body)
		}
		shown[status] = got.Body
	}
	compareRefusals(t, "everywhere", shown)
}

// failing is the answer to a request that can't be done.
func failing(t *testing.T, path string, fault error) answer {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { web.WriteProblem(w, r, fault) })
	recorder := httptest.NewRecorder()
	web.Wrap(mux, web.Options{BaseURL: baseURL}).ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", path, nil))
	return answer{recorder.Code, recorder.Header(), recorder.Body.Bytes()}
}

var requestID = regexp.MustCompile(`("request_id": )"[^"]*"`)

// compareRefusals compares problems by their status with those of the contract.
func compareRefusals(t *testing.T, id string, shown map[string]json.RawMessage) {
	t.Helper()
	text, err := json.MarshalIndent(shown, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got := requestID.ReplaceAllString(string(text), `$1"K3ZQX7M2VN5TQWERTY2345ABCD"`) + "\n"
	compareFile(t, filepath.Join("examples", "refused", id+".json"), got)
}

// published is the body of a version of a text that was made from another one.
func published(since int) string {
	return fmt.Sprintf(`{"version": %d, "texts": [{"language": "en", "title": "Terms", "text": "Be kind."}], "agree": "still"}`, since)
}

// worded is the body of words of mails that were made from a version.
func worded(since int, text string) string {
	return fmt.Sprintf(`{"version": %d, "subject": "Hello", "body": %q}`, since, text)
}
