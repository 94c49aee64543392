package pages

import (
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/web"
)

// Fail shows an error as a page, with the status that the interface would
// answer. What is not for the visitor goes to the log.
func (s *Shell) Fail(w http.ResponseWriter, r *http.Request, err error) {
	problem := web.ProblemOf(r, err)
	l := locale.Of(r.Context())
	content := Failure{Heading: l.T("That did not work"), Message: l.Sentence(problem.Detail), RequestID: problem.RequestID}
	if problem.Status == http.StatusNotFound {
		content.Heading = l.T("Nothing is here")
		content.Message = sentence(content.Message)
	}
	s.FailAs(w, r, problem, content)
}

// FailAs shows a problem as a page with a content of its own.
func (s *Shell) FailAs(w http.ResponseWriter, r *http.Request, problem *web.Problem, content Failure) {
	for name, values := range problem.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Del("WWW-Authenticate")
	w.Header().Set("Cache-Control", "no-store")
	if rendered := s.failures.Render(w, r, problem.Status, "failure",
		View{Title: content.Heading, Hidden: true, Content: content}); rendered != nil {
		web.WriteProblem(w, r, rendered)
	}
}

// Later tells who has used up a budget when to try again, and returns the status of the
// page that says so: their form, which keeps what they typed.
func Later(w http.ResponseWriter, r *http.Request, err error) (status int, message string) {
	problem := web.ProblemOf(r, err)
	w.Header()["Retry-After"] = problem.GetHeaders()["Retry-After"]
	return problem.Status, sentence(locale.Of(r.Context()).Sentence(problem.Detail))
}

// FaultsOf are what an error says of the fields of a form, by their names, or of the whole, by
// "", where it names none. Those of a member of a field are at "field/member".
func FaultsOf(l *locale.Language, e *vitrine.Error) map[string]string {
	list := map[string]string{}
	for _, field := range e.Fields {
		list[strings.TrimPrefix(field.Pointer, "/")] = l.Says(field.Detail)
	}
	if len(list) == 0 {
		list[""] = l.Says(e.Message)
	}
	return list
}

// Failure is a page that says what did not work.
type Failure struct {
	Heading   string
	Message   string
	Faults    []Fault
	Links     []Link
	RequestID string
}

// Fault is one thing that is wrong with an address, and the address without it.
type Fault struct {
	Name    string // of the parameter
	Label   string // of its field, for people
	Detail  string
	Without string
}

// Link leads to a path.
type Link struct{ Text, Path string }

// Missing answers a request that no route takes: a browser with a page, a
// program with a problem.
func (s *Shell) Missing(w http.ResponseWriter, r *http.Request, err error) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		web.WriteProblem(w, r, err)
		return
	}
	s.Fail(w, r, err)
}
