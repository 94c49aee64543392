package shop

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/archive"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// Zip is all files of an order, or of a free model, as one ZIP.
type Zip struct {
	*archive.Archive
	Name string // of the ZIP
}

// licenseFile is the name of the licence in a ZIP.
const licenseFile = "LICENSE.txt"

// Updates lists the files that an author has added to what an order sold, for those who
// bought it before too.
func (s *Shop) Updates(ctx context.Context, o *vitrine.Order) ([]vitrine.OrderFile, error) {
	added, err := s.db.FilesForBuyers(ctx, o.ModelID)
	return slices.DeleteFunc(added, func(f vitrine.OrderFile) bool {
		return slices.ContainsFunc(o.Files, func(had vitrine.OrderFile) bool { return had.FileID == f.FileID })
	}), err
}

// OrderZip returns all that an order opens: the files that were bought, those that were
// added for its buyer, and the licence as it was bought. The context must last while it is
// read.
func (s *Shop) OrderZip(ctx context.Context, o *vitrine.Order) (*Zip, error) {
	if err := s.opens(ctx, o); err != nil {
		return nil, err
	}
	added, err := s.Updates(ctx, o)
	if err != nil {
		return nil, err
	}
	s.countDownload(ctx, o.ModelID, o.Model.AuthorID)
	s.keepDownload(ctx, o, "all files (ZIP)")
	name := o.Model.Slug + "-order-" + strconv.FormatInt(o.ID, 10) + ".zip"
	return s.zip(ctx, slices.Concat(o.Files, added), contents{name: name, license: o.License.Text, dated: o.CreatedAt})
}

// ReceiptZip is OrderZip of the order that a receipt page belongs to.
func (s *Shop) ReceiptZip(ctx context.Context, checkoutKey string) (*Zip, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil {
		return nil, err
	}
	return s.OrderZip(ctx, o)
}

// OrderFileURL returns a signed address of a file that an order opens.
func (s *Shop) OrderFileURL(ctx context.Context, o *vitrine.Order, fileID int64) (string, error) {
	if err := s.opens(ctx, o); err != nil {
		return "", err
	}
	f, err := s.openedFile(ctx, o, fileID)
	if err != nil {
		return "", err
	}
	s.countDownload(ctx, o.ModelID, o.Model.AuthorID)
	s.keepDownload(ctx, o, f.Name)
	return s.sign(ctx, f, blob.Download{Claim: claimOf(o)})
}

// opens refuses the files of an order that does not open them.
func (s *Shop) opens(ctx context.Context, o *vitrine.Order) error {
	if o.Downloads() {
		return s.notWithheld(ctx, o.ModelID)
	}
	return vitrine.Errorf(vitrine.PaymentRequired, "the order is %s: its downloads are closed", s.asOfNow(o).Status)
}

// openedFile is a file that an order opens; NotFound when it opens none of this id.
func (s *Shop) openedFile(ctx context.Context, o *vitrine.Order, fileID int64) (vitrine.OrderFile, error) {
	is := func(f vitrine.OrderFile) bool { return f.FileID == fileID }
	if i := slices.IndexFunc(o.Files, is); i >= 0 {
		return o.Files[i], nil
	}
	added, err := s.Updates(ctx, o)
	if err != nil {
		return vitrine.OrderFile{}, err
	}
	if i := slices.IndexFunc(added, is); i >= 0 {
		return added[i], nil
	}
	return vitrine.OrderFile{}, vitrine.Errorf(vitrine.NotFound, "the order has no file %d", fileID)
}

// contents are what a ZIP has beside files.
type contents struct {
	name, license string
	dated         time.Time
	author        int64
}

// zip lays out an archive of files that are there.
func (s *Shop) zip(ctx context.Context, files []vitrine.OrderFile, c contents) (*Zip, error) {
	if err := s.allIntact(ctx, files); err != nil {
		return nil, err
	}
	ids := make([]int64, len(files))
	for i, f := range files {
		ids[i] = f.FileID
	}
	known, err := s.db.Checksums(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]archive.File, 0, len(files)+1)
	for _, f := range files {
		list = append(list, s.archived(ctx, f, known))
	}
	list = append(list, archive.Text(licenseFile, c.license))
	return &Zip{Archive: archive.New(list, c.dated), Name: c.name}, nil
}

// intactAtOnce is how many files are looked at at once: each is a request to a bucket.
const intactAtOnce = 8

// allIntact is intact of all files of a ZIP.
func (s *Shop) allIntact(ctx context.Context, files []vitrine.OrderFile) error {
	turns, faults := make(chan struct{}, intactAtOnce), make([]error, len(files))
	var all sync.WaitGroup
	for i, f := range files {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			faults[i] = s.intact(ctx, f)
		})
	}
	all.Wait()
	for _, err := range faults {
		if err != nil {
			return err
		}
	}
	return nil
}

// archived is a file as a ZIP has it.
func (s *Shop) archived(ctx context.Context, f vitrine.OrderFile, known map[int64]uint32) archive.File {
	file := archive.File{Name: f.Name, Size: f.Size, SHA256: f.SHA256, Open: func() (io.ReadSeekCloser, error) {
		return s.OpenNeeded(ctx, f.BlobKey)
	}}
	file.Broke = func() { s.noteBroken(ctx, f) }
	if crc, ok := known[f.FileID]; ok {
		file.CRC32 = &crc
		return file
	}
	file.Found = func(crc uint32) {
		note := func(tx *store.Tx) error { return tx.NoteChecksum(ctx, f.FileID, crc) }
		if err := s.db.Write(ctx, note); err != nil {
			s.log.Warn("a checksum could not be stored: it is found out again", "file", f.FileID, "error", err)
		}
	}
	return file
}

// noteBroken marks a file whose bytes turned out to be wrong while they were sent, so that
// they are compared with their digest before anybody gets them again. Its reader may hang up
// meanwhile.
func (s *Shop) noteBroken(ctx context.Context, f vitrine.OrderFile) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	if err := s.noteCompared(ctx, f.BlobKey, true); err != nil {
		s.log.Error("a file's stored bytes are damaged, which could not be noted", "file", f.FileID, "key", f.BlobKey, "error", err)
	}
}

// noteTime is how long it may take to note that a file is damaged.
const noteTime = 10 * time.Second

// ZipBroke tells the operator why a ZIP was not sent to its end, unless its reader has
// hung up. The context is the reader's.
func (s *Shop) ZipBroke(ctx context.Context, name string, err error) {
	switch {
	case errors.Is(err, archive.ErrDamaged):
		s.log.Error("stored bytes are damaged: a ZIP ended early", "zip", name, "error", err)
	case !errors.Is(ctx.Err(), context.Canceled):
		s.log.Error("stored bytes could not be read: a ZIP ended early", "zip", name, "error", err)
	}
}
