package api

import (
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/web"
)

// export sends all that is kept about the caller, as it is read.
func (s *Server) export(w http.ResponseWriter, r *http.Request) error {
	who := caller(r.Context())

	file := web.Download{Name: who.User.Username + ".zip", Type: zipType} // no username has quotes
	return file.Send(w, r, func(to io.Writer) error { return s.shop.Export(r.Context(), who.User, to) })
}

// zipped says that an operation answers with a ZIP that is made while it is sent.
func zipped(op *huma.Operation) {
	op.Responses["200"] = &huma.Response{Description: "The ZIP.", Content: map[string]*huma.MediaType{
		zipType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}
	delete(op.Responses, "304")
	delete(op.Responses, "406") // it is for whatever its caller accepts
	op.Parameters = nil
}

const zipType = "application/zip"
