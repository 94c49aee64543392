package operator

import (
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

const (
	jobsPath  = "/desk/jobs"
	jobsShown = 50
)

// tried says what a button has done.
var tried = map[string]locale.Phrase{
	"retry": locale.Text("The job is tried again."), "give-up": locale.Text("The job is tried once more, and given up if it fails."),
}

// work is what the page of jobs shows.
type work struct {
	Kinds    []jobKind
	Troubled []store.TroubledJob
	Rejected []store.RejectedFile
	Total    string // of the rejected files
	Done     string
}

// jobKind is how jobs of a kind stand.
type jobKind struct{ store.JobKind }

// Age tells how long the oldest waits; "" where none does.
func (k jobKind) Age() string {
	if k.Late < time.Second {
		return ""
	}
	return k.Late.Truncate(time.Second).String()
}

func (p *Pages) jobs(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	kinds, err := p.db.JobKinds(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	shown := work{Done: l.Say(tried[r.URL.Query().Get("done")])}
	for _, k := range kinds {
		shown.Kinds = append(shown.Kinds, jobKind{k})
	}
	if shown.Troubled, err = p.db.TroubledJobs(r.Context(), 0, jobsShown); err != nil {
		return err
	}
	var total vitrine.Total
	shown.Rejected, total, err = p.db.RejectedFiles(r.Context(), p.now().AddDate(0, 0, -daysShown), jobsShown)
	if err != nil {
		return err
	}
	shown.Total = totalOf(l, total)
	return p.show(w, r, http.StatusOK, "jobs", pages.View{Title: l.T("Jobs"), Section: jobsPath, Content: shown})
}

func (p *Pages) retryJob(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.onJob(w, r, "retry", func(id int64) error { return p.shop.RetryJob(r.Context(), in, id) })
}

func (p *Pages) giveUpJob(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.onJob(w, r, "give-up", func(id int64) error { return p.shop.GiveUpJob(r.Context(), in, id) })
}

func (p *Pages) onJob(w http.ResponseWriter, r *http.Request, what string, do func(id int64) error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	if err := do(id); err != nil {
		return err
	}
	http.Redirect(w, r, jobsPath+"?done="+what, http.StatusSeeOther)
	return nil
}
