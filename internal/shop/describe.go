package shop

import "vitrine/internal/markdown"

// headings is the level of the heading that descriptions stand under.
const headings = 1

// Describe makes the HTML of a description from Markdown, with no more in it than
// descriptions may hold.
func Describe(text string) string {
	clean, _ := sanitize(markdown.Notice{Under: headings}.HTML(text))
	return clean
}

// Described writes a description as Markdown. whole is false where that leaves something
// out that Markdown has no words for.
func Described(description string) (text string, whole bool) {
	return markdown.Of(description, headings)
}
