package vitrine

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Act is what somebody did that the audit log tells of. What stands before the dot is the
// kind of thing that it was done to.
type Act string

// The acts that are noted.
const (
	ActOrderConfirm      Act = "order.confirm" // an operator says that the money came
	ActOrderPaid         Act = "order.paid"    // a provider says so
	ActOrderCancel       Act = "order.cancel"
	ActOrderRefund       Act = "order.refund"        // the money is asked back
	ActOrderRefundFailed Act = "order.refund-failed" // the provider did not take that
	ActOrderRefundLess   Act = "order.refund-less"   // the buyer got some of it in another way
	ActOrderRefunded     Act = "order.refunded"      // the money went back
	ActOrderDispute      Act = "order.dispute"       //
	ActOrderAnswer       Act = "order.answer"        // a dispute is answered
	ActOrderSettle       Act = "order.settle"        // money that is owed to the buyer was sent by hand
	ActOrderAsk          Act = "order.ask-refund"    // the buyer asks for their money
	ActOrderRequest      Act = "order.answer-refund" // a request of the buyer is answered, or comes to its end
	ActOrderReceipt      Act = "order.receipt"       // the receipt is sent again
	ActOrderNote         Act = "order.note"
	ActOrderTax          Act = "order.check-tax" // somebody looked at a tax that Stripe Tax did not find
	ActUserMake          Act = "user.make"
	ActUserInvite        Act = "user.invite"
	ActUserSuspend       Act = "user.suspend"
	ActUserRestore       Act = "user.restore"
	ActUserRole          Act = "user.role"
	ActUserPassword      Act = "user.password"
	ActUserForgetWays    Act = "user.forget-ways-in"
	ActUserEndSessions   Act = "user.end-sessions"
	ActUserAsk           Act = "user.ask-to-confirm" // the link to confirm the address is sent again
	ActUserStorage       Act = "user.storage"        // how much they may store
	ActUserConfirm       Act = "user.confirm"        // an operator says that the address is the user's
	ActUserEraseAsk      Act = "user.erase-ask"      // an account or address is to be forgotten
	ActUserEraseKeep     Act = "user.erase-keep"     // not any more
	ActUserErase         Act = "user.erase"          // it is forgotten
	ActModelHide         Act = "model.hide"
	ActModelRestore      Act = "model.restore"
	ActModelRate         Act = "model.rate"
	ActModelFeature      Act = "model.feature"
	ActModelApprove      Act = "model.approve"   // one that waited for review is published
	ActModelSendBack     Act = "model.send-back" // or is not, with the reason
	ActReviewHide        Act = "review.hide"
	ActReviewRestore     Act = "review.restore"
	ActCollectionHide    Act = "collection.hide"
	ActCollectionRestore Act = "collection.restore"
	ActReportDecide      Act = "report.decide"
	ActDecisionAnswer    Act = "decision.answer" // an author objected
	ActBundleMake        Act = "bundle.make"
	ActBundleChange      Act = "bundle.change"
	ActBundleEnd         Act = "bundle.end"
	ActCouponMake        Act = "coupon.make"
	ActCouponChange      Act = "coupon.change"
	ActCouponEnd         Act = "coupon.end"
	ActPromotionPlan     Act = "promotion.plan"
	ActPromotionChange   Act = "promotion.change"
	ActPromotionEnd      Act = "promotion.end"  // or canceled before it began
	ActPromotionJoin     Act = "promotion.join" // a seller takes part in those of the whole shop, or no longer does
	ActCategoryMake      Act = "category.make"
	ActCategoryChange    Act = "category.change"
	ActCategoryRemove    Act = "category.remove"
	ActCategoryMerge     Act = "category.merge" // into another one
	ActLicenseMake       Act = "license.make"
	ActLicenseChange     Act = "license.change"
	ActLicenseRetire     Act = "license.retire" // no model takes it any more
	ActLicenseOffer      Act = "license.offer"  // models may again
	ActLicenseRemove     Act = "license.remove"
	ActHouseSetUp        Act = "house.set-up"
	ActHouseChange       Act = "house.change"
	ActHouseCurrency     Act = "house.currency"
	ActPagePublish       Act = "page.publish"
	ActPageWithdraw      Act = "page.withdraw"
	ActPageAgree         Act = "page.agree"  // somebody agrees to a version
	ActHouseAdopt        Act = "house.adopt" // database and stored bytes belong together
	ActApplicationMake   Act = "application.make"
	ActApplicationChange Act = "application.change"
	ActApplicationSecret Act = "application.secret" // it has another one
	ActApplicationRemove Act = "application.remove"
	ActTokenMake         Act = "token.make"
	ActTokenRevoke       Act = "token.revoke"
	ActGrantMake         Act = "grant.make" // somebody allows an application something
	ActGrantRevoke       Act = "grant.revoke"
	ActWebhookMake       Act = "webhook.make"
	ActWebhookChange     Act = "webhook.change"
	ActWebhookSecret     Act = "webhook.secret" // it has another one
	ActWebhookRemove     Act = "webhook.remove"
	ActWebhookAgain      Act = "webhook.again"   // it is told once more of what happened
	ActWebhookDisable    Act = "webhook.disable" // it took too little, or is gone
	ActMailAgain         Act = "mail.again"
	ActMailBounce        Act = "mail.bounce"         // a server returned one
	ActMailTry           Act = "mail.try"            // one with made up values is sent to who asks
	ActMailWords         Act = "mail.words"          // mails of a kind say something else
	ActPayoutAccount     Act = "user.payout-account" // they say where they are paid
	ActUserTax           Act = "user.tax-profile"    // they say what a tax office asks
	ActHouseTax          Act = "house.tax-report"    // what a tax office asks of sellers is downloaded
	ActLedgerExplain     Act = "ledger.explain"      // what does not meet a provider's report
	ActOrderTransfer     Act = "order.transfer"      // its seller's part is moved to their account, or back
	ActPayoutMake        Act = "payout.make"
	ActPayoutBatch       Act = "payout.batch" // it is part of what the bank will get
	ActBatchExport       Act = "batch.export" // payouts are downloaded for the bank
	ActPayoutSent        Act = "payout.sent"
	ActPayoutPaid        Act = "payout.paid"
	ActPayoutFailed      Act = "payout.failed"
	ActPayoutCancel      Act = "payout.cancel"
	ActKeysRotate        Act = "keys.rotate"
	ActKeysForget        Act = "keys.forget"
	ActKeysAccept        Act = "keys.accept"
	ActKeysReceipts      Act = "keys.receipts" // receipts are signed with another one
	ActBytesSweep        Act = "bytes.sweep"
	ActTaxChange         Act = "tax.change"   // what is said of tax and invoices
	ActTaxRate           Act = "tax.rate"     // a rate is added
	ActTaxRateEnd        Act = "tax.rate-end" // or ends, or is taken back
	ActTaxProfile        Act = "tax.profile"  // a seller says who they are on invoices
	ActJobRetry          Act = "job.retry"
	ActJobGiveUp         Act = "job.give-up"
	ActLedgerAdjust      Act = "ledger.adjust" // an operator moves money between accounts
	ActLedgerBank        Act = "ledger.bank"   // a provider's money is at the bank
	ActShareSet          Act = "share.set"     // of a model, seller or category
	ActShareEnd          Act = "share.end"     // what is less specific holds again
)

// Acts are all acts that are noted, in the order of their groups.
func Acts() []Act {
	return []Act{
		ActOrderConfirm, ActOrderPaid, ActOrderCancel, ActOrderRefund, ActOrderRefundFailed, ActOrderRefundLess, ActOrderRefunded,
		ActOrderDispute,
		ActOrderAnswer, ActOrderSettle, ActOrderAsk, ActOrderRequest,
		ActOrderReceipt, ActOrderNote, ActOrderTax, ActUserMake, ActUserInvite, ActUserSuspend, ActUserRestore, ActUserRole, ActUserPassword,
		ActUserForgetWays, ActUserEndSessions, ActUserAsk, ActUserStorage, ActUserConfirm, ActUserEraseAsk, ActUserEraseKeep, ActUserErase,
		ActModelHide, ActModelRestore, ActModelRate, ActModelFeature, ActModelApprove, ActModelSendBack,
		ActReviewHide, ActReviewRestore, ActCollectionHide, ActCollectionRestore, ActReportDecide, ActDecisionAnswer,
		ActBundleMake, ActBundleChange, ActBundleEnd, ActCouponMake, ActCouponChange, ActCouponEnd,
		ActPromotionPlan, ActPromotionChange, ActPromotionEnd, ActPromotionJoin,
		ActCategoryMake, ActCategoryChange, ActCategoryRemove, ActCategoryMerge,
		ActLicenseMake, ActLicenseChange, ActLicenseRetire, ActLicenseOffer, ActLicenseRemove,
		ActHouseSetUp, ActHouseChange, ActHouseCurrency, ActHouseAdopt, ActPagePublish, ActPageWithdraw, ActPageAgree,
		ActApplicationMake, ActApplicationChange, ActApplicationSecret, ActApplicationRemove,
		ActTokenMake, ActTokenRevoke, ActGrantMake, ActGrantRevoke,
		ActWebhookMake, ActWebhookChange, ActWebhookSecret, ActWebhookRemove, ActWebhookAgain, ActWebhookDisable, ActMailAgain, ActMailTry,
		ActMailBounce, ActMailWords,
		ActPayoutAccount, ActUserTax, ActHouseTax, ActOrderTransfer, ActPayoutMake, ActPayoutBatch, ActBatchExport, ActPayoutSent, ActPayoutPaid,
		ActPayoutFailed, ActPayoutCancel,
		ActKeysRotate, ActKeysForget, ActKeysAccept, ActKeysReceipts, ActBytesSweep, ActJobRetry, ActJobGiveUp,
		ActShareSet, ActShareEnd, ActLedgerAdjust, ActLedgerBank, ActLedgerExplain,
		ActTaxChange, ActTaxRate, ActTaxRateEnd, ActTaxProfile,
	}
}

// Known reports whether the act is one of those that are noted.
func (a Act) Known() bool { return slices.Contains(Acts(), a) }

// Kind is the kind of thing that an act is done to, such as "order".
func (a Act) Kind() string {
	kind, _, _ := strings.Cut(string(a), ".")
	return kind
}

// Actor is who does something, and from where.
type Actor struct {
	UserID      int64  // 0: nobody with an account
	Name        string // username as it is now, or one of the names below
	Application string // name of the application that acts; "" for none
	Network     string // that budgets are counted of; "" where there is none
}

// The names of actors without an account. None can be a username: those have no spaces.
const (
	ByCommand = "the command line"
	ByServer  = "the server"
	ByVisitor = "a visitor"
	// ByPayments is followed by the name of the provider whose message it was.
	ByPayments = "payments by "
)

// Entry is one line of the audit log. Nothing changes or removes it.
type Entry struct {
	ID int64
	At time.Time
	By Actor
	// Act was done to the thing of its kind with SubjectID, which for most is a number.
	Act           Act
	SubjectID     string
	Before, After json.RawMessage // JSON objects of what has changed; nil for nothing. Never a secret
	Note          string          // in the words of who did it
}

// EntryQuery selects entries of the audit log. The zero value of a field asks for nothing.
type EntryQuery struct {
	Name         string // of the actor
	Act          Act
	Kind         string    // of what it is about
	SubjectID    string    // of that kind
	Since, Until time.Time // from Since on, and before Until
	Page         Page
}
