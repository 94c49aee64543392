package seller

// TitleOf and Advice are for tests.
var (
	TitleOf = titleOf
	Advice  = advice
)
