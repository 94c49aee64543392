package buyers

import (
	"bytes"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxPicture is how many bytes a form with a picture has at most.
const maxPicture = 12 << 20

// addPicture takes a picture as a file of a form; no address is ever fetched.
func (p *Pages) addPicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	sent, err := web.ReadFiles(w, r, maxPicture)
	if err != nil {
		return err
	}
	picture := sent.Files["file"]
	if len(picture) == 0 {
		return p.afterOwn(w, r, in, nil, "", vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "required",
			Detail: locale.Of(r.Context()).T("Choose a picture first.")}}))
	}

	up := shop.Upload{Name: "picture", Size: int64(len(picture)), Body: bytes.NewReader(picture)}
	_, err = p.shop.AddReviewPicture(r.Context(), in.Caller(), id, up)
	return p.afterOwn(w, r, in, nil, "picture", err)
}

func (p *Pages) removePicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	picture, err := pages.Number(r, "shot")
	if err != nil {
		return err
	}

	err = p.shop.RemoveReviewPicture(r.Context(), in.Caller(), id, picture)
	if vitrine.CodeOf(err) == vitrine.NotFound { // the button was pressed twice, or the review is gone
		http.Redirect(w, r, "/reviews", http.StatusSeeOther)
		return nil
	}
	return p.afterOwn(w, r, in, nil, "removed", err)
}
