// Package gltf reads glTF 2.0, as GLB or as JSON with its buffers beside it: meshes,
// materials, instances, morph targets, skins, and the clips that move nodes.
//
// A plan of all meshes is made, and held against the limits and the file's size, before any
// of their numbers are read. What is compressed by an extension that is not known here is
// counted and not drawn. It knows no other format.
package gltf

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The limits of a glTF document.
const (
	maxText   = 256 << 20 // bytes of JSON, with the buffers inside it
	maxValues = 3_000_000 // values in it, each of which takes memory of ours
)

// reader makes a model of a document.
type reader struct {
	in        source.Input
	doc       doc
	model     *geometry.Model
	binary    *io.SectionReader // the second chunk of a GLB; nil: none
	buffers   []buffer
	images    []*geometry.Texture
	meshes    []meshPlan
	texCoords []integer // for each material, which coordinates its colour has
	planned   []int     // for each mesh of the document, that among meshes, or -1
	// backing is how many bytes the buffers have that are there.
	backing  int64
	shared   map[vertexKey]vertices
	morphs   map[string][]morphTarget // by vertexKey.morph
	morphed  int64                    // vertices that targets are added to
	variants map[variant]int          // meshes among those planned
	users    map[ref]int              // how many meshes have an accessor's positions
	skins    []skinned
	worlds   map[ref][16]float64 // where nodes stand; empty without skins
	walked   []walked            // nodes as they were met; none without animations
	carriers []ref               // of the model's instances: the nodes that carry them
	moving   map[ref]int         // nodes of the model's motion
	encode   *[4096]uint8        // sRGB of linear colours; made when it is needed
	// undecoded says that some geometry is compressed or in a missing file.
	undecoded bool
}

// ReadGLB reads the binary container of glTF 2.0 (Khronos, "glTF 2.0
// Specification" 2.0.1, section 4.4): 12 bytes, a chunk of JSON and one of data.
func ReadGLB(in source.Input) (*geometry.Model, error) {
	var head [12]byte
	if in.Size < int64(len(head)) {
		return nil, source.Refuse(source.Truncated, "the file ends within its head of %d bytes", len(head))
	}
	if err := source.ReadFull(in, head[:], 0); err != nil {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	version, length := binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint32(head[8:]))
	if version != 2 {
		return nil, source.Refuse(source.Malformed, "the file is glTF %d; export it as glTF 2.0", version)
	}
	if length > in.Size {
		return nil, source.Refuse(source.Truncated, "the file ends after %d of %d bytes", in.Size, length)
	}
	r := &reader{in: in}
	text, err := r.chunks(length)
	if err != nil {
		return nil, err
	}
	return r.read(bytes.TrimRight(text, " \x00"))
}

// The types of chunks: "JSON" and "BIN".
const (
	chunkJSON   = 0x4E4F534A
	chunkBinary = 0x004E4942
)

// chunks finds the two chunks that count. Others are passed over, as the
// specification asks.
func (r *reader) chunks(length int64) (text []byte, err error) {
	for at := int64(12); at+8 <= length; {
		var head [8]byte
		if err := source.ReadFull(r.in, head[:], at); err != nil {
			return nil, fmt.Errorf("read a chunk: %w", err)
		}
		size, kind := int64(binary.LittleEndian.Uint32(head[:])), binary.LittleEndian.Uint32(head[4:])
		at += 8
		if size > length-at {
			return nil, source.Refuse(source.Truncated, "a part of the file declares %d bytes but has only %d", size, length-at)
		}
		switch {
		case text == nil && kind != chunkJSON:
			return nil, source.Refuse(source.Malformed, "the file does not begin with its JSON")
		case text == nil:
			part := source.File{Name: r.in.Name, Size: size, ReaderAt: io.NewSectionReader(r.in, at, size)}
			if text, err = part.ReadAll(maxText); err != nil {
				return nil, err
			}
		case kind == chunkBinary && r.binary == nil:
			r.binary = io.NewSectionReader(r.in, at, size)
		}
		at += size
	}
	if text == nil {
		return nil, source.Refuse(source.Truncated, "the file ends before its JSON")
	}
	return text, nil
}

// Read reads glTF 2.0 as JSON (Khronos, "glTF 2.0 Specification" 2.0.1,
// sections 2 and 3), with its buffers and pictures inside it or beside it.
func Read(in source.Input) (*geometry.Model, error) {
	text, err := in.ReadAll(maxText)
	if err != nil {
		return nil, err
	}
	r := &reader{in: in}
	return r.read(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
}

func (r *reader) read(text []byte) (*geometry.Model, error) {
	if err := r.parse(text); err != nil {
		return nil, err
	}
	r.model = &geometry.Model{Units: "m", UpAxis: "y", Rigged: len(r.doc.Skins) > 0}
	for _, animation := range r.doc.Animations {
		r.model.Animated = r.model.Animated || len(animation.Channels) > 0
	}
	for _, step := range []func() error{r.openBuffers, r.openImages, r.readMaterials, r.planMeshes, r.planVariants, r.placeNodes} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(r.meshes) == 0 {
		return nil, source.Refuse(source.NoContent, "the file holds no meshes")
	}
	if r.undecoded {
		r.declare()
		return r.model, nil
	}
	r.keepMotion()
	r.keepSkins()
	return r.model, r.readMeshes()
}

// version returns which version a file is of, and whether that is one of those
// that have objects where 2.0 has lists, so that nothing of them was read. Drafts
// wrote it as a number.
func version(text []byte, read string) (version string, old bool) {
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

func (r *reader) parse(text []byte) error {
	if n := values(text); n > maxValues {
		return source.Refuse(source.Limit, "the file's JSON has %d values, at most %d are read", n, maxValues)
	}
	err := json.Unmarshal(text, &r.doc)
	// An older file does not fit these lists: its version says better what is wrong than the error does.
	if version, old := version(text, r.doc.Asset.Version); old {
		return source.Refuse(source.Malformed, "the file is glTF %s; export it as glTF 2.0", source.Shorten(version))
	}
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*source.Refusal](err); ok {
		return err
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset >= int64(len(text)) {
		return source.Refuse(source.Truncated, "the file's JSON ends after %d bytes, within a value", len(text))
	}
	return source.Refuse(source.Malformed, "the file's JSON can't be read: %s", source.Shorten(err.Error()))
}

// values counts at least as many values as a JSON text has outside of its
// strings.
func values(text []byte) int {
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

// buffer is a buffer that was found. Its source is nil when it is not there.
type buffer struct {
	source io.ReaderAt
	size   int64
	name   string // of the file that is missing
}

func (r *reader) openBuffers() error {
	for i, declared := range r.doc.Buffers {
		buffer, err := r.openBuffer(i, declared.URI)
		if err != nil {
			return err
		}
		switch {
		case buffer.source == nil:
			buffer.size = int64(declared.ByteLength)
		case int64(declared.ByteLength) > buffer.size:
			return source.Refuse(source.Truncated, "buffer %d ends after %d of %d bytes", i, buffer.size, declared.ByteLength)
		default:
			r.backing += buffer.size
		}
		r.buffers = append(r.buffers, buffer)
	}
	return nil
}

// openBuffer finds the bytes of a buffer: in the JSON, in another file, or in
// the GLB's second chunk, which is the first buffer.
func (r *reader) openBuffer(i int, u uri) (buffer, error) {
	switch {
	case u.data != nil:
		return buffer{source: bytes.NewReader(u.data), size: int64(len(u.data))}, nil
	case u.name != "":
		source, ok, err := r.sibling(u.name)
		if err != nil || !ok {
			return buffer{name: u.name}, err
		}
		return buffer{source: source, size: source.Size}, nil
	case i == 0 && r.binary != nil:
		return buffer{source: r.binary, size: r.binary.Size()}, nil
	}
	return buffer{}, nil
}

// sibling finds another upload by its URI, which may be percent-encoded
// (section 2.8).
func (r *reader) sibling(uri string) (source.File, bool, error) {
	if plain, err := url.PathUnescape(uri); err == nil {
		uri = plain
	}
	if err := source.CheckInside(uri); err != nil {
		return source.File{}, false, err
	}
	return r.model.Sibling(r.in, uri)
}
