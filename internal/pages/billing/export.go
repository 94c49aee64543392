package billing

import (
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// exportedAtOnce is how many documents are in memory at once.
const exportedAtOnce = 500

// dayIn is when a day begins that is written as 2026-01-31, or the day that follows it by some; the zero time for none.
func dayIn(text string, rules vitrine.TaxRules, later int) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := rules.Begins(text)
	return at.AddDate(0, 0, later), err
}

// lister lists documents, the newest first.
type lister func(ctx context.Context, in shop.SignedIn, q vitrine.InvoiceQuery) ([]*vitrine.Invoice, bool, error)

// export sends all documents that an address asks for, as they are read.
func (p *Pages) export(path string, list lister) pages.InPage {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		s, q, err := p.asked(r, path)
		if err != nil {
			return err
		}
		if len(s.Faults) > 0 {
			return vitrine.Errorf(vitrine.Invalid, "write a day as 2026-01-31")
		}
		q.Size, q.Before = exportedAtOnce, 0
		return web.Download{Name: "invoices.csv", Type: "text/csv; charset=utf-8"}.Send(w, r, func(to io.Writer) error {
			return writeDocuments(to, func(before int64) ([]*vitrine.Invoice, bool, error) {
				q.Before = before
				return list(r.Context(), in, q)
			})
		})
	}
}

// writeDocuments writes documents as a table for an accountant: sums of credit notes are below zero.
func writeDocuments(to io.Writer, read func(before int64) ([]*vitrine.Invoice, bool, error)) error {
	table := csv.NewWriter(to)
	err := table.Write([]string{"number", "kind", "day", "of", "order_id", "seller", "seller_vat_id", "buyer", "buyer_email",
		"buyer_country", "buyer_vat_id", "what", "tax_country", "rate", "treatment", "net", "tax", "gross", "currency", "livemode", "evidence",
		"tax_parts"})
	for before, more := int64(0), true; more && err == nil; {
		var found []*vitrine.Invoice
		if found, more, err = read(before); err != nil {
			return err
		}
		for _, i := range found {
			before = i.ID
			if err := table.Write(rowOf(i)); err != nil {
				return err
			}
		}
	}
	table.Flush()
	if err != nil {
		return err
	}
	return table.Error()
}

func rowOf(i *vitrine.Invoice) []string {
	sign := i.Sign()
	row := []string{i.Number, string(i.Kind), i.Day, i.Of, strconv.FormatInt(i.OrderID, 10), i.Seller.Name, i.Seller.VATID, i.Buyer.Name,
		i.Buyer.Email, i.Buyer.Country, i.Buyer.VATID, i.What, i.Country, i.Rate.String(), string(i.Treatment)}
	for n, cell := range row {
		row[n] = pages.Cell(cell)
	}
	var evidence []string
	for _, piece := range i.Evidence {
		evidence = append(evidence, string(piece.Kind)+"="+piece.Country)
	}
	var parts []string
	for _, part := range i.TaxParts {
		parts = append(parts, part.Place+" "+part.Percent+" %="+(sign*part.Amount).String())
	}
	return append(row, (sign * i.Net).String(), (sign * i.Tax).String(), (sign * i.Gross).String(), i.Currency, strconv.FormatBool(i.Live),
		strings.Join(evidence, " "), pages.Cell(strings.Join(parts, "; ")))
}

// report is what the page of a quarter shows.
type report struct {
	Quarter      vitrine.Quarter
	Before, Next string // other quarters
	Sums         []sum
	Corrections  []sum
}

// sum is a line of a report.
type sum struct {
	vitrine.TaxSum
	language *locale.Language
}

// Price writes an amount of the line.
func (s sum) Price(a vitrine.Amount) string { return s.language.Priced(a.String(), s.Currency) }

// quarter is the one that an address asks for: the one before this one, whose report is due, where it asks for none.
func (p *Pages) quarter(r *http.Request) (vitrine.Quarter, error) {
	if asked := r.URL.Query().Get("quarter"); asked != "" {
		return vitrine.ParseQuarter(asked)
	}
	rules, err := p.shop.TaxRules(r.Context())
	return vitrine.QuarterOf(p.now(), rules.Location()).Before(), err
}

func (p *Pages) report(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	q, err := p.quarter(r)
	if err != nil {
		return err
	}
	sums, err := p.shop.TaxReport(r.Context(), in, q)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	s := &report{Quarter: q, Before: q.Before().String(), Next: q.Next().String()}
	for _, one := range sums {
		if one.Correction {
			s.Corrections = append(s.Corrections, sum{one, l})
		} else {
			s.Sums = append(s.Sums, sum{one, l})
		}
	}
	return p.show(w, r, http.StatusOK, "report", pages.View{Title: l.T("Tax of {quarter}", q.String()), Section: taxPath, Content: s})
}

func (p *Pages) reportCSV(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	q, err := p.quarter(r)
	if err != nil {
		return err
	}
	sums, err := p.shop.TaxReport(r.Context(), in, q)
	if err != nil {
		return err
	}
	return web.Download{Name: "tax-" + q.String() + ".csv", Type: "text/csv; charset=utf-8"}.Send(w, r, func(to io.Writer) error {
		table := csv.NewWriter(to)
		rows := [][]string{{"quarter", "country", "rate", "treatment", "correction", "net", "tax", "currency", "documents"}}
		for _, s := range sums {
			rows = append(rows, []string{q.String(), s.Country, s.Rate.String(), string(s.Treatment), strconv.FormatBool(s.Correction),
				s.Net.String(), s.Tax.String(), s.Currency, strconv.FormatInt(s.Documents, 10)})
		}
		return table.WriteAll(rows)
	})
}
