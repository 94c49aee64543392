package clients_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	ht "github.com/ogen-go/ogen/http"

	"vitrine/clients/ogen"
)

// bearer returns the same token to every operation.
type bearer string

func (b bearer) Bearer(context.Context, ogen.OperationName) (ogen.Bearer, error) {
	return ogen.Bearer{Token: string(b)}, nil
}

func ogenClient(t *testing.T, m market, token string) *ogen.Client {
	t.Helper()
	client, err := ogen.NewClient(m.base, bearer(token), ogen.WithClient(http.DefaultClient))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestOgen(t *testing.T) {
	m := openMarket(t)
	model := sellWithOgen(t, ogenClient(t, m, m.seller))
	buyWithOgen(t, ogenClient(t, m, m.buyer), model)
	answer, err := ogenClient(t, m, m.seller).DeleteModel(t.Context(), ogen.DeleteModelParams{ID: model})
	as[*ogen.DeleteModelNoContent](t, answer, err)
}

func sellWithOgen(t *testing.T, c *ogen.Client) int64 {
	t.Helper()
	ctx := t.Context()
	draft := &ogen.NewModel{
		Title: "Oak cube", Tags: ogen.NewOptNilStringArray([]string{"cube", "oak", "box", "wood", "toy"}),
		Description: ogen.NewOptNilString("<p>A cube.</p>"), Category: ogen.NewOptNilString("furniture"),
		Price: ogen.NewOptNilNewModelPrice(ogen.NewFloat64NewModelPrice(12.99)), License: ogen.NewOptNilString("general"),
	}
	answer, err := c.CreateModel(ctx, draft, ogen.CreateModelParams{})
	id := as[*ogen.CreatedModelHeaders](t, answer, err).Response.ID

	file, err := c.UploadFile(ctx, &ogen.UploadFileReqMultipartFormData{File: ht.MultipartFile{Name: "cube.stl", File: bytes.NewReader(tour(t, "cube.stl"))}}, ogen.UploadFileParams{ModelID: id})
	as[*ogen.CreatedFileHeaders](t, file, err)
	image, err := c.UploadImage(ctx, &ogen.UploadImageReqMultipartFormData{File: ht.MultipartFile{Name: "cube.png", File: bytes.NewReader(tour(t, "cube.png"))}}, ogen.UploadImageParams{ModelID: id})
	as[*ogen.CreatedImageHeaders](t, image, err)
	wait(t, "the file", func() bool {
		files, err := c.ListFiles(ctx, ogen.ListFilesParams{ModelID: id})
		return as[*ogen.FileListHeaders](t, files, err).Response.Processing == 0
	})

	publication, err := c.GetPublication(ctx, ogen.GetPublicationParams{ID: id})
	if p := as[*ogen.PublicationHeaders](t, publication, err).Response; !p.Publishable {
		t.Fatalf("not publishable: %v", p.Problems)
	}
	published, err := c.UpdateModel(ctx, &ogen.ModelChange{Status: ogen.NewOptModelStatus(ogen.ModelStatusPublished)}, ogen.UpdateModelParams{ID: id})
	if got := as[*ogen.ModelHeaders](t, published, err).Response; got.Status != ogen.ModelStatusPublished || got.Prices.Download.Value != "12.99" {
		t.Fatalf("the model is %s at %v", got.Status, got.Prices.Download)
	}
	return id
}

func buyWithOgen(t *testing.T, c *ogen.Client, model int64) {
	t.Helper()
	ctx := t.Context()
	page, err := c.ListModels(ctx, ogen.ListModelsParams{Extensions: []string{"obj", "stl"}})
	if found := as[*ogen.ModelListHeaders](t, page, err).Response; len(found.Models) != 1 || found.Models[0].ID != model {
		t.Fatalf("the catalogue has %d models", len(found.Models))
	}
	read, err := c.GetModel(ctx, ogen.GetModelParams{ID: model})
	facts := as[*ogen.ModelHeaders](t, read, err).Response.Facts.Value
	if facts.Triangles.Value.Value != 12 || facts.Triangles.Certainty != ogen.CertaintyVerified || facts.Watertight.Value.Value != true {
		t.Errorf("the facts are %+v", facts)
	}

	answer, err := c.CreateOrder(ctx, &ogen.NewOrder{ModelID: model}, ogen.CreateOrderParams{})
	order := as[*ogen.CreatedOrderHeaders](t, answer, err).Response
	checkout := order.CheckoutURL.Value
	pay(t, checkout.String())
	again, err := c.GetOrder(ctx, ogen.GetOrderParams{ID: order.ID})
	if got := as[*ogen.OrderHeaders](t, again, err).Response; got.Status != ogen.OrderStatusPaid || got.PaidAt.Null {
		t.Fatalf("the order is %s", got.Status)
	}
	bytes, err := c.DownloadFile(ctx, ogen.DownloadFileParams{ModelID: model, ID: order.Files[0].ID, DownloadToken: ogen.NewOptString(order.DownloadToken)})
	data, err := io.ReadAll(as[*ogen.DownloadFileOKHeaders](t, bytes, err).Response)
	if want := tour(t, "cube.stl"); err != nil || string(data) != string(want) {
		t.Errorf("%d bytes came of %d: %v", len(data), len(want), err)
	}

	second, err := c.CreateOrder(ctx, &ogen.NewOrder{ModelID: model, Again: ogen.NewOptBool(true)}, ogen.CreateOrderParams{})
	canceled, err := c.CancelOrder(ctx, ogen.CancelOrderParams{ID: as[*ogen.CreatedOrderHeaders](t, second, err).Response.ID})
	as[*ogen.CancelOrderNoContent](t, canceled, err)
	twice, err := c.CreateOrder(ctx, &ogen.NewOrder{ModelID: model}, ogen.CreateOrderParams{})
	if problem := as[*ogen.CreateOrder409Headers](t, twice, err).Response; problem.Code != ogen.ProblemCodeConflict {
		t.Errorf("a second order is refused with %s", problem.Code)
	}
}
