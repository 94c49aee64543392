package operator

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// exportedAtOnce is how many entries are in memory at once.
const exportedAtOnce = 500

// entries calls a function for each entry. An error of it ends that.
type entries func(func(vitrine.Entry) error) error

// exported sends the entries that an address asks for as a file that write makes, as they
// are read.
func (p *Pages) exported(w http.ResponseWriter, r *http.Request, kind string, write func(io.Writer, entries) error) error {
	typed, q := asked(locale.Of(r.Context()), r.URL.Query())
	for _, fault := range typed.Faults {
		return vitrine.Errorf(vitrine.Invalid, "%s", fault)
	}
	q.Page = vitrine.Page{Number: 1, Size: exportedAtOnce}
	first, err := p.db.Entries(r.Context(), q)
	if err != nil {
		return err
	}
	name := "audit-" + p.now().UTC().Format(time.DateOnly) + "." + r.URL.Path[len(auditPath)+1:]
	return web.Download{Name: name, Type: kind}.Send(w, r, func(to io.Writer) error {
		return write(to, p.following(r, q, first))
	})
}

// following are the entries of a page of the log and of all that follow it.
func (p *Pages) following(r *http.Request, q vitrine.EntryQuery, page store.EntryPage) entries {
	return func(each func(vitrine.Entry) error) error {
		for {
			for _, e := range page.Entries {
				if err := each(e); err != nil {
					return err
				}
			}
			if q.Page.Cursor = page.Next; page.Next == "" {
				return nil
			}
			var err error
			if page, err = p.db.Entries(r.Context(), q); err != nil {
				return err
			}
		}
	}
}

func (p *Pages) auditCSV(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.exported(w, r, "text/csv; charset=utf-8", func(to io.Writer, all entries) error {
		table := csv.NewWriter(to)
		head := []string{"id", "at", "user_id", "name", "application", "network", "act", "kind", "subject_id", "before", "after", "note"}
		if err := table.Write(head); err != nil {
			return err
		}
		err := all(func(e vitrine.Entry) error {
			row := []string{strconv.FormatInt(e.ID, 10), e.At.Format(time.RFC3339Nano), strconv.FormatInt(e.By.UserID, 10), e.By.Name,
				e.By.Application, e.By.Network, string(e.Act), e.Act.Kind(), e.SubjectID, string(e.Before), string(e.After), e.Note}
			for i, cell := range row {
				row[i] = pages.Cell(cell)
			}
			return table.Write(row)
		})
		if err != nil {
			return err
		}
		table.Flush()
		return table.Error()
	})
}

// exportedEntry is an entry in JSON.
type exportedEntry struct {
	ID          int64           `json:"id"`
	At          time.Time       `json:"at"`
	UserID      *int64          `json:"user_id"`
	Name        string          `json:"name"`
	Application string          `json:"application,omitempty"`
	Network     string          `json:"network,omitempty"`
	Act         vitrine.Act     `json:"act"`
	Kind        string          `json:"kind"`
	SubjectID   string          `json:"subject_id,omitempty"`
	Before      json.RawMessage `json:"before,omitempty"`
	After       json.RawMessage `json:"after,omitempty"`
	Note        string          `json:"note,omitempty"`
}

func (p *Pages) auditJSON(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.exported(w, r, "application/json", func(to io.Writer, all entries) error {
		before := "[\n"
		err := all(func(e vitrine.Entry) error {
			said := exportedEntry{ID: e.ID, At: e.At, Name: e.By.Name, Application: e.By.Application, Network: e.By.Network, Act: e.Act,
				Kind: e.Act.Kind(), SubjectID: e.SubjectID, Before: e.Before, After: e.After, Note: e.Note}
			if e.By.UserID != 0 {
				said.UserID = &e.By.UserID
			}
			text, err := json.Marshal(said)
			if err != nil {
				return err
			}
			_, err = io.WriteString(to, before+string(text))
			before = ",\n"
			return err
		})
		if err != nil {
			return err
		}
		if before == "[\n" {
			_, err = io.WriteString(to, "[]\n")
			return err
		}
		_, err = io.WriteString(to, "\n]\n")
		return err
	})
}
