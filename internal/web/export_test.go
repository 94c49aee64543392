package web

// Phrase is one of huma's messages and what stands for it.
type Phrase struct{ Format, Code, Text string }

// What is said of a member in words that depend on it: a code and a text.
const (
	UnknownMember = unknownMember
	AnyForm       = anyForm
)

// Phrases are all that is known of huma's words about parts of a request.
func Phrases() []Phrase {
	var all []Phrase
	for _, p := range phrases {
		all = append(all, Phrase{p.format, p.code, p.text})
	}
	return all
}
