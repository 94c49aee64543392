package pages

import (
	"io"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pdf"
	"vitrine/internal/web"
)

// SendPDF sends a document in a language as a file, name with its ending added. NotFound where that is a language
// that a PDF can't be written in.
func SendPDF(w http.ResponseWriter, r *http.Request, l *locale.Language, name string, write func() ([]byte, error)) error {
	if !pdf.Speaks(l.Tag) {
		return vitrine.Errorf(vitrine.NotFound, "there is no PDF in this language: print the page")
	}
	data, err := write()
	if err != nil {
		return err
	}
	return web.Download{Name: name + ".pdf", Type: "application/pdf"}.Send(w, r, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}
