package words_test

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/words"
)

func TestNear(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ word, has, hasNot string }{
		{"chiar", "chair char chia hiar chia chiars achiar chiara cheiar", "chiar chiar1"},
		{"rtx4090", "rtx4080 rtx409 rtxx4090 rtx40900", "rtx4090"},
		{"стлу", "стул стау сту стлуя", "стлу стlу"},
		{"καρεκλ", "καρεκλα καρελκ", "καρεκλa"},
		{"oak", "oa ak ok oaks soak oka", "oak oak1"},
	} {
		got := words.Near(test.word)
		for want := range strings.FieldsSeq(test.has) {
			if !slices.Contains(got, want) {
				t.Errorf("near %q is no %q", test.word, want)
			}
		}
		for refused := range strings.FieldsSeq(test.hasNot) {
			if slices.Contains(got, refused) {
				t.Errorf("near %q is %q", test.word, refused)
			}
		}
		if len(got) > 2*36*(len(test.word)+1) {
			t.Errorf("near %q are %d: %q", test.word, len(got), got)
		}
	}
	for _, word := range []string{"", "椅子", "의자", "कुर्सी", "2024", "chairстул", "\xff", "ab", strings.Repeat("a", 25)} {
		if got := words.Near(word); got != nil || words.Mistakes(word) != 0 {
			t.Errorf("near %q: %q, %d mistakes", word, got, words.Mistakes(word))
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b         string
		atMost, want int
	}{
		{"", "", 2, 0}, {"chair", "chair", 2, 0}, {"chair", "chair", 0, 0}, {"chair", "chairs", 0, 1},
		{"chair", "chiar", 2, 1}, {"chair", "chai", 2, 1}, {"chair", "choir", 2, 1}, {"chair", "chaair", 2, 1},
		{"ca", "abc", 3, 3}, // two mistakes if what is swapped could be changed again
		{"wooden", "wodn", 2, 2}, {"wooden", "owodne", 2, 2}, {"wooden", "golden", 2, 2}, {"wooden", "garden", 2, 3},
		{"chair", "table", 4, 5}, {"chair", "table", 5, 5}, {"", "oak", 2, 3}, {"", "oak", 3, 3},
		{"стул", "стлу", 2, 1}, {"стул", "стол", 2, 1}, {"椅子", "木椅子", 2, 1},
	} {
		if got := words.Distance(test.a, test.b, test.atMost); got != test.want {
			t.Errorf("from %q to %q within %d: %d, want %d", test.a, test.b, test.atMost, got, test.want)
		}
		if got := words.Distance(test.b, test.a, test.atMost); got != test.want {
			t.Errorf("from %q to %q within %d: %d, want %d", test.b, test.a, test.atMost, got, test.want)
		}
	}
}

func TestMeant(t *testing.T) {
	t.Parallel()
	vocabulary := []words.Known{{"chair", 9}, {"char", 3}, {"hair", 3}, {"chairs", 70}, {"choirs", 5}, {"wooden", 2}, {"golden", 8},
		{"wagon", 8}, {"oak", 8}, {"oaks", 8}, {"oar", 8}, {"oat", 8}}
	for _, test := range []struct{ word, want string }{
		{"chiar", "chair char"},                     // swapped; char is as near, and rarer
		{"cair", "chair hair"},                      // at one mistake, the frequent before the rare
		{"wodoen", "wooden"},                        // one mistake
		{"woldan", "golden wooden"},                 // at two
		{"ok", ""},                                  // too short
		{"oap", "oak oar oat"},                      // all as near and as frequent
		{"table", ""},                               // nothing near
		{"chairz", "chairs chair choirs char hair"}, // at one, at two
		{"wodn", ""},                                // short words may have one mistake
		{"oak", "oaks oar oat"},                     // not itself
		{"woodennnnnnnnn", ""},                      // too far
		{"椅孑", ""},
	} {
		want := strings.Fields(test.want)
		if got := words.Meant(test.word, vocabulary); !slices.Equal(got, want) {
			t.Errorf("%q was meant as %q, want %q", test.word, got, want)
		}
		reversed := slices.Clone(vocabulary)
		slices.Reverse(reversed)
		if got := words.Meant(test.word, reversed); !slices.Equal(got, want) {
			t.Errorf("%q was meant as %q in another order, want %q", test.word, got, want)
		}
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	others := map[string]string{"chiar": "chair", "mobel": "model", "x": "y", strings.Repeat("a", 64): "a"}
	for _, test := range []struct{ keywords, want string }{
		{"", ""}, {"oak  Chiar, old", "oak  chair, old"}, {"chiar-chiars/CHIAR", "chair-chiars/chair"}, {"Möbel", "model"},
		{"ｃｈｉａｒ 椅子x", "chair 椅子y"}, {strings.Repeat("A", 70), "a"}, {" - ", " - "},
	} {
		if got := words.Replace(test.keywords, others); got != test.want {
			t.Errorf("%q became %q, want %q", test.keywords, got, test.want)
		}
	}
}

func TestAfter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ prefix, want string }{
		{"", ""}, {"a", "b"}, {"cha", "chb"}, {"chz", "ch{"}, {"椅", "椆"}, {"a\x7f", "a\u0080"}, {"a\ud7ff", "a\ue000"},
		{"a\U0010ffff", "b"}, {"\U0010ffff\U0010ffff", ""},
	} {
		if got := words.After(test.prefix); got != test.want {
			t.Errorf("after %q: %q, want %q", test.prefix, got, test.want)
		}
	}
	if from, to := words.Around("chair"); from != "ch" || to != "ci" {
		t.Errorf("around chair: from %q to %q", from, to)
	}
	if from, to := words.Around("с"); from != "с" || to != "т" {
		t.Errorf("around one letter: from %q to %q", from, to)
	}
}

// FuzzNear holds the words at one mistake against the distance, and the other way round.
func FuzzNear(f *testing.F) {
	f.Add("chair", "chiar")
	f.Add("стул", "стол")
	f.Add("a\xff", "")
	f.Fuzz(func(t *testing.T, word, other string) {
		if len(word) > 100 || len(other) > 100 {
			return
		}
		near := words.Near(word)
		for _, candidate := range near {
			if words.Distance(word, candidate, 1) != 1 {
				t.Fatalf("from %q to %q are %d mistakes", word, candidate, words.Distance(word, candidate, 9))
			}
		}
		there, back := words.Distance(word, other, 3), words.Distance(other, word, 3)
		if there != back || (there == 0) != slices.Equal([]rune(word), []rune(other)) {
			t.Fatalf("from %q to %q are %d mistakes, back %d", word, other, there, back)
		}
		words.Meant(word, []words.Known{{Word: other, Models: 1}})
	})
}
