package web

import (
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
)

// CheckParameters refuses parameters of an operation that are sent without a
// value, and makes integers that are too long the largest or the least one: an
// integer of any length is an integer.
func CheckParameters(operation *huma.Operation, r *http.Request) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	sent := r.URL.Query()
	var faults []vitrine.Field
	bounded := false
	for _, p := range operation.Parameters {
		values := sent[p.Name]
		if p.In != "query" || len(values) == 0 {
			continue
		}
		if strings.TrimSpace(strings.Join(values, "")) == "" {
			detail := p.Name + " has no value: give it one, or leave the parameter out"
			faults = append(faults, vitrine.Field{Parameter: p.Name, Code: "required", Detail: detail})
		}
		if p.Schema != nil && p.Schema.Type == huma.TypeInteger {
			bounded = saturate(sent, p.Name) || bounded
		}
	}
	if len(faults) > 0 {
		return malformedParameters(faults)
	}
	if bounded {
		// The URL is shared with the request as it came in.
		changed := *r.URL
		changed.RawQuery = sent.Encode()
		r.URL = &changed
	}
	return nil
}

// saturate bounds the first value of a parameter, and reports whether it had to.
func saturate(sent url.Values, name string) bool {
	n, err := strconv.ParseInt(sent[name][0], 10, 64)
	if (n != math.MaxInt64 && n != math.MinInt64) || err == nil {
		return false
	}
	sent[name] = []string{strconv.FormatInt(n, 10)}
	return true
}
