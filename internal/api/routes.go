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
	handle(s, operation{"GET", "/v1/models/{model_id}/license", "getModelLicense", read, reads, "The license of a model"}, s.modelLicense)

	handle(s, operation{"GET", "/v1/models/{model_id}/translations", "listTranslations", read, reads,
		"The texts of a model in all its languages"}, s.listTranslations)
	handle(s, operation{"DELETE", "/v1/models/{model_id}/translations/{language}", "removeTranslation", write, writes,
		"Remove the text in one language"}, s.removeTranslation, s.alsoFails(409))

	handle(s, operation{"GET", "/v1/models/{model_id}/files", "listFiles", read, reads, "All files of a model"}, s.listFiles)
	s.stream(operation{"POST", "/v1/models/{model_id}/files", "uploadFile", write, puts, "Upload a file"}, s.uploadFile,
		takesUpload("The file.", true), answers[createdFile](s, 201))
	s.uploadRoutes()
	s.stream(operation{"GET", "/v1/models/{model_id}/files/{id}", "downloadFile", read, reads, "Redirect to the bytes of a file"},
		s.downloadFile, redirects, s.alsoFails(402))
	handle(s, operation{"DELETE", "/v1/models/{model_id}/files/{id}", "removeFile", write, writes, "Remove a file"}, s.removeFile,
		s.alsoFails(409))
	handle(s, operation{"GET", "/v1/models/{model_id}/images", "listImages", read, reads, "All images of a model"}, s.listImages)
	s.stream(operation{"POST", "/v1/models/{model_id}/images", "uploadImage", write, puts, "Upload an image"}, s.uploadImage,
		takesUpload("A JPEG, PNG, WebP, GIF, BMP or TIFF; of an animated one the first frame.", false), answers[createdImage](s, 201))
	handle(s, operation{"DELETE", "/v1/models/{model_id}/images/{id}", "removeImage", write, writes, "Remove an image"}, s.removeImage,
		s.alsoFails(409))

	handle(s, operation{"GET", "/v1/orders", "listOrders", orders, reads, "The caller's orders, their sales, or all"}, s.listOrders,
		s.alsoFails(422))
	handle(s, operation{"POST", "/v1/orders", "createOrder", order, writes, "Order a model"}, s.createOrder, s.alsoFails(404))
	handle(s, operation{"GET", "/v1/orders/{id}", "getOrder", orders, reads, "One order"}, s.order)
	handle(s, operation{"DELETE", "/v1/orders/{id}", "cancelOrder", order, writes, "Cancel an unpaid order"}, s.cancelOrder, s.alsoFails(409))

	handle(s, operation{"GET", "/v1/file_types", "listFileTypes", anyScope, reads, "All file types with their renderer apps"}, s.listFileTypes)
	handle(s, operation{"GET", "/v1/file_types/{id}", "getFileType", anyScope, reads, "One file type with its renderer apps"}, s.fileType)
	handle(s, operation{"GET", "/v1/categories", "listCategories", anyScope, reads, "All categories"}, s.listCategories)
	handle(s, operation{"GET", "/v1/categories/{id}", "getCategory", anyScope, reads, "One category"}, s.category)
	handle(s, operation{"POST", "/v1/users", "createUser", vitrine.ScopeUsersCreate, web.Tokens, "Create a user with an access token"},
		s.createUser)
	handle(s, operation{"GET", "/v1/users/me", "getCurrentUser", anyScope, reads, "The user that the access token stands for"}, s.currentUser)
	s.ownRoutes()
	handle(s, operation{"GET", "/v1/limits", "getLimits", anyScope, reads, "The limits of this server"}, s.limits)
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
