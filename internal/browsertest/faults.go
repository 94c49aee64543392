package browser

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// faults collects what a page does that it should not, while it runs.
type faults struct {
	mu       sync.Mutex
	hosts    []string // that may be asked
	requests []string
	found    []string
	expected []string
	said     []string // to the console, for whoever looks for the cause
}

func newFaults(hosts []string) *faults { return &faults{hosts: hosts} }

func (f *faults) see(event any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		f.seeRequest(e.Request.URL)
	case *log.EventEntryAdded:
		f.seeEntry(e.Entry)
	case *runtime.EventExceptionThrown:
		f.add("exception: %s", describeException(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			f.add("console: %s", describe(e.Args))
		}
		f.said = append(f.said, describe(e.Args))
	}
}

func (f *faults) seeRequest(address string) {
	f.requests = append(f.requests, address)
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss" {
		if err != nil || !slices.Contains(f.hosts, u.Host) {
			f.add("request to another host: %s", address)
		}
	}
}

// seeEntry takes errors of the browser's log; violations of the policy are
// among them. Chromium asks for an icon by itself.
func (f *faults) seeEntry(e *log.Entry) {
	f.said = append(f.said, e.Text)
	if e.Level == log.EntryLevelError && !strings.HasSuffix(e.URL, "/favicon.ico") {
		f.add("%s: %s %s", e.Source, e.Text, e.URL)
	}
}

func (f *faults) add(format string, args ...any) {
	f.found = append(f.found, fmt.Sprintf(format, args...))
}

func (f *faults) allow(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hosts = append(f.hosts, host)
}

// unexpected are the faults that no expectation covers, and the expectations
// that no fault met.
func (f *faults) unexpected() (found, unmet []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, fault := range f.found {
		if !slices.ContainsFunc(f.expected, func(text string) bool { return strings.Contains(fault, text) }) {
			found = append(found, fault)
		}
	}
	for _, text := range f.expected {
		if !slices.ContainsFunc(f.found, func(fault string) bool { return strings.Contains(fault, text) }) {
			unmet = append(unmet, text)
		}
	}
	return found, unmet
}

func describeException(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return fmt.Sprintf("%s %s:%d", e.Text, e.URL, e.LineNumber+1)
}

func describe(args []*runtime.RemoteObject) string {
	var text []string
	for _, arg := range args {
		if arg.Description != "" {
			text = append(text, arg.Description)
		} else {
			text = append(text, string(arg.Value))
		}
	}
	return strings.Join(text, " ")
}
