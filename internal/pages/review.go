package pages

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
)

// Stars are so many stars of five, for eyes and for ears.
func Stars(l *locale.Language, n int) template.HTML {
	m := &Markup{}
	m.stars(l, n)
	return m.HTML()
}

func (m *Markup) stars(l *locale.Language, n int) {
	n = min(max(n, 0), vitrine.MaxStars)
	m.Fixed(`<span class="stars" role="img" aria-label="`).Text(l.N("{n} of 5 stars", "{n} of 5 stars", int64(n))).Fixed(`">`)
	m.Text(strings.Repeat("★", n)).Fixed(`<span class="dim">`).Text(strings.Repeat("☆", vitrine.MaxStars-n)).Fixed(`</span></span>`)
}

// Review is what somebody says of a model, as an item of a list. path is its own page, author
// who made the model.
func Review(l *locale.Language, v *vitrine.Review, author, path string) template.HTML {
	m := &Markup{}
	m.Fixed(`<li class="review" id="review-`).Text(strconv.FormatInt(v.ID, 10)).Fixed("\">\n<p class=\"head\">")
	m.stars(l, v.Described)
	m.Fixed(` <strong>`).Text(v.Username).Fixed(`</strong> <a class="meta" href="`).Text(path).Fixed(`">`)
	m.day(l, v.CreatedAt).Fixed(`</a>`)
	if v.Edited() {
		m.Fixed(` <span class="meta">`).Text(l.T("changed on {day}", l.Day(v.UpdatedAt))).Fixed(`</span>`)
	}
	if v.Refunded {
		m.Fixed(` <span class="mark">`).Text(l.T("Money back")).Fixed(`</span>`)
	}
	m.Fixed("</p>\n")
	if v.Used > 0 {
		m.Fixed(`<p class="meta">`).Text(l.T("Printed or used:")).Fixed(` `)
		m.stars(l, v.Used)
		m.Fixed("</p>\n")
	}
	if v.Text != "" {
		m.Fixed(`<p class="said" dir="auto">`).Text(v.Text).Fixed("</p>\n")
	}
	m.reviewPictures(l, v)
	if v.Answer != "" {
		m.Fixed(`<div class="answer"><p class="meta">`).Text(l.T("{author} answered on {day}", author, l.Day(v.AnsweredAt)))
		m.Fixed("</p>\n<p class=\"said\" dir=\"auto\">").Text(v.Answer).Fixed("</p></div>\n")
	}
	m.Fixed(`<p class="meta"><a href="/report?`).Text(url.Values{"page": {path}}.Encode()).Fixed(`" rel="nofollow" aria-label="`)
	m.Text(l.T("Report the review by {name}", v.Username)).Fixed(`">`)
	return m.Text(l.T("Report")).Fixed("</a></p>\n</li>").HTML()
}

func (m *Markup) day(l *locale.Language, t time.Time) *Markup {
	m.Fixed(`<time datetime="`).Text(t.UTC().Format(time.DateOnly)).Fixed(`">`)
	return m.Text(l.Day(t)).Fixed(`</time>`)
}

func (m *Markup) reviewPictures(l *locale.Language, v *vitrine.Review) {
	if len(v.Pictures) == 0 {
		return
	}
	m.Fixed(`<ul class="snaps">`)
	for i, image := range v.Pictures {
		p := PictureOf(image)
		m.Fixed(`<li><a href="`).Text(p.Full).Fixed(`"><img src="`).Text(p.Small).Fixed(`" alt="`)
		m.Text(l.T("Picture {number} by {name}", i+1, v.Username)).Fixed(`" width="`).Text(strconv.Itoa(p.Width)).Fixed(`" height="`)
		m.Text(strconv.Itoa(p.Height)).Fixed(`" loading="lazy"></a></li>`)
	}
	m.Fixed("</ul>\n")
}
