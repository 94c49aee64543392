package payment

import (
	"context"
	"time"

	"vitrine"
)

// Reporter is a Provider that reports all that has changed what it holds for the marketplace.
type Reporter interface {
	Provider
	// Movements returns a page of what changed the balance in a time.
	Movements(ctx context.Context, q ReportQuery) (ReportPage, error)
	// Holds returns what the provider holds, also what is not paid out yet, by currency.
	Holds(ctx context.Context) ([]vitrine.Held, error)
}

// ReportQuery asks for a page of a report.
type ReportQuery struct {
	From, To time.Time // both are part of the time
	After    string    // what the page before named as its Next; "" for the first one
}

// ReportPage is a part of a report, in any order.
type ReportPage struct {
	Movements []vitrine.ProviderMovement
	Next      string // "" at the end
}
