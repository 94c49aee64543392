package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// Surveyor knows what the 3D files of models hold, of which the shop knows nothing. It
// follows each change inside the transaction that makes it, and before the model's
// record is updated.
type Surveyor interface {
	// Measured returns what the files of a model say of it.
	Measured(m *vitrine.Model) vitrine.Measured
	// Contradicts reports whether a file of so many bytes that starts so is surely none
	// of those with an extension.
	Contradicts(extension string, start []byte, size int64) bool
	// FileAdded follows a new file of a model, m without it.
	FileAdded(ctx context.Context, tx *store.Tx, m *vitrine.Model, f *vitrine.File) error
	// FileTaken follows a file that took its place, and what is known of it, from another row
	// of its model's copy, or of the model: a reading that waited or ran there is done here.
	FileTaken(ctx context.Context, tx *store.Tx, was, f *vitrine.File) error
	// FileRemoved follows the removal of a file.
	FileRemoved(ctx context.Context, tx *store.Tx, gone *vitrine.File) error
	// LastImageRemoved follows the removal of a model's last image, which may be a drawn one.
	LastImageRemoved(ctx context.Context, tx *store.Tx, modelID int64, drawn bool) error
	// ModelChanged follows a change of a model's own members.
	ModelChanged(ctx context.Context, tx *store.Tx, before, m *vitrine.Model) error
	// ViewsWanted has pictures of a model drawn, which become its author's; Conflict where
	// no file can be drawn.
	ViewsWanted(ctx context.Context, tx *store.Tx, m *vitrine.Model, views []vitrine.PictureView) error
}

// noSurveyor has nothing read.
type noSurveyor struct{}

func (noSurveyor) Measured(*vitrine.Model) vitrine.Measured { return vitrine.Measured{} }

func (noSurveyor) Contradicts(string, []byte, int64) bool { return false }

func (noSurveyor) FileAdded(context.Context, *store.Tx, *vitrine.Model, *vitrine.File) error {
	return nil
}

func (noSurveyor) FileTaken(context.Context, *store.Tx, *vitrine.File, *vitrine.File) error {
	return nil
}

func (noSurveyor) FileRemoved(context.Context, *store.Tx, *vitrine.File) error { return nil }

func (noSurveyor) LastImageRemoved(context.Context, *store.Tx, int64, bool) error { return nil }

func (noSurveyor) ViewsWanted(context.Context, *store.Tx, *vitrine.Model, []vitrine.PictureView) error {
	return nil
}

func (noSurveyor) ModelChanged(context.Context, *store.Tx, *vitrine.Model, *vitrine.Model) error {
	return nil
}
