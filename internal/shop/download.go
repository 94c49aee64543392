package shop

import (
	"context"
	"slices"

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

// DownloadURL gives a signed address of a file's bytes to whoever may have
// them: the author, the operator, anyone when the published model is free, the
// buyer of a paid order, and whoever knows such an order's download token. The
// set of files that was bought stays, whatever becomes of the model.
func (s *Shop) DownloadURL(ctx context.Context, caller vitrine.Caller, d DownloadRequest) (string, error) {
	orders, err := s.ordersFor(ctx, caller, d)
	if err != nil {
		return "", err
	}
	unpaid := false
	for _, o := range orders {
		i := slices.IndexFunc(o.Files, func(f vitrine.OrderFile) bool { return f.FileID == d.FileID })
		if i >= 0 && o.ModelID == d.ModelID && o.Downloads() {
			return s.sign(ctx, o.Files[i], d.Head)
		}
		unpaid = unpaid || i >= 0 && s.asOfNow(o).Status == vitrine.Unpaid
	}
	return s.downloadOpen(ctx, caller, d, unpaid)
}

// ordersFor are the orders that may open the file for the caller.
func (s *Shop) ordersFor(ctx context.Context, caller vitrine.Caller, d DownloadRequest) ([]*vitrine.Order, error) {
	var orders []*vitrine.Order
	if d.Token != "" {
		o, err := s.db.OrderByDownloadToken(ctx, d.Token)
		switch {
		case err == nil:
			orders = append(orders, o)
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return nil, err
		}
	}
	bought, err := s.db.OrdersOfBuyer(ctx, caller.User.ID, d.ModelID)
	return append(orders, bought...), err
}

// downloadOpen is for files that no order opens.
func (s *Shop) downloadOpen(ctx context.Context, caller vitrine.Caller, d DownloadRequest, unpaid bool) (string, error) {
	m, err := s.db.ModelRow(ctx, d.ModelID)
	if err != nil {
		return "", err
	}
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
		return s.sign(ctx, vitrine.OrderFile{FileID: f.ID, Name: f.Name, Size: f.Size, SHA256: f.SHA256, BlobKey: f.BlobKey}, d.Head)
	case unpaid:
		return "", vitrine.Errorf(vitrine.PaymentRequired, "the order of this file is not paid yet: send the customer to its checkout_url")
	case f.Status != vitrine.FileReady:
		return "", vitrine.Errorf(vitrine.Forbidden, "this file is %s: only its author can download it", f.Status)
	default:
		return "", vitrine.Errorf(vitrine.Forbidden, "this file is for sale: make an order of model %d and have it paid", d.ModelID)
	}
}

// BoughtFileURL gives a signed address of a file of the order that a receipt
// page belongs to.
func (s *Shop) BoughtFileURL(ctx context.Context, checkoutKey string, fileID int64) (string, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil {
		return "", err
	}
	if !o.Downloads() {
		return "", vitrine.Errorf(vitrine.PaymentRequired, "the order is %s: its downloads are closed", s.asOfNow(o).Status)
	}
	for _, f := range o.Files {
		if f.FileID == fileID {
			return s.sign(ctx, f, false)
		}
	}
	return "", vitrine.Errorf(vitrine.NotFound, "the order has no file %d", fileID)
}

func (s *Shop) sign(ctx context.Context, f vitrine.OrderFile, head bool) (string, error) {
	return s.blobs.DownloadURL(ctx, f.BlobKey, blob.Download{Name: f.Name, ETag: f.SHA256, Head: head})
}
