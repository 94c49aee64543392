package vitrine

// Shown is what is known of stored bytes that everybody may see.
type Shown struct {
	Size     int64 // 0 where nobody knows it
	Reserved bool  // the author wants nobody to train machines with them
}
