package door

// keptDescriptors are for what is not a visitor's: the database, the log,
// readers of files, the reserve.
const keptDescriptors = 2*reserve + 64

// Places is how many of the wanted connections a process can serve: each may
// have a file open beside its socket.
func Places(wanted int) int { return places(wanted, descriptors()) }

func places(wanted, descriptors int) int {
	if descriptors <= 0 {
		return wanted
	}
	return max(1, min(wanted, (descriptors-keptDescriptors)/2))
}
