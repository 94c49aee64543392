package tax

import "vitrine"

// Evidence is what shows where a buyer lives before they pay.
func Evidence(b vitrine.Billing) (list []vitrine.Evidence) {
	add := func(kind vitrine.EvidenceKind, country string) {
		if country != "" {
			list = append(list, vitrine.Evidence{Kind: kind, Country: country, At: b.At})
		}
	}
	add(vitrine.SaysBilling, b.Country)
	add(vitrine.SaysNetwork, b.Network)
	if b.VATID != "" {
		add(vitrine.SaysVATID, CountryOfVATID(b.VATID))
	}
	if b.Sure {
		add(vitrine.SaysAgain, b.Country)
	}
	return list
}

// Agreeing is how many pieces of evidence say the same country.
func Agreeing(list []vitrine.Evidence, country string) (n int) {
	for _, piece := range list {
		if Territory(piece.Country) == Territory(country) {
			n++
		}
	}
	return n
}

// Asking is what a buyer has to be asked for before they pay.
type Asking string

// What buyers are asked for.
const (
	AsksNothing Asking = ""
	AsksCountry Asking = "country" // where they live
	AsksSure    Asking = "sure"    // to confirm it, as nothing else agrees
)

// Asks is what the buyer of a sale has to be asked for. cardLater says that the provider tells where
// the card of a payment was issued, which is a second piece of evidence.
func Asks(rules vitrine.TaxRules, b vitrine.Billing, cardLater bool) Asking {
	switch {
	case rules.Mode != vitrine.TaxTable:
		return AsksNothing
	case b.Country == "":
		return AsksCountry
	case !rules.TwoPieces && (b.Network == "" || Territory(b.Network) == Territory(b.Country)):
		return AsksNothing // one piece is enough, and none contradicts it
	case Agreeing(Evidence(b), b.Country) >= 2:
		return AsksNothing
	case b.Network == "" && cardLater:
		return AsksNothing
	}
	return AsksSure
}
