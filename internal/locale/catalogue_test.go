package locale_test

import (
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/locale"
)

var update = flag.Bool("update", false,
	"write the files of translations: what is new has no translation, what is not said any more is left out")

// TestCatalogue holds the files of translations against what the program says: each text is
// in each of them, in all of its forms and with the same values, and nothing else is.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	said := readSource(t)
	for _, l := range locale.All()[1:] {
		path := "po/" + l.Tag + ".po"
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := locale.ReadPO(string(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		written := map[string]locale.Message{}
		for _, m := range list {
			written[keyOf(m)] = m
		}
		if *update {
			if err := os.WriteFile(path, []byte(locale.WritePO(l, said.file(l, written))), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if len(written) != len(list) {
			t.Errorf("%s has a text twice", path)
		}
		said.check(t, path, l, written)
	}
}

func keyOf(m locale.Message) string {
	if m.Context == "" {
		return m.ID
	}
	return m.Context + "|" + m.ID
}

// file is the file of a language, with what was translated before.
func (s *source) file(l *locale.Language, before map[string]locale.Message) (list []locale.Message) {
	for _, name := range s.order {
		k := s.keys[name]
		m := locale.Message{Places: k.places, Context: k.note, ID: k.one, Plural: k.other, Forms: []string{""}}
		if k.other != "" {
			m.Forms = make([]string, l.Forms())
		}
		if old, ok := before[name]; ok && len(old.Forms) == len(m.Forms) {
			m.Forms = old.Forms
		}
		list = append(list, m)
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if m := before[name]; m.Context == "error" && s.texts[m.ID] {
			list = append(list, m)
		}
	}
	return list
}

func (s *source) check(t *testing.T, path string, l *locale.Language, written map[string]locale.Message) {
	t.Helper()
	for _, name := range s.order {
		k := s.keys[name]
		m, ok := written[name]
		switch {
		case !ok:
			t.Errorf("%s lacks %q (%s): run this test with -update, and translate it", path, name, k.places[0])
		case m.Plural != k.other:
			t.Errorf("%s: the plural of %q is %q, want %q", path, name, m.Plural, k.other)
		case k.other != "" && len(m.Forms) != l.Forms():
			t.Errorf("%s: %q has %d forms, want %d", path, name, len(m.Forms), l.Forms())
		default:
			checkForms(t, path, m)
		}
	}
	for name, m := range written {
		if m.Context == "error" {
			if !s.texts[m.ID] {
				t.Errorf("%s: no error says %q", path, m.ID)
			}
		} else if s.keys[name] == nil {
			t.Errorf("%s: nothing says %q", path, name)
		}
	}
}

var marks = regexp.MustCompile(`\{[a-z]+\}|</?[a-z]+>`)

// checkForms reports what a translation lacks of its English.
func checkForms(t *testing.T, path string, m locale.Message) {
	t.Helper()
	want := marksOf(m.ID)
	if m.Plural != "" {
		want = marksOf(m.Plural)
	}
	if m.Context == "error" {
		for i := range strings.Count(strings.ReplaceAll(m.ID, "%%", ""), "%") {
			want = append(want, "{"+string(rune('a'+i))+"}")
		}
	}
	for _, form := range m.Forms {
		got := marksOf(form)
		rest := func(list []string) []string {
			if m.Plural == "" {
				return list
			}
			return slices.DeleteFunc(list, func(mark string) bool { return mark == "{n}" }) // "one" needs no 1
		}
		if form == "" {
			t.Errorf("%s: %q is not translated", path, m.ID)
		} else if !slices.Equal(rest(got), rest(slices.Clone(want))) {
			t.Errorf("%s: %q has the marks %q, want %q as in %q", path, form, got, want, m.ID)
		}
	}
}

func marksOf(text string) []string {
	return slices.Sorted(slices.Values(marks.FindAllString(text, -1)))
}
