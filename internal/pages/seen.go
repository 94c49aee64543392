package pages

import (
	"net/url"
	"strconv"

	"vitrine/internal/shop"
)

// Seen asks for what a form is about as it was when the form showed it, in the field version.
func Seen(form url.Values) shop.Precondition {
	version, err := strconv.ParseInt(form.Get("version"), 10, 64)
	return func(now int64) bool { return err == nil && version == now }
}
