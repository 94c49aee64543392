package browser

import (
	"os"

	"github.com/chromedp/chromedp"
)

// AxeVariable names the environment variable with the path of axe.min.js, which
// finds faults in the accessibility of pages. It is not part of this project, as
// its licence is another one.
const AxeVariable = "VITRINE_TEST_AXE"

// Accessible fails the test for every serious or critical fault that axe-core
// finds in the page as it stands.
func (p *Page) Accessible() {
	p.t.Helper()
	for _, barrier := range p.Barriers() {
		p.t.Errorf("not accessible: %s", barrier)
	}
}

// Barriers are the serious and critical faults that axe-core finds in the page.
func (p *Page) Barriers() []string {
	p.t.Helper()
	script, err := os.ReadFile(os.Getenv(AxeVariable))
	if err != nil {
		p.t.Fatalf("%s names no axe-core: scripts/install.sh fetches it to .tools/axe.min.js: %v", AxeVariable, err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](string(script)))
	return Eval[[]string](p, `axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations
		.filter((v) => v.impact === 'serious' || v.impact === 'critical')
		.flatMap((v) => v.nodes.map((n) => v.impact + ' ' + v.id + ': ' + v.help + ' at ' + n.target + '. ' + n.failureSummary)))`)
}
