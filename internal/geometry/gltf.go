package geometry

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// The limits of a glTF document.
const (
	maxGLTFText   = 256 << 20 // bytes of JSON, with the buffers inside it
	maxGLTFValues = 3_000_000 // values in it, each of which takes memory of ours
)

// gltfReader makes a model of a document.
type gltfReader struct {
	in        Input
	doc       gltfDoc
	model     *Model
	binary    *io.SectionReader // the second chunk of a GLB; nil: none
	buffers   []gltfBuffer
	images    []*Texture
	meshes    []gltfMeshPlan
	texCoords []gltfInt // for each material, which coordinates its colour has
	planned   []int     // for each mesh of the document, that among meshes, or -1
	// backing is how many bytes the buffers have that are there.
	backing  int64
	shared   map[gltfVertexKey]gltfVertices
	morphs   map[string][]gltfTarget // by gltfVertexKey.morph
	morphed  int64                   // vertices that targets are added to
	variants map[gltfVariant]int     // meshes among those planned
	users    map[gltfRef]int         // how many meshes have an accessor's positions
	skins    []gltfSkinned
	worlds   map[gltfRef][16]float64 // where nodes stand; empty without skins
	walked   []gltfWalked            // nodes as they were met; none without animations
	carriers []gltfRef               // of the model's instances: the nodes that carry them
	moving   map[gltfRef]int         // nodes of the model's motion
	encode   *[4096]uint8            // sRGB of linear colours; made when it is needed
	// undecoded says that some geometry is compressed or in a missing file.
	undecoded bool
}

// readGLB reads the binary container of glTF 2.0 (Khronos, "glTF 2.0
// Specification" 2.0.1, section 4.4): 12 bytes, a chunk of JSON and one of data.
func readGLB(in Input) (*Model, error) {
	var head [12]byte
	if in.Size < int64(len(head)) {
		return nil, refuse(codeTruncated, "the file ends within its head of %d bytes", len(head))
	}
	if err := readFull(in, head[:], 0); err != nil {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	version, length := binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint32(head[8:]))
	if version != 2 {
		return nil, refuse(codeMalformed, "the file is glTF %d; export it as glTF 2.0", version)
	}
	if length > in.Size {
		return nil, refuse(codeTruncated, "the file ends after %d of %d bytes", in.Size, length)
	}
	r := &gltfReader{in: in}
	text, err := r.chunks(length)
	if err != nil {
		return nil, err
	}
	return r.read(bytes.TrimRight(text, " \x00"))
}

// The types of chunks: "JSON" and "BIN".
const (
	gltfChunkJSON   = 0x4E4F534A
	gltfChunkBinary = 0x004E4942
)

// chunks finds the two chunks that count. Others are passed over, as the
// specification asks.
func (r *gltfReader) chunks(length int64) (text []byte, err error) {
	for at := int64(12); at+8 <= length; {
		var head [8]byte
		if err := readFull(r.in, head[:], at); err != nil {
			return nil, fmt.Errorf("read a chunk: %w", err)
		}
		size, kind := int64(binary.LittleEndian.Uint32(head[:])), binary.LittleEndian.Uint32(head[4:])
		at += 8
		if size > length-at {
			return nil, refuse(codeTruncated, "a part of the file declares %d bytes but has only %d", size, length-at)
		}
		switch {
		case text == nil && kind != gltfChunkJSON:
			return nil, refuse(codeMalformed, "the file does not begin with its JSON")
		case text == nil:
			part := Source{r.in.Name, size, io.NewSectionReader(r.in, at, size)}
			if text, err = part.readAll(maxGLTFText); err != nil {
				return nil, err
			}
		case kind == gltfChunkBinary && r.binary == nil:
			r.binary = io.NewSectionReader(r.in, at, size)
		}
		at += size
	}
	if text == nil {
		return nil, refuse(codeTruncated, "the file ends before its JSON")
	}
	return text, nil
}

// readGLTF reads glTF 2.0 as JSON (Khronos, "glTF 2.0 Specification" 2.0.1,
// sections 2 and 3), with its buffers and pictures inside it or beside it.
func readGLTF(in Input) (*Model, error) {
	text, err := in.readAll(maxGLTFText)
	if err != nil {
		return nil, err
	}
	r := &gltfReader{in: in}
	return r.read(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
}

func (r *gltfReader) read(text []byte) (*Model, error) {
	if err := r.parse(text); err != nil {
		return nil, err
	}
	r.model = &Model{Units: "m", UpAxis: "y", Rigged: len(r.doc.Skins) > 0}
	for _, animation := range r.doc.Animations {
		r.model.Animated = r.model.Animated || len(animation.Channels) > 0
	}
	for _, step := range []func() error{r.openBuffers, r.openImages, r.readMaterials, r.planMeshes, r.planVariants, r.placeNodes} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(r.meshes) == 0 {
		return nil, refuse(codeNoGeometry, "the file holds no meshes")
	}
	if r.undecoded {
		r.declare()
		return r.model, nil
	}
	r.keepMotion()
	r.keepSkins()
	return r.model, r.readMeshes()
}

// gltfVersion says which version a file is of, and whether that is one of those
// that have objects where 2.0 has lists, so that nothing of them was read. Drafts
// wrote it as a number.
func gltfVersion(text []byte, read string) (version string, old bool) {
	if version = read; version == "" {
		var doc struct {
			Asset struct {
				Version json.RawMessage `json:"version"`
			} `json:"asset"`
		}
		_ = json.Unmarshal(text, &doc) // what is wrong with it is told by the reader
		version = strings.Trim(string(doc.Asset.Version), `"`)
	}
	return version, version == "1" || strings.HasPrefix(version, "1.") || strings.HasPrefix(version, "0.")
}

func (r *gltfReader) parse(text []byte) error {
	if n := gltfValues(text); n > maxGLTFValues {
		return refuse(codeLimit, "the file's JSON has %d values, at most %d are read", n, maxGLTFValues)
	}
	err := json.Unmarshal(text, &r.doc)
	if version, old := gltfVersion(text, r.doc.Asset.Version); old {
		return refuse(codeMalformed, "the file is glTF %s; export it as glTF 2.0", shorten(version))
	}
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Refusal](err); ok {
		return err
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset >= int64(len(text)) {
		return refuse(codeTruncated, "the file's JSON ends after %d bytes, within a value", len(text))
	}
	return refuse(codeMalformed, "the file's JSON can't be read: %s", shorten(err.Error()))
}

// gltfValues counts at least as many values as a JSON text has outside of its
// strings.
func gltfValues(text []byte) int {
	n := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ',', '{', '[':
			n++
		}
	}
	return n
}

// gltfBuffer is a buffer that was found. Its source is nil when it is not there.
type gltfBuffer struct {
	source io.ReaderAt
	size   int64
	name   string // of the file that is missing
}

func (r *gltfReader) openBuffers() error {
	for i, declared := range r.doc.Buffers {
		buffer, err := r.openBuffer(i, declared.URI)
		if err != nil {
			return err
		}
		switch {
		case buffer.source == nil:
			buffer.size = int64(declared.ByteLength)
		case int64(declared.ByteLength) > buffer.size:
			return refuse(codeTruncated, "buffer %d ends after %d of %d bytes", i, buffer.size, declared.ByteLength)
		default:
			r.backing += buffer.size
		}
		r.buffers = append(r.buffers, buffer)
	}
	return nil
}

// openBuffer finds the bytes of a buffer: in the JSON, in another file, or in
// the GLB's second chunk, which is the first buffer.
func (r *gltfReader) openBuffer(i int, uri gltfURI) (gltfBuffer, error) {
	switch {
	case uri.data != nil:
		return gltfBuffer{source: bytes.NewReader(uri.data), size: int64(len(uri.data))}, nil
	case uri.name != "":
		source, ok, err := r.sibling(uri.name)
		if err != nil || !ok {
			return gltfBuffer{name: uri.name}, err
		}
		return gltfBuffer{source: source, size: source.Size}, nil
	case i == 0 && r.binary != nil:
		return gltfBuffer{source: r.binary, size: r.binary.Size()}, nil
	}
	return gltfBuffer{}, nil
}

// sibling finds another upload by its URI, which may be percent-encoded
// (section 2.8).
func (r *gltfReader) sibling(uri string) (Source, bool, error) {
	if plain, err := url.PathUnescape(uri); err == nil {
		uri = plain
	}
	if err := staysInside(uri); err != nil {
		return Source{}, false, err
	}
	return r.model.sibling(r.in, uri)
}
