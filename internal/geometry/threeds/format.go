package threeds

import (
	"encoding/binary"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes 3DS.
func Format() format.Format {
	return format.Format{
		Name: geometry.ThreeDS, Extensions: []string{"3ds"}, Detect: detect, Unmistakable: format.Binary, Read: Read, AsksForOthers: true,
	}
}

// detect looks for the main chunk with the length of the file; under its own extension also
// with a greater one, as the reader finds out.
func detect(h *format.Head) format.Evidence {
	if len(h.Bytes) < 6 || binary.LittleEndian.Uint16(h.Bytes) != chunkMain {
		return format.None
	}
	length := int64(binary.LittleEndian.Uint32(h.Bytes[2:6]))
	if length == h.Size || h.Extension == "3ds" && length > h.Size {
		return format.Fitting
	}
	return format.None
}
