package library

import (
	"fmt"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/receipt"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const verifyPath = "/receipts/verify"

// maxReceiptForm is how many bytes a form with a receipt has at most, as text or as a file.
const maxReceiptForm = receipt.MaxSize + 64<<10

// checked is a receipt that somebody shows, as the page says it.
type checked struct {
	Text     string // as it was pasted
	Problem  string // with the form
	Good     bool
	Says     string // whether it holds
	Claims   *receipt.Claims
	Order    *vitrine.Order // that the claims describe, for the words of pages
	SignedAt time.Time
}

// sendsReceipt sends a receipt in one of its forms.
type sendsReceipt func(w http.ResponseWriter, r *http.Request, o *vitrine.Order, signed shop.SignedReceipt) error

// signedReceipt sends the signed receipt of an order of a receipt page.
func (p *Pages) signedReceipt(send sendsReceipt) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		o, signed, err := p.shop.ReceiptOfCheckout(r.Context(), r.PathValue("key"))
		if err != nil {
			return err
		}
		return send(w, r, o, signed)
	}
}

// ownReceipt sends the signed receipt of an order of who is signed in.
func (p *Pages) ownReceipt(send sendsReceipt) pages.InPage {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		o, err := p.ownOrder(r, in)
		if err != nil {
			return err
		}
		signed, err := p.shop.Receipt(r.Context(), o)
		if err != nil {
			return err
		}
		return send(w, r, o, signed)
	}
}

func sendReceipt(w http.ResponseWriter, _ *http.Request, o *vitrine.Order, signed shop.SignedReceipt) error {
	w.Header().Set("Content-Type", receipt.MediaType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.jwt"`, receiptName(o)))
	_, _ = w.Write([]byte(signed.Text + "\n")) // an error is the client's, who has gone
	return nil
}

// receiptName is what the file of a receipt is called, without its ending.
func receiptName(o *vitrine.Order) string { return fmt.Sprintf("receipt-%d", o.ID) }

func (p *Pages) verify(w http.ResponseWriter, r *http.Request) error {
	return p.showVerify(w, r, http.StatusOK, &checked{})
}

func (p *Pages) showVerify(w http.ResponseWriter, r *http.Request, status int, c *checked) error {
	return p.show(w, r, status, "verify", locale.Of(r.Context()).T("Check a receipt"), c)
}

// submitVerify says whether a receipt that somebody shows holds. Nothing of it is kept.
func (p *Pages) submitVerify(w http.ResponseWriter, r *http.Request) error {
	sent, err := web.ReadFiles(w, r, maxReceiptForm)
	if err != nil {
		return err
	}
	l, c, text := locale.Of(r.Context()), &checked{}, sent.Get("receipt")
	if len(text) <= maxForm { // what is larger isn't sent back to be mended
		c.Text = text
	}
	if file := sent.Files["file"]; file != nil {
		text = string(file)
	}
	if text == "" {
		c.Problem = l.T("Paste a receipt, or choose its file.")
		return p.showVerify(w, r, http.StatusUnprocessableEntity, c)
	}

	found, err := p.shop.CheckReceipt(r.Context(), text)
	if err != nil {
		return err
	}

	if found.State == shop.ReceiptNone {
		c.Problem = l.T("This is no receipt. Paste all of its text, or choose the file as you got it.")
		return p.showVerify(w, r, http.StatusUnprocessableEntity, c)
	}
	c.Good, c.Says = found.State == shop.ReceiptValid, verdict(l, found)
	c.describe(found.Claims)
	return p.showVerify(w, r, http.StatusOK, c)
}

// verdict says in a sentence whether a receipt holds.
func verdict(l *locale.Language, c shop.CheckedReceipt) string {
	switch c.State {
	case shop.ReceiptValid:
		return l.T("This receipt holds: this marketplace signed it as it is.")
	case shop.ReceiptRevoked:
		return l.T("This receipt is revoked: the money of its order went back.")
	case shop.ReceiptForeign:
		return l.T("No key of this marketplace signed this receipt. It says that it comes from {address}: check it there.", c.Issuer)
	case shop.ReceiptUnknown:
		return l.T("This marketplace signed this receipt, but doesn’t know its order any more. Ask it.")
	default:
		return l.T("This receipt is forged: this marketplace never signed it as it is.")
	}
}

// describe fills in what a receipt says, which the marketplace signed.
func (c *checked) describe(claims *receipt.Claims) {
	if claims == nil {
		return
	}
	price, _ := vitrine.ParsePrice(claims.Order.Price) // as this marketplace wrote it
	c.Claims, c.SignedAt = claims, time.Unix(claims.IssuedAt, 0).UTC()
	c.Order = &vitrine.Order{Price: price, Currency: claims.Order.Currency, PaidAt: claims.Order.PaidAt,
		License: vitrine.PinnedLicense{Type: vitrine.License(claims.License.Type), Name: claims.License.Name}}
}
