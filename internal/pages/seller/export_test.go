package seller

// These are for tests.
var (
	Advice = advice
)
