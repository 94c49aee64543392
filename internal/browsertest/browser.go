// Package browser lets tests use pages the way people do: in Chromium, with
// keyboard and mouse, looking at what is drawn.
//
// Every open page is watched. Errors in its console, violations of its content
// security policy and requests to hosts other than those it was sent to fail the
// test. Of the server under test the package knows only addresses.
package browser

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const (
	// ChromiumVariable names the environment variable with the binary of Chromium, or of
	// its headless shell, which scripts/install.sh installs from Debian.
	ChromiumVariable = "VITRINE_TEST_CHROMIUM"
	// ScreenshotsVariable names the environment variable with the folder where
	// named screenshots are kept. Without it they are not.
	ScreenshotsVariable = "VITRINE_SCREENSHOTS"
)

// patience is how long one action of a page may take; software draws slowly.
const patience = 2 * time.Minute

// Option changes the page that Open opens.
type Option func(*options)

type options struct {
	without3D bool
	noScripts bool
	scale     float64
	alone     bool
	features  []*emulation.MediaFeature
	hosts     []string
}

// Without3D takes a browser that has no WebGL.
func Without3D() Option { return func(o *options) { o.without3D = true } }

// WithoutScripts runs no script of a page. Wait and what draws needs them; the
// rest of a Page works.
func WithoutScripts() Option { return func(o *options) { o.noScripts = true } }

// Alone gives the page a browser process, and thereby a clipboard, that no other page has.
func Alone() Option { return func(o *options) { o.alone = true } }

// Dark asks pages for their dark colours.
func Dark() Option { return feature("prefers-color-scheme", "dark") }

// ReducedMotion asks pages to move nothing by themselves.
func ReducedMotion() Option { return feature("prefers-reduced-motion", "reduce") }

// Scale gives the screen this many pixels for each CSS pixel, in place of one.
func Scale(scale float64) Option { return func(o *options) { o.scale = scale } }

// Host lets pages ask another host, named with its port, beside their own.
func Host(host string) Option { return func(o *options) { o.hosts = append(o.hosts, host) } }

func feature(name, value string) Option {
	return func(o *options) {
		o.features = append(o.features, &emulation.MediaFeature{Name: name, Value: value})
	}
}

// Open opens an empty page of a size in CSS pixels, with cookies and a storage of its own,
// and closes it when the test ends. It skips the test where there is no browser.
func Open(t testing.TB, width, height int, opts ...Option) *Page {
	t.Helper()
	binary := os.Getenv(ChromiumVariable)
	if binary == "" {
		t.Skipf("%s names no Chromium: scripts/install.sh installs one, /usr/lib/chromium/chromium-headless-shell", ChromiumVariable)
	}
	o := options{scale: 1}
	for _, opt := range opts {
		opt(&o)
	}
	p := &Page{t: t, scale: o.scale, faults: newFaults(o.hosts), reached: map[string]bool{}, alone: o.alone || shared == nil}
	t.Cleanup(p.report) // once it is closed
	var err error
	if p.alone {
		p.ctx, err = ownPage(t, process{binary, o.without3D})
	} else {
		p.ctx, err = shared.page(t, process{binary, o.without3D})
	}
	if err == nil {
		err = chromedp.Listen(p.ctx, p.faults.see)
	}
	if err != nil {
		t.Fatalf("start %s: %v", binary, err)
	}
	p.Resize(width, height)
	p.emulate(o)
	return p
}

// emulate has the page see what the options say, and be the one that has the focus, whatever
// other pages do.
func (p *Page) emulate(o options) {
	p.t.Helper()
	call(p.ctx, p.t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	call(p.ctx, p.t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: o.features})
	if o.noScripts {
		call(p.ctx, p.t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
}
