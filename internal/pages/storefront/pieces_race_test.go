package storefront_test

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"vitrine/internal/inspect"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// during has something done once while the pieces of a set are being drawn, and returns how
// many there were each time that they were drawn.
func (s *site) during(do func()) *[]int {
	drawn := new([]int)
	s.read = func(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
		result, err := inspect.InProcess(ctx, file, find, want)
		if want.Pieces == nil {
			return result, err
		}
		*drawn = append(*drawn, len(want.Pieces))
		if len(*drawn) == 1 {
			do()
		}
		return result, err
	}
	return drawn
}

// setOfThree publishes a set of three pieces, which are drawn, and gives its path.
func setOfThree(t *testing.T, members map[string]any) (*site, string) {
	t.Helper()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	members["category"] = "furniture"
	path, _ := s.publishOf(t, members)
	s.call(t, s.seller, "POST", path+"/files?name=tall.stl", slab(10, 10, 70), http.StatusCreated)
	s.call(t, s.seller, "POST", path+"/files?name=flat.stl", slab(40, 30, 5), http.StatusCreated)
	return s, path
}

// TestSetShrinksWhileItIsDrawn removes a piece between the reading of its shape and the
// storing of the picture: the set is drawn again, without the piece, though nothing else asks
// for that.
func TestSetShrinksWhileItIsDrawn(t *testing.T) {
	t.Parallel()
	s, path := setOfThree(t, map[string]any{"price": 0})
	before := s.model(t).Whole
	drawn := s.during(func() {
		err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.DeleteFile(t.Context(), 1, 4, s.now()) })
		if err != nil {
			t.Error(err)
		}
	})
	s.call(t, s.seller, "POST", path+"/files?name=cube-extra.stl", slab(20, 20, 20), http.StatusCreated)
	if want := []int{4, 3}; !slices.Equal(*drawn, want) {
		t.Errorf("these numbers of pieces were drawn: %v, want %v", *drawn, want)
	}
	if whole := s.model(t).Whole; before.BlobKey == "" || whole != before {
		t.Errorf("of the three that are left %+v is shown, want %+v as before", whole, before)
	}
}

// TestChoiceChangesWhileASetIsDrawn has nothing shown of a set any more while it is drawn:
// what was drawn is not stored.
func TestChoiceChangesWhileASetIsDrawn(t *testing.T) {
	t.Parallel()
	s, path := setOfThree(t, map[string]any{"price": 5, "preview": "reduced"})
	s.unread = true
	if s.model(t).Whole.BlobKey == "" {
		t.Fatal("nothing is shown of the set")
	}
	drawn := s.during(func() { s.call(t, s.seller, "PUT", path, map[string]any{"preview": "none"}, http.StatusOK) })
	if err := s.reader.ReadFile(t.Context(), `{"model":1}`); err != nil {
		t.Fatal(err)
	}
	if whole := s.model(t).Whole; len(*drawn) != 1 || whole.BlobKey != "" {
		t.Errorf("%+v is stored of a set of which nothing is to be shown, drawn %d times", whole, len(*drawn))
	}
}
