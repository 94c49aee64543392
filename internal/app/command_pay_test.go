package app_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/app"
)

// TestPayCommands confirm orders by when their money came, and none by a day that is none, is ahead, or is before the order.
func TestPayCommands(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.Payments = "manual"
	m, _ := emptyMarket(t, c)
	m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 12})))
	for _, name := range []string{"pay", "pay-checkout"} {
		order := m.call(t, "POST", "/v1/orders", map[string]any{"model_id": 1, "again": true})
		path, paid := fmt.Sprint("/v1/orders/", order["id"]), order
		if name == "pay-checkout" {
			paid = m.call(t, "POST", "/v1/checkouts", map[string]any{"order_ids": []any{order["id"]}})
		}
		of, came := fmt.Sprint(paid["id"]), fmt.Sprint(paid["created_at"])
		for wrong, says := range map[string]string{
			"yesterday": "write a day as", "2999-01-01": "which is today", "1999-12-31": "when it was made",
		} {
			var out bytes.Buffer
			env := app.Environment{Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(""), Stdout: &out,
				Stderr: &out}
			err := app.Run(t.Context(), []string{"vitrine", "order", name, "--data", c.Data, "--paid-at", wrong, of}, env)
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("order %s --paid-at %s: %v %s; want %q", name, wrong, err, out.String(), says)
			}
		}
		if now := m.call(t, "GET", path, nil); now["status"] != "unpaid" {
			t.Errorf("order %s by days that are none made it %v", name, now["status"])
		}
		command(t, c.Data, "order", name, "--paid-at", came, of)
		if now := m.call(t, "GET", path, nil); now["status"] != "paid" || now["paid_at"] != came {
			t.Errorf("order %s made it %v, at %v; want the moment that was said, %v", name, now["status"], now["paid_at"], came)
		}
	}
}
