package api

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// listParameters names the parameters of an operation's query that take several
// values.
func listParameters(op *huma.Operation) []string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "query" && p.Schema != nil && p.Schema.Type == huma.TypeArray {
			names = append(names, p.Name)
		}
	}
	return names
}

// foldLists returns a request whose list-valued parameters stand once each, their
// values separated by commas. Clients also write name=a&name=b, name[]=a&name[]=b
// and name[0]=a&name[1]=b, and mean the same.
func foldLists(r *http.Request, names []string) *http.Request {
	if len(names) == 0 || r.URL.RawQuery == "" {
		return r
	}
	query, folded := r.URL.Query(), false
	for _, name := range names {
		values, spelled := listValues(query, name)
		if len(values) > 1 || spelled {
			query.Set(name, strings.Join(values, ","))
			folded = true
		}
	}
	if !folded {
		return r
	}
	address := *r.URL
	address.RawQuery = query.Encode()
	copied := *r
	copied.URL = &address
	return &copied
}

// listValues takes all values of a list from the query, and reports whether a name
// with brackets was among theirs.
func listValues(query url.Values, name string) (values []string, spelled bool) {
	values = query[name]
	keys := make([]string, 0, len(query))
	for key := range query {
		if inner, ok := strings.CutPrefix(key, name+"["); ok && strings.Trim(inner, "0123456789") == "]" {
			keys = append(keys, key)
		}
	}
	// name[2] stands before name[10].
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	for _, key := range keys {
		values = append(values, query[key]...)
		query.Del(key)
	}
	return values, len(keys) > 0
}
