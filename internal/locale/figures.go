package locale

import (
	"strconv"
	"strings"
	"time"

	"vitrine"
)

// figures are the signs of numbers.
type figures struct {
	group string   // between thousands
	point string   // before decimals
	least int      // digits that a whole number has before it is grouped; 0: any that can be
	space string   // before a currency, a unit and the sign of percent
	units []string // of sizes, from a thousand bytes on
}

var units = []string{"kB", "MB", "GB", "TB"}

// isolate keeps figures and Latin letters in the order in which they are written, in a text
// from right to left (UAX #9, section 2.4).
func (l *Language) isolate(text string) string {
	if !l.RTL {
		return text
	}
	return "\u2066" + text + "\u2069"
}

// Number writes a whole number.
func (l *Language) Number(n int64) string { return l.Figure(strconv.FormatInt(n, 10)) }

// Figure writes a decimal number that has a point and nothing between thousands.
func (l *Language) Figure(decimal string) string {
	whole, part, pointed := strings.Cut(decimal, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if len(whole) > 3 && len(whole) >= l.figures.least {
		first := (len(whole)-1)%3 + 1
		grouped := whole[:first]
		for i := first; i < len(whole); i += 3 {
			grouped += l.figures.group + whole[i:i+3]
		}
		whole = grouped
	}
	if pointed {
		whole += l.figures.point + part
	}
	return sign + whole
}

// Money writes an amount in a currency.
func (l *Language) Money(amount vitrine.Amount, currency string) string {
	if amount == 0 {
		return l.Free()
	}
	return l.Priced(amount.String(), currency)
}

// Priced writes a decimal number of a currency, without decimals where that has none.
func (l *Language) Priced(decimal, currency string) string {
	if vitrine.StepOf(currency) == 100 {
		decimal = strings.TrimSuffix(decimal, ".00")
	}
	return l.isolate(l.Figure(decimal) + l.figures.space + currency)
}

// Free is the price of what costs nothing.
func (l *Language) Free() string { return l.T("price|Free") }

// Off writes a part that is taken off a price.
func (l *Language) Off(percent int64) string {
	return l.isolate("−" + strconv.FormatInt(percent, 10) + strings.TrimPrefix(l.figures.space, " ") + "%")
}

// Percent writes a decimal number of hundredths.
func (l *Language) Percent(decimal string) string {
	return l.isolate(l.Figure(decimal) + strings.TrimPrefix(l.figures.space, " ") + "%")
}

// Bytes writes a size, in decimal units.
func (l *Language) Bytes(n int64) string {
	const unit = 1000
	if n < unit {
		return l.N("{n} byte", "{n} bytes", n)
	}
	size, suffix := float64(n)/unit, 0
	for size >= unit && suffix < len(l.figures.units)-1 {
		size, suffix = size/unit, suffix+1
	}
	return l.isolate(l.Figure(strconv.FormatFloat(size, 'f', 1, 64)) + l.figures.space + l.figures.units[suffix])
}

// Measure writes figures with a unit, such as 20 × 20 × 5 mm.
func (l *Language) Measure(text string) string { return l.isolate(text) }

// days say how days are written.
type days struct {
	date, month, moment string
	months              []string

	full     string   // of a day with its weekday
	weekdays []string // short, from Sunday on
}

// Day writes a day, in UTC.
func (l *Language) Day(t time.Time) string { return l.dated(l.days.date, t.UTC()) }

// Weekday writes a day with its weekday, in UTC.
func (l *Language) Weekday(t time.Time) string {
	return strings.NewReplacer("{weekday}", l.days.weekdays[t.UTC().Weekday()], "{date}", l.Day(t)).Replace(l.days.full)
}

// Month writes the month of a moment, in UTC.
func (l *Language) Month(t time.Time) string { return l.dated(l.days.month, t.UTC()) }

// Moment writes a day and a time, in UTC.
func (l *Language) Moment(t time.Time) string {
	t = t.UTC()
	return strings.NewReplacer("{date}", l.Day(t), "{time}", t.Format("15:04")).Replace(l.days.moment)
}

func (l *Language) dated(pattern string, t time.Time) string {
	return strings.NewReplacer("{d}", strconv.Itoa(t.Day()), "{month}", l.days.months[t.Month()-1], "{y}",
		strconv.Itoa(t.Year())).Replace(pattern)
}
