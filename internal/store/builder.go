package store

import (
	"strconv"
	"strings"
	"time"
)

// builder puts a statement together from conditions. Every ? becomes the next
// $N; values are never part of the text.
type builder struct {
	text  strings.Builder
	args  []any
	parts []part // as they were added, so that they can be spliced elsewhere
}

type part struct {
	text string
	args []any
}

// add appends text, with a value for each ? in it.
func (b *builder) add(text string, args ...any) *builder {
	b.parts = append(b.parts, part{text, args})
	for {
		before, after, found := strings.Cut(text, "?")
		b.text.WriteString(before)
		if !found {
			return b
		}
		b.args = append(b.args, args[0])
		b.text.WriteByte('$')
		b.text.WriteString(strconv.Itoa(len(b.args)))
		text, args = after, args[1:]
	}
}

// splice appends what was added to another builder, and renumbers its values.
func (b *builder) splice(other *builder) *builder {
	for _, part := range other.parts {
		b.add(part.text, part.args...)
	}
	return b
}

// addList appends text followed by (?, ?, …) with a value for each.
func addList[T any](b *builder, text string, values []T) {
	b.add(text + " (")
	for i, value := range values {
		if i > 0 {
			b.add(", ")
		}
		b.add("?", value)
	}
	b.add(")")
}

// among appends a condition behind a column: one of many numbers, as one value, so that
// the text is the same for any number of them.
func (b *builder) among(d *dialect, ids []int64) *builder {
	var text strings.Builder
	for i, id := range ids {
		text.WriteString(separator(i, ","))
		text.WriteString(strconv.FormatInt(id, 10))
	}
	return b.add(d.among, strings.Replace(d.brackets, " ", text.String(), 1))
}

// moment appends the time that is so far from now. What one process writes and
// another compares with its own now, such as the end of a lease, is a moment: the
// clocks of machines differ.
func (b *builder) moment(d *dialect, after time.Duration) *builder { return d.moment(b, after) }

// window appends LIMIT and, where something is skipped, OFFSET. SQLite plans by
// the limit's value: with a parameter it would plan the statement again each
// time it runs.
func (b *builder) window(limit, offset int) *builder {
	b.add(" LIMIT " + strconv.Itoa(limit))
	if offset > 0 {
		b.add(" OFFSET ?", offset)
	}
	return b
}

func (b *builder) String() string { return b.text.String() }
