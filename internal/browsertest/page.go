package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Page is one page of a browser. Its methods fail the test when they can't do
// what they are asked. Selectors are those of CSS.
type Page struct {
	t       testing.TB
	ctx     context.Context
	scale   float64
	alone   bool // in its process
	faults  *faults
	reached map[string]bool // by the Tab key, on any page
}

// Go opens an address and waits until the page is loaded. The address's host is
// one that pages may ask from then on.
func (p *Page) Go(address string) {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.faults.allow(u.Host)
	p.do(chromedp.Navigate(address))
}

// Resize gives the window another size in CSS pixels.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(int64(width), int64(height), chromedp.EmulateScale(p.scale)))
}

// Click clicks the middle of an element, once it can be seen.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Follow clicks a link or a button that leads to another page, waits until that
// is loaded, and gives the status of its answer.
func (p *Page) Follow(selector string) int {
	p.t.Helper()
	return p.follow(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Enter presses the Enter key, which leads to another page, as Follow does.
func (p *Page) Enter() int {
	p.t.Helper()
	return p.follow(chromedp.KeyEvent(Enter))
}

// missed is after what time a step is taken once more that has led nowhere: what it was to hit
// may have moved in the same moment.
const missed = 30 * time.Second

func (p *Page) follow(step chromedp.Action[chromedp.Void]) int {
	p.t.Helper()
	before := Eval[float64](p, "performance.timeOrigin")
	status, err := p.load(step, missed)
	if errors.Is(err, context.DeadlineExceeded) && Eval[float64](p, "performance.timeOrigin") == before {
		p.t.Logf("no page came within %s: once more; fields that are not filled in as they must be: %s", missed,
			Eval[string](p, `[...document.querySelectorAll("input:invalid, textarea:invalid, select:invalid")].map((e) => e.name).join()`))
		status, err = p.load(step, patience)
	}
	if err != nil && strings.Contains(err.Error(), "net::ERR_ABORTED") {
		// One load took the place of another: the page that is there in the end counts.
		p.Wait(fmt.Sprintf(`performance.timeOrigin !== %v && document.readyState === "complete"`, before))
		return Eval[int](p, `performance.getEntriesByType("navigation")[0].responseStatus`)
	}
	if err != nil {
		p.t.Fatalf("no page comes: %v", err)
	}
	return status
}

// load takes a step and waits for the page that it leads to.
func (p *Page) load(step chromedp.Action[chromedp.Void], patience time.Duration) (status int, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	answer, err := chromedp.RunResponse(ctx, step)
	if err != nil {
		return 0, err
	}
	return int(answer.Status), nil
}

// Upload chooses a file of this machine in a field for files.
func (p *Page) Upload(selector, path string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path}))
}

// Choose picks an option of a select element by its value.
func (p *Page) Choose(selector, value string) {
	p.t.Helper()
	p.do(chromedp.SetValue(chromedp.CSS(selector), value))
}

// Drag pulls the middle of an element by some CSS pixels with the left button.
func (p *Page) Drag(selector string, dx, dy float64) {
	p.t.Helper()
	x, y := p.middle(selector)
	const steps = 8
	p.do(
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
	)
	for i := 1.0; i <= steps; i++ {
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x+dx*i/steps, y+dy*i/steps, chromedp.ButtonLeft))
	}
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x+dx, y+dy, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// Wheel turns the wheel over the middle of an element; down is positive.
func (p *Page) Wheel(selector string, dy float64) {
	p.t.Helper()
	x, y := p.middle(selector)
	// The zero of DeltaX would be left out, which Chromium refuses.
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, x, y, func(m *input.DispatchMouseEventParams) {
		m.DeltaX, m.DeltaY = 1e-9, dy
	}))
}

func (p *Page) middle(selector string) (x, y float64) {
	p.t.Helper()
	at := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const r = document.querySelector(%s).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, strconv.Quote(selector)))
	return at[0], at[1]
}

// Wait waits until a JavaScript expression is true, here or on a page that this one leads to.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	script := `new Promise((done) => {
		const look = () => (` + expression + `) ? done(true) : requestAnimationFrame(look);
		look();
	})`
	onward[bool](p, script)
}

// Text is the text of the first element that fits.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, `document.querySelector(`+strconv.Quote(selector)+`).textContent`)
}

// Requests are the addresses that the page asked for so far.
func (p *Page) Requests() []string {
	p.faults.mu.Lock()
	defer p.faults.mu.Unlock()
	return slices.Clone(p.faults.requests)
}

// Cookies are what the browser sends to an address, as the header Cookie, also those that no
// script sees.
func (p *Page) Cookies(address string) string {
	p.t.Helper()
	found, err := chromedp.Call(p.ctx, network.GetCookies, network.GetCookiesParams{URLs: []string{address}})
	if err != nil {
		p.t.Fatal(err)
	}
	var list []string
	for _, cookie := range found.Cookies {
		list = append(list, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(list, "; ")
}

// Expect says that a fault with this text will come, and must.
func (p *Page) Expect(text string) {
	p.faults.mu.Lock()
	defer p.faults.mu.Unlock()
	p.faults.expected = append(p.faults.expected, text)
}

// Eval is the value of a JavaScript expression in the page; promises are awaited.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluate %.200s: %v", expression, err)
	}
	return value
}

// onward is the value of an expression here or, when this page is left meanwhile, on the one
// that it leads to.
func onward[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		if err == nil {
			return value
		}
		if ctx.Err() != nil || !strings.Contains(err.Error(), "navigated") {
			p.t.Fatalf("evaluate %.200s: %v\nthe page did: %q", expression, err, p.faults.found)
		}
	}
}

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// report fails the test for what the page did wrong.
func (p *Page) report() {
	found, unmet := p.faults.unexpected()
	for _, fault := range found {
		p.t.Errorf("the page: %s", fault)
	}
	for _, text := range unmet {
		p.t.Errorf("the page did nothing like %q", text)
	}
	if p.t.Failed() {
		p.t.Logf("the console says %q", p.faults.said)
	}
}
