package seller

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// refusal is a file that was not taken.
type refusal struct{ Name, Why string }

// taking is what came of a form with files.
type taking struct {
	Model   *vitrine.Model // nil: none was made
	Path    string         // of its page
	Taken   int            // files
	Refused []refusal
}

// next returns the next file of a form, io.EOF behind the last. Fields, and what a browser
// sends for a field without a file, are left out.
func next(form *multipart.Reader) (part *multipart.Part, name string, err error) {
	for {
		if part, err = form.NextPart(); err != nil {
			return nil, "", err
		}
		_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err == nil && parameters["filename"] != "" {
			return part, parameters["filename"], nil
		}
	}
}

// take streams the files of a form, one after the other, to whoever adds them. A file that
// is refused does not keep the others out; a line that breaks does.
func take(r *http.Request, to *taking, add func(ctx context.Context, up shop.Upload) error) error {
	form, err := r.MultipartReader()
	if err != nil {
		return nil // a form without files: none was chosen
	}
	for {
		part, name, err := next(form)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = add(r.Context(), shop.Upload{Name: name, Body: part, Size: -1})
			if refused, ok := errors.AsType[*vitrine.Error](err); ok && refused.Code != vitrine.Malformed && refused.Code != vitrine.NotFound {
				to.Refused = append(to.Refused, refusal{name, why(locale.Of(r.Context()), refused)})
				continue
			}
		}
		if err != nil {
			return broken(err)
		}
		to.Taken++
	}
}

// why says why a file was not taken.
func why(l *locale.Language, err *vitrine.Error) string {
	if len(err.Fields) > 0 {
		return l.Says(err.Fields[0].Detail)
	}
	return l.Says(err.Message)
}

// broken is the error of a form that ended before it was whole.
func broken(err error) error {
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return err
	}
	if vitrine.CodeOf(err) == "" && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	told := vitrine.Errorf(vitrine.Malformed, "the upload broke off: what had arrived as a whole is kept with the model, send the rest again")
	told.Err = err
	return told
}

// create makes a draft of the files that are sent.
func (p *Pages) create(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if err := in.MaySell(); err != nil {
		return err
	}
	came := &taking{}
	err := take(r, came, func(ctx context.Context, up shop.Upload) (err error) {
		if came.Model == nil {
			if came.Model, err = p.newDraft(r, in, up.Name); err != nil {
				return err
			}
		}
		_, err = p.shop.AddFile(ctx, author(in), came.Model.ID, up)
		return err
	})
	if came.Model != nil && came.Taken == 0 {
		// Nothing is left of an upload of which nothing was taken.
		if removed := p.shop.DeleteModel(context.WithoutCancel(r.Context()), author(in), came.Model.ID, nil); removed != nil {
			return errors.Join(err, removed)
		}
		came.Model = nil
	}
	if err != nil {
		return err
	}
	return p.afterUpload(w, r, in, came)
}

// newDraft makes a draft for a file or folder of a name.
func (p *Pages) newDraft(r *http.Request, in shop.SignedIn, name string) (*vitrine.Model, error) {
	title := cmp.Or(vitrine.TitleOf(name), locale.Of(r.Context()).T("New model"))
	return p.shop.CreateModel(r.Context(), author(in), shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some(title)}})
}

// afterUpload leads to the model, or says which files it could not take.
func (p *Pages) afterUpload(w http.ResponseWriter, r *http.Request, in shop.SignedIn, came *taking) error {
	l := locale.Of(r.Context())
	switch {
	case came.Model == nil && len(came.Refused) == 0:
		t, err := p.table(r, in, askedOf(nil))
		if err != nil {
			return err
		}
		t.Wrong = l.T("Choose at least one file.")
		return p.show(w, r, http.StatusUnprocessableEntity, "models", l.T("Sell"), t)
	case len(came.Refused) > 0:
		if came.Path = root; came.Model != nil {
			came.Path = pathOf(came.Model.ID)
		}
		return p.show(w, r, http.StatusUnprocessableEntity, "refused", l.T("Not all files were taken"), came)
	}
	http.Redirect(w, r, pathOf(came.Model.ID), http.StatusSeeOther)
	return nil
}

// addFiles adds files to a model.
func (p *Pages) addFiles(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	came := &taking{Model: s.public}
	err = take(r, came, func(ctx context.Context, up shop.Upload) error {
		caller, m, err := p.target(ctx, in, s)
		if err == nil {
			_, err = p.shop.AddFile(ctx, caller, m.ID, up)
		}
		return err
	})
	if err != nil {
		return err
	}
	if came.Taken == 0 && len(came.Refused) == 0 {
		return p.showSubject(w, r, http.StatusUnprocessableEntity, in, s, trouble{Files: locale.Of(r.Context()).T("Choose at least one file.")})
	}
	return p.afterUpload(w, r, in, came)
}

func (p *Pages) removeFile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "file")
	if err != nil {
		return err
	}
	caller, m, err := p.target(r.Context(), in, s)
	if err != nil {
		return err
	}

	err = p.shop.RemoveFile(r.Context(), caller, m.ID, fileIn(m, id), nil)
	return p.after(w, r, in, s.public, "file", err)
}
