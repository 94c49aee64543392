package shop

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// idLength is how many random characters name a marketplace.
const idLength = 20

// Belong sees to it that the database and the stored bytes are of one marketplace;
// else it is a Conflict, and nothing may be served, sold or removed. A new
// marketplace gets its id in both. So does one that had none yet, when bytes that
// its rows name are there. A database without an id does not get that of the stored
// bytes without such a proof, even beside an empty place: it is another database's.
func (s *Shop) Belong(ctx context.Context) error {
	ours, theirs, err := s.owners(ctx)
	if err != nil {
		return err
	}
	switch {
	case ours != "" && ours == theirs:
		return nil
	case ours != "" && theirs != "":
		return vitrine.Errorf(vitrine.Conflict, "the database is of marketplace %s, the stored bytes are of marketplace %s: "+
			"one of --database and --blobs names another marketplace's. Name the right one; "+
			"if they do belong together, say so with `vitrine adopt`", ours, theirs)
	}
	if err := s.prove(ctx, theirs); err != nil {
		return err
	}
	return s.pair(ctx, cmp.Or(ours, theirs))
}

// Adopt is the operator's word that the database and the stored bytes belong
// together, and returns the id that both have from now on: the database's, if it has
// one.
func (s *Shop) Adopt(ctx context.Context) (string, error) {
	ours, theirs, err := s.owners(ctx)
	if err != nil {
		return "", err
	}
	if err := s.pair(ctx, cmp.Or(ours, theirs)); err != nil {
		return "", err
	}
	id, err := s.db.Marketplace(ctx)
	if err != nil {
		return "", err
	}
	n := Noted{Act: vitrine.ActHouseAdopt, Before: facts{"database": ours, "bytes": theirs}, After: facts{"database": id, "bytes": id}}
	return id, s.db.Write(ctx, func(tx *store.Tx) error { return s.Note(ctx, tx, n) })
}

// BelongToBackup does what Belong does for an empty database that is to be filled
// from a backup of the marketplace of an id, "" when the backup has none: beside
// stored bytes of that same marketplace it may be filled.
func (s *Shop) BelongToBackup(ctx context.Context, id string) error {
	ours, theirs, err := s.owners(ctx)
	if err != nil {
		return err
	}
	if ours == "" && theirs != "" && theirs == id {
		return s.pair(ctx, id)
	}
	return s.Belong(ctx)
}

// owners returns the id of the database and that of the stored bytes. The latter is
// written second and read first: where it is there, that of the database is too.
func (s *Shop) owners(ctx context.Context) (ours, theirs string, err error) {
	if theirs, err = s.blobs.Owner(ctx); err != nil {
		return "", "", err
	}
	ours, err = s.db.Marketplace(ctx)
	return ours, theirs, err
}

// prove looks for proof that a database and stored bytes, one of which has no id,
// belong together. A key has 160 random bits: where a single one that a row names is
// found, the bytes are this database's. Where there is neither a row nor a byte, nor
// an id of the stored bytes, nothing can be mistaken.
func (s *Shop) prove(ctx context.Context, theirs string) error {
	live, err := s.db.KeysInUse(ctx)
	if err != nil {
		return err
	}
	keys := live
	if len(live) == 0 {
		if keys, err = s.db.KeysOnce(ctx); err != nil {
			return err
		}
	}
	if found, err := s.anyStored(ctx, keys); found || err != nil {
		return err
	}
	if len(live) > 0 {
		return vitrine.Errorf(vitrine.Conflict, "the database has files, and none of %d that were looked for is among the stored bytes: "+
			"--blobs names another or an empty place. Name the right one, or bring the bytes back; "+
			"to go on without them, say `vitrine adopt`", len(live))
	}
	if theirs != "" {
		return vitrine.Errorf(vitrine.Conflict, "the stored bytes are of marketplace %s, and the database knows none of them: "+
			"it is new, empty or another marketplace's, and its sweep would remove theirs. "+
			"Name the right one with --database, `vitrine restore` a backup of that marketplace, or name an empty place with --blobs; "+
			"if that database is gone for good, say with `vitrine adopt` that this one takes its place", theirs)
	}
	holds, err := s.holdsBytes(ctx)
	if err != nil || !holds {
		return err
	}
	return vitrine.Errorf(vitrine.Conflict, "bytes are stored and the database knows none of them: "+
		"it is new, empty or another marketplace's, and its sweep would remove them. "+
		"Name the right one with --database, `vitrine restore` a backup, or name an empty place with --blobs; "+
		"if they do belong together, say so with `vitrine adopt`")
}

// anyStored reports whether one of the keys is stored, or was discarded.
func (s *Shop) anyStored(ctx context.Context, keys []string) (bool, error) {
	for _, key := range keys {
		_, err := s.blobs.Stat(ctx, key)
		if vitrine.CodeOf(err) != vitrine.NotFound {
			return err == nil, err
		}
		if there, err := s.blobs.IsDiscarded(ctx, key); there || err != nil {
			return there, err
		}
	}
	return false, nil
}

func (s *Shop) holdsBytes(ctx context.Context) (bool, error) {
	one := func(blob.Info) error { return errEnough }
	err := s.blobs.List(ctx, "", one)
	if err == nil {
		err = s.blobs.Discarded(ctx, one)
	}
	if errors.Is(err, errEnough) {
		return true, nil
	}
	return false, err
}

// errEnough ends a list when enough of it was seen.
var errEnough = errors.New("enough was seen")

// pair writes an id into the database, a new one when it is "", and then beside the
// stored bytes: a start that is cut off between the two is made good by the next. Of
// many processes that begin at once, one makes the id.
func (s *Shop) pair(ctx context.Context, id string) error {
	if id == "" {
		id = strings.ToLower(auth.RandomText(idLength))
	}
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		id, err = tx.KeepMarketplace(ctx, id)
		return err
	})
	if err != nil {
		return err
	}
	return s.blobs.Claim(ctx, id)
}

// stillPaired refuses to go on when the stored bytes are not the ones that belong
// to the database any more: a folder that is not mounted, a bucket that was
// exchanged.
func (s *Shop) stillPaired(ctx context.Context) error {
	ours, theirs, err := s.owners(ctx)
	if err == nil && (ours == "" || ours != theirs) {
		err = vitrine.Errorf(vitrine.Conflict, "the database is of marketplace %q, the stored bytes are of %q: nothing is removed", ours, theirs)
	}
	return err
}
