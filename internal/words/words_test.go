package words_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/words"
)

func TestIndex(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, language, text, want string }{
		{"nothing", "en", "", ""},
		{"no word", "en", " \t?! -- \u00a0 … ", ""},
		{"plurals", "en-US", "Chairs, tables & boxes", "chairs tables boxes chair tabl box"},
		{"a word twice", "en", "oak Oak OAK oaks", "oak oaks"},
		{"abbreviations", "en", "PDFs and STLs, 3ds", "pdfs and stls 3ds pdf stl"},
		{"a stem once", "en", "render rendering rendered", "render rendering rendered"},
		{"numbers and letters", "en", "RTX4090 3ds v2.0 4K", "rtx4090 3ds v2 0 4k"},
		{"apostrophes", "en", "women's", "women s"},
		{"a trade mark", "en", "Lego™ brick", "lego brick"},
		{"compatible letters", "en", "ＦＵＬＬ ﬁne m²", "full fine m2"},
		{"soft hyphens and joiners", "en", "wood\u00aden bo\u200dok", "wooden book"},
		{"a space without width", "en", "oak\u200btree", "oak tree"},
		{"no UTF-8", "en", "oak\xff\xfetree", "oak tree"},
		{"an unknown language", "tlh-Latn", "chairs", "chairs chair"},
		{"no language", "", "chairs", "chairs chair"},

		{"German", "de", "Große Holzstühle", "grosse holzstuhle gross holzstuhl"},
		{"French", "fr-CA", "chaises dorées", "chaises dorees chais dor"},
		{"stems of different accents", "fr", "aimee aimée", "aimee aime aim"},
		{"a tag in capitals", "DE-de", "Küchen", "kuchen kuch"},
		{"Spanish", "es", "sillas rápidas", "sillas rapidas sill rap"},
		{"Portuguese", "pt-BR", "cadeiras", "cadeiras cadeir"},
		{"Italian", "it", "sedie", "sedie sed"},
		{"Dutch", "nl", "stoelen", "stoelen stoel"},
		{"Swedish", "sv", "stolarna", "stolarna stol"},
		{"Danish", "da", "Bøger", "boger bog"},
		{"Norwegian", "no", "stolene", "stolene stol"},
		{"Finnish", "fi", "tuolien", "tuolien tuol"},
		{"Hungarian", "hu", "székek", "szekek szek"},
		{"Romanian", "ro", "scaunele", "scaunele scaun"},
		{"Irish", "ga", "chathaoir", "chathaoir cathaoir"},
		{"Turkish", "tr", "sandalyeler IŞIK ışık", "sandalyeler isik sandalye"},
		{"letters that are not taken apart", "pl", "Łódź ÆØÞ œuvre", "lodz aeoth oeuvre oeuvr"},
		{"Vietnamese", "vi", "ghế gỗ", "ghe go"},

		{"Russian", "ru", "стулья ёлки", "стулья елки стул елк"},
		{"Russian that says it is English", "en-US", "стульев", "стульев стул"},
		{"English among Russian", "ru", "стул chairs", "стул chairs chair"},
		{"Greek", "el", "Καρέκλες", "καρεκλεσ"},
		{"Arabic", "ar", "الكُرْسِيّ", "الكرسي كرس"},
		{"Persian", "fa", "الكرسي", "الكرسي"},
		{"Hebrew", "he", "שָׁלוֹם", "שלום"},
		{"Hindi", "hi", "लकड़ी की कुर्सी", "लकड़ी की कुर्सी"},
		{"Tamil", "ta", "நாற்காலிகள்", "நாற்காலிகள் நாற்காலி"},

		{"Japanese", "ja", "日本の木製椅子", "日本 本の の木 木製 製椅 椅子 日 本 の 木 製 椅 子"},
		{"borders of scripts", "ja", "USBケーブル3m", "usb ケー ーブ ブル ケ ー ブ ル 3m"},
		{"half-width kana", "ja", "ｶﾞﾗｽ", "ガラ ラス ガ ラ ス"},
		{"the round nought", "zh", "二〇", "二〇 二 〇"},
		{"Chinese", "zh-Hans", "木椅，红色", "木椅 木 椅 红色 红 色"},
		{"plurals among Chinese", "zh", "木椅chairs", "木椅 木 椅 chairs chair"},
		{"Thai", "th", "เก้าอี้", "เก้ ก้า าอี้ เ ก้ า อี้"},
		{"Khmer", "km", "កៅអី", "កៅអី កៅ អី"},
		{"Lao", "lo", "ຕັ່ງ", "ຕັ່ງ ຕັ່ ງ"},
		{"Myanmar", "my", "စားပွဲ", "စားပွဲ စား ပွဲ"},
		{"Korean", "ko", "나무 의자를 컵", "나무 의자를 의자 자를 컵"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(strings.Fields(test.want), words.Index(test.language, test.text), equateEmpty); diff != "" {
				t.Errorf("words of %q (-want +got):\n%s", test.text, diff)
			}
			checkFound(t, test.language, test.text)
		})
	}
}

var equateEmpty = cmp.Transformer("list", func(list []string) string { return strings.Join(list, " ") })

// checkFound checks what must be true of any text: its words are valid, bounded,
// different, begin with the spelled ones, and are found by who asks for them.
func checkFound(t *testing.T, language, text string) {
	t.Helper()
	index, spelled := words.Index(language, text), words.Spelled(text)
	if len(index) > words.MaxWords || len(spelled) > len(index) || !slices.Equal(index[:len(spelled)], spelled) {
		t.Fatalf("%q of %q: %q, spelled %q", text, language, index, spelled)
	}
	known := map[string]bool{}
	for _, word := range index {
		if n := utf8.RuneCountInString(word); known[word] || n == 0 || n > words.MaxRunes || !utf8.ValidString(word) {
			t.Fatalf("%q of %q: the word %q", text, language, word)
		}
		known[word] = true
	}
	for _, word := range index {
		found := slices.ContainsFunc(words.Parse(language, word).Groups, func(group []string) bool {
			return slices.ContainsFunc(group, func(alternative string) bool { return known[alternative] })
		})
		if !found {
			t.Fatalf("%q of %q: nobody finds it by %q: %q", text, language, word, words.Parse(language, word).Groups)
		}
	}
}

// TestFound asks for what a text should be found by, however it is typed.
func TestFound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ language, text, reader, keywords string }{
		{"en", "Wooden Chair", "en", "chairs"},
		{"en", "Old shelves", "en", "shelve"},
		{"en", "cities and bodies", "en", "city body"},
		{"de", "Tables", "en", "table"},
		{"ja", "木製 Chairs", "en", "chair"},
		{"ru", "стулья", "ru", "стул"},
		{"en-US", "деревянные стулья", "ru", "деревянный стул"},
		{"fr", "fenêtres", "fr", "fenetre"},
		{"fr", "chaise dorée", "fr", "doré"},
		{"de", "Straße", "de", "STRASSE"},
		{"ja", "日本の木製椅子", "ja", "椅子"},
		{"ja", "日本の木製椅子", "en", "椅"},
		{"zh", "实木椅子", "zh", "木椅"},
		{"ko", "나무의자를 팝니다", "ko", "의자"},
		{"ko", "나무 의자", "ko", "나무"},
		{"th", "เก้าอี้ไม้", "th", "ไม้"},
		{"hi", "लकड़ी की कुर्सी", "hi", "कुर्सी"},
	} {
		index := words.Index(test.language, test.text)
		groups := words.Parse(test.reader, test.keywords).Groups
		if len(groups) == 0 {
			t.Errorf("%q asks for nothing", test.keywords)
		}
		for _, group := range groups {
			if !slices.ContainsFunc(group, func(word string) bool { return slices.Contains(index, word) }) {
				t.Errorf("%q is not found by %q: %q has none of %q", test.text, test.keywords, index, group)
			}
		}
	}
}

func TestIndexBounds(t *testing.T) {
	t.Parallel()
	if got := words.Index("en", strings.Repeat("é", 100)+" "+strings.Repeat("x", 100)); len(got) != 2 ||
		got[0] != strings.Repeat("e", words.MaxRunes) || got[1] != strings.Repeat("x", words.MaxRunes) {
		t.Errorf("long words: %q", got)
	}
	if got := words.Index("ja", strings.Repeat("木", 100)+"椅子"); !slices.Contains(got, "椅子") {
		t.Errorf("the end of many characters is not among %q", got)
	}
	checkFound(t, "th", "ก"+strings.Repeat("่", 100)+"ข"+strings.Repeat("่", 40)+"ค"+strings.Repeat("่", 40))
	checkFound(t, "de", strings.Repeat("ß", 60)+" "+strings.Repeat("의", 100))
	var different strings.Builder
	for i := range 2 * words.MaxWords {
		different.WriteString(strings.Repeat("a", i%60+1))
		different.WriteString(string(rune('a'+i/60%26)) + string(rune('a'+i/60/26)) + " ")
	}
	if got := words.Index("en", different.String()); len(got) != words.MaxWords || got[0] != "aaa" {
		t.Errorf("%d words, the first %q", len(got), got[0])
	}
}

func FuzzIndex(f *testing.F) {
	for _, text := range []string{"Wooden chairs", "日本の木製椅子 USBケーブル3m", "เก้าอี้ไม้", "나무 의자를", "कुर्सी",
		"الكُرْسِيّ", "ёлки ßæø ｶﾞ ™", "a\xff\u0301ـ\u093f\u200d", "U,\xf2ٷ"} {
		for _, language := range []string{"en-US", "ru", "tr", "ar", "x"} {
			f.Add(language, text)
		}
	}
	f.Fuzz(func(t *testing.T, language, text string) {
		checkFound(t, language, text)
	})
}

// description has 200 words, as many as authors write.
var description = strings.Repeat(`This high quality model of a mid-century dining chair was made for architectural visualization,
games and close-up renderings. Solid oak legs, a curved plywood seat and brass screws: all parts are separate objects with
clean names, sorted into layers. `, 2) + `The textures are 4096 pixels wide (base colour, roughness, metalness, normal and
ambient occlusion), tested with Cycles, V-Ray and Unreal Engine 5. Polygons: 24,310; vertices: 23,876. Quads only, ready for
subdivision; UV coordinates do not overlap. Real world scale in millimetres, pivot at the bottom. Files: Blender 4.2 (native),
FBX, OBJ, glTF, USDZ and STL for printing at a tenth of its size. Lights, cameras and the room of the pictures are not included.
If you need another format, fabrics instead of wood, or a table that goes with it, write to me; I answer within a day.
Ideal for kitchens, restaurants, offices, cafés and Scandinavian interiors. Thank you for looking, and enjoy rendering! Please
leave a review when you like it, since each of them helps a small studio to make further furniture like this one.`

func BenchmarkIndex(b *testing.B) {
	for name, text := range map[string]string{"English": description, "Japanese": strings.Repeat("日本の木製椅子。北欧デザインのダイニングチェア、", 10)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				words.Index("en-US", text)
			}
		})
	}
}
