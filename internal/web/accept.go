package web

import (
	"strconv"
	"strings"
)

// acceptsJSON says whether Accept headers let application/json through
// (RFC 9110, section 12.5.1): the most specific range that fits decides.
func acceptsJSON(headers []string) bool {
	if len(headers) == 0 || len(headers) == 1 && (headers[0] == "*/*" || headers[0] == jsonType) {
		return true
	}
	best, accepted, ranges := -1, false, 0
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
				best, accepted = specific, quality(parameters) > 0
			case specific == best && specific >= 0:
				accepted = accepted || quality(parameters) > 0
			}
		}
	}
	return ranges == 0 || accepted
}

func specificity(kind string) int {
	switch kind {
	case jsonType:
		return 2
	case "application/*":
		return 1
	case "*/*", "*":
		return 0
	}
	return -1
}

func quality(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.TrimSpace(name) != "q" {
			continue
		}
		if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			return q
		}
	}
	return 1
}
