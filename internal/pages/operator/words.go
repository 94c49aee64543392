package operator

import (
	"html/template"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// words tell acts for people.
var words = map[vitrine.Act]locale.Phrase{
	vitrine.ActOrderConfirm:      locale.Text("confirmed a payment"),
	vitrine.ActOrderPaid:         locale.Text("payment came"),
	vitrine.ActOrderCancel:       locale.Text("canceled an order"),
	vitrine.ActOrderRefund:       locale.Text("asked for a refund"),
	vitrine.ActOrderRefundFailed: locale.Text("a refund failed"),
	vitrine.ActOrderRefundLess:   locale.Text("less is owed to a buyer, as they got it in another way"),
	vitrine.ActOrderRefunded:     locale.Text("money went back"),
	vitrine.ActOrderDispute:      locale.Text("a payment is, or was, disputed"),
	vitrine.ActOrderAnswer:       locale.Text("answered a dispute"),
	vitrine.ActOrderSettle:       locale.Text("sent money back by hand"),
	vitrine.ActOrderAsk:          locale.Text("asked for a refund of an order"),
	vitrine.ActOrderRequest:      locale.Text("answered a refund request"),
	vitrine.ActOrderReceipt:      locale.Text("sent a receipt again"),
	vitrine.ActOrderNote:         locale.Text("wrote a note"),
	vitrine.ActOrderTax:          locale.Text("looked at a tax that Stripe Tax did not find"),
	vitrine.ActUserMake:          locale.Text("made an account"),
	vitrine.ActUserInvite:        locale.Text("invited somebody"),
	vitrine.ActUserSuspend:       locale.Text("suspended a user"),
	vitrine.ActUserRestore:       locale.Text("restored a user"),
	vitrine.ActUserRole:          locale.Text("changed roles"),
	vitrine.ActUserPassword:      locale.Text("gave a user a password"),
	vitrine.ActUserForgetWays:    locale.Text("removed a user's ways in"),
	vitrine.ActUserAsk:           locale.Text("sent the link to confirm an address again"),
	vitrine.ActUserConfirm:       locale.Text("confirmed an address"),
	vitrine.ActUserStorage:       locale.Text("said how much a user may store"),
	vitrine.ActUserEraseAsk:      locale.Text("asked to erase an account or address"),
	vitrine.ActUserEraseKeep:     locale.Text("kept an account"),
	vitrine.ActUserErase:         locale.Text("erased an account or address"),
	vitrine.ActUserEndSessions:   locale.Text("ended a user's sessions"),
	vitrine.ActModelHide:         locale.Text("hid a model"),
	vitrine.ActModelRestore:      locale.Text("restored a model"),
	vitrine.ActModelRate:         locale.Text("rated a model"),
	vitrine.ActReviewHide:        locale.Text("took a review off"),
	vitrine.ActReviewRestore:     locale.Text("restored a review"),
	vitrine.ActBundleMake:        locale.Text("made a bundle"),
	vitrine.ActBundleChange:      locale.Text("changed a bundle"),
	vitrine.ActBundleEnd:         locale.Text("ended a bundle"),
	vitrine.ActCouponMake:        locale.Text("made a coupon"),
	vitrine.ActCouponChange:      locale.Text("changed a coupon"),
	vitrine.ActCouponEnd:         locale.Text("ended a coupon"),
	vitrine.ActPromotionPlan:     locale.Text("planned a promotion"),
	vitrine.ActPromotionChange:   locale.Text("changed a promotion"),
	vitrine.ActPromotionEnd:      locale.Text("ended a promotion"),
	vitrine.ActPromotionJoin:     locale.Text("said whether models take part in promotions"),
	vitrine.ActCollectionHide:    locale.Text("took a collection off"),
	vitrine.ActCollectionRestore: locale.Text("restored a collection"),
	vitrine.ActReportDecide:      locale.Text("decided a report"),
	vitrine.ActDecisionAnswer:    locale.Text("objected to a decision"),
	vitrine.ActModelApprove:      locale.Text("published a model that waited for review"),
	vitrine.ActModelSendBack:     locale.Text("sent a model back to its author"),
	vitrine.ActModelFeature:      locale.Text("featured a model"),
	vitrine.ActCategoryMake:      locale.Text("made a category"),
	vitrine.ActCategoryChange:    locale.Text("changed a category"),
	vitrine.ActCategoryRemove:    locale.Text("removed a category"),
	vitrine.ActCategoryMerge:     locale.Text("merged a category into another one"),
	vitrine.ActLicenseMake:       locale.Text("made a licence"),
	vitrine.ActLicenseChange:     locale.Text("changed a licence"),
	vitrine.ActLicenseRetire:     locale.Text("retired a licence"),
	vitrine.ActLicenseOffer:      locale.Text("offered a licence again"),
	vitrine.ActLicenseRemove:     locale.Text("removed a licence"),
	vitrine.ActHouseSetUp:        locale.Text("set the marketplace up"),
	vitrine.ActHouseChange:       locale.Text("changed the marketplace"),
	vitrine.ActTaxChange:         locale.Text("changed what is said of tax and invoices"),
	vitrine.ActTaxRate:           locale.Text("added a rate of tax"),
	vitrine.ActTaxRateEnd:        locale.Text("ended a rate of tax, or took it back"),
	vitrine.ActTaxProfile:        locale.Text("said who they are on invoices"),
	vitrine.ActHouseCurrency:     locale.Text("changed the currency"),
	vitrine.ActPagePublish:       locale.Text("published a page"),
	vitrine.ActPageWithdraw:      locale.Text("took a page away"),
	vitrine.ActPageAgree:         locale.Text("agreed to a page"),
	vitrine.ActHouseAdopt:        locale.Text("joined database and files"),
	vitrine.ActApplicationMake:   locale.Text("made an application"),
	vitrine.ActApplicationChange: locale.Text("changed an application"),
	vitrine.ActApplicationSecret: locale.Text("gave an application another secret"),
	vitrine.ActApplicationRemove: locale.Text("removed an application"),
	vitrine.ActTokenMake:         locale.Text("made an access token"),
	vitrine.ActTokenRevoke:       locale.Text("revoked an access token"),
	vitrine.ActGrantMake:         locale.Text("allowed an application something"),
	vitrine.ActGrantRevoke:       locale.Text("took back what an application may"),
	vitrine.ActWebhookMake:       locale.Text("made a webhook endpoint"),
	vitrine.ActWebhookChange:     locale.Text("changed a webhook endpoint"),
	vitrine.ActWebhookSecret:     locale.Text("gave a webhook endpoint another secret"),
	vitrine.ActWebhookRemove:     locale.Text("removed a webhook endpoint"),
	vitrine.ActWebhookAgain:      locale.Text("sent events to a webhook endpoint again"),
	vitrine.ActWebhookDisable:    locale.Text("disabled a webhook endpoint"),
	vitrine.ActMailAgain:         locale.Text("sent a mail again"),
	vitrine.ActMailBounce:        locale.Text("handed in that a mail came back"),
	vitrine.ActMailTry:           locale.Text("sent a trial of a mail"),
	vitrine.ActMailWords:         locale.Text("changed the words of mails"),
	vitrine.ActPayoutAccount:     locale.Text("said where to be paid"),
	vitrine.ActUserTax:           locale.Text("said what the tax office asks"),
	vitrine.ActHouseTax:          locale.Text("downloaded a report for the tax office"),
	vitrine.ActLedgerExplain:     locale.Text("explained what does not meet the provider’s report"),
	vitrine.ActOrderTransfer:     locale.Text("moved money of an order to or from its seller’s account"),
	vitrine.ActPayoutMake:        locale.Text("made a payout"),
	vitrine.ActPayoutBatch:       locale.Text("put a payout into a batch"),
	vitrine.ActBatchExport:       locale.Text("downloaded a batch of payouts"),
	vitrine.ActPayoutSent:        locale.Text("sent a payout"),
	vitrine.ActPayoutPaid:        locale.Text("took a payout as arrived"),
	vitrine.ActPayoutFailed:      locale.Text("noted that a payout came back"),
	vitrine.ActPayoutCancel:      locale.Text("canceled a payout"),
	vitrine.ActKeysRotate:        locale.Text("made a new key"),
	vitrine.ActKeysForget:        locale.Text("took old keys away"),
	vitrine.ActKeysAccept:        locale.Text("went on with other keys"),
	vitrine.ActKeysReceipts:      locale.Text("made a new key for receipts"),
	vitrine.ActBytesSweep:        locale.Text("swept stored files"),
	vitrine.ActLedgerAdjust:      locale.Text("moved money between accounts"),
	vitrine.ActLedgerBank:        locale.Text("booked money at the bank"),
	vitrine.ActShareSet:          locale.Text("set a share"),
	vitrine.ActShareEnd:          locale.Text("ended a share of its own"),
	vitrine.ActJobRetry:          locale.Text("had a job tried again"),
	vitrine.ActJobGiveUp:         locale.Text("gave a job up"),
}

// wordsOf tells an act, by its name where nobody has said more.
func wordsOf(l *locale.Language, act vitrine.Act) string {
	if text, ok := words[act]; ok {
		return l.Say(text)
	}
	return string(act)
}

// subjects name what entries are about, with its number, and with none.
var subjects = map[string]struct{ one, any locale.Phrase }{
	"order":       {locale.Text("Order {id}"), locale.Text("subject|Order")},
	"user":        {locale.Text("User {id}"), locale.Text("subject|User")},
	"model":       {locale.Text("Model {id}"), locale.Text("subject|Model")},
	"review":      {locale.Text("Review {id}"), locale.Text("subject|Review")},
	"collection":  {locale.Text("Collection {id}"), locale.Text("subject|Collection")},
	"report":      {locale.Text("Report {id}"), locale.Text("subject|Report")},
	"decision":    {locale.Text("Decision {id}"), locale.Text("subject|Decision")},
	"bundle":      {locale.Text("Bundle {id}"), locale.Text("subject|Bundle")},
	"coupon":      {locale.Text("Coupon {id}"), locale.Text("subject|Coupon")},
	"promotion":   {locale.Text("Promotion {id}"), locale.Text("subject|Promotion")},
	"category":    {locale.Text("Category {id}"), locale.Text("subject|Category")},
	"license":     {locale.Text("Licence {id}"), locale.Text("subject|Licence")},
	"house":       {locale.Text("Marketplace {id}"), locale.Text("subject|Marketplace")},
	"page":        {locale.Text("Page {id}"), locale.Text("subject|Page")},
	"application": {locale.Text("Application {id}"), locale.Text("subject|Application")},
	"token":       {locale.Text("Access token {id}"), locale.Text("subject|Access token")},
	"grant":       {locale.Text("Permission {id}"), locale.Text("subject|Permission")},
	"webhook":     {locale.Text("Webhook endpoint {id}"), locale.Text("subject|Webhook endpoint")},
	"share":       {locale.Text("Share {id}"), locale.Text("subject|Share")},
	"payout":      {locale.Text("Payout {id}"), locale.Text("subject|Payout")},
	"batch":       {locale.Text("Batch {id}"), locale.Text("subject|Batch")},
	"ledger":      {locale.Text("Entry {id} of the ledger"), locale.Text("subject|Entry of the ledger")},
	"mail":        {locale.Text("Mail {id}"), locale.Text("subject|Mail")},
	"keys":        {locale.Text("Keys {id}"), locale.Text("subject|Keys")},
	"bytes":       {locale.Text("Stored files {id}"), locale.Text("subject|Stored files")},
	"tax":         {locale.Text("Tax {id}"), locale.Text("subject|Tax")},
	"job":         {locale.Text("Job {id}"), locale.Text("subject|Job")},
}

// subject names what an entry is about.
func (e entry) subject(l *locale.Language) string {
	named, known := subjects[e.Act.Kind()]
	switch {
	case !known:
		return strings.TrimSpace(pages.Capitalize(e.Act.Kind()) + " " + e.SubjectID)
	case e.SubjectID == "":
		return l.Say(named.any)
	}
	return l.Say(named.one, e.SubjectID)
}

// about is subject with a link to its page.
func (e entry) about(l *locale.Language) template.HTML {
	m := &pages.Markup{}
	if path := e.Path(); path != "" {
		return m.Fixed(`<a href="`).Text(path).Fixed(`">`).Text(e.subject(l)).Fixed("</a>").HTML()
	}
	return m.Text(e.subject(l)).HTML()
}

// actors are those without an account.
var actors = map[string]locale.Phrase{
	vitrine.ByCommand: locale.Text("the command line"), vitrine.ByServer: locale.Text("the server"),
	vitrine.ByVisitor: locale.Text("a visitor"),
}

// who says when an entry was made and by whom.
func (e entry) who(l *locale.Language) string {
	name := e.By.Name
	if actor, ok := actors[name]; ok {
		name = l.Say(actor)
	}
	if e.By.Application != "" {
		name = l.T("{name} by {application}", name, e.By.Application)
	}
	said := []string{l.Moment(e.At), name}
	if e.By.Network != "" {
		said = append(said, l.T("from {network}", e.By.Network))
	}
	return l.List(said)
}
