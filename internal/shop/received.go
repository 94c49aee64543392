package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"vitrine"
	"vitrine/internal/seed"
)

// Received tells what came in an upload and, when it was kept, what was made of it.
type Received struct {
	Name       string
	FileTypeID int64 // of a file
	ForBuyers  bool  // of a file
	SHA256     string
	File       *vitrine.File
	Image      *vitrine.Image
}

func receivedFile(f *vitrine.File) Received {
	return Received{Name: f.Name, FileTypeID: f.FileTypeID, ForBuyers: f.ForBuyers, SHA256: f.SHA256, File: f}
}

// FileAgain reads a file as AddFile does and tells what came. Nothing is kept.
func (s *Shop) FileAgain(ctx context.Context, up Upload) (Received, error) {
	name, err := cleanName(up.Name)
	if err != nil {
		return Received{}, err
	}
	set, err := s.Limits(ctx)
	if err != nil {
		return Received{}, err
	}
	f, err := up.pass("file", set.FileSize)
	if err != nil {
		return Received{}, err
	}
	f.Name, f.Extension = name, vitrine.Extension(name)
	typeByName(f)
	return Received{Name: f.Name, FileTypeID: f.FileTypeID, ForBuyers: f.ForBuyers, SHA256: f.SHA256}, nil
}

// ImageAgain reads a picture as AddImage does and tells what came. Nothing is kept.
func (s *Shop) ImageAgain(ctx context.Context, up Upload) (Received, error) {
	set, err := s.Limits(ctx)
	if err != nil {
		return Received{}, err
	}
	f, err := up.pass("image", set.ImageSize)
	if err != nil {
		return Received{}, err
	}
	return Received{Name: up.Name, SHA256: f.SHA256}, nil
}

// pass reads an upload to its end without keeping it.
func (up *Upload) pass(what string, limit int64) (*vitrine.File, error) {
	if up.Size > limit {
		return nil, tooLarge(what, limit)
	}
	sum := sha256.New()
	size, err := io.Copy(sum, &bounded{r: up.Body, left: limit, err: tooLarge(what, limit)})
	if err != nil {
		return nil, bodyError(err)
	}
	f := &vitrine.File{FileTypeID: up.FileTypeID, ForBuyers: up.ForBuyers, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return f, up.finish(f)
}

// typeByName completes the type of a file that was sent without one.
func typeByName(f *vitrine.File) {
	if f.FileTypeID == 0 {
		known, _ := seed.FileTypeOf(f.Extension) // 0 when it is not
		f.FileTypeID = known.ID
	}
}
