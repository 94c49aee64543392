package seller

import (
	"errors"
	"image"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// crop is the page on which a picture is cropped.
type crop struct {
	Path, Back string
	Heading    string // of the model
	Whole      string // path of all of the picture
	Of         vitrine.Original
	Cropped    bool
	Bad        string
	Fields     []field // the numbers, from the left, from the top, width and height
}

// cropFields are the names of the fields with the numbers of a part.
func cropFields() []string { return []string{"x", "y", "width", "height"} }

// cropPage is the page with some values in its fields.
func cropPage(l *locale.Language, s subject, shown vitrine.Image, sent url.Values) *crop {
	of := shown.Original()
	c := &crop{Back: pathOf(s.public.ID), Heading: s.shown.Title, Whole: "/" + of.BlobKey, Of: of, Cropped: shown.Crop != nil}
	c.Path = c.Back + "/pictures/" + strconv.FormatInt(shown.ID, 10) + "/crop"
	now := []int{0, 0, of.Width, of.Height}
	if shown.Crop != nil {
		now = []int{shown.Crop.X, shown.Crop.Y, shown.Crop.Width, shown.Crop.Height}
	}
	labels := []string{l.T("crop|From the left"), l.T("crop|From the top"), l.T("crop|Width"), l.T("crop|Height")}
	for i, name := range cropFields() {
		f := field{Name: name, Label: labels[i], Value: strconv.Itoa(now[i])}
		if sent != nil {
			f.Value = sent.Get(name)
		}
		c.Fields = append(c.Fields, f)
	}
	return c
}

// cropped is the picture of an address, as the page of its model shows it.
func (p *Pages) cropped(r *http.Request, in shop.SignedIn) (s subject, shown vitrine.Image, err error) {
	if s, err = p.subject(r, in); err != nil {
		return s, shown, err
	}
	id, err := pages.Number(r, "picture")
	if err != nil {
		return s, shown, err
	}
	at := slices.IndexFunc(s.shown.Images, func(m vitrine.Image) bool { return m.ID == imageIn(s.shown, id) })
	if at < 0 {
		return s, shown, vitrine.Errorf(vitrine.NotFound, "the model has no such picture any more")
	}
	return s, s.shown.Images[at], nil
}

func (p *Pages) crop(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, shown, err := p.cropped(r, in)
	if err != nil {
		return err
	}
	return p.showCrop(w, r, http.StatusOK, cropPage(locale.Of(r.Context()), s, shown, nil))
}

func (p *Pages) showCrop(w http.ResponseWriter, r *http.Request, status int, c *crop) error {
	return p.show(w, r, status, "crop", locale.Of(r.Context()).T("Crop a picture of {title}", c.Heading), c)
}

// saveCrop shows a part of a picture, or all of it again.
func (p *Pages) saveCrop(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	s, shown, err := p.cropped(r, in)
	if err != nil {
		return err
	}
	page, part, read := cropPage(locale.Of(r.Context()), s, shown, sent), image.Rectangle{}, true
	if sent.Get("act") != "whole" {
		part, read = page.part(locale.Of(r.Context()))
	}
	if !read {
		return p.showCrop(w, r, http.StatusUnprocessableEntity, page)
	}
	caller, m, err := p.target(r.Context(), in, s)
	if err != nil {
		return err
	}

	_, err = p.shop.CropImage(r.Context(), caller, m.ID, imageIn(m, shown.ID), part)
	if refused, ok := errors.AsType[*vitrine.Error](err); ok && refused.Code == vitrine.Invalid {
		page.note(locale.Of(r.Context()), refused)
		return p.showCrop(w, r, http.StatusUnprocessableEntity, page)
	}
	return p.after(w, r, in, s.public, "cropped", err)
}

// part reads the numbers of the fields, and says at each that is none what to write.
func (c *crop) part(l *locale.Language) (part image.Rectangle, read bool) {
	var numbers [4]int
	read = true
	for i := range c.Fields {
		n, err := strconv.Atoi(strings.TrimSpace(c.Fields[i].Value))
		if err != nil || n < 0 || n > max(c.Of.Width, c.Of.Height) {
			c.Fields[i].Fault, read = l.T("Write a whole number of pixels."), false
		}
		numbers[i] = n
	}
	part = image.Rect(numbers[0], numbers[1], numbers[0]+numbers[2], numbers[1]+numbers[3])
	if read && part.Empty() { // which would stand for all of the picture
		c.Bad, read = l.T("This is not saved yet: the part has no pixels."), false
	}
	return part, read
}

// note shows what is wrong with a part.
func (c *crop) note(l *locale.Language, refused *vitrine.Error) {
	c.Bad = l.T("This is not saved yet. The fields below say what is wrong.")
	noted := false
	for _, fault := range refused.Fields {
		for i := range c.Fields {
			if fault.Pointer == "/"+c.Fields[i].Name {
				c.Fields[i].Fault, noted = l.Says(fault.Detail), true
			}
		}
	}
	if !noted {
		c.Bad = l.Says(refused.Message)
	}
}
