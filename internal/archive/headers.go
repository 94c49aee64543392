package archive

import (
	"encoding/binary"
	"math"
	"time"
)

// The signatures of the pieces (4.3.7 to 4.3.16).
const (
	localSignature      = 0x04034b50
	descriptorSignature = 0x08074b50
	centralSignature    = 0x02014b50
	end64Signature      = 0x06064b50
	locatorSignature    = 0x07064b50
	endSignature        = 0x06054b50
)

const (
	needsPlain = 20 // version that reads it (4.4.3)
	needs64    = 45
	madeByUnix = 3<<8 | needs64
	flagLate   = 1 << 3  // sizes and checksum stand behind the bytes (4.4.4)
	flagUTF8   = 1 << 11 // so are the names
	extra64    = 1       // the field of sizes that need 64 bits (4.5.3)
	isFile     = 0o100644 << 16
)

// wide reports whether a file's sizes need 64 bits.
func (e *entry) wide() bool { return e.Size >= math.MaxUint32 }

func (e *entry) flags() uint16 {
	if e.CRC32 == nil {
		return flagUTF8 | flagLate
	}
	return flagUTF8
}

// record is a piece of the archive as it is written, little-endian.
type record []byte

func (r *record) u16(values ...uint16) {
	for _, v := range values {
		*r = binary.LittleEndian.AppendUint16(*r, v)
	}
}

func (r *record) u32(values ...uint32) {
	for _, v := range values {
		*r = binary.LittleEndian.AppendUint32(*r, v)
	}
}

func (r *record) u64(values ...uint64) {
	for _, v := range values {
		*r = binary.LittleEndian.AppendUint64(*r, v)
	}
}

// localHeader stands before a file's bytes (4.3.7).
func localHeader(e *entry, date [2]uint16) []byte {
	var r record
	var crc, size uint32
	var extra record
	needs := uint16(needsPlain)
	if e.CRC32 != nil {
		crc, size = *e.CRC32, uint32(min(e.Size, math.MaxUint32))
	}
	if e.wide() {
		needs, size = needs64, math.MaxUint32
		extra.u16(extra64, 16)
		extra.u64(uint64(e.Size), uint64(e.Size))
	}
	r.u32(localSignature)
	r.u16(needs, e.flags(), 0, date[0], date[1]) // 0: stored
	r.u32(crc, size, size)
	r.u16(uint16(len(e.name)), uint16(len(extra)))
	return append(append(r, e.name...), extra...)
}

// descriptor stands behind the bytes of a file whose checksum was not known before (4.3.9).
func descriptor(e *entry, crc uint32) []byte {
	var r record
	r.u32(descriptorSignature, crc)
	if e.wide() {
		r.u64(uint64(e.Size), uint64(e.Size))
	} else {
		r.u32(uint32(e.Size), uint32(e.Size))
	}
	return r
}

// directory is what stands at the end: a header of each file and what leads to them. It
// is as long whatever the checksums are.
func directory(files []entry, at int64, date [2]uint16, crcs []uint32) []byte {
	var r record
	for i := range files {
		centralHeader(&r, &files[i], date, crcs[i])
	}
	size, n := uint64(len(r)), uint64(len(files))
	if uint64(at) >= math.MaxUint32 || size >= math.MaxUint32 || n >= math.MaxUint16 {
		end64At := uint64(at) + size
		r.u32(end64Signature)
		r.u64(44) // what follows of the record (4.3.14.1)
		r.u16(madeByUnix, needs64)
		r.u32(0, 0)
		r.u64(n, n, size, uint64(at))
		r.u32(locatorSignature, 0)
		r.u64(end64At)
		r.u32(1)
	}
	few := uint16(min(n, math.MaxUint16))
	r.u32(endSignature)
	r.u16(0, 0, few, few)
	r.u32(uint32(min(size, math.MaxUint32)), uint32(min(uint64(at), math.MaxUint32)))
	r.u16(0)
	return r
}

// centralHeader is a file's header in the directory (4.3.12).
func centralHeader(r *record, e *entry, date [2]uint16, crc uint32) {
	var extra record
	needs := uint16(needsPlain)
	if e.wide() {
		extra.u64(uint64(e.Size), uint64(e.Size))
	}
	if e.at >= math.MaxUint32 {
		extra.u64(uint64(e.at))
	}
	if len(extra) > 0 {
		needs = needs64
		var head record
		head.u16(extra64, uint16(len(extra)))
		extra = append(head, extra...)
	}
	size := uint32(min(e.Size, math.MaxUint32))
	r.u32(centralSignature)
	r.u16(madeByUnix, needs, e.flags(), 0, date[0], date[1])
	r.u32(crc, size, size)
	r.u16(uint16(len(e.name)), uint16(len(extra)), 0, 0, 0)
	r.u32(isFile, uint32(min(e.at, math.MaxUint32)))
	*r = append(append(*r, e.name...), extra...)
}

// dosTime is a time as ZIP has it (4.4.6), in UTC: two seconds are its least step, and it
// begins with 1980.
func dosTime(t time.Time) [2]uint16 {
	t = t.UTC()
	if t.Year() < 1980 {
		return [2]uint16{0, 1<<5 | 1}
	}
	year := min(t.Year()-1980, 127)
	return [2]uint16{
		uint16(t.Hour()<<11 | t.Minute()<<5 | t.Second()/2),
		uint16(year<<9 | int(t.Month())<<5 | t.Day()),
	}
}
