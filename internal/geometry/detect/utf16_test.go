package detect_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/collada/colladatest"
	"vitrine/internal/geometry/geometrytest"
)

// inUTF16 is a text with a byte order mark.
func inUTF16(text string, order binary.AppendByteOrder) string {
	data := order.AppendUint16(nil, 0xFEFF)
	for _, unit := range utf16.Encode([]rune(text)) {
		data = order.AppendUint16(data, unit)
	}
	return string(data)
}

func TestUTF16(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("# größer als der Anfang: \U0001F5FF\n", 3000)
	for order, endian := range map[string]binary.AppendByteOrder{"little endian": binary.LittleEndian, "big endian": binary.BigEndian} {
		for name, content := range map[string]string{
			"a.obj": geometrytest.PlainBox() + long, "a.dae": strings.Replace(colladatest.Box(), "utf-8", "utf-16", 1),
		} {
			text := inUTF16(content, endian)
			want := geometrytest.Inspect(t, name, content)
			got := geometrytest.Inspect(t, name, text)
			if got.Rejected() || got.Format != want.Format || got.Facts != want.Facts {
				t.Errorf("%s, %s: %+v, want %+v", name, order, got, want)
			}
			for i := range 50 {
				if cut := geometrytest.Inspect(t, name, text[:len(text)*i/50]); !cut.Rejected() && cut.Format != geometry.OBJ {
					t.Errorf("%s, %s, %d/50 of the file: %+v", name, order, i, cut)
				}
			}
		}
	}
}

// What only begins like a text in UTF-16 is none.
func TestUTF16Others(t *testing.T) {
	t.Parallel()
	splats := "\xff\xfe" + strings.Repeat("\x00", 62)
	if got := geometrytest.Inspect(t, "a.splat", splats); got.Format != geometry.Splat {
		t.Errorf("%+v", got)
	}
	for _, content := range []string{"\xff\xfe", "\xfe\xff\x00", "\xff\xfe\x00\xd8", "\xff\xfev\x00 \x00"} {
		if got := geometrytest.Inspect(t, "a.obj", content); !got.Rejected() {
			t.Errorf("%q: %+v", content, got)
		}
	}
}
