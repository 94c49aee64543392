package app_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"vitrine/internal/blob"
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

// TestDamagedPicturesAreTold loses and cuts the stored bytes of what a page shows.
func TestDamagedPicturesAreTold(t *testing.T) {
	t.Parallel()
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		c := settings(t)
		c.Blobs = t.TempDir()
		m, _ := emptyMarket(t, c)
		disk, err := blob.OpenDisk(c.Blobs, blob.DiskOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = disk.Close() })
		nodes{market: m}.damagePictures(t, disk)
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		gateway := blobtest.StartGateway(t)
		m, _ := emptyMarket(t, onS3(settings(t), gateway))
		bucket, err := blob.OpenS3(t.Context(), gateway.Options)
		if err != nil {
			t.Fatal(err)
		}
		nodes{market: m}.damagePictures(t, bucket)
	})
}

func (n nodes) damagePictures(t *testing.T, blobs blob.Store) {
	t.Helper()
	u := n.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 0})
	u.pictures = []namedFile{{"a.png", swatch(1)}}
	path := n.draft(t, u)
	page := n.publish(t, path)
	shown := shownIn.FindStringSubmatch(n.get(t, page).Body)
	if shown == nil {
		t.Fatal("the page shows nothing in 3D")
	}
	for _, path := range append(n.pictures(t, path)[0], shown[1]) {
		key := strings.TrimPrefix(path, "/")
		n.wantShown(t, path, "whole", http.StatusOK, "")
		if err := blobs.Discard(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		n.wantShown(t, path, "in the trash", http.StatusOK, "")
		if _, err := blobs.Restore(t.Context(), key, strings.NewReader("")); err != nil {
			t.Fatal(err)
		}
		n.wantShown(t, path, "cut off", http.StatusServiceUnavailable, "can't be shown")
		if err := errors.Join(blobs.Delete(t.Context(), key), blobs.Erase(t.Context(), key)); err != nil {
			t.Fatal(err)
		}
		n.wantShown(t, path, "missing", http.StatusServiceUnavailable, "they are missing")
		n.wantShown(t, path[:len(path)-4]+"none", "never there", http.StatusNotFound, "")
	}
}

// wantShown asks for what is shown, and looks for what is logged as an error of it, "" for
// nothing.
func (n nodes) wantShown(t *testing.T, path, when string, status int, logged string) {
	t.Helper()
	before := len(n.log.String())
	if got := n.get(t, n.public+path); got.Status != status {
		t.Errorf("%s, %s: status %d, want %d: %.200s", path, when, got.Status, status, got.Body)
	}
	told := ""
	for line := range strings.Lines(n.log.String()[before:]) {
		if strings.Contains(line, `"level":"ERROR"`) {
			told += line
		}
	}
	if logged == "" && told != "" || !strings.Contains(told, logged) ||
		logged != "" && !strings.Contains(told, strings.TrimPrefix(path, "/")) {
		t.Errorf("%s, %s: the operator was told %q, want %q", path, when, told, logged)
	}
}
