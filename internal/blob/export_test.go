package blob

// What external tests look at inside.
var (
	DiskFault   = diskFault
	Disposition = disposition
	PartSize    = partSize
)

// CopyInParts has objects of more than some bytes copied in parts of as many.
func (s *S3) CopyInParts(size int64) { s.copyAtOnce, s.copyPart = size, size }
