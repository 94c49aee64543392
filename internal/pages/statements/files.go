package statements

import (
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/pdf"
	"vitrine/internal/web"
)

// csv sends each entry of a month as CSV (RFC 4180), as it is read, between the balances.
func (p *Pages) csv(w http.ResponseWriter, r *http.Request, who reader) error {
	m, err := p.read(r, who, nil) // that is refused before anything is sent
	if err != nil {
		return err
	}
	file := web.Download{Name: "statement-" + m.Month.Name() + ".csv", Type: "text/csv; charset=utf-8"}
	return file.Send(w, r, func(to io.Writer) error {
		table := csv.NewWriter(to)
		table.UseCRLF = true
		_ = table.Write([]string{"at", "kind", "order", "gross", "tax", "share", "net", "currency", "livemode", "note"})
		var entries []vitrine.StatementEntry
		found, err := p.read(r, who, func(e vitrine.StatementEntry) error {
			entries = append(entries, e)
			return nil
		})
		if err != nil {
			return err
		}
		for _, s := range found.Statements {
			writeStatement(table, &s.SellerStatement, entries)
		}
		table.Flush()
		return table.Error()
	})
}

// writeStatement writes the entries of a currency between its balances.
func writeStatement(table *csv.Writer, s *vitrine.SellerStatement, entries []vitrine.StatementEntry) {
	balance := func(kind string, at time.Time, a vitrine.Amount) {
		_ = table.Write([]string{at.Format(time.RFC3339), kind, "", "", "", "", a.String(), s.Currency, strconv.FormatBool(s.Live), ""})
	}
	balance("opening", s.Month, s.Opening)
	for _, e := range entries {
		if e.Currency != s.Currency || e.Live != s.Live {
			continue
		}
		order := ""
		if e.OrderID != 0 {
			order = strconv.FormatInt(e.OrderID, 10)
		}
		_ = table.Write([]string{e.At.Format(time.RFC3339), string(e.Kind), order, e.Gross().String(), e.Tax.String(), e.Share.String(),
			e.Net.String(), e.Currency, strconv.FormatBool(e.Live), pages.Cell(e.Note)})
	}
	balance("closing", s.Month.AddDate(0, 1, 0), s.Closing)
}

// pdf sends a month as a document.
func (p *Pages) pdf(w http.ResponseWriter, r *http.Request, who reader) error {
	m, err := p.read(r, who, nil)
	if err != nil {
		return err
	}
	if !m.Printed {
		http.Redirect(w, r, m.Path(), http.StatusSeeOther) // which can be printed
		return nil
	}
	return pages.SendPDF(w, r, m.language, "statement-"+m.Month.Name(), m.document)
}

// document writes the month as a PDF. That of a month that is over is the same each time, as long as names are.
func (m *monthPage) document() ([]byte, error) {
	l, title := m.language, m.language.T("Statement, {month}", m.Name())
	d := pdf.New(pdf.Options{Title: title, Language: l.Tag, Author: m.house.Name, At: m.Month.Month.AddDate(0, 1, 0),
		Foot: func(page, pages string) string {
			return l.T("{name}, page {page} of {pages}", m.house.Name, page, pages)
		}})
	d.Heading(1, title)
	d.Facts(pdf.Fact{Name: l.T("Seller"), Value: m.seller.Username}, pdf.Fact{Name: l.T("Marketplace"), Value: m.house.Name})
	if !m.Month.Final {
		d.Text(l.T("The month is not over: this changes still."))
	}
	for _, s := range m.Statements {
		name := s.Currency
		if !s.Live {
			name += " (" + l.T("Not real money: it is of trial payments.") + ")"
		}
		d.Heading(2, name)
		table := pdf.Table{Columns: []pdf.Column{{Title: "", Share: 4}, {Title: l.T("statement|Gross"), Share: 2, Right: true},
			{Title: l.T("statement|Tax"), Share: 2, Right: true}, {Title: l.T("statement|Share of the marketplace"), Share: 2, Right: true},
			{Title: l.T("statement|Yours"), Share: 2, Right: true}}}
		table.Rows = [][]string{{l.T("Opening balance"), "", "", "", m.Said(s.Opening, s.Currency)}}
		for _, r := range s.Rows {
			table.Rows = append(table.Rows, []string{r.What, r.Gross, r.Tax, r.Share, r.Net})
		}
		table.Totals = [][]string{{l.T("Closing balance"), "", "", "", m.Said(s.Closing, s.Currency)}}
		d.Table(table)
	}
	if len(m.Statements) == 0 {
		d.Text(l.T("Nothing moved in this month."))
	}
	d.Small(l.T("What is on hold, available and on its way to you is in the balances. Computed from the marketplace’s ledger."))
	return d.Bytes()
}
