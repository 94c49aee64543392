package seller_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
)

// TestBulk changes several models at once, and leaves those of others alone.
func TestBulk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	s.draft(t, ada, "Chair")
	s.listed(t, ada, "Table", 1000)
	s.listed(t, eve, "Foreign", 1000)
	caller := vitrine.Caller{User: ada.user}
	request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Tags: vitrine.Some([]string{"a", "b", "c", "d", "E"}),
		Price: vitrine.Some(vitrine.Amount(500)), OriginalPrice: vitrine.Some(vitrine.Amount(900))}}
	if _, err := s.shop.UpdateModel(t.Context(), caller, 1, request, nil); err != nil {
		t.Fatal(err)
	}
	bulk := func(b *browser, act, text string, ids ...string) answer {
		return b.post(t, "/sell/bulk", url.Values{"act": {act}, "price": {text}, "tags": {text}, "model": ids})
	}
	for act, says := range map[string]string{"price": "Write the price like 12.50.", "add-tags": "Write the tags",
		"": "Say what is to be done"} {
		bulk(ada, act, "", "1").want(t, act+" without a text", http.StatusUnprocessableEntity, says)
	}
	bulk(ada, "publish", "").want(t, "none", http.StatusUnprocessableEntity, "Choose 1 to 100 models first.")
	bulk(ada, "publish", "", strings.Split(strings.Repeat("1,", 101), ",")...).want(t, "too many", http.StatusUnprocessableEntity)
	bulk(ada, "publish", "", "x").want(t, "no number", http.StatusBadRequest)
	bulk(ada, "withdraw", "", "3").want(t, "somebody else's", http.StatusNotFound)

	bulk(ada, "price", "9,00", "1", "1", "3").wantLeads(t, "a price", "/sell?changed=1")
	if m := s.model(t, 1); *m.Price != 900 || m.OriginalPrice != nil || *s.model(t, 3).Price != 1000 {
		t.Errorf("the prices are %v (before: %v) and %v", *m.Price, m.OriginalPrice, *s.model(t, 3).Price)
	}
	bulk(ada, "add-tags", "f, A", "1").wantLeads(t, "tags", "/sell?changed=1")
	bulk(ada, "remove-tags", "e", "1").wantLeads(t, "fewer tags", "/sell?changed=1")
	if diff := cmp.Diff([]string{"a", "b", "c", "d", "f"}, s.model(t, 1).Tags); diff != "" {
		t.Errorf("the tags (-want +got):\n%s", diff)
	}
	bulk(ada, "remove-tags", "a", "1").want(t, "too few tags", http.StatusConflict, "None of these could be changed: Chair",
		"At least 5 tags are needed, 4 were given.")
	bulk(ada, "withdraw", "", "1", "2").wantLeads(t, "taking back", "/sell?changed=2")
	if got := s.model(t, 2).Status; got != vitrine.Draft {
		t.Errorf("what was taken back is %s", got)
	}
	bulk(ada, "publish", "", "1", "2").want(t, "publishing what lacks much", http.StatusConflict, "Chair", "Table",
		"The model needs a description")
	ada.get(t, "/sell?changed=2").want(t, "what was done", http.StatusOK, "2 models are changed.")
}
