package shop

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
)

// newUUID is a UUID of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, so
// that an index has new ones beside each other, and 74 random bits.
func newUUID(now time.Time) string {
	var id [16]byte
	binary.BigEndian.PutUint64(id[:], uint64(now.UnixMilli())<<16)
	rand.Read(id[6:]) // never fails
	id[6] = id[6]&0x0f | 7<<4
	id[8] = id[8]&0x3f | 0b10<<6
	return written(id)
}

// uuidOf is a UUID of version 8 (RFC 9562, section 5.8) that follows from a text.
func uuidOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	id := [16]byte(sum[:16])
	id[6] = id[6]&0x0f | 8<<4
	id[8] = id[8]&0x3f | 0b10<<6
	return written(id)
}

func written(id [16]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
