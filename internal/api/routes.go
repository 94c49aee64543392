package api

import (
	"vitrine"
	"vitrine/internal/web"
)

// routes lists every operation with the scope that it needs; anyScope takes
// any good token.
func (s *Server) routes() {
	handle(s, operation{"GET", "/v1/users/me", "getCurrentUser", anyScope, web.Reads, "The user that the access token stands for"}, s.currentUser)
	handle(s, operation{"POST", "/v1/users", "createUser", vitrine.ScopeUsersCreate, web.Tokens, "Create a user with an access token"}, s.createUser)

	handle(s, operation{"GET", "/v1/categories", "listCategories", anyScope, web.Reads, "All categories"}, s.listCategories)
	handle(s, operation{"GET", "/v1/categories/{id}", "getCategory", anyScope, web.Reads, "One category"}, s.category)
	handle(s, operation{"GET", "/v1/file_types", "listFileTypes", anyScope, web.Reads, "All file types with their renderer apps"}, s.listFileTypes)
	handle(s, operation{"GET", "/v1/file_types/{id}", "getFileType", anyScope, web.Reads, "One file type with its renderer apps"}, s.fileType)
	handle(s, operation{"GET", "/v1/limits", "getLimits", anyScope, web.Reads, "The limits of this server"}, s.limits)

	handle(s, operation{"GET", "/v1/models/{model_id}/license", "getModelLicense", vitrine.ScopeModelsRead, web.Reads, "The license of a model"}, s.modelLicense)
}
