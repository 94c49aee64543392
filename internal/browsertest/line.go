package browser

import (
	"strconv"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Line is what a browser is connected by.
type Line struct {
	Broken bool
	Upload float64 // bytes a second; 0: as fast as it goes
}

// Connect gives the browser another line. Requests under way break off with a line that breaks.
func (p *Page) Connect(line Line) {
	p.t.Helper()
	speed := line.Upload
	if speed == 0 {
		speed = -1 // no limit
	}
	conditions := &network.Conditions{DownloadThroughput: -1, UploadThroughput: speed, Offline: line.Broken}
	_, err := chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule,
		network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{conditions}})
	if err == nil { // what scripts are told of it
		_, err = chromedp.Call(p.ctx, network.OverrideNetworkState,
			network.OverrideNetworkStateParams{Offline: line.Broken, DownloadThroughput: -1, UploadThroughput: speed})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// Drop drops files or folders of this machine on the middle of an element.
func (p *Page) Drop(selector string, paths ...string) {
	p.t.Helper()
	Eval[bool](p, `(document.querySelector(`+strconv.Quote(selector)+`).scrollIntoView({block: "center", behavior: "instant"}), true)`)
	x, y := p.middle(selector)
	for _, kind := range []input.DispatchDragEventType{
		input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop,
	} {
		_, err := chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: x, Y: y,
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1}})
		if err != nil {
			p.t.Fatal(err)
		}
	}
}
