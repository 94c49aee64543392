package client

import (
	"errors"
	"iter"
	"slices"
)

// errLoop ends a list that has no end.
var errLoop = errors.New("vitrine: the list leads to the same page again")

// each goes through all pages of a list, from the one that a cursor names.
func each[E any](start string, options []CallOption, list func(cursor string, options []CallOption) ([]E, error)) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		for cursor := start; ; {
			var response Response
			entries, err := list(cursor, append(slices.Clip(options), Capture(&response)))
			if err == nil && response.Next != "" && response.Next == cursor {
				err = errLoop
			}
			if err != nil {
				var none E
				yield(none, err)
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			if cursor = response.Next; cursor == "" {
				return
			}
		}
	}
}
