package mailroom

import (
	"io"
	"net/http"
	"net/netip"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// mayReadOutbox refuses everybody but operators, and those on this machine: a mail opens
// the account of who it is to, and a demonstration may be seen from afar.
func (p *Pages) mayReadOutbox(r *http.Request) error {
	if onThisMachine(r) {
		return nil
	}
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	return p.shop.MayReadMails(r.Context(), in)
}

// onThisMachine reports whether a request was made on this machine, and not handed on by a
// proxy here. It is made to the machine's own name too: a page of another site may have its
// own name lead here.
func onThisMachine(r *http.Request) bool {
	for _, field := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Real-Ip"} {
		if len(r.Header[field]) > 0 {
			return false
		}
	}
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && remote.Addr().Unmap().IsLoopback() && web.NamesLoopback(r.Host)
}

func (p *Pages) showOutbox(w http.ResponseWriter, r *http.Request) error {
	if err := p.mayReadOutbox(r); err != nil {
		return err
	}
	mails, err := p.db.Mails(r.Context(), "", before(r), pageOf)
	if err != nil {
		return err
	}
	list, err := p.read(r, mails, chosen{list: "/outbox"})
	if err != nil {
		return err
	}
	return p.Render(w, r, http.StatusOK, "outbox", pages.View{
		Title: locale.Of(r.Context()).T("Outbox"), Hidden: true, Content: list,
	})
}

// letterPolicy lets a mail show its style, and be nothing but a document with links: it is
// of no origin, runs nothing and loads nothing.
const letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

// showLetter shows a mail as a mail program does that shows HTML.
func (p *Pages) showLetter(w http.ResponseWriter, r *http.Request) error {
	if err := p.mayReadOutbox(r); err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	m, err := p.db.Mail(r.Context(), id)
	if err != nil {
		return err
	}
	letter, err := p.office.Letter(r.Context(), m)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", letter.Language)
	header.Set("Content-Security-Policy", letterPolicy)
	_, err = io.WriteString(w, letter.HTML)
	return err
}
