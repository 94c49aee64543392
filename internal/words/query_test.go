package words_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine/internal/words"
)

func TestParse(t *testing.T) {
	t.Parallel()
	// Groups are separated by spaces, their alternatives by bars; phrases by commas.
	for _, test := range []struct{ name, language, keywords, groups, phrases, last string }{
		{"nothing", "en", "", "", "", ""},
		{"no word", "en", "?! --", "", "", ""},
		{"a word", "en", "Oak", "oak", "", "oak"},
		{"a plural", "en-US", "oak chairs ", "oak chairs|chair", "", ""},
		{"a reader's language", "de", "Stühle", "stuhle|stuhl", "", "stuhle"},
		{"a word twice", "en", "oak Oak chair", "oak chair", "", "chair"},
		{"an end without a letter", "en", "oak cha.", "oak cha", "", ""},
		{"hostile words", "en", `") OR title:* NEAR(' | & ! :A -- yo`, "or title|titl near a yo", "", "yo"},

		{"a phrase", "en", `old "oak chairs" `, "old oak chairs", "oak chairs", ""},
		{"an unfinished word behind a phrase", "en", `"oak chairs" tab`, "oak chairs tab", "oak chairs", "tab"},
		{"one quoted word", "en", `"chairs"`, "chairs", "", ""},
		{"an open quote", "en", `old "oak chairs`, "old oak chairs|chair", "", "chairs"},
		{"nothing in quotes", "en", `"" oak`, "oak", "", "oak"},
		{"inches", "en", `24" monitor 27" stand`, "24 monitor 27 stand", "", "stand"},
		{"quotes of many countries", "fr", "“a b” «c d» „e f“ „g h” 「i j」", "a b c d e f g h i j", "a b,c d,e f,g h,i j", ""},
		{"a quote in another", "en", `“a "b c" d”`, "a b c d", "a b c d", ""},
		{"words of a phrase apart", "en", "“oak-chair”", "oak chair", "oak chair", ""},

		{"one character", "ja", "椅", "椅", "", "椅"},
		{"characters", "ja", "木製椅子", "木製 製椅 椅子", "", "子"},
		{"quoted characters", "ja", "「木製 椅子」", "木製 椅子", "木 製 椅 子", ""},
		{"quotes without a space", "ja", "白い「木製 椅子」", "白い 木製 椅子", "木 製 椅 子", ""},
		{"borders of scripts", "ja", "USBケーブル3m", "usb ケー ーブ ブル 3m", "", "3m"},
		{"Thai", "th", "ไม้", "ไม้", "", "ม้"},
		{"Korean", "ko", "의자를 컵", "의자 자를 컵", "", "컵"},
		{"unfinished Korean", "ko", "나무의", "나무 무의", "", "나무의"},

		{"too many", "en", "a b c d e f g h i j k l", "a b c d e f g h i j", "", "l"},
		{"nothing at the beginning", "en", strings.Repeat(" ", 2000) + "oak", "", "", ""},
		{"too long", "en", "oak " + strings.Repeat("x", 2000), "oak " + strings.Repeat("x", 64), "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var want words.Query
			for group := range strings.FieldsSeq(test.groups) {
				want.Groups = append(want.Groups, strings.Split(group, "|"))
			}
			for phrase := range strings.SplitSeq(test.phrases, ",") {
				if phrase != "" {
					want.Phrases = append(want.Phrases, strings.Fields(phrase))
				}
			}
			want.Last = test.last
			if diff := cmp.Diff(want, words.Parse(test.language, test.keywords), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q (-want +got):\n%s", test.keywords, diff)
			}
		})
	}
}

func TestHasPhrase(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, quoted string
		want         bool
	}{
		{"An old Oak chair.", `"oak chair"`, true},
		{"An old oak, chair-like", `"OAK CHAIR like"`, true},
		{"oak oak chair", `"oak chair"`, true},
		{"An old oak chair", `"an old oak chair"`, true},
		{"An old oak chair", `"chair oak"`, false},
		{"An oak armchair", `"oak chair"`, false},
		{"Oak chairs", `"oak chair"`, false},
		{"oak", `"oak chair"`, false},
		{"", `"oak chair"`, false},
		{"La fenêtre dorée", `"fenetre doree"`, true},
		{"日本の木製椅子", "「木製椅子」", true},
		{"日本の木製椅子", "「木製 椅子」", true},
		{"椅子と木製", "「木製椅子」", false},
		{"白いUSBケーブル", "「USBケーブル」", true},
		{"나무의자를 팝니다", `"나무 의자"`, true},
		{"의자 나무", `"나무 의자"`, false},
	} {
		phrases := words.Parse("", test.quoted).Phrases
		if len(phrases) != 1 || words.HasPhrase(test.text, phrases[0]) != test.want {
			t.Errorf("%q has %q: want %t of one phrase", test.text, phrases, test.want)
		}
	}
	long := strings.Repeat("oak chair ", 100)
	if phrases := words.Parse("en", `"`+long+`"`).Phrases; len(phrases) != 1 || !words.HasPhrase(long, phrases[0]) || len(phrases[0]) > 20 {
		t.Errorf("a long phrase is %q", phrases)
	}
}

// TestFewPhrases asks for more phrases than are looked at: each costs a walk through whole texts.
func TestFewPhrases(t *testing.T) {
	t.Parallel()
	if got := words.Parse("en", strings.Repeat(`"oak chairs" `, 50)).Phrases; len(got) != 1 {
		t.Errorf("one phrase fifty times is %d phrases", len(got))
	}
	if got := words.Parse("en", `"a b" "a c" "a d" "a e" "a f" "a g"`).Phrases; len(got) != 5 {
		t.Errorf("six phrases are %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, keywords := range []string{`old "oak chairs" 24"`, "“a b” «c d» „e f“ 「木製 椅子」ไม้ 의자를", "\"a\xff b\"", `""`, "„“”"} {
		f.Add("en-US", keywords)
	}
	f.Fuzz(func(t *testing.T, language, keywords string) {
		query := words.Parse(language, keywords)
		if len(query.Groups) > words.MaxGroups {
			t.Fatalf("%q has %d groups", keywords, len(query.Groups))
		}
		for i, group := range query.Groups {
			if len(group) == 0 || slices.Contains(group, "") {
				t.Fatalf("%q: group %q", keywords, group)
			}
			if slices.ContainsFunc(query.Groups[:i], func(other []string) bool { return other[0] == group[0] }) {
				t.Fatalf("%q asks for %q twice", keywords, group[0])
			}
		}
		for _, phrase := range query.Phrases {
			if len(phrase) < 2 || !words.HasPhrase(keywords, phrase) {
				t.Fatalf("%q has no phrase %q", keywords, phrase)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, keywords := range map[string]string{"English": `modern "oak chair" with four legs`, "Japanese": "日本の木製椅子"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				words.Parse("en-US", keywords)
			}
		})
	}
}

func BenchmarkHasPhrase(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		words.HasPhrase(description, []string{"rendering", "please", "leave"})
	}
}
