package app_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/config"
	"vitrine/internal/demo"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
)

// market is a served marketplace with something of everything on its shelves.
type market struct {
	*running
	token string
	sold  map[string][]byte // what was uploaded, by the name of the file

	bowl, planter, cloud, long, adult string // addresses of models' pages
}

// plain begins the names of files that are measured and not drawn: most models
// of the marketplace are there for the lists alone.
const plain = "plain-"

// plainModels are more than fit on a page of a list.
const plainModels = 27

// openMarket serves a marketplace until the test ends, with payments in the
// sandbox.
func openMarket(t testing.TB) *market {
	t.Helper()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	m.fill(t)
	return m
}

// unlimited are the settings of a marketplace with payments in the sandbox, of which one
// may ask as much as one likes.
func unlimited(t testing.TB) config.Config {
	t.Helper()
	c := settings(t)
	c.Payments = "sandbox"
	c.ReadRate, c.WriteRate, c.UploadRate, c.PageRate, c.OrderRate = 0, 0, 0, 0, 0
	return c
}

// marketOf serves a marketplace with a seller and nothing on its shelves, at an address
// that it knows.
func marketOf(t testing.TB, c config.Config, seller string, read survey.Read) *market {
	t.Helper()
	return marketWith(t, app.Options{Config: c, Read: read}, seller)
}

// marketWith serves such a marketplace with more than settings.
func marketWith(t testing.TB, o app.Options, seller string) *market {
	t.Helper()
	address, err := app.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	o.Config.Listen, o.Config.BaseURL = address, "http://"+address
	m := &market{running: startWith(t, o), sold: map[string][]byte{}}
	_, access, err := m.app.Shop().CreateUser(t.Context(), shop.NewUser{Username: seller, Email: seller + "@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	m.token = access.Secret
	return m
}

// upload is a model as its seller uploads it.
type upload struct {
	members  map[string]any
	files    []namedFile
	pictures []namedFile
}

type namedFile struct {
	name string
	data []byte
}

func (m *market) fill(t testing.TB) {
	t.Helper()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	var drafts []string
	for i := range plainModels {
		drafts = append(drafts, m.draft(t, upload{
			members: map[string]any{
				"title": fmt.Sprintf("Wooden stool no. %d", i+1), "category": "furniture", "subcategory": "chairs", "product_type": "cg",
				"price": 2 + i, "tags": []string{"stool", "wood", "seat", "oak", "workshop"}, "info": map[string]any{"polygons": 12},
			},
			files: []namedFile{{plain + "stool.stl", cube}}, pictures: []namedFile{{"stool.png", swatch(i)}},
		}))
	}
	long := m.draft(t, upload{
		members: map[string]any{
			"title": "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, the complete rolling stock with every " +
				"coupling, lamp and rivet",
			"category": "vehicles", "subcategory": "trains", "price": 1234.5, "original_price": 1300,
			"tags": []string{"a very long tag about trains and their timetables", "b", "c", "d", "e"},
			"description": "<p>" + strings.Repeat("Rivets, couplings and lamps. ", 40) + "</p><ul><li>https://example.com/" +
				strings.Repeat("a-very-long-path/", 12) + "</li></ul>",
		},
		files: []namedFile{{plain + strings.Repeat("coupling_", 14) + "final.stl", cube}}, pictures: []namedFile{{"train.png", swatch(5)}},
	})
	cloud := m.draft(t, upload{
		members: map[string]any{"title": "Scanned ball of yarn", "category": "household", "subcategory": "decoration", "price": 7,
			"preview": "full"},
		files: []namedFile{{"yarn.splat", yarn()}},
	})
	planter := m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 0}))
	bowl := m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18, "original_price": 24, "preview": "full"}))
	adult := m.draft(t, upload{
		members: map[string]any{"title": "Bather at a mirror", "category": "household", "subcategory": "decoration", "price": 9,
			"adult_content": true, "ai_generated": true},
		files: []namedFile{{plain + "bather.stl", cube}}, pictures: []namedFile{{"bather.png", swatch(3)}},
	})
	for _, draft := range drafts {
		m.publish(t, draft)
	}
	m.adult = m.publish(t, adult)
	m.long, m.cloud, m.planter, m.bowl = m.publish(t, long), m.publish(t, cloud), m.publish(t, planter), m.publish(t, bowl)
}

// ofDemo is a model of the demo's catalogue with some of its pictures, and with
// members of its own.
func (m *market) ofDemo(t testing.TB, title string, pictures int, members map[string]any) upload {
	t.Helper()
	for _, item := range demo.Catalogue() {
		if item.Title != title {
			continue
		}
		made := item.Build()
		u := upload{members: map[string]any{
			"title": made.Title, "description": made.DescriptionHTML, "tags": made.Tags, "category": made.Category,
			"subcategory": made.Subcategory, "product_type": made.ProductType, "license": made.License,
		}}
		if made.ProductType == "cg" {
			u.members["info"], u.members["pbr"] = made.Info, made.PBR
		} else {
			u.members["units"] = made.Units
		}
		maps.Copy(u.members, members)
		for _, file := range made.Files {
			u.files = append(u.files, written(t, file))
		}
		for _, file := range made.Pictures[:pictures] {
			u.pictures = append(u.pictures, written(t, file))
		}
		return u
	}
	t.Fatalf("the demo has no %q", title)
	return upload{}
}

func written(t testing.TB, file demo.File) namedFile {
	t.Helper()
	var data bytes.Buffer
	if err := file.Write(&data); err != nil {
		t.Fatal(err)
	}
	return namedFile{file.Name, data.Bytes()}
}

// shownIn finds what a page shows in 3D.
var shownIn = regexp.MustCompile(`data-preview="([^"]+)"`)

// draft uploads a model that lacks nothing but being published, and returns its
// path in the interface.
func (m *market) draft(t testing.TB, u upload) string {
	t.Helper()
	body := map[string]any{"description": "<p>A model.</p>", "tags": []string{"a", "b", "c", "d", "e"}, "license": "general",
		"product_type": "cg"}
	maps.Copy(body, u.members)
	path := fmt.Sprint("/v1/models/", m.call(t, "POST", "/v1/models", body)["id"])
	for _, file := range u.files {
		m.call(t, "POST", path+"/files?name="+url.QueryEscape(file.name), file.data)
		m.sold[file.name] = file.data
	}
	for _, picture := range u.pictures {
		m.call(t, "POST", path+"/images?name="+url.QueryEscape(picture.name), picture.data)
	}
	return path
}

// publish publishes a model as soon as its files are read, and returns the address
// of its page.
func (m *market) publish(t testing.TB, path string) string {
	t.Helper()
	m.ready(t, path)
	address, _ := m.call(t, "PUT", path, map[string]any{"status": "published"})["url"].(string)
	return address
}

// ready waits until a model may be published.
func (m *market) ready(t testing.TB, path string) {
	t.Helper()
	ticker := time.NewTicker(25 * time.Millisecond)
	defer ticker.Stop()
	for tries := 0; m.call(t, "GET", path+"/publication", nil)["publishable"] != true; tries++ {
		if tries > 4000 {
			t.Fatalf("%s is not read: %v", path, m.call(t, "GET", path+"/publication", nil))
		}
		<-ticker.C
	}
}

// call talks to the interface as the seller.
func (m *market) call(t testing.TB, method, path string, body any) (record map[string]any) {
	t.Helper()
	data, raw := body.([]byte)
	kind := "application/octet-stream"
	if !raw && body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
		kind = "application/json"
	}
	r, err := http.NewRequestWithContext(t.Context(), method, m.public+path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bearer "+m.token)
	response, err := m.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answered, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(answered, &record)
	}
	if err != nil || response.StatusCode >= 300 {
		t.Fatalf("%s %s: %d, %v: %s", method, path, response.StatusCode, err, answered)
	}
	return record
}

// swatch is a small picture in one of many colours.
func swatch(number int) []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, 320, 240))
	hue := float64(number) * 2.4
	for y := range 240 {
		for x := range 320 {
			shade := 150 + 60*math.Cos(float64(x+y)/200)
			tone := func(shift float64) uint8 { return uint8(shade + 40*math.Sin(hue+shift)) }
			picture.SetNRGBA(x, y, color.NRGBA{tone(0), tone(2.1), tone(4.2), 255})
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture)
	return file.Bytes()
}

// yarn is a ball of gaussian splats in the records of a .splat file: position,
// scale, colour, rotation.
func yarn() []byte {
	var file bytes.Buffer
	const count = 2500
	for i := range count {
		y := 1 - 2*(float64(i)+0.5)/count
		ring, angle := math.Sqrt(1-y*y), float64(i)*math.Pi*(3-math.Sqrt(5))
		_ = binary.Write(&file, binary.LittleEndian, struct {
			Position, Scale  [3]float32
			Colour, Rotation [4]uint8
		}{
			[3]float32{float32(ring * math.Cos(angle)), float32(y), float32(ring * math.Sin(angle))}, [3]float32{0.05, 0.05, 0.05},
			[4]uint8{uint8(200 + 40*math.Sin(6*y)), uint8(90 + 60*math.Cos(3*angle)), 60, 255}, [4]uint8{255, 128, 128, 128},
		})
	}
	return file.Bytes()
}
