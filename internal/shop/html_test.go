package shop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
)

// TestDescriptions stores descriptions and reads what was kept of them.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	for sent, want := range map[string][2]string{ // HTML, plain text
		"plain <3":                                          {"plain &lt;3", "plain <3"},
		" <p>One</p><p>two  <b>three</b></p>":               {"<p>One</p><p>two  <b>three</b></p>", "One\ntwo three"},
		"<ul><li>a</li><li>b</li></ul>":                     {"<ul><li>a</li><li>b</li></ul>", "a\nb"},
		"a<script>alert(1)</script>b":                       {"ab", "ab"},
		"a<style>p{}</style><img src=x onerror=alert(1)>b":  {"ab", "ab"},
		`<p style="color:red" onclick="x()">a</p>`:          {"<p>a</p>", "a"},
		`<a href="javascript:alert(1)">a</a>`:               {"a", "a"},
		`<a href="data:text/html,x">a</a>`:                  {"a", "a"},
		`<a href="https://a.example/?b=1&c=2" id="x">a</a>`: {`<a href="https://a.example/?b=1&amp;c=2" rel="nofollow noreferrer">a</a>`, "a"},
		`<a href="/local">a</a>`:                            {"a", "a"},
		`<iframe src="https://a.example"></iframe>a`:        {"a", "a"},
	} {
		made, err := m.shop.CreateModel(t.Context(), m.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{
			Title: vitrine.Some("Vase"), Description: vitrine.Some(sent),
		}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, [2]string{made.Description, made.RawDescription}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", sent, diff)
		}
	}
}
