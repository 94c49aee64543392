package client

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Amount is a sum of money as text, such as "12.50": exact, in the currency of the record that
// it stands in.
type Amount string

// Cents returns the amount of so many hundredths: 1250 is 12.50.
func Cents(hundredths int64) Amount {
	sign, rest := "", uint64(hundredths)
	if hundredths < 0 {
		sign, rest = "-", -rest
	}
	return Amount(fmt.Sprintf("%s%d.%02d", sign, rest/100, rest%100))
}

// Cents returns an amount in hundredths.
func (a Amount) Cents() (int64, error) {
	digits, negative := strings.CutPrefix(string(a), "-")
	whole, part, _ := strings.Cut(digits, ".")
	if len(part) > 2 || whole == "" || strings.Trim(whole+part, "0123456789") != "" {
		return 0, fmt.Errorf("vitrine: %q is no amount", string(a))
	}
	hundredths, err := strconv.ParseInt(whole+part+"00"[len(part):], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("vitrine: %q is no amount", string(a))
	}
	if negative {
		hundredths = -hundredths
	}
	return hundredths, nil
}

// UnmarshalJSON reads text, and numbers, which some marketplaces write instead.
func (a *Amount) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(a))
	}
	var number json.Number
	if err := json.Unmarshal(data, &number); err != nil {
		return err
	}
	*a = Amount(number)
	return nil
}

// Nullable is a member of a change: what is not said stays, what is said is the value from then
// on, and null takes it away.
//
//	client.ModelChange{Price: client.Set(client.Amount("9.00")), OriginalPrice: client.Null[client.Amount]()}
type Nullable[T any] struct {
	value T
	said  bool
	null  bool
}

// Set returns the member that says a value.
func Set[T any](value T) Nullable[T] { return Nullable[T]{value: value, said: true} }

// Null returns the member that takes a value away.
func Null[T any]() Nullable[T] { return Nullable[T]{said: true, null: true} }

// IsZero reports whether the member is left out.
func (n Nullable[T]) IsZero() bool { return !n.said }

// Value returns the value, and whether there is one.
func (n Nullable[T]) Value() (T, bool) { return n.value, n.said && !n.null }

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if !n.said || n.null {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if *n = (Nullable[T]{said: true, null: string(data) == "null"}); n.null {
		return nil
	}
	return json.Unmarshal(data, &n.value)
}

// segment returns an id as it stands in a path.
func segment[T ~string | ~int64](id T) string { return url.PathEscape(fmt.Sprint(id)) }

// values are the parameters of a query.
type values url.Values

// add adds a parameter unless it is zero.
func (v values) add(name string, value any) {
	text := ""
	switch value := value.(type) {
	case int64:
		if value != 0 {
			text = strconv.FormatInt(value, 10)
		}
	case float64:
		if value != 0 {
			text = strconv.FormatFloat(value, 'f', -1, 64)
		}
	case bool:
		if value {
			text = "true"
		}
	case *bool:
		if value != nil {
			text = strconv.FormatBool(*value)
		}
	case time.Time:
		if !value.IsZero() {
			text = value.UTC().Format(time.RFC3339Nano)
		}
	case []string:
		text = strings.Join(value, ",")
	default:
		text = fmt.Sprint(value) // words and amounts
	}
	if text != "" {
		url.Values(v).Set(name, text)
	}
}
