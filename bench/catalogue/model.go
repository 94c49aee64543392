package catalogue

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"vitrine"
)

// What models differ in beside their words.
const (
	Authors = 2_000 // with uneven numbers of models: the first has 15 %, the last one of 8,000
	Prices  = 4_000 // the low ones are more frequent

	// OldExtension is the one that only OldExtensionModels of the old models have a file of.
	OldExtension       = "lxo"
	OldExtensionModels = 50
)

// Author is the k-th author's username.
func Author(k int) string { return fmt.Sprintf("author-%04d", k) }

// Price is the k-th price, from 0.
func Price(k int) vitrine.Amount { return vitrine.Amount(k * 25) }

// Market is where the models stand.
type Market struct {
	Authors      []vitrine.User // in the order of their numbers
	Categories   []vitrine.Category
	PreviewRules int // by which files count as shown, so that no server reads them again

	tops map[vitrine.ProductType][]vitrine.Category
	subs map[int64][]vitrine.Category
}

// Arrange sorts the categories, and by what models need them for.
func (m *Market) Arrange() {
	slices.SortFunc(m.Categories, func(a, b vitrine.Category) int { return cmp.Compare(a.ID, b.ID) })
	m.tops, m.subs = map[vitrine.ProductType][]vitrine.Category{}, map[int64][]vitrine.Category{}
	for _, c := range m.Categories {
		if c.ParentID != 0 {
			m.subs[c.ParentID] = append(m.subs[c.ParentID], c)
			continue
		}
		for _, kind := range c.ProductTypes {
			m.tops[kind] = append(m.tops[kind], c)
		}
	}
}

// Model makes the published model with number i, from 0. Its identifiers are those that an
// empty database gives when all models are stored in order.
func (m *Market) Model(i int) *vitrine.Model {
	r := rand.New(rand.NewPCG(uint64(i), 39))
	published := time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 30 * time.Second)
	author := m.Authors[uneven(r, Authors, 4)]
	price := Price(uneven(r, Prices, 2))
	made := &vitrine.Model{
		ID: int64(i) + 1, AuthorID: author.ID, AuthorName: author.Username, Status: vitrine.Published, Text: text(r, i),
		ProductType: vitrine.CG, License: vitrine.General, Price: &price, Version: 2,
		AdultContent: r.IntN(33) == 0, AIGenerated: r.IntN(10) == 0,
		CreatedAt: published, UpdatedAt: published, PublishedAt: published, Sales: int64(uneven(r, 5_000, 8)),
	}
	made.Slug = fmt.Sprintf("%s-%d", Word(r.IntN(Vocabulary)), i)
	if r.IntN(3) == 0 {
		made.ProductType = vitrine.Printable
	}
	m.place(r, made)
	terms(r, made)
	traits(r, made)
	made.Files = files(r, made, m.PreviewRules)
	made.Images = images(made)
	return made
}

// Draft makes a draft of the second author that lacks nothing to be published, with a number
// that no model of a catalogue has.
func (m *Market) Draft(i int) *vitrine.Model {
	made := m.Model(i)
	made.AuthorID, made.AuthorName = m.Authors[DraftAuthor].ID, m.Authors[DraftAuthor].Username
	made.Status, made.PublishedAt, made.Sales = vitrine.Draft, time.Time{}, 0
	return made
}

// DraftAuthor is whose drafts are published in benchmarks.
const DraftAuthor = 1

// uneven draws a number below n, the lower the likelier: the higher power is, the more so.
func uneven(r *rand.Rand, n int, power float64) int {
	return int(float64(n) * math.Pow(r.Float64(), power))
}

// place finds a category, of which some are fuller than others.
func (m *Market) place(r *rand.Rand, made *vitrine.Model) {
	tops := m.tops[made.ProductType]
	made.Category = tops[uneven(r, len(tops), 1.5)]
	if subs := m.subs[made.Category.ID]; len(subs) > 0 {
		made.Subcategory = subs[r.IntN(len(subs))]
	}
}

// terms sets what few models have: another licence, a discount, a rating.
func terms(r *rand.Rand, made *vitrine.Model) {
	if r.IntN(16) == 0 {
		made.License = vitrine.Editorial
	}
	if r.IntN(12) == 0 {
		before := *made.Price + 500
		made.OriginalPrice = &before
	}
	if r.IntN(20) == 0 {
		rating := float64(r.IntN(21)) / 2
		made.AdminRating, made.Version = &rating, 3
	}
}

func traits(r *rand.Rand, made *vitrine.Model) {
	if made.ProductType == vitrine.Printable {
		made.Units, made.PreSupported = "mm", r.IntN(4) == 0
		return
	}
	made.CGTraits = vitrine.CGTraits{GameReady: r.IntN(2) == 0, Animated: r.IntN(5) == 0, Rigged: r.IntN(6) == 0, PBR: r.IntN(2) == 0}
	if r.IntN(10) == 0 {
		return
	}
	// From 20 to 2 million, as many from 1,000 to 10,000 as from 10,000 to 100,000.
	polygons, collection := int64(20*math.Pow(100_000, r.Float64())), r.IntN(50) == 0
	info := fmt.Appendf(nil, `{"polygons":%d,"vertices":%d`, polygons, polygons/2+2)
	made.Info.Polygons = &polygons
	if collection {
		info = append(info, `,"collection":true`...)
		made.Info.Collection = &collection
	}
	made.Info.JSON = string(info) + "}"
}

// fileCounts are how many files a model has, by the last digit of its number: so that the
// identifiers of its files are known without those before it.
var fileCounts = [10]int{1, 2, 1, 1, 3, 1, 2, 1, 1, 1}

// firstFile is the identifier of the first file of model i.
func firstFile(i int) int64 {
	sum, before := 0, 0
	for digit, n := range fileCounts {
		sum += n
		if digit < i%10 {
			before += n
		}
	}
	return int64(i/10*sum+before) + 1
}

// kinds are file formats with their types' identifiers.
var kinds = []struct {
	extension string
	id        int64
}{{"obj", 3}, {"fbx", 5}, {"stl", 6}, {"glb", 2}, {"blend", 40}, {"max", 41}, {"3mf", 7}, {"zip", 94}}

func files(r *rand.Rand, made *vitrine.Model, rules int) []vitrine.File {
	i := int(made.ID - 1)
	list := make([]vitrine.File, fileCounts[i%10])
	for k := range list {
		kind := kinds[uneven(r, len(kinds), 2)]
		if k == 0 && i < OldModels && i%(OldModels/OldExtensionModels) == 0 {
			kind.extension, kind.id = OldExtension, 44
		}
		number := firstFile(i) + int64(k)
		list[k] = vitrine.File{
			ID: number, ModelID: made.ID, Name: "part-" + strconv.Itoa(k+1) + "." + kind.extension, Extension: kind.extension,
			FileTypeID: kind.id, Size: 1_000 + int64(uneven(r, 200<<20, 4)), SHA256: fmt.Sprintf("%016x%048x", r.Uint64(), number),
			BlobKey: fmt.Sprintf("files/%06x/%08x", r.IntN(1<<24), number), Status: vitrine.FileReady, Shown: rules, Version: 1,
			CreatedAt: made.CreatedAt, UpdatedAt: made.CreatedAt,
		}
		if kind.extension == "zip" {
			list[k].Inside = []string{"mtl", "obj"}
		}
	}
	return list
}

func images(made *vitrine.Model) []vitrine.Image {
	key := fmt.Sprintf("media/%08x", made.ID)
	return []vitrine.Image{{
		ID: made.ID, ModelID: made.ID, Size: 100_000, Width: 1600, Height: 1200, BlobKey: key, Position: 1, Version: 1,
		CreatedAt: made.CreatedAt, UpdatedAt: made.CreatedAt,
		Thumbnails: []vitrine.Thumbnail{{BlobKey: key + "a", Width: 800, Height: 600}, {BlobKey: key + "b", Width: 320, Height: 240}},
	}}
}
