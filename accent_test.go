package vitrine_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine"
)

// houseWith is a marketplace with colours.
func houseWith(accent, dark string) *vitrine.House {
	house := vitrine.DefaultHouse()
	house.Accent, house.AccentDark = accent, dark
	return &house
}

// luminance is written down here once more, from WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil || len(colour) != 7 {
			t.Fatalf("%q is no colour", colour)
		}
		part := float64(n) / 255
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// grounds are the colours of paper and card, as the stylesheet of pages has them: light, then dark.
func grounds(t *testing.T) (list [2][2]string) {
	t.Helper()
	style, err := os.ReadFile("internal/pages/assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`--paper: (#[0-9a-f]{6}); --card: (#[0-9a-f]{6})`).FindAllStringSubmatch(string(style), -1)
	if len(found) != 2 {
		t.Fatalf("the stylesheet has %q", found)
	}
	return [2][2]string{{found[0][1], found[0][2]}, {found[1][1], found[1][2]}}
}

// TestAccentsCanBeRead takes all kinds of colours. Those that are taken, and those that are
// suggested for others, can be read on all that they stand on.
func TestAccentsCanBeRead(t *testing.T) {
	t.Parallel()
	suggestion := regexp.MustCompile(`take (#[0-9a-f]{6})`)
	readable := func(what, colour, dark string) {
		t.Helper()
		light, night, own := houseWith(colour, dark).Accents()
		if !own {
			t.Fatalf("%s: no colours", what)
		}
		for i, accent := range []vitrine.Accent{light, night} {
			for _, below := range []string{grounds(t)[i][0], grounds(t)[i][1], accent.Tint, accent.Ink} {
				if got := contrast(t, accent.Colour, below); got < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", what, accent.Colour, below, got)
				}
			}
		}
	}
	for _, colour := range []string{
		"#0b6e66", "#b41e5a", "#ffd500", "#000000", "#ffffff", "#808080", "#ff0000", "#00ff00", "#0000ff", "#767676", "#777777",
	} {
		faults := houseWith(colour, "").Check()
		if len(faults) == 0 {
			readable(colour, colour, "")
			continue
		}
		found := suggestion.FindStringSubmatch(faults[0].Detail)
		if len(faults) != 1 || faults[0].Pointer != "/accent" || faults[0].Code != "low_contrast" || found == nil {
			t.Fatalf("%s: %+v", colour, faults)
		}
		if again := houseWith(found[1], "").Check(); len(again) > 0 {
			t.Errorf("%s, which is suggested for %s: %+v", found[1], colour, again)
		}
		readable("suggested for "+colour, found[1], "")
	}
	faults := houseWith("#0b6e66", "#0b6e66").Check()
	found := suggestion.FindStringSubmatch(faults[0].Detail)
	if len(faults) != 1 || faults[0].Pointer != "/accent_dark" || found == nil || !strings.Contains(faults[0].Detail, "on dark pages") {
		t.Fatalf("a dark colour on dark pages: %+v", faults)
	}
	readable("suggested on dark pages", "#0b6e66", found[1])
}

// TestAccentsThatPass holds which colours are refused, and that what passes stays what it is.
func TestAccentsThatPass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		light, dark, want string
	}{
		{"", "", ""}, {"#0b6e66", "", ""}, {"#0B6E66", "#5FD0C4", ""}, {"#b41e5a", "#ff9ac1", ""},
		{"#ffd500", "", "/accent low_contrast"}, {"#0b6e66", "#333333", "/accent_dark low_contrast"}, {"", "#5fd0c4", "/accent required"},
		{"red", "", "/accent bad_format"}, {"#fff", "", "/accent bad_format"}, {"#0b6e66;}", "", "/accent bad_format"},
		{"#0b6e66\n", "", "/accent bad_format"}, {"url(x)", "", "/accent bad_format"}, {"#0b6e66", "#5fd0c", "/accent_dark bad_format"},
	} {
		got := ""
		for _, fault := range houseWith(c.light, c.dark).Check() {
			got += fault.Pointer + " " + fault.Code
		}
		if got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.light, c.dark, got, c.want)
		}
	}
	light, dark, _ := houseWith("#B41E5A", "#FF9AC1").Accents()
	if light.Colour != "#b41e5a" || dark.Colour != "#ff9ac1" {
		t.Errorf("they become %s and %s", light.Colour, dark.Colour)
	}
	if _, _, own := houseWith("", "").Accents(); own {
		t.Error("no colour is one")
	}
}

// TestNamesOfHouses refuses names that say something else than they seem to.
func TestNamesOfHouses(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{
		"Kiln & Kin": true, "<b>Kiln</b>": true, "Лавка": true, "می\u200cخواهم": true, "🏺": true, strings.Repeat("x", 60): true,
		"": false, " ": false, " Kiln": false, "Kiln\n": false, "Kiln\r\nBcc: eve@example.com": false, "Kiln\x00": false, "K\u202enliK": false,
		"\u2066Kiln": false, "Kiln\u2028": false, "Ki\u200bln": false, "\ufeffKiln": false, "\xff": false, strings.Repeat("x", 61): false,
		"\u00ad": false,
	} {
		house := vitrine.DefaultHouse()
		house.Name = name
		if faults := house.Check(); len(faults) == 0 != good {
			t.Errorf("the name %q: %+v", name, faults)
		}
	}
}
