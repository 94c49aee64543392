package keeping

import (
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// mailsPath is the path of the page on which somebody asks for mails about what they keep.
const mailsPath = "/account/mails"

func (p *Pages) mailRoutes() []route {
	return []route{{"GET " + mailsPath, mine(p.mails)}, {"POST " + mailsPath, mine(p.saveMails)}}
}

// asking is what the page shows.
type asking struct {
	store.Digest
	Email  string
	Fault  string
	Done   string
	Unread bool // nobody showed yet that they read the address
}

// Stopped reports whether the mails were stopped by the link in one of them.
func (a asking) Stopped() bool { return !a.StoppedAt.IsZero() }

func (p *Pages) mails(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	return p.showMails(w, r, in, nil)
}

func (p *Pages) showMails(w http.ResponseWriter, r *http.Request, in shop.SignedIn, refused error) error {
	content := asking{Email: in.User.Email, Unread: in.User.EmailConfirmedAt.IsZero(),
		Done: done(r, map[string]locale.Phrase{"saved": locale.Text("Saved.")})}
	status := http.StatusOK
	switch vitrine.CodeOf(refused) {
	case "":
		if refused != nil {
			return refused
		}
	case vitrine.Forbidden:
		status, content.Fault = pages.Later(w, r, refused)
	default:
		return refused
	}
	var err error
	if content.Digest, err = p.shop.Digest(r.Context(), in.Caller()); err != nil {
		return err
	}
	v := pages.View{Title: locale.Of(r.Context()).T("Mails about what you keep"), Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, status, "mails", v)
}

func (p *Pages) saveMails(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	if err := p.shop.AskForDigest(r.Context(), in.Caller(), form.Get("models") == "yes", form.Get("prices") == "yes"); err != nil {
		return p.showMails(w, r, in, err)
	}

	return to(w, r, mailsPath, "saved", "")
}
