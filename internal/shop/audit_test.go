package shop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth/authtest"
	"vitrine/internal/blob"
	"vitrine/internal/mail"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// unnoted are the methods of a Shop that leave nothing in the audit log, by the reason why.
// A new method stands here, or in acts.
var unnoted = map[string]string{
	"it changes nothing": `Authenticate BoughtBefore NeedsWaiver WaiverOf BoughtFileURL Check CheckClaim CheckPicture CheckSetupKey Client DeviceOf DownloadURL
		Cart CartSize OpenCart SealCart Offered Checkout Checkouts CheckoutByKey CheckoutGoesOn CheckoutOf CheckoutPaying
		CheckoutReturn CheckoutStatus Confirmable OpenCheckoutOf BundledWith Export FileAgain Files FindOrder FindOrderPage FindOrders
		FoundOrders FreeZip FreeFileURL Grantable GrantsOf House HowToPay ImageAgain
		HouseAtDesk HouseNow Limits LimitsIn
		Images InTrash Invited LateSince Library LibraryOrder LookAtLink MadeByVisitor Mails MayReadMails ModelLicense NoPasskeys OpenNeeded Order
		OrderZip OrderFileURL OrderOfCheckout Orders OwnApplication OwnTokens PasswordsHashed Payable GoesOn Live Paying PaymentProvider PaysAt
		Person
		ProvedNow Provider PublicationProblems Receipt EvidenceOf ReceiptZip
		ReceiptKeys ReceiptOfCheckout CheckReceipt RecordsToMake ReturnTo SessionOf SessionsOf SetUp Settings StopsMail Sure
		Translations Updates UploadsToFinish Versions WaitingOrders WaysIn AddressChange People Dossier ErasureOf ListForgotten
		DecisionCase DecisionFor Draft ModelCase Objections ReportCase ReportOf Reports Featured LicenseOf RoomOf ModelDossier Models SharedFiles
		ProvedFor WithToken Audit Jobs Decision DecisionsAbout ReviewCase CollectionCase Reviewing Liking OwnCollection PublicCollection
		SellerOf SharedCollection StoredBy ApplicationsAtDesk ProgramAtDesk TokensAtDesk Digest DigestsDue IsDigest
		LastPaper MailLog MailWording MailWordings LicensedBy Licenses Earned ShareOf ShareRules LedgerSums LedgerEntries LedgerEntry
		Publication Endpoint Endpoints Deliveries Delivery
		PayoutAccount PayingOf PayoutsDue Batch Batches
		SellerFacts Connected TransfersToMove Untransferred ReportAtDesk OnboardsAt StatementMonths Statements MonthIsOver
		Bundle Bundles BundlesInCart OfferedBundles Coupon Coupons TakesCoupons Promotion Promotions PromotionsDue TakesPart ActsAtDesk
		Invoice InvoiceAtDesk InvoiceOfCheckout InvoicesAtDesk InvoicesOf SoldInvoice SoldInvoices TaxOf TaxProfile TaxRates TaxReport
		FindsTax TellTaxUnfound
		TaxRules Contested DisputeAtDesk DisputesAtDesk RefundsAtDesk RefundsWaiting SharedPayment
		DownloadsOf RefundAsking RefundRequest RefundRequestAtDesk RefundRequests RefundRequestsAtDesk`,
	"it is how others are noted":                           `Note`,
	"it tells programs what the log has, or what was read": `FileRead Take TestEndpoint`,
	"people do it with their own account": `KeepTyped Typed
		AddPasskey AnswerProvider AskLink AskNewPasskey AskOwnPasskey AskPasskey AskProvider ChangeAddress
		ChangePassword ChangeProfile ConfirmAddress ConfirmAgain ConfirmFactor EndSession EndSessions Join JoinByProvider KeepAddress
		NewRecoveryCodes ProveByPasskey ProveByPassword RemoveAvatar RemoveCover RemoveFactor RemovePasskey RenameFactor RenamePasskey
		ResetPassword SetAvatar SetCover SetLanguage ShowSecond SignIn SignInByMail SignInByPasskey SignOut StartFactor StopMail Unlink`,
	"people do it with what they like and keep": `ArrangeCollection ChangeCollection Collect CreateCollection Follow Like RemoveCollection
		Uncollect Unfollow AskForDigest Unlike`,
	"people do it with their own reviews": `AddReviewPicture AnswerReview RemoveReviewPicture SaveReview WithdrawReview`,
	"authors do it with their own models": `AddFile AddImage BeginUpload CreateModel CropImage DeleteModel DiscardDraft
		DrawViews ExpireUploads FinishUploads
		OpenDraft PublishDraft SaveDraft Incoming PlaceImage Receive RemoveFile RemoveImage RemoveTranslation RemoveUpload UpdateModel`,
	"it makes an order that nobody has paid":      `Redeem RedeemForCheckout GiveUpCoupon GiveUpCoupons TurnBack TurnBackCheckout Waive WaiveCheckout Bill BillCheckout CheckOutAccount CheckOutVisitor MergeCart PutIntoCart TakeOutOfCart CreateCheckout LeaveUnpayable CreateOrder OrderAsAccount OrderAsVisitor CloseOrders KeepFound OpenOrders`,
	"everybody may do it, and it decides nothing": `Report Object`,
	"it follows from what was allowed, and ends within the hour or with that": `AskDevice RedeemCode RedeemDevice Refresh RevokeByClient
		TokenOfApplication`,
	"the server does it by itself": `AbandonRefund Belong BelongToBackup ZipBroke CancelOrders Discard DiscardAfter EndLapsedPayments
		CountView WriteVisits ExpireOrders Forget HashVisitorsWith HoldingSweep MakeRecords NewSetupKey NoteSweepLimits PauseWith
		QueueVerification Seed
		SettleCurrency CarryPromotions SendDigests MakePayouts EndPayouts ForgetSellerFacts Reconcile MoveTransfers LookAtAccounts LookAtConnected
		MergeModels MergeSome ReleaseEarnings Tell TellRejected Touch VerifyBytes`,
	"RecordPayment notes what comes of it": `Choose ConfirmFree ConfirmPayment RefundPayment TakeMessage TakeNotice
		AskForOutcome FindLostNotices ChooseForCheckout ConfirmFreeCheckout AskForCheckout MarkCheckoutPaid ConfirmCheckout
		CancelCheckout CancelCheckoutByCustomer`,
}

// acting is a marketplace in which an operator acts.
type acting struct {
	*granting
	ctx    context.Context
	secret string // that must be nowhere in the log
}

// operator is who acts.
var operator = vitrine.Actor{UserID: 77, Name: "op", Application: "Desk", Network: "192.0.2.0/24"}

func newActing(t *testing.T, db *store.DB) *acting {
	g := newGranting(t, db)
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g.shop = shop.New(shop.Options{DB: db, Blobs: disk, Pictures: picture.NewProcessor(1_000_000), Payments: payment.Sandbox{},
		Settings: shop.DefaultSettings(), Now: g.clock.Now, VisitorKey: bytes.Repeat([]byte("k"), 32), Password: authtest.Cost()})
	t.Cleanup(func() { _ = disk.Close() })
	if _, err := g.shop.Adopt(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &acting{granting: g, ctx: shop.By(t.Context(), operator)}
}

// as is a user who has just signed in.
func (a *acting) as(who vitrine.Caller, admin bool) shop.SignedIn {
	who.User.IsAdmin = admin
	return shop.SignedIn{User: who.User, Session: vitrine.Session{ProvedAt: a.clock.Now(), CreatedAt: a.clock.Now(), Strong: true}}
}

func (a *acting) paid(t *testing.T) *vitrine.Order {
	t.Helper()
	o, err := a.shop.MarkPaid(t.Context(), a.order(t, a.model.ID).ID, "")
	wantCode(t, "pay", err, "")
	return o
}

func (a *acting) keep(secret string, err error) error {
	a.secret = secret
	return err
}

// act is a method that leaves an entry: do calls it once, with want as the acts that come of it.
type act struct {
	method string
	want   string
	do     func(t *testing.T, a *acting) error
}

func orderActs() []act {
	return []act{
		{"CancelOrder", "order.cancel", func(t *testing.T, a *acting) error {
			return a.shop.CancelOrder(a.ctx, a.buyer, a.order(t, a.model.ID).ID, nil)
		}},
		{"CancelByCustomer", "order.cancel", func(t *testing.T, a *acting) error {
			_, err := a.shop.CancelByCustomer(a.ctx, a.order(t, a.model.ID).CheckoutKey)
			return err
		}},
		{"MarkPaid", "order.confirm", func(t *testing.T, a *acting) error {
			_, err := a.shop.MarkPaid(a.ctx, a.order(t, a.model.ID).ID, "")
			return err
		}},
		{"RecordPayment", "order.paid", func(t *testing.T, a *acting) error {
			o := a.order(t, a.model.ID)
			return a.shop.RecordPayment(a.ctx, payment.Event{Provider: "sandbox", ID: "e-" + o.UUID, OrderID: o.ID, Kind: payment.Paid})
		}},
		{"Refund", "order.refund order.refunded", func(t *testing.T, a *acting) error {
			_, err := a.shop.Refund(a.ctx, a.paid(t).ID, true)
			return err
		}},
		{"RefundPart", "order.refund order.refunded", func(t *testing.T, a *acting) error {
			_, err := a.shop.RefundPart(a.ctx, a.paid(t).ID, shop.NewRefund{Amount: 100})
			return err
		}},
	}
}

// decisions are what operators decide of orders at a browser.
func decisions() []act {
	return []act{
		{"ConfirmOrder", "order.confirm", func(t *testing.T, a *acting) error {
			_, err := a.shop.ConfirmOrder(a.ctx, a.operator(t), a.order(t, a.model.ID).ID, "", nil)
			return err
		}},
		{"CancelAnyOrder", "order.cancel", func(t *testing.T, a *acting) error {
			_, err := a.shop.CancelAnyOrder(a.ctx, a.operator(t), a.order(t, a.model.ID).ID, nil)
			return err
		}},
		{"RefundOrder", "order.refund order.refunded", func(t *testing.T, a *acting) error {
			_, err := a.shop.RefundOrder(a.ctx, a.operator(t), a.paid(t).ID, false, nil)
			return err
		}},
		{"RefundOrderPart", "order.refund order.refunded", func(t *testing.T, a *acting) error {
			_, err := a.shop.RefundOrderPart(a.ctx, a.operator(t), a.paid(t).ID, shop.NewRefund{Amount: 100, Note: "a scratch"}, nil)
			return err
		}},
		{"AnswerDispute", "order.answer", func(t *testing.T, a *acting) error {
			a.shop = a.shopWith(&answering{})
			d := a.disputed(t)
			_, err := a.shop.AnswerDispute(a.ctx, a.operator(t), d.ID, vitrine.DisputeEvidence{}, nil)
			return err
		}},
		{"SettleRefund", "order.settle", func(t *testing.T, a *acting) error {
			_, err := a.shop.SettleRefund(a.ctx, a.operator(t), a.owed(t).ID, shop.SentByHand{Note: "by transfer"}, nil)
			return err
		}},
		{"AskRefund", "order.ask-refund", func(t *testing.T, a *acting) error {
			_, err := a.shop.AskRefund(a.ctx, a.buyer, a.paid(t).ID, wish)
			return err
		}},
		{"AskRefundOfCheckout", "order.ask-refund", func(t *testing.T, a *acting) error {
			_, err := a.shop.AskRefundOfCheckout(a.ctx, a.paid(t).CheckoutKey, wish)
			return err
		}},
		{"WithdrawRefundRequest", "order.answer-refund", func(t *testing.T, a *acting) error {
			_, q := a.asked(t)
			_, err := a.shop.WithdrawRefundRequest(a.ctx, a.buyer, q.ID)
			return err
		}},
		{"ChangeRefundOfCheckout", "order.answer-refund", func(t *testing.T, a *acting) error {
			o, _ := a.asked(t)
			_, err := a.shop.ChangeRefundOfCheckout(a.ctx, o.CheckoutKey, false)
			return err
		}},
		{"InsistOnRefund", "order.answer-refund", func(t *testing.T, a *acting) error {
			_, q := a.asked(t)
			_, err := a.shop.AnswerRefundRequest(t.Context(), a.as(a.seller, true), q.ID, shop.RefundAnswer{Text: "It is as shown."}, nil)
			wantCode(t, "refuse", err, "")
			_, err = a.shop.InsistOnRefund(a.ctx, a.buyer, q.ID)
			return err
		}},
		{"AnswerRefundRequest", "order.refund order.answer-refund order.refunded", func(t *testing.T, a *acting) error {
			_, q := a.asked(t)
			_, err := a.shop.AnswerRefundRequest(a.ctx, a.as(a.seller, true), q.ID, shop.RefundAnswer{Grant: true}, nil)
			return err
		}},
		{"DecideRefundRequest", "order.answer-refund", func(t *testing.T, a *acting) error {
			_, q := a.asked(t)
			_, err := a.shop.DecideRefundRequest(a.ctx, a.operator(t), q.ID, shop.RefundAnswer{Text: "It is as shown."}, nil)
			return err
		}},
		{"EndRefundRequests", "order.answer-refund", func(t *testing.T, a *acting) error {
			a.asked(t)
			a.clock.Advance(vitrine.DefaultSellerDays * 24 * time.Hour)
			return a.shop.EndRefundRequests(a.ctx)
		}},
		{"SendReceipt", "order.receipt", func(t *testing.T, a *acting) error {
			return a.shop.SendReceipt(a.ctx, a.operator(t), a.paid(t).ID)
		}},
		{"NoteOrder", "order.note", func(t *testing.T, a *acting) error {
			return a.shop.NoteOrder(a.ctx, a.operator(t), a.paid(t).ID, "called: the transfer comes on Friday")
		}},
		{"CheckTax", "order.check-tax", func(t *testing.T, a *acting) error {
			o := a.paid(t)
			write(t, a.db, func(ctx context.Context, tx *store.Tx) error { return tx.CheckTaxLater(ctx, o.ID, a.clock.Now()) })
			return a.shop.CheckTax(a.ctx, a.operator(t), o.ID)
		}},
	}
}

// operator is one who has just signed in.
func (a *acting) operator(t *testing.T) shop.SignedIn {
	t.Helper()
	user, _, err := a.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return a.as(vitrine.Caller{User: *user}, true)
}

// failed is a job that was given up.
func (a *acting) failed(t *testing.T) int64 {
	t.Helper()
	write(t, a.db, func(ctx context.Context, tx *store.Tx) error { return tx.Enqueue(ctx, "broken", 7, 0, "") })
	var job store.Job
	write(t, a.db, func(ctx context.Context, tx *store.Tx) error {
		claimed, err := tx.ClaimJobs(ctx, "broken", store.Lease{Name: "l", For: time.Minute}, 1)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("claimed %v, %v", claimed, err)
		}
		job = claimed[0]
		return tx.FailJob(ctx, job, "it is broken")
	})
	return job.ID
}

func jobActs() []act {
	return []act{
		{"RetryJob", "job.retry", func(t *testing.T, a *acting) error {
			id := a.failed(t)
			if err := a.shop.RetryJob(a.ctx, a.operator(t), id); err != nil {
				return err
			}
			due, err := a.db.JobDue(t.Context(), "broken")
			if !due {
				t.Error("the job does not wait to be tried")
			}
			return err
		}},
		{"GiveUpJob", "job.give-up", func(t *testing.T, a *acting) error { return a.shop.GiveUpJob(a.ctx, a.operator(t), a.failed(t)) }},
	}
}

func userActs() []act {
	return []act{
		{"CreateUser", "user.make token.make", func(_ *testing.T, a *acting) error {
			_, access, err := a.shop.CreateUser(a.ctx, shop.NewUser{Username: "new", Email: "new-user@example.com", Password: password})
			return a.keep(access.Secret, err)
		}},
		{"Invite", "user.invite", func(_ *testing.T, a *acting) error {
			invitation, err := a.shop.Invite(a.ctx, "guest@example.com")
			return a.keep(strings.TrimPrefix(invitation.Path, "/join?invitation="), err)
		}},
		{"Suspend", "user.suspend", func(_ *testing.T, a *acting) error {
			_, err := a.shop.Suspend(a.ctx, "buyer")
			return err
		}},
		{"Restore", "user.restore", func(t *testing.T, a *acting) error {
			_, err := a.shop.Suspend(t.Context(), "buyer")
			wantCode(t, "suspend", err, "")
			_, err = a.shop.Restore(a.ctx, "buyer")
			return err
		}},
		{"GivePassword", "user.password", func(_ *testing.T, a *acting) error {
			return a.keep(newPassword, a.shop.GivePassword(a.ctx, a.buyer.User.ID, newPassword))
		}},
		{"ForgetWaysIn", "user.forget-ways-in", func(_ *testing.T, a *acting) error {
			_, err := a.shop.ForgetWaysIn(a.ctx, "buyer")
			return err
		}},
	}
}

func catalogueActs() []act {
	category := func(t *testing.T, a *acting) *vitrine.Category {
		c, err := a.shop.CreateCategory(t.Context(), vitrine.Category{Slug: "lamps-of-old", Title: "Lamps"})
		wantCode(t, "make a category", err, "")
		return c
	}
	return []act{
		{"HideModel", "model.hide", func(_ *testing.T, a *acting) error {
			_, err := a.shop.HideModel(a.ctx, a.model.ID, "copied")
			return err
		}},
		{"UnhideModel", "model.restore", func(t *testing.T, a *acting) error {
			_, err := a.shop.HideModel(t.Context(), a.model.ID, "")
			wantCode(t, "hide", err, "")
			_, err = a.shop.UnhideModel(a.ctx, a.model.ID)
			return err
		}},
		{"RateModel", "model.rate", func(_ *testing.T, a *acting) error { return a.shop.RateModel(a.ctx, a.model.ID, 7) }},
		{"CreateCategory", "category.make", func(_ *testing.T, a *acting) error {
			_, err := a.shop.CreateCategory(a.ctx, vitrine.Category{Slug: "lamps-of-old", Title: "Lamps"})
			return err
		}},
		{"UpdateCategory", "category.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.UpdateCategory(a.ctx, category(t, a).ID, shop.CategoryChange{Title: vitrine.Some("Lights")})
			return err
		}},
		{"DeleteCategory", "category.remove", func(t *testing.T, a *acting) error { return a.shop.DeleteCategory(a.ctx, category(t, a).ID) }},
		{"MakeCategory", "category.make", func(t *testing.T, a *acting) error {
			lamps := vitrine.Category{Slug: "lamps-of-old", Title: "Lamps"}
			_, err := a.shop.MakeCategory(a.ctx, a.asOperator(t), lamps, shop.Answer[*vitrine.Category]{})
			return err
		}},
		{"ChangeCategory", "category.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.ChangeCategory(a.ctx, a.asOperator(t), category(t, a).ID, shop.CategoryChange{Title: vitrine.Some("Lights")})
			return err
		}},
		{"RemoveCategory", "category.remove", func(t *testing.T, a *acting) error {
			return a.shop.RemoveCategory(a.ctx, a.asOperator(t), category(t, a).ID, nil)
		}},
		{"MergeCategory", "category.change category.merge", func(t *testing.T, a *acting) error {
			return a.shop.MergeCategory(a.ctx, a.asOperator(t), category(t, a).ID, 1)
		}},
		{"WriteLicense", "license.change", func(t *testing.T, a *acting) error {
			return a.shop.WriteLicense(a.ctx, a.asOperator(t), 1, vitrine.LicenseText{Type: vitrine.General, Name: "General", Text: "other words"})
		}},
		{"MakeLicense", "license.make", func(t *testing.T, a *acting) error {
			_, err := a.shop.MakeLicense(a.ctx, a.asOperator(t), studio(), noLicense)
			return err
		}},
		{"RetireLicense", "license.retire", func(t *testing.T, a *acting) error {
			return a.shop.RetireLicense(a.ctx, a.asOperator(t), a.license(t), true)
		}},
		{"RetireLicense", "license.offer", func(t *testing.T, a *acting) error {
			license := a.license(t)
			wantCode(t, "retire", a.shop.RetireLicense(t.Context(), a.asOperator(t), license, true), "")
			return a.shop.RetireLicense(a.ctx, a.asOperator(t), license, false)
		}},
		{"RemoveLicense", "license.remove", func(t *testing.T, a *acting) error {
			return a.shop.RemoveLicense(a.ctx, a.asOperator(t), a.license(t))
		}},
		{"SetLicenseText", "license.change", func(_ *testing.T, a *acting) error {
			return a.shop.SetLicenseText(a.ctx, vitrine.General, "other words")
		}},
	}
}

func houseActs() []act {
	house := func() vitrine.House {
		h := vitrine.DefaultHouse()
		h.Name = "Oak and Ash"
		return h
	}
	said := func(h *vitrine.House) { *h = house() }
	begin := func() shop.Beginning {
		return shop.Beginning{Username: "first", Email: "first@example.com", Password: password, House: house()}
	}
	return []act{
		{"SetHouse", "house.change", func(_ *testing.T, a *acting) error { return a.shop.SetHouse(a.ctx, house()) }},
		{"ChangeHouse", "house.change", func(_ *testing.T, a *acting) error {
			_, err := a.shop.ChangeHouse(a.ctx, shop.HouseChange{Say: said})
			return err
		}},
		{"ChangeHouseAs", "house.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.ChangeHouseAs(a.ctx, a.asOperator(t), shop.HouseChange{Say: said})
			return err
		}},
		{"SetUpHere", "house.set-up user.make", func(_ *testing.T, a *acting) error {
			_, err := a.shop.SetUpHere(a.ctx, begin())
			return a.keep(password, err)
		}},
		{"SetUpByKey", "house.set-up user.make", func(t *testing.T, a *acting) error {
			key, _, err := a.shop.NewSetupKey(t.Context())
			wantCode(t, "make a key", err, "")
			_, err = a.shop.SetUpByKey(a.ctx, key, begin(), home())
			return a.keep(key, err)
		}},
		{"SetCurrency", "house.currency", func(t *testing.T, a *acting) error {
			wantCode(t, "settle", a.shop.SettleCurrency(t.Context(), "USD"), "")
			return a.shop.SetCurrency(a.ctx, "EUR", true)
		}},
		{"Adopt", "house.adopt", func(_ *testing.T, a *acting) error {
			_, err := a.shop.Adopt(a.ctx)
			return err
		}},
		{"SweepBytes", "bytes.sweep", func(_ *testing.T, a *acting) error {
			_, err := a.shop.SweepBytes(a.ctx)
			return err
		}},
		{"SweepUpTo", "bytes.sweep", func(_ *testing.T, a *acting) error {
			_, err := a.shop.SweepUpTo(a.ctx, 3)
			return err
		}},
		{"RetryMail", "mail.again", func(t *testing.T, a *acting) error { return a.shop.RetryMail(a.ctx, a.mail(t)) }},
		{"TakeBounce", "mail.bounce", func(t *testing.T, a *acting) error {
			m, err := a.db.Mail(t.Context(), a.mail(t))
			wantCode(t, "read a mail", err, "")
			_, err = a.shop.TakeBounce(a.ctx, returned(m, "failed", "5.1.1"))
			return a.keep("waits@example.com", err)
		}},
		{"TakeBounceAs", "mail.bounce", func(t *testing.T, a *acting) error {
			m, err := a.db.Mail(t.Context(), a.mail(t))
			wantCode(t, "read a mail", err, "")
			_, err = a.shop.TakeBounceAs(a.ctx, a.asOperator(t), returned(m, "failed", "5.1.1"))
			return err
		}},
		{"WriteMail", "mail.words", func(t *testing.T, a *acting) error {
			return a.shop.WriteMail(a.ctx, a.operator(t), mail.Own{Kind: mail.Trial, Language: "en", Subject: "Works", Body: "It works."}, 0)
		}},
		{"UnwriteMail", "mail.words", func(t *testing.T, a *acting) error {
			in := a.operator(t)
			own := mail.Own{Kind: mail.Trial, Language: "en", Subject: "Works", Body: "It works."}
			wantCode(t, "write", a.shop.WriteMail(t.Context(), in, own, 0), "")
			return a.shop.UnwriteMail(a.ctx, in, mail.Trial, "en", 1)
		}},
		{"TryMail", "mail.try", func(t *testing.T, a *acting) error { return a.shop.TryMail(a.ctx, a.operator(t), mail.Receipt, "de") }},
		{"SendMailAgain", "mail.again", func(t *testing.T, a *acting) error {
			return a.shop.SendMailAgain(a.ctx, a.as(a.buyer, true), a.mail(t))
		}},
	}
}

func eraseActs() []act {
	return []act{
		{"AskErasure", "user.erase-ask", func(_ *testing.T, a *acting) error { return a.shop.AskErasure(a.ctx, a.as(a.buyer, false)) }},
		{"KeepAccount", "user.erase-keep", func(t *testing.T, a *acting) error {
			wantCode(t, "ask", a.shop.AskErasure(t.Context(), a.as(a.buyer, false)), "")
			return a.shop.KeepAccount(a.ctx, a.as(a.buyer, false))
		}},
		{"ErasePerson", "user.erase-ask", func(t *testing.T, a *acting) error {
			return a.shop.ErasePerson(a.ctx, a.operator(t), a.buyer.User.ID)
		}},
		{"KeepPerson", "user.erase-keep", func(t *testing.T, a *acting) error {
			wantCode(t, "ask", a.shop.AskErasure(t.Context(), a.as(a.buyer, false)), "")
			return a.shop.KeepPerson(a.ctx, a.operator(t), a.buyer.User.ID)
		}},
		{"EraseAddress", "user.erase-ask", func(t *testing.T, a *acting) error {
			return a.shop.EraseAddress(a.ctx, a.operator(t), "visitor@example.com")
		}},
		{"EraseDue", "user.erase", func(t *testing.T, a *acting) error {
			wantCode(t, "ask", a.shop.EraseAddress(t.Context(), a.operator(t), "visitor@example.com"), "")
			return a.shop.EraseDue(a.ctx)
		}},
		{"ForgetAgain", "user.erase-ask", func(_ *testing.T, a *acting) error {
			_, err := a.shop.ForgetAgain(a.ctx, []shop.Forgotten{{UserID: a.buyer.User.ID}})
			return err
		}},
	}
}

func paperActs() []act {
	return []act{
		{"PublishPaper", "page.publish", func(t *testing.T, a *acting) error {
			_, err := a.shop.PublishPaper(a.ctx, a.operator(t), vitrine.TermsPaper, terms("Be kind.", shop.BindsAnew, 0))
			return err
		}},
		{"WithdrawPaper", "page.withdraw", func(t *testing.T, a *acting) error {
			in := a.operator(t)
			_, err := a.shop.PublishPaper(t.Context(), in, vitrine.TermsPaper, terms("Be kind.", shop.BindsAnew, 0))
			wantCode(t, "publish", err, "")
			return a.shop.WithdrawPaper(a.ctx, in, vitrine.TermsPaper)
		}},
		{"Agree", "page.agree", func(t *testing.T, a *acting) error {
			_, err := a.shop.PublishPaper(t.Context(), a.operator(t), vitrine.TermsPaper, terms("Be kind.", shop.BindsAnew, 0))
			wantCode(t, "publish", err, "")
			return a.shop.Agree(a.ctx, a.as(a.buyer, false), map[vitrine.PaperKind]int64{vitrine.TermsPaper: 1})
		}},
	}
}

// mail is one that waits to be sent.
func (a *acting) mail(t *testing.T) int64 {
	t.Helper()
	_, err := a.shop.Invite(t.Context(), "waits@example.com")
	wantCode(t, "invite", err, "")
	mails, err := a.db.Mails(t.Context(), store.MailWaiting, 0, 100)
	wantCode(t, "list mails", err, "")
	for _, m := range mails {
		if m.Kind == string(mail.Invite) {
			return m.ID
		}
	}
	t.Fatal("no invitation waits")
	return 0
}

func keyActs() []act {
	own := func(t *testing.T, a *acting) shop.Access {
		access, err := a.shop.MakeToken(t.Context(), a.seller, shop.NewToken{})
		wantCode(t, "make a token", err, "")
		return access
	}
	rename := func(app *vitrine.Application) { app.Name = "Renamed" }
	return []act{
		{"CreateToken", "token.make", func(_ *testing.T, a *acting) error {
			access, err := a.shop.CreateToken(a.ctx, a.seller.User.ID, shop.NewToken{Lifetime: time.Hour})
			return a.keep(access.Secret, err)
		}},
		{"RevokeToken", "token.revoke", func(t *testing.T, a *acting) error { return a.shop.RevokeToken(a.ctx, own(t, a).ID) }},
		{"MakeToken", "token.make", func(_ *testing.T, a *acting) error {
			access, err := a.shop.MakeToken(a.ctx, a.seller, shop.NewToken{})
			return a.keep(access.Secret, err)
		}},
		{"RotateToken", "token.revoke token.make", func(t *testing.T, a *acting) error {
			access, err := a.shop.RotateToken(a.ctx, a.seller, own(t, a).ID, shop.NewToken{})
			return a.keep(access.Secret, err)
		}},
		{"EndToken", "token.revoke", func(t *testing.T, a *acting) error { return a.shop.EndToken(a.ctx, a.seller, own(t, a).ID) }},
		{"CreateApplication", "application.make", func(_ *testing.T, a *acting) error {
			_, secret, err := a.shop.CreateApplication(a.ctx, shop.NewApplication{Name: "Sync", OwnerID: a.seller.User.ID})
			return a.keep(secret, err)
		}},
		{"MakeApplication", "application.make", func(_ *testing.T, a *acting) error {
			_, secret, err := a.shop.MakeApplication(a.ctx, a.as(a.seller, false), shop.NewApplication{Name: "Sync"})
			return a.keep(secret, err)
		}},
		{"RegisterProgram", "application.make", func(t *testing.T, a *acting) error {
			h := vitrine.DefaultHouse()
			h.DynamicClients = true
			wantCode(t, "let programs register", a.shop.SetHouse(t.Context(), h), "")
			_, secret, err := a.shop.RegisterProgram(a.ctx, shop.NewProgram{Name: "Tool", RedirectURIs: []string{callback}, Network: "192.0.2.7"})
			return a.keep(secret, err)
		}},
		{"ChangeApplication", "application.change", func(_ *testing.T, a *acting) error {
			_, err := a.shop.ChangeApplication(a.ctx, a.app.ID, rename)
			return err
		}},
		{"ChangeOwnApplication", "application.change", func(_ *testing.T, a *acting) error {
			_, err := a.shop.ChangeOwnApplication(a.ctx, a.as(a.seller, false), a.app.ID, rename)
			return err
		}},
		{"SetLogo", "application.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.SetLogo(a.ctx, a.app.ID, bytes.NewReader(drawn(t, 32, 32)))
			return err
		}},
		{"SetLogoOfOwn", "application.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.SetLogoOfOwn(a.ctx, a.as(a.seller, false), a.app.ID, bytes.NewReader(drawn(t, 32, 32)))
			return err
		}},
		{"NewClientSecret", "application.secret", func(_ *testing.T, a *acting) error {
			_, secret, err := a.shop.NewClientSecret(a.ctx, a.app.ID)
			return a.keep(secret, err)
		}},
		{"NewSecretOfOwn", "application.secret", func(_ *testing.T, a *acting) error {
			_, secret, err := a.shop.NewSecretOfOwn(a.ctx, a.as(a.seller, false), a.app.ID)
			return a.keep(secret, err)
		}},
		{"RemoveApplication", "application.remove", func(_ *testing.T, a *acting) error { return a.shop.RemoveApplication(a.ctx, a.app.ID) }},
		{"RemoveOwnApplication", "application.remove", func(_ *testing.T, a *acting) error {
			return a.shop.RemoveOwnApplication(a.ctx, a.as(a.seller, false), a.app.ID)
		}},
		{"RemoveProgram", "application.remove", func(t *testing.T, a *acting) error {
			return a.shop.RemoveProgram(a.ctx, a.operator(t), a.app.ID)
		}},
		{"EndGrant", "grant.revoke", func(t *testing.T, a *acting) error {
			a.code(t)
			return a.shop.EndGrant(a.ctx, a.operator(t), a.app.ID, a.buyer.User.ID)
		}},
		{"EndTokenOf", "token.revoke", func(t *testing.T, a *acting) error {
			made, err := a.shop.CreateToken(t.Context(), a.buyer.User.ID, shop.NewToken{})
			wantCode(t, "make a token", err, "")
			return a.keep(made.Secret, a.shop.EndTokenOf(a.ctx, a.operator(t), made.ID))
		}},
		{"Allow", "grant.make", func(t *testing.T, a *acting) error {
			secret, err := a.shop.Allow(a.ctx, a.in, shop.Ask{ApplicationID: a.app.ID, RedirectURI: callback, Shown: a.offer(t)})
			return a.keep(secret, err)
		}},
		{"DecideDevice", "grant.make", func(t *testing.T, a *acting) error {
			asked, err := a.shop.AskDevice(t.Context(), a.app, nil, "192.0.2.7")
			wantCode(t, "ask", err, "")
			return a.keep(asked.Secret, a.shop.DecideDevice(a.ctx, a.in, &asked.DeviceRequest, a.offer(t), true))
		}},
		{"RevokeGrant", "grant.revoke", func(t *testing.T, a *acting) error {
			a.code(t)
			grant, err := a.db.Grant(t.Context(), a.buyer.User.ID, a.app.ID)
			wantCode(t, "find the grant", err, "")
			return a.shop.RevokeGrant(a.ctx, a.buyer.User.ID, grant.ID)
		}},
	}
}

func acts() []act {
	return slices.Concat(orderActs(), decisions(), jobActs(), userActs(), personActs(), modelActs(), catalogueActs(), houseActs(),
		paperActs(), eraseActs(), keyActs(), webhookActs(), payoutActs(), promotionActs(), couponActs(), bundleActs(), taxActs())
}

// TestEveryActIsNoted does all that operators do, and what others do with tokens and money,
// and reads of it in the audit log: who, from where, what, and no secret.
func TestEveryActIsNoted(t *testing.T) {
	t.Parallel()
	for _, one := range acts() {
		t.Run(one.method, func(t *testing.T) {
			t.Parallel()
			a := newActing(t, storetest.SQLite(t))
			wantCode(t, one.method, one.do(t, a), "")
			page, err := a.db.Entries(t.Context(), vitrine.EntryQuery{Name: operator.Name, Page: vitrine.Page{Size: 100}})
			wantCode(t, "read the log", err, "")
			var got []string
			for _, e := range slices.Backward(page.Entries) {
				got = append(got, string(e.Act))
				a.wantSound(t, e)
			}
			if strings.Join(got, " ") != one.want {
				t.Errorf("it left %v, want %s", got, one.want)
			}
		})
	}
}

func (a *acting) wantSound(t *testing.T, e vitrine.Entry) {
	t.Helper()
	text, err := json.Marshal(e)
	wantCode(t, "encode", err, "")
	if a.secret != "" && strings.Contains(string(text), a.secret) || strings.Contains(string(text), "@example.com\"") &&
		!strings.Contains(string(text), "…@example.com") {
		t.Errorf("%s tells a secret or an address: %s", e.Act, text)
	}
	if strings.HasSuffix(string(e.Act), ".revoke") && !strings.Contains(string(e.Before), "scopes") {
		t.Errorf("%s does not say what it ended: %s", e.Act, text)
	}
	if e.By != operator || !e.Act.Known() || !e.At.Equal(a.clock.Now()) {
		t.Errorf("it is noted as %+v", e)
	}
}

// TestEveryMethodIsNotedOrSaysWhyNot fails for a method of a Shop of which nobody has said
// whether the audit log tells of it.
func TestEveryMethodIsNotedOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, names := range unnoted {
		for name := range strings.FieldsSeq(names) {
			known[name] = true
		}
	}
	noted := map[string]bool{}
	for _, one := range acts() {
		if known[one.method] {
			t.Errorf("%s is noted, and said not to be", one.method)
		}
		noted[one.method] = true
	}
	maps.Copy(known, noted)
	shops := reflect.TypeFor[*shop.Shop]()
	for i := range shops.NumMethod() {
		if name := shops.Method(i).Name; !known[name] {
			t.Errorf("Shop.%s is new. An act of an operator, or one with tokens or money, is noted and stands in acts; all else in unnoted", name)
		}
	}
}

// TestNothingIsNotedOfWhatFails refunds what can't be refunded.
func TestNothingIsNotedOfWhatFails(t *testing.T) {
	t.Parallel()
	a := newActing(t, storetest.SQLite(t))
	_, err := a.shop.Refund(a.ctx, a.order(t, a.model.ID).ID, false)
	wantCode(t, "refund what is not paid", err, vitrine.Conflict)
	page, err := a.db.Entries(t.Context(), vitrine.EntryQuery{Name: operator.Name, Page: vitrine.Page{Size: 9}})
	if err != nil || len(page.Entries) != 0 {
		t.Errorf("it left %v, %v", page.Entries, err)
	}
}
