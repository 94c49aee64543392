package browser

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
	count := Eval[int](p, `(() => {
		document.activeElement.blur();
		scrollTo(0, 0);
		const seen = window.focused = new Map();
		const outlined = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.content !== 'none';
		const look = (e) => [null, '::after', '::before'].some((part) => outlined(getComputedStyle(e, part)));
		document.addEventListener('focusin', ({ target }) => seen.set(target, seen.get(target) || look(target)));
		return (`+usable+`).length;
	})()`)
	const more = 8 // boxes that scroll take the focus too
	for range count + more {
		p.Press(Tab)
	}
	faults := Eval[[]string](p, `(`+usable+`).filter((e) => !window.focused.get(e))
		.map((e) => (window.focused.has(e) ? 'the focus does not show on ' : 'Tab does not reach ') + e.outerHTML.slice(0, 160))`)
	for _, fault := range faults {
		p.t.Errorf("%s: %s", p.Address(), fault)
	}
	if count == 0 {
		p.t.Errorf("%s: nothing takes the focus", p.Address())
	}
}

// Address is where the page is.
func (p *Page) Address() string {
	p.t.Helper()
	return Eval[string](p, `location.href`)
}
