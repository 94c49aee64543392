package spz_test

import (
	"encoding/binary"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

// unpacked is a file of two splats as it is before gzip packs it: the second one is a
// quarter along x.
func unpacked(version uint32, degree byte) []byte {
	le := binary.LittleEndian
	data := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 0x5053474e), version), 2)
	data = append(data, degree, 12, 0, 0)
	data = append(data, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0) // positions
	data = append(data, 255, 128)                                             // opacities
	data = append(data, 128, 128, 128, 255, 0, 0)                             // colours
	data = append(data, 160, 160, 160, 96, 96, 96)                            // scales
	rotation := map[uint32]int{2: 3, 3: 4}[version]
	harmonics := []int{0, 9, 24, 45}[degree]
	return append(data, make([]byte, 2*rotation+2*harmonics)...)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, version := range []uint32{2, 3} {
		for _, degree := range []byte{0, 3} {
			report, model := geometrytest.InspectBeside(t, "a.spz", geometrytest.Gzipped(unpacked(version, degree)), nil)
			if report.Rejected() || report.Facts.Splats.Value != 2 || model.Splats.Positions[3] != 0.25 || model.Splats.Colors[3] != 255 {
				t.Errorf("version %d, degree %d: %+v", version, degree, report)
			}
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	whole := unpacked(3, 1)
	for i := range whole {
		if got := geometrytest.Inspect(t, "a.spz", geometrytest.Gzipped(whole[:i])); !got.Rejected() {
			t.Errorf("%d of %d bytes are read as whole", i, len(whole))
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal. Packed
// files are fuzzed as they are before they are packed.
func FuzzRead(f *testing.F) {
	f.Add(unpacked(2, 1))
	f.Add(unpacked(3, 0))
	f.Add([]byte("NGSP\x04\x00\x00\x00\x02\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		geometrytest.Inspect(t, "a.spz", string(data))
		geometrytest.Inspect(t, "a.spz", geometrytest.Gzipped(data))
	})
}
