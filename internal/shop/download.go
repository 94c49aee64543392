package shop

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/blob"
)

// DownloadRequest asks for the bytes of a file.
type DownloadRequest struct {
	ModelID int64
	FileID  int64
	Token   string // an order's download token, "" for none
	Head    bool   // only the headers are asked for
}

// DownloadURL returns a signed address of a file's bytes to whoever may have
// them: the author, the operator, anyone when the published model is free, the
// buyer of a paid order, and whoever knows such an order's download token. The
// set of files that was bought stays, whatever becomes of the model.
func (s *Shop) DownloadURL(ctx context.Context, caller vitrine.Caller, d DownloadRequest) (string, error) {
	orders, known, err := s.ordersFor(ctx, caller, d)
	if err != nil {
		return "", err
	}
	unpaid := false
	// Orders before all else: a buyer keeps what was bought when the model is hidden, dearer or deleted.
	for _, o := range orders {
		if o.ModelID != d.ModelID {
			continue
		}
		f, err := s.openedFile(ctx, o, d.FileID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue
		}
		if err != nil {
			return "", err
		}
		if o.Downloads() {
			if err := s.notWithheld(ctx, d.ModelID); err != nil {
				return "", err
			}
			if !d.Head {
				s.countDownload(ctx, d.ModelID, o.Model.AuthorID)
				s.keepDownload(ctx, o, f.Name)
			}
			return s.sign(ctx, f, blob.Download{Claim: claimOf(o), Head: d.Head})
		}
		unpaid = unpaid || s.asOfNow(o).Status == vitrine.Unpaid
	}
	address, err := s.downloadOpen(ctx, caller, d, unpaid)
	if e, refused := errors.AsType[*vitrine.Error](err); refused && !known {
		e.Err = vitrine.ErrUnknownSecret
	}
	return address, err
}

// ordersFor are the orders that may open the file for the caller. known says
// whether the download token is one of them, or there is none.
func (s *Shop) ordersFor(ctx context.Context, caller vitrine.Caller, d DownloadRequest) (orders []*vitrine.Order, known bool, err error) {
	known = true
	if d.Token != "" {
		o, err := s.db.OrderByDownloadToken(ctx, d.Token)
		switch {
		case err == nil:
			orders = append(orders, o)
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return nil, false, err
		default:
			known = false
		}
	}
	bought, err := s.db.OrdersOfBuyer(ctx, caller.User.ID, d.ModelID)
	return append(orders, bought...), known, err
}

// downloadOpen is for files that no order opens.
func (s *Shop) downloadOpen(ctx context.Context, caller vitrine.Caller, d DownloadRequest, unpaid bool) (string, error) {
	m, err := s.db.ModelRow(ctx, d.ModelID)
	if err != nil {
		return "", err
	}
	// Not Forbidden, which would tell that there is such a draft.
	if !caller.MaySee(m) {
		return "", vitrine.Errorf(vitrine.NotFound, "there is no model %d", d.ModelID)
	}
	f, err := s.db.File(ctx, d.ModelID, d.FileID)
	if err != nil {
		return "", err
	}
	free := m.Status == vitrine.Published && m.Free() && f.Status == vitrine.FileReady
	switch {
	case caller.MayEdit(m) || free:
		claim := ""
		if !caller.MayEdit(m) {
			claim = freeClaim + strconv.FormatInt(m.ID, 10)
			if !d.Head {
				s.countDownload(ctx, m.ID, m.AuthorID)
			}
		}
		return s.sign(ctx, vitrine.OrderFile{FileID: f.ID, Name: f.Name, Size: f.Size, SHA256: f.SHA256, BlobKey: f.BlobKey},
			blob.Download{Claim: claim, Head: d.Head})
	case unpaid:
		return "", vitrine.Errorf(vitrine.PaymentRequired, "the order of this file is not paid yet: send the customer to its checkout_url")
	case f.Status != vitrine.FileReady:
		return "", vitrine.Errorf(vitrine.Forbidden, "this file is %s: only its author can download it", f.Status)
	default:
		return "", vitrine.Errorf(vitrine.Forbidden, "this file is for sale: make an order of model %d and have it paid", d.ModelID)
	}
}

// BoughtFileURL returns a signed address of a file of the order that a receipt
// page belongs to.
func (s *Shop) BoughtFileURL(ctx context.Context, checkoutKey string, fileID int64) (string, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil {
		return "", err
	}
	return s.OrderFileURL(ctx, o, fileID)
}

// The claims of signed addresses: an order, or a model that is free.
const (
	orderClaim = "order:"
	freeClaim  = "free:"
)

func claimOf(o *vitrine.Order) string { return orderClaim + strconv.FormatInt(o.ID, 10) }

// CheckClaim reports whether the reason still holds that a signed address was given
// for: the order was not refunded, the free model not taken back. Else it is
// Forbidden.
func (s *Shop) CheckClaim(ctx context.Context, claim string) error {
	kind, number, _ := strings.Cut(claim, ":")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.Forbidden, "the address of the download is not valid: ask for a new one")
	}
	holds := false
	if kind+":" == orderClaim {
		var o *vitrine.Order
		if o, err = s.db.Order(ctx, id); err == nil {
			if holds = o.Downloads(); holds {
				err = s.notWithheld(ctx, o.ModelID)
			}
		}
	} else {
		var m *vitrine.Model
		if m, err = s.db.ModelRow(ctx, id); err == nil {
			holds = m.Status == vitrine.Published && m.Free()
		}
	}
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	if !holds {
		return vitrine.Errorf(vitrine.Forbidden, "what this download was given for has ended: "+
			"the order was refunded, or the model is not free any more")
	}
	return nil
}

// sign returns an address of a file's bytes, once they are known to be right.
func (s *Shop) sign(ctx context.Context, f vitrine.OrderFile, d blob.Download) (string, error) {
	if err := s.intact(ctx, f); err != nil {
		return "", err
	}
	d.Name, d.ETag, d.Size = f.Name, f.SHA256, f.Size
	return s.blobs.DownloadURL(ctx, f.BlobKey, d)
}
