package locale

import (
	"fmt"
	"strings"
)

// message is a text that was taken apart: fixed pieces, and marks between them that stand
// for values.
type message struct {
	text  string // as it is written, without values
	parts []part
}

// part is a piece of text, or what stands for the value of a name: {name}, or the
// beginning <name> and the end </name> of a piece that a value surrounds.
type part struct {
	text string
	kind kind
	name string
}

type kind byte

const (
	fixed kind = iota
	value
	opens
	closes
)

// readMessage takes a text apart.
func readMessage(text string) (*message, error) {
	m := &message{text: text}
	for rest := text; rest != ""; {
		at := strings.IndexAny(rest, "{<")
		if at != 0 {
			if at < 0 {
				at = len(rest)
			}
			m.parts = append(m.parts, part{text: rest[:at]})
			rest = rest[at:]
			continue
		}
		end := strings.IndexAny(rest, "}>")
		if end < 0 {
			return nil, fmt.Errorf("%q: a mark has no end", text)
		}
		p := part{kind: value, name: rest[1:end]}
		if rest[0] == '<' {
			p.kind = opens
			if name, ok := strings.CutPrefix(p.name, "/"); ok {
				p.kind, p.name = closes, name
			}
		}
		if p.name == "" || strings.Trim(p.name, "abcdefghijklmnopqrstuvwxyz") != "" {
			return nil, fmt.Errorf("%q: %q is no name of a value", text, p.name)
		}
		m.parts = append(m.parts, p)
		rest = rest[end+1:]
	}
	return m, nil
}

// names are those of the values, in the order in which the text has them first. Elements of
// HTML that stand for themselves are no values.
func (m *message) names() []string {
	var names []string
	for _, p := range m.parts {
		if p.kind == value || p.kind == opens && !plain(p.name) {
			names = appendNew(names, p.name)
		}
	}
	return names
}

func appendNew(list []string, name string) []string {
	for _, known := range list {
		if known == name {
			return list
		}
	}
	return append(list, name)
}

// plain reports whether a mark is an element of HTML that stands for itself.
func plain(name string) bool {
	return name == "strong" || name == "code" || name == "em" || name == "b"
}
