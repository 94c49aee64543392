package archive

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxName is how many bytes a name has at most: what file systems take.
const maxName = 255

// names are those that an archive has, told apart as file systems do that fold case.
type names struct {
	taken map[string]bool
	tried map[string]int // how often a name was wanted: many files may be called the same
	fold  cases.Caser
}

func newNames(reserved ...string) *names {
	n := &names{taken: map[string]bool{}, tried: map[string]int{}, fold: cases.Fold()}
	for _, name := range reserved {
		n.taken[n.fold.String(name)] = true
	}
	return n
}

// take returns a name that no other file has, as close to the file's own as is safe.
func (n *names) take(name string) string {
	safe := safeName(name)
	extension := path.Ext(safe)
	stem := strings.TrimSuffix(safe, extension)
	if stem == "" || len(extension) > maxName/2 {
		stem, extension = safe, ""
	}
	wanted := n.fold.String(safe)
	for i := n.tried[wanted] + 1; ; i++ {
		mark := ""
		if i > 1 {
			mark = " (" + strconv.Itoa(i) + ")"
		}
		tried := shorten(stem, maxName-len(mark)-len(extension)) + mark + extension
		if folded := n.fold.String(tried); !n.taken[folded] {
			n.taken[folded], n.tried[wanted] = true, i
			return tried
		}
	}
}

// safeName is a name that names a file beside the others on every system: no folder, no
// drive, no device, nothing that a terminal or a shell takes for more than a letter.
func safeName(name string) string {
	name = norm.NFC.String(strings.ToValidUTF8(name, "_"))
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			return '_'
		}
		return r
	}, name)
	// Windows drops dots and spaces at the end, and ".." is the folder above.
	name = strings.TrimRight(strings.TrimLeft(name, " "), ". ")
	if name == "" {
		return "_"
	}
	if stem, _, _ := strings.Cut(name, "."); device(strings.TrimRight(stem, " ")) {
		return "_" + name
	}
	return name
}

// device reports whether Windows takes a name for a device, whatever its extension.
func device(stem string) bool {
	stem = strings.ToUpper(stem)
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	for _, kind := range []string{"COM", "LPT"} {
		rest, found := strings.CutPrefix(stem, kind)
		if found && utf8.RuneCountInString(rest) == 1 && strings.ContainsAny(rest, "0123456789¹²³") {
			return true
		}
	}
	return false
}

// shorten cuts a text to so many bytes, no letter in two, and not behind a space or dot.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.TrimRight(text[:most], ". ")
}
