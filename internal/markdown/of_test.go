package markdown_test

import (
	"testing"

	"vitrine/internal/markdown"
)

// TestOf writes HTML as Markdown, and makes HTML of it again.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, html, want string
		whole            bool
		again            string // "": html
	}{
		{"paragraphs", "<p>One.</p>\n<p>Two<br>\nlines.</p>", "One.\n\nTwo\nlines.", true, ""},
		{"loose text", "One", "One", true, "<p>One</p>"},
		{"emphasis", "<p>A <strong>bold</strong> and <em>new</em> thing</p>", "A **bold** and *new* thing", true, ""},
		{"old names", "<p><b>x </b>y</p>", "**x** y", true, "<p><strong>x</strong> y</p>"},
		{"headings", "<h2>Top</h2>\n<h3>Below</h3>", "# Top\n\n## Below", true, ""},
		{"a list", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>", "- one\n- two", true, ""},
		{"numbers", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>", "1. one\n2. two", true, ""},
		{"a list in a list", "<ul>\n<li>one\n<ul>\n<li>deep</li>\n</ul>\n</li>\n</ul>", "- one\n\n  - deep", true,
			"<ul>\n<li>\n<p>one</p>\n<ul>\n<li>deep</li>\n</ul>\n</li>\n</ul>"},
		{"a quotation", "<blockquote>\n<p>so</p>\n</blockquote>", "> so", true, ""},
		{"code", "<pre><code>a\n  b ``` c\n</code></pre>", "````\na\n  b ``` c\n````", true, ""},
		{"code in a line", "<p>use <code>a*b</code></p>", "use `a*b`", true, ""},
		{"a line", "<p>a</p>\n<hr>\n<p>b</p>", "a\n\n---\n\nb", true, ""},
		{"a link", `<p><a href="https://example.com/a b">here</a></p>`, "[here](<https://example.com/a b>)", true,
			`<p><a href="https://example.com/a%20b">here</a></p>`},
		{"a bare address", `<p><a href="https://example.com/a_b">https://example.com/a_b</a></p>`, "<https://example.com/a_b>", true, ""},
		{"signs", "<p>2 * 3 * 4 _x_ [y] &lt;b&gt; \\ `z`</p>", "2 \\* 3 \\* 4 \\_x\\_ \\[y\\] \\<b> \\\\ \\`z\\`", true, ""},
		{"an entity as text", "<p>&amp;copy;</p>", `\&copy;`, true, ""},
		{"signs that begin", "<p># no<br>\n1. no<br>\n- no</p>", "\\# no\n1\\. no\n\\- no", true, ""},
		{"a table", "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>x|y</td>\n</tr>\n" +
			"</tbody>\n</table>", "| a | b |\n| --- | --- |\n| 1 | x\\|y |", true, ""},
		{"what has no words", "<p>H<sub>2</sub>O</p>", "H2O", false, "<p>H2O</p>"},
	} {
		text, whole := markdown.Of(c.html, 1)
		if text != c.want || whole != c.whole {
			t.Errorf("%s: %q, %v, want %q", c.name, text, whole, c.want)
		}
		want := c.again
		if want == "" {
			want = c.html
		}
		if got := (markdown.Notice{Under: 1}).HTML(c.want); got != want+"\n" {
			t.Errorf("%s: becomes %q again, want %q", c.name, got, want)
		}
	}
}

// FuzzOf writes whatever HTML a text makes: it ends, and does not panic.
func FuzzOf(f *testing.F) {
	for _, seed := range []string{"a *b* **c**", "- a\n  - b\n\n    c", "# x\n> y\n> - z", "a|b\n-|-\n1|2", "&amp;amp; \\* _", "1) a",
		"http://x.y/_z_"} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		_, _ = markdown.Of(markdown.Notice{Under: 1}.HTML(text), 1)
	})
}
