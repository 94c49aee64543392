package locale

// languages are those in which pages are written, with what CLDR says of each: the signs in
// numbers and the names of months. Arabic has the digits of prices, sizes and names of files
// around it, as the pages of shops in Arabic do.
func languages() []*Language {
	return []*Language{
		{
			Tag: "en", Name: "English", Code: "en_US", figures: figures{group: ",", point: ".", space: " ", units: units},
			days: days{"{d} {month} {y}", "{month} {y}", "{date}, {time} UTC", []string{"January", "February", "March", "April", "May",
				"June", "July", "August", "September", "October", "November", "December"}},
		},
		{
			Tag: "de", Name: "Deutsch", Code: "de_DE", figures: figures{group: ".", point: ",", space: "\u00a0", units: units},
			days: days{"{d}. {month} {y}", "{month} {y}", "{date}, {time} UTC", []string{"Januar", "Februar", "März", "April", "Mai",
				"Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}},
		},
	}
}
