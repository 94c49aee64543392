//go:build !unix

package door

// descriptors is how many files and connections the process may have open, 0
// when nobody knows.
func descriptors() int { return 0 }
