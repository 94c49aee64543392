package setup

import (
	"math"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/pages"
)

// The units that people type: a gigabyte has so many megabytes, an hour so many seconds.
const (
	megabytes = 1000
	hour      = 60 * 60
)

// fillLimits has the form show the limits that were set.
func (f *form) fillLimits(l vitrine.Limits) {
	plain := func(n int64) string { return strconv.FormatInt(n, 10) }
	for name, said := range map[string]struct {
		n     int64
		write func(int64) string
	}{
		"max_file_bytes": {l.FileBytes, pages.InGigabytes}, "max_files": {l.Files, plain},
		"max_image_bytes": {l.ImageBytes, func(n int64) string { return pages.InGigabytes(n * megabytes) }},
		"max_images":      {l.Images, plain}, "order_lifetime_seconds": {l.OrderSeconds, hours},
	} {
		if said.n > 0 {
			f.values.Set(name, said.write(said.n))
		}
	}
}

// Hours is how long an order can be paid by what the server was started with.
func (f *form) Hours() string { return f.said.Figure(hours(int64(f.Most.OrderLifetime.Seconds()))) }

// Size and Count write what a limit is at most. Rounded up, the number would be refused.
func (f *form) Size(n int64) string {
	for _, tenth := range []int64{1e8, 1e5} {
		if n >= 10*tenth {
			return f.said.Bytes(n - n%tenth)
		}
	}
	return f.said.Bytes(n)
}

// Count is Size of a number of things.
func (f *form) Count(n int) string { return f.said.Number(int64(n)) }

func hours(seconds int64) string { return strconv.FormatFloat(float64(seconds)/hour, 'f', -1, 64) }

// limitedBy is a house with the limits of a form; -1, which Check refuses, for what is no
// number.
func limitedBy(sent url.Values, house vitrine.House) vitrine.House {
	house.Limits = vitrine.Limits{
		FileBytes: measured(sent, "max_file_bytes", 1e9), Files: measured(sent, "max_files", 1),
		ImageBytes: measured(sent, "max_image_bytes", 1e9/megabytes), Images: measured(sent, "max_images", 1),
		OrderSeconds: measured(sent, "order_lifetime_seconds", hour),
	}
	return house
}

// measured reads a number of units; 0 for nothing.
func measured(sent url.Values, name string, unit float64) int64 {
	text := strings.TrimSpace(sent.Get(name))
	if text == "" {
		return 0
	}
	if unit == 1 { // digits alone: what is between thousands in one language is a point in another
		n, err := strconv.ParseUint(text, 10, 62)
		if err != nil || n == 0 {
			return -1
		}
		return int64(n)
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	whole := math.Round(n * unit)
	if err != nil || !(whole >= 1 && whole <= 1e18) {
		return -1
	}
	return int64(whole)
}
