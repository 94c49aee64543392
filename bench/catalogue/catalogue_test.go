package catalogue_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/bench/catalogue"
)

func market() *catalogue.Market {
	m := &catalogue.Market{PreviewRules: 1}
	for k := range catalogue.Authors {
		m.Authors = append(m.Authors, vitrine.User{ID: int64(k) + 1, Username: catalogue.Author(k)})
	}
	for id := range int64(20) {
		kinds := []vitrine.ProductType{vitrine.CG}
		if id%3 == 0 {
			kinds = []vitrine.ProductType{vitrine.CG, vitrine.Printable}
		}
		m.Categories = append(m.Categories, vitrine.Category{ID: id + 1, ProductTypes: kinds},
			vitrine.Category{ID: id + 101, ParentID: id + 1, ProductTypes: kinds})
	}
	m.Arrange()
	return m
}

// wordsOf are the distinct words that a search finds a model by, but for its author's.
func wordsOf(m *vitrine.Model) []string {
	all := strings.Fields(strings.ToLower(strings.TrimSuffix(m.RawDescription, ".") + " " + m.Title + " " + strings.Join(m.Tags, " ")))
	slices.Sort(all)
	return slices.Compact(all)
}

func TestSameNumbersSameModels(t *testing.T) {
	t.Parallel()
	one, other := market(), market()
	for _, i := range []int{0, 7, 8_999, 9_000, 123_456, 9_999_999} {
		if diff := cmp.Diff(one.Model(i), other.Model(i)); diff != "" {
			t.Errorf("model %d differs from itself:\n%s", i, diff)
		}
		other.Model(i + 1) // what was made before it makes no difference
	}
	if one.Model(1).Title == one.Model(2).Title {
		t.Error("two models have the same title")
	}
}

// TestModelsCouldBePublished: they lack nothing that the catalogue asks of models.
func TestModelsCouldBePublished(t *testing.T) {
	t.Parallel()
	m := market()
	for i := range 5_000 {
		if problems := m.Model(i).PublicationProblems(); len(problems) > 0 {
			t.Fatalf("model %d: %v", i, problems)
		}
	}
	draft := m.Draft(5_000)
	if draft.Status != vitrine.Draft || !draft.PublishedAt.IsZero() || draft.AuthorName != catalogue.Author(catalogue.DraftAuthor) {
		t.Errorf("a draft is %s, published %s, by %s", draft.Status, draft.PublishedAt, draft.AuthorName)
	}
}

// TestIdentifiers are those that a database gives in order.
func TestIdentifiers(t *testing.T) {
	t.Parallel()
	m := market()
	next := int64(1)
	for i := range 100 {
		made := m.Model(i)
		if made.ID != int64(i)+1 || made.Images[0].ID != made.ID {
			t.Errorf("model %d has the identifier %d, its image %d", i, made.ID, made.Images[0].ID)
		}
		for _, file := range made.Files {
			if file.ID != next || file.ModelID != made.ID {
				t.Errorf("a file of model %d has the identifier %d, want %d", i, file.ID, next)
			}
			next++
		}
	}
}

// counted are how many of the first models have each word, and the models that have both words of a pair.
func counted(models int) (words map[string]int, meetings []int, mean float64) {
	m := market()
	words, meetings = map[string]int{}, make([]int, len(catalogue.Pairs()))
	for i := range models {
		list := wordsOf(m.Model(i))
		mean += float64(len(list)) / float64(models)
		for _, word := range list {
			words[word]++
		}
		for p, pair := range catalogue.Pairs() {
			if slices.Contains(list, pair[0]) && slices.Contains(list, pair[1]) {
				meetings[p]++
			}
		}
	}
	return words, meetings, mean
}

func TestClassesAreAsFrequentAsPromised(t *testing.T) {
	t.Parallel()
	const models = 100_000
	words, meetings, mean := counted(models)
	if math.Abs(mean-39) > 0.5 {
		t.Errorf("%.1f distinct words in the mean, want 39", mean)
	}
	about := func(word string, want, within float64) {
		t.Helper()
		if got := float64(words[word]); math.Abs(got-want) > within {
			t.Errorf("%s is in %.0f models, want %.0f ± %.0f", word, got, want, within)
		}
	}
	for _, word := range catalogue.Common() {
		about(word, models*catalogue.CommonShare, models*0.01)
	}
	for p, pair := range catalogue.Pairs() {
		about(pair[0], models*catalogue.CommonShare, models*0.01)
		about(pair[1], models*catalogue.CommonShare, models*0.01)
		if meetings[p] != catalogue.PairMeetings {
			t.Errorf("%v meet in %d models, want %d", pair, meetings[p], catalogue.PairMeetings)
		}
	}
	about(catalogue.Old()[0], catalogue.OldModels, 0)
	for _, word := range catalogue.Old()[1:] {
		about(word, catalogue.OldModels/4, catalogue.OldModels/20)
	}
	rare := 0
	for k := range catalogue.RareWords(models) {
		about(catalogue.Rare(k), 10, 20)
		rare += words[catalogue.Rare(k)]
	}
	if mean := float64(rare) / float64(catalogue.RareWords(models)); math.Abs(mean-10) > 0.5 {
		t.Errorf("a rare word is in %.1f models in the mean, want 10", mean)
	}
	if first := words[catalogue.Word(0)]; first < models/5 || first > models/3 {
		t.Errorf("the most frequent ordinary word is in %d models of %d", first, models)
	}
	// Of 120,000 ordinary words the first 100,000 models have most, each some times.
	if len(words) < 90_000 {
		t.Errorf("%d different words, want 90,000 and more", len(words))
	}
}

func TestOldWordsAreOld(t *testing.T) {
	t.Parallel()
	m := market()
	for i := catalogue.OldModels; i < catalogue.OldModels+5_000; i++ {
		for _, word := range wordsOf(m.Model(i)) {
			if slices.Contains(catalogue.Old(), word) {
				t.Fatalf("model %d has the old word %s", i, word)
			}
		}
	}
}

// TestWordsAreApart: no word belongs to two classes, and none reads as a plural.
func TestWordsAreApart(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	add := func(word string) {
		t.Helper()
		if seen[word] || strings.HasSuffix(word, "s") {
			t.Errorf("%s is there twice, or a plural", word)
		}
		seen[word] = true
	}
	for _, word := range slices.Concat(catalogue.Common(), catalogue.Old()) {
		add(word)
	}
	for _, pair := range catalogue.Pairs() {
		add(pair[0])
		add(pair[1])
	}
	for rank := range catalogue.Vocabulary {
		add(catalogue.Word(rank))
	}
	for k := range catalogue.RareWords(10_000_000) {
		add(catalogue.Rare(k))
	}
}

func TestNumbersAreUneven(t *testing.T) {
	t.Parallel()
	const models = 50_000
	m := market()
	authors, prices, extensions := map[string]int{}, map[vitrine.Amount]bool{}, map[string]int{}
	for i := range models {
		made := m.Model(i)
		authors[made.AuthorName]++
		prices[*made.Price] = true
		for _, file := range made.Files {
			extensions[file.Extension]++
		}
	}
	if most := authors[catalogue.Author(0)]; most < models/10 || most > models/5 {
		t.Errorf("the first author has %d models of %d", most, models)
	}
	if len(authors) < 1_900 || len(prices) < 3_900 {
		t.Errorf("%d authors and %d prices", len(authors), len(prices))
	}
	if n := extensions[catalogue.OldExtension]; n != catalogue.OldExtensionModels {
		t.Errorf("%d models have a file .%s, want %d", n, catalogue.OldExtension, catalogue.OldExtensionModels)
	}
}
