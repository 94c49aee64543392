package source

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// maxUTF16 bounds a text in UTF-16, which is read at once.
const maxUTF16 = 128 << 20 // bytes

// UTF16Order is the order of the bytes of a text in UTF-16, which begins with a
// byte order mark (The Unicode Standard, section 3.10); nil: it is something else.
func UTF16Order(head []byte) binary.ByteOrder {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		order = binary.BigEndian
	}
	if order == nil || len(head) < 4 || !IsText(FromUTF16(head[2:], order)) {
		return nil
	}
	return order
}

// FromUTF16 returns a text in UTF-8. Half a character becomes U+FFFD.
func FromUTF16(text []byte, order binary.ByteOrder) []byte {
	to := make([]byte, 0, len(text)/2+len(text)/8)
	for ; len(text) >= 2; text = text[2:] {
		r := rune(order.Uint16(text))
		if utf16.IsSurrogate(r) && len(text) >= 4 {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(text[2:]))); pair != utf8.RuneError {
				r, text = pair, text[2:]
			}
		}
		to = utf8.AppendRune(to, r)
	}
	return to
}
