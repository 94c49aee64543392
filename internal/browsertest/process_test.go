package browser

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPool kills a browser that pages share: the next page gets another one, and none is left
// when the pool stops.
func TestPool(t *testing.T) {
	t.Parallel()
	kind := process{os.Getenv(ChromiumVariable), true}
	if kind.binary == "" {
		t.Skipf("%s names no Chromium", ChromiumVariable)
	}
	p := &pool{running: map[process]running{}}
	defer p.stop()
	open := func() context.Context {
		t.Helper()
		ctx, err := p.page(t, kind)
		if err != nil {
			t.Fatal(err)
		}
		return ctx
	}
	of := func(ctx context.Context) *os.Process { return chromedp.FromContext(ctx).Browser.Process() }
	killed, beside := open(), open()
	if of(killed).Pid != of(beside).Pid {
		t.Error("two pages do not share a browser")
	}
	if err := of(killed).Kill(); err != nil {
		t.Fatal(err)
	}
	next := open()
	if err := chromedp.Do(next, chromedp.Navigate("about:blank")); err != nil || of(next).Pid == of(killed).Pid {
		t.Errorf("after a crash: %v", err)
	}
	if err := chromedp.Do(beside, chromedp.Navigate("about:blank")); err == nil {
		t.Error("the test beside does not learn of the crash")
	}
	p.stop()
	if err := of(next).Signal(syscall.Signal(0)); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("a browser is left: %v", err)
	}
}
