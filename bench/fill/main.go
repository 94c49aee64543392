// Command fill makes a database with many published models, the same ones for
// the same numbers, through the store that the server uses. The files have rows
// but no stored bytes: it is for measuring reads and orders.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"time"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

const (
	authors   = 1_000
	batch     = 20 // models a transaction
	rareEvery = 5_000
)

func main() {
	database := flag.String("database", "bench/data/vitrine.db",
		"SQLite file or postgres://…, with categories in it: start `vitrine serve` on it once")
	models := flag.Int("models", 100_000, "how many models")
	flag.Parse()
	if err := fill(context.Background(), *database, *models); err != nil {
		log.Fatal(err)
	}
}

func fill(ctx context.Context, database string, models int) error {
	db, err := store.Open(ctx, database)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	g := &generator{random: rand.New(rand.NewPCG(1, 2))}
	if err := g.prepare(ctx, db); err != nil {
		return err
	}
	start := time.Now()
	for done := 0; done < models; done += batch {
		n := min(batch, models-done)
		made := make([]*vitrine.Model, n)
		for i := range made {
			made[i] = g.model(done + i)
		}
		if err := db.Write(ctx, func(tx *store.Tx) error { return insert(ctx, tx, made) }); err != nil {
			return err
		}
		if (done+n)%50_000 == 0 {
			log.Printf("%d models in %s", done+n, time.Since(start).Round(time.Second))
		}
	}
	return nil
}

func insert(ctx context.Context, tx *store.Tx, made []*vitrine.Model) error {
	for _, m := range made {
		if err := tx.InsertModel(ctx, m); err != nil {
			return err
		}
		for i := range m.Files {
			m.Files[i].ModelID = m.ID
			if err := tx.InsertFile(ctx, &m.Files[i]); err != nil {
				return err
			}
		}
		for i := range m.Images {
			m.Images[i].ModelID = m.ID
			if err := tx.InsertImage(ctx, &m.Images[i]); err != nil {
				return err
			}
		}
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		if _, err := tx.PutRecord(ctx, m, m.Language, string(record.Append(nil, m, m.Text, "USD"))); err != nil {
			return err
		}
		extensions := record.Extensions(m)
		if err := tx.PutOwnListing(ctx, m, extensions); err != nil {
			return err
		}
		if err := tx.PutListing(ctx, m, extensions, true); err != nil {
			return err
		}
	}
	return nil
}

// generator makes models.
type generator struct {
	random *rand.Rand
	users  []vitrine.User
	tops   []vitrine.Category
	subs   map[int64][]vitrine.Category
}

func (g *generator) prepare(ctx context.Context, db *store.DB) error {
	categories, err := db.Categories(ctx)
	if err != nil {
		return err
	}
	g.subs = map[int64][]vitrine.Category{}
	for _, c := range categories {
		if c.ParentID == 0 {
			g.tops = append(g.tops, c)
			continue
		}
		g.subs[c.ParentID] = append(g.subs[c.ParentID], c)
	}
	if len(g.tops) == 0 {
		return fmt.Errorf("the database has no categories: start the server on it once")
	}
	return db.Write(ctx, func(tx *store.Tx) error {
		g.users = g.users[:0]
		for i := range authors {
			user := vitrine.User{Username: fmt.Sprintf("author-%04d", i), Email: fmt.Sprintf("author-%04d@example.com", i), CreatedAt: time.Now(),
				UpdatedAt: time.Now()}
			if err := tx.InsertUser(ctx, &user); err != nil {
				return err
			}
			g.users = append(g.users, user)
		}
		return nil
	})
}

// The words that titles and texts are made of. "model" stands in every text,
// "heliotrope" in one of 5,000.
var (
	adjectives = []string{"red", "old", "low", "tall", "broken", "golden", "tiny", "ancient", "modern", "wooden", "steel", "painted", "worn",
		"clean", "heavy", "light"}
	nouns = []string{"dragon", "chair", "car", "tower", "sword", "lamp", "tree", "robot", "ship", "house", "vase", "helmet", "engine",
		"bridge", "table", "rocket", "statue", "boat", "truck", "castle"}
	fillers = []string{"made", "with", "care", "for", "games", "films", "printing", "rendering", "clean", "topology", "ready", "textures",
		"included", "tested", "scale", "real", "measured", "parts", "detail", "quality"}
)

func (g *generator) word(list []string) string { return list[g.random.IntN(len(list))] }

func (g *generator) model(i int) *vitrine.Model {
	r := g.random
	author := g.users[r.IntN(len(g.users))]
	top := g.tops[r.IntN(len(g.tops))]
	price := vitrine.Amount(r.IntN(100) * 100)
	published := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Minute)
	m := &vitrine.Model{
		AuthorID: author.ID, AuthorName: author.Username, Status: vitrine.Published, Slug: fmt.Sprintf("%s-%d", g.word(nouns), i),
		Text: g.text(i), Category: top, ProductType: vitrine.CG, License: vitrine.General, Price: &price,
		CreatedAt: published, UpdatedAt: published, PublishedAt: published, Sales: int64(r.IntN(1000)),
	}
	if subs := g.subs[top.ID]; len(subs) > 0 {
		m.Subcategory = subs[r.IntN(len(subs))]
	}
	if r.IntN(3) == 0 {
		m.ProductType, m.Units = vitrine.Printable, "mm"
	} else {
		m.CGTraits = vitrine.CGTraits{GameReady: r.IntN(2) == 0, Animated: r.IntN(3) == 0, Rigged: r.IntN(4) == 0, PBR: r.IntN(2) == 0}
		m.Info, _ = vitrine.ParseInfo(fmt.Appendf(nil, `{"polygons":%d,"vertices":%d,"textures":true}`, r.IntN(300_000), r.IntN(150_000)))
	}
	key := fmt.Sprintf("%06x/%08x", r.IntN(1<<24), i)
	for n := range 1 + r.IntN(3) {
		m.Files = append(m.Files, vitrine.File{
			Name: fmt.Sprintf("part-%d.%s", n+1, []string{"obj", "stl", "glb"}[n]), Extension: []string{"obj", "stl", "glb"}[n], FileTypeID: 1,
			Size: int64(r.IntN(50 << 20)), SHA256: fmt.Sprintf("%064x", i), BlobKey: "files/" + key, Status: vitrine.FileReady, Version: 1,
			CreatedAt: published, UpdatedAt: published,
		})
	}
	m.Images = []vitrine.Image{{
		Size: 100_000, Width: 1600, Height: 1200, BlobKey: "media/" + key, Position: 1, Version: 1, CreatedAt: published, UpdatedAt: published,
		Thumbnails: []vitrine.Thumbnail{{BlobKey: "media/" + key + "a", Width: 800, Height: 600},
			{BlobKey: "media/" + key + "b", Width: 320, Height: 240}},
	}}
	return m
}

func (g *generator) text(i int) vitrine.Text {
	title := g.word(adjectives) + " " + g.word(nouns) + " " + g.word(adjectives)
	if i%rareEvery == 0 {
		title += " heliotrope"
	}
	plain := "This model is a " + title + "."
	for range 40 {
		plain += " " + g.word(fillers)
	}
	tags := []string{"3d", "model", g.word(nouns), g.word(fillers), fmt.Sprintf("set%d", i%997)}
	return vitrine.Text{Language: "en-US", Title: title, Description: "<p>" + plain + "</p>", RawDescription: plain, Tags: tags}
}
