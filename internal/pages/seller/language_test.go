package seller_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestLanguages shows the pages in languages of their readers, with their figures, days and
// what is wrong with what was typed.
func TestLanguages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	s.sell(t, s.listed(t, ada, "Oak chair", 123450))
	s.clock.Advance(24 * time.Hour)
	ada.upload(t, "/sell/models", named{"oak_table.stl", "solid x"}).wantLeads(t, "a draft", "/sell/models/2")
	for _, c := range []struct {
		path   string
		status int
		says   []string
	}{
		{"/sell?lang=de", http.StatusOK, []string{"Ihre Modelle", "2 Modelle", "Entwurf", "Es fehlt: Beschreibung, Schlagwörter, Kategorie",
			"1.234,50 USD", "1 Datei wird gelesen", "7. Mai 2026"}},
		{"/sell?status=draft&lang=zh-Hans", http.StatusOK, []string{"2 个模型 · 显示全部", "缺少：描述、标签、分类、许可、价格"}},
		{"/sell?keywords=none&lang=ar", http.StatusOK, []string{"لا نماذج · عرض الكل"}},
		{"/sell/models/2?done=saved&lang=fr", http.StatusOK, []string{"Vos modifications sont enregistrées.",
			"Supposé d’après le nom d’un fichier", "Donnez-lui au moins 5 mots-clés"}},
		{"/sell/models/2?lang=es", http.StatusOK, []string{"Supuesto por los formatos de los archivos", "Sillas y taburetes"}},
		{"/sell/sales?lang=ar", http.StatusOK, []string{"\u20661,234.50 USD\u2069 من طلب واحد.", "لا مشاهدات ولا تنزيلات.", "6 مايو 2026"}},
		{"/sell/sales?from=x&to=y&lang=de", http.StatusUnprocessableEntity, []string{
			"Geben Sie beide Tage als Jahr, Monat und Tag an, etwa 2026-05-31. Das sind die letzten 30 Tage."}},
		{"/sell/profile?lang=de", http.StatusOK, []string{"Höchstens 2.000 Zeichen.", "JPEG, PNG oder WebP, höchstens 8,0 MB"}},
	} {
		page := ada.get(t, c.path)
		page.want(t, c.path, c.status, c.says...)
		if strings.Contains(page.body, `<main id="main" lang="en"`) {
			t.Errorf("%s is marked as English", c.path)
		}
	}
	ada.post(t, "/sell/bulk?lang=de", nil).want(t, "nothing to do", http.StatusUnprocessableEntity,
		"Sagen Sie, was mit den Modellen geschehen soll.")
	ada.post(t, "/sell/bulk?lang=ar", url.Values{"act": {"publish"}, "model": {"2"}}).want(t, "too early", http.StatusConflict,
		"يحتاج النموذج إلى وصف (اللغة: \u2068en-US\u2069).")
	if sent := ada.post(t, "/sell/models/9/uploads?lang=fr", nil); !strings.Contains(sent.body, `"detail":"Il n’y a pas de modèle 9."`) {
		t.Errorf("the script is told %s", sent.body)
	}
}
