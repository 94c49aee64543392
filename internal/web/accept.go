package web

import (
	"strconv"
	"strings"
)

// acceptsJSON reports whether Accept headers let application/json through
// (RFC 9110, section 12.5.1): the most specific range that fits decides. Clients
// made from the contract ask for application/problem+json where that is the only
// type that an operation names: it counts as the same.
func acceptsJSON(headers []string) bool {
	if len(headers) == 0 || len(headers) == 1 && (headers[0] == "*/*" || headers[0] == jsonType) {
		return true
	}
	best, fits, ranges := -1, false, 0
	for _, header := range headers {
		for part := range strings.SplitSeq(header, ",") {
			kind, parameters, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), ";")
			kind = strings.TrimSpace(kind)
			if kind == "" {
				continue
			}
			ranges++
			switch specific := specificity(kind); {
			case specific > best:
				best, fits = specific, accepted(parameters)
			case specific == best && specific >= 0:
				fits = fits || accepted(parameters)
			}
		}
	}
	return ranges == 0 || fits
}

func specificity(kind string) int {
	switch kind {
	case jsonType, problemType:
		return 2
	case "application/*":
		return 1
	case "*/*", "*":
		return 0
	}
	return -1
}

// accepted reports whether an item's weight is above 0. One that does not parse
// counts as none.
func accepted(parameters string) bool {
	q, ok := parseQuality(parameters)
	return !ok || q > 0
}

// parseQuality reads the weight among the parameters of a list's item (RFC 9110,
// section 12.4.2); absent it is 1.
func parseQuality(parameters string) (q float64, ok bool) {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return q, err == nil && q >= 0 && q <= 1
	}
	return 1, true
}
