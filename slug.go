package vitrine

import (
	"strings"
	"unicode"
)

// maxSlugLength leaves room for the 8 random letters that follow a slug in use.
const maxSlugLength = 80

// Slug makes the readable part of an address from a title that has been
// decomposed and stripped of its marks already: a–z, 0–9 and single dashes. A
// title without any such character becomes "model".
func Slug(title string) string {
	var slug strings.Builder
	dash := false
	for _, r := range strings.ToLower(title) {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			dash = slug.Len() > 0
			continue
		}
		if slug.Len() >= maxSlugLength {
			break
		}
		if dash {
			slug.WriteByte('-')
			dash = false
		}
		slug.WriteRune(r)
	}
	if slug.Len() == 0 {
		return "model"
	}
	return slug.String()
}
