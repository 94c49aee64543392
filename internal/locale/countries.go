package locale

import (
	"embed"
	"strings"
	"sync"
)

// The countries of ISO 3166-1 and Kosovo, a file for each language in the order in which its readers
// look them up: names of CLDR 48.2.0 (territories.json of cldr-localenames-full, Unicode License v3).
//
//go:embed countries/*.txt
var countryFiles embed.FS

// Country is a country with its name in a language.
type Country struct {
	Code string // ISO 3166-1, two letters
	Name string
}

// countryNames are those of a language.
type countryNames struct {
	list  []Country
	names map[string]string
}

var countries = sync.OnceValue(func() map[string]*countryNames {
	all := map[string]*countryNames{}
	for _, l := range All() {
		text, err := countryFiles.ReadFile("countries/" + l.Tag + ".txt")
		if err != nil {
			panic(err) // a language without countries: a test finds it
		}
		read := &countryNames{names: map[string]string{}}
		for line := range strings.Lines(string(text)) {
			code, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			read.list, read.names[code] = append(read.list, Country{code, name}), name
		}
		all[l.Tag] = read
	}
	return all
})

// Countries are all countries in the order of the language. The list is not to be changed.
func (l *Language) Countries() []Country { return countries()[l.Tag].list }

// Country is the name of a country; its code where there is no such country.
func (l *Language) Country(code string) string {
	if name, ok := countries()[l.Tag].names[code]; ok {
		return name
	}
	return code
}
