package shop

import (
	"bytes"
	"context"
	"errors"
	"io"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/picture"
)

// MaxLogoBytes is how large the file of a logo is at most.
const MaxLogoBytes = 4 << 20

// storeLogo reads a logo, makes it anew in the size that pages show it in and stores it. It
// is none of the formats that may hold programs or addresses. The zero Logo for nil.
func (s *Shop) storeLogo(ctx context.Context, body io.Reader) (logo vitrine.Logo, err error) {
	if body == nil {
		return logo, nil
	}
	whole, ok, err := plainPicture(body)
	if err != nil {
		return logo, err
	}
	if !ok {
		return logo, logoRefused("unsupported_picture", "a logo is a PNG, JPEG or WebP picture")
	}
	small, err := s.drawLogo(ctx, whole)
	if err != nil {
		return logo, err
	}
	info, err := s.blobs.Put(ctx, blob.Media, bytes.NewReader(small.Bytes))
	if err != nil {
		return logo, err
	}
	return vitrine.Logo{Key: info.Key, Width: small.Width, Height: small.Height}, nil
}

// drawLogo makes a picture of an upload as large as a logo may be.
func (s *Shop) drawLogo(ctx context.Context, body io.Reader) (picture.Rendition, error) {
	body = &bounded{r: body, left: MaxLogoBytes, err: tooLarge("logo", MaxLogoBytes)}
	file, _, err := s.spoolImage(ctx, Upload{Name: "logo", Size: -1, Body: body})
	if err != nil {
		return picture.Rendition{}, err
	}
	defer file.Close()
	small, err := s.shrunk(ctx, file, vitrine.MaxLogoWidth, vitrine.MaxLogoHeight)
	return small, atLogo(err)
}

func logoRefused(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/logo", Code: code, Detail: detail}})
}

// atLogo says of what is wrong with a picture that it is the logo's.
func atLogo(err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if !ok || refused.Code != vitrine.Invalid || len(refused.Fields) == 0 {
		return err
	}
	return logoRefused(refused.Fields[0].Code, refused.Fields[0].Detail)
}

// CheckPicture is nil for a stored picture that somebody may see, and NotFound for all else.
func (s *Shop) CheckPicture(ctx context.Context, key string) (vitrine.Shown, error) {
	house, err := s.House(ctx)
	if err == nil && house.Logo.Key != "" && house.Logo.Key == key {
		return vitrine.Shown{}, nil
	}
	if err != nil {
		return vitrine.Shown{}, err
	}
	return s.db.CheckPicture(ctx, key)
}
