package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/inspect"
)

// TestServeAsksForPaymentText starts with each kind of payments, with and without
// a text that shows something.
func TestServeAsksForPaymentText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		payments, text string
		asks           int
	}{{"manual", "", 1}, {"manual", "<script></script>", 1}, {"manual", "Pay to DE02.", 0}, {"sandbox", "", 0}} {
		c := settings(t)
		c.Payments, c.PaymentText = test.payments, test.text
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		err := app.Serve(ctx, app.Options{Config: c, Log: slog.New(slog.NewTextHandler(&log, nil)), Read: inspect.InProcess},
			func(context.Context, *app.App) error { cancel(); return nil })
		cancel()
		if got := strings.Count(log.String(), "--payment-text"); err != nil || got != test.asks {
			t.Errorf("%s with %q: %d lines ask for the text, want %d; %v\n%s", test.payments, test.text, got, test.asks, err, log.String())
		}
	}
}
