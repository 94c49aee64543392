// Package markettest opens marketplaces for tests: a database, a folder of bytes, the shop
// and the readers of files, wired as package app does. What answers requests is for the
// tests to add.
package markettest

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/auth/authtest"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/survey"
	"vitrine/internal/survey/surveytest"
)

// BaseURL is where the marketplaces say that they are.
const BaseURL = "https://models.example"

// Folder makes a folder of bytes whose addresses go by a clock.
func Folder(t testing.TB, now func() time.Time) *blob.Disk {
	t.Helper()
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{BaseURL: BaseURL, Secret: bytes.Repeat([]byte("s"), 32), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return disk
}

// Parts are what a marketplace is made from: a test may change them before Open. Payments
// are made in the sandbox, pictures in this process, and files are read and not drawn.
type Parts struct {
	Shop   shop.Options
	Reader survey.ReaderOptions
}

// New are the parts of a marketplace on a database and stored bytes.
func New(db *store.DB, blobs blob.Store, now func() time.Time) Parts {
	surveyor := survey.New(survey.Options{Burst: time.Nanosecond, Now: now})
	return Parts{
		Shop: shop.Options{
			DB: db, Blobs: blobs, Pictures: picture.NewProcessor(0), Payments: payment.Sandbox{}, Surveyor: surveyor,
			Settings: shop.DefaultSettings(), Now: now, Password: authtest.Cost(),
		},
		Reader: survey.ReaderOptions{Surveyor: surveyor, DB: db, Blobs: blobs, Read: surveytest.ReadOnly},
	}
}

// Open opens the marketplace, with the shipped categories and licences.
func (p *Parts) Open(t testing.TB) (*shop.Shop, *survey.Reader) {
	t.Helper()
	s := shop.New(p.Shop)
	if err := s.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Reader.Shop = s
	return s, survey.NewReader(p.Reader)
}

// Fetch gets an address as somebody without an account.
func Fetch(t testing.TB, client *http.Client, address string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}
