package storefront_test

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/payment"
)

// locations reads the addresses in a sitemap or an index of them.
func locations(t *testing.T, p page) []string {
	t.Helper()
	p.wantStatus(t, http.StatusOK)
	var found struct {
		Entries []struct {
			Location string `xml:"loc"`
		} `xml:",any"`
	}
	if err := xml.Unmarshal([]byte(p.body), &found); err != nil {
		t.Fatalf("%v: %s", err, p.body)
	}
	list := []string{}
	for _, entry := range found.Entries {
		list = append(list, strings.TrimPrefix(entry.Location, baseURL))
	}
	return list
}

func TestSitemap(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	if diff := cmp.Diff([]string{"/", "/3d-models", "/3d-print-models"}, locations(t, s.get(t, "/sitemap.xml"))); diff != "" {
		t.Errorf("an empty marketplace (-want +got):\n%s", diff)
	}
	s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture", "subcategory": "chairs"})
	s.publishOf(t, map[string]any{"title": "Nude", "adult_content": true})
	s.draft(t, "Draft", 1)
	s.publishOf(t, map[string]any{"title": "Vase", "category": "household-prints", "product_type": "printable"})
	want := []string{"/", "/3d-models", "/3d-models/furniture", "/3d-models/furniture/chairs", "/3d-print-models",
		"/3d-print-models/household-prints",
		"/3d-print-models/tools", "/3d-models/furniture/chairs/oak-chair", "/3d-print-models/household-prints/vase"}
	got := locations(t, s.get(t, "/sitemap.xml"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sitemap (-want +got):\n%s", diff)
	}
	for _, path := range got {
		s.get(t, path).wantStatus(t, http.StatusOK)
	}

	s.views.SetSitemapSize(2)
	parts := locations(t, s.get(t, "/sitemap.xml"))
	if diff := cmp.Diff([]string{"/sitemaps/1.xml", "/sitemaps/2.xml"}, parts); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
	both := slices.Concat(locations(t, s.get(t, parts[0])), locations(t, s.get(t, parts[1])))
	if diff := cmp.Diff(want, both); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	for _, number := range []string{"0.xml", "3.xml", "-1.xml", "1", "x.xml", "9223372036854775807.xml"} {
		s.get(t, "/sitemaps/"+number).wantStatus(t, http.StatusNotFound)
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	got := newSite(t, payment.Sandbox{}).get(t, "/robots.txt")
	got.wantStatus(t, http.StatusOK)
	for _, line := range []string{"Disallow: /v1/\n", "Disallow: /receipt/\n", "Disallow: /free/\n", "Disallow: /library\n",
		"Disallow: /orders/\n", "Sitemap: " + baseURL + "/sitemap.xml\n"} {
		if !strings.Contains(got.body, line) {
			t.Errorf("no line %q in\n%s", line, got.body)
		}
	}
}
