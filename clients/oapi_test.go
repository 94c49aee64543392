package clients_test

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"testing"

	"vitrine/clients/oapi"
)

func oapiClient(t *testing.T, m market, token string) *oapi.ClientWithResponses {
	t.Helper()
	client, err := oapi.NewClientWithResponses(m.base, oapi.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestOapiCodegen(t *testing.T) {
	m := openMarket(t)
	seller := oapiClient(t, m, m.seller)
	model := sellWithOapi(t, seller)
	buyWithOapi(t, oapiClient(t, m, m.buyer), model)
	deleted, err := seller.DeleteModelWithResponse(t.Context(), model, nil)
	if err != nil || deleted.StatusCode() != http.StatusNoContent {
		t.Fatalf("the model is not deleted: %v %s", err, deleted.Body)
	}
}

// form writes an upload as the contract describes it.
func form(t *testing.T, name string) (kind string, body io.Reader) {
	t.Helper()
	var text bytes.Buffer
	writer := multipart.NewWriter(&text)
	part, err := writer.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(tour(t, name)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return writer.FormDataContentType(), &text
}

func sellWithOapi(t *testing.T, c *oapi.ClientWithResponses) int64 {
	t.Helper()
	ctx := t.Context()
	var price oapi.NewModel_Price
	if err := price.FromNewModelPrice0(12.99); err != nil {
		t.Fatal(err)
	}
	license := "general"
	made, err := c.CreateModelWithResponse(ctx, nil, oapi.NewModel{
		Title: "Oak cube", Description: new("<p>A cube.</p>"), Tags: &[]string{"cube", "oak", "box", "wood", "toy"},
		Category: new("furniture"), Price: &price, License: &license,
	})
	if err != nil || made.JSON201 == nil {
		t.Fatalf("no draft: %v %s", err, made.Body)
	}
	id := made.JSON201.Id

	kind, body := form(t, "cube.stl")
	if file, err := c.UploadFileWithBodyWithResponse(ctx, id, nil, kind, body); err != nil || file.JSON201 == nil {
		t.Fatalf("no file: %v %s", err, file.Body)
	}
	kind, body = form(t, "cube.png")
	if image, err := c.UploadImageWithBodyWithResponse(ctx, id, nil, kind, body); err != nil || image.JSON201 == nil {
		t.Fatalf("no picture: %v %s", err, image.Body)
	}
	wait(t, "the file", func() bool {
		files, err := c.ListFilesWithResponse(ctx, id, nil)
		if err != nil || files.JSON200 == nil {
			t.Fatalf("no files: %v %s", err, files.Body)
		}
		return files.JSON200.Processing == 0
	})

	status := oapi.ModelStatusPublished
	published, err := c.UpdateModelWithResponse(ctx, id, nil, oapi.ModelChange{Status: &status})
	if err != nil || published.JSON200 == nil || *published.JSON200.Prices.Download != "12.99" {
		t.Fatalf("not published: %v %s", err, published.Body)
	}
	return id
}

func buyWithOapi(t *testing.T, c *oapi.ClientWithResponses, model int64) {
	t.Helper()
	ctx := t.Context()
	page, err := c.ListModelsWithResponse(ctx, &oapi.ListModelsParams{Extensions: &[]string{"obj", "stl"}})
	if err != nil || page.JSON200 == nil || len(page.JSON200.Models) != 1 {
		t.Fatalf("no catalogue: %v %s", err, page.Body)
	}
	read, err := c.GetModelWithResponse(ctx, model, nil)
	if err != nil || read.JSON200 == nil || *read.JSON200.Facts.Triangles.Value != 12 || read.JSON200.Facts.Triangles.Certainty != oapi.CertaintyVerified {
		t.Fatalf("no facts: %v %s", err, read.Body)
	}

	order, err := c.CreateOrderWithResponse(ctx, nil, oapi.NewOrder{ModelId: model})
	if err != nil || order.JSON201 == nil {
		t.Fatalf("no order: %v %s", err, order.Body)
	}
	pay(t, *order.JSON201.CheckoutUrl)
	paid, err := c.GetOrderWithResponse(ctx, order.JSON201.Id, nil)
	if err != nil || paid.JSON200 == nil || paid.JSON200.Status != oapi.OrderStatusPaid || paid.JSON200.PaidAt == nil {
		t.Fatalf("not paid: %v %s", err, paid.Body)
	}
	token := order.JSON201.DownloadToken
	data, err := c.DownloadFileWithResponse(ctx, model, order.JSON201.Files[0].Id, &oapi.DownloadFileParams{DownloadToken: &token})
	if err != nil || !bytes.Equal(data.Body, tour(t, "cube.stl")) {
		t.Fatalf("the download is %d bytes: %v", len(data.Body), err)
	}

	second, err := c.CreateOrderWithResponse(ctx, nil, oapi.NewOrder{ModelId: model, Again: new(true)})
	if err != nil || second.JSON201 == nil {
		t.Fatalf("no second order: %v %s", err, second.Body)
	}
	canceled, err := c.CancelOrderWithResponse(ctx, second.JSON201.Id, nil)
	if err != nil || canceled.StatusCode() != http.StatusNoContent {
		t.Fatalf("not canceled: %v %s", err, canceled.Body)
	}
	twice, err := c.CreateOrderWithResponse(ctx, nil, oapi.NewOrder{ModelId: model})
	if err != nil || twice.ApplicationproblemJSON409 == nil || twice.ApplicationproblemJSON409.Code != oapi.ProblemCodeConflict {
		t.Fatalf("a second order is not refused: %v %s", err, twice.Body)
	}
}
