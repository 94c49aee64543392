package library

import (
	"net/http"

	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// orderFile leads to the bytes of a file of an order.
func (p *Pages) orderFile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	o, err := p.ownOrder(r, in)
	if err != nil {
		return err
	}
	file, err := pages.Number(r, "file")
	if err != nil {
		return err
	}
	return lead(w, r)(p.shop.OrderFileURL(r.Context(), o, file))
}

// freeFile leads to the bytes of a file of a free model.
func (p *Pages) freeFile(w http.ResponseWriter, r *http.Request) error {
	model, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	file, err := pages.Number(r, "file")
	if err != nil {
		return err
	}
	return lead(w, r)(p.shop.FreeFileURL(r.Context(), model, file))
}

// lead leads to an address, if there is one.
func lead(w http.ResponseWriter, r *http.Request) func(address string, err error) error {
	return func(address string, err error) error {
		if err == nil {
			http.Redirect(w, r, address, http.StatusFound)
		}
		return err
	}
}

// orderZip sends all that an order opens.
func (p *Pages) orderZip(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	o, err := p.ownOrder(r, in)
	if err != nil {
		return err
	}
	return p.send(w, r)(p.shop.OrderZip(r.Context(), o))
}

// receiptZip sends all that the order of a receipt opens.
func (p *Pages) receiptZip(w http.ResponseWriter, r *http.Request) error {
	return p.send(w, r)(p.shop.ReceiptZip(r.Context(), r.PathValue("key")))
}

// freeZip sends all files of a free model.
func (p *Pages) freeZip(w http.ResponseWriter, r *http.Request) error {
	model, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	return p.send(w, r)(p.shop.FreeZip(r.Context(), model))
}

// send sends a ZIP, if there is one.
func (p *Pages) send(w http.ResponseWriter, r *http.Request) func(*shop.Zip, error) error {
	return func(b *shop.Zip, err error) error {
		if err != nil {
			return err
		}
		broke := func(err error) { p.shop.ZipBroke(r.Context(), b.Name, err) }
		return blobhttp.Bundle(w, r, b.Archive, b.Name, broke)
	}
}
