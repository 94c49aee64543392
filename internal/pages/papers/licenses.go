package papers

import (
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// licensesPath is where operators write licences.
const licensesPath = "/desk/licenses"

// maxLicense is how many bytes the form of a licence has at most, as it is escaped.
const maxLicense = 512 << 10

// licensePage is a version of a licence as everybody reads it.
type licensePage struct {
	vitrine.LicenseText
	Shown    vitrine.LicenseVersion
	Versions []vitrine.LicenseVersion
}

// VersionPath is the address of a version.
func (p licensePage) VersionPath(version int64) string {
	return "/licenses/" + string(p.Type) + "/" + strconv.FormatInt(version, 10)
}

// Current reports whether it is the version that models are sold under now.
func (p licensePage) Current() bool { return p.Shown.Version == p.Version }

// licenseOf reads a licence with its versions; NotFound where it has no text of its own.
func (p *Pages) licenseOf(r *http.Request) (shown licensePage, err error) {
	license := vitrine.License(r.PathValue("license"))
	known, err := p.db.License(r.Context(), license)
	if err != nil {
		return shown, err
	}
	shown.LicenseText = *known
	if shown.Versions, err = p.db.LicenseVersions(r.Context(), license); err == nil && len(shown.Versions) == 0 {
		err = missing()
	}
	return shown, err
}

// license is the page of the version that stands now, or of that which the address names.
func (p *Pages) license(w http.ResponseWriter, r *http.Request) error {
	shown, err := p.licenseOf(r)
	if err != nil {
		return err
	}
	version := shown.Version
	if r.PathValue("version") != "" {
		if version, err = pages.Number(r, "version"); err != nil {
			return err
		}
	}
	if shown.Shown, err = p.db.LicenseVersion(r.Context(), shown.Type, version); err != nil {
		return err
	}
	view := pages.View{Title: shown.Name, Canonical: "/licenses/" + string(shown.Type), Hidden: !shown.Current(), Content: shown}
	return p.Render(w, r, http.StatusOK, "license", view)
}

func (p *Pages) licenses(w http.ResponseWriter, r *http.Request) error {
	if _, err := session.Operator(r); err != nil {
		return err
	}
	list, err := p.db.Licenses(r.Context())
	if err != nil {
		return err
	}
	return p.Render(w, r, http.StatusOK, "licenses", pages.View{Title: "Licences", Hidden: true, Section: licensesPath, Content: list})
}

// licenseDraft is a licence as an operator writes it.
type licenseDraft struct {
	licensePage
	Typed          string
	Seen           int64 // version that it was made from
	Problem, Fault string
	Done           bool
}

func (p *Pages) writeLicense(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Operator(r)
	if err == nil {
		err = p.shop.ProvedNow(r.Context(), in)
	}
	if err != nil {
		return err
	}
	shown, err := p.licenseOf(r)
	if err != nil {
		return err
	}
	draft := licenseDraft{licensePage: shown, Typed: shown.Text, Seen: shown.Version, Done: r.URL.Query().Has("done")}
	return p.showLicense(w, r, http.StatusOK, draft)
}

func (p *Pages) showLicense(w http.ResponseWriter, r *http.Request, status int, d licenseDraft) error {
	return p.Render(w, r, status, "write-license", pages.View{Title: d.Name, Hidden: true, Section: licensesPath, Content: d})
}

func (p *Pages) submitLicense(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Operator(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxLicense)
	if err != nil {
		return err
	}
	shown, err := p.licenseOf(r)
	if err != nil {
		return err
	}
	seen, err := strconv.ParseInt(form.Get("seen"), 10, 64)
	if err != nil {
		seen = 0 // which no licence has
	}

	err = p.shop.WriteLicense(r.Context(), in, shown.Type, seen, form.Get("text"))
	draft := licenseDraft{licensePage: shown, Typed: form.Get("text"), Seen: shown.Version}
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid:
		draft.Fault = "Write the licence in full, in at most 65,536 bytes."
	case vitrine.Conflict:
		draft.Problem = pages.Capitalize(err.Error()) + "."
	default:
		if err != nil {
			return err
		}
		http.Redirect(w, r, r.URL.Path+"?done=yes", http.StatusSeeOther)
		return nil
	}
	return p.showLicense(w, r, web.ProblemOf(r, err).Status, draft)
}
