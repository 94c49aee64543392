package app

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
)

// orderRecord is an order as commands print it.
type orderRecord struct {
	ID              string                `json:"id"`
	UUID            string                `json:"uuid"`
	Status          vitrine.OrderStatus   `json:"status"`
	CanceledBecause *vitrine.CancelReason `json:"canceled_because"`
	ModelID         int64                 `json:"model_id"`
	Title           string                `json:"title"`
	Seller          string                `json:"seller"`
	BuyersEmail     string                `json:"buyers_email"`
	Price           string                `json:"price"`
	Currency        string                `json:"currency"`
	CreatedAt       time.Time             `json:"created_at"`
	ExpiresAt       time.Time             `json:"expires_at"`
	PaidAt          *time.Time            `json:"paid_at"`
	RefundedAt      *time.Time            `json:"refunded_at"`
}

func printedOrder(o *vitrine.Order) orderRecord {
	r := orderRecord{
		ID: strconv.FormatInt(o.ID, 10), UUID: o.UUID, Status: o.Status, ModelID: o.ModelID, Title: o.Model.Title, Seller: o.Model.AuthorName,
		BuyersEmail: o.BuyersEmail, Price: o.Price.String(), Currency: o.Currency, CreatedAt: o.CreatedAt, ExpiresAt: o.ExpiresAt,
		PaidAt: timeOrNull(o.PaidAt), RefundedAt: timeOrNull(o.RefundedAt),
	}
	if o.CanceledBecause != "" {
		r.CanceledBecause = &o.CanceledBecause
	}
	return r
}

func printedOrders(orders []*vitrine.Order) []orderRecord {
	records := make([]orderRecord, len(orders))
	for i, o := range orders {
		records[i] = printedOrder(o)
	}
	return records
}

// orderFileRecord is a file that was bought, named as the interface names it.
type orderFileRecord struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

func printedFiles(files []vitrine.OrderFile) []orderFileRecord {
	records := make([]orderFileRecord, len(files))
	for i, f := range files {
		records[i] = orderFileRecord{f.FileID, f.Name, f.Size, f.SHA256}
	}
	return records
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// limitFlag bounds a list that a command prints.
func limitFlag() cli.Flag { return &cli.IntFlag{Name: "limit", Value: 100, Usage: "how many, at most"} }

func limitOf(cmd *cli.Command) (int, error) {
	if n := cmd.Int("limit"); n > 0 && n <= 100_000 {
		return n, nil
	}
	return 0, fmt.Errorf("--limit is 1 to 100000, not %d", cmd.Int("limit"))
}

func (env Environment) listOrders() *cli.Command {
	flags := []cli.Flag{
		text("email", "of this buyer's address", false),
		text("status", "in this state: unpaid, paid, canceled, expired, refunded or disputed", false),
		text("uuid", "with this identifier of the caller's own", false),
		&cli.Int64Flag{Name: "model", Usage: "of the model with this `id`"}, limitFlag(),
	}
	return env.command("list", "find orders, newest first", flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		limit, err := limitOf(cmd)
		if err != nil {
			return nil, err
		}
		status, err := vitrine.ParseOrderStatus(cmd.String("status"))
		if err != nil {
			return nil, fmt.Errorf("--status: %w", err)
		}
		found, err := app.shop.FindOrders(ctx, vitrine.OrderQuery{
			Email: cmd.String("email"), Status: status, UUID: cmd.String("uuid"), ModelID: cmd.Int64("model"),
			Page: vitrine.Page{Size: limit},
		})
		return printedOrders(found), err
	})
}

// showOrder shows what the operator sends to somebody who has lost a link.
func (env Environment) showOrder() *cli.Command {
	return env.command("show", "show an order, with the secret path of its page", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "order")
			if err != nil {
				return nil, err
			}
			o, err := app.shop.FindOrder(ctx, id)
			if err != nil {
				return nil, err
			}
			page := "/receipt/"
			if app.shop.Payable(o) {
				page = "/checkout/"
			}
			return struct {
				orderRecord
				Page  string            `json:"page"`
				Files []orderFileRecord `json:"files"`
			}{printedOrder(o), page + o.CheckoutKey, printedFiles(o.Files)}, nil
		})
}
