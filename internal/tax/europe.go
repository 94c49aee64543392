package tax

import "slices"

// RatesKnown is the day of which the shipped rates are.
const RatesKnown = "2025-08-01"

// ratesSource is who says so.
const ratesSource = "European Commission, Taxes in Europe Database (TEDB), as of " + RatesKnown

// Shipped are the standard rates of the member states of the European Union, which electronically
// supplied services have, from 2024 on or from when a rate changed later.
func Shipped() []Rate {
	list := []Rate{
		{Country: "AT", Rate: 2000},
		{Country: "BE", Rate: 2100},
		{Country: "BG", Rate: 2000},
		{Country: "CY", Rate: 1900},
		{Country: "CZ", Rate: 2100},
		{Country: "DE", Rate: 1900},
		{Country: "DK", Rate: 2500},
		{Country: "EE", Rate: 2200, Until: "2025-07-01"},
		{Country: "EE", Rate: 2400, From: "2025-07-01"},
		{Country: "ES", Rate: 2100},
		{Country: "FI", Rate: 2400, Until: "2024-09-01"},
		{Country: "FI", Rate: 2550, From: "2024-09-01"},
		{Country: "FR", Rate: 2000},
		{Country: "GR", Rate: 2400},
		{Country: "HR", Rate: 2500},
		{Country: "HU", Rate: 2700},
		{Country: "IE", Rate: 2300},
		{Country: "IT", Rate: 2200},
		{Country: "LT", Rate: 2100},
		{Country: "LU", Rate: 1700},
		{Country: "LV", Rate: 2100},
		{Country: "MT", Rate: 1800},
		{Country: "NL", Rate: 2100},
		{Country: "PL", Rate: 2300},
		{Country: "PT", Rate: 2300},
		{Country: "RO", Rate: 1900, Until: "2025-08-01"},
		{Country: "RO", Rate: 2100, From: "2025-08-01"},
		{Country: "SE", Rate: 2500},
		{Country: "SI", Rate: 2200},
		{Country: "SK", Rate: 2000, Until: "2025-01-01"},
		{Country: "SK", Rate: 2300, From: "2025-01-01"},
	}
	for i := range list {
		list[i].Source = ratesSource
		if list[i].From == "" {
			list[i].From = "2024-01-01"
		}
	}
	return list
}

// Members are the member states of the European Union.
func Members() []string {
	return []string{
		"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT",
		"RO", "SE", "SI", "SK",
	}
}

// IsMember reports whether a country is a member state of the European Union.
func IsMember(country string) bool { return slices.Contains(Members(), country) }
