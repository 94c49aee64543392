package api

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/mail/dsn"
	"vitrine/internal/openapi"
	"vitrine/internal/store"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

// Contract is the OpenAPI document that is published: the operations as huma
// describes them, with names, limits and headers that types cannot say. Each call makes it anew.
func (s *Server) Contract() (*openapi.Document, error) {
	doc, err := openapi.New(s.api.OpenAPI())
	if err != nil {
		return nil, err
	}
	doc.Rename(schemaNames)
	deriveNewModel(doc)
	for place, keywords := range limitsOfSchemas() {
		if err := doc.Refine(place, keywords); err != nil {
			return nil, err
		}
	}
	for _, place := range nullableMembers() {
		if err := doc.AdmitNull(place); err != nil {
			return nil, err
		}
	}
	limitParameters(doc)
	if err := doc.NameEnums(enums()); err != nil {
		return nil, err
	}
	if err := describeContract(doc); err != nil {
		return nil, err
	}
	doc.OpenAnswers()
	doc.DeriveCreated()
	if err := doc.ShareHeaders(headers, headersOf); err != nil {
		return nil, err
	}
	if err := describeExamples(doc); err != nil {
		return nil, err
	}
	if err := describeRefusals(doc); err != nil {
		return nil, err
	}
	return doc, describeSamples(doc)
}

// schemaNames are the names of people for types that have those of machines.
var schemaNames = map[string]string{
	"CategoriesOutputBody":       "CategoryList",
	"LicensesOutputBody":         "LicenseList",
	"CreateCategoryInputBody":    "NewCategory",
	"UpdateCategoryInputBody":    "CategoryChange",
	"MergeCategoryInputBody":     "CategoryMerge",
	"CreateLicenseInputBody":     "NewLicense",
	"UpdateLicenseInputBody":     "LicenseChange",
	"FileTypes":                  "FileTypeList",
	"FacetsOutputBody":           "FacetList",
	"SuggestionsOutputBody":      "SuggestionList",
	"CorrectionsOutputBody":      "CorrectionList",
	"FilesOutputBody":            "FileList",
	"ImagesOutputBody":           "ImageList",
	"OrdersOutputBody":           "OrderList",
	"ModelsPage":                 "ModelList",
	"PayoutsOutputBody":          "PayoutList",
	"SetPayoutAccountInputBody":  "NewPayoutAccount",
	"StatementMonthsOutputBody":  "StatementMonths",
	"StatementsOutputBody":       "MonthlyStatements",
	"BalanceOutputBody":          "Balance",
	"MovementsOutputBody":        "Statement",
	"GuessesOutputBody":          "Guesses",
	"PublicationOutputBody":      "Publication",
	"FieldProblem":               "PublicationProblem",
	"CreateOrderInputBody":       "NewOrder",
	"CreateCheckoutInputBody":    "NewCheckout",
	"CheckoutsOutputBody":        "CheckoutList",
	"CheckoutRecord":             "Checkout",
	"CreateUserInputBody":        "NewUser",
	"ModelBody":                  "ModelChange",
	"FileRecord":                 "File",
	"ImageRecord":                "Image",
	"ModelRecord":                "Model",
	"CreatedModelRecord":         "CreatedModel",
	"OrderRecord":                "Order",
	"InvoiceRecord":              "Invoice",
	"InvoicesOutputBody":         "InvoiceList",
	"RefundRecord":               "Refund",
	"RefundsOutputBody":          "RefundList",
	"ListWaitingOutputBody":      "WaitingRefunds",
	"RefundOrderInputBody":       "NewRefund",
	"SettleRefundInputBody":      "RefundSettlement",
	"RefundRequestRecord":        "RefundRequest",
	"RefundRequestsOutputBody":   "RefundRequestList",
	"AskForRefundInputBody":      "NewRefundRequest",
	"AnswerRequestInputBody":     "RefundAnswer",
	"DisputeRecord":              "Dispute",
	"DisputesOutputBody":         "DisputeList",
	"EvidenceRecord":             "DisputeEvidence",
	"ThumbnailRecord":            "Thumbnail",
	"TranslationsOutputBody":     "TranslationList",
	"UserApplication":            "Application",
	"UpdateCurrentUserInputBody": "ProfileChange",
	"ListPagesOutputBody":        "PageList",
	"PageRecord":                 "Page",
	"LibraryOutputBody":          "Library",
	"TokensOutputBody":           "TokenList",
	"TokenRecord":                "Token",
	"CreateTokenInputBody":       "NewToken",
	"SessionsOutputBody":         "SessionList",
	"SessionRecord":              "Session",
	"GrantsOutputBody":           "GrantList",
	"GrantRecord":                "Grant",
	"AuditOutputBody":            "AuditLog",
	"JobsOutputBody":             "JobList",
	"PeopleOutputBody":           "PersonList",
	"MailLogOutputBody":          "MailLog",
	"ListMailWordsOutputBody":    "MailWordsList",
	"WriteMailWordsInputBody":    "NewMailWords",
	"PublishPageInputBody":       "NewPage",
	"DeskStorageOutputBody":      "StorageList",
	"LimitStorageInputBody":      "StorageLimit",
	"AdjustLedgerInputBody":      "LedgerAdjustment",
	"AdjustedEntry":              "LedgerAdjusted",
	"LedgerAccountRecord":        "LedgerAccount",
	"LedgerAccountsOutputBody":   "LedgerAccountList",
	"LedgerEntriesOutputBody":    "LedgerEntryList",
	"LedgerEntryRecord":          "LedgerEntry",
	"LedgerLineRecord":           "LedgerLine",
	"SharesOutputBody":           "ShareList",
	"SetShareInputBody":          "NewShare",
	"ShareRuleRecord":            "ShareRule",
	"ApplicationsOutputBody":     "ApplicationList",
	"ApplicationRecord":          "ApplicationDetail",
	"AllTokensOutputBody":        "DeskTokenList",
	"PersonRecord":               "Person",
	"JudgePersonInputBody":       "Reason",
	"ErasureRecord":              "Erasure",
	"ForgetAddressInputBody":     "ForgottenAddress",
	"RolesInputBody":             "RoleChoice",
	"AnswerInputBody":            "Answer",
	"NoteOrderInputBody":         "OrderNote",
	"PlaceImageInputBody":        "ImagePlace",
	"CropImageInputBody":         "ImageCrop",
	"DrawImagesInputBody":        "ImageViews",
	"SaveTranslationsInputBody":  "NewTranslations",
	"SalesOutputBody":            "Sales",
	"StorageOutputBody":          "Storage",
	"UpdateOrderInputBody":       "OrderChange",
	"UpdateCheckoutInputBody":    "CheckoutChange",
	"CreateReportInputBody":      "NewReport",
	"DecideReportInputBody":      "Ruling",
	"DecisionRecord":             "Decision",
	"LiftInputBody":              "Lift",
	"ObjectInputBody":            "Objection",
	"ObjectionsOutputBody":       "ObjectionList",
	"OwnDecisionsOutputBody":     "OwnDecisionList",
	"ReportRecord":               "Report",
	"ReportsOutputBody":          "ReportList",
	"PublishVersionInputBody":    "NewVersion",
	"LikeRecord":                 "Like",
	"LikesOutputBody":            "LikeList",
	"FollowRecord":               "Follow",
	"FollowingOutputBody":        "FollowList",
	"SaveKeptMailsInputBody":     "KeptMailsChange",
	"CollectionRecord":           "Collection",
	"CollectionsOutputBody":      "CollectionList",
	"GatheredBody":               "NewCollection",
	"UpdateCollectionInputBody":  "CollectionChange",
	"ArrangeCollectionInputBody": "Arrangement",
	"ReviewRecord":               "Review",
	"ReviewsOutputBody":          "ReviewList",
	"SaveReviewInputBody":        "ReviewChange",
	"AnswerReviewInputBody":      "ReviewAnswer",
	"HideReviewInputBody":        "ReviewRuling",
	"HideCollectionInputBody":    "CollectionRuling",
	"StatisticsOutputBody":       "Statistics",
	"DeskModelsOutputBody":       "DeskModelList",
	"RuleModelInputBody":         "ModelRuling",
	"ApproveModelInputBody":      "Approval",
	"FeatureModelInputBody":      "Feature",
	"SharedFilesOutputBody":      "SharedFileList",
	"PublishVersionOutputBody":   "PublishedVersion",
	"PageVersionsOutputBody":     "PageVersionList",
	"VersionsOutputBody":         "VersionList",
	"BundleRecord":               "Bundle",
	"BundledRecord":              "BundledModel",
	"BundlesOutputBody":          "BundleList",
	"BundleChangeBody":           "BundleChange",
	"NewBundleBody":              "NewBundle",
	"CouponRecord":               "Coupon",
	"CouponsOutputBody":          "CouponList",
	"CouponChangeBody":           "CouponChange",
	"NewCouponBody":              "NewCoupon",
	"PromotionRecord":            "Promotion",
	"PromotionsOutputBody":       "PromotionList",
	"PromotionChangeBody":        "PromotionChange",
	"NewPromotionBody":           "NewPromotion",
	"PartBody":                   "Part",
	"EndpointRecord":             "WebhookEndpoint",
	"EndpointsOutputBody":        "WebhookEndpointList",
	"EndpointChangeBody":         "WebhookEndpointChange",
	"NewEndpointBody":            "NewWebhookEndpoint",
	"CreatedEndpoint":            "CreatedWebhookEndpoint",
	"EndpointWithSecret":         "WebhookEndpointWithSecret",
	"DeliveryRecord":             "WebhookDelivery",
	"DeliveryEntry":              "WebhookDeliveryEntry",
	"DeliveriesOutputBody":       "WebhookDeliveryList",
	"RedeliverRangeInputBody":    "WebhookRange",
	"RedeliveredOutputBody":      "WebhooksRedelivered",
	"TakeInputBody":              "WebhooksDone",
	"TakenRecord":                "WaitingWebhook",
	"TakenOutputBody":            "WaitingWebhooks",
}

// deriveNewModel makes the body of a creation from that of a change: a draft
// needs a title. What a change takes beside, a record as it was read, is described
// in words: clients that are made from the contract send what can be written.
func deriveNewModel(doc *openapi.Document) {
	for _, op := range doc.Operations() {
		if op.ID() == "createModel" {
			doc.CopySchema("ModelChange", "NewModel")
			op.TakeJSON("NewModel")
		}
		if op.ID() == "updateModel" {
			op.TakeJSON("ModelChange")
		}
		if op.ID() == "saveDraftVersion" {
			doc.CopySchema("ModelChange", "DraftVersionChange")
			members := doc.Schemas()["DraftVersionChange"].(openapi.Object)["properties"].(openapi.Object)
			delete(members, "status") // the model alone has one
			members["note"] = openapi.Object{"type": "string", "description": noteDoc, "examples": []any{"A wider seat."}}
			op.TakeJSON("DraftVersionChange")
		}
	}
	doc.Schemas()["NewModel"].(openapi.Object)["required"] = []any{"title"}
}

// enums are the sets of words that members and parameters choose from.
func enums() []openapi.Enum {
	return []openapi.Enum{
		{Name: "Standing", Description: "What keeps a model of one's own back. waiting: for a review before it is published. " +
			"sent_back: after one. taken_out: of the catalogue, by a decision. rejected_files: nothing could be made of some of its files.",
			Words: words(vitrine.Standings()...)},
		{Name: "ModelStatus", Description: "draft: seen by its author alone. published: in the catalogue.",
			Words: words(vitrine.Draft, vitrine.Published)},
		{Name: "Preview",
			Description: "full: the whole shape. reduced: too little of it to be a substitute. turntable: drawn pictures from all " +
				"sides. none: pictures alone.", Words: words(vitrine.PreviewForms()...)},
		{Name: "ProductType", Description: "cg: for pictures, films and games. printable: for 3D printers.",
			Words: words(vitrine.CG, vitrine.Printable)},
		{Name: "FileStatus", Description: "processing: its bytes are being read. rejected: problems says why.",
			Words: words(vitrine.FileProcessing, vitrine.FileReady, vitrine.FileRejected)},
		{Name: "FileStage", Description: "Whether a file waits to be read or is being read.", Words: []string{"waiting", "reading"}},
		{Name: "MailStatus", Description: "waiting: to be sent. sending: handed to the mail server just now. failed: given up. unsure: the " +
			"connection was lost, it may have been sent. bounced: it was sent, and a server further on returned it.",
			Words: store.MailStates()},
		{Name: "MailFate", Description: "What a server says that it did with a mail (RFC 3464). failed: it came back. " +
			"delayed: it is still tried. delivered: it arrived. relayed: it went on to a server that tells nothing of it. " +
			"expanded: it went on to several addresses.",
			Words: dsn.Actions()},
		{Name: "PictureView", Description: "A side from which the server draws a picture. three-quarter: where the first is drawn from.",
			Words: words(vitrine.PictureViews()...)},
		{Name: "PageName", Description: "A text of the marketplace's own.", Words: words(vitrine.PaperKinds()...)},
		{Name: "InvoiceKind", Description: "A credit note takes an invoice back, in part or whole.",
			Words: words(vitrine.Billed, vitrine.Credited)},
		{Name: "TaxTreatment", Description: "Why the tax of an order is what it is.",
			Words: []string{"taxed", "exempt", "reverse_charge", "outside", "unknown_place", "pending"}},
		{Name: "TaxSeller", Description: "Who sells to the buyer: the marketplace, or the author of the model.",
			Words: []string{"shop", "seller"}},
		{Name: "CheckoutStatus", Description: "unpaid becomes paid, canceled or expired; paid becomes refunded once all of the money went back.",
			Words: words(vitrine.Unpaid, vitrine.Paid, vitrine.Canceled, vitrine.Expired, vitrine.Refunded)},
		{Name: "RefundState", Description: "asked and pending become done, failed or owed; owed becomes done by an operator's word.",
			Words: []string{"asked", "pending", "done", "failed", "owed"}},
		{Name: "RefundReason", Description: "Why money goes back.",
			Words: []string{"not_as_described", "broken", "mistaken", "duplicate", "fraudulent", "other"}},
		{Name: "RefundRequestState", Description: "open becomes refused, passed or an end; refused becomes passed or an end; passed an end.",
			Words: words(vitrine.RefundRequestStates()...)},
		{Name: "DisputeStatus", Description: "An inquiry moves no money; a dispute waits for an answer, is looked at, and is won or lost.",
			Words: []string{"inquiry", "inquiry_reviewed", "inquiry_over", "needs_response", "under_review", "won", "lost"}},
		{Name: "DisputeState", Description: "Whether anything becomes of a dispute.", Words: []string{"open", "over"}},
		{Name: "OrderStatus", Description: "unpaid becomes paid, canceled or expired; paid can become refunded or disputed.",
			Words: words(vitrine.Unpaid, vitrine.Paid, vitrine.Canceled, vitrine.Expired, vitrine.Refunded, vitrine.Disputed)},
		{Name: "Units", Description: "Millimetres, centimetres, metres, inches or feet.", Words: vitrine.Units()},
		{Name: "GeometryType", Description: "What geometry is made of.", Words: vitrine.GeometryTypes()},
		{Name: "UnwrappedUVs", Description: "How texture coordinates are laid out.", Words: vitrine.UnwrappedUVs()},
		{Name: "UpAxis", Description: "The axis that points up.", Words: []string{"x", "y", "z"}},
		{Name: "Certainty", Description: "Measured, said by the file and not checked, or not known.",
			Words: []string{"verified", "declared", "unknown"}},
		{Name: "Scope", Description: "What an access token permits.", Words: words(vitrine.AllScopes()...)},
		{Name: "Role", Description: "operator: everything. moderator: reports, models and suspensions. support: people's accounts. " +
			"seller: publishes, also where operators say who may.", Words: words(vitrine.GivenRoles()...)},
		{Name: "ReportState", Description: "open: it waits. dismissed: nothing was done. acted: what it is about was taken off.",
			Words: words(vitrine.ReportOpen, vitrine.ReportDismissed, vitrine.ReportActed)},
		{Name: "ReportKind", Description: "Why something is reported. children: it shows their sexual abuse; who reports that need not " +
			"say who " +
			"they are.", Words: words(vitrine.ReportKinds()...)},
		{Name: "ReportSubject", Description: "What a report is about.",
			Words: []string{vitrine.AboutModel, vitrine.AboutPerson, vitrine.AboutReview, vitrine.AboutCollection,
				vitrine.AboutPage}},
		{Name: "DeskModelState", Description: "How a model stands. hidden and taken_down: by a decision; waiting: somebody looks at it first.",
			Words: words(store.ModelsWaiting, store.ModelsPublished, store.ModelsDrafts, store.ModelsHidden, store.ModelsTakenDown)},
		{Name: "DeskModelChoice", Description: "Which models are listed.", Words: words(store.ModelsWaiting, store.ModelsNew,
			store.ModelsPublished, store.ModelsDrafts, store.ModelsHidden, store.ModelsTakenDown)},
		{Name: "WebhookEvent", Description: "What programs are told of. order.paid: also when a dispute is over. model.published and " +
			"model.unpublished: it came into the catalogue, or left it, by whoever's word.", Words: words(vitrine.EventTypes()...)},
		{Name: "BundleState", Description: "How far a bundle has come; withheld: withheld_because says why it is not sold; ended: " +
			"its time is over, or somebody ended it.",
			Words: words(vitrine.BundlePlanned, vitrine.BundleOffered, vitrine.BundleWithheld, vitrine.BundleEnded)},
		{Name: "BundleFault", Description: "What keeps a bundle from being sold: a model has left the catalogue, or one by one the models cost " +
			"no more.", Words: words(vitrine.BundleModelGone, vitrine.BundleNoLower)},
		{Name: "CouponState", Description: "How far a coupon has come; ended: its time is over, or somebody ended it.",
			Words: words(vitrine.CouponPlanned, vitrine.CouponValid, vitrine.CouponEnded)},
		{Name: "PromotionState", Description: "How far a discount has come; canceled: before it began.",
			Words: words(vitrine.PromotionPlanned, vitrine.PromotionRunning, vitrine.PromotionEnded, vitrine.PromotionCanceled)},
		{Name: "WebhookCoverage", Description: "own: what is the caller's. marketplace: everything, for operators.",
			Words: []string{"own", "marketplace"}},
		{Name: "ShareAbout", Description: "What a share is asked of: one model, all of a seller, or a category with what is below it.",
			Words: words(vitrine.ShareOfModel, vitrine.ShareOfSeller, vitrine.ShareOfCategory)},
		{Name: "WebhookPayload", Description: "full: what the object is. thin: its id alone.", Words: []string{"full", "thin"}},
		{Name: "WebhookDisabled", Description: "owner: somebody said so. gone: it answered 410. failing: it took almost nothing for three days.",
			Words: []string{vitrine.DisabledByOwner, vitrine.DisabledGone, vitrine.DisabledFailing}},
		{Name: "DeliveryStatus", Description: "pending: it will be sent, or sent again. failed: it is given up.",
			Words: []string{vitrine.DeliveryPending, vitrine.DeliveryDelivered, vitrine.DeliveryFailed}},
		{Name: "PageAgreement", Description: "Who must agree to a text. nobody. anew: everybody with an account. still: who has not agreed to " +
			"what they had to.", Words: []string{"nobody", "anew", "still"}},
		{Name: "PayoutSchedule", Description: "When payouts are made. hand: when an operator makes a batch.",
			Words: []string{byHand, "weekly", "monthly"}},
		{Name: "PayoutStatus", Description: "How far a payout has come. pending: it is made. in_batch: an operator gives it to the bank. " +
			"sent: the " +
			"bank has it. paid: it has arrived. failed: it came back. canceled: it was taken back before it was sent.",
			Words: words(vitrine.PayoutStates()...)},
		{Name: "MovementKind", Description: "What moved a balance. sold: an order was paid. released: what was on hold became available. " +
			"refunded, disputed, dispute_won, dispute_lost: what became of its payment. transferred, transfer_back: to and from the " +
			"seller's own account with the provider. payout, payout_arrived, payout_returned: what was sent to the seller. adjusted: by operators.",
			Words: words(vitrine.EntrySold, vitrine.EntryReleased, vitrine.EntryRefunded, vitrine.EntryDisputed, vitrine.EntryDisputeWon,
				vitrine.EntryDisputeLost, vitrine.EntryTransferred, vitrine.EntryTransferBack, vitrine.EntryPayout,
				vitrine.EntryPayoutArrived, vitrine.EntryPayoutReturned, vitrine.EntryAdjusted)},
		{Name: "LedgerAccountKind", Description: "What the money on an account is. clearing: at a provider of payments. bank: at the " +
			"marketplace's own bank. disputes: drawn while a dispute is open. returns: owed to buyers. losses: drawn once more of what had gone " +
			"back. share: what the marketplace keeps. fees: what a provider keeps. tax: owed to the state. hold, available, transit: a " +
			"seller's. exchange: given by a provider for another currency, or got for one.",
			Words: words(vitrine.AccountKinds()...)},
		{Name: "LedgerEntryKind", Description: "What happened to money.", Words: words(vitrine.EntryKinds()...)},
		{Name: "JoinPolicy", Description: "Who may make an account. open: everybody. invited: who was. closed: nobody by themselves.",
			Words: words(vitrine.JoinOpen, vitrine.JoinInvited, vitrine.JoinClosed)},
		{Name: "SellerPolicy", Description: "Who may publish models. confirmed: everybody with a confirmed address. operators: they, and whom " +
			"they let.", Words: words(vitrine.SellConfirmed, vitrine.SellOperators)},
		{Name: "Audience", Description: "Who sees a collection. private: its owner. link: who has its url. public: everybody.",
			Words: words(vitrine.Audiences()...)},
		{Name: "DecisionAction", Description: "hide: the model leaves the catalogue. take_down: its bytes are not taken again either.",
			Words: words(vitrine.ActHide, vitrine.ActTakeDown)},
		{Name: "RulingAction", Description: "What is done about what was reported.",
			Words: words(vitrine.ActNothing, vitrine.ActHide, vitrine.ActTakeDown)},
		{Name: "DecisionGround", Description: "law: it is illegal. terms: it breaks the terms of the marketplace.",
			Words: words(vitrine.GroundLaw, vitrine.GroundTerms)},
		{Name: "OrderDecision", Description: "What an operator makes of an order.",
			Words: words(vitrine.Paid, vitrine.Canceled, vitrine.Refunded)},
		{Name: "PeopleList", Description: "Which people are listed.", Words: words(store.PeopleRoles, store.PeopleSuspended)},
		{Name: "SignInMethod", Description: "How somebody showed who they are.", Words: words(vitrine.SignInMethods()...)},
		{Name: "Sort", Description: "The order of a list. lower_price: the cheapest first; higher_price: the dearest first.",
			Words: words(vitrine.BestMatch, vitrine.BySales, vitrine.Newest, vitrine.Oldest, vitrine.LowerPrice, vitrine.HigherPrice)},
		{Name: "PolygonRange", Description: "How many polygons a model has: lt_5k is under 5,000, gt_250k is 250,000 and more.",
			Words: polygonRanges()},
		{Name: "TotalRelation", Description: "eq: the total is exact. gte: there are at least so many.", Words: []string{"eq", "gte"}},
		{Name: "ProblemCode", Description: "Stable name of a kind of problem; its page at the problem's type says what to do.",
			Words: problemCodes()},
	}
}

func words[T ~string](list ...T) []string {
	plain := make([]string, len(list))
	for i, word := range list {
		plain[i] = string(word)
	}
	return plain
}

func polygonRanges() []string {
	var names []string
	for _, r := range vitrine.PolygonRanges() {
		names = append(names, r.Name)
	}
	return names
}

func problemCodes() []string {
	var codes []string
	for _, doc := range web.Docs() {
		codes = append(codes, string(doc.Code))
	}
	return codes
}

// nullableMembers may be sent as null: it takes the value away.
func nullableMembers() []string {
	var places []string
	for _, body := range []string{"ModelChange.", "NewModel.", "DraftVersionChange."} {
		for _, member := range []string{
			"description", "tags", "category", "subcategory", "subcategoy", "price", "original_price", "license", "custom_license", "preview",
			"units", "multiple_parts_details",
			"info", "game_ready", "animated", "rigged", "pbr", "is_pre_supported", "is_split_into_multiple_parts",
		} {
			places = append(places, body+member)
		}
	}
	return places
}

// Patterns of the contract, in the dialect that JSON Schema shares with Go.
const (
	couponForm   = `^-*([A-Za-z0-9]-*){4,40}$`
	oneLine      = `^[\t-\r ]*[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?[\t-\r ]*$`
	tagForm      = `^[^\x00]*[^\s\x00][^\x00]*$`
	anyText      = `^[^\x00]*$`
	slugForm     = `^[a-z0-9]+(-[a-z0-9]+)*$`
	dayForm      = `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`
	sha256Form   = `^[0-9a-f]{64}$`
	moneyForm    = `^[0-9]{1,6}(\.[0-9]{1,2})?$`
	priceForm    = `^[0-9]{1,6}\.[0-9]{2}$`
	idForm       = `^[1-9][0-9]{0,18}$`
	languages    = `^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$`
	digestForm   = `^(sha-256=:[A-Za-z0-9+/]{43}=:)?$`
	suffixForm   = `^\.?[A-Za-z0-9_]+$`
	cursorForm   = `^[A-Za-z0-9_-]+$`
	returnForm   = `^(https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?|http://(localhost|127\.0\.0\.1|\[::1\]))(:[1-9][0-9]{0,3})?([/?][!$-;=?-Z_a-z~]*)?$`
	linkForm     = `^https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?(:[1-9][0-9]{0,3})?([/?][!$-;=?-Z_a-z~]*)?$`
	hookForm     = `^https?://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?(:[1-9][0-9]{0,3})?([/?][!$-;=?-Z_a-z~]*)?$`
	etags        = `^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*[ \t,]*)?$`
	checksumForm = `^(sha1 [A-Za-z0-9+/]{27}=|sha256 [A-Za-z0-9+/]{43}=)$`
	pairsForm    = `^[!-+\-.-~]+ [A-Za-z0-9+/]+={0,2}( *, *[!-+\-.-~]+( [A-Za-z0-9+/]+={0,2})?)*$`
	keyForm      = `^([!#-~]([ -~]*[!-~])?|"([ !#-\[\]-~]|\\["\\])+")$`
)

// tagList is a list of a model's tags.
func tagList() openapi.Object {
	return openapi.Object{"type": "array", "minItems": vitrine.MinTags, "maxItems": vitrine.MaxTags, "uniqueItems": true,
		"items": openapi.Object{"type": "string", "pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxTagLength}}
}

// limitsOfSchemas are the rules that the shop checks, as schemas say them.
func limitsOfSchemas() map[string]openapi.Object {
	limits := map[string]openapi.Object{
		"NewUser.username": {"pattern": `^[a-z0-9_-]{3,40}$`, "minLength": vitrine.MinUsernameLength,
			"maxLength": vitrine.MaxUsernameLength},
		"NewUser.password": {"pattern": anyText, "minLength": vitrine.MinPasswordLength, "maxLength": vitrine.MaxPasswordLength,
			"format": "password"},
		"NewUser.email":             {"format": "email", "maxLength": 254},
		"NewOrder.model_id":         {"oneOf": nil, "type": "integer", "format": "int64", "minimum": 1},
		"NewOrder.buyers_email":     {"format": "email"},
		"NewOrder.return_url":       {"format": "uri", "pattern": returnForm},
		"NewWebhookEndpoint.url":    {"format": "uri", "pattern": hookForm},
		"WebhookEndpointChange.url": {"format": "uri", "pattern": hookForm},
		"NewRefundRequest.text":     {"minLength": 1, "maxLength": vitrine.MaxRequestText},
		"RefundAnswer.text":         {"maxLength": vitrine.MaxRequestText},
		"NewBundle.name":            {"pattern": oneLine},
		"BundleChange.name":         {"pattern": oneLine},
		"NewCoupon.name":            {"pattern": oneLine},
		"NewCoupon.code":            {"pattern": couponForm},
		"CouponChange.name":         {"pattern": oneLine},
		"CouponChange.code":         {"pattern": couponForm},
		"NewCoupon.percent":         {"minimum": 1, "maximum": 100},
		"CouponChange.percent":      {"minimum": 1, "maximum": 100},
		"NewCoupon.uses":            {"minimum": 1, "maximum": vitrine.MaxCouponUses},
		"CouponChange.uses":         {"minimum": 1, "maximum": vitrine.MaxCouponUses},
		"NewCoupon.uses_each":       {"minimum": 1, "maximum": vitrine.MaxCouponUses},
		"CouponChange.uses_each":    {"minimum": 1, "maximum": vitrine.MaxCouponUses},
		"NewPromotion.name":         {"pattern": oneLine},
		"PromotionChange.name":      {"pattern": oneLine},

		"NewWebhookEndpoint.description":    {"pattern": oneLine},
		"WebhookEndpointChange.description": {"pattern": oneLine},
		"NewOrder.uuid":                     {"pattern": `^[!-~]{1,64}$`, "minLength": 1},
		"CurrentUser.scopes":                scopeList(),
		"Problem.type":                      {"format": "uri"},
		"Token.scopes":                      scopeList(),
		"ProfileChange.name":                {"pattern": anyText, "maxLength": vitrine.MaxNameLength},
		"ProfileChange.description":         {"pattern": anyText, "maxLength": vitrine.MaxDescriptionLength},
		"ProfileChange.links": {"maxItems": vitrine.MaxLinks,
			"items": openapi.Object{"type": "string", "format": "uri", "pattern": linkForm, "maxLength": vitrine.MaxLinkBytes}},
		"CurrentUser.links":          {"items": openapi.Object{"type": "string", "format": "uri"}},
		"Grant.scopes":               scopeList(),
		"DraftVersionChange.note":    {"pattern": anyText, "maxLength": vitrine.MaxVersionNote},
		"ReviewChange.text":          {"pattern": anyText, "maxLength": vitrine.MaxReview},
		"ReviewAnswer.answer":        {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxAnswer},
		"CollectionRuling.reason":    {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"ReviewRuling.reason":        {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"ModelRuling.reason":         {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"DeskReason.reason":          {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"NewTranslation.language":    {"pattern": languages},
		"NewTranslation.title":       {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxTitleLength},
		"NewTranslation.description": {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
		"NewTranslation.tags":        tagList(),
		"NewCategory.slug":           {"pattern": `^[a-z0-9]+(-[a-z0-9]+)*$`, "minLength": 1, "maxLength": 80},
		"NewCategory.title":          {"pattern": anyText, "minLength": 1, "maxLength": 200},
		"NewCategory.name":           {"pattern": anyText, "maxLength": 200},
		"NewCategory.description":    {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
		"CategoryChange.slug":        {"pattern": `^[a-z0-9]+(-[a-z0-9]+)*$`, "minLength": 1, "maxLength": 80},
		"CategoryChange.title":       {"pattern": anyText, "minLength": 1, "maxLength": 200},
		"CategoryChange.name":        {"pattern": anyText, "minLength": 1, "maxLength": 200},
		"CategoryChange.description": {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
		"CategoryWords.name":         {"pattern": anyText, "minLength": 1, "maxLength": 200},
		"CategoryWords.title":        {"pattern": anyText, "maxLength": 200},
		"CategoryWords.description":  {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
		"NewLicense.type":            {"pattern": `^[a-z0-9]+([-_][a-z0-9]+)*$`, "minLength": 1, "maxLength": vitrine.MaxLicenseType},
		"NewLicense.name":            {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxLicenseName},
		"NewLicense.description":     {"pattern": anyText, "maxLength": vitrine.MaxLicenseSummary},
		"NewLicense.text":            {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxTextBytes},
		"LicenseChange.name":         {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxLicenseName},
		"LicenseChange.description":  {"pattern": anyText, "maxLength": vitrine.MaxLicenseSummary},
		"LicenseChange.text":         {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxTextBytes},
		"CollectionChange.name":      {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxCollectionName},
		"CollectionChange.text":      {"pattern": anyText, "maxLength": vitrine.MaxCollectionText},
		"NewCollection.name":         {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxCollectionName},
		"NewCollection.text":         {"pattern": anyText, "maxLength": vitrine.MaxCollectionText},
		"NewVersion.note":            {"pattern": anyText, "maxLength": vitrine.MaxVersionNote},
		"OrderNote.note":             {"pattern": tagForm, "minLength": 1, "maxLength": 2000},
		"RoleChoice.roles":           {"maxItems": len(vitrine.GivenRoles())},
		"Lift.reason":                {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"Ruling.reason":              {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"Answer.answer":              {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"Objection.objection":        {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"NewReport.page":             {"pattern": `^[!-~]+$`, "minLength": 1},
		"NewReport.explanation":      {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxExplanation},
		"NewReport.name":             {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxReporter},
		"Reason.reason":              {"pattern": tagForm, "minLength": 1, "maxLength": vitrine.MaxReason},
		"NewToken.replaces":          {"oneOf": nil, "type": "integer", "format": "int64", "minimum": 1},
		"Order.id":                   {"pattern": idForm},
		"LibraryEntry.id":            {"pattern": idForm},
		"Purchase.id":                {"pattern": idForm},
		"OrderEntry.id":              {"pattern": idForm},
		"Problem.code":               {"type": "string", "enum": anyList(problemCodes())},
	}
	for _, body := range []string{"ModelChange", "NewModel", "DraftVersionChange"} {
		maps.Copy(limits, map[string]openapi.Object{
			body + ".title":                  {"pattern": oneLine, "minLength": 1, "maxLength": vitrine.MaxTitleLength},
			body + ".description":            {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
			body + ".custom_license":         {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
			body + ".multiple_parts_details": {"pattern": anyText, "maxLength": vitrine.MaxTextBytes},
			body + ".category":               {"pattern": slugForm},
			body + ".subcategory":            {"pattern": slugForm},
			body + ".subcategoy":             {"pattern": slugForm},
			body + ".tags":                   tagList(),
			body + ".info":                   {"maxProperties": vitrine.MaxInfoKeys},
		})
	}
	return limits
}

func scopeList() openapi.Object {
	return openapi.Object{"items": openapi.Object{"type": "string", "enum": anyList(words(vitrine.AllScopes()...))}}
}

// limitParameters says what parameters of a name take, wherever they stand.
func limitParameters(doc *openapi.Document) {
	rules := map[string]openapi.Object{
		"If-Match":         {"pattern": etags, "examples": []any{"*"}},
		"language":         {"pattern": languages, "maxLength": 35, "examples": []any{"de"}},
		"cursor":           {"pattern": cursorForm},
		"extensions":       {"minItems": 1, "items": openapi.Object{"type": "string", "minLength": 1, "pattern": suffixForm}},
		"Repr-Digest":      {"pattern": digestForm},
		"per_page":         {"format": nil}, // any whole number counts as one from 1 to 100
		"created_after":    {"format": "date-time"},
		"created_before":   {"format": "date-time"},
		"from":             {"format": "date", "pattern": dayForm},
		"to":               {"format": "date", "pattern": dayForm},
		"since":            {"format": "date-time"},
		"until":            {"format": "date-time"},
		"Content-Language": {"pattern": "^(" + strings.Trim(languages, "^$") + ")?$", "maxLength": 35, "examples": []any{"en-US"}},
		"Accept-Language":  {"examples": []any{"de, en;q=0.8"}},
		"Tus-Resumable":    {"enum": []any{upload.Version}},
		"Upload-Checksum":  {"pattern": checksumForm},
		"Upload-Metadata":  {"pattern": pairsForm},
		"Idempotency-Key":  {"pattern": keyForm, "minLength": 1, "maxLength": maxIdempotencyKey},
		"min_price":        {"pattern": moneyForm},
		"max_price":        {"pattern": moneyForm},
	}
	for _, op := range doc.Operations() {
		for _, parameter := range op.Parameters() {
			schema, _ := parameter["schema"].(openapi.Object)
			name, _ := parameter["name"].(string)
			maps.Copy(schema, rules[name])
			maps.DeleteFunc(schema, func(_ string, value any) bool { return value == nil })
			if schema["items"] != nil {
				schema["type"] = "array"
			}
			delete(schema, "patternDescription") // JSON Schema does not know it
			delete(schema, "description")        // the parameter has it
			switch {
			case parameter["in"] == "query" && schema["type"] == "string" && schema["enum"] == nil:
				schema["minLength"] = 1 // one without a value is refused
			case parameter["in"] == "path" && schema["type"] == "string":
			case parameter["in"] == "path" && strings.HasPrefix(op.Path, "/v1/orders/"):
				parameter["schema"] = openapi.Object{"type": "string", "pattern": idForm, "examples": []any{"123"}}
			case parameter["in"] == "path":
				schema["minimum"] = 1
			}
		}
		parameters, _ := op.Object["parameters"].([]any)
		slices.SortStableFunc(parameters, func(a, b any) int { return cmp.Compare(place(a), place(b)) })
	}
}

// place puts what a path needs before the query, and headers last.
func place(parameter any) int {
	in, _ := parameter.(openapi.Object)["in"].(string)
	return slices.Index([]string{"path", "query", "header"}, in)
}
