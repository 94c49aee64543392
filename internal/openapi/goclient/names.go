package goclient

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// initialisms are parts of names that Go spells in its own way.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "uuid": "UUID", "uvs": "UVs", "uvw": "UVW", "pbr": "PBR", "ai": "AI",
	"sha256": "SHA256", "http": "HTTP", "iban": "IBAN", "bic": "BIC", "vat": "VAT",
	"ms": "MS", "uri": "URI", "uris": "URIs", "iss": "Issuer", "iat": "IssuedAt", "cg": "CG",
}

// renamed are schemas and operations whose names say more to the server than to its callers.
var renamed = map[string]string{"UpdateHouseInputBody": "HouseChange"}

// exported returns a name of the contract as Go spells it: model_id is ModelID.
func exported(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if special, ok := initialisms[strings.ToLower(part)]; ok {
			b.WriteString(special)
			continue
		}
		b.WriteString(upper(part))
	}
	return b.String()
}

// local returns a name as a parameter of a function has it: model_id is modelID.
func local(name string) string {
	first, rest, _ := strings.Cut(name, "_")
	switch first {
	case "type": // a word of the language
		first = "kind"
	case "page":
		first = "name"
	}
	return first + exported(rest)
}

// typeName returns what the type of a schema is called.
func typeName(name string) string {
	if other, ok := renamed[name]; ok {
		return other
	}
	return name
}

func upper(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

func lower(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// comment returns text as a comment, broken at a hundred characters.
func comment(indent, text string) string {
	const width = 100
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if b.Len() > 0 {
			b.WriteString(indent + "//\n")
		}
		line := indent + "//"
		for word := range strings.FieldsSeq(paragraph) {
			if len(line)+1+len(word) > width && line != indent+"//" {
				b.WriteString(line + "\n")
				line = indent + "//"
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// says returns the sentence that begins the comment of a type: its name, and what it is.
func says(name, description string) string {
	first, _, _ := strings.Cut(description, " ")
	switch first {
	case "A", "An", "The", "What", "Whether", "Where", "Who", "How", "One", "Several", "Of", "Everything", "That":
		return name + " is " + lower(description)
	case "":
		return name + " is a record of the contract."
	}
	return name + ": " + lower(description)
}
