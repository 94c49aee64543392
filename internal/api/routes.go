package api

import "vitrine/internal/web"

// routes lists every operation with the scope that it needs; anyScope takes
// any good token.
func (s *Server) routes() {
	handle(s, operation{"GET", "/v1/users/me", "getCurrentUser", anyScope, web.Read, "The user that the access token stands for", nil}, s.currentUser)
	handle(s, operation{"POST", "/v1/users", "createUser", usersCreate, web.Token, "Create a user with an access token", created}, s.createUser)

	handle(s, operation{"GET", "/v1/categories", "listCategories", anyScope, web.Read, "All categories", nil}, s.listCategories)
	handle(s, operation{"GET", "/v1/categories/{id}", "getCategory", anyScope, web.Read, "One category", nil}, s.category)
	handle(s, operation{"GET", "/v1/file_types", "listFileTypes", anyScope, web.Read, "All file types with their renderer apps", nil}, s.listFileTypes)
	handle(s, operation{"GET", "/v1/file_types/{id}", "getFileType", anyScope, web.Read, "One file type with its renderer apps", nil}, s.fileType)
	handle(s, operation{"GET", "/v1/limits", "getLimits", anyScope, web.Read, "The limits of this server", nil}, s.limits)

	handle(s, operation{"GET", "/v1/models/{model_id}/license", "getModelLicense", modelsRead, web.Read, "The license of a model", nil}, s.modelLicense)
}
