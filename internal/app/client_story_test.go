package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"vitrine"
	goclient "vitrine/client"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/config"
	"vitrine/internal/shop"
	"vitrine/internal/store/storetest"
)

// TestClientStory: the Go client uploads, publishes, orders, pays, downloads and has the money
// sent back, on SQLite with a folder, and on PostgreSQL with S3.
func TestClientStory(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		clientStory(t, unlimited(t))
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		gateway := blobtest.StartGateway(t)
		c := onS3(unlimited(t), gateway)
		c.Database = storetest.NewPostgres(t).Address(t)
		clientStory(t, c)
	})
}

// brittle breaks the first lines that carry the bytes of files, both ways.
type brittle struct {
	http.RoundTripper

	mu                  sync.Mutex
	uploads, downloads  int // how many lines are still to break
	brokenUp, brokenOff int
	leaked              bool // another address than the interface's saw a token
}

// breaksAfter is how many bytes come through before a line breaks.
const breaksAfter = 300

var errTorn = errors.New("the line is torn")

func (b *brittle) RoundTrip(r *http.Request) (*http.Response, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	isFile := !strings.HasPrefix(r.URL.Path, "/v1/") && !strings.HasPrefix(r.URL.Path, "/.well-known/")
	b.leaked = b.leaked || isFile && r.Header.Get("Authorization") != ""
	if r.Method == http.MethodPatch && b.uploads > 0 {
		b.uploads--
		b.brokenUp++
		r = r.Clone(r.Context())
		r.Body = torn{r.Body, io.LimitReader(r.Body, breaksAfter)}
	}
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil && isFile && b.downloads > 0 {
		b.downloads--
		b.brokenOff++
		answer.Body = torn{answer.Body, io.LimitReader(answer.Body, breaksAfter)}
	}
	return answer, err
}

// torn is a body that breaks.
type torn struct {
	io.Closer
	io.Reader
}

func (t torn) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err == io.EOF {
		err = errTorn
	}
	return n, err
}

func clientStory(t *testing.T, c config.Config) {
	m := marketOf(t, c, "juniper-forge", readPlainly)
	line := &brittle{RoundTripper: m.client.Transport, uploads: 1, downloads: 1}
	as := func(token string) *goclient.Client {
		t.Helper()
		market, err := goclient.New(m.config.BaseURL, goclient.WithToken(token), goclient.WithHTTPClient(&http.Client{Transport: line}))
		if err != nil {
			t.Fatal(err)
		}
		return market
	}
	seller, ctx := as(m.token), t.Context()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}

	model, file := clientSells(t, seller, cube)
	if line.brokenUp != 1 {
		t.Errorf("%d uploads broke", line.brokenUp)
	}
	ada := as(m.person(t, "ada", false))
	order := clientBuys(t, m, ada, model, file, cube)
	if line.brokenOff != 1 || line.leaked {
		t.Errorf("%d downloads broke; a token came to the storage: %v", line.brokenOff, line.leaked)
	}

	back, err := as(m.person(t, "operator", true)).RefundOrder(ctx, order, goclient.NewRefund{Note: "it does not print"})
	if err != nil || back.Status != goclient.OrderStatusRefunded {
		t.Fatalf("refunded: %+v, %v", back, err)
	}
	if _, err := ada.DownloadFile(ctx, model.ID, file.ID, io.Discard, goclient.Download{}); !errors.Is(err, goclient.ErrForbidden) {
		t.Errorf("downloaded after the money went back: %v", err)
	}
	_, err = seller.Order(ctx, "99999")
	if !errors.Is(err, goclient.ErrNotFound) {
		t.Errorf("an order that is not there: %v", err)
	}
}

// person makes an account, and returns its access token.
func (m *market) person(t *testing.T, name string, operator bool) string {
	t.Helper()
	made := shop.NewUser{Username: name, Email: name + "@example.com", Admin: operator}
	if operator {
		made.Scopes = vitrine.AllScopes()
	}
	_, access, err := m.app.Shop().CreateUser(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	return access.Secret
}

// clientSells publishes a model with a file that is sent in parts.
func clientSells(t *testing.T, seller *goclient.Client, cube []byte) (*goclient.Model, *goclient.File) {
	t.Helper()
	ctx := t.Context()
	var answer goclient.Response
	draft, err := seller.CreateModel(ctx, goclient.NewModel{
		Title: "Calibration cube", Description: "<p>20 mm.</p>", Tags: strings.Fields("cube test print tool calibrate"),
		Category: "tools", Subcategory: "printer-upgrades", License: "general", Price: goclient.Cents(1250),
		ProductType: goclient.ProductTypePrintable, Units: goclient.UnitsMm,
	}, goclient.Language("en"), goclient.Capture(&answer))
	if err != nil {
		t.Fatal(err)
	}
	file, err := seller.UploadInParts(ctx, draft.ID, goclient.Upload{Name: plain + "cube.stl", Body: bytes.NewReader(cube), Piece: 600})
	if err != nil || file.Size != int64(len(cube)) {
		t.Fatalf("uploaded %+v, %v", file, err)
	}
	picture, err := os.Open("../../docs/tour/cube.png")
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	if _, err := seller.UploadImage(ctx, draft.ID, goclient.Upload{Name: "cube.png", Body: picture}); err != nil {
		t.Fatal(err)
	}
	if ready, err := seller.AwaitFile(ctx, draft.ID, file.ID); err != nil || ready.Status != goclient.FileStatusReady {
		t.Fatalf("read: %+v, %v", ready, err)
	}
	published := goclient.ModelChange{Status: new(goclient.ModelStatusPublished)}
	if _, err := seller.UpdateModel(ctx, draft.ID, published, goclient.IfMatch(answer.ETag)); !errors.Is(err, goclient.ErrStale) {
		t.Errorf("published by the ETag of the draft: %v", err)
	}
	model, err := seller.UpdateModel(ctx, draft.ID, published)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if _, err := seller.CreateModel(ctx, goclient.NewModel{Title: name}); err != nil {
			t.Fatal(err)
		}
	}
	var titles []string
	for own, err := range seller.Models(ctx, goclient.ModelsQuery{Mine: true, PerPage: 1, Sort: goclient.SortOldest}) {
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, own.Title)
	}
	if strings.Join(titles, ",") != "Calibration cube,a,b" {
		t.Errorf("the seller's models: %q", titles)
	}
	return model, file
}

// clientBuys orders a model, pays it, downloads its file, and verifies its receipt.
func clientBuys(t *testing.T, m *market, buyer *goclient.Client, model *goclient.Model, file *goclient.File, cube []byte) string {
	t.Helper()
	ctx := t.Context()
	order, err := buyer.CreateOrder(ctx, goclient.NewOrder{ModelID: model.ID})
	if err != nil || order.Price != "12.50" {
		t.Fatalf("ordered %+v, %v", order, err)
	}
	download := goclient.Download{Token: order.DownloadToken, Size: file.Size, SHA256: file.SHA256}
	if _, err := buyer.DownloadFile(ctx, model.ID, file.ID, io.Discard, download); !errors.Is(err, goclient.ErrPaymentRequired) {
		t.Errorf("downloaded before it is paid: %v", err)
	}
	answer, err := m.client.PostForm(*order.CheckoutURL, url.Values{"outcome": {"pay"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}

	var got bytes.Buffer
	if n, err := buyer.DownloadFile(ctx, model.ID, file.ID, &got, download); err != nil || !bytes.Equal(got.Bytes(), cube) {
		t.Errorf("downloaded %d bytes, %v", n, err)
	}
	name := filepath.Join(t.TempDir(), "cube.stl")
	if err := os.WriteFile(name+".part", cube[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := buyer.SaveFile(ctx, model.ID, file.ID, name, download); err != nil {
		t.Error(err)
	}
	if saved, err := os.ReadFile(name); err != nil || !bytes.Equal(saved, cube) {
		t.Errorf("saved %d bytes, %v", len(saved), err)
	}

	signed, err := buyer.Receipt(ctx, order.ID)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := buyer.ReceiptKeys(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if claims, err := keys.Verify(signed.Receipt); err != nil || claims.Order.ID != order.ID || claims.Files[0].SHA256 != file.SHA256 {
		t.Errorf("the receipt says %+v, %v", claims, err)
	}
	return order.ID
}

// TestClientCredentials: an application acts for itself, with tokens that the client asks for.
func TestClientCredentials(t *testing.T) {
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readOnce)
	var made struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
	}
	printed := command(t, m.config.Data, "app", "create", "--name", "Workshop", "--owner", "juniper-forge")
	if err := json.Unmarshal([]byte(printed), &made); err != nil {
		t.Fatal(printed, err)
	}
	market, err := goclient.New(m.config.BaseURL)
	if err != nil {
		t.Fatal(err)
	}
	user, err := market.With(goclient.WithTokenSource(market.Credentials(made.ID, made.Secret))).CurrentUser(t.Context())
	if err != nil || user.Application == nil || user.Application.Name != "Workshop" {
		t.Errorf("the application is %+v, %v", user, err)
	}
	_, err = market.With(goclient.WithTokenSource(market.Credentials(made.ID, "wrong"))).CurrentUser(t.Context())
	if !errors.Is(err, goclient.ErrUnauthenticated) {
		t.Errorf("with another secret: %v", err)
	}
}
