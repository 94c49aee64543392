package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// newOrder pins a model as it is in the transaction that stores the order.
func (s *Shop) newOrder(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n NewOrder, by buyer) (*vitrine.Order, error) {
	offer, err := tx.Offer(ctx, n.ModelID)
	if err != nil {
		return nil, err
	}
	if err := s.forSale(caller, offer); err != nil {
		return nil, err
	}
	if err := by.refuseAgain(offer, n.Again); err != nil {
		return nil, err
	}
	if offer.Share != nil {
		n.share = *offer.Share
	}
	now := s.now()
	return &vitrine.Order{
		UUID: n.UUID, UserID: caller.User.ID, ApplicationID: applicationOf(caller), BuyerID: by.id, BuyersEmail: n.BuyersEmail,
		Status: vitrine.Unpaid, ModelID: offer.ModelID,
		Model: offer.Model, Price: *offer.Price, Currency: s.currencyNow(), Share: n.share, License: pinLicense(offer), Files: offer.Files,
		ReturnURL: n.ReturnURL, Language: n.Language,
		Handle: auth.NewHandle(now), Live: s.payments.Live(), Again: n.Again,
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(n.payable),
	}, nil
}

// forSale refuses what can't be ordered. A draft is NotFound for strangers and a
// Conflict for its author.
func (s *Shop) forSale(caller vitrine.Caller, offer *store.Offer) error {
	if !caller.MaySee(&vitrine.Model{AuthorID: offer.Model.AuthorID, Status: offer.Status}) {
		return vitrine.Errorf(vitrine.NotFound, "there is no model %d", offer.ModelID)
	}
	if offer.Status != vitrine.Published || offer.Price == nil {
		return vitrine.Errorf(vitrine.Conflict, "model %d is a draft: only published models can be ordered", offer.ModelID)
	}
	if err := s.sellsIn(offer.Currency); err != nil {
		return err
	}
	if vitrine.CheckStep(*offer.Price, s.currencyNow()) != nil {
		return vitrine.Errorf(vitrine.Conflict, "model %d costs %s, and %s has no decimals: its author has to change the price",
			offer.ModelID, *offer.Price, s.currencyNow())
	}
	return nil
}

// buyer is who an order is for; the zero value is somebody who has no account.
type buyer struct {
	id     int64
	bought bool // the model, before; not looked for where that is no reason to refuse
}

// buyerOf is the caller, or of an application's customer the user with their address,
// if there is one. It is read before the transaction: there PostgreSQL would have the
// orders of others, which stand beside the buyer's in the index, get in its way.
func (s *Shop) buyerOf(ctx context.Context, caller vitrine.Caller, n NewOrder) (by buyer, err error) {
	if by.id, err = s.buyersID(ctx, caller, n); err != nil || by.id == 0 || n.Again {
		return by, err
	}
	by.bought, err = s.db.HasBought(ctx, by.id, n.ModelID)
	return by, err
}

func (s *Shop) buyersID(ctx context.Context, caller vitrine.Caller, n NewOrder) (int64, error) {
	if !caller.ForCustomers() {
		return caller.User.ID, nil
	}
	if n.BuyersEmail == "" {
		return 0, nil
	}
	user, err := s.db.UserByEmail(ctx, n.BuyersEmail)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return user.ID, nil
}

// refuseAgain refuses what is the buyer's already, unless they ask for it.
func (by buyer) refuseAgain(offer *store.Offer, again bool) error {
	detail := ""
	switch {
	case again || by.id == 0:
		return nil
	case offer.Model.AuthorID == by.id:
		detail = "this model is the buyer's own: send again: true to order it all the same"
	case by.bought:
		detail = "the buyer has bought this model already: send again: true to order it once more"
	default:
		return nil
	}
	fault := vitrine.Field{Pointer: "/model_id", Code: "owned", Detail: detail}
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{fault}}
}

func pinLicense(offer *store.Offer) vitrine.PinnedLicense {
	return vitrine.PinnedLicense{Type: offer.License, Name: offer.LicenseName, Version: offer.LicensedBy, Hash: textHash(offer.LicenseText),
		Text: offer.LicenseText}
}

// textHash is by which an order names the text of its licence.
func textHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
