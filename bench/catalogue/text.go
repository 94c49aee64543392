package catalogue

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"vitrine"
)

// Words per part of a text, beside those of the classes.
const (
	titleWords, tagWords  = 2, 3
	leastWords, mostWords = 18, 35 // of the description
)

// text writes title, tags and description of model i: 39 distinct words in the mean.
func text(r *rand.Rand, i int) vitrine.Text {
	d := draft{title: ordinary(r, titleWords), tags: ordinary(r, tagWords)}
	d.body = ordinary(r, leastWords+r.IntN(mostWords-leastWords))
	for _, word := range classed(r, i) {
		d.place(r, word)
	}
	// The rare ones name a series, which is said in titles.
	if r.Float64() < rareShare {
		d.title = append(d.title, Rare(i/rareSpan*rarePerSpan+r.IntN(rarePerSpan)))
	}
	r.Shuffle(len(d.body), func(a, b int) { d.body[a], d.body[b] = d.body[b], d.body[a] })
	for d.tags = distinct(d.tags); len(d.tags) < vitrine.MinTags; {
		d.tags = distinct(append(d.tags, ordinary(r, 1)...))
	}
	plain := sentence(d.body)
	return vitrine.Text{
		Language: vitrine.DefaultLanguage, Title: strings.TrimSuffix(sentence(d.title), "."), Description: "<p>" + plain + "</p>",
		RawDescription: plain, Tags: d.tags,
	}
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// draft is a text in words.
type draft struct{ title, tags, body []string }

// place puts a word where authors put it: one of ten into the title, three into the tags.
func (d *draft) place(r *rand.Rand, word string) {
	switch where := r.Float64(); {
	case where < 0.1:
		d.title = append(d.title, word)
	case where < 0.4:
		d.tags = append(d.tags, word)
	default:
		d.body = append(d.body, word)
	}
}

// classed are the words that model i has of the classes, but for the rare ones.
func classed(r *rand.Rand, i int) []string {
	var list []string
	for _, word := range commonWords {
		if r.Float64() < CommonShare {
			list = append(list, word)
		}
	}
	for p, pair := range pairWords {
		switch u := r.Float64(); {
		case meets(p, i):
			list = append(list, pair[0], pair[1])
		case u < CommonShare:
			list = append(list, pair[0])
		case u < 2*CommonShare:
			list = append(list, pair[1])
		}
	}
	if i >= OldModels {
		return list
	}
	for k, word := range oldWords {
		if k == 0 || r.IntN(4) == 0 {
			list = append(list, word)
		}
	}
	return list
}

// The lists, made once: no caller changes them.
var commonWords, pairWords, oldWords = Common(), Pairs(), Old()

// meets reports whether model i has both words of a pair.
func meets(pair, i int) bool {
	const apart = 17_000
	i -= 1_000*(pair+1) + 11
	return i >= 0 && i%apart == 0 && i/apart < PairMeetings
}

// ordinary draws words of Zipf's frequencies: that of rank r is proportional to 1/(r+zipfShift),
// whose inverse is exponential.
func ordinary(r *rand.Rand, n int) []string {
	list := make([]string, n, n+8)
	for k := range list {
		rank := int(zipfShift * (math.Exp(r.Float64()*zipfSpan) - 1))
		list[k] = Word(min(rank, Vocabulary-1))
	}
	return list
}

const zipfShift = 10

var zipfSpan = math.Log((Vocabulary + zipfShift) / zipfShift)

// sentence joins words, with a capital letter and a full stop.
func sentence(words []string) string {
	var b strings.Builder
	for k, word := range words {
		if k > 0 {
			b.WriteByte(' ')
			b.WriteString(word)
			continue
		}
		b.WriteByte(word[0] - 'a' + 'A')
		b.WriteString(word[1:])
	}
	b.WriteByte('.')
	return b.String()
}
