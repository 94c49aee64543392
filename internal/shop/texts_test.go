package shop_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
)

// textsOf are the texts of a model, one a line.
func textsOf(m *vitrine.Model) (list []string) {
	for _, text := range m.Texts() {
		list = append(list, fmt.Sprintf("%s: %s, %s, %s", text.Language, text.Title, text.RawDescription, strings.Join(text.Tags, " ")))
	}
	return list
}

// TestTextsAreChangedTogether writes a model in several languages at once: all of it or nothing.
func TestTextsAreChangedTogether(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		first := d.model.Language
		german := shop.TextRequest{Language: "de", Title: "Eichenstuhl", Description: vitrine.Some("<p>Vier <b>Beine</b>.</p>"),
			Tags: []string{"eiche", "stuhl", "sitz", "holz", "heim"}}
		french := german
		french.Language, french.Title = "fr", "Chaise"
		english := shop.TextRequest{Language: first, Title: "Oak chair", Tags: []string{"oak", "chair", "seat", "wood", "home"}}
		save := func(texts ...shop.TextRequest) error {
			_, err := d.shop.UpdateModel(ctx, d.seller, d.model.ID, shop.ModelRequest{Texts: texts}, nil)
			return err
		}
		want := func(step string, lines ...string) {
			m, err := d.db.Model(ctx, d.model.ID)
			d.fatal(err)
			if diff := cmp.Diff(lines, textsOf(m)); diff != "" {
				d.t.Errorf("%s (-want +got):\n%s", step, diff)
			}
		}
		const inGerman = "de: Eichenstuhl, Vier Beine., eiche stuhl sitz holz heim"
		const inFrench = "fr: Chaise, Vier Beine., eiche stuhl sitz holz heim"
		inEnglish := first + ": Oak chair, Four legs., oak chair seat wood home"

		d.fatal(save(english, german, french))
		want("three languages", inEnglish, inGerman, inFrench)

		wrong := german
		wrong.Title, wrong.Tags = "", wrong.Tags[:2]
		err := save(shop.TextRequest{Language: first, Title: "Table"}, wrong, shop.TextRequest{Language: "it", Remove: true})
		refused, ok := errors.AsType[*vitrine.Error](err)
		if !ok {
			d.t.Fatalf("a text with faults: %v", err)
		}
		var faults []string
		for _, f := range refused.Fields {
			faults = append(faults, f.Language+" "+f.Pointer+" "+f.Code)
		}
		if diff := cmp.Diff([]string{"de /title required", "de /tags too_few", "it  not_allowed"}, faults); diff != "" {
			d.t.Errorf("faults (-want +got):\n%s", diff)
		}
		want("faults", inEnglish, inGerman, inFrench)

		d.fatal(save(shop.TextRequest{Language: first, Remove: true}))
		want("without the first", inGerman, inFrench)

		d.update(vitrine.ModelChange{Status: vitrine.Some(vitrine.Published)})
		draft, err := d.shop.SaveDraft(ctx, d.seller, d.model.ID, shop.DraftRequest{ModelRequest: shop.ModelRequest{Texts: []shop.TextRequest{
			{Language: "de", Title: "Stuhl", Tags: german.Tags}, {Language: "fr", Remove: true}}}})
		d.fatal(err)
		if diff := cmp.Diff([]string{"de: Stuhl, Vier Beine., eiche stuhl sitz holz heim"}, textsOf(draft.Copy)); diff != "" {
			d.t.Errorf("the draft version (-want +got):\n%s", diff)
		}
		want("while there is a draft version", inGerman, inFrench)
		_, err = d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
		d.fatal(err)
		want("published", "de: Stuhl, Vier Beine., eiche stuhl sitz holz heim")

		_, err = d.shop.UpdateModel(ctx, d.seller, d.model.ID, shop.ModelRequest{Texts: []shop.TextRequest{french}, OnlyTexts: true}, nil)
		d.fatal(err)
		want("nothing else", inFrench)
		_, err = d.shop.UpdateModel(ctx, d.seller, d.model.ID, shop.ModelRequest{OnlyTexts: true}, nil)
		wantCode(d.t, "nothing at all", err, vitrine.Invalid)
		want("which is refused", inFrench)
	})
}
