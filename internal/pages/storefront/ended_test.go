package storefront_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/payment"
)

// TestForgedKeys asks for pages of orders with keys that are none.
func TestForgedKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
	o, err := s.db.Order(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	key := o.CheckoutKey
	if len(key) < 26 { // 128 bits in base 32
		t.Errorf("the key %q can be guessed", key)
	}
	for _, forged := range []string{
		"x", fmt.Sprint(id), "mine-1", o.DownloadToken, key[:len(key)-1], key + "x", key + "%00", key + "%20", key + "%2F", "%25", swapCase(key),
		"'%20OR%201=1%20--", "%F0%9F%97%9D", "%FF", strings.Repeat("x", 5000),
	} {
		s.get(t, "/checkout/"+forged).wantStatus(t, http.StatusNotFound)
		s.get(t, "/receipt/"+forged).wantStatus(t, http.StatusNotFound)
		s.get(t, fmt.Sprint("/receipt/", forged, "/files/", o.Files[0].FileID)).wantStatus(t, http.StatusNotFound)
		for _, outcome := range []string{"pay", "confirm", "cancel"} {
			s.choose(t, "/checkout/"+forged, outcome).wantStatus(t, http.StatusNotFound)
		}
	}
	for _, file := range []string{"0", "-1", "x", "99999", "99999999999999999999", fmt.Sprint(o.Files[0].FileID, "%20")} {
		s.get(t, receiptOf(checkout)+"/files/"+file).wantStatus(t, http.StatusNotFound)
	}
	s.get(t, "/checkout/").wantStatus(t, http.StatusNotFound)
}

// swapCase makes small letters large and large ones small.
func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if upper := strings.ToUpper(string(r)); upper != string(r) {
			return []rune(upper)[0]
		}
		return []rune(strings.ToLower(string(r)))[0]
	}, text)
}

// TestEndedOrders asks for the pages of orders that can't be paid any more.
func TestEndedOrders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		end  func(ctx context.Context, t *testing.T, s *site, id int64, checkout string) error
	}{
		{"canceled", func(ctx context.Context, t *testing.T, s *site, _ int64, checkout string) error {
			s.choose(t, checkout, "cancel").wantStatus(t, http.StatusSeeOther)
			return nil
		}},
		{"refunded", func(ctx context.Context, t *testing.T, s *site, id int64, checkout string) error {
			s.choose(t, checkout, "pay").wantStatus(t, http.StatusSeeOther)
			_, err := s.shop.Refund(ctx, id, false)
			return err
		}},
		{"expired", func(ctx context.Context, _ *testing.T, s *site, _ int64, _ string) error {
			s.setClock(0)
			return s.shop.ExpireOrders(ctx)
		}},
		// The sweep has not seen it yet.
		{"expired", func(context.Context, *testing.T, *site, int64, string) error { return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			if c.name == "expired" {
				s.setClock(-25 * time.Hour)
			}
			id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "https://shop.example/back")
			if err := c.end(t.Context(), t, s, id, checkout); err != nil {
				t.Fatal(err)
			}
			s.setClock(0)

			got := s.get(t, checkout)
			got.wantStatus(t, http.StatusOK)
			got.wantText(t, "This order is "+c.name+" and can't be paid any more.", "Go back")
			if got := got.outcomes(t); len(got) > 0 {
				t.Errorf("choices of a %s order: %q", c.name, got)
			}
			links := got.attributes(t, "a", "href")
			if want := fmt.Sprintf("https://shop.example/back?id=%d&status=%s&uuid=mine-1", id, c.name); !slices.Contains(links, want) {
				t.Errorf("links %q, want %s among them", links, want)
			}
			for _, outcome := range []string{"pay", "decline", "delay", "cancel", "confirm"} {
				s.choose(t, checkout, outcome).wantStatus(t, http.StatusConflict)
			}
			file := s.get(t, receiptOf(checkout)+"/files/1")
			file.wantStatus(t, http.StatusPaymentRequired)
			file.wantText(t, "the order is "+c.name)

			receipt := s.get(t, receiptOf(checkout))
			receipt.wantStatus(t, http.StatusOK)
			receipt.wantText(t, "This order is "+c.name+": its downloads are closed.")
			if strings.Contains(receipt.body, "/files/") {
				t.Error("the receipt has downloads")
			}
		})
	}
}

func TestRefundThatLeavesTheDownloads(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
	if _, err := s.shop.Refund(t.Context(), id, true); err != nil {
		t.Fatal(err)
	}
	s.get(t, checkout).wantRedirect(t, receiptOf(checkout))
	got := s.get(t, receiptOf(checkout))
	got.wantText(t, "refunded", "Refunded")
	s.wantDownload(t, got)
}

// TestReceiptOfWhatWasTakenOff shows a receipt without the picture that its buyer may no longer see.
func TestReceiptOfWhatWasTakenOff(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, checkout := s.order(t, s.publish(t, "Oak chair", 12), "")
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
	if before := s.get(t, receiptOf(checkout)); !strings.Contains(before.body, "/media/") {
		t.Error("the receipt shows no picture of what is sold")
	}
	if _, err := s.shop.HideModel(t.Context(), 1, "a test"); err != nil {
		t.Fatal(err)
	}
	after := s.get(t, receiptOf(checkout))
	if after.wantStatus(t, http.StatusOK); strings.Contains(after.body, "/media/") {
		t.Error("the receipt shows a picture of what was taken off")
	}
}
