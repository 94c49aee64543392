package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestOrderCommands lists and shows an order: in the interface's words, with states that
// there are, and without the keys of stored bytes.
func TestOrderCommands(t *testing.T) {
	t.Parallel()
	data := earlierMarketplace(t)
	out, err := vitrine(t, "order", "show", "--data", data, "1")
	if err != nil {
		t.Fatal(err)
	}
	var order struct {
		ID    string
		Files []map[string]any
	}
	if err := json.Unmarshal([]byte(out), &order); err != nil || order.ID != "1" || len(order.Files) != 1 {
		t.Fatalf("order show prints %s, %v", out, err)
	}
	for name := range order.Files[0] {
		if !strings.Contains(" id name size sha256 ", " "+name+" ") {
			t.Errorf("a file of the order has %q", name)
		}
	}
	if order.Files[0]["id"] != 1.0 || order.Files[0]["name"] != "cube.stl" || strings.Contains(out, "files/b/g") {
		t.Errorf("order show prints %s", out)
	}
	for status, want := range map[string]string{"paid": `"id": "1"`, "canceled": "[]", "": `"id": "1"`} {
		if out, err := vitrine(t, "order", "list", "--data", data, "--status", status); err != nil || !strings.Contains(out, want) {
			t.Errorf("order list --status %q: %s, %v, want %s in it", status, out, err, want)
		}
	}
	_, err = vitrine(t, "order", "refund", "--data", data, "--payments", "goats", "1")
	if err == nil || !strings.Contains(err.Error(), `--payments`) || !strings.Contains(err.Error(), "goats") {
		t.Errorf("order refund with payments that are none: %v", err)
	}
	for _, status := range []string{"cancelled", "foo", "PAID"} {
		_, err := vitrine(t, "order", "list", "--data", data, "--status", status)
		if err == nil || !strings.Contains(err.Error(), "unpaid, paid, canceled, expired, refunded, disputed") {
			t.Errorf("order list --status %s: %v, want the states that there are", status, err)
		}
	}
}
