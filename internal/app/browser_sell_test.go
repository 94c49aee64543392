package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
)

// TestSellInBrowser joins, uploads a model and looks after it: in wide and narrow windows,
// with and without scripts.
func TestSellInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	m.keeps(t, 2000)
	m.eachWay(t, func(t *testing.T, p *guest) {
		for _, step := range []func(*testing.T){p.becomeSeller, p.fillProfile, p.uploadCube, p.describeCube, p.removeModel, p.dropArchive} {
			step(t)
		}
	})
}

// keeps has the marketplace keep a share of each sale.
func (m *market) keeps(t *testing.T, share vitrine.Share) {
	t.Helper()
	house, err := m.app.Shop().House(t.Context())
	if err == nil {
		house.Share = share
		err = m.app.Shop().SetHouse(t.Context(), house)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (p *guest) becomeSeller(t *testing.T) {
	p.page.Go(p.at("/join"))
	p.page.Fill("#username", p.name)
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your account")
	p.open(t, "/sell", "sell-unconfirmed")
	p.says(t, "Confirm your email address before you publish")
	p.page.Go(p.at(p.mail(t, mail.Confirm, p.email).Link))
	p.press(t, submit, "Your account")
	p.press(t, `header a[href="/sell"]`, "Sell")
	p.says(t, "You have no models yet.")
	p.look("sell-empty")
}

// fillProfile says who sells, with pictures, and goes on holiday.
func (p *guest) fillProfile(t *testing.T) {
	p.press(t, `.desks a[href="/sell/profile"]`, "Your profile")
	for i, name := range []string{"avatar", "cover"} {
		path := filepath.Join(t.TempDir(), name+".png")
		if err := os.WriteFile(path, swatch(i), 0o600); err != nil {
			t.Fatal(err)
		}
		p.page.Upload("#"+name, path)
		p.press(t, `form[action$="/`+name+`"] button`, "Your profile")
	}
	p.page.Fill("#name", "Mia Holm")
	p.write("#about", "I model **furniture** for games.\n\n- low poly\n- PBR")
	p.write("#links", "http://mia.example")
	p.page.Expect("422")
	if status := p.page.Follow(`button[value="save"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong link: status %d", status)
	}
	p.says(t, "A link is an address that begins with https://")
	p.look("sell-profile-wrong")
	p.write("#links", "https://mia.example")
	browser.Eval[string](p.page, fmt.Sprintf(`document.querySelector("#away_until").value = %q`, time.Now().UTC().AddDate(0, 0, 9).Format(time.DateOnly)))
	p.write("#away_note", "I am hiking until then.")
	p.press(t, `button[value="save"]`, "Your profile")
	p.says(t, "Your profile is changed.")
	p.says(t, "You are away")
	p.look("sell-profile")
	if p.axe {
		p.page.Reachable()
	}
	p.press(t, `.desks a[href="/sell"]`, "Sell")
}

func (p *guest) uploadCube(t *testing.T) {
	cube, err := filepath.Abs("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	p.page.Upload("#files", cube)
	if p.axe { // the script sends it at once
		p.page.Wait(`location.pathname.startsWith("/sell/models/") && document.querySelector("h1")?.textContent === "Cube"`)
	} else {
		p.press(t, ".drop button", "Cube")
	}
	p.waitForFiles(t)
	p.says(t, "Guess from the formats of the files")
	p.look("sell-model")
	if p.axe {
		p.sendAgain(t, cube)
		return
	}
	p.page.Upload("#files", cube)
	p.page.Expect("422")
	if status := p.page.Follow(`form[action$="/files"] button`); status != http.StatusUnprocessableEntity {
		t.Fatalf("the same file again: status %d", status)
	}
	p.says(t, "None of these could be taken: cube.stl")
	p.look("sell-refused")
	p.press(t, "main .button", "Cube")
	p.press(t, `.crumbs a`, "Sell")
	p.says(t, "Missing: description, tags, category, licence, price")
	p.look("sell-models")
	if p.axe {
		p.page.Reachable()
	}
}

// sendAgain has the script send what is there already, and then another file, half of which
// came before the page was loaded.
func (p *guest) sendAgain(t *testing.T, cube string) {
	p.page.Expect("409")
	p.page.Expect("422") // of the form that is filled next
	p.page.Upload("#files", cube)
	p.page.Wait(`document.querySelector(".sending .wrong")?.textContent.includes("delete it first, or use another name")`)
	p.look("sell-not-taken")
	file := filepath.Join(t.TempDir(), "oak grain.png")
	half := p.begin(t, file)
	p.page.Go(p.page.Address())
	p.page.Wait(`document.querySelector(".sending")?.textContent.includes("50% is there: choose the file again to go on")`)
	p.look("sell-goes-on")
	p.page.Upload("#files", file)
	p.page.Wait(`!document.querySelector(".sending li") && document.querySelector("main")?.textContent.includes("oak grain.png")`)
	if response, err := p.tus(t, http.MethodHead, half, nil, nil); err != nil || response.Header.Get("Content-Location") == "" {
		t.Errorf("the upload did not go on: %v, %v", response, err)
	}
	p.pauseUpload(t)
	p.overtakeUpload(t)
	p.press(t, `.crumbs a`, "Sell")
	p.page.Reachable()
}

// pauseUpload pauses a file on a slow line. It stays where it is while another one is sent on a
// faster line, and then goes on from there.
func (p *guest) pauseUpload(t *testing.T) {
	slow, fast := filepath.Join(t.TempDir(), "walnut grain.png"), filepath.Join(t.TempDir(), "elm grain.png")
	for path, data := range map[string][]byte{slow: noise(t, 300), fast: noise(t, 8)} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	line := func(name, condition string) string {
		return fmt.Sprintf(`[...document.querySelectorAll(".sending li")].some((li) => li.textContent.includes(%q) && %s)`, name, condition)
	}
	act := func(words string) {
		t.Helper()
		p.page.Click(fmt.Sprintf(`.sending button[aria-label=%q]`, words+": walnut grain.png"))
	}
	browser.Eval[bool](p.page, watchParts)
	p.page.Connect(browser.Line{Upload: folderSpeed / 6}) // half a minute for what is paused at its first bytes
	p.page.Upload("#files", slow)
	p.page.Wait(line("walnut grain.png", `li.querySelector("progress").value > 0`))
	act("Pause")
	p.page.Wait(line("walnut grain.png", `li.textContent.includes("paused")`))
	at := browser.Eval[string](p.page, `localStorage.getItem(Object.keys(localStorage).find((key) => key.includes("walnut grain.png")))`)
	p.page.Connect(browser.Line{})
	p.page.Upload("#files", fast)
	p.page.Wait(line("elm grain.png", `li.textContent.includes("there")`))
	p.look("sell-paused")
	p.page.Wait(line("walnut grain.png", `li.textContent.includes("paused")`))
	// Not what the server has: a browser may still hand on what it took before the pause, once its line is faster.
	ends := browser.Eval[string](p.page, fmt.Sprintf(`window.parts.filter((part) => part.address === %q).map((part) => part.end).join()`, at))
	if ends != "abort" {
		t.Errorf("the parts of the file that is paused came to %q; want one, which was given up", ends)
	}
	act("Go on")
	p.page.Wait(`!document.querySelector(".sending li") && document.querySelector("main")?.textContent.includes("walnut grain.png")`)
	if !p.uploaded(t, at) {
		t.Error("another upload of the file was begun instead of going on with the one that was paused")
	}
}

// watchParts has a page note the parts of files that it sends, and how each ends.
const watchParts = `(() => {
  const open = XMLHttpRequest.prototype.open
  window.parts = []
  XMLHttpRequest.prototype.open = function (method, address) {
    if (method === "PATCH") {
      const part = {address, end: ""}
      window.parts.push(part)
      for (const end of ["load", "abort", "error"]) this.addEventListener(end, () => { part.end = end })
    }
    return open.apply(this, arguments)
  }
  return true
})()`

// overtakeUpload has another file of the name arrive while one is half there: going on says why that can't be.
func (p *guest) overtakeUpload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ash grain.png")
	p.begin(t, file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	endpoint := strings.TrimPrefix(p.page.Address(), p.market.public) + "/uploads"
	name := base64.StdEncoding.EncodeToString([]byte("ash grain.png"))
	other, err := p.tus(t, http.MethodPost, endpoint, nil, map[string]string{
		"Upload-Length": fmt.Sprint(len(data)), "Upload-Metadata": "filename " + name})
	if err != nil || other.StatusCode != http.StatusCreated {
		t.Fatalf("begin another: %v, %v", other, err)
	}
	at, _ := strings.CutPrefix(other.Header.Get("Location"), p.market.public)
	if _, err = p.tus(t, http.MethodPatch, at, bytes.NewReader(data), map[string]string{
		"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}); err != nil {
		t.Fatal(err)
	}
	p.page.Go(p.page.Address())
	p.page.Expect("409")
	p.page.Upload("#files", file)
	p.page.Wait(`document.querySelector(".sending .wrong")?.textContent.includes("delete it first, or use another name")`)
}

// uploaded reports whether an upload is over, and its file there.
func (p *guest) uploaded(t *testing.T, at string) bool {
	t.Helper()
	response, err := p.tus(t, http.MethodHead, at, nil, nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the upload %s: %v, %v", at, response, err)
	}
	return response.Header.Get("Content-Location") != ""
}

// noise is a square picture that no compression makes small.
func noise(t *testing.T, side int) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	_, _ = rand.NewChaCha8([32]byte{byte(side)}).Read(picture.Pix)
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// dropArchive drops a ZIP on the desk: a draft is there with it, named by it, which says what was
// read of the models inside.
func (p *guest) dropArchive(t *testing.T) {
	if !p.axe {
		return
	}
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, name := range []string{"pot.stl", "lid.stl"} {
		file, err := archive.Create(name)
		if err == nil {
			_, err = file.Write(cube)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "stone pot.zip")
	if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	p.page.Drop("h1", path)
	p.page.Wait(`location.pathname.startsWith("/sell/models/") && document.querySelector("h1")?.textContent === "Stone pot"`)
	p.waitForFiles(t)
	p.look("sell-archive")
	p.says(t, "stone pot.zip")
	p.says(t, "24 polygons") // of both models in it
	p.press(t, `.end button`, "Sell")
}

// begin sends half of a file by hand and leaves in the browser what the script would.
func (p *guest) begin(t *testing.T, file string) string {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	if picture.Len()%2 == 1 {
		picture.WriteByte(0)
	}
	if err := os.WriteFile(file, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	page, err := url.Parse(p.page.Address())
	if err != nil {
		t.Fatal(err)
	}
	endpoint := page.Path + "/uploads"
	name := base64.StdEncoding.EncodeToString([]byte(filepath.Base(file)))
	begun, err := p.tus(t, http.MethodPost, endpoint, nil, map[string]string{
		"Upload-Length": fmt.Sprint(picture.Len()), "Upload-Metadata": "filename " + name})
	if err != nil || begun.StatusCode != http.StatusCreated {
		t.Fatalf("begin: %v, %v", begun, err)
	}
	at, _ := strings.CutPrefix(begun.Header.Get("Location"), p.market.public)
	_, err = p.tus(t, http.MethodPatch, at, bytes.NewReader(picture.Bytes()[:picture.Len()/2]), map[string]string{
		"Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprintf("vitrine-upload [%q,%q,%d,%d]", endpoint, filepath.Base(file), info.Size(), info.ModTime().UnixMilli())
	p.page.Wait(fmt.Sprintf(`(localStorage.setItem(%q, %q), true)`, key, at))
	return at
}

// tus sends a request with the session of the browser.
func (p *guest) tus(t *testing.T, method, path string, body io.Reader, header map[string]string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.at(path), body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", p.page.Cookies(p.at("/")))
	r.Header.Set("Tus-Resumable", "1.0.0")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err == nil {
		err = response.Body.Close()
	}
	return response, err
}

// describeCube fills the form, first with something wrong, publishes the cube, finds it in the
// catalogue and takes it back.
func (p *guest) describeCube(t *testing.T) {
	p.press(t, `.own a`, "Cube")
	p.page.Fill("#title", "Cube of "+p.name)
	p.write("#description", "A **cube** to measure by.")
	p.write("#tags", "cube, box")
	p.page.Choose("#category", "tools")
	p.page.Fill("#price", "4,50")
	if p.axe { // the script says it as the price is typed, the server once it has it
		p.page.Wait(`document.querySelector(".earning").textContent === "You earn 3.60 USD of 4.50 USD; the marketplace keeps 20%."`)
	}
	p.page.Choose("#license", "general")
	p.press(t, `button[value="preview"]`, "Cube")
	p.says(t, "A cube to measure by.")
	p.says(t, "You earn 3.60 USD of 4.50 USD; the marketplace keeps 20%.")
	p.look("sell-preview")
	if status := p.page.Follow(`button[value="save"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("with two tags: status %d", status)
	}
	p.says(t, "At least 5 tags are needed, 2 were given.")
	p.look("sell-wrong")
	p.write("#tags", "cube, box, measure, test, tool")
	p.press(t, `button[value="save"]`, "Cube of "+p.name)
	p.says(t, "What you changed is saved.")
	p.waitForFiles(t)
	p.look("sell-complete")
	p.press(t, `main p a[href$="/preview"]`, "Cube of "+p.name)
	p.look("sell-first-coming")
	p.turnsAlone(t)
	p.press(t, `.notice a[href^="/sell/models/"]`, "Cube of "+p.name)
	if p.axe {
		p.page.Reachable()
	}
	p.addPictures(t)
	p.cropPicture(t)
	p.tellInGerman(t)
	p.press(t, `button[value="publish"]`, "Cube of "+p.name)
	p.says(t, "The model is in the catalogue now.")
	p.look("sell-published")
	p.changeCube(t)
	p.press(t, `main a[href^="/3d-"]`, "Cube of "+p.name)
	p.says(t, "Mia Holm")
	p.says(t, "I am hiking until then.")
	p.look("sell-model-away")
	model := p.page.Address()
	p.open(t, "/sellers/"+p.name, "seller-profile")
	p.page.Go(model)
	p.send(t, p.order(t, p.page.Address()), url.Values{"outcome": {"pay"}})
	p.page.Go(p.at("/sell"))
	p.press(t, `.desks a[href="/sell/sales"]`, "Sales")
	p.says(t, "4.50 USD from 1 order")
	p.look("sell-sales")
	p.fits(t)
	p.page.Go(p.at("/sell"))
	p.says(t, "Published")
	p.page.Click(`input[name="model"]`)
	p.page.Fill("#bulk-price", "7")
	p.press(t, `button[value="price"]`, "Sell")
	p.says(t, "7.00 USD")
	p.look("sell-bulk")
	p.promote(t, model)
	p.press(t, `.own a`, "Cube of "+p.name)
	p.mirrored(t, map[string]string{"/sell": "sell", "/sell/sales": "sell-sales", "/sell/money": "sell-money",
		"/sell/tax": "sell-tax", "/sell/tax-office": "sell-tax-office", "/sell/money/account": "sell-account", p.page.Address(): "sell-model",
		"/sell/profile": "sell-profile"})
	p.press(t, `form[action$="/withdraw"] button`, "Cube of "+p.name)
	p.says(t, "The model is out of the catalogue.")
	p.page.Go(p.at("/sell"))
}

// fits wants no table of a page to scroll sideways.
func (p *guest) fits(t *testing.T) {
	t.Helper()
	wide := browser.Eval[string](p.page, `[...document.querySelectorAll(".tall, .wide")].filter((box) => box.scrollWidth > box.clientWidth)
		.map((box) => box.innerText.slice(0, 80)).join("; ")`)
	if wide != "" {
		t.Errorf("tables of %s scroll sideways: %s", p.page.Address(), wide)
	}
}

// mirrored looks at pages in Arabic, and comes back.
func (p *guest) mirrored(t *testing.T, pictures map[string]string) {
	t.Helper()
	if !p.axe {
		return
	}
	here := p.page.Address()
	for address, picture := range pictures {
		p.open(t, strings.TrimPrefix(address, p.at(""))+"?lang=ar", picture+"-ar")
	}
	p.page.Go(here)
}

// changeCube changes the published cube in a draft version, looks at it as buyers will see
// it, and publishes it.
func (p *guest) changeCube(t *testing.T) {
	p.write("#tags", "cube, box, measure, test, tool, gauge")
	p.page.Fill("#price", "4,25")
	p.write("#note", "A gauge now, and cheaper.")
	p.press(t, `.sheet button[value="save"]`, "Cube of "+p.name)
	p.says(t, "Buyers see it once you publish the changes.")
	p.says(t, "4.50 USD")
	p.look("sell-changes")
	p.press(t, `.drafted a[href$="/preview"]`, "Cube of "+p.name)
	p.says(t, "This is what buyers will see once you publish it.")
	p.look("sell-coming")
	p.press(t, `.notice a[href^="/sell/models/"]`, "Cube of "+p.name)
	p.page.Fill("#price", "4,50")
	p.press(t, `.sheet button[value="save"]`, "Cube of "+p.name)
	p.press(t, `form[action$="/draft/publish"] button`, "Cube of "+p.name)
	p.says(t, "The changes are published.")
}

// addPictures puts two pictures in the place of the one that was drawn, and makes the second
// the cover.
func (p *guest) addPictures(t *testing.T) {
	first := ""
	for i := range 2 {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i, ".png"))
		if err := os.WriteFile(path, swatch(i), 0o600); err != nil {
			t.Fatal(err)
		}
		p.page.Upload("#images", path)
		p.press(t, `form[action$="/pictures"] button`, "Cube of "+p.name)
		first = browser.Eval[string](p.page, `document.querySelector(".shots li:last-child img").src`)
	}
	p.press(t, `.shots li:last-child button[value="0"]`, "Cube of "+p.name)
	p.look("sell-pictures")
	if cover := browser.Eval[string](p.page, `document.querySelector(".shots img").src`); cover != first {
		t.Errorf("the cover is %s, want %s", cover, first)
	}
}

// cropPicture shows a part of the cover: drawn with the mouse, or written in numbers.
func (p *guest) cropPicture(t *testing.T) {
	p.press(t, `.shots a[href$="/crop"]`, "Crop the picture")
	if p.axe {
		p.page.Drag(".crop .whole", 300, 200)
		if numbers := p.cropNumbers(); numbers[2] < 64 || numbers[3] < 64 || numbers[0] == 0 {
			t.Errorf("what was drawn are the numbers %v", numbers)
		}
		if inside := browser.Eval[string](p.page, `getComputedStyle(document.querySelector(".crop .part")).backgroundColor`); inside != "rgba(0, 0, 0, 0)" {
			t.Errorf("the part that is kept is covered by %s", inside)
		}
		p.page.Drag(`.crop [data-corner="nw"]`, -20, -10)
		p.page.Reachable()
	} else {
		p.page.Fill("#width", "100")
		p.page.Fill("#height", "80")
	}
	want := p.cropNumbers()
	p.look("sell-crop")
	p.press(t, ".crop button", "Cube of "+p.name)
	p.says(t, "The picture is changed. All of it is kept.")
	p.press(t, `.shots a[href$="/crop"]`, "Crop the picture")
	if got := p.cropNumbers(); !slices.Equal(got, want) {
		t.Errorf("the numbers are %v, want %v", got, want)
	}
	p.press(t, `.crop button[value="whole"]`, "Cube of "+p.name)
}

// cropNumbers are those of the fields: from the left, from the top, width and height.
func (p *guest) cropNumbers() []int {
	return browser.Eval[[]int](p.page, `["x", "y", "width", "height"].map((name) => Number(document.getElementById(name).value))`)
}

// tellInGerman writes the model's texts in another language beside the first one.
func (p *guest) tellInGerman(t *testing.T) {
	p.press(t, `.beside a[href$="/texts"]`, "Its texts, language by language")
	p.page.Choose("#add", "de")
	p.press(t, `button[value="add"]`, "Its texts, language by language")
	p.says(t, "Missing: title, description, tags")
	p.look("sell-texts-new")
	p.page.Fill("#title-de", "Würfel")
	p.write("#description-de", "Ein **Würfel** zum Messen.")
	p.write("#tags-de", "würfel, kasten, maß, probe, werkzeug")
	if boxes := browser.Eval[[]float64](p.page, `[...document.querySelectorAll(".columns .box")].map((box) => box.getBoundingClientRect().top)`); len(boxes) != 2 ||
		(boxes[0] == boxes[1]) == p.w.narrow() {
		t.Errorf("the languages stand at %v", boxes)
	}
	p.press(t, `button[value="save"]`, "Its texts, language by language")
	p.says(t, "What you changed is saved.")
	p.look("sell-texts")
	if p.axe {
		p.page.Reachable()
	}
	p.press(t, `.actions a.button`, "Cube of "+p.name)
}

// write types into a field of several lines, which may be empty.
func (p *guest) write(selector, text string) {
	browser.Eval[string](p.page, fmt.Sprintf(`document.querySelector(%q).value = %q`, selector, text))
}

// waitForFiles waits until no file is being read: a script shows it, without one the page is
// looked at again.
func (p *guest) waitForFiles(t *testing.T) {
	t.Helper()
	if p.axe {
		p.page.Wait(`!document.querySelector("main")?.textContent.includes("being read")`)
	}
	for deadline := time.Now().Add(4 * time.Minute); strings.Contains(p.page.Text("main"), "being read"); {
		if time.Now().After(deadline) {
			t.Fatal("the file is read for too long")
		}
		p.page.Go(p.page.Address())
	}
}

func (p *guest) removeModel(t *testing.T) {
	p.press(t, `.own a`, "Cube of "+p.name)
	p.press(t, `.end button`, "Sell")
	p.says(t, "The model is removed.")
}
