package store

import (
	"context"
	"fmt"
	"strconv"

	"vitrine"
)

// The parts of a build, in their order.
const (
	buildBlocks = "blocks"
	buildTerms  = "terms"
	buildLate   = "late"
	buildOld    = "old" // what was built is searched; the blocks before are left to be removed
)

// building is how far a build is; the zero value is that there is none.
type building struct {
	form int64
	part string
	next int64 // the block, or the term, that comes next in this part
}

func (b building) String() string { return fmt.Sprint(b.form, " ", b.part, " ", b.next) }

// builds reports whether blocks are built beside those that are searched.
func (b building) builds() bool { return b.part != "" && b.part != buildOld }

// building returns how far a build is.
func (r *reads) building(ctx context.Context) (b building, err error) {
	text, err := r.setting(ctx, searchRebuild)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return building{}, nil
	}
	if err != nil {
		return building{}, err
	}
	if _, err := fmt.Sscan(text, &b.form, &b.part, &b.next); err != nil {
		return building{part: buildBlocks}, nil //nolint:nilerr // an earlier release has another text: it counts as form 0
	}
	return b, nil
}

func (tx *Tx) setBuilding(ctx context.Context, part string, next int64) error {
	return tx.setSetting(ctx, searchRebuild, building{number(documentsForm), part, next}.String())
}

// SearchToRebuild reports whether the index has to be built: there is none, or one of
// an earlier release's form, or a build was cut off.
func (r *reads) SearchToRebuild(ctx context.Context) (bool, error) {
	form, err := r.searchForm(ctx)
	if err != nil {
		return false, err
	}
	at, err := r.building(ctx)
	// A later release that runs beside this one has built, or is building, what it needs.
	if err != nil || max(form, at.form) > number(documentsForm) {
		return false, err
	}
	return form < number(documentsForm) || at.part != "", nil
}

// searchForm is the form of the index; 0: there is none.
func (r *reads) searchForm(ctx context.Context) (int64, error) {
	form, err := r.setting(ctx, searchForm)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return 0, err
	}
	return number(form), nil
}

// number is the number of a form; that of none is below all.
func number(form string) int64 {
	n, _ := strconv.ParseInt(form, 10, 64)
	return n
}
