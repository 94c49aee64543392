package api

import (
	"vitrine"
	"vitrine/internal/web"
)

// routes lists every operation with the scope that it needs and the budget
// that it spends; anyScope takes any good token.
func (s *Server) routes() {
	const (
		read, write         = vitrine.ScopeModelsRead, vitrine.ScopeModelsWrite
		orders, order       = vitrine.ScopeOrdersRead, vitrine.ScopeOrdersWrite
		reads, writes, puts = web.Reads, web.Writes, web.Uploads
	)
	handle(s, operation{"GET", "/v1/models", "listModels", read, reads, "A page of the catalogue, or of one's own models"}, s.listModels,
		answers[modelsPage](s, 200), s.alsoFails(422))
	handle(s, operation{"GET", "/v1/facets", "listFacets", read, reads, "How many models of a list are in each category, format, price band"},
		s.listFacets)
	handle(s, operation{"GET", "/v1/suggestions", "listSuggestions", read, reads, "Searches that keywords become by going on to type"},
		s.listSuggestions)
	handle(s, operation{"GET", "/v1/corrections", "listCorrections", read, reads, "The search that was meant by mistyped keywords"},
		s.listCorrections)
	handle(s, operation{"POST", "/v1/models", "createModel", write, writes, "Create a model draft"}, s.createModel,
		answers[createdModelRecord](s, 201))
	handle(s, operation{"GET", "/v1/models/{id}", "getModel", read, reads, "One model"}, s.model, answers[ModelRecord](s, 200))
	handle(s, operation{"PUT", "/v1/models/{id}", "updateModel", write, writes, "Change a model, publish it or take it back"}, s.updateModel,
		answers[ModelRecord](s, 200))
	handle(s, operation{"DELETE", "/v1/models/{id}", "deleteModel", write, writes, "Delete a model"}, s.deleteModel)
	handle(s, operation{"GET", "/v1/models/{id}/publication", "getPublication", read, reads, "What keeps a model from being published"},
		s.publication)
	handle(s, operation{"GET", "/v1/models/{model_id}/guesses", "getGuesses", read, reads, "What a model could say"}, s.guesses,
		tagged("models"))
	handle(s, operation{"GET", "/v1/models/{model_id}/license", "getModelLicense", read, reads, "The license of a model"}, s.modelLicense)

	handle(s, operation{"GET", "/v1/models/{model_id}/translations", "listTranslations", read, reads,
		"The texts of a model in all its languages"}, s.listTranslations)
	handle(s, operation{"PUT", "/v1/models/{model_id}/translations", "saveTranslations", write, writes,
		"Write the texts of a model in all its languages"}, s.saveTranslations)
	handle(s, operation{"DELETE", "/v1/models/{model_id}/translations/{language}", "removeTranslation", write, writes,
		"Remove the text in one language"}, s.removeTranslation, s.alsoFails(409))

	s.versionRoutes()
	handle(s, operation{"GET", "/v1/models/{model_id}/files", "listFiles", read, reads, "All files of a model"}, s.listFiles)
	s.stream(operation{"POST", "/v1/models/{model_id}/files", "uploadFile", write, puts, "Upload a file"}, s.uploadFile,
		takesUpload("The file.", true), inDraft, answers[createdFile](s, 201))
	s.uploadRoutes()
	s.stream(operation{"GET", "/v1/models/{model_id}/files/{id}", "downloadFile", read, reads, "Redirect to the bytes of a file"},
		s.downloadFile, redirects, ofDraft, s.alsoFails(402))
	handle(s, operation{"DELETE", "/v1/models/{model_id}/files/{id}", "removeFile", write, writes, "Remove a file"}, s.removeFile,
		s.alsoFails(409))
	handle(s, operation{"GET", "/v1/models/{model_id}/images", "listImages", read, reads, "All images of a model"}, s.listImages)
	s.stream(operation{"POST", "/v1/models/{model_id}/images", "uploadImage", write, puts, "Upload an image"}, s.uploadImage,
		takesUpload("A JPEG, PNG, WebP, GIF, BMP or TIFF; of an animated one the first frame.", false), inDraft,
		answers[createdImage](s, 201))
	handle(s, operation{"PUT", "/v1/models/{model_id}/images/{id}", "placeImage", write, writes, "Move a picture"}, s.placeImage,
		s.neverFails(409, 412))
	handle(s, operation{"POST", "/v1/models/{model_id}/images/{id}/crop", "cropImage", write, writes, "Show a part of an image"}, s.cropImage,
		tagged("images"), acts(200))
	handle(s, operation{"POST", "/v1/models/{model_id}/drawings", "drawImages", write, writes, "Draw images of a model"}, s.drawImages,
		tagged("images"), acts(204))
	handle(s, operation{"DELETE", "/v1/models/{model_id}/images/{id}", "removeImage", write, writes, "Remove an image"}, s.removeImage,
		s.alsoFails(409))

	handle(s, operation{"GET", "/v1/orders", "listOrders", orders, reads, "The caller's orders, their sales, or all"}, s.listOrders,
		s.alsoFails(422))
	handle(s, operation{"POST", "/v1/orders", "createOrder", order, writes, "Order a model"}, s.createOrder, s.alsoFails(404))
	handle(s, operation{"GET", "/v1/orders/{id}", "getOrder", orders, reads, "One order"}, s.order)
	handle(s, operation{"GET", "/v1/orders/{id}/receipt", "getReceipt", orders, reads, "The signed receipt of a paid order"}, s.receiptOf,
		s.alsoFails(409), tagged("orders"))
	handle(s, operation{"GET", "/v1/orders/{id}/invoices", "listInvoices", orders, reads, "The invoices of an order"}, s.invoicesOf,
		tagged("orders"))
	handle(s, operation{"GET", "/v1/invoices/{number}", "getInvoice", orders, reads, "One invoice or credit note"}, s.invoice,
		tagged("orders"))
	handle(s, operation{"DELETE", "/v1/orders/{id}", "cancelOrder", order, writes, "Cancel an unpaid order"}, s.cancelOrder, s.alsoFails(409))

	handle(s, operation{"GET", "/v1/checkouts", "listCheckouts", orders, reads, "The caller's checkouts"}, s.listCheckouts, s.alsoFails(422))
	handle(s, operation{"POST", "/v1/checkouts", "createCheckout", order, writes, "Have several orders paid at once"}, s.createCheckout)
	handle(s, operation{"GET", "/v1/checkouts/{id}", "getCheckout", orders, reads, "One checkout"}, s.checkout)
	handle(s, operation{"DELETE", "/v1/checkouts/{id}", "cancelCheckout", order, writes, "Cancel a checkout with its orders"},
		s.cancelCheckout, s.alsoFails(409))

	s.refundRoutes()
	handle(s, operation{"GET", "/v1/sales", "listSales", orders, reads, "What the caller sold, by day, model and country"}, s.listSales)
	handle(s, operation{"GET", "/v1/balance", "getBalance", orders, reads, "What the caller has earned and not got yet"}, s.balance)
	handle(s, operation{"GET", "/v1/balance/entries", "listBalanceEntries", orders, reads, "What has moved the caller's balance"},
		s.listMovements, tagged("balance"))

	handle(s, operation{"GET", "/v1/payouts", "listPayouts", orders, reads, "The caller's payouts, or all"}, s.listPayouts, s.alsoFails(403))
	handle(s, operation{"GET", "/v1/payouts/{id}", "getPayout", orders, reads, "One payout"}, s.payout)
	handle(s, operation{"GET", "/v1/payout_account", "getPayoutAccount", orders, reads, "Where the caller is paid"}, s.payoutAccount,
		tagged("payouts"), s.alsoFails(404))
	handle(s, operation{"PUT", "/v1/payout_account", "setPayoutAccount", vitrine.ScopePayoutsWrite, writes, "Say where the caller is paid"},
		s.setPayoutAccount, tagged("payouts"), s.neverFails(404, 409), s.settled)

	handle(s, operation{"GET", "/v1/statements", "listStatements", orders, reads, "The months that the caller has statements of"},
		s.listStatements)
	handle(s, operation{"GET", "/v1/statements/{month}", "getStatements", orders, reads, "What became of the caller's money in a month"},
		s.statements)

	handle(s, operation{"GET", "/v1/storage", "getStorage", read, reads, "How much the caller's files take, and may"},
		s.storage, tagged("users"))
	handle(s, operation{"GET", "/v1/statistics", "listStatistics", orders, reads, "How often the caller's models were looked at"},
		s.listStatistics)
	s.reviewRoutes()

	handle(s, operation{"GET", "/v1/file_types", "listFileTypes", anyScope, reads, "All file types with their renderer apps"}, s.listFileTypes)
	handle(s, operation{"GET", "/v1/file_types/{id}", "getFileType", anyScope, reads, "One file type with its renderer apps"}, s.fileType)
	handle(s, operation{"GET", "/v1/categories", "listCategories", anyScope, reads, "All categories"}, s.listCategories)
	handle(s, operation{"GET", "/v1/categories/{id}", "getCategory", anyScope, reads, "One category"}, s.category)
	handle(s, operation{"GET", "/v1/house", "getHouse", anyScope, reads, "What the marketplace is"}, s.house)
	handle(s, operation{"GET", "/v1/pages", "listPages", anyScope, reads, "The marketplace's own texts"}, s.listPages)
	handle(s, operation{"GET", "/v1/pages/{page}", "getPage", anyScope, reads, "One of the marketplace's own texts"}, s.page)
	handle(s, operation{"GET", "/v1/pages/{page}/versions", "listPageVersions", anyScope, reads, "The versions of one of these texts"},
		s.listPageVersions, tagged("pages"))
	handle(s, operation{"GET", "/v1/licenses", "listLicenses", anyScope, reads, "All licenses"}, s.listLicenses)
	handle(s, operation{"GET", "/v1/licenses/{type}", "getLicense", anyScope, reads, "One license"}, s.license)
	handle(s, operation{"POST", "/v1/users", "createUser", vitrine.ScopeUsersCreate, web.Tokens, "Create a user with an access token"},
		s.createUser)
	handle(s, operation{"GET", "/v1/users/me", "getCurrentUser", anyScope, reads, "The user that the access token stands for"}, s.currentUser)
	s.ownRoutes()
	s.keepingRoutes()
	s.webhookRoutes()
	s.dealRoutes()
	s.deskRoutes()
	handle(s, operation{"GET", "/v1/limits", "getLimits", anyScope, reads, "The limits of this server"}, s.limits)
}

// versionRoutes are those of draft versions, and of what became of them.
func (s *Server) versionRoutes() {
	const read, write, reads, writes = vitrine.ScopeModelsRead, vitrine.ScopeModelsWrite, web.Reads, web.Writes
	handle(s, operation{"GET", "/v1/models/{model_id}/draft", "getDraftVersion", read, reads, "The draft version of a published model"},
		s.draftVersion, answers[DraftVersion](s, 200))
	handle(s, operation{"PUT", "/v1/models/{model_id}/draft", "saveDraftVersion", write, writes,
		"Change the draft version of a published model"}, s.saveDraftVersion, answers[DraftVersion](s, 200))
	handle(s, operation{"DELETE", "/v1/models/{model_id}/draft", "discardDraftVersion", write, writes, "Throw the draft version away"},
		s.discardDraftVersion)
	handle(s, operation{"POST", "/v1/models/{model_id}/versions", "publishVersion", write, writes, "Publish the draft version"},
		s.publishVersion, s.alsoFails(404))
	handle(s, operation{"GET", "/v1/models/{model_id}/versions", "listVersions", read, reads, "The published versions of a model"},
		s.listVersions)
}

// reviewRoutes are those of what buyers say, and of what authors answer.
func (s *Server) reviewRoutes() {
	const own, say, reads, writes = "/v1/models/{model_id}/reviews/mine", vitrine.ScopeReviewsWrite, web.Reads, web.Writes
	review := tagged("reviews")
	handle(s, operation{"GET", "/v1/models/{model_id}/reviews", "listReviews", vitrine.ScopeModelsRead, reads, "What is said of a model"},
		s.listReviews)
	handle(s, operation{"GET", own, "getOwnReview", say, reads, "What the caller says of a model"}, s.ownReview, review)
	handle(s, operation{"PUT", own, "saveReview", say, writes, "Review a model"}, s.saveReview, review)
	handle(s, operation{"DELETE", own, "withdrawReview", say, writes, "Take a review back"}, s.withdrawReview, review, s.alsoFails(409))
	s.stream(operation{"POST", own + "/images", "uploadReviewImage", say, web.Uploads, "Upload a picture of a review"}, s.uploadReviewImage,
		takesUpload("A JPEG, PNG or WebP.", false), review, answers[createdReviewImage](s, 201))
	handle(s, operation{"DELETE", own + "/images/{id}", "removeReviewImage", say, writes, "Remove a picture of a review"}, s.removeReviewImage,
		review, s.neverFails(412), s.alsoFails(409))
	handle(s, operation{"PUT", "/v1/reviews/{id}/answer", "answerReview", vitrine.ScopeModelsWrite, writes,
		"Answer a review of a model of one's own"}, s.answerReview, review, s.neverFails(412))
}

// keepingRoutes are those of what people like, whom they follow, and what they collect.
func (s *Server) keepingRoutes() {
	const see, keep, reads, writes = vitrine.ScopeKeepingRead, vitrine.ScopeKeepingWrite, web.Reads, web.Writes
	const like, follow, one = "/v1/likes/{model_id}", "/v1/following/{username}", "/v1/collections/{id}"
	held, bodiless, unversioned := one+"/models/{model_id}", s.neverFails(409, 412, 415, 422), s.neverFails(412)
	collection := tagged("collections")
	handle(s, operation{"GET", "/v1/likes", "listLikes", see, reads, "The models that the caller likes"}, s.listLikes)
	handle(s, operation{"PUT", like, "likeModel", keep, writes, "Like a model"}, s.likeModel, bodiless)
	handle(s, operation{"DELETE", like, "unlikeModel", keep, writes, "Take a like back"}, s.unlikeModel, unversioned)
	handle(s, operation{"GET", "/v1/following", "listFollowing", see, reads, "The sellers whom the caller follows"}, s.listFollowing)
	handle(s, operation{"PUT", follow, "followSeller", keep, writes, "Follow a seller"}, s.followSeller, bodiless)
	handle(s, operation{"DELETE", follow, "unfollowSeller", keep, writes, "Follow a seller no more"}, s.unfollowSeller, unversioned)
	handle(s, operation{"GET", "/v1/users/me/mails", "getMails", see, reads, "Which mails about what they keep the caller gets"}, s.keptMails)
	handle(s, operation{"PUT", "/v1/users/me/mails", "updateMails", keep, writes, "Ask for mails about what the caller keeps"},
		s.saveKeptMails, s.neverFails(409, 412))

	handle(s, operation{"GET", "/v1/collections", "listCollections", see, reads, "The caller's own collections"}, s.listCollections)
	handle(s, operation{"POST", "/v1/collections", "createCollection", keep, writes, "Make a collection"}, s.createCollection)
	handle(s, operation{"GET", "/v1/public-collections", "listPublicCollections", vitrine.ScopeModelsRead, reads,
		"The collections that everybody sees"}, s.listPublicCollections, collection)
	handle(s, operation{"GET", "/v1/public-collections/{id}", "getPublicCollection", vitrine.ScopeModelsRead, reads,
		"A collection that everybody sees, with its models"}, s.publicCollection, collection)
	handle(s, operation{"GET", one, "getCollection", see, reads, "A collection of one's own, with its models"}, s.collection)
	handle(s, operation{"PUT", one, "updateCollection", keep, writes, "Change what a collection says, and who sees it"}, s.updateCollection,
		s.neverFails(409))
	handle(s, operation{"DELETE", one, "removeCollection", keep, writes, "Remove a collection"}, s.removeCollection)
	handle(s, operation{"PUT", one + "/arrangement", "arrangeCollection", keep, writes, "Put the models of a collection into an order"},
		s.arrangeCollection, collection, s.neverFails(409))
	handle(s, operation{"PUT", held, "collectModel", keep, writes, "Put a model into a collection"}, s.collectModel, collection, bodiless)
	handle(s, operation{"DELETE", held, "uncollectModel", keep, writes, "Take a model out of a collection"}, s.uncollectModel, collection,
		unversioned)
}

// webhookRoutes are those by which programs are told what happens.
func (s *Server) webhookRoutes() {
	const see, change, reads, writes = vitrine.ScopeWebhooksRead, vitrine.ScopeWebhooksWrite, web.Reads, web.Writes
	const all = "/v1/webhook_endpoints"
	const one, sent = all + "/{id}", all + "/{endpoint_id}/deliveries"
	hooks := tagged("webhooks")
	handle(s, operation{"GET", all, "listWebhookEndpoints", see, reads, "The caller's webhook endpoints"}, s.listEndpoints, hooks)
	handle(s, operation{"POST", all, "createWebhookEndpoint", change, writes, "Make a webhook endpoint"}, s.createEndpoint, hooks)
	handle(s, operation{"GET", one, "getWebhookEndpoint", see, reads, "One webhook endpoint"}, s.endpoint, hooks)
	handle(s, operation{"PUT", one, "updateWebhookEndpoint", change, writes, "Change a webhook endpoint"}, s.updateEndpoint, hooks,
		s.neverFails(409))
	handle(s, operation{"DELETE", one, "removeWebhookEndpoint", change, writes, "Remove a webhook endpoint"}, s.removeEndpoint, hooks)
	handle(s, operation{"POST", one + "/rotate", "rotateWebhookSecret", change, writes, "Give a webhook endpoint another secret"},
		s.rotateEndpoint, hooks, acts(200), s.bare())
	handle(s, operation{"POST", one + "/test", "testWebhookEndpoint", change, writes, "Send a test to a webhook endpoint"},
		s.testEndpoint, hooks,
		acts(200), s.bare())
	handle(s, operation{"POST", one + "/redeliver", "redeliverWebhooks", change, writes, "Send the events of some time once more"},
		s.redeliverRange, hooks, acts(200))
	handle(s, operation{"POST", one + "/take", "takeWebhooks", change, reads, "Take the events that wait for an endpoint without an address"},
		s.takeWebhooks, hooks, acts(200))
	handle(s, operation{"GET", sent, "listWebhookDeliveries", see, reads, "What a webhook endpoint was sent, and will be"}, s.listDeliveries,
		hooks)
	handle(s, operation{"GET", sent + "/{id}", "getWebhookDelivery", see, reads, "One delivery, with what was sent and answered"}, s.delivery,
		hooks)
	handle(s, operation{"POST", sent + "/{id}/redeliver", "redeliverWebhook", change, writes, "Send an event once more"}, s.redeliver, hooks,
		acts(200), s.bare())
}

// refundRoutes are those of what buyers ask back.
func (s *Server) refundRoutes() {
	const see, change, reads, writes, all, one = vitrine.ScopeOrdersRead, vitrine.ScopeOrdersWrite, web.Reads, web.Writes,
		"/v1/refund_requests", "/v1/refund_requests/{id}"
	requests := tagged("refund_requests")
	handle(s, operation{"GET", all, "listRefundRequests", see, reads, "What buyers ask back"}, s.listRefundRequests, requests)
	handle(s, operation{"GET", one, "getRefundRequest", see, reads, "One refund request"}, s.refundRequest, requests)
	handle(s, operation{"POST", "/v1/orders/{id}/refund_requests", "askForRefund", change, writes, "Ask for money of an order"},
		s.askForRefund, requests)
	handle(s, operation{"POST", one + "/answer", "answerRefundRequest", change, writes, "Answer a refund request as the seller"},
		s.answerRefundRequest, requests, acts(200), s.alsoFails(412))
	handle(s, operation{"POST", one + "/decision", "decideRefundRequest", vitrine.ScopeAdmin, writes, "Decide a refund request"},
		s.decideRefundRequest, requests, acts(200), s.alsoFails(412))
	handle(s, operation{"POST", one + "/insist", "insistOnRefund", change, writes, "Have the marketplace decide a refund request"},
		s.insistOnRefund, requests, acts(200), s.bare())
	handle(s, operation{"POST", one + "/withdraw", "withdrawRefundRequest", change, writes, "Withdraw a refund request"},
		s.withdrawRefundRequest, requests, acts(200), s.bare())
}

// dealRoutes are those by which sellers and operators lower prices.
func (s *Server) dealRoutes() {
	const see, change, reads, writes = vitrine.ScopeModelsRead, vitrine.ScopeModelsWrite, web.Reads, web.Writes
	const all, one, part = "/v1/promotions", "/v1/promotions/{id}", "/v1/promotion-part"
	promotions := tagged("promotions")
	handle(s, operation{"GET", all, "listPromotions", see, reads, "Discounts for a time, of the caller or of the whole marketplace"},
		s.listPromotions, promotions, s.alsoFails(403))
	handle(s, operation{"POST", all, "createPromotion", change, writes, "Plan a discount for a time"}, s.createPromotion, promotions)
	handle(s, operation{"GET", one, "getPromotion", see, reads, "One discount for a time"}, s.promotion, promotions)
	handle(s, operation{"PUT", one, "updatePromotion", change, writes, "Change a discount for a time"}, s.updatePromotion, promotions)
	handle(s, operation{"DELETE", one, "endPromotion", change, writes, "Cancel a discount for a time, or end it now"}, s.endPromotion,
		promotions,
		s.alsoFails(409))
	handle(s, operation{"GET", part, "getPart", see, reads, "Whether the caller takes part in what the whole marketplace lowers"}, s.part,
		promotions)
	handle(s, operation{"PUT", part, "takePart", change, writes, "Take part in what the whole marketplace lowers, or no longer"}, s.takePart,
		promotions, s.neverFails(404, 409, 412))
	s.couponRoutes()
	s.bundleRoutes()
}

func (s *Server) bundleRoutes() {
	const see, change, reads, writes = vitrine.ScopeModelsRead, vitrine.ScopeModelsWrite, web.Reads, web.Writes
	const all, one = "/v1/bundles", "/v1/bundles/{id}"
	bundles := tagged("bundles")
	handle(s, operation{"GET", all, "listBundles", see, reads, "Models that are sold together, of the caller or with a model"},
		s.listBundles, bundles, s.alsoFails(403))
	handle(s, operation{"POST", all, "createBundle", change, writes, "Sell models together"}, s.createBundle, bundles)
	handle(s, operation{"GET", one, "getBundle", see, reads, "Models that are sold together"}, s.bundle, bundles)
	handle(s, operation{"PUT", one, "updateBundle", change, writes, "Change which models are sold together, or for how much"}, s.updateBundle,
		bundles)
	handle(s, operation{"DELETE", one, "endBundle", change, writes, "Sell models together no more"}, s.endBundle, bundles, s.alsoFails(409))
}

func (s *Server) couponRoutes() {
	const see, change, reads, writes = vitrine.ScopeModelsRead, vitrine.ScopeModelsWrite, web.Reads, web.Writes
	const all, one = "/v1/coupons", "/v1/coupons/{id}"
	coupons := tagged("coupons")
	handle(s, operation{"GET", all, "listCoupons", see, reads, "Codes that lower what is paid, of the caller or of the whole marketplace"},
		s.listCoupons, coupons, s.alsoFails(403))
	handle(s, operation{"POST", all, "createCoupon", change, writes, "Make a code that lowers what is paid"}, s.createCoupon, coupons)
	handle(s, operation{"GET", one, "getCoupon", see, reads, "One code that lowers what is paid"}, s.coupon, coupons)
	handle(s, operation{"PUT", one, "updateCoupon", change, writes, "Change a code that lowers what is paid"}, s.updateCoupon, coupons)
	handle(s, operation{"DELETE", one, "endCoupon", change, writes, "End a code that lowers what is paid"}, s.endCoupon, coupons,
		s.alsoFails(409))
}

// ownRoutes are those by which users look after their own account.
func (s *Server) ownRoutes() {
	const reads, writes, profile = web.Reads, web.Writes, vitrine.ScopeProfileWrite
	unversioned := s.neverFails(412)
	handle(s, operation{"PUT", "/v1/users/me", "updateCurrentUser", profile, writes, "Change what the caller says of themselves"},
		s.updateCurrentUser, s.neverFails(409))
	s.stream(operation{"POST", "/v1/users/me/avatar", "uploadAvatar", profile, web.Uploads, "Upload an avatar"}, s.uploadAvatar,
		takesUpload("A JPEG, PNG or WebP.", false), ofNoModel, answers[createdAvatar](s, 201))
	handle(s, operation{"DELETE", "/v1/users/me/avatar", "removeAvatar", profile, writes, "Remove the avatar"}, s.removeAvatar,
		unversioned, s.alsoFails(404))
	s.stream(operation{"POST", "/v1/users/me/cover", "uploadCover", profile, web.Uploads, "Upload a cover"}, s.uploadCover,
		takesUpload("A JPEG, PNG or WebP.", false), ofNoModel, answers[createdCover](s, 201))
	handle(s, operation{"DELETE", "/v1/users/me/cover", "removeCover", profile, writes, "Remove the cover"}, s.removeCover,
		unversioned, s.alsoFails(404))
	handle(s, operation{"GET", "/v1/library", "listLibrary", vitrine.ScopeLibraryRead, reads, "What the caller has bought"}, s.listLibrary,
		s.alsoFails(422))
	handle(s, operation{"GET", "/v1/library/{order_id}", "getPurchase", vitrine.ScopeLibraryRead, reads, "One purchase"}, s.purchase)
	s.stream(operation{"GET", "/v1/library/{order_id}/files/{id}", "downloadPurchase", vitrine.ScopeLibraryRead, reads,
		"Redirect to the bytes of a file that was bought"}, s.downloadPurchase, redirects, ofOrder, s.alsoFails(402))
	s.stream(operation{"GET", "/v1/export", "exportAccount", vitrine.ScopeExport, writes, "Everything that is kept about the caller"},
		s.export, zipped)
	handle(s, operation{"GET", "/v1/tokens", "listTokens", vitrine.ScopeTokensRead, reads, "The caller's own access tokens"}, s.listTokens)
	handle(s, operation{"POST", "/v1/tokens", "createToken", vitrine.ScopeTokensWrite, web.Tokens, "Make an access token, or replace one"},
		s.createToken, s.alsoFails(404))
	handle(s, operation{"DELETE", "/v1/tokens/{id}", "revokeToken", vitrine.ScopeTokensWrite, writes, "Revoke an access token"}, s.revokeToken,
		unversioned)
	handle(s, operation{"GET", "/v1/sessions", "listSessions", vitrine.ScopeSessionsRead, reads, "Where the caller is signed in"},
		s.listSessions)
	handle(s, operation{"DELETE", "/v1/sessions", "endSessions", vitrine.ScopeSessionsWrite, writes, "Sign the caller out everywhere"},
		s.endSessions, unversioned)
	handle(s, operation{"DELETE", "/v1/sessions/{id}", "endSession", vitrine.ScopeSessionsWrite, writes, "Sign the caller out at one browser"},
		s.endSession, unversioned)
	handle(s, operation{"GET", "/v1/grants", "listGrants", vitrine.ScopeGrantsRead, reads, "What the caller allows applications"},
		s.listGrants)
	handle(s, operation{"DELETE", "/v1/grants/{id}", "revokeGrant", vitrine.ScopeGrantsWrite, writes, "Take back what an application may do"},
		s.revokeGrant, unversioned)
}

// deskRoutes are those by which people who act for the marketplace look after it. Whether they
// have the role is asked by shop; what operators alone do has the scope admin.
func (s *Server) deskRoutes() {
	const reads, writes, see, look, admin = web.Reads, web.Writes, vitrine.ScopePeopleRead, vitrine.ScopePeopleWrite, vitrine.ScopeAdmin
	person, job, unversioned := tagged("people"), tagged("jobs"), s.neverFails(412)
	handle(s, operation{"GET", "/v1/audit", "listAudit", vitrine.ScopeAuditRead, reads, "The audit log"}, s.listAudit)
	handle(s, operation{"GET", "/v1/people", "listPeople", see, reads, "People, by name, address, role or suspension"}, s.listPeople)
	handle(s, operation{"GET", "/v1/people/{id}", "getPerson", see, reads, "One account, with what it has"}, s.person)
	handle(s, operation{"POST", "/v1/people/{id}/suspend", "suspendPerson", look, writes, "Suspend an account"}, s.suspendPerson,
		person, acts(200))
	handle(s, operation{"POST", "/v1/people/{id}/restore", "restorePerson", look, writes, "Open a suspended account again"}, s.restorePerson,
		person, acts(200))
	handle(s, operation{"DELETE", "/v1/people/{id}/sessions", "signOutPerson", look, writes, "Sign a person out everywhere"}, s.signOutPerson,
		person, unversioned)
	handle(s, operation{"POST", "/v1/people/{id}/ask-to-confirm", "askPersonToConfirm", look, writes,
		"Send the link to confirm an address again"}, s.askPersonToConfirm, person, acts(204), s.bare())
	handle(s, operation{"POST", "/v1/people/{id}/confirm", "confirmPerson", admin, writes, "Confirm the address of a person"}, s.confirmPerson,
		person, acts(200), s.bare())
	handle(s, operation{"PUT", "/v1/people/{id}/roles", "giveRoles", admin, writes, "Give a person roles"}, s.giveRoles, person, unversioned)
	handle(s, operation{"POST", "/v1/people/{id}/erase", "erasePerson", admin, writes, "Have an account removed"}, s.erasePerson,
		person, acts(200), s.bare())
	handle(s, operation{"POST", "/v1/people/{id}/keep", "keepPerson", admin, writes, "Keep an account that was to be removed"}, s.keepPerson,
		person, acts(200), s.bare())
	handle(s, operation{"POST", "/v1/forgotten_addresses", "forgetAddress", admin, writes, "Forget an address that has no account"},
		s.forgetAddress, person, acts(204))
	s.moderationRoutes()
	s.deskModelRoutes()
	ordered := tagged("orders")
	handle(s, operation{"PUT", "/v1/orders/{id}", "updateOrder", admin, writes, "Confirm a payment, cancel or refund"}, s.updateOrder,
		s.settled)
	handle(s, operation{"PUT", "/v1/checkouts/{id}", "updateCheckout", admin, writes, "Confirm the payment of a checkout"}, s.updateCheckout,
		s.settled)
	handle(s, operation{"POST", "/v1/orders/{id}/refund", "refundOrder", admin, writes, "Give money back, all or a part"}, s.refundOrder,
		ordered, acts(200), s.alsoFails(412))
	handle(s, operation{"GET", "/v1/orders/{id}/refunds", "listRefunds", admin, reads, "What went back of an order"}, s.refundsOfOrder,
		ordered)
	handle(s, operation{"GET", "/v1/refunds", "listWaitingRefunds", admin, reads, "Money that is still to go back"}, s.waitingRefunds, ordered)
	handle(s, operation{"POST", "/v1/refunds/{id}/settle", "settleRefund", admin, writes, "Say that money was sent back by hand"},
		s.settleRefund,
		ordered, acts(200))
	handle(s, operation{"GET", "/v1/disputes", "listDisputes", admin, reads, "Disputes by buyers' banks"}, s.listDisputes, ordered)
	handle(s, operation{"GET", "/v1/disputes/{id}", "getDispute", admin, reads, "One dispute with its evidence"}, s.dispute, ordered)
	handle(s, operation{"POST", "/v1/disputes/{id}/evidence", "answerDispute", admin, writes, "Answer a dispute"}, s.answerDispute,
		ordered, acts(200), s.alsoFails(412))
	handle(s, operation{"POST", "/v1/orders/{id}/receipt", "sendReceipt", admin, writes, "Send the receipt again"}, s.sendReceipt,
		ordered, acts(204), s.bare())
	handle(s, operation{"POST", "/v1/orders/{id}/notes", "noteOrder", admin, writes, "Keep a note with an order"}, s.noteOrder,
		ordered, acts(204))
	house := tagged("house")
	handle(s, operation{"GET", "/v1/desk/house", "getDeskHouse", admin, reads, "What operators say of the marketplace"}, s.deskHouse, house)
	handle(s, operation{"PUT", "/v1/desk/house", "updateHouse", admin, writes, "Change what the marketplace is"}, s.updateHouse, house,
		s.neverFails(404, 409))
	const written = "/v1/desk/pages/{page}"
	page := tagged("pages")
	handle(s, operation{"GET", written, "getDeskPage", admin, reads, "One of the marketplace's own texts, to be written"}, s.deskPage, page)
	handle(s, operation{"PUT", written, "publishPage", admin, writes, "Publish a version of a text"}, s.publishPage, page, unversioned,
		s.settled)
	handle(s, operation{"DELETE", written, "withdrawPage", admin, writes, "Take the page of a text away"}, s.withdrawPage, page, unversioned)
	s.accessRoutes()
	s.moneyRoutes()
	s.mailRoutes()
	s.sortingRoutes()
	handle(s, operation{"GET", "/v1/jobs", "listJobs", admin, reads, "How jobs stand, and those that have failed"}, s.listJobs)
	handle(s, operation{"POST", "/v1/jobs/{id}/retry", "retryJob", admin, writes, "Have a job tried again"}, s.retryJob, job, acts(204),
		s.bare())
	handle(s, operation{"POST", "/v1/jobs/{id}/give-up", "giveUpJob", admin, writes, "Have a job tried once more, and given up if it fails"},
		s.giveUpJob, job, acts(204), s.bare())
}

// moneyRoutes are those by which operators look after the marketplace's money.
func (s *Server) moneyRoutes() {
	const reads, writes, admin, rule = web.Reads, web.Writes, vitrine.ScopeAdmin, "/v1/desk/shares/{about}/{id}"
	money := tagged("money")
	handle(s, operation{"GET", "/v1/desk/shares", "listShares", admin, reads, "What share the marketplace keeps of what"}, s.listShares, money)
	handle(s, operation{"PUT", rule, "setShare", admin, writes, "Set the share that is kept of something"}, s.setShare, money,
		s.neverFails(409, 412))
	handle(s, operation{"DELETE", rule, "endShare", admin, writes, "End a share of its own"}, s.endShare, money,
		s.neverFails(412))
	handle(s, operation{"GET", "/v1/ledger/accounts", "listLedgerAccounts", admin, reads, "What stands on the accounts of the ledger"},
		s.ledgerAccounts, money)
	handle(s, operation{"GET", "/v1/ledger/entries", "listLedgerEntries", admin, reads, "What was booked"}, s.listLedger, money)
	handle(s, operation{"GET", "/v1/ledger/entries/{id}", "getLedgerEntry", admin, reads, "One entry of the ledger"}, s.ledgerEntry, money)
	handle(s, operation{"POST", "/v1/ledger/adjustments", "adjustLedger", admin, writes, "Put the ledger right"}, s.adjustLedger, money)
}

// accessRoutes are those by which operators see what acts for people, and what people store.
func (s *Server) accessRoutes() {
	const reads, writes, admin = web.Reads, web.Writes, vitrine.ScopeAdmin
	const application = "/v1/desk/applications/{id}"
	person, desk, unversioned := tagged("people"), tagged("access"), s.neverFails(412)
	handle(s, operation{"GET", "/v1/desk/storage", "listStorage", admin, reads, "What authors store, and may"}, s.listStorage, person)
	handle(s, operation{"PUT", "/v1/people/{id}/storage", "limitStorage", admin, writes, "Say how much an author may store"}, s.limitStorage,
		person, s.neverFails(409, 412))
	handle(s, operation{"GET", "/v1/desk/applications", "listApplications", admin, reads, "Applications of everybody"}, s.listApplications,
		desk)
	handle(s, operation{"GET", application, "getApplication", admin, reads, "One application, with who allows it something"}, s.application,
		desk)
	handle(s, operation{"DELETE", application, "removeApplication", admin, writes, "Remove an application of anybody"}, s.removeApplication,
		desk, unversioned)
	handle(s, operation{"DELETE", "/v1/desk/applications/{application_id}/grants/{user_id}", "endGrant", admin, writes,
		"End what somebody allowed an application"}, s.endGrant, desk, unversioned)
	handle(s, operation{"GET", "/v1/desk/tokens", "listAllTokens", admin, reads, "Access tokens of everybody"}, s.listAllTokens, desk)
	handle(s, operation{"DELETE", "/v1/desk/tokens/{id}", "endToken", admin, writes, "Revoke an access token of anybody"}, s.endToken, desk,
		unversioned)
}

// mailRoutes are those by which operators write what mails say, and see what became of them.
func (s *Server) mailRoutes() {
	const reads, writes, admin, one = web.Reads, web.Writes, vitrine.ScopeAdmin, "/v1/desk/mail-words/{language}/{kind}"
	mails, unversioned := tagged("mail_words"), s.neverFails(412)
	handle(s, operation{"GET", "/v1/desk/mail-words", "listMailWords", admin, reads, "What mails of each kind say"}, s.listMailWords, mails)
	handle(s, operation{"GET", one, "getMailWords", admin, reads, "What mails of a kind say in a language"}, s.mailWords, mails)
	handle(s, operation{"PUT", one, "writeMailWords", admin, writes, "Write what mails of a kind say"}, s.writeMailWords, mails, unversioned)
	handle(s, operation{"DELETE", one, "removeMailWords", admin, writes, "Have mails say again what the program says"}, s.removeMailWords,
		mails, unversioned, s.alsoFails(409))
	handle(s, operation{"POST", one + "/try", "tryMail", admin, writes, "Send a mail of a kind to oneself"}, s.tryMail, mails, acts(204),
		s.bare())
	sent := tagged("mail_log")
	handle(s, operation{"GET", "/v1/desk/mails", "listMailLog", admin, reads, "What became of mails"}, s.listMailLog, sent)
	handle(s, operation{"POST", "/v1/desk/mails/{id}/again", "sendMailAgain", admin, writes, "Send a mail that waits, or may not be sent"},
		s.sendMailAgain, sent, acts(204), s.bare())
	s.stream(operation{"POST", "/v1/desk/mail-bounces", "takeMailBounce", admin, writes, "Hand in that a mail came back"}, s.takeMailBounce,
		tagged("mail_bounces"), takesMessage, s.alsoFails(404), answers[MailBounce](s, 200))
}

// sortingRoutes are those by which operators write categories and licenses.
func (s *Server) sortingRoutes() {
	const writes, admin = web.Writes, vitrine.ScopeAdmin
	const category, license = "/v1/categories/{id}", "/v1/licenses/{type}"
	categories, licenses, unversioned := tagged("categories"), tagged("licenses"), s.neverFails(412)
	handle(s, operation{"POST", "/v1/categories", "createCategory", admin, writes, "Make a category"}, s.createCategory)
	handle(s, operation{"PUT", category, "updateCategory", admin, writes, "Change a category"}, s.updateCategory)
	handle(s, operation{"DELETE", category, "removeCategory", admin, writes, "Remove a category that nothing is in"}, s.removeCategory,
		s.alsoFails(409))
	handle(s, operation{"POST", category + "/merge", "mergeCategory", admin, writes, "Merge a category into another one"}, s.mergeCategory,
		categories, acts(200))
	handle(s, operation{"POST", "/v1/licenses", "createLicense", admin, writes, "Make a license"}, s.createLicense)
	handle(s, operation{"PUT", license, "updateLicense", admin, writes, "Write a license anew"}, s.updateLicense, unversioned,
		s.settled)
	handle(s, operation{"DELETE", license, "removeLicense", admin, writes, "Remove a license that nothing had"}, s.removeLicense,
		unversioned, s.alsoFails(409))
	handle(s, operation{"POST", license + "/retire", "retireLicense", admin, writes, "Offer a license no more"}, s.retireLicense,
		licenses, acts(200), s.bare())
	handle(s, operation{"POST", license + "/offer", "offerLicense", admin, writes, "Offer a license again"}, s.offerLicense,
		licenses, acts(200), s.bare())
}

// moderationRoutes are those by which what should not be here is reported and decided, and by
// which authors object.
func (s *Server) moderationRoutes() {
	const reads, writes, see, rule = web.Reads, web.Writes, vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite
	decision, review, collection := tagged("decisions"), tagged("reviews"), tagged("collections")
	handle(s, operation{"GET", "/v1/reviews/{id}", "getReview", see, reads, "One review, with what was decided about it"}, s.review)
	handle(s, operation{"POST", "/v1/reviews/{id}/hide", "hideReview", rule, writes, "Take a review off"}, s.hideReview, review, acts(200))
	handle(s, operation{"POST", "/v1/reviews/{id}/restore", "restoreReview", rule, writes, "Show a review again"}, s.restoreReview, review,
		acts(200))
	handle(s, operation{"GET", "/v1/desk/collections/{id}", "getReportedCollection", see, reads,
		"One collection of anybody, with what was decided about it"}, s.reportedCollection, collection)
	handle(s, operation{"POST", "/v1/desk/collections/{id}/hide", "hideCollection", rule, writes, "Take a collection off"}, s.hideCollection,
		collection, acts(200))
	handle(s, operation{"POST", "/v1/desk/collections/{id}/restore", "restoreCollection", rule, writes, "Show a collection again"},
		s.restoreCollection, collection, acts(200))
	handle(s, operation{"POST", "/v1/reports", "createReport", anyScope, writes, "Report a page"}, s.createReport)
	handle(s, operation{"GET", "/v1/reports", "listReports", see, reads, "Reports in a state"}, s.listReports)
	handle(s, operation{"GET", "/v1/reports/{id}", "getReport", see, reads, "One report, with what it is about"}, s.report)
	handle(s, operation{"POST", "/v1/reports/{id}/decision", "decideReport", rule, writes, "Decide a report"}, s.decideReport,
		tagged("reports"), acts(200))
	handle(s, operation{"GET", "/v1/objections", "listObjections", see, reads, "Decisions whose authors wait for an answer"}, s.listObjections,
		decision)
	handle(s, operation{"GET", "/v1/decisions/{id}", "getDecision", see, reads, "One decision"}, s.decision)
	handle(s, operation{"POST", "/v1/decisions/{id}/answer", "answerObjection", rule, writes, "Answer what an author objects"},
		s.answerObjection, decision, acts(200))
	handle(s, operation{"POST", "/v1/decisions/{id}/lift", "liftDecision", rule, writes, "Restore the model of a decision"}, s.liftDecision,
		decision, acts(200))
	handle(s, operation{"GET", "/v1/models/{model_id}/decisions", "listDecisions", vitrine.ScopeModelsRead, reads,
		"What was decided about a model of one's own"}, s.listDecisions)
	handle(s, operation{"POST", "/v1/models/{model_id}/decisions/{id}/objection", "objectToDecision", vitrine.ScopeModelsWrite, writes,
		"Object to a decision about a model of one's own"}, s.object, decision, acts(200))
}

// deskModelRoutes are those by which models of everybody are looked after.
func (s *Server) deskModelRoutes() {
	const reads, writes, see, rule = web.Reads, web.Writes, vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite
	const one = "/v1/desk/models/{id}"
	desk, unversioned := tagged("desk"), s.neverFails(412)
	handle(s, operation{"GET", "/v1/desk/models", "listDeskModels", see, reads, "Models in any state"}, s.listDeskModels, desk)
	handle(s, operation{"GET", one, "getDeskModel", see, reads, "One model, with all that is known of it"}, s.deskModel, desk)
	handle(s, operation{"POST", one + "/rule", "ruleModel", rule, writes, "Take a model off"}, s.ruleModel, desk, acts(200))
	handle(s, operation{"POST", one + "/restore", "restoreModel", rule, writes, "Restore a model"}, s.restoreModel, desk, acts(200))
	handle(s, operation{"POST", one + "/approve", "approveModel", rule, writes, "Publish a model that waits"}, s.approveModel, desk, acts(200))
	handle(s, operation{"POST", one + "/send-back", "sendModelBack", rule, writes, "Send a model that waits back"}, s.sendModelBack, desk,
		acts(200))
	handle(s, operation{"PUT", one + "/feature", "featureModel", rule, writes, "Show a model on the home page"}, s.featureModel, desk,
		unversioned)
	handle(s, operation{"DELETE", one + "/feature", "unfeatureModel", rule, writes, "Take a model off the home page"}, s.unfeatureModel, desk,
		unversioned)
	handle(s, operation{"GET", "/v1/desk/shared-files", "listSharedFiles", see, reads, "Bytes that several authors have"},
		s.listSharedFiles, desk)
}
