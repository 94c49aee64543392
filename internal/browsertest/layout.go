package browser

import "fmt"

// Fits fails the test when the page can be scrolled sideways, and names what
// sticks out.
func (p *Page) Fits() {
	p.t.Helper()
	wide := Eval[[]string](p, `(() => {
		const root = document.documentElement;
		if (root.scrollWidth <= root.clientWidth) return [];
		const held = (e) => {
			for (e = e.parentElement; e && e !== document.body; e = e.parentElement)
				if (getComputedStyle(e).overflowX !== 'visible') return true;
		};
		const out = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > root.clientWidth + 0.5 && !held(e));
		return ['the page is ' + root.scrollWidth + ' wide in a window of ' + root.clientWidth,
			...out.slice(0, 5).map((e) => e.outerHTML.slice(0, 120))];
	})()`)
	for _, what := range wide {
		p.t.Errorf("%s scrolls sideways: %s", p.Address(), what)
	}
}

// Usable are the elements that take part in the order of the Tab key, as far as
// they can be seen. Of radio buttons that is the chosen one: arrows lead to the others.
const usable = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
	.filter((e) => !e.disabled && e.type !== 'hidden' && !(e.type === 'radio' && !e.checked) && e.checkVisibility({ checkVisibilityCSS: true }) && e.getClientRects().length)`

// Reachable goes through the page with the Tab key alone, and fails the test for
// every element that does not get the focus, or shows nothing of it.
func (p *Page) Reachable() {
	p.t.Helper()
	for _, fault := range p.Unreachable() {
		p.t.Errorf("%s: %s", p.Address(), fault)
	}
}

// Unreachable are the faults that Reachable finds. What an earlier page had in the same place,
// such as a link of the header, was reached there, and is passed over.
func (p *Page) Unreachable() (faults []string) {
	p.t.Helper()
	elements := Eval[[]string](p, `(() => {
		const seen = window.focused = new Map();
		const outlined = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.content !== 'none';
		const look = (e) => [null, '::after', '::before'].some((part) => outlined(getComputedStyle(e, part)));
		document.addEventListener('focusin', ({ target }) => seen.set(target, seen.get(target) || look(target)));
		const place = (e) => e ? place(e.parentElement) + '/' + e.tagName + '.' + e.className : innerWidth;
		window.usable = `+usable+`;
		return window.usable.map((e) => place(e) + e.outerHTML);
	})()`)
	if len(elements) == 0 {
		return []string{"nothing takes the focus"}
	}
	for from := 0; from < len(elements); from++ {
		to := from
		for to < len(elements) && !p.reached[elements[to]] {
			to++
		}
		if to > from {
			faults = append(faults, p.tab(from, to)...)
			from = to
		}
	}
	// What appeared meanwhile had to be reached as well.
	faults = append(faults, p.unfocused(`(`+usable+`).filter((e) => !window.usable.includes(e))`)...)
	if len(faults) == 0 {
		for _, element := range elements {
			p.reached[element] = true
		}
	}
	return faults
}

// tab goes with the Tab key from what stands before some of the page's elements to the last of
// them, and once more from the beginning of the page where that misses one. It returns the faults.
func (p *Page) tab(from, to int) (faults []string) {
	p.t.Helper()
	const more = 8 // boxes that scroll take the focus too
	for start := from; ; start = 0 {
		Eval[bool](p, fmt.Sprintf(`(() => {
			const before = window.usable[%d - 1] ?? document.body;
			if (before === document.body) before.tabIndex = -1;
			before.focus();
			return true;
		})()`, start))
		for pressed := range to - start + more {
			p.Press(Tab)
			if pressed < to-start-1 {
				continue
			}
			faults = p.unfocused(fmt.Sprintf(`window.usable.slice(%d, %d).filter((e) => e.isConnected)`, from, to))
			if len(faults) == 0 {
				return nil
			}
		}
		if start == 0 {
			return faults
		}
	}
}

// unfocused are the faults of those of some elements that had no focus, or did not show it.
func (p *Page) unfocused(elements string) []string {
	p.t.Helper()
	return Eval[[]string](p, elements+`.filter((e) => !window.focused.get(e))
		.map((e) => (window.focused.has(e) ? 'the focus does not show on ' : 'Tab does not reach ') + e.outerHTML.slice(0, 160))`)
}

// Address is where the page is.
func (p *Page) Address() string {
	p.t.Helper()
	return Eval[string](p, `location.href`)
}
