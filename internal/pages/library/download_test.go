package library_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/clocktest"
	"vitrine/internal/markettest"
	"vitrine/internal/store"
)

func checksum(content string) uint32 { return crc32.ChecksumIEEE([]byte(content)) }

// unpack opens an archive, and holds its files against the sums in it. It returns their
// names, and what they hold.
func unpack(t *testing.T, a answer) (names []string, files map[string]string) {
	t.Helper()
	a.wantStatus(t, "the archive", http.StatusOK)
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	sums := ""
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		sum := sha256.Sum256(content)
		files[f.Name] = string(content)
		if f.Name != "SHA256SUMS" {
			names = append(names, f.Name)
			sums += hex.EncodeToString(sum[:]) + "  " + f.Name + "\n"
		}
	}
	if files["SHA256SUMS"] != sums {
		t.Errorf("the sums are\n%swant\n%s", files["SHA256SUMS"], sums)
	}
	return names, files
}

// TestBundle downloads an order as a ZIP: whole, and what a HEAD says of it.
func TestBundle(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.publish(t, 1250, held{name: "../x.glb", content: "glTF 1"}, held{name: "CON.txt", content: "2"},
		held{name: "a.obj", content: "3"}, held{name: "A.OBJ", content: "4"}, held{name: "x\u202egnp.exe", content: "5"},
		held{name: strings.Repeat("ü", 300) + ".stl", content: "6"},
		held{name: "LICENSE.txt", content: "mine"})
	o := s.sell(t, m, "eve@example.com")
	v := s.visitor()
	path := "/receipt/" + o.CheckoutKey + "/all.zip"
	got := v.get(t, path)
	names, files := unpack(t, got)
	long := strings.Repeat("ü", 125) + ".stl"
	want := []string{".._x.glb", "_CON.txt", "a.obj", "A (2).OBJ", "x_gnp.exe", long, "LICENSE.txt", "LICENSE (2).txt"}
	if !slices.Equal(names, want) {
		t.Errorf("the files are called %q, want %q", names, want)
	}
	if files["LICENSE.txt"] != "mine" || files["LICENSE (2).txt"] != o.License.Text || o.License.Text == "" {
		t.Errorf("the licence is %.60q", files["LICENSE (2).txt"])
	}
	for name, want := range map[string]string{
		"Content-Type": "application/zip", "Content-Length": strconv.Itoa(len(got.body)), "Accept-Ranges": "bytes",
		"Last-Modified":       "",
		"Content-Disposition": `attachment; filename="oak-chair-order-1.zip"; filename*=UTF-8''oak-chair-order-1.zip`,
		"Cache-Control":       "private, no-transform", "X-Content-Type-Options": "nosniff", "Content-Encoding": "",
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.header.Get(name), want)
		}
	}
	head := v.send(t, http.MethodHead, path, nil, "Accept-Encoding", "gzip")
	if head.status != http.StatusOK || head.body != "" || head.header.Get("Content-Length") != strconv.Itoa(len(got.body)) ||
		head.header.Get("ETag") != got.header.Get("ETag") {
		t.Errorf("HEAD: %d, %d bytes, %v", head.status, len(head.body), head.header)
	}
	if known := v.get(t, path, "If-None-Match", got.header.Get("ETag")); known.status != http.StatusNotModified {
		t.Errorf("what is known already is sent with %d", known.status)
	}
	if several := v.get(t, path, "Range", "bytes=0-1,5-6"); several.status != http.StatusOK || several.body != got.body {
		t.Errorf("several ranges: %d, %d bytes", several.status, len(several.body))
	}
	if wrong := v.get(t, path, "Range", "bytes=99999999-"); wrong.status != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a range behind the end: %d", wrong.status)
	}
}

// TestBundleResumes reads an archive in pieces that begin and end anywhere, from a folder
// and from a bucket.
func TestBundleResumes(t *testing.T) {
	t.Parallel()
	t.Run("disk", func(t *testing.T) { t.Parallel(); bundleResumes(t, newSite(t)) })
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		bucket, err := blob.OpenS3(t.Context(), blobtest.StartGateway(t).Options)
		if err != nil {
			t.Fatal(err)
		}
		bundleResumes(t, newSiteOn(t, bucket, clocktest.At(noon())))
	})
}

func bundleResumes(t *testing.T, s *site) {
	m := s.publish(t, 1250, held{name: "a.glb", content: strings.Repeat("0123456789", 1000)}, held{name: "b.glb", content: "short"},
		held{name: "none", content: ""}, held{name: "c.glb", content: strings.Repeat("abcdefg", 2000)})
	o := s.sell(t, m, "eve@example.com")
	v, path := s.visitor(), "/receipt/"+o.CheckoutKey+"/all.zip"
	whole := v.get(t, path)
	unpack(t, whole)
	size := len(whole.body)
	for _, from := range []int{0, 1, 40, 5000, 10_030, 10_040, 10_080, 10_140, 20_000, size - 300, size - 1} {
		for _, to := range []int{from, from + 60, from + 11_000, size - 1} {
			to = min(to, size-1)
			got := v.get(t, path, "Range", "bytes="+strconv.Itoa(from)+"-"+strconv.Itoa(to), "If-Range", whole.header.Get("ETag"))
			if got.status != http.StatusPartialContent || got.body != whole.body[from:to+1] {
				t.Fatalf("bytes %d to %d: status %d, %d bytes that differ", from, to, got.status, len(got.body))
			}
		}
	}

	// The author adds a file for all: the old part does not fit what is sent now.
	s.add(t, m.ID, held{name: "new.glb", content: "news", buyers: true})
	rest := v.get(t, path, "Range", "bytes=5000-", "If-Range", whole.header.Get("ETag"))
	names, _ := unpack(t, rest)
	if !slices.Contains(names, "new.glb") || rest.header.Get("ETag") == whole.header.Get("ETag") {
		t.Errorf("the archive has %q and the ETag of before", names)
	}
	by := v.get(t, path, "Range", "bytes=5000-", "If-Range", noon().Format(http.TimeFormat))
	unpack(t, by) // which fails unless it is all
}

// TestBundleOfUnknown sends files whose checksums were never kept: as a whole, and with
// ranges the next time.
func TestBundleOfUnknown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.publish(t, 1250, held{name: "a.glb", content: "known"}, held{name: "b.glb", content: "unknown", late: true})
	o := s.sell(t, m, "eve@example.com")
	v, path := s.visitor(), "/receipt/"+o.CheckoutKey+"/all.zip"
	first := v.get(t, path, "Range", "bytes=10-")
	unpack(t, first)
	if first.header.Get("Accept-Ranges") != "none" || first.header.Get("Content-Length") != strconv.Itoa(len(first.body)) {
		t.Errorf("the first time: %v", first.header)
	}
	if head := v.send(t, http.MethodHead, path, nil); head.status != http.StatusOK || head.body != "" {
		t.Errorf("HEAD: %d with %d bytes", head.status, len(head.body))
	}
	second := v.get(t, path)
	unpack(t, second)
	if second.header.Get("Accept-Ranges") != "bytes" || second.header.Get("ETag") == first.header.Get("ETag") {
		t.Errorf("the second time: %v", second.header)
	}
	resumed := v.get(t, path, "Range", "bytes=10-", "If-Range", first.header.Get("ETag"))
	unpack(t, resumed)
}

// lying is a store whose bytes change behind its back.
type lying struct {
	*blob.Disk
	lies bool
}

// Open opens what is stored, or as many other bytes.
func (l *lying) Open(ctx context.Context, key string) (*blob.Object, error) {
	object, err := l.Disk.Open(ctx, key)
	if err != nil || !l.lies {
		return object, err
	}
	defer object.Close()
	other, err := l.Put(ctx, blob.Files, bytes.NewReader(make([]byte, object.Size)))
	if err != nil {
		return nil, err
	}
	return l.Disk.Open(ctx, other.Key)
}

// TestBundleOfDamage finds stored bytes discarded, missing, and changed while they are sent.
func TestBundleOfDamage(t *testing.T) {
	t.Parallel()
	// Its clock is ahead of the files' own times, as those that were written since they were compared are compared anew.
	clock := clocktest.At(time.Now().Add(time.Hour))
	stored := &lying{Disk: markettest.Folder(t, clock.Now)}
	s := newSiteOn(t, stored, clock)
	m := s.publish(t, 1250, held{name: "a.glb", content: "right"}, held{name: "b.glb", content: strings.Repeat("x", 100_000)})
	o := s.sell(t, m, "eve@example.com")
	v, path := s.visitor(), "/receipt/"+o.CheckoutKey+"/all.zip"
	unpack(t, v.get(t, path))

	stored.lies = true
	if got := v.get(t, path); !got.broken || len(got.body) > 1000 {
		t.Errorf("bytes that have changed are sent to the end, or far: %d bytes, broken %t", len(got.body), got.broken)
	}
	if n, err := s.db.CountDamaged(t.Context()); n != 1 || err != nil {
		t.Errorf("%d files are known to be damaged, %v", n, err)
	}
	v.get(t, path).wantStatus(t, "bytes that are known to be wrong", http.StatusServiceUnavailable)
	if _, err := s.shop.BoughtFileURL(t.Context(), o.CheckoutKey, o.Files[0].FileID); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("the address of a file that is known to be damaged: %v", err)
	}
	stored.lies = false
	if err := stored.Discard(t.Context(), o.Files[1].BlobKey); err != nil {
		t.Fatal(err)
	}
	unpack(t, v.get(t, path))
	if err := stored.Delete(t.Context(), o.Files[1].BlobKey); err != nil {
		t.Fatal(err)
	}
	got := v.get(t, path)
	got.wantStatus(t, "missing bytes", http.StatusServiceUnavailable)
	if got.header.Get("Content-Disposition") != "" || strings.HasPrefix(got.body, "PK") {
		t.Errorf("missing bytes: %v", got.header)
	}
	s.settled(t, "eve").get(t, libraryPath(o)).wantText(t, "the order's page", "b.glb")
}

// TestBundleIsClosed asks for archives that nobody may have, or nobody any more.
func TestBundleIsClosed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.publish(t, 1250, held{name: "a.glb", content: "1"})
	o := s.sell(t, m, "eve@example.com")
	eve, mallory, claims := s.settled(t, "eve"), s.settled(t, "mallory"), s.joined(t, "claims", "eve@example.com")
	for _, path := range []string{"", "/all.zip", "/files/" + itoa(o.Files[0].FileID)} {
		path = libraryPath(o) + path
		if got := eve.get(t, path); got.status != http.StatusOK && got.status != http.StatusFound {
			t.Errorf("%s: its buyer gets %d", path, got.status)
		}
		mallory.get(t, path).wantStatus(t, path+" of another", http.StatusNotFound)
		claims.get(t, path).wantStatus(t, path+" of who claims the address", http.StatusNotFound)
		s.visitor().get(t, path).wantLeads(t, path+" of nobody", "/sign-in?next="+strings.ReplaceAll(path, "/", "%2F"))
	}
	eve.get(t, libraryPath(o)+"/files/99").wantStatus(t, "no file of it", http.StatusNotFound)
	s.visitor().get(t, "/receipt/guess/all.zip").wantStatus(t, "a guess", http.StatusNotFound)

	image := vitrine.Image{ModelID: m.ID, Position: 1, BlobKey: "media/chair", Width: 320, Height: 240, CreatedAt: noon(), UpdatedAt: noon()}
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.InsertImage(ctx, &image) })
	pictured := []string{"/library", libraryPath(o)}
	for _, path := range pictured {
		if page := eve.get(t, path); !strings.Contains(page.body, "/media/") {
			t.Errorf("%s shows no picture of what was bought", path)
		}
	}
	if _, err := s.shop.HideModel(t.Context(), m.ID, "a test"); err != nil {
		t.Fatal(err)
	}
	for _, path := range pictured {
		if page := eve.get(t, path); strings.Contains(page.body, "/media/") {
			t.Errorf("%s shows a picture of what was taken off, which is not there for its buyer", path)
		}
	}
	unpack(t, eve.get(t, libraryPath(o)+"/all.zip")) // what was bought stays
	eve.get(t, libraryPath(o)).wantText(t, "taken down", "This model is no longer sold. What you bought stays yours.")
	if err := s.shop.DeleteModel(t.Context(), s.seller, m.ID, nil); err != nil {
		t.Fatal(err)
	}
	unpack(t, eve.get(t, libraryPath(o)+"/all.zip"))
	eve.get(t, libraryPath(o)).wantText(t, "deleted", "This model is no longer sold.")

	if _, err := s.shop.Refund(t.Context(), o.ID, false); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{libraryPath(o) + "/all.zip", "/receipt/" + o.CheckoutKey + "/all.zip", libraryPath(o) + "/files/1"} {
		eve.get(t, path).wantStatus(t, path+" after a refund", http.StatusPaymentRequired)
	}
	eve.get(t, libraryPath(o)).wantText(t, "refunded", "This order is refunded: its downloads are closed.")
}

// TestClosedOrder shows what is left of an order whose downloads are closed, of a model that
// has changed and is still sold.
func TestClosedOrder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.publish(t, 1250, held{name: "a.glb", content: "1"})
	o := s.sell(t, m, "eve@example.com")
	s.add(t, m.ID, held{name: "all.glb", content: "2", buyers: true})
	if _, err := s.shop.Refund(t.Context(), o.ID, false); err != nil {
		t.Fatal(err)
	}
	eve := s.settled(t, "eve")
	got := eve.get(t, libraryPath(o))
	got.wantText(t, "refunded", "its downloads are closed", "Order again", "You get the licence and the files as they are sold now.")
	for _, wrong := range []string{"all.glb", "What changed", "You have this model already", "all.zip"} {
		if strings.Contains(got.body, wrong) {
			t.Errorf("the page of a refunded order says %q", wrong)
		}
	}
	eve.get(t, "/library").wantText(t, "the library", "Your orders", "Refunded")
}

// TestFree downloads a free model with no form, as long as it is free, sold, and the
// operator allows it.
func TestFree(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m, paid := s.publish(t, 0, held{name: "a.glb", content: "1"}), s.publish(t, 5, held{name: "b.glb", content: "2"})
	v, path := s.visitor(), "/free/"+itoa(m.ID)
	names, _ := unpack(t, v.get(t, path+"/all.zip"))
	if !slices.Equal(names, []string{"a.glb", "LICENSE.txt"}) {
		t.Errorf("the archive has %q", names)
	}
	v.get(t, path+"/files/1").wantStatus(t, "its file", http.StatusFound)
	v.get(t, path+"/files/2").wantStatus(t, "another's file", http.StatusNotFound)
	v.get(t, "/free/"+itoa(paid.ID)+"/all.zip").wantStatus(t, "one for sale", http.StatusForbidden)
	v.get(t, "/free/999/all.zip").wantStatus(t, "none", http.StatusNotFound)
	v.get(t, "/free/x/all.zip").wantStatus(t, "no number", http.StatusNotFound)

	house, err := s.shop.House(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	house.FreeOpen = false
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	v.get(t, path+"/all.zip").wantStatus(t, "when an order is needed", http.StatusForbidden)
	v.get(t, path+"/files/1").wantStatus(t, "its file then", http.StatusForbidden)
	house.FreeOpen = true
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.HideModel(t.Context(), m.ID, "a test"); err != nil {
		t.Fatal(err)
	}
	v.get(t, path+"/all.zip").wantStatus(t, "taken down", http.StatusNotFound)
}
