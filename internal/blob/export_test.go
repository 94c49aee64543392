package blob

// What external tests look at inside.
var (
	DiskFault   = diskFault
	Disposition = disposition
	PartSize    = partSize
)
