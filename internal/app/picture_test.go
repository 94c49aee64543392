package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"testing"

	"vitrine/internal/blob/blobtest"
	"vitrine/internal/config"
	"vitrine/internal/store/storetest"
)

// TestDeletedPicturesAreGone has two nodes of one marketplace show pictures, and
// deletes through one of them what they are of.
func TestDeletedPicturesAreGone(t *testing.T) {
	t.Parallel()
	t.Run("SQLite and disk", func(t *testing.T) {
		t.Parallel()
		deletePictures(t, settings(t))
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		c := onS3(settings(t), blobtest.StartGateway(t))
		c.Database = storetest.NewPostgres(t).Address(t)
		deletePictures(t, c)
	})
}

// nodes are two servers of one marketplace; its seller talks to the first.
type nodes struct {
	*market
	second *running
}

func deletePictures(t *testing.T, c config.Config) {
	t.Helper()
	m, _ := emptyMarket(t, c)
	n := nodes{m, startReading(t, c, readPlainly)}
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	made := func(number int) (path string, pictures [][]string) {
		path = n.draft(t, upload{
			members: map[string]any{"title": fmt.Sprint("Stool ", number), "category": "furniture", "price": 2},
			files:   []namedFile{{plain + "stool.stl", cube}}, pictures: []namedFile{{"a.png", swatch(1)}, {"b.png", swatch(2)}},
		})
		return path, n.pictures(t, path)
	}
	draft, ofDraft := made(1)
	published, ofPublished := made(2)
	n.publish(t, published)
	n.wantPictures(t, "at first", http.StatusOK, ofDraft[0], ofDraft[1], ofPublished[0], ofPublished[1])

	first := n.call(t, "GET", draft+"/images", nil)["images"].([]any)[0].(map[string]any)["id"]
	n.remove(t, fmt.Sprint(draft, "/images/", first))
	n.wantPictures(t, "an image was deleted", http.StatusNotFound, ofDraft[0])
	n.wantPictures(t, "another has the same content", http.StatusOK, ofDraft[1], ofPublished[0], ofPublished[1])
	n.remove(t, draft)
	n.wantPictures(t, "the draft was deleted", http.StatusNotFound, ofDraft[0], ofDraft[1])
	n.wantPictures(t, "and the other was not", http.StatusOK, ofPublished[0], ofPublished[1])
	n.remove(t, published)
	n.wantPictures(t, "both were deleted", http.StatusNotFound, ofDraft[0], ofDraft[1], ofPublished[0], ofPublished[1])
}

// pictures are the paths of each image of a model, with its thumbnails.
func (n nodes) pictures(t *testing.T, path string) (all [][]string) {
	t.Helper()
	pathOf := func(address any) string {
		parsed, err := url.Parse(fmt.Sprint(address))
		if err != nil {
			t.Fatal(err)
		}
		return parsed.Path
	}
	for _, image := range n.call(t, "GET", path+"/images", nil)["images"].([]any) {
		members := image.(map[string]any)
		paths := []string{pathOf(members["url"])}
		for _, thumbnail := range members["thumbnails"].([]any) {
			paths = append(paths, pathOf(thumbnail.(map[string]any)["url"]))
		}
		all = append(all, paths)
	}
	return all
}

// wantPictures asks both nodes for images.
func (n nodes) wantPictures(t *testing.T, when string, want int, images ...[]string) {
	t.Helper()
	for _, paths := range images {
		for _, path := range paths {
			for name, node := range map[string]*running{"the first node": n.running, "the second node": n.second} {
				if got := node.get(t, node.public+path); got.Status != want {
					t.Errorf("%s: %s answers %d for %s, want %d", when, name, got.Status, path, want)
				}
			}
		}
	}
}

// remove deletes something of the seller's.
func (n nodes) remove(t *testing.T, path string) {
	t.Helper()
	if status, _ := n.ask(t, "DELETE", n.public+path, ""); status != http.StatusNoContent {
		t.Fatalf("DELETE %s: status %d", path, status)
	}
}
