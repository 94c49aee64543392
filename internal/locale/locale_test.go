package locale_test

import (
	"html/template"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/locale"
)

func TestBest(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "en", "*": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.8": "de", "en-GB, de": "en", "pt-BR, de;q=0.7": "de", "nl": "en",
		"en;q=0.3, de;q=0.7": "de", "fr-CH, de": "fr", "es-419": "es", "zh-CN": "zh-Hans", "zh": "zh-Hans", "zh-TW": "zh-Hans",
		"ar-EG": "ar", "!!": "en", "de_CH": "de", strings.Repeat("x", 5000): "en",
	} {
		if got := locale.Best(header); got.Tag != want {
			t.Errorf("%q is answered in %s, want %s", header, got.Tag, want)
		}
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 3, 1, 23, 5, 0, 0, time.FixedZone("", 3600))
	for tag, want := range map[string][]string{
		"en": {"1,234,567", "-1,234.50", "999", "1,234.50 EUR", "Free", "−25%", "1 byte", "12.3 MB", "1 March 2026", "March 2026",
			"1 March 2026, 22:05 UTC",
			"12.5%", "Sun 1 March 2026"},
		"de": {"1.234.567", "-1.234,50", "999", "1.234,50\u00a0EUR", "Kostenlos", "−25\u00a0%", "1 Byte", "12,3\u00a0MB", "1. März 2026",
			"März 2026",
			"1. März 2026, 22:05 UTC",
			"12,5\u00a0%", "So, 1. März 2026"},
		"fr": {"1\u202f234\u202f567", "-1\u202f234,50", "999", "1\u202f234,50\u00a0EUR", "Gratuit", "−25\u00a0%", "1 octet", "12,3\u00a0Mo",
			"1 mars 2026", "mars 2026", "1 mars 2026 à 22:05 UTC",
			"12,5\u00a0%", "dim. 1 mars 2026"},
		"es": {"1.234.567", "-1234,50", "999", "1234,50\u00a0EUR", "Gratis", "−25\u00a0%", "1 byte", "12,3\u00a0MB", "1 de marzo de 2026",
			"marzo de 2026", "1 de marzo de 2026, 22:05 UTC",
			"12,5\u00a0%", "dom, 1 de marzo de 2026"},
		"zh-Hans": {"1,234,567", "-1,234.50", "999", "1,234.50 EUR", "免费", "−25%", "1 字节", "12.3 MB", "2026年3月1日", "2026年3月",
			"2026年3月1日 22:05 UTC",
			"12.5%", "2026年3月1日 周日"},
		"ar": {"1,234,567", "-1,234.50", "999", "\u20661,234.50 EUR\u2069", "مجانًا", "\u2066−25%\u2069", "بايت واحد", "\u206612.3 MB\u2069",
			"1 مارس 2026", "مارس 2026", "1 مارس 2026، 22:05 UTC",
			"\u206612.5%\u2069", "الأحد، 1 مارس 2026"},
	} {
		l := locale.Find(tag)
		got := []string{
			l.Number(1234567), l.Figure("-1234.50"), l.Number(999), l.Money(vitrine.Amount(123450), "EUR"), l.Money(0, "EUR"), l.Off(25), l.Bytes(1),
			l.Bytes(12_345_678), l.Day(day), l.Month(day), l.Moment(day), l.Percent("12.5"), l.Weekday(day),
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %q, want %q", tag, got[i], want[i])
			}
		}
	}
}

// TestHTML puts values into texts that are parts of pages.
func TestHTML(t *testing.T) {
	t.Parallel()
	l := locale.English()
	for got, want := range map[template.HTML]template.HTML{
		l.HTML("<b>No & {name}</b>", `<i>"x"</i>`):                                  "<b>No &amp; &lt;i&gt;&#34;x&#34;&lt;/i&gt;</b>",
		l.HTML("see <link>here</link>", locale.To(`/a"><script>`)):                  `see <a href="/a&#34;&gt;&lt;script&gt;">here</a>`,
		l.HTML("see <link>here</link>", locale.To("javascript:alert(1)")):           "see here",
		l.HTML("see {link}", template.HTML("<a>x</a>")):                             "see <a>x</a>",
		l.NHTML("{n} file of <b>{who}</b>", "{n} files of <b>{who}</b>", 1200, "<"): "1,200 files of <b>&lt;</b>",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestOrderOfValues gives values in the order of the English to texts that have another.
func TestOrderOfValues(t *testing.T) {
	t.Parallel()
	if got := locale.English().T("note|{b} and {a}", "first", 1234); got != "first and 1,234" {
		t.Errorf("it says %q", got)
	}
	if got := locale.Find("de").N("{n} file, {size}", "{n} files, {size}", 2, "3 MB"); got != "2 Dateien, 3 MB" {
		t.Errorf("it says %q", got)
	}
}

// TestDirections keeps names in Latin letters from turning what stands beside them, in texts
// from right to left.
func TestDirections(t *testing.T) {
	t.Parallel()
	ar, de := locale.Find("ar"), locale.Find("de")
	for got, want := range map[string]string{
		ar.T("by {author}", "ada"):                           "من \u2068ada\u2069",
		ar.T("by {author}", "\u2066ada\u2069"):               "من \u2066ada\u2069",
		ar.T("by {author}", "عمر"):                           "من عمر",
		ar.List([]string{"a@b.c", "12", "ملف"}):              "\u2068a@b.c\u2069، 12، ملف",
		de.T("by {author}", "ada"):                           "von ada",
		de.List([]string{"a", "b"}):                          "a, b",
		string(ar.HTML("by {author}", "<ada>")):              "من \u2068&lt;ada&gt;\u2069",
		string(ar.HTML("by {author}", locale.Text("Files"))): "من الملفات",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSentences says what errors say, with what stood in them.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tag, english, want string }{
		{"de", "the title has 300 characters, at most 200 are allowed", "Der Titel hat 300 Zeichen, höchstens 200 sind erlaubt."},
		{"fr", "the file could not be read within 5 seconds of work", "Le fichier n’a pas pu être lu en 5 secondes de travail."},
		{"es", "the order is expired: only a paid order can be refunded", "El pedido está caducado: solo se puede reembolsar un pedido pagado."},
		{"zh-Hans", "the model needs a title", "模型需要标题。"},
		{"ar", `the tag "oak" stands here twice`, "الوسم \u2068\"oak\"\u2069 مكرّر هنا."},
		{"de", "nobody has translated this", "Nobody has translated this."},
		{"en", "the model needs a title", "The model needs a title."},
	} {
		if got := locale.Find(c.tag).Says(c.english); got != c.want {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
	}
}

// TestForms counts in languages with other forms than those of English.
func TestForms(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]map[int64]string{
		"fr": {0: "0 modèle", 1: "1 modèle", 2: "2 modèles"}, "zh-Hans": {1: "1 个模型", 2: "2 个模型"},
		"ar": {0: "لا نماذج", 1: "نموذج واحد", 2: "نموذجان", 3: "3 نماذج", 11: "11 نموذجًا", 100: "100 نموذج", 103: "103 نماذج",
			10_000_003: "10,000,003 نماذج"},
	} {
		for n, text := range want {
			if got := locale.Find(tag).N("{n} model", "{n} models", n); got != text {
				t.Errorf("%s: %d is %q, want %q", tag, n, got, text)
			}
		}
	}
	if got := locale.Find("ar").Counts("{n} model", "{n} models"); got !=
		`{"few":"{n} نماذج","many":"{n} نموذجًا","one":"نموذج واحد","other":"{n} نموذج","two":"نموذجان","zero":"لا نماذج"}` {
		t.Errorf("browsers are told %s", got)
	}
}

func TestReadPO(t *testing.T) {
	t.Parallel()
	const text = "# head\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n" +
		"#: a.go\nmsgctxt \"x\"\nmsgid \"a \"\n\"b\"\nmsgstr \"c\\\"\"\n"
	list, err := locale.ReadPO(text)
	want := []locale.Message{{Places: []string{"a.go"}, Context: "x", ID: "a b", Forms: []string{`c"`}}}
	if diff := cmp.Diff(want, list); diff != "" || err != nil {
		t.Errorf("read %v (-want +got):\n%s", err, diff)
	}
	for _, bad := range []string{"msgid a", "\"x\"", "msgstr[1] \"x\"", "other \"x\""} {
		if _, err := locale.ReadPO(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
