package vitrine_test

import (
	"testing"
	"time"

	"vitrine"
)

func TestMayReturnTo(t *testing.T) {
	t.Parallel()
	app := vitrine.Application{ReturnURLs: []string{"https://shop.example/back", "https://shop.example:8443", "http://localhost:3000/a"}}
	for address, want := range map[string]bool{
		"https://shop.example/back": true, "https://SHOP.example/back?session=1#x": true, "https://shop.example:8443/": true,
		"http://localhost:3000/a":    true,
		"https://shop.example/back/": false, "https://shop.example/back/../other": false, "https://shop.example/": false,
		"https://shop.example.evil.example/back": false,
		"https://shop.example:444/back":          false, "http://localhost:3001/a": false, "https://localhost:3000/a": false,
		"https://evil@shop.example/back": false, "": false,
	} {
		if got := app.MayReturnTo(address); got != want {
			t.Errorf("%q: %t, want %t", address, got, want)
		}
	}
	if anywhere := (&vitrine.Application{}); !anywhere.MayReturnTo("https://other.example/") {
		t.Error("an application without registered addresses is held to some")
	}
	app.RemovedAt = time.Unix(1, 0)
	if app.MayReturnTo("https://shop.example/back") {
		t.Error("customers are sent to an application that was removed")
	}
}
