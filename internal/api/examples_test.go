package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// TestExamples walks through every operation that answers JSON, with the
// requests that the contract shows, and holds the answers against those that
// it shows.
func TestExamples(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { o.Shop.Payments = answering{} })
	s.user(t, "ada", vitrine.ScopeUsersCreate, vitrine.ScopePayoutsWrite)
	upload := map[string]string{"Content-Type": "application/octet-stream"}
	file := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", "docs", "tour", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	shown := map[string]bool{}
	for _, step := range []struct {
		id string
		request
	}{
		{"createModel", request{method: "POST", path: "/v1/models", as: "ada"}},
		{"getGuesses", request{method: "GET", path: "/v1/models/1/guesses", as: "ada"}},
		{"getPublication", request{method: "GET", path: "/v1/models/1/publication", as: "ada"}},
		{"uploadFile", request{method: "POST", path: "/v1/models/1/files?name=chair.stl", as: "ada", header: upload, body: file("cube.stl")}},
		{"uploadImage", request{method: "POST", path: "/v1/models/1/images?name=chair.png", as: "ada", header: upload, body: file("cube.png")}},
		{"placeImage", request{method: "PUT", path: "/v1/models/1/images/1", as: "ada"}},
		{"updateModel", request{method: "PUT", path: "/v1/models/1", as: "ada"}},
		{"getModel", request{method: "GET", path: "/v1/models/1", as: "bob"}},
		{"listModels", request{method: "GET", path: "/v1/models?keywords=chair", as: "bob"}},
		{"listFacets", request{method: "GET", path: "/v1/facets?keywords=chair", as: "bob"}},
		{"listSuggestions", request{method: "GET", path: "/v1/suggestions?keywords=cha", as: "bob"}},
		{"listCorrections", request{method: "GET", path: "/v1/corrections?keywords=chiar", as: "bob"}},
		{"getModelLicense", request{method: "GET", path: "/v1/models/1/license", as: "bob"}},
		{"listLicenses", request{method: "GET", path: "/v1/licenses", as: "bob"}},
		{"getLicense", request{method: "GET", path: "/v1/licenses/editorial", as: "bob"}},
		{"listTranslations", request{method: "GET", path: "/v1/models/1/translations", as: "bob"}},
		{"saveTranslations", request{method: "PUT", path: "/v1/models/1/translations", as: "ada"}},
		{"listFiles", request{method: "GET", path: "/v1/models/1/files", as: "bob"}},
		{"listImages", request{method: "GET", path: "/v1/models/1/images", as: "bob"}},
		{"cropImage", request{method: "POST", path: "/v1/models/1/images/1/crop", as: "ada"}},
		{"createOrder", request{method: "POST", path: "/v1/orders/", as: "bob"}},
		{"getOrder", request{method: "GET", path: "/v1/orders/1", as: "bob"}},
		{"listOrders", request{method: "GET", path: "/v1/orders/", as: "bob"}},
		{"createCheckout", request{method: "POST", path: "/v1/checkouts", as: "bob", body: `{"order_ids": ["1"], "uuid": "2f0a8a0e-93f4-4d57-8f2c-3c1f6c3a1f0e"}`}},
		{"getCheckout", request{method: "GET", path: "/v1/checkouts/1", as: "bob"}},
		{"listCheckouts", request{method: "GET", path: "/v1/checkouts", as: "bob"}},
		{"listFileTypes", request{method: "GET", path: "/v1/file_types", as: "bob"}},
		{"getFileType", request{method: "GET", path: "/v1/file_types/1", as: "bob"}},
		{"listCategories", request{method: "GET", path: "/v1/categories", as: "bob"}},
		{"getCategory", request{method: "GET", path: "/v1/categories/101", as: "bob"}},
		{"createUser", request{method: "POST", path: "/v1/users", as: "ada"}},
		{"getCurrentUser", request{method: "GET", path: "/v1/users/me", as: "bob"}},
		{"createToken", request{method: "POST", path: "/v1/tokens", as: "eve"}},
		{"listTokens", request{method: "GET", path: "/v1/tokens", as: "eve"}},
		{"updateCurrentUser", request{method: "PUT", path: "/v1/users/me", as: "eve"}},
		{"uploadAvatar", request{method: "POST", path: "/v1/users/me/avatar?name=eve.png", as: "eve", header: upload, body: file("cube.png")}},
		{"uploadCover", request{method: "POST", path: "/v1/users/me/cover?name=eve.png", as: "eve", header: upload, body: file("cube.png")}},
		{"listLibrary", request{method: "GET", path: "/v1/library", as: "fay"}},
		{"getPurchase", request{method: "GET", path: "/v1/library/2", as: "fay"}},
		{"getReceipt", request{method: "GET", path: "/v1/orders/2/receipt", as: "fay"}},
		{"listInvoices", request{method: "GET", path: "/v1/orders/2/invoices", as: "fay"}},
		{"getInvoice", request{method: "GET", path: "/v1/invoices/TEST-INV-000001", as: "fay"}},
		{"listSessions", request{method: "GET", path: "/v1/sessions", as: "eve"}},
		{"listGrants", request{method: "GET", path: "/v1/grants", as: "eve"}},
		{"saveDraftVersion", request{method: "PUT", path: "/v1/models/1/draft", as: "ada"}},
		{"getDraftVersion", request{method: "GET", path: "/v1/models/1/draft", as: "ada"}},
		{"publishVersion", request{method: "POST", path: "/v1/models/1/versions", as: "ada"}},
		{"listVersions", request{method: "GET", path: "/v1/models/1/versions", as: "bob"}},
		{"saveReview", request{method: "PUT", path: "/v1/models/1/reviews/mine", as: "fay"}},
		{"uploadReviewImage", request{method: "POST", path: "/v1/models/1/reviews/mine/images?name=chair.png", as: "fay", header: upload,
			body: file("cube.png")}},
		{"getOwnReview", request{method: "GET", path: "/v1/models/1/reviews/mine", as: "fay"}},
		{"answerReview", request{method: "PUT", path: "/v1/reviews/1/answer", as: "ada"}},
		{"listReviews", request{method: "GET", path: "/v1/models/1/reviews", as: "bob"}},
		{"likeModel", request{method: "PUT", path: "/v1/likes/1", as: "fay", body: "{}"}},
		{"followSeller", request{method: "PUT", path: "/v1/following/ada", as: "fay", body: "{}"}},
		{"listLikes", request{method: "GET", path: "/v1/likes", as: "fay"}},
		{"listFollowing", request{method: "GET", path: "/v1/following", as: "fay"}},
		{"updateMails", request{method: "PUT", path: "/v1/users/me/mails", as: "fay"}},
		{"getMails", request{method: "GET", path: "/v1/users/me/mails", as: "fay"}},
		{"createCollection", request{method: "POST", path: "/v1/collections", as: "fay"}},
		{"collectModel", request{method: "PUT", path: "/v1/collections/1/models/1", as: "fay", body: "{}"}},
		{"updateCollection", request{method: "PUT", path: "/v1/collections/1", as: "fay"}},
		{"arrangeCollection", request{method: "PUT", path: "/v1/collections/1/arrangement", as: "fay"}},
		{"getCollection", request{method: "GET", path: "/v1/collections/1", as: "fay"}},
		{"listCollections", request{method: "GET", path: "/v1/collections", as: "fay"}},
		{"listPublicCollections", request{method: "GET", path: "/v1/public-collections", as: "bob"}},
		{"getPublicCollection", request{method: "GET", path: "/v1/public-collections/1", as: "bob"}},
		{"createWebhookEndpoint", request{method: "POST", path: "/v1/webhook_endpoints", as: "eve"}},
		{"listWebhookEndpoints", request{method: "GET", path: "/v1/webhook_endpoints", as: "eve"}},
		{"updateWebhookEndpoint", request{method: "PUT", path: "/v1/webhook_endpoints/1", as: "eve"}},
		{"getWebhookEndpoint", request{method: "GET", path: "/v1/webhook_endpoints/1", as: "eve"}},
		{"testWebhookEndpoint", request{method: "POST", path: "/v1/webhook_endpoints/1/test", as: "eve", body: " "}},
		{"listWebhookDeliveries", request{method: "GET", path: "/v1/webhook_endpoints/1/deliveries", as: "eve"}},
		{"getWebhookDelivery", request{method: "GET", path: "/v1/webhook_endpoints/1/deliveries/1", as: "eve"}},
		{"redeliverWebhook", request{method: "POST", path: "/v1/webhook_endpoints/1/deliveries/1/redeliver", as: "eve", body: " "}},
		{"redeliverWebhooks", request{method: "POST", path: "/v1/webhook_endpoints/1/redeliver", as: "eve"}},
		{"rotateWebhookSecret", request{method: "POST", path: "/v1/webhook_endpoints/1/rotate", as: "eve", body: " "}},
		{"takeWebhooks", request{method: "POST", path: "/v1/webhook_endpoints/2/take", as: "eve"}},
		{"createCoupon", request{method: "POST", path: "/v1/coupons", as: "ada"}},
		{"updateCoupon", request{method: "PUT", path: "/v1/coupons/1", as: "ada"}},
		{"getCoupon", request{method: "GET", path: "/v1/coupons/1", as: "ada"}},
		{"listCoupons", request{method: "GET", path: "/v1/coupons", as: "ada"}},
		{"createPromotion", request{method: "POST", path: "/v1/promotions", as: "ada"}},
		{"updatePromotion", request{method: "PUT", path: "/v1/promotions/1", as: "ada"}},
		{"getPromotion", request{method: "GET", path: "/v1/promotions/1", as: "ada"}},
		{"listPromotions", request{method: "GET", path: "/v1/promotions", as: "ada"}},
		{"takePart", request{method: "PUT", path: "/v1/promotion-part", as: "ada"}},
		{"getPart", request{method: "GET", path: "/v1/promotion-part", as: "ada"}},
		{"listStatistics", request{method: "GET", path: "/v1/statistics", as: "ada"}},
		{"listPeople", request{method: "GET", path: "/v1/people?username=g", as: "admin"}},
		{"getPerson", request{method: "GET", path: "/v1/people/7", as: "admin"}},
		{"suspendPerson", request{method: "POST", path: "/v1/people/7/suspend", as: "admin"}},
		{"restorePerson", request{method: "POST", path: "/v1/people/7/restore", as: "admin"}},
		{"erasePerson", request{method: "POST", path: "/v1/people/7/erase", as: "admin", body: " "}},
		{"keepPerson", request{method: "POST", path: "/v1/people/7/keep", as: "admin", body: " "}},
		{"confirmPerson", request{method: "POST", path: "/v1/people/7/confirm", as: "admin", body: " "}},
		{"giveRoles", request{method: "PUT", path: "/v1/people/7/roles", as: "admin"}},
		{"updateOrder", request{method: "PUT", path: "/v1/orders/1", as: "admin"}},
		{"getStorage", request{method: "GET", path: "/v1/storage", as: "ada"}},
		{"setPayoutAccount", request{method: "PUT", path: "/v1/payout_account", as: "ada"}},
		{"getPayoutAccount", request{method: "GET", path: "/v1/payout_account", as: "ada"}},
		{"listPayouts", request{method: "GET", path: "/v1/payouts", as: "ada"}},
		{"getPayout", request{method: "GET", path: "/v1/payouts/1", as: "ada"}},
		{"listStatements", request{method: "GET", path: "/v1/statements", as: "ada"}},
		{"getStatements", request{method: "GET", path: "/v1/statements/2026-03", as: "ada"}},
		{"getBalance", request{method: "GET", path: "/v1/balance", as: "ada"}},
		{"listBalanceEntries", request{method: "GET", path: "/v1/balance/entries", as: "ada"}},
		{"listSales", request{method: "GET", path: "/v1/sales", as: "ada"}},
		{"refundOrder", request{method: "POST", path: "/v1/orders/1/refund", as: "admin"}},
		{"listRefunds", request{method: "GET", path: "/v1/orders/1/refunds", as: "admin"}},
		{"listWaitingRefunds", request{method: "GET", path: "/v1/refunds", as: "admin"}},
		{"settleRefund", request{method: "POST", path: "/v1/refunds/2/settle", as: "admin"}},
		{"listDisputes", request{method: "GET", path: "/v1/disputes", as: "admin"}},
		{"getDispute", request{method: "GET", path: "/v1/disputes/1", as: "admin"}},
		{"answerDispute", request{method: "POST", path: "/v1/disputes/1/evidence", as: "admin"}},
		{"withdrawRefundRequest", request{method: "POST", path: "/v1/refund_requests/1/withdraw", as: "bob", body: " "}},
		{"askForRefund", request{method: "POST", path: "/v1/orders/2/refund_requests", as: "fay"}},
		{"answerRefundRequest", request{method: "POST", path: "/v1/refund_requests/2/answer", as: "ada"}},
		{"insistOnRefund", request{method: "POST", path: "/v1/refund_requests/2/insist", as: "fay", body: " "}},
		{"decideRefundRequest", request{method: "POST", path: "/v1/refund_requests/2/decision", as: "admin"}},
		{"getRefundRequest", request{method: "GET", path: "/v1/refund_requests/2", as: "fay"}},
		{"listRefundRequests", request{method: "GET", path: "/v1/refund_requests?sold=true", as: "ada"}},
		{"createReport", request{method: "POST", path: "/v1/reports", as: "bob"}},
		{"listReports", request{method: "GET", path: "/v1/reports", as: "admin"}},
		{"decideReport", request{method: "POST", path: "/v1/reports/1/decision", as: "admin"}},
		{"listDecisions", request{method: "GET", path: "/v1/models/1/decisions", as: "ada"}},
		{"objectToDecision", request{method: "POST", path: "/v1/models/1/decisions/1/objection", as: "ada"}},
		{"listObjections", request{method: "GET", path: "/v1/objections", as: "admin"}},
		{"getDecision", request{method: "GET", path: "/v1/decisions/1", as: "admin"}},
		{"getReport", request{method: "GET", path: "/v1/reports/1", as: "admin"}},
		{"answerObjection", request{method: "POST", path: "/v1/decisions/1/answer", as: "admin", body: `{"lift": false, "answer": "See above."}`}},
		{"liftDecision", request{method: "POST", path: "/v1/decisions/1/lift", as: "admin"}},
		{"hideReview", request{method: "POST", path: "/v1/reviews/1/hide", as: "admin"}},
		{"getReview", request{method: "GET", path: "/v1/reviews/1", as: "admin"}},
		{"restoreReview", request{method: "POST", path: "/v1/reviews/1/restore", as: "admin"}},
		{"hideCollection", request{method: "POST", path: "/v1/desk/collections/1/hide", as: "admin"}},
		{"getReportedCollection", request{method: "GET", path: "/v1/desk/collections/1", as: "admin"}},
		{"restoreCollection", request{method: "POST", path: "/v1/desk/collections/1/restore", as: "admin"}},
		{"featureModel", request{method: "PUT", path: "/v1/desk/models/1/feature", as: "admin"}},
		{"listDeskModels", request{method: "GET", path: "/v1/desk/models?author=ada", as: "admin"}},
		{"listSharedFiles", request{method: "GET", path: "/v1/desk/shared-files", as: "admin"}},
		{"ruleModel", request{method: "POST", path: "/v1/desk/models/1/rule", as: "admin"}},
		{"getDeskModel", request{method: "GET", path: "/v1/desk/models/1", as: "admin"}},
		{"restoreModel", request{method: "POST", path: "/v1/desk/models/1/restore", as: "admin"}},
		{"sendModelBack", request{method: "POST", path: "/v1/desk/models/1/send-back", as: "admin"}},
		{"approveModel", request{method: "POST", path: "/v1/desk/models/1/approve", as: "admin"}},
		{"createCategory", request{method: "POST", path: "/v1/categories", as: "admin"}},
		{"updateCategory", request{method: "PUT", path: "/v1/categories/247", as: "admin"}},
		{"mergeCategory", request{method: "POST", path: "/v1/categories/247/merge", as: "admin"}},
		{"createLicense", request{method: "POST", path: "/v1/licenses", as: "admin"}},
		{"updateLicense", request{method: "PUT", path: "/v1/licenses/studio", as: "admin"}},
		{"retireLicense", request{method: "POST", path: "/v1/licenses/studio/retire", as: "admin", body: " "}},
		{"offerLicense", request{method: "POST", path: "/v1/licenses/studio/offer", as: "admin", body: " "}},
		{"listAudit", request{method: "GET", path: "/v1/audit?kind=user", as: "admin"}},
		{"listJobs", request{method: "GET", path: "/v1/jobs", as: "admin"}},
		{"getLimits", request{method: "GET", path: "/v1/limits", as: "bob"}},
		{"updateHouse", request{method: "PUT", path: "/v1/desk/house", as: "admin"}},
		{"getDeskHouse", request{method: "GET", path: "/v1/desk/house", as: "admin"}},
		{"getHouse", request{method: "GET", path: "/v1/house", as: "bob"}},
		{"writeMailWords", request{method: "PUT", path: "/v1/desk/mail-words/en/trial", as: "admin"}},
		{"getMailWords", request{method: "GET", path: "/v1/desk/mail-words/en/trial", as: "admin"}},
		{"listMailWords", request{method: "GET", path: "/v1/desk/mail-words?own=true", as: "admin"}},
		{"takeMailBounce", request{method: "POST", path: "/v1/desk/mail-bounces", as: "admin", body: bounce("kQ3vXo81@models.example"),
			header: map[string]string{"Content-Type": "message/rfc822"}}},
		{"listMailLog", request{method: "GET", path: "/v1/desk/mails?status=bounced", as: "admin"}},
		{"publishPage", request{method: "PUT", path: "/v1/desk/pages/refunds", as: "admin"}},
		{"getDeskPage", request{method: "GET", path: "/v1/desk/pages/refunds", as: "admin"}},
		{"setShare", request{method: "PUT", path: "/v1/desk/shares/seller/1", as: "admin"}},
		{"listShares", request{method: "GET", path: "/v1/desk/shares", as: "admin"}},
		{"adjustLedger", request{method: "POST", path: "/v1/ledger/adjustments", as: "admin"}},
		{"getLedgerEntry", request{method: "GET", path: "/v1/ledger/entries/1", as: "admin"}},
		{"listLedgerEntries", request{method: "GET", path: "/v1/ledger/entries?per_page=2", as: "admin"}},
		{"listLedgerAccounts", request{method: "GET", path: "/v1/ledger/accounts", as: "admin"}},
		{"listStorage", request{method: "GET", path: "/v1/desk/storage?username=ada", as: "admin"}},
		{"limitStorage", request{method: "PUT", path: "/v1/people/1/storage", as: "admin"}},
		{"listApplications", request{method: "GET", path: "/v1/desk/applications", as: "admin"}},
		{"getApplication", request{method: "GET", path: "/v1/desk/applications/1", as: "admin"}},
		{"listAllTokens", request{method: "GET", path: "/v1/desk/tokens?per_page=2", as: "admin"}},
		{"listPages", request{method: "GET", path: "/v1/pages", as: "bob"}},
		{"getPage", request{method: "GET", path: "/v1/pages/terms", as: "bob"}},
		{"listPageVersions", request{method: "GET", path: "/v1/pages/terms/versions", as: "bob"}},
		{"updateCheckout", request{method: "PUT", path: "/v1/checkouts/2", as: "admin"}},
		{"createBundle", request{method: "POST", path: "/v1/bundles", as: "ada"}},
		{"updateBundle", request{method: "PUT", path: "/v1/bundles/1", as: "ada"}},
		{"getBundle", request{method: "GET", path: "/v1/bundles/1", as: "bob"}},
		{"listBundles", request{method: "GET", path: "/v1/bundles?model_id=1", as: "bob"}},
	} {
		if step.body == "" && step.method != http.MethodGet {
			body, err := os.ReadFile(filepath.Join("examples", step.id+".request.json"))
			if err != nil {
				t.Fatal(err)
			}
			step.body = string(body)
		}
		switch step.id {
		case "listSuggestions":
			s.merge(t)
		case "listLibrary":
			s.user(t, "fay", vitrine.ScopeLibraryRead, vitrine.ScopeReviewsWrite, vitrine.ScopeKeepingRead, vitrine.ScopeKeepingWrite)
			s.vouch(t, "fay")
			s.taxes(t)
			bought := s.order(t, "fay", "/v1/models/1", `,"uuid":"order-2026-0043"`)
			s.bill(t, 2, vitrine.Billing{Country: "FR", Name: "Fay Ltd", Address: "Rue 1\nParis"})
			s.pay(t, bought)
		case "takeMailBounce":
			s.mailed(t, store.Mail{Kind: "receipt", Email: "bob@example.com", Language: "en", MessageID: "kQ3vXo81"})
		case "takeWebhooks":
			s.do(t, request{method: "POST", path: "/v1/webhook_endpoints", as: "eve", body: `{}`})
			s.do(t, request{method: "POST", path: "/v1/webhook_endpoints/2/test", as: "eve", body: " "})
		case "listStatistics":
			s.look(t, 1)
		case "listPayouts":
			s.payout(t, "ada")
		case "listWaitingRefunds":
			s.owe(t, vitrine.DisputeOpen)
		case "listSharedFiles":
			copied := s.draft(t, "bob", `{"title": "Copied chair"}`)
			s.do(t, request{method: "POST", path: copied + "/files?name=copy.stl", as: "bob", header: upload, body: file("cube.stl")})
		case "sendModelBack":
			s.waits(t, 1)
		case "approveModel":
			s.waits(t, 1)
			step.body = fmt.Sprintf(`{"version": %v}`, s.do(t, get("admin", "/v1/desk/models/1")).at(t, "version"))
		case "listPeople":
			s.user(t, "admin", vitrine.AllScopes()[4:]...)
			s.user(t, "gus")
			s.failJob(t)
		case "listPages":
			s.writePage(t, vitrine.TermsPaper, terms())
		case "updateCheckout":
			ordered := s.order(t, "bob", "/v1/models/1", `,"uuid":"order-2026-0044","again":true`)
			wantStatus(t, s.do(t, create("bob", "/v1/checkouts", `{"order_ids":[`+text(ordered.at(t, "id"))+`],"uuid":"checkout-2026-0044"}`)), http.StatusCreated)
		case "createBundle":
			other, _ := s.offer(t, "ada", complete, "b.stl")
			step.body = strings.Replace(step.body, "[1, 2]", "[1, "+idOf(other)+"]", 1)
		case "createToken":
			s.user(t, "eve", vitrine.OwnScopes()[4:]...)
			s.signIn(t, "eve")
			s.grant(t, "eve")
		}
		got := s.do(t, step.request)
		if got.Status >= 300 {
			t.Fatalf("%s: %d %s", step.id, got.Status, got.Body)
		}
		if got.Status == http.StatusNoContent {
			continue
		}
		compareExample(t, step.id, got.Body)
		shown[step.id] = true
	}
	checkAllShown(t, s, shown)
}

// checkAllShown fails for an operation whose success is JSON and has no
// example.
func checkAllShown(t *testing.T, s *server, shown map[string]bool) {
	t.Helper()
	for path, item := range s.api.OpenAPI().Paths {
		for _, operation := range []any{item.Get, item.Post, item.Put} {
			text, err := json.Marshal(operation)
			if err != nil {
				t.Fatal(err)
			}
			var described struct {
				OperationID string `json:"operationId"`
				Responses   map[string]struct {
					Content map[string]any `json:"content"`
				} `json:"responses"`
			}
			if err := json.Unmarshal(text, &described); err != nil {
				t.Fatal(err)
			}
			for status, response := range described.Responses {
				if status[0] == '2' && response.Content["application/json"] != nil && !shown[described.OperationID] {
					t.Errorf("%s of %s has no example", described.OperationID, path)
				}
			}
		}
	}
}

// Secrets of examples: of the right form, and of no use.
var exampleSecrets = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(v[a-z]{2})_[0-9A-Za-z-]{20,}`), "${1}_EXAMPLEexampleEXAMPLEexampleEXAMPLE12"},
	{regexp.MustCompile(`/(media|files)/[a-z2-7/]+`), "/${1}/e/x/ampleexampleexampleexampleex"},
	{regexp.MustCompile(`evt_[0-9A-Za-z]{20,}`), "evt_EXAMPLEexampleEXAMPLEexa"},
	{regexp.MustCompile(`whsec_[0-9A-Za-z+/=]{20,}`), "whsec_RVhBTVBMRWV4YW1wbGVFWEFNUExFZXhhbXBsZUVYQU0="},
	{regexp.MustCompile(`"client_id": "[^"]*"`), `"client_id": "EXAMPLEexampleEXAMPLE1"`},
	{regexp.MustCompile(`/(checkouts?)/[^"]+"`), "/${1}/EXAMPLEexampleEXAMPLEexampleEXAMPLE12\""},
	{regexp.MustCompile(`/report/[^"]+`), "/report/EXAMPLEexampleEXAMPLEexampleEXAM"},
	{regexp.MustCompile(`"receipt": "[^"]+"`), `"receipt": "eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.EXAMPLEexample"`},
	{regexp.MustCompile(`"late": [0-9]+`), `"late": 4`},
	{regexp.MustCompile(`adjusted:[0-9a-f-]{36}`), "adjusted:019cb73d-3218-7a58-aa57-e549b6e2ba8e"},
}

// longText is a licence's.
var longText = regexp.MustCompile(`("text":"(?:[^"\\]|\\.){180})(?:[^"\\]|\\.)*"`)

// compareExample compares an answer, its long lists cut to two entries, with
// the contract's example.
func compareExample(t *testing.T, id string, body []byte) {
	t.Helper()
	var pretty bytes.Buffer
	short := longText.ReplaceAll(shortened(t, body), []byte(`$1…"`))
	if err := json.Indent(&pretty, short, "", "  "); err != nil {
		t.Fatal(err)
	}
	got := pretty.String() + "\n"
	for _, secret := range exampleSecrets {
		got = secret.pattern.ReplaceAllString(got, secret.instead)
	}
	compareFile(t, filepath.Join("examples", id+".json"), got)
}

// compareFile compares a text with a file that -update writes anew.
func compareFile(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), -update writes it anew:\n%s", file, diff)
	}
}

// shortened cuts an object's lists of objects to two entries and leaves its
// members in their order.
func shortened(t *testing.T, body []byte) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(body))
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	short := []byte("{")
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil && len(list) > 2 && list[0][0] == '{' {
			value = slices.Concat([]byte("["), list[0], []byte(","), list[1], []byte("]"))
		}
		if len(short) > 1 {
			short = append(short, ',')
		}
		short = append(fmt.Appendf(short, "%q:", name), value...)
	}
	return append(short, '}')
}
