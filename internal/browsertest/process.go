package browser

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// shared are the browsers of a package's tests; nil where its pages have a process each.
// Tests have no other place for what outlives them.
var shared *pool

// Main runs the tests of a package as TestMain has to, with one browser process for all
// pages that can share it, and stops it in the end. A package without it starts a process
// for each page, which takes as much of the processor as a short story.
func Main(m *testing.M) int {
	shared = &pool{running: map[process]running{}}
	defer shared.stop()
	return m.Run()
}

// process is what browser processes differ in.
type process struct {
	binary    string
	without3D bool
}

// running is a process that has been started, and stop, which waits for its end.
type running struct {
	ctx  context.Context
	stop func()
}

// pool has one running browser of each kind.
type pool struct {
	mu      sync.Mutex
	running map[process]running
}

// page opens a page of a browser that others share, which has cookies and a storage of its
// own. A browser that broke down fails the tests that use it, and is replaced here.
func (p *pool) page(t testing.TB, kind process) (context.Context, error) {
	b, err := p.take(kind)
	if err != nil {
		return nil, err
	}
	ctx, err := b.newPage(t)
	if err == nil {
		return ctx, nil
	}
	p.drop(kind, b)
	if b, err = p.take(kind); err != nil {
		return nil, err
	}
	return b.newPage(t)
}

// take is the running browser of a kind.
func (p *pool) take(kind process) (running, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b, ok := p.running[kind]
	if ok && b.ctx.Err() == nil {
		return b, nil
	}
	if ok {
		b.stop()
		delete(p.running, kind)
	}
	b, err := kind.start()
	if err == nil {
		p.running[kind] = b
	}
	return b, err
}

// drop stops a browser that does not answer, unless another test did.
func (p *pool) drop(kind process, b running) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[kind].ctx == b.ctx {
		delete(p.running, kind)
		b.stop()
	}
}

func (p *pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.running {
		b.stop()
	}
	clear(p.running)
}

// ownPage is the one page of a browser that ends with the test.
func ownPage(t testing.TB, kind process) (context.Context, error) {
	b, err := kind.start()
	if err != nil {
		return nil, err
	}
	t.Cleanup(b.stop)
	return b.ctx, nil
}

func (b running) newPage(t testing.TB) (context.Context, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	// The page ends with the context that opens it, which therefore has no deadline.
	impatient := time.AfterFunc(patience, cancel)
	defer impatient.Stop()
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, err
	}
	t.Cleanup(cancel)
	return ctx, nil
}

// start starts a browser, which chromedp gives a profile of its own, and kills when this
// process dies.
func (kind process) start() (running, error) {
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(kind.binary),
		chromedp.WSURLReadTimeout(patience),
		chromedp.Flag("hide-scrollbars", true),
		// A name that browsers do not trust as they trust those of this machine (RFC 6761 keeps it for tests).
		chromedp.Flag("host-resolver-rules", "MAP *.test 127.0.0.1"),
	)
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox)
	}
	if kind.without3D {
		flags = append(flags, chromedp.DisableGPU, chromedp.Flag("disable-3d-apis", true))
	} else {
		flags = append(flags, chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, _ := chromedp.NewContext(allocator)
	b := running{ctx, func() {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		_ = chromedp.Cancel(soon)
		end() // waits for the end of the process
	}}
	if err := chromedp.Do(ctx); err != nil {
		b.stop()
		return running{}, err
	}
	return b, nil
}
