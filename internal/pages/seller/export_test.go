package seller

// These are for tests.
var (
	TitleOf = titleOf
	Advice  = advice
)
