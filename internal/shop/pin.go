package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// newOrder pins a model as it is now, and says which version that is.
func (s *Shop) newOrder(ctx context.Context, caller vitrine.Caller, n NewOrder) (*vitrine.Order, int64, error) {
	offer, err := s.forSale(ctx, caller, n.ModelID)
	if err != nil {
		return nil, 0, err
	}
	buyer, err := s.buyer(ctx, caller, n)
	if err != nil {
		return nil, 0, err
	}
	if err := s.refuseAgain(ctx, offer, buyer, n.Again); err != nil {
		return nil, 0, err
	}
	now := s.now()
	return &vitrine.Order{
		UUID: n.UUID, UserID: caller.User.ID, ApplicationID: applicationOf(caller), BuyerID: buyer, BuyersEmail: n.BuyersEmail,
		Status: vitrine.Unpaid, ModelID: offer.ModelID,
		Model: offer.Model, Price: *offer.Price, Currency: s.settings.Currency, License: pinLicense(offer), Files: offer.Files,
		ReturnURL: n.ReturnURL,
		Handle:    auth.NewHandle(now), Live: s.payments.Live(), Again: n.Again,
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(s.settings.OrderLifetime),
	}, offer.Version, nil
}

// forSale reads what a published model offers. A draft is NotFound for
// strangers and a Conflict for its author.
func (s *Shop) forSale(ctx context.Context, caller vitrine.Caller, id int64) (*store.Offer, error) {
	offer, err := s.db.Offer(ctx, id)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(&vitrine.Model{AuthorID: offer.Model.AuthorID, Status: offer.Status}) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	if offer.Status != vitrine.Published || offer.Price == nil {
		return nil, vitrine.Errorf(vitrine.Conflict, "model %d is a draft: only published models can be ordered", id)
	}
	return offer, nil
}

// buyer is the user who buys: the caller, or of an application's customer the
// user with their address, if there is one.
func (s *Shop) buyer(ctx context.Context, caller vitrine.Caller, n NewOrder) (int64, error) {
	if caller.Application == nil {
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

func (s *Shop) refuseAgain(ctx context.Context, offer *store.Offer, buyer int64, again bool) error {
	if again || buyer == 0 {
		return nil
	}
	detail := ""
	if offer.Model.AuthorID == buyer {
		detail = "this model is the buyer's own: send again: true to order it all the same"
	} else {
		bought, err := s.db.HasBought(ctx, buyer, offer.ModelID)
		if err != nil {
			return err
		}
		if bought {
			detail = "the buyer has bought this model already: send again: true to order it once more"
		}
	}
	if detail == "" {
		return nil
	}
	fault := vitrine.Field{Pointer: "/model_id", Code: "owned", Detail: detail}
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{fault}}
}

func pinLicense(offer *store.Offer) vitrine.PinnedLicense {
	sum := sha256.Sum256([]byte(offer.LicenseText))
	return vitrine.PinnedLicense{Type: offer.License, Hash: hex.EncodeToString(sum[:]), Text: offer.LicenseText}
}
