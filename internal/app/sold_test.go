//go:build !race

// The whole catalogue of the demo is read and drawn, which takes ten times longer under the
// race detector.

package app_test

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/demo"
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/inspect"
)

// TestNothingSoldIsGivenAway gets all that a visitor can get of the demo's paid
// models, and looks for what is sold in it.
func TestNothingSoldIsGivenAway(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads and draws the whole catalogue of the demo, which takes too long here")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", inspect.InProcess)
	sold := map[string]map[[3]int]bool{} // the places of each, by the name of the file
	var paths []string
	for _, item := range demo.Catalogue() {
		if item.Price == "0" {
			continue
		}
		u := m.paid(t, item)
		for _, file := range u.files {
			if model := readModel(t, file.name, file.data); model != nil {
				sold[file.name] = placesOf(model)
			}
		}
		paths = append(paths, m.draft(t, u))
	}
	for _, path := range paths {
		m.publish(t, path)
	}
	m.settle(t, paths)

	seen := m.visit(t)
	forms := map[string]int{}
	for address, got := range seen {
		switch kind := got.Type; {
		case strings.HasPrefix(address, "/previews/"):
			forms[kind]++
			m.notSold(t, address, []byte(got.Body), sold)
		case strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "text/"), strings.HasPrefix(kind, "application/xml"),
			strings.HasPrefix(kind, "application/json"), strings.HasPrefix(kind, "application/problem+json"),
			strings.HasPrefix(kind, "application/yaml"), strings.HasPrefix(kind, "application/opensearch"):
		default:
			t.Errorf("a visitor gets %s, which is %s", address, kind)
		}
		if strings.Contains(got.Body, "/previews/") && strings.Contains(got.Body, `"contentUrl"`) {
			t.Errorf("the structured data of %s names a preview", address)
		}
	}
	for _, path := range paths {
		m.hasLess(t, m.call(t, http.MethodGet, path, nil), seen)
	}
	if forms["image/jpeg"]+forms["model/gltf-binary"] < len(paths) || forms["image/jpeg"] == 0 || forms["model/gltf-binary"] == 0 {
		t.Errorf("of %d models these are shown: %v", len(paths), forms)
	}
}

// paid is an item with the files that its page shows: those of its richest format.
func (m *market) paid(t testing.TB, item demo.Item) upload {
	t.Helper()
	made := item.Build()
	u := upload{members: map[string]any{
		"title": made.Title, "description": made.DescriptionHTML, "tags": made.Tags, "category": made.Category, "license": "general",
		"subcategory": made.Subcategory, "product_type": made.ProductType, "price": json.Number(made.Price),
	}}
	for _, format := range []string{".glb", ".obj", ".stl"} {
		for _, file := range made.Files {
			if strings.HasSuffix(file.Name, format) || format == ".obj" && strings.HasSuffix(file.Name, ".mtl") {
				u.files = append(u.files, written(t, file))
			}
		}
		if u.files != nil {
			break
		}
	}
	u.pictures = []namedFile{{"picture.png", swatch(1)}}
	return u
}

func readModel(t testing.TB, name string, data []byte) *geometry.Model {
	t.Helper()
	_, model, err := detect.Inspect(source.Input{File: source.File{Name: name, Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// settle waits until nothing is to be read any more, and sets are shown together.
func (m *market) settle(t testing.TB, paths []string) {
	t.Helper()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for _, path := range paths {
		for {
			listed, err := json.Marshal(m.call(t, http.MethodGet, path+"/files", nil))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(listed, []byte(`"stage"`)) && m.together(t, path) {
				break
			}
			<-ticker.C
		}
	}
}

// together reports whether the page of a model shows all its pieces together, if it has
// several.
func (m *market) together(t testing.TB, path string) bool {
	t.Helper()
	record := m.call(t, http.MethodGet, path, nil)
	if previewsOf(record) < 2 {
		return true
	}
	address, _ := record["url"].(string)
	return strings.Contains(m.get(t, m.public+m.own(address)).Body, ">All ")
}

var linked = regexp.MustCompile(`(?:href|src|srcset|data-preview|action|content|contentUrl|url|image)"?[=:]\s*"([^"]+)"|<loc>([^<]+)</loc>`)

// visit follows each address of this host that a visitor is told, from the sitemap and
// the home page on.
func (m *market) visit(t testing.TB) map[string]answer {
	t.Helper()
	seen := map[string]answer{}
	queue := []string{"/", "/sitemap.xml", "/robots.txt", "/openapi.yaml"}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		if _, known := seen[address]; known {
			continue
		}
		got := m.get(t, m.public+address)
		seen[address] = got
		for _, match := range linked.FindAllStringSubmatch(got.Body, -1) {
			for _, word := range strings.Fields(match[1] + match[2]) {
				if next := m.own(strings.ReplaceAll(word, "&amp;", "&")); next != "" && !slices.Contains(queue, next) {
					queue = append(queue, next)
				}
			}
		}
	}
	return seen
}

// own is an address of this host, without its origin; "" for others, and for lists in
// all their orders.
func (m *market) own(address string) string {
	address = strings.TrimPrefix(address, m.public)
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host != "" || !strings.HasPrefix(parsed.Path, "/") || strings.HasPrefix(parsed.Path, "/docs") ||
		strings.HasPrefix(parsed.Path, "/search") {
		return ""
	}
	if page := parsed.Query().Get("page"); parsed.RawQuery != "" && parsed.RawQuery != "page="+page {
		return ""
	}
	return parsed.RequestURI()
}

// hasLess sees that a model's page shows something, of a set each piece and all together,
// and at most a quarter of its triangles.
func (m *market) hasLess(t testing.TB, record map[string]any, seen map[string]answer) {
	t.Helper()
	address, _ := record["url"].(string)
	facts, _ := record["facts"].(map[string]any)
	triangles, _ := facts["triangles"].(map[string]any)
	all, _ := triangles["value"].(float64)
	shown := map[string]bool{}
	for _, found := range shownIn.FindAllStringSubmatch(seen[m.own(address)].Body, -1) {
		name := found[1]
		shown[name] = true
		body, ok := seen[name]
		if !ok {
			t.Errorf("nobody visited %s", name)
		}
		if !strings.HasPrefix(body.Body, "glTF") {
			continue
		}
		report, _, err := detect.Inspect(source.Input{File: source.File{Name: "a.glb", Size: int64(len(body.Body)),
			ReaderAt: strings.NewReader(body.Body)}})
		if n := float64(report.Facts.Triangles.Value); err != nil || n > all/4 || n > 20_000 {
			t.Errorf("%s shows %v of %v triangles, %v", address, n, all, err)
		}
	}
	if want := previewsOf(record); len(shown) != want {
		t.Errorf("%s shows %d previews, want %d", address, len(shown), want)
	}
}

// previewsOf is how many previews a page shows of a model: of each file, and of all when
// there are several.
func previewsOf(record map[string]any) int {
	n := 0
	files, _ := record["files"].([]any)
	for _, file := range files {
		if name, _ := file.(map[string]any)["name"].(string); !strings.HasSuffix(name, ".mtl") {
			n++
		}
	}
	if n > 1 {
		n++
	}
	return n
}

// notSold compares what a visitor gets with all that is sold: a shape has few of the
// places of any, and is open.
func (m *market) notSold(t testing.TB, address string, body []byte, sold map[string]map[[3]int]bool) {
	t.Helper()
	if bytes.HasPrefix(body, []byte("\xff\xd8\xff")) {
		return // pictures
	}
	report, model, err := detect.Inspect(source.Input{File: source.File{Name: "a.glb", Size: int64(len(body)),
		ReaderAt: bytes.NewReader(body)}})
	if err != nil || model == nil {
		t.Errorf("%s is no GLB: %v", address, err)
		return
	}
	if report.Facts.Watertight.Value || report.Facts.BoundaryEdges.Value == 0 {
		t.Errorf("%s is closed", address)
	}
	places := placesOf(model)
	for name, original := range sold {
		if share := shareOf(original, places); share > 0.4 { // a quarter of the triangles has somewhat more of the vertices
			t.Errorf("%s has %.2f of the places of %s", address, share, name)
		}
	}
}

// TestPlacesSurviveRounding shows that shareOf would find a model of which every vertex
// was kept, and only moved to the coarse places of previews.
func TestPlacesSurviveRounding(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, item := range demo.Catalogue() {
		if checked == 3 {
			break
		}
		files := item.Build().Files
		file := written(t, files[0])
		original := readModel(t, file.name, file.data)
		if original == nil || len(original.Meshes) != 1 {
			continue
		}
		checked++
		rounded := readModel(t, file.name, file.data)
		positions := rounded.Meshes[0].Positions
		low, high := slices.Min(positions), slices.Max(positions)
		for i, at := range positions {
			positions[i] = low + (high-low)*float32(math.Round(float64(at-low)/float64(high-low)*coarse))/coarse
		}
		if share := shareOf(placesOf(original), placesOf(rounded)); share < 0.9 {
			t.Errorf("of %s, rounded, %.2f of the places are found again", file.name, share)
		}
	}
	if checked == 0 {
		t.Fatal("no model was compared")
	}
}

// coarse is how many places the previews of paid models have along an edge of their box.
const coarse = 2047

// shareOf is how much of all lies at some of the places, or beside it.
func shareOf(all, places map[[3]int]bool) float64 {
	n := 0
	for place := range all {
		if beside(place, places) {
			n++
		}
	}
	return float64(n) / float64(len(all))
}

func beside(place [3]int, places map[[3]int]bool) bool {
	for i := range 27 {
		if places[[3]int{place[0] + i%3 - 1, place[1] + i/3%3 - 1, place[2] + i/9 - 1}] {
			return true
		}
	}
	return false
}

// placesOf are where a model's vertices lie in its box, as coarsely as previews tell, in
// the way up that previews have.
func placesOf(m *geometry.Model) map[[3]int]bool {
	low, high := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	var all [][3]float64
	for _, instance := range m.Instances {
		mesh := &m.Meshes[instance.Mesh]
		for i := 0; i+2 < len(mesh.Positions); i += 3 {
			var at [3]float64
			for row := range at {
				at[row] = instance.Matrix[12+row]
				for k := range 3 {
					at[row] += instance.Matrix[4*k+row] * float64(mesh.Positions[i+k])
				}
			}
			if m.UpAxis == "z" || m.UpAxis == "" && mesh.Vertices < 0 {
				at = [3]float64{at[0], at[2], -at[1]}
			}
			for k := range at {
				low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
			}
			all = append(all, at)
		}
	}
	size := max(high[0]-low[0], high[1]-low[1], high[2]-low[2])
	places := map[[3]int]bool{}
	for _, at := range all {
		var place [3]int
		for k := range place {
			place[k] = int(math.Round((at[k] - low[k]) / size * coarse))
		}
		places[place] = true
	}
	return places
}
