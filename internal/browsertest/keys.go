package browser

import (
	"context"
	"encoding/json"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys that have no character, for Press.
const (
	ArrowLeft  = kb.ArrowLeft
	ArrowRight = kb.ArrowRight
	ArrowUp    = kb.ArrowUp
	ArrowDown  = kb.ArrowDown
	Home       = kb.Home
	Enter      = kb.Enter
	Escape     = kb.Escape
	Tab        = kb.Tab
)

// control is the bit of the control key in the modifiers of an event.
const control = 2

// Press presses keys, one after the other, wherever the focus is.
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// Insert puts a text where the cursor is, all of it at once as input methods do: no script
// sees a part of it.
func (p *Page) Insert(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.t.Fatal(err)
	}
}

// Paste pastes what was copied, wherever the focus is, on a page that is Alone.
func (p *Page) Paste() {
	p.t.Helper()
	if !p.alone {
		p.t.Fatal("all pages of a browser have one clipboard: open this one Alone")
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Key: "v", Code: "KeyV", Modifiers: control, Commands: []string{"paste"},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// Fill puts a text into a field in place of what is there, once it can be seen, all of it at
// once as Insert does. Keys, for scripts that look at them, are for Press.
func (p *Page) Fill(selector, text string) {
	p.t.Helper()
	words, err := json.Marshal([]string{selector, text})
	if err != nil {
		p.t.Fatal(err)
	}
	fill := `(([selector, text]) => {
		const field = document.querySelector(selector);
		if (!field?.checkVisibility()) return null;
		field.focus();
		field.select();
		document.execCommand(text ? 'insertText' : 'delete', false, text);
		return field.value;
	})(` + string(words) + `)`
	got := onward[*string](p, fill)
	if got == nil {
		p.do(chromedp.WaitVisible(chromedp.CSS(selector)))
		got = onward[*string](p, fill)
	}
	if got == nil || *got != text {
		p.t.Fatalf("%s: %s does not take %q", p.Address(), selector, text)
	}
}
