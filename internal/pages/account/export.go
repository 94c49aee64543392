package account

import (
	"io"
	"net/http"

	"vitrine/internal/locale"
	"vitrine/internal/web"
)

func (p *Pages) export(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "export", locale.Of(r.Context()).T("Download all your data"), change{empty(r), in.User})
}

// sendExport sends all that is kept about who is signed in, as it is read.
func (p *Pages) sendExport(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	file := web.Download{Name: in.User.Username + ".zip", Type: "application/zip"} // no username has quotes
	return file.Send(w, r, func(to io.Writer) error { return p.shop.Export(r.Context(), in.User, to) })
}
