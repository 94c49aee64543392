package moderation

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// modelLists are the lists of models, in the order in which they are offered.
var modelLists = []store.ModelList{
	store.ModelsAll, store.ModelsWaiting, store.ModelsNew, store.ModelsPublished, store.ModelsDrafts, store.ModelsHidden,
	store.ModelsTakenDown,
}

// listWords name the lists of models, stateWords what a model in them is.
var (
	listWords = map[store.ModelList]locale.Phrase{
		store.ModelsAll:       locale.Text("models|All"),
		store.ModelsWaiting:   locale.Text("model|Waiting for review"),
		store.ModelsNew:       locale.Text("models|New this week"),
		store.ModelsPublished: locale.Text("model|Published"),
		store.ModelsDrafts:    locale.Text("models|Drafts"),
		store.ModelsHidden:    locale.Text("model|Hidden"),
		store.ModelsTakenDown: locale.Text("model|Taken down"),
	}
	stateWords = map[store.ModelList]locale.Phrase{
		store.ModelsWaiting:   locale.Text("model|Waiting for review"),
		store.ModelsPublished: locale.Text("model|Published"),
		store.ModelsDrafts:    locale.Text("model|Draft"),
		store.ModelsHidden:    locale.Text("model|Hidden"),
		store.ModelsTakenDown: locale.Text("model|Taken down"),
	}
)

// modelsListed is what the list of models shows.
type modelsListed struct {
	shop.ModelsAsked
	Rows        []modelRow
	Lists       []pages.Link
	First, Next string // paths; "" for none
	Featured    []vitrine.Featured
}

// modelRow is a model in the list.
type modelRow struct {
	store.DeskModel
	Picture *pages.Picture
	Price   string
}

// Here reports whether a link leads to the list that is shown.
func (l modelsListed) Here(link pages.Link) bool {
	return link.Path == listed(shop.ModelsAsked{Find: l.Find, Author: l.Author, List: l.List})
}

// Narrowed reports whether something is looked for.
func (l modelsListed) Narrowed() bool { return l.Find+l.Author != "" }

// listed is the path of a list of models.
func listed(asked shop.ModelsAsked) string {
	return asking(modelsPath, map[string]string{
		"find": asked.Find, "author": asked.Author, "list": string(asked.List), "cursor": asked.Cursor,
	})
}

func modelsAsked(q url.Values) shop.ModelsAsked {
	asked := shop.ModelsAsked{Find: strings.TrimSpace(q.Get("find")), Author: strings.TrimSpace(q.Get("author")), Cursor: q.Get("cursor")}
	if list := store.ModelList(q.Get("list")); slices.Contains(modelLists, list) {
		asked.List = list
	}
	return asked
}

func (p *Pages) models(w http.ResponseWriter, r *http.Request) error {
	in, err := moderator(r)
	if err != nil {
		return err
	}
	asked := modelsAsked(r.URL.Query())

	found, err := p.shop.Models(r.Context(), in, asked)
	if err != nil {
		return err
	}

	list, l := modelsListed{ModelsAsked: asked}, locale.Of(r.Context())
	if list.Rows, err = p.modelRows(r, found.Models); err != nil {
		return err
	}
	if list.Featured, err = p.shop.Featured(r.Context(), in); err != nil {
		return err
	}
	for _, other := range modelLists {
		list.Lists = append(list.Lists, pages.Link{Text: l.Say(listWords[other]),
			Path: listed(shop.ModelsAsked{Find: asked.Find, Author: asked.Author, List: other})})
	}
	if asked.Cursor != "" {
		list.First = listed(shop.ModelsAsked{Find: asked.Find, Author: asked.Author, List: asked.List})
	}
	if asked.Cursor = found.Next; found.Next != "" {
		list.Next = listed(asked)
	}
	return p.show(w, r, http.StatusOK, "models", l.T("Models"), modelsPath, list)
}

// modelRows adds pictures to models, and writes their prices.
func (p *Pages) modelRows(r *http.Request, models []store.DeskModel) ([]modelRow, error) {
	ids := make([]int64, len(models))
	for i := range models {
		ids[i] = models[i].ID
	}
	images, err := p.db.FirstImages(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	rows := make([]modelRow, len(models))
	for i := range models {
		rows[i] = modelRow{DeskModel: models[i], Price: p.price(locale.Of(r.Context()), &models[i].Model)}
		if image, ok := images[models[i].ID]; ok {
			rows[i].Picture = pages.PictureOf(image)
		}
	}
	return rows, nil
}

// price tells what a model costs, "" where nobody has said.
func (p *Pages) price(l *locale.Language, m *vitrine.Model) string {
	if m.Price == nil {
		return ""
	}
	return l.Money(*m.Price, p.shop.Settings().Currency)
}

// shares are groups of models that have the same bytes.
type shares struct {
	Groups      []group
	First, Next string // paths; "" for none
}

// group is models of different authors that have the same files. Who came first is first.
type group struct {
	Holders []store.Holder
	Files   []string // as the first one calls them
	More    bool
}

func (p *Pages) shared(w http.ResponseWriter, r *http.Request) error {
	in, err := moderator(r)
	if err != nil {
		return err
	}
	cursor := r.URL.Query().Get("cursor")

	files, next, err := p.shop.SharedFiles(r.Context(), in, vitrine.Page{Cursor: cursor})
	if err != nil {
		return err
	}

	content := shares{Groups: groupsOf(files)}
	if cursor != "" {
		content.First = sharedPath
	}
	if next != "" {
		content.Next = sharedPath + "?cursor=" + url.QueryEscape(next)
	}
	return p.show(w, r, http.StatusOK, "shared", locale.Of(r.Context()).T("Same files"), modelsPath, content)
}

// groupsOf puts those files into one group that the same models have.
func groupsOf(files []store.SharedFile) []group {
	var groups []group
	places := map[string]int{}
	for _, f := range files {
		var name strings.Builder
		var models []store.Holder
		for _, h := range f.Holders {
			if !slices.ContainsFunc(models, func(m store.Holder) bool { return m.ModelID == h.ModelID }) {
				models = append(models, h)
				name.WriteString(strconv.FormatInt(h.ModelID, 10) + " ")
			}
		}
		i, known := places[name.String()]
		if !known {
			i = len(groups)
			places[name.String()], groups = i, append(groups, group{Holders: models, More: f.More})
		}
		groups[i].Files = append(groups[i].Files, f.Holders[0].File)
	}
	return groups
}
