package shop

import (
	"context"
	"strconv"

	"vitrine"
	"vitrine/internal/blob"
)

// freeOffer returns what anybody may download at once: the files and licence of a free model
// that is published, where the operator lets visitors have them with no form. Else it is
// Forbidden, or NotFound.
func (s *Shop) freeOffer(ctx context.Context, modelID int64) (files []vitrine.OrderFile, c contents, err error) {
	house, err := s.House(ctx)
	if err != nil {
		return nil, c, err
	}
	offer, err := s.db.Offer(ctx, modelID)
	if err != nil {
		return nil, c, err
	}
	if offer.Status != vitrine.Published || offer.Price == nil {
		return nil, c, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	if *offer.Price != 0 || !house.FreeOpen {
		return nil, c, vitrine.Errorf(vitrine.Forbidden, "this model is not given away at once: order it on its page")
	}
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return nil, c, err
	}
	return offer.Files, contents{name: offer.Model.Slug + ".zip", license: offer.LicenseText, dated: m.UpdatedAt, author: m.AuthorID}, nil
}

// FreeZip returns all files of a free model as one ZIP, for anybody.
func (s *Shop) FreeZip(ctx context.Context, modelID int64) (*Zip, error) {
	files, c, err := s.freeOffer(ctx, modelID)
	if err != nil {
		return nil, err
	}
	s.countDownload(ctx, modelID, c.author)
	return s.zip(ctx, files, c)
}

// FreeFileURL returns a signed address of a file of a free model, for anybody.
func (s *Shop) FreeFileURL(ctx context.Context, modelID, fileID int64) (string, error) {
	files, c, err := s.freeOffer(ctx, modelID)
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if f.FileID == fileID {
			s.countDownload(ctx, modelID, c.author)
			return s.sign(ctx, f, blob.Download{Claim: freeClaim + strconv.FormatInt(modelID, 10)})
		}
	}
	return "", vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", modelID, fileID)
}
