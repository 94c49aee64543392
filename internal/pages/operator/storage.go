package operator

import (
	"net/http"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const storagePath = "/desk/storage"

// storing is what the list of what authors store shows.
type storing struct {
	Find         string
	Bytes, Files int64 // of all
	Most         int64 // bytes that an author may store where no limit is their own; 0: any number
	List         []shop.Stores
	First, Next  string // paths; "" for none
}

func (p *Pages) storage(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	asked := r.URL.Query()
	shown := storing{Find: strings.TrimSpace(asked.Get("find")), Most: in.House.MaxStorage}
	var next string
	var err error
	shown.List, next, err = p.shop.StoredBy(r.Context(), in, store.StoredQuery{Text: shown.Find, Next: asked.Get("cursor"), Size: pageSize})
	if err != nil {
		return err
	}
	if shown.Bytes, err = p.db.Tally(r.Context(), store.Bytes, 0); err != nil {
		return err
	}
	if shown.Files, err = p.db.Tally(r.Context(), store.Files, 0); err != nil {
		return err
	}
	shown.First, shown.Next = around(storagePath, asked, next)
	return p.show(w, r, http.StatusOK, "storage", pages.View{Title: locale.Of(r.Context()).T("Storage"), Section: storagePath, Content: shown})
}

// onStorage is what the page of an author's storage shows.
type onStorage struct {
	User  *vitrine.User
	Room  shop.Room
	House int64  // bytes that an author may store where no limit is their own
	Limit string // GB, as it was typed
	Path  string
	Fault string
	Done  bool
	Self  bool
}

func (p *Pages) oneStorage(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showOneStorage(w, r, in, "", nil)
}

// showOneStorage shows what an author stores, with what was wrong with the limit that was
// typed.
func (p *Pages) showOneStorage(w http.ResponseWriter, r *http.Request, in shop.SignedIn, typed string, refused error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	shown := onStorage{Path: storageOf(id), Done: r.URL.Query().Get("done") != "", House: in.House.MaxStorage, Self: in.User.ID == id}
	if shown.User, err = p.db.User(r.Context(), id); err != nil {
		return err
	}
	if shown.Room, err = p.shop.RoomOf(r.Context(), shown.User); err != nil {
		return err
	}
	if shown.Room.Own {
		shown.Limit = pages.InGigabytes(shown.Room.Most)
	}
	status, wrong, err := pages.Explained(r, refused, vitrine.Invalid)
	if err != nil {
		return err
	}
	if refused != nil {
		shown.Fault, shown.Limit = wrong["storage"], typed
	}
	return p.show(w, r, status, "stored", pages.View{Title: shown.User.Username, Section: storagePath, Content: shown})
}

func (p *Pages) limitStorage(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	var limit *int64
	typed := strings.TrimSpace(form.Get("storage"))
	if n := pages.Gigabytes(typed); n != 0 {
		limit = &n
	}

	err = p.shop.LimitStorage(r.Context(), in, id, limit)
	if vitrine.CodeOf(err) == vitrine.Invalid {
		return p.showOneStorage(w, r, in, typed, err)
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, storageOf(id), "limit")
}

func storageOf(id int64) string { return storagePath + "/" + strconv.FormatInt(id, 10) }
