package security

import (
	"fmt"
	"image/color"
	"net/http"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// appPage is the page on which an app is added.
type appPage struct {
	Pending *vitrine.Factor
	Code    picture
	Groups  string // the secret, to be typed
	Problem string
}

// picture is a QR code as a path in a square.
type picture struct {
	Size int
	Path string
}

func (p *Pages) app(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	return p.showApp(w, r, in, http.StatusOK, "")
}

func (p *Pages) showApp(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status int, problem string) error {
	if err := p.shop.Sure(r.Context(), in); err != nil {
		return err
	}
	ways, err := p.shop.WaysIn(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	content := appPage{Pending: ways.Pending, Problem: problem}
	if ways.Pending != nil {
		content.Groups = grouped(ways.Pending.Secret)
		if content.Code, err = draw(auth.TOTPAddress(in.House.Name, in.User.Username, ways.Pending.Secret)); err != nil {
			return err
		}
	}
	return p.Render(w, r, status, "app", pages.View{
		Title: locale.Of(r.Context()).T("Add an app that shows codes"), Hidden: true, Section: "/account", Content: content,
	})
}

// draw makes a QR code: its address would tell whoever drew it the secret.
func draw(text string) (picture, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return picture{}, fmt.Errorf("draw a QR code: %w", err)
	}
	return picture{Size: code.Bounds().Dx() + 8, Path: path(code)}, nil
}

// path draws the dark squares of a code within the margin of four that readers need
// (ISO/IEC 18004, section 9.1).
func path(code barcode.Barcode) string {
	var b strings.Builder
	size := code.Bounds().Dx()
	for y := range size {
		for x := range size {
			if isDark(code.At(x, y)) {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x+4, y+4)
			}
		}
	}
	return b.String()
}

func isDark(c color.Color) bool {
	r, _, _, _ := c.RGBA()
	return r < 0x8000
}

// grouped writes a secret for people who type it.
func grouped(secret string) string {
	var groups []string
	for ; len(secret) > 4; secret = secret[4:] {
		groups = append(groups, secret[:4])
	}
	return strings.Join(append(groups, secret), " ")
}

func (p *Pages) startApp(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	if err := p.shop.StartFactor(r.Context(), in, form.Get("name")); err != nil {
		return err
	}
	http.Redirect(w, r, home+"/app", http.StatusSeeOther)
	return nil
}

func (p *Pages) confirmApp(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	codes, err := p.shop.ConfirmFactor(r.Context(), in, form.Get("code"))
	if vitrine.CodeOf(err) == vitrine.Invalid {
		return p.showApp(w, r, in, http.StatusUnprocessableEntity,
			locale.Of(r.Context()).T("The app shows another code now. If it is wrong again, look whether the clock of the telephone is right."))
	}
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		return pages.Done(w, r, home, "app")
	}
	return p.showCodes(w, r, in, codes)
}
