package locale

// languages are those in which pages are written, with what CLDR says of each: the signs in
// numbers and the names of months and weekdays. Arabic has the digits of prices, sizes and
// names of files around it, as the pages of shops in Arabic do.
func languages() []*Language {
	return []*Language{
		{
			Tag: "en", Name: "English", Code: "en_US", figures: figures{group: ",", point: ".", space: " ", units: units},
			days: days{"{d} {month} {y}", "{month} {y}", "{date}, {time} UTC", []string{"January", "February", "March", "April", "May",
				"June", "July", "August", "September", "October", "November", "December"},
				"{weekday} {date}", []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}},
		},
		{
			Tag: "de", Name: "Deutsch", Code: "de_DE", figures: figures{group: ".", point: ",", space: "\u00a0", units: units},
			days: days{"{d}. {month} {y}", "{month} {y}", "{date}, {time} UTC", []string{"Januar", "Februar", "März", "April", "Mai",
				"Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
				"{weekday}, {date}", []string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"}},
		},
		{
			Tag: "fr", Name: "Français", Code: "fr_FR",
			figures: figures{group: "\u202f", point: ",", space: "\u00a0", units: []string{"ko", "Mo", "Go", "To"}},
			days: days{"{d} {month} {y}", "{month} {y}", "{date} à {time} UTC", []string{"janvier", "février", "mars", "avril", "mai",
				"juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
				"{weekday} {date}", []string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."}},
		},
		{
			Tag: "es", Name: "Español", Code: "es_ES", figures: figures{group: ".", point: ",", least: 5, space: "\u00a0", units: units},
			days: days{"{d} de {month} de {y}", "{month} de {y}", "{date}, {time} UTC", []string{"enero", "febrero", "marzo", "abril",
				"mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
				"{weekday}, {date}", []string{"dom", "lun", "mar", "mié", "jue", "vie", "sáb"}},
		},
		{
			Tag: "zh-Hans", Name: "简体中文", Code: "zh_CN", figures: figures{group: ",", point: ".", space: " ", units: units},
			days: days{"{y}年{month}月{d}日", "{y}年{month}月", "{date} {time} UTC",
				[]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"},
				"{date} {weekday}", []string{"周日", "周一", "周二", "周三", "周四", "周五", "周六"}},
		},
		{
			Tag: "ar", Name: "العربية", Code: "ar_AR", RTL: true, figures: figures{group: ",", point: ".", space: " ", units: units},
			days: days{"{d} {month} {y}", "{month} {y}", "{date}، {time} UTC", []string{"يناير", "فبراير", "مارس", "أبريل", "مايو",
				"يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
				"{weekday}، {date}", []string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"}},
		},
	}
}
