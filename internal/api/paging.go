package api

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// PageInput are the parameters of every paged list.
type PageInput struct {
	Number  int    `query:"page" minimum:"1" default:"1" doc:"Numbered page; reaches the first 10,000 results."`
	PerPage int    `query:"per_page" default:"25" doc:"1 to 100. What is below counts as 1, what is above as 100."`
	Cursor  string `query:"cursor" doc:"From the Link header's rel=next; stays fast and stable however deep."`

	address url.URL
}

// Resolve keeps the request's address, to make the Link header from.
func (in *PageInput) Resolve(ctx huma.Context) []error {
	in.address = ctx.URL()
	return nil
}

// page reads the parameters.
func (in *PageInput) page() (vitrine.Page, error) {
	page := vitrine.Page{Number: in.Number, Size: min(max(in.PerPage, 1), vitrine.MaxPageSize), Cursor: in.Cursor}
	if page.Cursor == "" && (page.Number > vitrine.MaxOffset || page.Offset() >= vitrine.MaxOffset) {
		detail := "numbered pages reach the first 10,000 results: go on with the cursor of the Link header's rel=\"next\""
		return page, vitrine.InvalidFields([]vitrine.Field{{Parameter: "page", Code: "too_large", Detail: detail}})
	}
	return page, nil
}

// links writes the Link header of a page (RFC 8288), with per_page as it counted.
// None of the links leads to an empty page.
func (s *Server) links(in *PageInput, page vitrine.Page, total vitrine.Total, next string) string {
	var links []string
	add := func(rel, name, value string) {
		query := in.address.Query()
		// Links are stored and passed on, and must not carry a secret.
		query.Del("access_token")
		query.Del("page")
		query.Del("cursor")
		if query.Has("per_page") {
			query.Set("per_page", strconv.Itoa(page.Size))
		}
		if name != "" {
			query.Set(name, value)
		}
		address := s.absolute(strings.TrimSuffix(in.address.Path, "/"))
		if encoded := query.Encode(); encoded != "" {
			address += "?" + encoded
		}
		links = append(links, "<"+address+`>; rel="`+rel+`"`)
	}
	if total.Count == 0 {
		return ""
	}
	reachable := min(int(total.Count), vitrine.MaxOffset)
	last := max(1, (reachable+page.Size-1)/page.Size)
	add("first", "", "")
	if before := store.Preceding(page); before > 0 && before <= vitrine.MaxOffset {
		number := (before + int64(page.Size) - 1) / int64(page.Size) // that ends where this page begins
		add("prev", "page", strconv.FormatInt(min(number, int64(last)), 10))
	}
	if next != "" {
		add("next", "cursor", next)
	}
	if !total.More && page.Cursor == "" {
		add("last", "page", strconv.Itoa(last))
	}
	return strings.Join(links, ", ")
}

// LanguageInput is the header that picks a model's text.
type LanguageInput struct {
	AcceptLanguage string `header:"Accept-Language" doc:"Picks the best of the stored languages: that very one, a variant of it, or the first. What can't be read in it is ignored."`
}

func (in *LanguageInput) best(stored []string) string {
	return web.BestLanguage(in.AcceptLanguage, stored)
}

// ContentLanguageInput is the header that names the language of texts.
type ContentLanguageInput struct {
	ContentLanguage string `header:"Content-Language" doc:"Language of title, description and tags. Default: the model's own, which is its first; en-US for a new one."`
}

func (in *ContentLanguageInput) language() (string, error) {
	return web.ContentLanguage(in.ContentLanguage)
}

const jsonType = "application/json"

// encodeAll encodes the entries of a list; of none it is empty and not null.
func encodeAll[T, Record any](list []T, encode func(*T) Record) []Record {
	encoded := make([]Record, len(list))
	for i := range list {
		encoded[i] = encode(&list[i])
	}
	return encoded
}
