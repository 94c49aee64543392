package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/shop"
	"vitrine/internal/store/storetest"
)

// TestNothingKeptIsOld has two servers remember all that they remember of the catalogue,
// changes it by one of them in every way that there is, and asks both, as well as a third
// that has only just started: the first at once, the second a second later.
func TestNothingKeptIsOld(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts dozens of servers")
	}
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { t.Parallel(); keepAndChange(t, "") })
	t.Run("PostgreSQL", func(t *testing.T) { t.Parallel(); keepAndChange(t, storetest.NewPostgres(t).Address(t)) })
}

// keepers are two servers of a marketplace whose clocks are one that goes on by leaps.
type keepers struct {
	*market
	second *running
	ahead  *atomic.Int64
	now    func() time.Time

	chair, stool string // paths of models in the interface
	chairID      int64
	pictures     int
}

func openKeepers(t *testing.T, database string) *keepers {
	t.Helper()
	k := &keepers{ahead: new(atomic.Int64)}
	k.now = func() time.Time { return time.Now().Add(time.Duration(k.ahead.Load())) }
	c := unlimited(t)
	if database != "" {
		c.Database = database
	}
	k.market = marketWith(t, app.Options{Config: c, Read: readPlainly, Now: k.now}, "ada")
	k.second = k.beside(t)
	k.chair, k.stool = k.sell(t, "Oak chair", "chairs", 20), k.sell(t, "Bar stool", "chairs", 30)
	k.sell(t, "Round table", "tables", 90)
	if _, err := fmt.Sscanf(k.chair, "/v1/models/%d", &k.chairID); err != nil {
		t.Fatal(err)
	}
	return k
}

// beside starts another server of the marketplace.
func (k *keepers) beside(t *testing.T) *running {
	t.Helper()
	c := k.config
	c.Listen = "127.0.0.1:0"
	return startWith(t, app.Options{Config: c, Read: readPlainly, Now: k.now})
}

// sell publishes a model of the category furniture, and returns its path.
func (k *keepers) sell(t *testing.T, title, subcategory string, price float64) string {
	t.Helper()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	path := k.draft(t, upload{
		members:  map[string]any{"title": title, "category": "furniture", "subcategory": subcategory, "price": price},
		files:    []namedFile{{plain + "cube.stl", cube}},
		pictures: []namedFile{k.picture()},
	})
	k.publish(t, path)
	return path
}

func (k *keepers) picture() namedFile {
	k.pictures++
	return namedFile{fmt.Sprintf("%d.png", k.pictures), swatch(k.pictures)}
}

// reads are what is asked of each server: a path for each thing that it remembers.
func (k *keepers) reads() []string {
	return []string{
		// Records, and what the interface says beside them.
		k.chair, k.chair + "/license", k.chair + "/images", k.chair + "/files", k.stool, "/v1/categories",
		// Lists and searches, with their totals.
		"/v1/models", "/v1/models?sort=lower_price", "/v1/models?max_price=25", "/v1/models?min_price=25&sort=newest",
		"/v1/models?keywords=oak", "/v1/models?keywords=%22one+piece+of%22",
		"/v1/models?keywords=chair&max_price=25", "/v1/models?author=ada&per_page=1", "/v1/models?rigged=true",
		"/v1/models?min_admin_rating=5", "/v1/models?discounted=true", "/v1/models?ai_generated=true",
		"/v1/models?adult_content=true", "/v1/models?extensions=obj",
		// Facets.
		"/v1/facets", "/v1/facets?keywords=oak&max_price=25", "/v1/facets?extensions=obj&license=exclude_editorial",
		// Pages, and what their modules ask for.
		"/", "/3d-models", "/3d-models/furniture", "/3d-models/furniture/chairs", "/3d-models/furniture/tables", "/search?keywords=oak",
		"/facets?category_id=&keywords=oak&extensions=obj", "/facets?author=ada&pbr=true", "/facets?adult_content=true&product_type=cg",
		"/search?max_price=25", "/sellers/ada", "/3d-models/furniture/chairs/oak-chair", "/3d-models/furniture/chairs/bar-stool", "/sitemap.xml",
	}
}

// merged are reads of what is known once the changes are merged into the index of words.
func (k *keepers) merged() []string {
	return []string{"/suggest?q=o", "/suggest?q=oak+c", "/suggest?q=ei", "/search?keywords=oac", "/search?keywords=chiar"}
}

// said is what a server answers to reads.
func (k *keepers) said(t *testing.T, server *running, reads []string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for i, path := range reads {
		for _, language := range []string{"en", "de"}[:1+(i+1)%2] { // every second one in two languages
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.public+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(path, "/v1/") {
				r.Header.Set("Authorization", "Bearer "+k.token)
			}
			r.Header.Set("Accept-Language", language)
			all[language+" "+path] = fetched(t, server.client, r)
		}
	}
	return all
}

// fetched is the status of an answer and, unless that is a failure, what it says.
func fetched(t *testing.T, client *http.Client, r *http.Request) string {
	t.Helper()
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode >= 400 && r.Method == http.MethodGet {
		return response.Status // a failure names its request
	}
	return fmt.Sprint(response.Status, " ", response.Header.Get("ETag"), "\n", string(body))
}

// change is something that is changed of a marketplace, by its first server.
type change struct {
	name string
	do   func(t *testing.T, k *keepers)
}

// put changes a member of the chair's record.
func put(members map[string]any) func(*testing.T, *keepers) {
	return func(t *testing.T, k *keepers) { k.call(t, "PUT", k.chair, members) }
}

// settled waits until none of a model's files is to be read.
func (k *keepers) settled(t *testing.T, path string) {
	t.Helper()
	until(t, "the files are read", func() bool {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, k.public+path+"/files", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+k.token)
		return !strings.Contains(fetched(t, k.client, r), `"stage"`)
	})
}

// category changes one.
func category(slug string, with shop.CategoryChange) func(*testing.T, *keepers) {
	return func(t *testing.T, k *keepers) {
		c, err := k.app.Category(t.Context(), slug)
		if err == nil {
			_, err = k.app.Shop().UpdateCategory(t.Context(), c.ID, with)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// said has a buyer of the chair, or its author, say something of it.
func said(say func(s *shop.Shop, by, author vitrine.Caller, model int64) error) func(*testing.T, *keepers) {
	return func(t *testing.T, k *keepers) {
		callers := make([]vitrine.Caller, 2)
		for i, name := range []string{"ben", "ada"} {
			user, err := k.app.User(t.Context(), name)
			if vitrine.CodeOf(err) == vitrine.NotFound {
				user = k.account(t, name, false)
				k.pays(t, user, k.chairID)
			} else if err != nil {
				t.Fatal(err)
			}
			callers[i] = vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
		}
		if err := say(k.app.Shop(), callers[0], callers[1], k.chairID); err != nil {
			t.Fatal(err)
		}
	}
}

// kept is said of what somebody keeps. One of the servers adds it up, this one or another, who
// tells the others within a second.
func kept(keep func(s *shop.Shop, by, author vitrine.Caller, model int64) error) func(*testing.T, *keepers) {
	return func(t *testing.T, k *keepers) {
		said(keep)(t, k)
		if err := k.app.AddTallies(t.Context()); err != nil {
			t.Fatal(err)
		}
		k.ahead.Add(int64(time.Second))
	}
}

func to[T any](value T) vitrine.Optional[T] { return vitrine.Optional[T]{Set: true, Value: value} }

func changesOfEverything() []change {
	return []change{
		{"price", put(map[string]any{"price": 26})},
		{"discount", put(map[string]any{"original_price": 40})},
		{"end of the discount", put(map[string]any{"original_price": nil})},
		{"title", put(map[string]any{"title": "Ash chair"})},
		{"title again", put(map[string]any{"title": "Oak chair"})},
		{"description", put(map[string]any{"description": "<p>Of one piece.</p>"})},
		{"the words of the description in another order", put(map[string]any{"description": "<p>One piece of.</p>"})},
		{"trait", put(map[string]any{"rigged": true})},
		{"adult content", put(map[string]any{"adult_content": true})},
		{"no adult content", put(map[string]any{"adult_content": false})},
		{"made with AI", put(map[string]any{"ai_generated": true})},
		{"licence", put(map[string]any{"license": "custom", "custom_license": "Sit on it."})},
		{"licence's text of its own", put(map[string]any{"custom_license": "Stand on it."})},
		{"licence again", put(map[string]any{"license": "general"})},
		{"licence's text", func(t *testing.T, k *keepers) {
			if err := k.app.Shop().SetLicenseText(t.Context(), vitrine.General, "Do as you like."); err != nil {
				t.Fatal(err)
			}
		}},
		{"translation", func(t *testing.T, k *keepers) {
			k.tell(t, "PUT", k.chair, map[string]string{"Content-Language": "de"}, `{"title":"Eichenstuhl"}`)
		}},
		{"home page", func(t *testing.T, k *keepers) {
			if err := k.feature(t); err != nil {
				t.Fatal(err)
			}
		}},
		{"rating", func(t *testing.T, k *keepers) {
			if err := k.app.Shop().RateModel(t.Context(), k.chairID, 7); err != nil {
				t.Fatal(err)
			}
		}},
		{"review", said(func(s *shop.Shop, by, _ vitrine.Caller, model int64) error {
			_, err := s.SaveReview(context.Background(), by, model, vitrine.Words{Described: 4, Text: "Sturdy."}, nil)
			return err
		})},
		{"another review", said(func(s *shop.Shop, by, _ vitrine.Caller, model int64) error {
			_, err := s.SaveReview(context.Background(), by, model, vitrine.Words{Described: 2, Used: 3}, nil)
			return err
		})},
		{"answer to a review", said(func(s *shop.Shop, _, author vitrine.Caller, _ int64) error {
			_, err := s.AnswerReview(context.Background(), author, 1, "Sit still.")
			return err
		})},
		{"no review", said(func(s *shop.Shop, by, _ vitrine.Caller, model int64) error {
			return s.WithdrawReview(context.Background(), by, model, nil)
		})},
		{"like and follower", kept(func(s *shop.Shop, by, author vitrine.Caller, model int64) error {
			return errors.Join(s.Like(context.Background(), by, model), s.Follow(context.Background(), by, author.User.Username))
		})},
		{"no like and no follower", kept(func(s *shop.Shop, by, author vitrine.Caller, model int64) error {
			return errors.Join(s.Unlike(context.Background(), by, model), s.Unfollow(context.Background(), by, author.User.Username))
		})},
		{"published version", func(t *testing.T, k *keepers) {
			k.tell(t, "PUT", k.chair+"/draft", nil, `{"title":"Oak armchair","price":27}`)
			k.tell(t, "POST", k.chair+"/versions", nil, `{"note":"Arms."}`)
		}},
		{"picture", func(t *testing.T, k *keepers) {
			picture := k.picture()
			k.call(t, "POST", k.chair+"/images?name="+picture.name, picture.data)
		}},
		{"no picture", func(t *testing.T, k *keepers) {
			images, _ := k.call(t, "GET", k.chair+"/images", nil)["images"].([]any)
			k.tell(t, "DELETE", fmt.Sprint(k.chair, "/images/", images[0].(map[string]any)["id"]), nil, "")
		}},
		{"file", func(t *testing.T, k *keepers) {
			k.call(t, "POST", k.chair+"/files?name="+url.QueryEscape(plain+"cube.obj"), []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"))
			k.settled(t, k.chair)
		}},
		{"no file", func(t *testing.T, k *keepers) {
			files, _ := k.call(t, "GET", k.chair+"/files", nil)["files"].([]any)
			k.tell(t, "DELETE", fmt.Sprint(k.chair, "/files/", files[0].(map[string]any)["id"]), nil, "")
			k.settled(t, k.chair)
		}},
		{"another category", put(map[string]any{"subcategory": "tables"})},
		{"category again", put(map[string]any{"subcategory": "chairs"})},
		{"draft", put(map[string]any{"status": "draft"})},
		{"published again", put(map[string]any{"status": "published"})},
		{"hidden", func(t *testing.T, k *keepers) {
			if _, err := k.app.Shop().HideModel(t.Context(), k.chairID, ""); err != nil {
				t.Fatal(err)
			}
		}},
		{"hidden no more", func(t *testing.T, k *keepers) {
			if _, err := k.app.Shop().UnhideModel(t.Context(), k.chairID); err != nil {
				t.Fatal(err)
			}
		}},
		{"profile", func(t *testing.T, k *keepers) {
			k.say(t, func(p *vitrine.Profile) { p.Name, p.About = "Ada Lovelace", "<p>Chairs of one piece.</p>" })
		}},
		{"holidays", func(t *testing.T, k *keepers) {
			k.say(t, func(p *vitrine.Profile) { p.AwayUntil = k.now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 3) })
		}},
		{"another model", func(t *testing.T, k *keepers) { k.sell(t, "Oak bench", "chairs", 15) }},
		{"category's title", category("chairs", shop.CategoryChange{Title: to("Seats"), Name: to("Seats")})},
		{"category's text", category("chairs", shop.CategoryChange{Description: to("To sit on.")})},
		{"category's position", category("chairs", shop.CategoryChange{Position: to(90)})},
		{"category's slug", category("chairs", shop.CategoryChange{Slug: to("seats")})},
		{"category's slug again", category("seats", shop.CategoryChange{Slug: to("chairs")})},
		{"category's place", func(t *testing.T, k *keepers) {
			top, err := k.app.Category(t.Context(), "household")
			if err != nil {
				t.Fatal(err)
			}
			category("chairs", shop.CategoryChange{ParentID: to(top.ID)})(t, k)
		}},
		{"new category", func(t *testing.T, k *keepers) {
			if _, err := k.app.Shop().CreateCategory(t.Context(), vitrine.Category{Slug: "maps", Title: "Maps"}); err != nil {
				t.Fatal(err)
			}
		}},
		{"no category", func(t *testing.T, k *keepers) {
			c, err := k.app.Category(t.Context(), "maps")
			if err == nil {
				err = k.app.Shop().DeleteCategory(t.Context(), c.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		{"end of the model", func(t *testing.T, k *keepers) { k.tell(t, "DELETE", k.chair, nil, "") }},
	}
}

// feature shows the chair first on the home page.
func (k *keepers) feature(t *testing.T) error {
	operator := k.account(t, "chief", true)
	in := shop.SignedIn{User: *operator, Session: vitrine.Session{ProvedAt: k.now(), Strong: true}, House: vitrine.DefaultHouse()}
	return k.app.Shop().Feature(t.Context(), in, k.chairID, 1, time.Time{})
}

// say changes what the seller says of themselves.
func (k *keepers) say(t *testing.T, change func(*vitrine.Profile)) {
	t.Helper()
	user, err := k.app.User(t.Context(), "ada")
	if err == nil {
		_, err = k.app.Shop().ChangeProfile(t.Context(), vitrine.Caller{User: *user}, nil, change)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tell talks to the interface as the seller, and reads no answer.
func (k *keepers) tell(t *testing.T, method, path string, header map[string]string, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, k.public+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+k.token)
	r.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	if got := fetched(t, k.client, r); !strings.HasPrefix(got, "2") {
		t.Fatalf("%s %s: %s", method, path, got)
	}
}

func keepAndChange(t *testing.T, database string) {
	k := openKeepers(t, database)
	all := append(k.reads(), k.merged()...)
	for _, change := range changesOfEverything() {
		t.Run(change.name, func(t *testing.T) {
			// Twice, since some things are kept from the second time on.
			for range 2 {
				k.said(t, k.running, all)
				k.said(t, k.second, all)
			}
			before := k.said(t, k.second, k.reads())
			change.do(t, k)
			at := k.said(t, k.running, all)
			k.ahead.Add(int64(time.Second))
			third := k.beside(t)
			later, fresh := k.said(t, k.second, all), k.said(t, third, k.reads())
			if maps.Equal(before, fresh) {
				t.Error("nothing that is read has changed")
			}
			k.wantSame(t, at, later, fresh)
			k.merge(t)
			k.wantSame(t, k.said(t, k.running, k.merged()), k.said(t, k.second, k.merged()), k.said(t, third, k.merged()))
		})
	}
}

// merge merges the last changes into the index of words, unless a worker has, and lets the second pass
// within which each server knows of it.
func (k *keepers) merge(t *testing.T) {
	t.Helper()
	until(t, "the changes are merged", func() bool { return k.app.MergeSearch(t.Context()) == nil })
	k.ahead.Add(int64(time.Second))
}

// wantSame holds what two servers say against what a new one says.
func (k *keepers) wantSame(t *testing.T, at, later, fresh map[string]string) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(fresh)) {
		if line, want := firstDifference(at[path], fresh[path]); line != want {
			t.Errorf("the server that made the change says of %s\n%s\nand a new one\n%s", path, line, want)
		}
		if line, want := firstDifference(later[path], fresh[path]); line != want {
			t.Errorf("the other server says of %s\n%s\nand a new one\n%s", path, line, want)
		}
	}
}

// firstDifference are the first lines behind the heads of two answers that differ.
func firstDifference(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := 1; i < min(len(one), len(other)); i++ {
		if one[i] != other[i] {
			return one[i], other[i]
		}
	}
	return fmt.Sprint(len(one), " lines ", one[0]), fmt.Sprint(len(other), " lines ", other[0])
}
