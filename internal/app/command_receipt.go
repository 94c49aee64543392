package app

import (
	"context"

	"github.com/urfave/cli/v3"
)

func (env Environment) receipts() *cli.Command {
	return &cli.Command{Name: "receipt", Usage: "look after receipts that prove a licence, and check them", Commands: []*cli.Command{
		env.command("rotate", "sign with a new key; the old ones go on checking what they signed", nil, rotateReceiptKey),
		env.verifyReceipt(),
	}}
}

func rotateReceiptKey(ctx context.Context, app *App, _ *cli.Command) (any, error) {
	name, keys, err := app.shop.RotateReceiptKey(ctx)
	return struct {
		Key  string `json:"key"`  // its name, kid in receipts
		Keys int    `json:"keys"` // that check receipts
	}{name, keys}, err
}
