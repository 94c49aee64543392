package storefront

import (
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
)

// formats are the formats of the files that are sold, in capitals, with what
// they weigh together.
func formats(m *vitrine.Model) (list []string, size int64) {
	seen := map[string]bool{}
	for _, file := range m.ReadyFiles() {
		size += file.Size
		for _, extension := range append([]string{file.Extension}, file.Inside...) {
			if extension != "" && !seen[extension] {
				seen[extension] = true
				list = append(list, extension)
			}
		}
	}
	return formatNames(list), size
}

// needsShown is how many names of missing files are shown of one file.
const needsShown = 5

// needs returns which files a file can't do without and the model lacks; "" for none.
func needs(l *locale.Language, f vitrine.File) string {
	switch names, more := f.Missing, len(f.Missing)-needsShown; {
	case len(names) == 0:
		return ""
	case more > 0:
		return l.N("needs {names} and {n} other, which are not here", "needs {names} and {n} others, which are not here", int64(more),
			strings.Join(names[:needsShown], ", "))
	case len(names) == 1:
		return l.T("needs {name}, which is not here", names[0])
	default:
		return l.T("needs {names}, which are not here", strings.Join(names, ", "))
	}
}

// incomplete reports whether a file that is sold needs others that the model lacks.
func incomplete(m *vitrine.Model) bool {
	return slices.ContainsFunc(m.ReadyFiles(), func(f vitrine.File) bool { return len(f.Missing) > 0 })
}
