package format

import (
	"bytes"
	"strings"

	"vitrine/internal/geometry/source"
)

// wordsSize is how much of a text is looked at for words, in bytes.
const wordsSize = 4096

// Head is what a file is told by: its beginning, its size and its extension.
type Head struct {
	Bytes     []byte // at most source.HeadSize; what is in UTF-16 is here in UTF-8
	Size      int64  // of the file, in bytes
	Extension string // in lower case, without a dot
	IsText    bool   // no byte is one that text has not

	named bool // the extension, if there is one, is that of a format
	words string
}

// NewHead takes the beginning of a file. Named says that its extension is that of a
// format, or that it has none.
func NewHead(beginning []byte, size int64, extension string, named bool) *Head {
	if order := source.UTF16Order(beginning); order != nil {
		beginning = source.FromUTF16(beginning[2:], order)
	}
	h := &Head{Bytes: beginning, Size: size, Extension: extension, IsText: source.IsText(beginning), named: named}
	if h.IsText {
		text := h.trimmed()
		h.words = strings.ToLower(string(text[:min(len(text), wordsSize)]))
	}
	return h
}

// Begins reports whether the file begins with a signature.
func (h *Head) Begins(signature string) bool { return h.Has(0, signature) }

// Has reports whether a signature stands at a place.
func (h *Head) Has(at int, signature string) bool {
	return len(h.Bytes) >= at+len(signature) && string(h.Bytes[at:at+len(signature)]) == signature
}

// Lines returns the text without its byte order mark. Like all that goes by words, it is
// empty for what is no text, and for text under a name that is no format's: prose may begin
// like anything.
func (h *Head) Lines() string {
	if !h.IsText || !h.named {
		return ""
	}
	return string(bytes.TrimPrefix(h.Bytes, []byte("\xef\xbb\xbf")))
}

// Text returns the text from its first word on, see Lines.
func (h *Head) Text() string {
	if !h.IsText || !h.named {
		return ""
	}
	return string(h.trimmed())
}

// Words returns the first words of the text in lower case, see Lines.
func (h *Head) Words() string {
	if !h.named {
		return ""
	}
	return h.words
}

// Markup returns the first words of a text that begins with a tag, in lower case and
// whatever its name is; "" for others.
func (h *Head) Markup() string {
	if !strings.HasPrefix(h.words, "<") {
		return ""
	}
	return h.words
}

// BeginsText reports whether a text begins with a signature, behind a byte order mark and
// blanks and whatever its name is.
func (h *Head) BeginsText(signature string) bool {
	return h.IsText && bytes.HasPrefix(h.trimmed(), []byte(signature))
}

func (h *Head) trimmed() []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(h.Bytes, []byte("\xef\xbb\xbf")), " \t\r\n")
}
