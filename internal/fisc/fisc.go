// Package fisc knows the tables that tax offices ask of marketplaces: the columns of DAC7 and of form 1099-K, what each
// is, and how it is known. What the program does not know stays empty. It knows no stores and no requests.
package fisc

import (
	"fmt"
	"strings"

	"vitrine"
)

// Column is a column of a table: its name, what it is, and how it is known; of nil, it is not, and stays empty.
type Column struct {
	Name, About string
	of          func(*vitrine.ReportedSeller) string
}

// Known reports whether the program knows what stands in the column.
func (c Column) Known() bool { return c.of != nil }

// Of is what stands in the column of a seller.
func (c Column) Of(seller *vitrine.ReportedSeller) string {
	if c.of == nil {
		return ""
	}
	return c.of(seller)
}

// Tables are the names of the tables.
func Tables() []string { return []string{"dac7", "1099k"} }

// Columns are those of a table; none of one that there is not.
func Columns(table string) []Column {
	switch table {
	case "dac7":
		return dac7()
	case "1099k":
		return form1099K()
	default:
		return nil
	}
}

// said is a column of what the seller has said.
func said(name, about string, of func(p *vitrine.SellerFacts) string) Column {
	return Column{name, about + "; as the seller says at /sell/tax-office, empty where they have not",
		func(s *vitrine.ReportedSeller) string { return of(&s.Profile) }}
}

// address are the columns of one.
func address() []Column {
	return []Column{
		said("street", "street and number", func(p *vitrine.SellerFacts) string { return p.Street }),
		said("postcode", "postcode", func(p *vitrine.SellerFacts) string { return p.Postcode }),
		said("city", "city", func(p *vitrine.SellerFacts) string { return p.City }),
		said("region", "state or region", func(p *vitrine.SellerFacts) string { return p.Region }),
		said("country", "country (ISO 3166-1)", func(p *vitrine.SellerFacts) string { return p.Country }),
	}
}

func ofSeller() []Column {
	return []Column{
		{"seller", "number of the account here", func(s *vitrine.ReportedSeller) string { return fmt.Sprint(s.SellerID) }},
		{"username", "name of the account here", func(s *vitrine.ReportedSeller) string { return s.Username }},
		{"currency", "of all amounts (ISO 4217)", func(s *vitrine.ReportedSeller) string { return s.Currency }},
	}
}

// dac7 are the columns of what section III, part B of annex V of Directive 2011/16/EU asks.
func dac7() []Column {
	all := append(ofSeller(),
		said("kind", "individual or entity", kindOf),
		said("legal_name", "name of the individual, or legal name of the entity", func(p *vitrine.SellerFacts) string { return p.LegalName }))
	all = append(all, address()...)
	all = append(all,
		said("tin", "tax identification number", func(p *vitrine.SellerFacts) string { return p.TaxNumber }),
		said("tin_country", "country that issued the TIN", func(p *vitrine.SellerFacts) string { return p.TaxCountry }),
		said("vat_id", "VAT identification number", func(p *vitrine.SellerFacts) string { return p.VATID }),
		said("date_of_birth", "of an individual", func(p *vitrine.SellerFacts) string { return p.Born }),
		Column{"place_of_birth", "of an individual without a TIN", nil},
		said("registration_number", "of an entity", func(p *vitrine.SellerFacts) string { return p.Registration }),
		Column{"permanent_establishment", "countries of the Union in which an entity has one", nil},
		Column{"account_identifier", "account that consideration is paid to, as it is now",
			func(s *vitrine.ReportedSeller) string { return s.Account }},
		Column{"account_holder", "where it is not the seller", nil})
	for quarter := 1; quarter <= 4; quarter++ {
		all = append(all, quarterly(quarter)...)
	}
	return all
}

func quarterly(n int) []Column {
	name := func(what string) string { return fmt.Sprintf("q%d_%s", n, what) }
	column := func(what, about string, of func(vitrine.TaxSums) string) Column {
		return Column{name(what), about, func(s *vitrine.ReportedSeller) string { return of(s.Quarter(n)) }}
	}
	return []Column{
		column("consideration", "credited to the seller, net of fees and taxes, less what went back",
			func(s vitrine.TaxSums) string { return s.Net.String() }),
		column("activities", "sales that were paid", func(s vitrine.TaxSums) string { return fmt.Sprint(s.Sales) }),
		column("fees", "kept by the marketplace", func(s vitrine.TaxSums) string { return s.Share.String() }),
		column("taxes", "withheld or charged by the marketplace", func(s vitrine.TaxSums) string { return s.Tax.String() }),
	}
}

func kindOf(p *vitrine.SellerFacts) string {
	switch {
	case p.Entity:
		return "entity"
	case p.LegalName != "":
		return "individual"
	default:
		return ""
	}
}

// form1099K are the columns of the boxes of form 1099-K of the Internal Revenue Service.
func form1099K() []Column {
	all := append(ofSeller(),
		said("payee_name", "payee's name", func(p *vitrine.SellerFacts) string { return p.LegalName }))
	all = append(all, address()...)
	all = append(all,
		said("payee_tin", "payee's TIN", usTIN),
		Column{"box_1a_gross_amount", "gross amount of payments, before anything went back",
			func(s *vitrine.ReportedSeller) string { return s.Whole().Paid.String() }},
		Column{"box_1b_card_not_present", "of it, where the card was not present", nil},
		Column{"box_2_merchant_category_code", "merchant category code", nil},
		Column{"box_3_number_of_transactions", "payments", func(s *vitrine.ReportedSeller) string { return fmt.Sprint(s.Whole().Sales) }},
		Column{"box_4_federal_tax_withheld", "federal income tax withheld", nil})
	for i, month := range strings.Fields("january february march april may june july august september october november december") {
		all = append(all, Column{fmt.Sprintf("box_5%c_%s", 'a'+i, month), "gross amount of the month, of UTC",
			func(s *vitrine.ReportedSeller) string { return s.Months[i].Paid.String() }})
	}
	return append(all,
		Column{"box_6_state", "state", nil}, Column{"box_7_state_identification", "state identification number", nil},
		Column{"box_8_state_tax_withheld", "state income tax withheld", nil})
}

// usTIN is a tax number of the United States; of another country it is none.
func usTIN(p *vitrine.SellerFacts) string {
	if p.TaxCountry != "US" {
		return ""
	}
	return p.TaxNumber
}
