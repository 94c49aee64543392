// Package browser lets tests use pages the way people do: in Chromium, with
// keyboard and mouse, looking at what is drawn.
//
// Every open page is watched. Errors in its console, violations of its content
// security policy and requests to hosts other than those it was sent to fail the
// test. Of the server under test the package knows only addresses.
package browser

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const (
	// ChromiumVariable names the environment variable with the Chromium binary;
	// scripts/install.sh installs Debian's.
	ChromiumVariable = "VITRINE_TEST_CHROMIUM"
	// ScreenshotsVariable names the environment variable with the folder where
	// named screenshots are kept. Without it they are not.
	ScreenshotsVariable = "VITRINE_SCREENSHOTS"
)

// patience is how long one action of a page may take; software draws slowly.
const patience = 2 * time.Minute

// Option changes the browser that Open starts.
type Option func(*options)

type options struct {
	without3D bool
	noScripts bool
	scale     float64
	features  []*emulation.MediaFeature
	hosts     []string
}

// Without3D starts a browser that has no WebGL.
func Without3D() Option { return func(o *options) { o.without3D = true } }

// WithoutScripts runs no script of a page. Wait and what draws needs them; the
// rest of a Page works.
func WithoutScripts() Option { return func(o *options) { o.noScripts = true } }

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

// Open starts a browser with one empty page of a size in CSS pixels, and stops
// it when the test ends. It skips the test where there is no browser.
func Open(t testing.TB, width, height int, opts ...Option) *Page {
	t.Helper()
	binary := os.Getenv(ChromiumVariable)
	if binary == "" {
		t.Skipf("%s names no Chromium: scripts/install.sh installs one, /usr/bin/chromium", ChromiumVariable)
	}
	o := options{scale: 1}
	for _, opt := range opts {
		opt(&o)
	}
	p := &Page{t: t, scale: o.scale, faults: newFaults(o.hosts)}
	p.ctx = start(t, binary, o)
	if err := chromedp.Listen(p.ctx, p.faults.see); err != nil {
		t.Fatalf("start %s: %v", binary, err)
	}
	t.Cleanup(p.report)
	p.Resize(width, height)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: o.features})
	if err == nil && o.noScripts {
		_, err = chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func start(t testing.TB, binary string, o options) context.Context {
	t.Helper()
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(binary),
		chromedp.UserDataDir(filepath.Join(t.TempDir(), "profile")),
		chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("hide-scrollbars", true),
		// A name that browsers do not trust as they trust those of this machine (RFC 6761 keeps it for tests).
		chromedp.Flag("host-resolver-rules", "MAP *.test 127.0.0.1"),
	)
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox)
	}
	if o.without3D {
		flags = append(flags, chromedp.DisableGPU, chromedp.Flag("disable-3d-apis", true))
	} else {
		flags = append(flags, chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, _ := chromedp.NewContext(allocator, chromedp.WithErrorf(t.Logf))
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for the end of the process
		stop()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start %s: %v", binary, err)
	}
	return ctx
}
