package geometry

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"
)

// The limits of a Blender file: its blocks, what is kept of them until their
// description is read, and that description.
const (
	blendMaxBlocks = 20_000_000
	blendMaxKept   = 128 << 20 // bytes
	blendMaxHead   = 16 << 10  // bytes of a block that are kept
	blendMaxDNA    = 4 << 20   // bytes
	blendMaxArrays = 10_000    // tables of a mesh, of different sizes
	blendMaxNodes  = 64 << 10  // bytes of a block that may be a shader's node
	blendMaxSide   = 1024      // pixels of the picture
)

// readBlend counts the meshes of a Blender file (Blender Foundation,
// doc/blender_file_format/mystery_of_the_blend.html and BLO_core_bhead.hh)
// from version 2.4 to 5.x, compressed or not.
func readBlend(in Input) (*Model, error) {
	head := make([]byte, min(in.Size, blendHead5))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return readPackedBlend(in, ungzip)
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return readPackedBlend(in, unzstd)
	}
	section := in.reader()
	return readBlocks(&blendFile{r: bufio.NewReaderSize(section, 64<<10), seeker: section, left: in.Size})
}

// readBlocks makes a model of a file that is not compressed, or no longer.
func readBlocks(f *blendFile) (*Model, error) {
	if err := f.head(); err != nil {
		return nil, f.refusal(err)
	}
	if err := f.walk(); err != nil {
		return nil, f.refusal(err)
	}
	if f.dna == nil {
		return nil, refuse(codeMalformed, "the file lacks the description of its own structures, the block DNA1")
	}
	return f.model()
}

// blendFile is a file that is read from its beginning to its end.
type blendFile struct {
	r       *bufio.Reader
	seeker  *io.SectionReader // below r; nil: it can only be read on
	left    int64             // bytes
	order   binary.ByteOrder
	pointer int64 // bytes
	wide    bool  // blocks have heads of 32 bytes

	blocks int
	kept   int
	data   int64 // bytes of all tables
	dna    *blendDNA
	owner  string // code of the block that tables belong to

	meshes    []blendMesh
	images    []blendStruct
	materials int
	actions   int
	armatures int
	pbr       bool // a node is a principled shader
	thumbnail image.Image
}

// blendBlock is the head of a block.
type blendBlock struct {
	code string
	blendArray
}

// blendArray is what a block holds.
type blendArray struct {
	size, count int64
	kind        int32 // number of its structure
}

// blendStruct is the beginning of a block, kept until it can be read.
type blendStruct struct {
	kind int32
	data []byte
}

// blendMesh is a mesh and its tables, each size once.
type blendMesh struct {
	blendStruct
	arrays map[blendArray]struct{}
}

const (
	blendHead  = 12
	blendHead5 = 17 // since 5.0
)

// head reads the file's head: BLENDER-v300, or BLENDER17-01v0500 since 5.0.
func (f *blendFile) head() error {
	first, err := f.take(blendHead)
	if err != nil {
		return err
	}
	text := string(first)
	f.order, f.pointer = binary.LittleEndian, 8
	switch {
	case text[:7] != "BLENDER":
		return refuse(codeMalformed, "the file does not begin with BLENDER")
	case text[7:10] == "17-":
		f.wide = true
		more, err := f.take(blendHead5 - blendHead)
		if err == nil && (text[10:] != "01" || more[0] != 'v') {
			err = refuse(codeMalformed, "the head is of a kind that is not known: %q", text[7:]+string(more))
		}
		return err
	case text[7] != '_' && text[7] != '-', text[8] != 'v' && text[8] != 'V':
		return refuse(codeMalformed, "the head says %q: no size of pointers and order of bytes", text[7:])
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
func (f *blendFile) walk() error {
	for {
		b, err := f.next()
		if err != nil || b.code == "ENDB" {
			return err
		}
		if f.blocks++; f.blocks > blendMaxBlocks {
			return refuse(codeLimit, "the file has more than %d blocks", blendMaxBlocks)
		}
		if b.size < 0 || b.count < 0 {
			return refuse(codeMalformed, "block %d has a negative size", f.blocks)
		}
		if b.size > f.left {
			return errBlendEnd
		}
		if err := f.block(b); err != nil {
			return err
		}
	}
}

// next reads the head of a block. The last one may be cut behind its code.
func (f *blendFile) next() (b blendBlock, err error) {
	text, err := f.take(4)
	if err != nil {
		return b, err
	}
	b.code = blendCode(text)
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

// blendCode names a block; one that says nothing here is "". The codes of two
// letters are numbers of 16 bits in one of 32, and so stand at its end in files of
// big endian machines.
func blendCode(text []byte) string {
	if text[0] == 0 && text[1] == 0 {
		text = []byte{text[2], text[3], 0, 0}
	}
	for _, code := range [...]string{"DATA", "ENDB", "DNA1", "TEST", "ME\x00\x00", "IM\x00\x00", "MA\x00\x00", "NT\x00\x00", "AC\x00\x00", "AR\x00\x00"} {
		if string(text) == code {
			return strings.TrimRight(code, "\x00")
		}
	}
	return ""
}

// block takes what a block has to say, and goes behind it.
func (f *blendFile) block(b blendBlock) error {
	if b.code == "DATA" {
		return f.table(b)
	}
	f.owner = b.code
	switch b.code {
	case "DNA1":
		if b.size > blendMaxDNA {
			return refuse(codeLimit, "the file describes its structures in %d bytes, at most %d are read", b.size, blendMaxDNA)
		}
		text, err := f.copy(b.size)
		if err != nil {
			return err
		}
		f.dna, err = parseBlendDNA(text, f.order, f.pointer)
		return err
	case "TEST":
		return f.picture(b.size)
	case "ME":
		kept, err := f.keep(b)
		f.meshes = append(f.meshes, blendMesh{blendStruct: kept})
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

// blendPrincipled is how the nodes call Blender's physically based shader.
const blendPrincipled = "ShaderNodeBsdfPrincipled"

// table notes a block that belongs to the one before.
func (f *blendFile) table(b blendBlock) error {
	f.data += b.size
	switch {
	case f.owner == "ME":
		mesh := &f.meshes[len(f.meshes)-1]
		if mesh.arrays == nil {
			mesh.arrays = map[blendArray]struct{}{}
		}
		if len(mesh.arrays) < blendMaxArrays && f.kept < blendMaxKept {
			before := len(mesh.arrays)
			mesh.arrays[b.blendArray] = struct{}{}
			f.kept += 100 * (len(mesh.arrays) - before)
		}
	case (f.owner == "MA" || f.owner == "NT") && !f.pbr && b.size <= blendMaxNodes:
		text, err := f.copy(b.size)
		f.pbr = bytes.Contains(text, []byte(blendPrincipled))
		return err
	}
	return f.skip(b.size)
}

// keep reads the beginning of a block and skips the rest.
func (f *blendFile) keep(b blendBlock) (blendStruct, error) {
	n := min(b.size, blendMaxHead)
	if f.kept += 100 + int(n); f.kept > blendMaxKept {
		return blendStruct{}, refuse(codeLimit, "the file has more than %d meshes and pictures", len(f.meshes)+len(f.images))
	}
	text, err := f.copy(n)
	if err != nil {
		return blendStruct{}, err
	}
	return blendStruct{b.kind, text}, f.skip(b.size - n)
}
