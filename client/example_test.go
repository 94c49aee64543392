package client_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"vitrine/client"
)

// shelf answers the requests of the examples, as a marketplace would.
func shelf() (base string, end func()) {
	cube, err := os.ReadFile("../docs/tour/cube.stl")
	if err != nil {
		log.Fatal(err)
	}
	sum := sha256.Sum256(cube)
	file := fmt.Sprintf(`{"id": 4, "name": "cube.stl", "size": %d, "sha256": %q, "status": "ready"}`, len(cube), hex.EncodeToString(sum[:]))
	answers := map[string]string{
		"GET /v1/models":         `{"models": [{"id": 7, "title": "Oak chair", "prices": {"download": "12.50"}, "currency": "EUR"}]}`,
		"POST /v1/models":        `{"id": 7, "status": "draft"}`,
		"GET /v1/models/7/files": `{"files": [` + file + `]}`,
		"PUT /v1/models/7":       `{"id": 7, "status": "published", "url": "https://models.example/3d-models/oak-chair"}`,
		"POST /v1/orders":        `{"id": "123", "checkout_url": "https://models.example/checkout/k"}`,
		"GET /v1/orders/123":     `{"id": "123", "status": "paid", "model_id": 7, "download_token": "t", "files": [` + file + `]}`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch answer, ok := answers[r.Method+" "+r.URL.Path]; {
		case ok:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, answer)
		case r.Method == http.MethodPost:
			w.Header().Set("Location", r.URL.Path+"/u1")
			w.WriteHeader(http.StatusCreated)
		case r.Method == http.MethodHead:
			w.Header().Set("Upload-Offset", "0")
		case r.Method == http.MethodPatch:
			n, _ := io.Copy(io.Discard, r.Body)
			w.Header().Set("Upload-Offset", fmt.Sprint(n))
			w.Header().Set("Content-Location", "/v1/models/7/files/4")
			w.WriteHeader(http.StatusNoContent)
		case r.URL.Path == "/v1/models/7/files/4":
			http.Redirect(w, r, "/blobs/f", http.StatusFound)
		case r.URL.Path == "/blobs/f":
			_, _ = w.Write(cube)
		default:
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"code": "not_found", "detail": "There is no such model"}`)
		}
	}))
	return server.URL, server.Close
}

func Example() {
	base, end := shelf() // https://models.example
	defer end()
	token, ctx := "vtr_…", context.Background()

	market, err := client.New(base, client.WithToken(token))
	if err != nil {
		log.Fatal(err)
	}
	for model, err := range market.Models(ctx, client.ModelsQuery{Keywords: "chair", MaxPrice: "20.00"}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(model.Title, *model.Prices.Download, model.Currency)
	}
	// Output: Oak chair 12.50 EUR
}

// sell publishes a model with one file.
func sell(ctx context.Context, market *client.Client, path string) (*client.Model, error) {
	draft, err := market.CreateModel(ctx, client.NewModel{
		Title: "Oak chair", Description: "<p>A chair of oak.</p>", Category: "furniture", Subcategory: "chairs",
		Tags: []string{"chair", "oak", "wood", "seat", "furniture"}, License: "general", Price: client.Cents(1250),
	})
	if err != nil {
		return nil, err
	}
	body, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	file, err := market.UploadInParts(ctx, draft.ID, client.Upload{Name: filepath.Base(path), Body: body})
	if err != nil {
		return nil, err
	}
	if file, err = market.AwaitFile(ctx, draft.ID, file.ID); err != nil {
		return nil, err
	}
	if file.Status == client.FileStatusRejected {
		return nil, fmt.Errorf("%s can't be sold: %v", file.Name, file.Problems)
	}
	return market.UpdateModel(ctx, draft.ID, client.ModelChange{Status: new(client.ModelStatusPublished)})
}

func ExampleClient_UploadInParts() {
	base, end := shelf()
	defer end()
	market, err := client.New(base, client.WithToken("vtr_…"))
	if err != nil {
		log.Fatal(err)
	}
	model, err := sell(context.Background(), market, "../docs/tour/cube.stl")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(model.Status, model.URL)
	// Output: published https://models.example/3d-models/oak-chair
}

// order begins a purchase: send the customer to the address. The same uuid never orders twice.
func order(ctx context.Context, market *client.Client, model int64, uuid, email string) (id, checkout string, err error) {
	made, err := market.CreateOrder(ctx, client.NewOrder{ModelID: model, UUID: uuid, BuyersEmail: email})
	if err != nil {
		return "", "", err
	}
	return made.ID, *made.CheckoutURL, nil
}

// deliver saves the files of a paid order in a folder.
func deliver(ctx context.Context, market *client.Client, id, folder string) error {
	order, err := market.Order(ctx, id)
	if err != nil {
		return err
	}
	for _, file := range order.Files {
		name := filepath.Join(folder, filepath.Base(file.Name))
		download := client.Download{Token: order.DownloadToken, Size: file.Size, SHA256: file.SHA256}
		if err := market.SaveFile(ctx, order.ModelID, file.ID, name, download); err != nil {
			return err
		}
	}
	return nil
}

func ExampleClient_SaveFile() {
	base, end := shelf()
	defer end()
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "orders")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	market, err := client.New(base, client.WithToken("vtr_…"))
	if err != nil {
		log.Fatal(err)
	}
	id, checkout, err := order(ctx, market, 7, "7b1ff0fd", "ada@example.com")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id, checkout)
	if err := deliver(ctx, market, id, folder); err != nil {
		log.Fatal(err)
	}
	saved, err := os.Stat(filepath.Join(folder, "cube.stl"))
	fmt.Println(saved.Size(), err)
	// Output:
	// 123 https://models.example/checkout/k
	// 1309 <nil>
}

func ExampleError() {
	base, end := shelf()
	defer end()
	market, err := client.New(base, client.WithToken("vtr_…"))
	if err != nil {
		log.Fatal(err)
	}
	_, err = market.Model(context.Background(), 99)

	var answer *client.Error
	switch {
	case errors.Is(err, client.ErrNotFound):
		fmt.Println("gone")
	case errors.As(err, &answer):
		log.Printf("%s (request %s): %v", answer.Code, answer.RequestID, answer.Fields)
	case err != nil:
		log.Print("the marketplace can't be reached: ", err)
	}
	// Output: gone
}

// hooks takes what a marketplace tells.
func hooks(secret string, paid func(order string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		event, err := client.ReadEvent(r, secret)
		if err != nil {
			http.Error(w, "not for me", http.StatusBadRequest)
			return
		}
		if event.Type == client.WebhookEventOrderPaid {
			_, id := event.Object()
			paid(id)
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func ExampleReadEvent() {
	handler := hooks(webhookSecret, func(order string) { fmt.Println("paid:", order) })

	forged := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(`{"type": "order.paid"}`))
	for _, request := range []*http.Request{forged, delivered(`{"type": "order.paid", "data": {"object": "order", "id": "123"}}`)} {
		answer := httptest.NewRecorder()
		handler(answer, request)
		fmt.Println(answer.Code)
	}
	// Output:
	// 400
	// paid: 123
	// 204
}
