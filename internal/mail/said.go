package mail

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"vitrine"
	"vitrine/internal/locale"
)

// fault is why a file was rejected, as Problems holds it.
type fault struct{ Code, Detail string }

// ProblemsOf is the value of Problems: the reasons, each once and at most so many. The reader's language
// is known when the mail is written.
func ProblemsOf(list []vitrine.Problem, most int) string {
	var faults []fault
	for _, p := range list {
		if f := (fault{p.Code, p.Detail}); !slices.Contains(faults, f) && len(faults) < most {
			faults = append(faults, f)
		}
	}
	text, _ := json.Marshal(faults) // a list of texts
	return string(text)
}

// tell makes one text of Problems, in the language of the mail; English for a language that
// pages are not in.
func (a *Args) tell(l *locale.Language) {
	var faults []fault
	if json.Unmarshal([]byte(a.Values[Problems]), &faults) != nil || len(faults) == 0 {
		return
	}
	if l == nil {
		l = locale.English()
	}
	var reasons []string
	for _, f := range faults {
		reasons = append(reasons, l.Fault(f.Code, f.Detail))
	}
	a.Values[Reason] = l.Sentences(reasons)
}

// say writes days, amounts and what the program itself calls things as a language does, and
// keeps names in it apart from what stands around them. In a language that pages are not in,
// nil, they stay as programs write them.
func (c *content) say(l *locale.Language) {
	if l == nil {
		return
	}
	for _, name := range []string{"date", "waived", "day"} {
		if day, err := time.Parse(time.DateOnly, c.Values[name]); err == nil {
			c.Values[name] = l.Day(day)
		}
	}
	for _, name := range []string{"price", "tax"} {
		decimal, currency, _ := strings.Cut(c.Values[name], " ")
		if _, err := strconv.ParseFloat(decimal, 64); err == nil {
			c.Values[name] = l.Priced(decimal, currency)
		}
	}
	if kind := c.Values["license"]; vitrine.License(kind).Builtin() {
		c.Values["license"] = l.Known(capital(kind))
	}
	c.Values[Agent] = l.Agent(c.Values[Agent])
	for _, name := range []string{Title, Files, "author", "license", "email"} {
		c.Values[name] = l.Embed(c.Values[name])
	}
	c.Name, c.Shop = l.Embed(c.Name), l.Embed(c.Shop)
}

func capital(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return text
}
