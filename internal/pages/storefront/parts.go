package storefront

import (
	"html/template"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// Parts of which a page has dozens are put together here instead of in templates.

// lazy has a picture wait until it comes into sight.
const lazy = ` loading="lazy"`

// html is the card as lists show it, with a picture that waits.
func (c card) html(l *locale.Language) template.HTML {
	m := &pages.Markup{}
	m.Fixed("<li class=\"card\">\n<div class=\"frame\">")
	c.picture(m)
	if saving := c.saving(l); saving != "" {
		m.Fixed(`<span class="saving">`).Text(saving).Fixed(`</span>`)
	}
	m.Fixed("</div>\n<h3><a href=\"").Text(c.Path).Fixed(`" dir="auto"`)
	if c.Language != "" {
		m.Fixed(` lang="`).Text(c.Language).Fixed(`"`)
	}
	m.Fixed(`>`).Text(c.Title).Fixed("</a></h3>\n<p class=\"by\">").Text(l.T("by {author}", c.AuthorName)).Fixed("</p>\n<p class=\"formats\">")
	for _, format := range c.Formats() {
		m.Fixed(`<span>`).Text(format).Fixed(`</span> `)
	}
	m.Fixed("</p>\n<p class=\"cost\"><strong")
	if c.free() {
		m.Fixed(` class="free"`)
	}
	m.Fixed(`>`).Text(c.price(l)).Fixed(`</strong>`)
	if original := c.original(l); original != "" {
		m.Fixed(` <s><span class="unseen">`).Text(l.T("price|before")).Fixed(` </span>`).Text(original).Fixed(`</s>`)
	}
	if lowest := c.lowest(l); lowest != "" {
		m.Fixed(` <small>`).Text(l.T("30 days before from {price}", lowest)).Fixed(`</small>`)
	}
	m.Fixed("</p>\n")
	c.rating(m, l)
	if badges := c.badges(l); len(badges) > 0 {
		m.Fixed(`<ul class="badges">`)
		for _, badge := range badges {
			m.Fixed(`<li>`).Text(badge).Fixed(`</li>`)
		}
		m.Fixed(`</ul>`)
	}
	c.likeButton(m, l)
	return m.Fixed(cardEnd).HTML()
}

// How the button to like a model begins, and how its card ends.
const (
	likeButton = "<button "
	cardEnd    = "\n</li>"
)

// likeButton is sent with the form of the layout. It does not know who likes the model: it is
// the same for everybody.
func (c card) likeButton(m *pages.Markup, l *locale.Language) {
	m.Fixed(likeButton + `class="like" form="like" name="model" value="`).Text(strconv.FormatInt(c.ID, 10)).Fixed(`" aria-label="`)
	m.Text(l.T("Like {title}", c.Title)).Fixed(`"></button>`)
}

// rating says what people say of the model, where they do.
func (c card) rating(m *pages.Markup, l *locale.Language) {
	if c.Opinions.Reviews == 0 {
		return
	}
	m.Fixed(`<p class="rated"><span aria-hidden="true">★ `).Text(l.Figure(c.Opinions.Rating())).Fixed(` (`).Text(l.Number(c.Opinions.Reviews))
	m.Fixed(`)</span><span class="unseen">`).Text(rated(l, c.Opinions)).Fixed("</span></p>\n")
}

// rated says what people say of a model, in a sentence.
func rated(l *locale.Language, o vitrine.Opinions) string {
	return l.N("Rated {rating} of 5, {n} review", "Rated {rating} of 5, {n} reviews", o.Reviews, l.Figure(o.Rating()))
}

func (c card) picture(m *pages.Markup) {
	p := c.Picture
	if c.Veiled {
		m.Fixed(`<span class="veil" aria-hidden="true">18+</span>`)
	}
	if p == nil {
		return
	}
	m.Fixed(`<img src="`).Text(p.Src).Fixed(`"`)
	if p.Srcset != "" {
		m.Fixed(` srcset="`).Text(p.Srcset).Fixed(`" sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 30vw, 46vw"`)
	}
	m.Fixed(` alt="`).Text(c.Title).Fixed(`" width="`).Text(strconv.Itoa(p.Width)).Fixed(`" height="`).Text(strconv.Itoa(p.Height))
	m.Fixed(`"` + lazy + `>`)
}

// anchor is a link in a text.
func anchor(to pages.Link) template.HTML {
	m := &pages.Markup{}
	return m.Fixed(`<a href="`).Text(to.Path).Fixed(`" dir="auto">`).Text(to.Text).Fixed(`</a>`).HTML()
}

// branchList is a list of links to categories.
func branchList(l *locale.Language, list []branch) template.HTML {
	m := &pages.Markup{}
	addBranches(l, m, list)
	return m.HTML()
}

func addBranches(l *locale.Language, m *pages.Markup, list []branch) {
	m.Fixed(`<ul>`)
	for _, b := range list {
		m.Fixed(`<li><a href="`).Text(b.Path).Fixed(`"`)
		if b.Current {
			m.Fixed(` aria-current="page"`)
		}
		m.Fixed(`>`).Text(b.Name).Fixed(`</a> <span class="number">`).Text(l.Number(b.Count)).Fixed(`</span>`)
		if len(b.Children) > 0 {
			addBranches(l, m, b.Children)
		}
		m.Fixed(`</li>`)
	}
	m.Fixed(`</ul>`)
}

// checks are options of which several may be chosen.
func checks(list []option) template.HTML {
	m := &pages.Markup{}
	for _, o := range list {
		m.Fixed(`<label class="check"><input type="checkbox" name="`).Text(o.Name).Fixed(`" value="`).Text(o.Value).Fixed(`"`)
		if o.Chosen {
			m.Fixed(` checked`)
		}
		m.Fixed(`> `).Text(o.Label).Fixed("</label>\n")
	}
	return m.HTML()
}

// choices are options of which one is chosen.
func choices(list []option) template.HTML {
	m := &pages.Markup{}
	for _, o := range list {
		m.Fixed(`<option value="`).Text(o.Value).Fixed(`"`)
		if o.Chosen {
			m.Fixed(` selected`)
		}
		m.Fixed(`>`).Text(o.Label).Fixed(`</option>`)
	}
	return m.HTML()
}
