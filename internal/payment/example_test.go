package payment_test

import (
	"context"
	"fmt"

	"vitrine"
	"vitrine/internal/payment"
)

// The customer picks the outcome. What happened to money is an event whose identifier is
// the same however often it is told, so that recording it twice changes nothing.
func ExampleSandbox() {
	order := &vitrine.Order{ID: 7, Version: 1}
	for _, choice := range []string{"pay", "pay", "delay"} {
		progress, err := payment.Sandbox{}.Begin(context.Background(), payment.BillOf(order), choice)
		if err != nil {
			fmt.Println(err)
			continue
		}
		switch progress := progress.(type) {
		case payment.Settled:
			fmt.Println(progress.Events[0].Kind, progress.Events[0].ID)
		case payment.Pending:
			fmt.Println("ask again after", progress.AskAfter)
		}
	}
	// Output:
	// paid paid-7
	// paid paid-7
	// ask again after 3s
}
