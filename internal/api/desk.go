package api

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

// desk is who makes the request as the methods of the desks know them.
func (s *Server) desk(ctx context.Context) (shop.SignedIn, error) {
	return s.shop.WithToken(ctx, caller(ctx))
}

// tagged names the noun of an operation whose path ends with what is done.
func tagged(noun string) note { return func(op *huma.Operation) { op.Tags = []string{noun} } }

// acts says that an operation makes nothing new: it answers with what became of the thing that
// its path names, or with nothing.
func acts(status int) note { return func(op *huma.Operation) { op.DefaultStatus = status } }

// bare takes back the status of a body of a wrong type: the operation has none.
func (s *Server) bare() note { return s.neverFails(http.StatusUnsupportedMediaType) }

// OnwardInput are the parameters of lists that are read along, and have no numbered pages.
type OnwardInput struct {
	PerPage int    `query:"per_page" default:"25" doc:"1 to 100. What is below counts as 1, what is above as 100."`
	Cursor  string `query:"cursor" doc:"From the Link header's rel=next; stays fast and stable however deep."`

	address url.URL
}

// Resolve keeps the request's address, to make the Link header from.
func (in *OnwardInput) Resolve(ctx huma.Context) []error {
	in.address = ctx.URL()
	return nil
}

func (in *OnwardInput) size() int { return min(max(in.PerPage, 1), vitrine.MaxPageSize) }

// links writes the Link header: the first page, and the one after this, unless it is the last.
func (in *OnwardInput) links(s *Server, next string) string {
	query := in.address.Query()
	query.Del("access_token") // links are stored and passed on
	query.Del("cursor")
	address := func() string {
		path := s.absolute(strings.TrimSuffix(in.address.Path, "/"))
		if len(query) > 0 {
			path += "?" + query.Encode()
		}
		return path
	}
	links := "<" + address() + `>; rel="first"`
	if next != "" {
		query.Set("cursor", next)
		links += ", <" + address() + `>; rel="next"`
	}
	return links
}

// cursorOf marks a place in a list of this name: "" is its end.
func cursorOf(list, place string) string {
	if place == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(list + "\n" + place))
}

// place reads the cursor of a list of this name; "" is its start. The cursor of another list
// is Malformed.
func (in *OnwardInput) place(list string) (string, error) {
	if in.Cursor == "" {
		return "", nil
	}
	text, err := base64.RawURLEncoding.DecodeString(in.Cursor)
	of, place, ok := strings.Cut(string(text), "\n")
	if err != nil || !ok || of != list {
		return "", badParameter("cursor", "bad_format", "not a cursor of this list: take it from the Link header as it stands")
	}
	return place, nil
}

// after is place for a list whose places are ids.
func (in *OnwardInput) after(list string) (int64, error) {
	place, err := in.place(list)
	if err != nil || place == "" {
		return 0, err
	}
	id, err := strconv.ParseInt(place, 10, 64)
	if err != nil || id < 1 {
		return 0, badParameter("cursor", "bad_format", "not a cursor of this list")
	}
	return id, nil
}

// onward cuts off what is behind a page of a list whose places are ids, and marks where the
// next one begins; "" for nowhere.
func onward[T any](list string, found []T, size int, id func(T) int64) (page []T, next string) {
	if len(found) <= size {
		return found, ""
	}
	return found[:size], cursorOf(list, strconv.FormatInt(id(found[size-1]), 10))
}
