package papers

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
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
		err = pages.NothingHere()
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
	view := pages.View{
		Title: locale.Of(r.Context()).Known(shown.Name), Canonical: "/licenses/" + string(shown.Type), Hidden: !shown.Current(), Content: shown,
	}
	return p.Render(w, r, http.StatusOK, "license", view)
}

// licenseList is what the desk of licences shows.
type licenseList struct {
	Licenses []vitrine.LicenseText
	Removed  bool
}

func (p *Pages) licenses(w http.ResponseWriter, r *http.Request) error {
	if _, err := session.Operator(r); err != nil {
		return err
	}
	list, err := p.db.Licenses(r.Context())
	if err != nil {
		return err
	}
	view := pages.View{Title: locale.Of(r.Context()).T("Licences"), Hidden: true, Section: licensesPath,
		Content: licenseList{list, r.URL.Query().Has("removed")}}
	return p.Render(w, r, http.StatusOK, "licenses", view)
}

// licenseDraft is a licence as an operator writes it.
type licenseDraft struct {
	licensePage
	url.Values        // as it was typed
	Seen       int64  // version that it was made from; 0: it is a new one
	Problem    string // why it was not done
	Faults     map[string]string
	Done       string // what was done, as its address says
}

// answer is a question that a licence answers, in the form.
type answer struct {
	Name, Label, Value, Fault string
	Must                      bool // yes or no: the text alone does not do
}

// Ask is a question of the form.
func (d licenseDraft) Ask(name, label string, must bool) answer {
	return answer{name, label, d.Get(name), d.Faults[name], must}
}

// licenser is who may write licences: an operator who has just shown who they are.
func (p *Pages) licenser(r *http.Request) (shop.SignedIn, error) {
	in, err := session.Operator(r)
	if err == nil {
		err = p.shop.ProvedNow(r.Context(), in)
	}
	return in, err
}

func (p *Pages) newLicense(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.licenser(r); err != nil {
		return err
	}
	return p.showLicense(w, r, http.StatusOK, licenseDraft{Values: url.Values{}})
}

func (p *Pages) makeLicense(w http.ResponseWriter, r *http.Request) error {
	in, err := p.licenser(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxLicense)
	if err != nil {
		return err
	}
	l, faults := licenseSent(locale.Of(r.Context()), form)
	l.Type = vitrine.License(strings.TrimSpace(form.Get("type")))
	made := &l
	if err = faults; err == nil {
		made, err = p.shop.MakeLicense(r.Context(), in, l, shop.Answer[*vitrine.LicenseText]{})
	}
	if err != nil {
		return p.refuseLicense(w, r, licenseDraft{Values: form}, err)
	}
	http.Redirect(w, r, licensesPath+"/"+string(made.Type)+"?done=made", http.StatusSeeOther)
	return nil
}

func (p *Pages) writeLicense(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.licenser(r); err != nil {
		return err
	}
	shown, err := p.licenseOf(r)
	if err != nil {
		return err
	}
	draft := licenseDraft{licensePage: shown, Values: valuesOf(&shown.LicenseText), Seen: shown.Version, Done: r.URL.Query().Get("done")}
	return p.showLicense(w, r, http.StatusOK, draft)
}

func (p *Pages) showLicense(w http.ResponseWriter, r *http.Request, status int, d licenseDraft) error {
	title := locale.Of(r.Context()).Known(d.Name)
	if d.Seen == 0 {
		title = locale.Of(r.Context()).T("Another licence")
	}
	return p.Render(w, r, status, "write-license", pages.View{Title: title, Hidden: true, Section: licensesPath, Content: d})
}

func (p *Pages) submitLicense(w http.ResponseWriter, r *http.Request) error {
	in, err := p.licenser(r)
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
	l, err := licenseSent(locale.Of(r.Context()), form)
	if l.Type = shown.Type; err == nil {
		err = p.shop.WriteLicense(r.Context(), in, seen, l)
	}
	if err != nil {
		return p.refuseLicense(w, r, licenseDraft{licensePage: shown, Values: form, Seen: shown.Version}, err)
	}
	http.Redirect(w, r, r.URL.Path+"?done=yes", http.StatusSeeOther)
	return nil
}

// refuseLicense shows what was typed with what is wrong with it.
func (p *Pages) refuseLicense(w http.ResponseWriter, r *http.Request, d licenseDraft, refused error) error {
	e, ok := errors.AsType[*vitrine.Error](refused)
	if !ok || e.Code != vitrine.Invalid && e.Code != vitrine.Conflict {
		return refused
	}
	l := locale.Of(r.Context())
	d.Faults = map[string]string{}
	for _, f := range e.Fields {
		d.Faults[strings.TrimPrefix(f.Pointer, "/")] = l.Says(f.Detail)
	}
	if len(e.Fields) == 0 {
		d.Problem = l.Says(e.Message)
	}
	return p.showLicense(w, r, web.ProblemOf(r, refused).Status, d)
}

// decideLicense does to a licence what a button of its page says, and leads to a page then.
func (p *Pages) decideLicense(do func(r *http.Request, in shop.SignedIn, license vitrine.License) error, then string) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, err := session.Operator(r)
		if err != nil {
			return err
		}
		license := vitrine.License(r.PathValue("license"))
		err = do(r, in, license)
		if vitrine.CodeOf(err) == vitrine.Conflict {
			shown, readErr := p.licenseOf(r)
			if readErr != nil {
				return readErr
			}
			draft := licenseDraft{licensePage: shown, Values: valuesOf(&shown.LicenseText), Seen: shown.Version}
			return p.refuseLicense(w, r, draft, err)
		}
		if err != nil {
			return err
		}
		http.Redirect(w, r, strings.ReplaceAll(then, "{license}", string(license)), http.StatusSeeOther)
		return nil
	}
}

func (p *Pages) retireLicense(retire bool, done string) pages.Page {
	return p.decideLicense(func(r *http.Request, in shop.SignedIn, license vitrine.License) error {
		return p.shop.RetireLicense(r.Context(), in, license, retire)
	}, licensesPath+"/{license}?done="+done)
}

func (p *Pages) removeLicense() pages.Page {
	return p.decideLicense(func(r *http.Request, in shop.SignedIn, license vitrine.License) error {
		return p.shop.RemoveLicense(r.Context(), in, license)
	}, licensesPath+"?removed=yes")
}
