package markdown_test

import (
	"testing"

	"vitrine/internal/markdown"
)

func TestForms(t *testing.T) {
	t.Parallel()
	const text = "# Bank\nIBAN 1\nBIC 2 <b>x</b>\n\nhttps://bank.example/"
	for _, c := range []struct{ name, got, want string }{
		{"CommonMark", markdown.HTML(text), "<h1>Bank</h1>\n<p>IBAN 1\nBIC 2 <!-- raw HTML omitted -->x<!-- raw HTML omitted --></p>\n" +
			"<p>https://bank.example/</p>\n"},
		{"a notice", markdown.Notice{Under: 3}.HTML(text), "<h4>Bank</h4>\n<p>IBAN 1<br>\n" +
			"BIC 2 <!-- raw HTML omitted -->x<!-- raw HTML omitted --></p>\n" +
			"<p><a href=\"https://bank.example/\">https://bank.example/</a></p>\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}
