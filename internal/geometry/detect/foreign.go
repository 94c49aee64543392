package detect

import (
	"encoding/binary"
	"slices"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// mark is a signature and where in a file it stands.
type mark struct {
	at    int
	bytes string
}

// signed tells a format by any of some signatures.
func signed(marks ...mark) func(*format.Head) format.Evidence {
	return func(h *format.Head) format.Evidence {
		if slices.ContainsFunc(marks, func(m mark) bool { return h.Has(m.at, m.bytes) }) {
			return format.Signed
		}
		return format.None
	}
}

// unread are the formats of models that are known by name alone.
func unread() []format.Format {
	return []format.Format{
		{Name: geometry.USDZ, Extensions: []string{"usdz"}, Package: isUSDZ},
		{Name: geometry.USDA, Extensions: []string{"usda", "usd"}, Detect: signed(mark{0, "#usda"}), Unmistakable: format.Text},
		{Name: geometry.USDC, Extensions: []string{"usdc", "usd"}, Detect: signed(mark{0, "PXR-USDC"}), Unmistakable: format.Binary},
		{Name: geometry.DXF, Extensions: []string{"dxf"}, Detect: detectDXF, Unmistakable: format.Binary},
		{Name: geometry.ABC, Extensions: []string{"abc"}, Detect: signed(mark{0, "Ogawa"}, mark{0, "\x89HDF\r\n\x1a\n"})},
	}
}

// isUSDZ reports whether the first file is a USD layer (Pixar, "Usdz File Format Specification").
func isUSDZ(names []string, extension string) bool {
	return len(names) > 0 && extension != "zip" && slices.Contains([]string{"usda", "usdc", "usd"}, source.ExtensionOf(names[0]))
}

// detectDXF tells DXF by its pairs of a group code and a value; the first pairs are
// comments or open a section.
func detectDXF(h *format.Head) format.Evidence {
	if h.Begins("AutoCAD Binary DXF\r\n\x1a\x00") {
		return format.Signed
	}
	lines := strings.SplitN(h.Text(), "\n", 60)
	for i := 0; i+1 < len(lines); i += 2 {
		switch code, value := strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1]); {
		case code == "999":
		case code == "0" && value == "SECTION":
			return format.Fitting
		default:
			return format.None
		}
	}
	return format.None
}

// foreign is what is no model: archives, pictures, programs, and what is surely something
// else than it may look like.
func foreign() []format.Format {
	return []format.Format{
		{Name: geometry.Zip, Extensions: []string{"zip"}, Detect: signed(mark{0, "PK\x03\x04"}, mark{0, "PK\x05\x06"})},
		{Name: geometry.RAR, Extensions: []string{"rar"}, Detect: signed(mark{0, "Rar!\x1a\x07"})},
		{Name: geometry.SevenZ, Extensions: []string{"7z"}, Detect: signed(mark{0, "7z\xbc\xaf\x27\x1c"})},
		{Name: geometry.Image, Extensions: strings.Fields("png jpg jpeg webp gif exr hdr dds psd tif tiff bmp"), Detect: detectImage},
		{Name: geometry.Program, Detect: detectProgram},
		{Name: geometry.Unknown, Detect: detectOther},
	}
}

func detectImage(h *format.Head) format.Evidence {
	if isBMP(h) {
		return format.Fitting
	}
	return signed(
		mark{0, "\x89PNG\r\n\x1a\n"}, mark{0, "\xff\xd8\xff"}, mark{0, "GIF8"}, mark{8, "WEBP"}, mark{0, "\x76\x2f\x31\x01"},
		mark{0, "#?RADIANCE"},
		mark{0, "#?RGBE"}, mark{0, "DDS "}, mark{0, "8BPS"}, mark{0, "II*\x00"}, mark{0, "MM\x00*"}, mark{0, "II+\x00"}, mark{0, "MM\x00+"},
	)(h)
}

// isBMP looks for a header of a known length behind that of the file, whose reserved bytes
// are zero (Microsoft, "Bitmap Storage").
func isBMP(h *format.Head) bool {
	if len(h.Bytes) < 18 || !h.Begins("BM") || binary.LittleEndian.Uint32(h.Bytes[6:10]) != 0 {
		return false
	}
	pixels := int64(binary.LittleEndian.Uint32(h.Bytes[10:14]))
	return pixels < h.Size && slices.Contains([]uint32{12, 40, 52, 56, 64, 108, 124}, binary.LittleEndian.Uint32(h.Bytes[14:18]))
}

// detectProgram tells programs and web pages, which nobody may upload as anything.
func detectProgram(h *format.Head) format.Evidence {
	words := h.Markup()
	has := func(tag string) bool { return strings.Contains(words, tag) }
	if words != "" && (!isXML(words) || has("<html") || has("<svg") || has("<script")) {
		return format.Fitting
	}
	return signed(
		mark{0, "MZ"}, mark{0, "\x7fELF"}, mark{0, "#!/"}, mark{0, "#! /"}, mark{0, "\xcf\xfa\xed\xfe"}, mark{0, "\xca\xfe\xba\xbe"},
	)(h)
}

// isXML reports whether markup is that of a document, and not of a web page.
func isXML(words string) bool {
	return strings.HasPrefix(words, "<?xml") || strings.HasPrefix(words, "<collada") || strings.HasPrefix(words, "<!--")
}

// detectOther tells what no format has claimed and that is surely none with weaker
// evidence: what is compressed, JSON, and XML.
func detectOther(h *format.Head) format.Evidence {
	if h.Begins("\x1f\x8b") || strings.HasPrefix(h.Words(), "{") || h.Markup() != "" {
		return format.Fitting
	}
	return format.None
}
