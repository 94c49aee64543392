package api

import (
	"net/http"
	"slices"

	"vitrine/internal/openapi"
)

// headers are all that answers of the interface send beside what HTTP itself
// needs.
var headers = []openapi.Header{
	{Name: "X-Request-Id", Always: true,
		Description: "Names the request in the server's log; a caller's own id is kept when it is short and plain.",
		Example:     "K3ZQX7M2VN5TQWERTY2345ABCD"},
	{Name: "RateLimit-Policy", Description: "The budget that the request spent: how many requests (q) in how many seconds (w).",
		Example: `"read";q=1000;w=10`},
	{Name: "RateLimit", Description: "What is left of the budget (r), and in how many seconds it is full again (t).",
		Example: `"read";r=999;t=1`},
	{Name: "X-RateLimit-Limit", Integer: true, Description: "How many requests may come at once."},
	{Name: "X-RateLimit-Remaining", Integer: true, Description: "How many of them are left."},
	{Name: "X-RateLimit-Reset", Integer: true, Description: "When the budget is full again, in seconds since 1970."},
	{Name: "Retry-After", Always: true, Integer: true, Description: "In how many seconds to try again."},
	{Name: "WWW-Authenticate", Description: "Which token is needed, or what is wrong with the one that was sent (RFC 6750).",
		Example: `Bearer realm="vitrine", error="invalid_token"`},
	{Name: "ETag", Always: true, Description: "Names this version of the answer, for If-None-Match and If-Match.", Example: `"m7-3-en-US"`},
	{Name: "ETag", Key: "ETagOfRead", Description: "Names this version of the answer, for If-None-Match; where it was read.",
		Example: `"p7-3"`},
	{Name: "Cache-Control", Description: "How long the answer may be kept, and by whom.", Example: "private, no-cache"},
	{Name: "Vary", Description: "The request headers that the answer depends on.", Example: "Authorization, Accept-Language, Accept"},
	{Name: "Content-Language", Description: "The language of the answer's texts.", Example: "en-US"},
	{Name: "Location", Always: true, Format: "uri", Description: "The address of what was made, or of the bytes.",
		Example: "https://models.example/v1/models/7"},
	{Name: "Link", Description: "The pages around this one (RFC 8288): first, prev, next and last.",
		Example: `<https://models.example/v1/models?cursor=abc>; rel="next"`},
	{Name: "Idempotent-Replayed", Description: "true: this is the first answer to the same Idempotency-Key again.", Example: "true"},
	{Name: "Content-Disposition", Description: "The name to keep the file under.", Example: `attachment; filename="chair.stl"`},
	{Name: "Accept-Ranges", Description: "bytes: parts of the file can be asked for.", Example: "bytes"},
	{Name: "Tus-Resumable", Always: true, Description: "The version of tus that is spoken.", Example: "1.0.0"},
	{Name: "Upload-Offset", Integer: true, Description: "How many bytes of the file are kept."},
	{Name: "Upload-Length", Always: true, Integer: true, Description: "Bytes of the whole file."},
	{Name: "Upload-Metadata", Description: "What the sender wrote beside the file.", Example: "filename Y2hhaXIuc3Rs"},
	{Name: "Upload-Expires", Description: "When the upload is removed unless bytes of it come; not there once it is a file.",
		Example: "Tue, 24 Nov 2026 10:00:00 GMT"},
	{Name: "Content-Location", Format: "uri", Description: "The file that the upload became.",
		Example: "https://models.example/v1/models/7/files/12"},
	{Name: "Content-Range", Description: "Which part of the file this is.", Example: "bytes 0-1023/4096"},
}

// budget are the headers of every request that was counted.
var budget = []string{"RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}

// headersOf names the headers of an operation's answer.
func headersOf(op openapi.Operation, status string) []string {
	names := append([]string{"X-Request-Id"}, budget...)
	if status[0] >= '4' {
		return append(names, headersOfProblem(status)...)
	}
	switch op.ID() {
	case "beginUpload":
		return append(names, "Tus-Resumable", "Location", "Upload-Offset", "Upload-Expires", "Content-Location", "Cache-Control")
	case "findUpload":
		return append(names, "Tus-Resumable", "Upload-Offset", "Upload-Length", "Upload-Metadata", "Upload-Expires", "Content-Location",
			"Cache-Control")
	case "continueUpload":
		return append(names, "Tus-Resumable", "Upload-Offset", "Upload-Expires", "Content-Location", "Cache-Control")
	case "removeUpload":
		return append(names, "Tus-Resumable", "Cache-Control")
	case "downloadFile", "downloadPurchase":
		return headersOfFile(status)
	case "exportAccount":
		return append(names, "Cache-Control", "Content-Disposition")
	}
	switch {
	case slices.Contains(readOrChanged(), op.ID()):
		names = append(names, "ETagOfRead", "Cache-Control", "Vary", "Idempotent-Replayed")
	case op.Method == http.MethodGet:
		names = append(names, "ETag", "Cache-Control", "Vary")
	case op.Method == http.MethodPut && status != "204":
		names = append(names, "ETag")
	case op.Method == http.MethodPost && status != "201": // it makes nothing new
		names = append(names, "Idempotent-Replayed")
		if op.ID() == "rotateWebhookSecret" {
			names = append(names, "Cache-Control")
		}
	case op.Method == http.MethodPost:
		names = append(names, "Location")
		switch op.ID() {
		case "createUser", "createToken", "createReport", "createWebhookEndpoint":
			names = append(names, "Cache-Control")
		case "publishVersion", "createLicense", "adjustLedger": // which stay as they are, or have no versions that are asked for
		default:
			names = append(names, "ETag")
		}
		if op.Takes("Idempotency-Key") {
			names = append(names, "Idempotent-Replayed")
		}
	}
	if slices.Contains([]string{"listModels", "createModel", "getModel", "updateModel", "getDraftVersion", "saveDraftVersion",
		"getPage"}, op.ID()) {
		names = append(names, "Content-Language")
	}
	if op.Takes("cursor") {
		names = append(names, "Link")
	}
	return names
}

// readOrChanged are operations that answer with the same record when it is read and when it was
// changed. They name the same headers, of which each sends its own: generators of clients make
// one type of record and headers.
func readOrChanged() []string {
	return []string{
		"getPerson", "suspendPerson", "restorePerson", "confirmPerson", "giveRoles", "erasePerson", "keepPerson",
		"getReport", "decideReport", "getDecision",
		"answerObjection", "liftDecision", "getReview", "hideReview", "restoreReview",
		"getReportedCollection", "hideCollection", "restoreCollection", "getDeskModel", "ruleModel", "restoreModel",
		"approveModel", "sendModelBack", "featureModel", "placeImage", "cropImage", "listTranslations", "saveTranslations",
		"getMails", "updateMails", "getCategory", "updateCategory", "mergeCategory", "getLicense", "getModelLicense", "updateLicense",
		"retireLicense", "offerLicense", "getDeskHouse", "updateHouse", "getStorage", "limitStorage", "setShare", "getDeskPage", "publishPage",
		"getMailWords", "writeMailWords", "getPayoutAccount", "setPayoutAccount", "getPart", "takePart",
		"getWebhookDelivery",
		"redeliverWebhook", "testWebhookEndpoint",
		"getOrder", "getPurchase", "updateOrder", "refundOrder", "getDispute", "answerDispute",
		"getCheckout", "updateCheckout",
		"getRefundRequest", "answerRefundRequest", "decideRefundRequest", "insistOnRefund", "withdrawRefundRequest",
	}
}

func headersOfProblem(status string) []string {
	switch status {
	case "401", "403":
		return []string{"Cache-Control", "WWW-Authenticate"}
	case "423", "429", "503":
		return []string{"Cache-Control", "Retry-After"}
	}
	return []string{"Cache-Control"}
}

// headersOfFile are those of the redirect and of what follows it, which may come
// from another server.
func headersOfFile(status string) []string {
	switch status {
	case "302":
		return slices.Concat([]string{"X-Request-Id", "Location", "Cache-Control"}, budget)
	case "206":
		return []string{"Accept-Ranges", "Content-Disposition", "Content-Range"}
	}
	return []string{"Accept-Ranges", "Content-Disposition"}
}
