// Package vitrine holds the domain types: models, their files and images,
// licences, categories, orders, users, tokens and money, with the rules that make
// each of them valid and the transitions that each may take.
//
// Every other package uses these types. This one imports only the standard
// library and knows nothing of HTTP, SQL, disks or settings, so that it can be
// read, and tested, by itself.
package vitrine

// Optional is a member of a change request: absent, null or a value.
type Optional[T any] struct {
	Set   bool // the member was sent
	Null  bool // it was sent as null
	Value T
}

// Some makes an Optional that was sent with a value.
func Some[T any](v T) Optional[T] { return Optional[T]{Set: true, Value: v} }
