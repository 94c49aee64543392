package stripe

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// reportPage is how many movements a page of a report has.
const reportPage = 100

// Movements lists balance transactions, the newest first. https://docs.stripe.com/api/balance_transactions/list
func (p *Provider) Movements(ctx context.Context, q payment.ReportQuery) (page payment.ReportPage, err error) {
	params := &stripe.BalanceTransactionListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: q.From.Unix(),
		LesserThanOrEqual: q.To.Unix()}}
	params.Limit = stripe.Int64(reportPage)
	params.AddExpand("data.source")
	if q.After != "" {
		params.StartingAfter = stripe.String(q.After)
	}
	for moved, err := range p.stripe.V1BalanceTransactions.List(ctx, params).All(ctx) {
		if err != nil {
			return page, failed("list balance transactions", err)
		}
		page.Movements = append(page.Movements, movement(moved))
		if len(page.Movements) == reportPage {
			page.Next = moved.ID
			break
		}
	}
	return page, nil
}

// movement is a balance transaction. What settled in another currency than it was paid in counts in that.
func movement(moved *stripe.BalanceTransaction) vitrine.ProviderMovement {
	settled := currencyOf(string(moved.Currency))
	m := vitrine.ProviderMovement{ID: moved.ID, Kind: vitrine.MovedOther, Amount: signedOf(moved.Amount, settled), Currency: settled,
		Fee: signedOf(moved.Fee, settled), FeeCurrency: settled, At: time.Unix(moved.Created, 0).UTC()}
	paid := func(units int64, currency stripe.Currency) {
		if of := currencyOf(string(currency)); of != settled && of != "" {
			m.Amount, m.Currency, m.Settled = signedOf(units, of), of, m.Amount
			if moved.Amount < 0 {
				m.Amount = -m.Amount
			}
		}
	}
	source := moved.Source
	if source == nil {
		source = &stripe.BalanceTransactionSource{}
	}
	m.Object = source.ID
	switch {
	case source.Charge != nil:
		m.Kind, m.Orders = vitrine.MovedCharge, ordersIn(source.Charge.Metadata)
		paid(source.Charge.Amount, source.Charge.Currency)
	case source.Refund != nil:
		m.Kind, m.About = vitrine.MovedRefund, chargeName(source.Refund.Charge)
		paid(source.Refund.Amount, source.Refund.Currency)
	case source.Dispute != nil:
		m.Kind, m.About = vitrine.MovedDispute, chargeName(source.Dispute.Charge)
		paid(source.Dispute.Amount, source.Dispute.Currency)
	case source.TransferReversal != nil && source.TransferReversal.Transfer != nil:
		m.Kind, m.About = vitrine.MovedTransferBack, source.TransferReversal.Transfer.ID
		paid(countsAs(source.TransferReversal.Metadata))
	case source.Transfer != nil:
		m.Kind = vitrine.MovedTransfer
		paid(countsAs(source.Transfer.Metadata))
	case source.Payout != nil:
		m.Kind = vitrine.MovedPayout
	case strings.HasSuffix(string(moved.Type), "_fee"), moved.Type == "network_cost":
		m.Kind = vitrine.MovedFee
	}
	return m
}

// signedOf is amountOf, also below zero.
func signedOf(units int64, currency string) vitrine.Amount {
	if units < 0 {
		return -amountOf(-units, currency)
	}
	return amountOf(units, currency)
}

func chargeName(c *stripe.Charge) string {
	if c == nil {
		return ""
	}
	return c.ID
}

// ordersIn are the orders that the metadata of a charge names, which is that of its payment intent.
func ordersIn(metadata map[string]string) (orders []vitrine.OrderOf) {
	if id, err := strconv.ParseInt(metadata[ofOrder], 10, 64); err == nil {
		return []vitrine.OrderOf{{ID: id, Of: metadata[ofReference]}}
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		if !strings.HasPrefix(key, ofParts) {
			continue
		}
		for text := range strings.FieldsSeq(metadata[key]) {
			if p, ok := parsePart(text); ok {
				orders = append(orders, vitrine.OrderOf{ID: p.order, Of: p.of})
			}
		}
	}
	return orders
}

// Holds adds up what is available and what is not yet.
func (p *Provider) Holds(ctx context.Context) (held []vitrine.Held, err error) {
	balance, err := p.stripe.V1Balance.Retrieve(ctx, nil)
	if err != nil {
		return nil, failed("read the balance", err)
	}
	sums := map[string]vitrine.Amount{}
	for _, a := range balance.Available {
		currency := currencyOf(string(a.Currency))
		sums[currency] += signedOf(a.Amount, currency)
	}
	for _, a := range balance.Pending {
		currency := currencyOf(string(a.Currency))
		sums[currency] += signedOf(a.Amount, currency)
	}
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		held = append(held, vitrine.Held{Currency: currency, Amount: sums[currency]})
	}
	return held, nil
}
