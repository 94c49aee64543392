package operator

import (
	"encoding/csv"
	"io"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/fisc"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const taxPath = "/desk/tax-reports"

// taxYears is how many years the page offers.
const taxYears = 5

// taxPage is what the page of reports shows.
type taxPage struct {
	Years   []int
	Fields  []taxField
	Problem string
}

func (p *Pages) taxReports(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.showTaxReports(w, r, http.StatusOK, nil)
}

func (p *Pages) showTaxReports(w http.ResponseWriter, r *http.Request, status int, refused error) error {
	page := &taxPage{Fields: legend(), Problem: problemOf(r, refused)}
	for n := range taxYears {
		page.Years = append(page.Years, p.now().UTC().Year()-n)
	}
	return p.show(w, r, status, "tax", pages.View{Title: locale.Of(r.Context()).T("Reports for tax offices"), Section: payoutsPath,
		Content: page})
}

// taxReport sends a report, once its operator has shown who they are.
func (p *Pages) taxReport(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	year, _ := strconv.Atoi(form.Get("year")) // 0, of which there is none, for anything else
	kind := form.Get("form")
	if kind == "legend" {
		return web.Download{Name: "tax-legend.csv", Type: "text/csv; charset=utf-8"}.Send(w, r, writeLegend)
	}
	columns := fisc.Columns(kind)
	if len(columns) == 0 {
		return p.showTaxReports(w, r, http.StatusUnprocessableEntity, vitrine.Errorf(vitrine.Invalid, "there is no such report"))
	}
	var rows [][]string
	err = p.shop.SellersReport(r.Context(), in, year, kind, func(one vitrine.ReportedSeller) error {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = pages.Cell(c.Of(&one))
		}
		rows = append(rows, row)
		return nil
	})
	if refusable(err) {
		return p.showTaxReports(w, r, web.ProblemOf(r, err).Status, err)
	}
	if err != nil {
		return err
	}
	name := kind + "-" + strconv.Itoa(year) + ".csv"
	return web.Download{Name: name, Type: "text/csv; charset=utf-8"}.Send(w, r, func(to io.Writer) error {
		table := csv.NewWriter(to)
		table.UseCRLF = true
		return table.WriteAll(append([][]string{titles(columns)}, rows...))
	})
}

func titles(columns []fisc.Column) []string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.Name
	}
	return list
}

// legend is each column of all tables.
func legend() (all []taxField) {
	for _, table := range fisc.Tables() {
		for _, c := range fisc.Columns(table) {
			all = append(all, taxField{table, c})
		}
	}
	return all
}

// taxField is a line of the legend.
type taxField struct {
	Report string
	fisc.Column
}

func writeLegend(to io.Writer) error {
	table := csv.NewWriter(to)
	table.UseCRLF = true
	rows := [][]string{{"report", "column", "known", "about"}}
	for _, f := range legend() {
		rows = append(rows, []string{f.Report, f.Name, strconv.FormatBool(f.Known()), f.About})
	}
	return table.WriteAll(rows)
}
