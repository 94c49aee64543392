package buyers

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// reviewsListed is how many reviews a page lists.
const reviewsListed = 20

func (p *Pages) reviewRoutes() []route {
	const own = shop.ReviewsPath + "{id}/mine"
	return []route{
		{"GET /reviews", web.PageViews, mine(p.ownReviews)},
		{"GET " + shop.ReviewsPath + "{id}", web.PageViews, p.reviews},
		{"GET " + shop.ReviewsPath + "{id}/{review}", web.PageViews, p.review},
		{"GET " + shop.ReviewsPath + "{id}/{review}/answer", web.PageViews, pages.LeadUp},
		{"POST " + shop.ReviewsPath + "{id}/{review}/answer", web.PageViews, mine(p.answer)},
		{"GET " + own, web.PageViews, mine(p.ownReview)}, {"POST " + own, web.PageViews, mine(p.saveReview)},
		{"GET " + own + "/withdraw", web.PageViews, pages.LeadUp}, {"POST " + own + "/withdraw", web.PageViews, mine(p.withdraw)},
		{"GET " + own + "/pictures", web.PageViews, pages.LeadUp}, {"POST " + own + "/pictures", web.Uploads, mine(p.addPicture)},
		{"GET " + own + "/pictures/{shot}/remove", web.PageViews, p.backToOwn},
		{"POST " + own + "/pictures/{shot}/remove", web.PageViews, mine(p.removePicture)},
	}
}

// shelved is a model of the catalogue that a page is about.
type shelved struct {
	*vitrine.Model
	Path  string // of its page
	Shelf string // path of its reviews
}

// model returns the published model that an address names.
func (p *Pages) model(r *http.Request) (shelved, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return shelved{}, err
	}
	m, err := p.db.Model(r.Context(), id)
	if err == nil && m.Status != vitrine.Published {
		err = vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	if err != nil {
		return shelved{}, err
	}
	return shelvedOf(m), nil
}

func shelvedOf(m *vitrine.Model) shelved {
	return shelved{m, record.Path(m), shop.ReviewsPath + strconv.FormatInt(m.ID, 10)}
}

// listed is the page of a model's reviews, or of one of them.
type listed struct {
	shelved
	vitrine.Opinions
	Reviews []template.HTML
	Next    string // path of the page after, "" for none
	One     *answered
}

// answered is a single review, with the form of the author.
type answered struct {
	*vitrine.Review
	Path       string
	Answers    bool // who looks is the author, and may write the answer or change it
	Moderation string
	Text       string // of the answer, as it was typed
	Faults     map[string]string
	Done       bool
}

func (p *Pages) reviews(w http.ResponseWriter, r *http.Request) error {
	m, err := p.model(r)
	if err != nil {
		return err
	}
	cursor := r.URL.Query().Get("cursor")
	found, err := p.db.Reviews(r.Context(), m.ID, vitrine.Page{Number: 1, Size: reviewsListed, Cursor: cursor})
	if err != nil {
		return err
	}
	list, l := listed{shelved: m}, locale.Of(r.Context())
	if list.Opinions, err = p.db.Opinions(r.Context(), m.ID); err != nil {
		return err
	}
	for _, v := range found.Reviews {
		list.Reviews = append(list.Reviews, pages.Review(l, v, m.AuthorName, shop.ReviewPath(v)))
	}

	if found.Next != "" {
		list.Next = m.Shelf + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	view := pages.View{Title: l.T("Reviews of {title}", m.Title), Canonical: m.Shelf, Next: list.Next,
		Hidden: cursor != "" || len(list.Reviews) == 0, Adult: m.AdultContent, Content: list,
		Description: l.T("What those say of {title} who bought it.", m.Title)}
	return p.Render(w, r, http.StatusOK, "reviews", view)
}

func (p *Pages) review(w http.ResponseWriter, r *http.Request) error {
	return p.showReview(w, r, nil, nil)
}

// showReview shows one review, with the answer as it was typed where that was refused.
func (p *Pages) showReview(w http.ResponseWriter, r *http.Request, form url.Values, refused error) error {
	m, err := p.model(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "review")
	if err != nil {
		return err
	}
	v, err := p.db.Review(r.Context(), id)
	if err == nil && (v.ModelID != m.ID || v.Hidden) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no review %d", id)
	}
	if err != nil {
		return err
	}
	status, wrong, err := explained(w, r, refused)
	if err != nil {
		return err
	}

	w.Header().Set("Cache-Control", "no-store") // its reader may see more than others
	one := &answered{Review: v, Path: shop.ReviewPath(v), Faults: wrong, Done: r.URL.Query().Has("done")}
	one.Text = cmp.Or(form.Get("answer"), v.Answer)
	if in, ok := session.Of(r.Context()); ok {
		one.Answers = in.User.ID == m.AuthorID && v.Answerable(p.now())
		if in.MustAct(vitrine.RoleModerator) == nil {
			one.Moderation = "/desk/reviews/" + strconv.FormatInt(v.ID, 10)
		}
	}
	l := locale.Of(r.Context())
	list := listed{shelved: m, Reviews: []template.HTML{pages.Review(l, v, m.AuthorName, one.Path)}, One: one}
	view := pages.View{Title: l.T("A review of {title}", m.Title), Hidden: true, Adult: m.AdultContent, Content: list}
	return p.Render(w, r, status, "reviews", view)
}

func (p *Pages) answer(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "review")
	if err != nil {
		return err
	}
	v, err := p.shop.AnswerReview(r.Context(), in.Caller(), id, form.Get("answer"))
	if err != nil {
		return p.showReview(w, r, form, err)
	}
	return pages.Done(w, r, shop.ReviewPath(v), "answer")
}

// own is the page on which somebody reviews a model.
type own struct {
	shelved
	Review *vitrine.Review // nil: none yet
	url.Values
	Version  int64
	Shots    []shot
	Why      string            // they can't write it, "" where they can
	Off      *vitrine.Decision // that took it off, nil for none
	Confirms bool              // they may once their address is confirmed
	Faults   map[string]string
	Done     string
	Room     bool  // for another picture
	Limit    int64 // characters of the text
}

// shot is a picture of one's own review.
type shot struct {
	*pages.Picture
	ID int64
}

// doneToOwn are the words for what was done to one's own review.
var doneToOwn = map[string]locale.Phrase{
	"saved": locale.Text("Your review is there for everybody."), "picture": locale.Text("The picture is there."),
	"removed": locale.Text("The picture is gone."),
}

// Star reports whether so many stars are chosen.
func (o own) Star(name string, n int) bool { return o.Get(name) == strconv.Itoa(n) }

// All are the numbers of stars that can be given, with their words.
func (o own) All() []starWords {
	return []starWords{
		{5, locale.Text("described|5, entirely")}, {4, locale.Text("described|4, for the most part")}, {3, locale.Text("described|3, half")},
		{2, locale.Text("described|2, hardly")}, {1, locale.Text("described|1, not at all")},
	}
}

// Works are the same of printing and using it.
func (o own) Works() []starWords {
	return []starWords{
		{5, locale.Text("used|5, perfectly")}, {4, locale.Text("used|4, well")}, {3, locale.Text("used|3, after some work")},
		{2, locale.Text("used|2, badly")}, {1, locale.Text("used|1, not at all")},
	}
}

type starWords struct {
	N     int
	Words locale.Phrase
}

func (p *Pages) ownReview(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	return p.showOwn(w, r, in, nil, nil)
}

// showOwn shows one's own review, with the form as it was typed where it was refused.
func (p *Pages) showOwn(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values, refused error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	now, err := p.shop.Reviewing(r.Context(), in.Caller(), id)
	if err != nil {
		return err
	}
	status, wrong, err := explained(w, r, refused)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	o := own{shelved: shelvedOf(now.Model), Review: now.Review, Values: form, Faults: wrong, Limit: vitrine.MaxReview,
		Done: l.Say(doneToOwn[r.URL.Query().Get("done")])}
	o.fill(now)
	if now.Refusal != nil {
		list, _ := faults(l, now.Refusal)
		o.Why, o.Confirms = list[""], in.User.EmailConfirmedAt.IsZero()
	}
	if o.Off, err = p.takenOff(r, now.Review); err != nil {
		return err
	}
	return p.Render(w, r, status, "own", pages.View{Title: l.T("Your review of {title}", now.Model.Title), Hidden: true, Content: o})
}

// takenOff is the decision by which a moderator took a review off, for who wrote it; nil for none.
func (p *Pages) takenOff(r *http.Request, v *vitrine.Review) (*vitrine.Decision, error) {
	if v == nil || !v.Hidden {
		return nil, nil
	}
	decisions, err := p.db.DecisionsOfReview(r.Context(), v.ID)
	return vitrine.StandingDecision(decisions), err
}

// fill fills in what is stored, where nothing was typed.
func (o *own) fill(now shop.Reviewing) {
	v := now.Review
	if o.Values == nil {
		o.Values = url.Values{}
		if v != nil {
			o.Values = url.Values{"described": {strconv.Itoa(v.Words.Described)}, "used": {strconv.Itoa(v.Words.Used)}, "text": {v.Text}}
		}
	}
	if v == nil {
		return
	}
	o.Version, o.Room = v.Version, len(v.Pictures) < vitrine.ReviewPictures && now.Refusal == nil
	if v.Hidden {
		return // its pictures are served to nobody
	}
	for _, image := range v.Pictures {
		o.Shots = append(o.Shots, shot{pages.PictureOf(image), image.ID})
	}
}

// wordsOf are the words of a form. What is no number is no number of stars either.
func wordsOf(form url.Values) vitrine.Words {
	stars := func(name string, none int) int {
		if form.Get(name) == "" {
			return none
		}
		n, err := strconv.Atoi(form.Get(name))
		if err != nil {
			return -1
		}
		return n
	}
	return vitrine.Words{Described: stars("described", 0), Used: stars("used", 0), Text: form.Get("text")}
}

func (p *Pages) saveReview(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	typed, _ := strconv.ParseInt(form.Get("version"), 10, 64)
	_, err = p.shop.SaveReview(r.Context(), in.Caller(), id, wordsOf(form), func(version int64) bool { return version == typed })
	return p.afterOwn(w, r, in, form, "saved", err)
}

// afterOwn leads to one's own review, which says what was done, or shows why it was not.
func (p *Pages) afterOwn(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values, done string, err error) error {
	if err != nil {
		return p.showOwn(w, r, in, form, err)
	}
	return pages.Done(w, r, shop.ReviewsPath+r.PathValue("id")+"/mine", done)
}

func (p *Pages) withdraw(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	err = p.shop.WithdrawReview(r.Context(), in.Caller(), id, nil)
	if err == nil || vitrine.CodeOf(err) == vitrine.NotFound { // the button was pressed twice
		return pages.Done(w, r, "/reviews", "withdrawn")
	}
	return p.showOwn(w, r, in, nil, err)
}

// backToOwn leads from the address of a picture's button to the review that it is in.
func (p *Pages) backToOwn(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, shop.ReviewsPath+r.PathValue("id")+"/mine", http.StatusSeeOther)
	return nil
}
