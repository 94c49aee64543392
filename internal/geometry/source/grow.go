package source

// MaxAhead bounds what a list gets ahead of what it needs, in elements.
const MaxAhead = 32 << 20

// Grow returns a list that has room for n more elements. Where append adds a
// quarter to a long list, and so copies each element four times, this doubles it
// as long as that is not much.
func Grow[T any](list []T, n int) []T {
	if cap(list)-len(list) >= n {
		return list
	}
	return more(list, n)
}

func more[T any](list []T, n int) []T {
	ahead := max(min(len(list), MaxAhead/2), len(list)/4, 1024)
	to := make([]T, len(list), len(list)+max(n, ahead))
	copy(to, list)
	return to
}
