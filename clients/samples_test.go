package clients_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shown is an operation as the contract of a running server shows it.
type shown struct {
	ID      string `json:"operationId"`
	Samples []struct {
		Label  string `json:"label"`
		Source string `json:"source"`
	} `json:"x-codeSamples"`
	Responses map[string]struct {
		Content map[string]struct {
			Example map[string]any `json:"example"`
		} `json:"content"`
	} `json:"responses"`
}

// example is the answer that the contract shows; nil where it shows none.
func (o shown) example() map[string]any {
	for _, status := range []string{"200", "201"} {
		if example := o.Responses[status].Content["application/json"].Example; example != nil {
			return example
		}
	}
	return nil
}

// operations reads what the server says of itself.
func (m market) operations(t *testing.T) map[string]shown {
	t.Helper()
	var contract struct {
		Paths map[string]map[string]shown `json:"paths"`
	}
	if err := json.Unmarshal(m.send(t, "GET", "/openapi.json", "", nil), &contract); err != nil {
		t.Fatal(err)
	}
	list := map[string]shown{}
	for _, path := range contract.Paths {
		for _, op := range path {
			list[op.ID] = op
		}
	}
	return list
}

// send makes a request between the samples.
func (m market) send(t *testing.T, method, path, body string, header map[string]string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, m.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+m.seller)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(answer.Body); err != nil || answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s %s: %d %s %v", method, path, answer.StatusCode, &text, err)
	}
	return text.Bytes()
}

// scene is a sample in the story that all of them tell together: who plays it, and
// what happens before.
type scene struct {
	id     string
	buyer  bool
	admin  bool
	before func(t *testing.T, m market)
}

// story plays every operation once, on a server that is new: all ids are 1.
var story = []scene{
	{id: "listCategories"}, {id: "getCategory"}, {id: "listLicenses"}, {id: "getLicense"}, {id: "listFileTypes"}, {id: "getFileType"}, {id: "getLimits"}, {id: "listPages"}, {id: "listPageVersions"}, {id: "getCurrentUser"}, {id: "createUser"},
	{id: "createModel"}, {id: "beginUpload"}, {id: "uploadFile"}, {id: "uploadImage"}, {id: "listFiles"}, {id: "listImages"}, {id: "placeImage"},
	{id: "cropImage", before: pictured}, // of another picture: what is cropped is one anew
	{id: "getPublication", before: fileIsRead}, {id: "getGuesses"}, {id: "updateModel"},
	{id: "listTranslations", before: translated}, {id: "saveTranslations"}, {id: "removeTranslation"},
	{id: "saveDraftVersion"}, {id: "getDraftVersion"}, {id: "publishVersion"}, {id: "listVersions"}, {id: "discardDraftVersion", before: drafted},
	{id: "listModels", buyer: true}, {id: "listFacets", buyer: true},
	{id: "listSuggestions", buyer: true, before: merged}, {id: "listCorrections", buyer: true},
	{id: "getModel", buyer: true}, {id: "getModelLicense", buyer: true},
	{id: "createOrder", buyer: true}, {id: "listOrders", buyer: true}, {id: "getOrder", buyer: true}, {id: "cancelOrder", buyer: true},
	{id: "downloadFile", buyer: true, before: bought},
	{id: "listLibrary", buyer: true}, {id: "getPurchase", buyer: true}, {id: "downloadPurchase", buyer: true}, {id: "exportAccount"},
	{id: "createCheckout", buyer: true, before: orderedAgain}, {id: "listCheckouts", buyer: true}, {id: "getCheckout", buyer: true},
	{id: "cancelCheckout", buyer: true},
	{id: "saveReview", buyer: true}, {id: "uploadReviewImage", buyer: true}, {id: "getOwnReview", buyer: true},
	{id: "removeReviewImage", buyer: true}, {id: "answerReview"}, {id: "listReviews", buyer: true},
	{id: "likeModel", buyer: true}, {id: "listLikes", buyer: true}, {id: "unlikeModel", buyer: true},
	{id: "followSeller", buyer: true}, {id: "listFollowing", buyer: true}, {id: "unfollowSeller", buyer: true},
	{id: "updateMails", buyer: true}, {id: "getMails", buyer: true}, {id: "createCollection", buyer: true}, {id: "collectModel", buyer: true},
	{id: "updateCollection", buyer: true}, {id: "arrangeCollection", buyer: true}, {id: "getCollection", buyer: true},
	{id: "listCollections", buyer: true}, {id: "listPublicCollections", buyer: true}, {id: "getPublicCollection", buyer: true},
	{id: "createWebhookEndpoint", buyer: true}, {id: "listWebhookEndpoints", buyer: true}, {id: "updateWebhookEndpoint", buyer: true},
	{id: "getWebhookEndpoint", buyer: true}, {id: "testWebhookEndpoint", buyer: true}, {id: "listWebhookDeliveries", buyer: true},
	{id: "getWebhookDelivery", buyer: true}, {id: "redeliverWebhook", buyer: true}, {id: "redeliverWebhooks", buyer: true},
	{id: "rotateWebhookSecret", buyer: true}, {id: "removeWebhookEndpoint", buyer: true},
	{id: "createReport", buyer: true}, {id: "listReports", admin: true}, {id: "getReport", admin: true}, {id: "decideReport", admin: true},
	{id: "listDecisions"}, {id: "objectToDecision"}, {id: "listObjections", admin: true}, {id: "getDecision", admin: true},
	{id: "answerObjection", admin: true}, {id: "ruleModel", admin: true}, {id: "liftDecision", admin: true}, // of which there are two then
	{id: "restoreModel", admin: true, before: ruled}, {id: "hideReview", admin: true}, {id: "restoreReview", admin: true},
	{id: "getReview", admin: true}, {id: "withdrawReview", buyer: true}, {id: "listStatistics"},
	{id: "createCoupon"}, {id: "updateCoupon"},
	{id: "getCoupon"}, {id: "listCoupons"}, {id: "endCoupon"}, {id: "createPromotion"}, {id: "updatePromotion"},
	{id: "getPromotion"}, {id: "listPromotions"}, {id: "endPromotion"}, {id: "takePart"}, {id: "getPart"}, {id: "getBalance"}, {id: "listBalanceEntries"},
	{id: "setPayoutAccount"}, {id: "getPayoutAccount"}, {id: "listPayouts"}, {id: "listStatements"},
	{id: "getStorage"}, {id: "listDeskModels", admin: true},
	{id: "getDeskModel", admin: true}, {id: "featureModel", admin: true}, {id: "unfeatureModel", admin: true},
	{id: "listSharedFiles", admin: true},
	{id: "hideCollection", admin: true}, {id: "getReportedCollection", admin: true}, {id: "restoreCollection", admin: true},
	{id: "uncollectModel", buyer: true}, {id: "removeCollection", buyer: true},
	{id: "drawImages"}, {id: "removeImage", before: withdrawn}, {id: "removeFile"}, {id: "deleteModel"},
	{id: "listSessions", before: func(t *testing.T, m market) { m.allow(t) }}, {id: "listGrants"}, {id: "revokeGrant"},
	{id: "endSession"}, {id: "endSessions"}, {id: "createToken"}, {id: "listTokens"}, {id: "updateCurrentUser"},
	{id: "uploadAvatar"}, {id: "removeAvatar"}, {id: "uploadCover"}, {id: "removeCover"}, {id: "revokeToken"}, // that of the seller
	{id: "listPeople", admin: true}, {id: "getPerson", admin: true}, {id: "suspendPerson", admin: true}, {id: "restorePerson", admin: true},
	{id: "erasePerson", admin: true}, {id: "keepPerson", admin: true}, {id: "forgetAddress", admin: true},
	{id: "signOutPerson", admin: true}, {id: "giveRoles", admin: true}, {id: "listJobs", admin: true}, {id: "listAudit", admin: true},
	{id: "noteOrder", admin: true}, {id: "listRefunds", admin: true}, {id: "listWaitingRefunds", admin: true},
	{id: "listDisputes", admin: true}, {id: "listRefundRequests", admin: true}, {id: "listSales", admin: true},
	{id: "createCategory", admin: true}, {id: "updateCategory", admin: true}, {id: "mergeCategory", admin: true},
	{id: "createLicense", admin: true}, {id: "updateLicense", admin: true}, {id: "retireLicense", admin: true},
	{id: "offerLicense", admin: true}, {id: "removeLicense", admin: true},
	{id: "getHouse", admin: true}, {id: "getDeskHouse", admin: true}, {id: "updateHouse", admin: true},
	{id: "writeMailWords", admin: true}, {id: "getMailWords", admin: true}, {id: "listMailWords", admin: true},
	{id: "removeMailWords", admin: true}, {id: "tryMail", admin: true}, {id: "listMailLog", admin: true},
	{id: "publishPage", admin: true}, {id: "getDeskPage", admin: true}, {id: "withdrawPage", admin: true},
	{id: "setShare", admin: true}, {id: "listShares", admin: true}, {id: "endShare", admin: true},
	{id: "adjustLedger", admin: true}, {id: "getLedgerEntry", admin: true}, {id: "listLedgerEntries", admin: true},
	{id: "listLedgerAccounts", admin: true},
	{id: "listStorage", admin: true}, {id: "limitStorage", admin: true}, {id: "listApplications", admin: true}, {id: "listAllTokens", admin: true},
}

func fileIsRead(t *testing.T, m market) {
	t.Helper()
	wait(t, "the file", func() bool {
		var files struct{ Processing int }
		if err := json.Unmarshal(m.send(t, "GET", "/v1/models/1/files", "", nil), &files); err != nil {
			t.Fatal(err)
		}
		return files.Processing == 0
	})
}

// pictured adds a picture to the model.
func pictured(t *testing.T, m market) {
	t.Helper()
	m.send(t, "POST", "/v1/models/1/images?name=side.png", string(tour(t, "cube.png")), map[string]string{"Content-Type": "application/octet-stream"})
}

func translated(t *testing.T, m market) {
	t.Helper()
	m.send(t, "PUT", "/v1/models/1", `{"title": "Stuhl"}`, map[string]string{"Content-Language": "de"})
}

func drafted(t *testing.T, m market) {
	t.Helper()
	m.send(t, "PUT", "/v1/models/1/draft", `{"game_ready": true}`, nil)
}

// merged waits for the words of the model to be known.
func merged(t *testing.T, m market) {
	t.Helper()
	wait(t, "the words", func() bool {
		return bytes.Contains(m.send(t, "GET", "/v1/suggestions?keywords=oak+cha", "", nil), []byte("oak chair"))
	})
}

func bought(t *testing.T, m market) {
	t.Helper()
	var order struct {
		CheckoutURL string `json:"checkout_url"`
	}
	asBuyer := map[string]string{"Authorization": "Bearer " + m.buyer}
	if err := json.Unmarshal(m.send(t, "POST", "/v1/orders", `{"model_id": 1}`, asBuyer), &order); err != nil {
		t.Fatal(err)
	}
	pay(t, order.CheckoutURL)
}

// orderedAgain makes order 3.
func orderedAgain(t *testing.T, m market) {
	t.Helper()
	m.send(t, "POST", "/v1/orders", `{"model_id": 1, "again": true}`, map[string]string{"Authorization": "Bearer " + m.buyer})
}

// ruled has a model taken off once more.
func ruled(t *testing.T, m market) {
	t.Helper()
	m.send(t, "POST", "/v1/desk/models/1/rule", `{"action": "hide", "ground": "terms", "reason": "It is copied."}`,
		map[string]string{"Authorization": "Bearer " + m.admin})
}

func withdrawn(t *testing.T, m market) {
	t.Helper()
	m.send(t, "PUT", "/v1/models/1", `{"status": "draft"}`, nil)
}

// runner turns the samples of a language into a command for each operation.
type runner struct {
	label   string
	prepare func(t *testing.T, dir string, sources map[string]string) func(id string) *exec.Cmd
}

var runners = []runner{
	{"curl", interpreted("sh", ".sh")}, {"Python", interpreted("python3", ".py")}, {"TypeScript", typeScript}, {"Go", goProgram},
}

// interpreted runs each sample by itself.
func interpreted(program, extension string) func(*testing.T, string, map[string]string) func(string) *exec.Cmd {
	return func(t *testing.T, dir string, sources map[string]string) func(string) *exec.Cmd {
		for id, source := range sources {
			write(t, filepath.Join(dir, id+extension), source)
		}
		return func(id string) *exec.Cmd { return exec.CommandContext(t.Context(), program, id+extension) }
	}
}

// typeScript checks and compiles all samples at once.
func typeScript(t *testing.T, dir string, sources map[string]string) func(string) *exec.Cmd {
	modules, err := filepath.Abs(filepath.Join("typescript", "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	for id, source := range sources {
		write(t, filepath.Join(dir, id+".mts"), source)
	}
	options, err := json.Marshal(map[string]any{"compilerOptions": map[string]any{
		"strict": true, "target": "es2022", "module": "nodenext", "moduleDetection": "force", "types": []string{"node"},
		"typeRoots": []string{filepath.Join(modules, "@types")}, "skipLibCheck": true,
	}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "tsconfig.json"), string(options))
	build(t, dir, filepath.Join(modules, ".bin", "tsc"), "--project", dir)
	return func(id string) *exec.Cmd { return exec.CommandContext(t.Context(), "node", id+".mjs") }
}

// goProgram makes one program of all samples: each is a function of it.
func goProgram(t *testing.T, dir string, sources map[string]string) func(string) *exec.Cmd {
	table := "package main\n\nimport \"os\"\n\nfunc main() { samples[os.Args[1]]() }\n\nvar samples = map[string]func(){\n"
	for id, source := range sources {
		write(t, filepath.Join(dir, id+".go"), strings.Replace(source, "func main()", "func "+id+"()", 1))
		table += fmt.Sprintf("%q: %s,\n", id, id)
	}
	write(t, filepath.Join(dir, "samples.go"), table+"}\n")
	write(t, filepath.Join(dir, "go.mod"), "module samples\n\ngo 1.26\n")
	build(t, dir, "go", "vet", ".")
	build(t, dir, "go", "build", "-o", "samples", ".")
	return func(id string) *exec.Cmd { return exec.CommandContext(t.Context(), filepath.Join(dir, "samples"), id) }
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func build(t *testing.T, dir, program string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
}

// TestSamples plays the samples that a server shows, in each language against a
// server of its own. What each prints is held against the example of its answer.
func TestSamples(t *testing.T) {
	for _, r := range runners {
		t.Run(r.label, func(t *testing.T) {
			t.Parallel()
			m := openMarket(t)
			operations := m.operations(t)
			dir := t.TempDir()
			for _, name := range []string{"stl", "png"} {
				write(t, filepath.Join(dir, "chair."+name), string(tour(t, "cube."+name)))
			}
			run := r.prepare(t, dir, sourcesOf(t, operations, r.label))
			for _, s := range story {
				m.play(t, s, operations[s.id], run, dir)
			}
		})
	}
}

// unplayed are operations whose samples are built and not played: the address of an upload is
// another one each time, and the others need what no story comes to, such as a job that failed,
// a model that waits for somebody to look at it, or a person who has not confirmed their address.
var unplayed = []string{
	"createBundle", "updateBundle", "getBundle", "listBundles", "endBundle", // of several models, where the story sells one
	"getPage",                    // of a marketplace that has published none
	"takeWebhooks",               // of an endpoint without an address, which is not the one that the others are about
	"sendReceipt",                // of an order that was paid a minute ago
	"getReceipt",                 // of an order that the story cancels
	"getInvoice", "listInvoices", // of a marketplace that writes none
	"takeMailBounce", // of a mail that came back to nobody here
	"sendMailAgain",  // of a mail that waits for no server
	"getPayout",      // of which there is none
	"getStatements",  // of a month that is not this one
	"findUpload", "continueUpload", "removeUpload", "retryJob", "giveUpJob", "askPersonToConfirm", "confirmPerson", "updateOrder", "updateCheckout",
	"refundOrder", "settleRefund", "getDispute", "answerDispute",
	"askForRefund", "getRefundRequest", "answerRefundRequest", "decideRefundRequest", "insistOnRefund", "withdrawRefundRequest",
	"approveModel", "sendModelBack",
	"getApplication", "removeApplication", "endGrant", "endToken", // of a program that nobody has registered
	"removeCategory", // that was merged into another one
}

// sourcesOf are the samples of one language. Each operation has one, and a place in
// the story.
func sourcesOf(t *testing.T, operations map[string]shown, label string) map[string]string {
	t.Helper()
	sources := map[string]string{}
	for id, op := range operations {
		for _, sample := range op.Samples {
			if sample.Label == label {
				sources[id] = sample.Source
			}
		}
	}
	played := slices.Clone(unplayed)
	for _, s := range story {
		played = append(played, s.id)
	}
	slices.Sort(played)
	if have := slices.Sorted(maps.Keys(operations)); !slices.Equal(have, played) || len(sources) != len(operations) {
		t.Fatalf("the operations are %q, %d have a sample, the story plays %q", have, len(sources), played)
	}
	return sources
}

func (m market) play(t *testing.T, s scene, op shown, run func(string) *exec.Cmd, dir string) {
	t.Helper()
	if s.before != nil {
		s.before(t, m)
	}
	token := m.seller
	if s.buyer {
		token = m.buyer
	}
	if s.admin {
		token = m.admin
	}
	command := run(s.id)
	command.Dir, command.Env = dir, append(os.Environ(), "TOKEN="+token)
	var problem bytes.Buffer
	command.Stderr = &problem
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", s.id, err, out, &problem)
	}
	if s.id == "downloadFile" {
		got, err := os.ReadFile(filepath.Join(dir, "bought.stl"))
		if err != nil || !bytes.Equal(got, tour(t, "cube.stl")) {
			t.Errorf("%d bytes were saved: %v", len(got), err)
		}
	}
	example := op.example()
	if example == nil {
		return
	}
	var answer map[string]any
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%s prints no JSON: %v\n%s", s.id, err, out)
	}
	for name := range example {
		if _, ok := answer[name]; !ok {
			t.Errorf("%s: the answer lacks %s:\n%s", s.id, name, out)
		}
	}
}

// TestSamplesFail holds that a sample whose request is refused ends with an error
// that shows the problem.
func TestSamplesFail(t *testing.T) {
	m := openMarket(t)
	operations := m.operations(t)
	for _, r := range runners {
		t.Run(r.label, func(t *testing.T) {
			dir := t.TempDir()
			command := r.prepare(t, dir, map[string]string{"getModel": sourcesOf(t, operations, r.label)["getModel"]})("getModel")
			command.Dir, command.Env = dir, append(os.Environ(), "TOKEN="+m.buyer)
			out, err := command.CombinedOutput()
			if err == nil || !strings.Contains(string(out), `"code":"not_found"`) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
