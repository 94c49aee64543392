package geometry

// Unwrapped tells how texture coordinates lie, drawing no more than rows of pixels.
func Unwrapped(m *Model, rows int) Fact[string] { return unwrapped(m, rows) }
