package operator

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// words tell acts for people.
var words = map[vitrine.Act]string{
	vitrine.ActOrderConfirm: "confirmed a payment", vitrine.ActOrderPaid: "payment came", vitrine.ActOrderCancel: "canceled an order",
	vitrine.ActOrderRefund: "asked for a refund", vitrine.ActOrderRefundFailed: "a refund failed", vitrine.ActOrderRefunded: "money went back",
	vitrine.ActOrderDispute: "a payment is, or was, disputed", vitrine.ActOrderReceipt: "sent a receipt again",
	vitrine.ActOrderNote: "wrote a note", vitrine.ActUserMake: "made an account", vitrine.ActUserInvite: "invited somebody",
	vitrine.ActUserSuspend: "suspended a user", vitrine.ActUserRestore: "restored a user", vitrine.ActUserRole: "changed roles",
	vitrine.ActUserPassword: "gave a user a password", vitrine.ActUserForgetWays: "removed a user's ways in",
	vitrine.ActUserAsk: "sent the link to confirm an address again", vitrine.ActUserConfirm: "confirmed an address",
	vitrine.ActUserStorage:  "said how much a user may store",
	vitrine.ActUserEraseAsk: "asked to erase an account or address", vitrine.ActUserEraseKeep: "kept an account",
	vitrine.ActUserErase:       "erased an account or address",
	vitrine.ActUserEndSessions: "ended a user's sessions", vitrine.ActModelHide: "hid a model", vitrine.ActModelRestore: "restored a model",
	vitrine.ActModelRate:  "rated a model",
	vitrine.ActReviewHide: "took a review off", vitrine.ActReviewRestore: "restored a review",
	vitrine.ActReportDecide: "decided a report", vitrine.ActDecisionAnswer: "objected to a decision",
	vitrine.ActModelApprove: "published a model that waited for review", vitrine.ActModelSendBack: "sent a model back to its author",
	vitrine.ActModelFeature: "featured a model", vitrine.ActCategoryMake: "made a category",
	vitrine.ActCategoryChange: "changed a category", vitrine.ActCategoryRemove: "removed a category",
	vitrine.ActLicenseChange: "changed a licence", vitrine.ActHouseSetUp: "set the marketplace up",
	vitrine.ActHouseChange: "changed the marketplace", vitrine.ActHouseCurrency: "changed the currency",
	vitrine.ActPagePublish: "published a page", vitrine.ActPageWithdraw: "took a page away", vitrine.ActPageAgree: "agreed to a page",
	vitrine.ActHouseAdopt: "joined database and files", vitrine.ActApplicationMake: "made an application",
	vitrine.ActApplicationChange: "changed an application", vitrine.ActApplicationSecret: "gave an application another secret",
	vitrine.ActApplicationRemove: "removed an application", vitrine.ActTokenMake: "made an access token",
	vitrine.ActTokenRevoke: "revoked an access token", vitrine.ActGrantMake: "allowed an application something",
	vitrine.ActGrantRevoke: "took back what an application may", vitrine.ActMailAgain: "sent a mail again",
	vitrine.ActKeysRotate: "made a new key", vitrine.ActKeysForget: "took old keys away", vitrine.ActKeysAccept: "went on with other keys",
	vitrine.ActBytesSweep: "swept stored files", vitrine.ActJobRetry: "had a job tried again", vitrine.ActJobGiveUp: "gave a job up",
}

// wordsOf tells an act, by its name where nobody has said more.
func wordsOf(act vitrine.Act) string {
	if text, ok := words[act]; ok {
		return text
	}
	return string(act)
}

// entry is an entry of the audit log as pages show it.
type entry struct {
	vitrine.Entry
	Changes []change
}

// change is something that an act changed.
type change struct{ Name, Before, After string }

// Path leads to what an entry is about; "" where no page shows it.
func (e entry) Path() string {
	switch e.Act.Kind() {
	case "order":
		return ordersPath + "/" + url.PathEscape(e.SubjectID)
	case "user":
		if e.SubjectID != "" {
			return "/desk/people/" + url.PathEscape(e.SubjectID)
		}
	case "page":
		return "/desk/pages/" + url.PathEscape(e.SubjectID)
	}
	return ""
}

// Subject names what an entry is about.
func (e entry) Subject() string { return strings.TrimSpace(e.Act.Kind() + " " + e.SubjectID) }

func entriesOf(log []vitrine.Entry) []entry {
	list := make([]entry, len(log))
	for i, e := range log {
		list[i] = entry{e, changesOf(e)}
	}
	return list
}

// changesOf puts before and after beside each other.
func changesOf(e vitrine.Entry) (list []change) {
	before, after := membersOf(e.Before), membersOf(e.After)
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		list = append(list, change{strings.ReplaceAll(name, "_", " "), before[name], after[name]})
	}
	return list
}

// membersOf are the members of an object as text.
func membersOf(object json.RawMessage) map[string]string {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	list := map[string]string{}
	for name, value := range members {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		list[name] = text
	}
	return list
}

// logged is what the page of the audit log shows.
type logged struct {
	Who, Act, Kind, ID, Since, Until string // as they were typed
	Acts                             []vitrine.Act
	Faults                           map[string]string // by the field
	Entries                          []entry
	First, Next                      string // paths; "" for none
	CSV, JSON                        string
}

// asked reads what is looked for. until is a day that counts.
func asked(values url.Values) (*logged, vitrine.EntryQuery) {
	get := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	l := &logged{Who: get("who"), Act: get("act"), Kind: get("kind"), ID: get("id"), Since: get("since"), Until: get("until"),
		Acts: vitrine.Acts(), Faults: map[string]string{}}
	q := vitrine.EntryQuery{Name: l.Who, Act: vitrine.Act(l.Act), Kind: l.Kind, SubjectID: strings.TrimPrefix(l.ID, "#")}
	if q.Act != "" && !q.Act.Known() {
		l.Faults["act"] = "Choose one of the acts."
	}
	day := func(name, typed string) (t time.Time) {
		if typed == "" {
			return t
		}
		t, err := time.Parse(time.DateOnly, typed)
		if err != nil {
			l.Faults[name] = "A day is written as 2026-04-30."
		}
		return t
	}
	q.Since, q.Until = day("since", l.Since), day("until", l.Until)
	if !q.Until.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1)
	}
	return l, q
}

func (p *Pages) audit(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	values := r.URL.Query()
	l, q := asked(values)
	status := http.StatusUnprocessableEntity
	if len(l.Faults) == 0 {
		status = http.StatusOK
		q.Page = vitrine.Page{Number: 1, Size: pageSize, Cursor: values.Get("cursor")}
		page, err := p.db.Entries(r.Context(), q)
		if err != nil {
			return err
		}
		l.Entries = entriesOf(page.Entries)
		if values.Get("cursor") != "" {
			l.First = without(auditPath, values)
		}
		if page.Next != "" {
			l.Next = onward(auditPath, values, page.Next)
		}
	}
	l.CSV, l.JSON = without(auditPath+"/csv", values), without(auditPath+"/json", values)
	return p.show(w, r, status, "audit", pages.View{Title: "Audit log", Section: auditPath, Content: l})
}
