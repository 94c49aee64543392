package operator

import (
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/sepa"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// batchFile sends a batch as a bank takes it, once its operator has shown who they are.
func (p *Pages) batchFile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	kind, write := "text/csv; charset=utf-8", writeBatchCSV
	if form.Get("form") == "xml" {
		order, err := p.shop.Batch(r.Context(), in, id)
		if err == nil {
			err = p.sepaOrder(in, &order).CheckSender()
		}
		if refusable(err) {
			return p.showBatch(w, r, in, id, err)
		}
		if err != nil {
			return err
		}
		kind, write = "application/xml; charset=utf-8", func(to io.Writer, b *shop.Batch) error { return p.sepaOrder(in, b).Write(to) }
	}
	b, err := p.shop.BatchForBank(r.Context(), in, id, extension(form.Get("form")))
	if refusable(err) {
		return p.showBatch(w, r, in, id, err)
	}
	if err != nil {
		return err
	}
	name := "payouts-" + strconv.FormatInt(id, 10) + "." + extension(form.Get("form"))
	return web.Download{Name: name, Type: kind}.Send(w, r, func(to io.Writer) error { return write(to, &b) })
}

// extension is the form of a file that is asked for: CSV unless it is XML.
func extension(form string) string {
	if form == "xml" {
		return form
	}
	return "csv"
}

// reference names a payout on the statements of both banks.
func reference(p *vitrine.Payout) string { return "PAYOUT-" + strconv.FormatInt(p.ID, 10) }

// batchName names a batch to its bank. It is of the batch alone, however often its file is downloaded and
// whatever was taken out, so that a bank, or who reads the table, refuses another one of the batch. When the batch was made is in
// it, as another marketplace may pay from the same account, and one that was restored counts again from its backup.
func batchName(b *shop.Batch) string {
	return "BATCH-" + strconv.FormatInt(b.ID, 10) + "-" + b.CreatedAt.UTC().Format("20060102150405")
}

func writeBatchCSV(to io.Writer, b *shop.Batch) error {
	table := csv.NewWriter(to)
	table.UseCRLF = true
	rows := [][]string{{"payout", "seller", "holder", "iban", "bic", "amount", "currency", "reference", "batch"}}
	for _, p := range b.Payouts {
		rows = append(rows, []string{strconv.FormatInt(p.ID, 10), pages.Cell(p.Seller), pages.Cell(p.To.Holder), p.To.IBAN, p.To.BIC,
			p.Amount.String(), p.Currency, reference(p), batchName(b)})
	}
	return table.WriteAll(rows)
}

// sepaOrder is a batch as a message to a bank.
func (p *Pages) sepaOrder(in shop.SignedIn, b *shop.Batch) *sepa.Order {
	at := b.SentAt.UTC()
	if b.SentAt.IsZero() {
		at = p.now().UTC()
	}
	order := &sepa.Order{ID: batchName(b), At: at,
		On: at.Truncate(24 * time.Hour), From: in.House.Payouts.From, Currency: b.Currency}
	for _, one := range b.Payouts {
		order.Payments = append(order.Payments, sepa.Payment{ID: reference(one), To: one.To, Amount: one.Amount,
			About: in.House.Name + " " + reference(one)})
	}
	return order
}
