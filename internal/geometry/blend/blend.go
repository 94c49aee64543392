// Package blend reads the meshes of Blender's files, plain or compressed: what the file
// stores, before modifiers. They are counted and not drawn; the file's own thumbnail stands
// for them.
//
// It goes by the description of its structures that each file brings along, so it needs to
// know no version of Blender. It knows no other format.
package blend

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The limits of a Blender file: its blocks, what is kept of them until their
// description is read, and that description.
const (
	maxBlocks = 20_000_000
	maxKept   = 128 << 20 // bytes
	maxHead   = 16 << 10  // bytes of a block that are kept
	maxDNA    = 4 << 20   // bytes
	maxArrays = 10_000    // tables of a mesh, of different sizes
	maxNodes  = 64 << 10  // bytes of a block that may be a shader's node
	maxSide   = 1024      // pixels of the picture
)

// Read counts the meshes of a Blender file (Blender Foundation,
// doc/blender_file_format/mystery_of_the_blend.html and BLO_core_bhead.hh)
// from version 2.4 to 5.x, compressed or not.
func Read(in source.Input) (*geometry.Model, error) {
	head := make([]byte, min(in.Size, head5))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return readPacked(in, ungzip)
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return readPacked(in, unzstd)
	}
	section := in.Reader()
	return readBlocks(&document{r: bufio.NewReaderSize(section, 64<<10), seeker: section, left: in.Size})
}

// readBlocks makes a model of a file that is not compressed, or no longer.
func readBlocks(f *document) (*geometry.Model, error) {
	if err := f.head(); err != nil {
		return nil, f.refusal(err)
	}
	if err := f.walk(); err != nil {
		return nil, f.refusal(err)
	}
	if f.dna == nil {
		return nil, source.Refuse(source.Malformed, "the file lacks the description of its own structures, the block DNA1")
	}
	return f.model()
}

// document is a file that is read from its beginning to its end.
type document struct {
	r       *bufio.Reader
	seeker  *io.SectionReader // below r; nil: it can only be read on
	left    int64             // bytes
	order   binary.ByteOrder
	pointer int64 // bytes
	wide    bool  // blocks have heads of 32 bytes

	blocks int
	kept   int
	data   int64 // bytes of all tables
	dna    *dna
	owner  string // code of the block that tables belong to

	meshes    []mesh
	images    []structure
	materials int
	actions   int
	armatures int
	pbr       bool // a node is a principled shader
	thumbnail image.Image
}

// block is the head of a block.
type block struct {
	code string
	array
}

// array is what a block holds.
type array struct {
	size, count int64
	kind        int32 // number of its structure
}

// structure is the beginning of a block, kept until it can be read.
type structure struct {
	kind int32
	data []byte
}

// mesh is a mesh and its tables, each size once.
type mesh struct {
	structure
	arrays map[array]struct{}
}

const (
	head  = 12
	head5 = 17 // since 5.0
)

// head reads the file's head: BLENDER-v300, or BLENDER17-01v0500 since 5.0.
func (f *document) head() error {
	first, err := f.take(head)
	if err != nil {
		return err
	}
	text := string(first)
	f.order, f.pointer = binary.LittleEndian, 8
	switch {
	case text[:7] != "BLENDER":
		return source.Refuse(source.Malformed, "the file does not begin with BLENDER")
	case text[7:10] == "17-":
		f.wide = true
		more, err := f.take(head5 - head)
		if err == nil && (text[10:] != "01" || more[0] != 'v') {
			err = source.Refuse(source.Malformed, "the head is of a kind that is not known: %q", text[7:]+string(more))
		}
		return err
	case text[7] != '_' && text[7] != '-', text[8] != 'v' && text[8] != 'V':
		return source.Refuse(source.Malformed, "the head says %q: no size of pointers and order of bytes", text[7:])
	}
	if text[7] == '_' {
		f.pointer = 4
	}
	if text[8] == 'V' {
		f.order = binary.BigEndian
	}
	return nil
}

// walk goes from block to block, to the last.
func (f *document) walk() error {
	for {
		b, err := f.next()
		if err != nil || b.code == "ENDB" {
			return err
		}
		if f.blocks++; f.blocks > maxBlocks {
			return source.Refuse(source.Limit, "the file has more than %d blocks", maxBlocks)
		}
		if b.size < 0 || b.count < 0 {
			return source.Refuse(source.Malformed, "block %d has a negative size", f.blocks)
		}
		if b.size > f.left {
			return errEnd
		}
		if err := f.block(b); err != nil {
			return err
		}
	}
}

// next reads the head of a block. The last one may be cut behind its code.
func (f *document) next() (b block, err error) {
	text, err := f.take(4)
	if err != nil {
		return b, err
	}
	b.code = code(text)
	if b.code == "ENDB" {
		return b, nil
	}
	if f.wide {
		if text, err = f.take(28); err != nil {
			return b, err
		}
		b.kind = int32(f.order.Uint32(text))
		b.size, b.count = int64(f.order.Uint64(text[12:])), int64(f.order.Uint64(text[20:]))
		return b, nil
	}
	if text, err = f.take(12 + f.pointer); err != nil {
		return b, err
	}
	b.size = int64(int32(f.order.Uint32(text)))
	text = text[4+f.pointer:]
	b.kind, b.count = int32(f.order.Uint32(text)), int64(int32(f.order.Uint32(text[4:])))
	return b, nil
}

// code names a block; one that says nothing here is "". The codes of two
// letters are numbers of 16 bits in one of 32, and so stand at its end in files of
// big endian machines.
func code(text []byte) string {
	if text[0] == 0 && text[1] == 0 {
		text = []byte{text[2], text[3], 0, 0}
	}
	for _, code := range [...]string{"DATA", "ENDB", "DNA1", "TEST", "ME\x00\x00", "IM\x00\x00", "MA\x00\x00", "NT\x00\x00", "AC\x00\x00",
		"AR\x00\x00"} {
		if string(text) == code {
			return strings.TrimRight(code, "\x00")
		}
	}
	return ""
}

// block takes what a block has to say, and goes behind it.
func (f *document) block(b block) error {
	if b.code == "DATA" {
		return f.table(b)
	}
	f.owner = b.code
	switch b.code {
	case "DNA1":
		if b.size > maxDNA {
			return source.Refuse(source.Limit, "the file describes its structures in %d bytes, at most %d are read", b.size, maxDNA)
		}
		text, err := f.copy(b.size)
		if err != nil {
			return err
		}
		f.dna, err = parseDNA(text, f.order, f.pointer)
		return err
	case "TEST":
		return f.picture(b.size)
	case "ME":
		kept, err := f.keep(b)
		f.meshes = append(f.meshes, mesh{structure: kept})
		return err
	case "IM":
		kept, err := f.keep(b)
		f.images = append(f.images, kept)
		return err
	case "MA":
		f.materials++
	case "AC":
		f.actions++
	case "AR":
		f.armatures++
	}
	return f.skip(b.size)
}

// principled is how the nodes call Blender's physically based shader.
const principled = "ShaderNodeBsdfPrincipled"

// table notes a block that belongs to the one before.
func (f *document) table(b block) error {
	f.data += b.size
	switch {
	case f.owner == "ME":
		mesh := &f.meshes[len(f.meshes)-1]
		if mesh.arrays == nil {
			mesh.arrays = map[array]struct{}{}
		}
		if len(mesh.arrays) < maxArrays && f.kept < maxKept {
			before := len(mesh.arrays)
			mesh.arrays[b.array] = struct{}{}
			f.kept += 100 * (len(mesh.arrays) - before)
		}
	case (f.owner == "MA" || f.owner == "NT") && !f.pbr && b.size <= maxNodes:
		text, err := f.copy(b.size)
		f.pbr = bytes.Contains(text, []byte(principled))
		return err
	}
	return f.skip(b.size)
}

// keep reads the beginning of a block and skips the rest.
func (f *document) keep(b block) (structure, error) {
	n := min(b.size, maxHead)
	if f.kept += 100 + int(n); f.kept > maxKept {
		return structure{}, source.Refuse(source.Limit, "the file has more than %d meshes and pictures", len(f.meshes)+len(f.images))
	}
	text, err := f.copy(n)
	if err != nil {
		return structure{}, err
	}
	return structure{b.kind, text}, f.skip(b.size - n)
}
