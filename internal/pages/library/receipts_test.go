package library_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/markettest"
	"vitrine/internal/receipt"
)

// TestReceipts downloads the signed receipt of an order, and shows it, changed and not, to
// somebody who checks it.
func TestReceipts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.sell(t, s.publish(t, 1200, held{name: "chair.glb", content: "a chair"}), "ada@example.com")
	secret, anybody := "/receipt/"+o.CheckoutKey, s.visitor()
	got := anybody.get(t, secret+"/receipt.jwt")
	got.wantStatus(t, "the signed receipt", http.StatusOK)
	if got.header.Get("Content-Type") != receipt.MediaType || got.header.Get("Content-Disposition") != `attachment; filename="receipt-`+itoa(o.ID)+`.jwt"` {
		t.Errorf("it is sent with %v", got.header)
	}
	text := strings.TrimSpace(got.body)
	printed := anybody.get(t, secret+"/receipt.pdf")
	printed.wantStatus(t, "the receipt as a PDF", http.StatusOK)
	if printed.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(printed.body, "%PDF-") ||
		!strings.Contains(printed.body, "/EmbeddedFile") {
		t.Errorf("printed it is sent with %v, or without the signed one", printed.header)
	}
	anybody.get(t, secret+"/receipt.pdf?lang=zh-Hans").wantStatus(t, "in a language without letters", http.StatusNotFound)
	check := func(what, text string, status int, parts ...string) answer {
		t.Helper()
		shown := anybody.post(t, "/receipts/verify", url.Values{"receipt": {text}})
		shown.wantStatus(t, what, status)
		shown.wantText(t, what, parts...)
		return shown
	}
	says := []string{"ada@example.com", "Oak chair", "chair.glb", "12.00 USD"}
	check("as it is", text, 200, append(says, "This receipt holds")...)
	s.upload(t, text).wantText(t, "as a file", says...)
	changed := text[:len(text)-10] + "AAAAAAAAAA"
	if shown := check("changed", changed, 200, "forged"); strings.Contains(shown.body, "ada@example.com") {
		t.Error("a forged receipt is shown as if it said something")
	}
	check("nothing", "", 422, "Paste a receipt")
	check("anything", `"><script>alert(1)</script>`, 422, "This is no receipt", "script")
	if shown := check("huge", strings.Repeat("a", receipt.MaxSize+1), 422, "This is no receipt"); len(shown.body) > 20_000 {
		t.Errorf("what is no receipt is sent back, %d bytes of it", len(shown.body))
	}
	anybody.post(t, "/receipts/verify", url.Values{"receipt": {strings.Repeat("a", receipt.MaxSize+100_000)}}).wantStatus(t, "larger than any",
		http.StatusRequestEntityTooLarge)

	claims, err := receipt.Claimed(text)
	if err != nil {
		t.Fatal(err)
	}
	check("signed elsewhere in our name", signedElsewhere(t, claims, markettest.BaseURL), 200, "forged")
	check("signed elsewhere", signedElsewhere(t, claims, "https://other.example/<b>"), 200, "it comes from https://other.example/&lt;b&gt;")

	if _, err := s.shop.Refund(t.Context(), o.ID, true); err != nil {
		t.Fatal(err)
	}
	check("revoked", text, 200, append(says, "revoked")...)
	for _, form := range []string{"/receipt.jwt", "/receipt.pdf"} {
		anybody.get(t, secret+form).wantStatus(t, "the receipt of a refunded order", http.StatusConflict)
	}
}

// upload shows a receipt as the file that was downloaded, with the field for text left empty.
func (s *site) upload(t *testing.T, text string) answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	field, err := form.CreateFormField("receipt")
	if err == nil {
		field, err = form.CreateFormFile("file", "receipt-1.jwt")
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(field, text+"\n"); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/receipts/verify", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return answer{status: w.Code, header: w.Header(), body: w.Body.String()}
}

// signedElsewhere is what another marketplace says of itself.
func signedElsewhere(t *testing.T, c *receipt.Claims, issuer string) string {
	t.Helper()
	key, err := receipt.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other := *c
	other.Issuer = issuer
	text, err := receipt.Sign(&other, key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestOwnReceipt is downloaded from the library by who bought, and by nobody else.
func TestOwnReceipt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.sell(t, s.publish(t, 1200, held{name: "chair.glb", content: "a chair"}), "ada@example.com")
	ada := s.settled(t, "ada")
	ada.get(t, libraryPath(o)).wantText(t, "the order", "Signed receipt")
	got := ada.get(t, libraryPath(o)+"/receipt.jwt")
	got.wantStatus(t, "the receipt", http.StatusOK)
	c, err := receipt.Claimed(strings.TrimSpace(got.body))
	if err != nil || c.Order.UUID != o.UUID || c.Order.Price != vitrine.Amount(1200).String() {
		t.Errorf("it says %+v, %v", c, err)
	}
	s.settled(t, "eve").get(t, libraryPath(o)+"/receipt.jwt").wantStatus(t, "somebody else", http.StatusNotFound)
}
