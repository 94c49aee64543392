package api

import (
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// export sends all that is kept about the caller, as it is read.
func (s *Server) export(w http.ResponseWriter, r *http.Request) error {
	who := caller(r.Context())

	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", `attachment; filename="`+who.User.Username+`.zip"`) // which has no quotes
	header.Set("Cache-Control", "no-store")
	sent := &began{Writer: w}
	if r.Method == http.MethodHead {
		return nil
	}
	err := s.shop.Export(r.Context(), who.User, sent)
	if err == nil || !sent.any {
		return err
	}
	panic(http.ErrAbortHandler) // nobody takes a part for the whole
}

// began notes whether anything was written.
type began struct {
	io.Writer
	any bool
}

func (b *began) Write(p []byte) (int, error) {
	b.any = true
	return b.Writer.Write(p)
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
