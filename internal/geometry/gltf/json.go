package gltf

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"vitrine/internal/geometry/source"
)

// The JSON of glTF 2.0 (section 5), as far as it is read. Extensions and extras
// that say nothing about geometry or looks are left out.
type (
	doc struct {
		Asset struct {
			Version string `json:"version"`
		} `json:"asset"`
		Scene  ref `json:"scene"`
		Scenes []struct {
			Nodes []ref `json:"nodes"`
		} `json:"scenes"`
		Nodes       []node     `json:"nodes"`
		Meshes      []mesh     `json:"meshes"`
		Accessors   []accessor `json:"accessors"`
		BufferViews []view     `json:"bufferViews"`
		Buffers     []struct {
			URI        uri     `json:"uri"`
			ByteLength integer `json:"byteLength"`
		} `json:"buffers"`
		Materials  []material        `json:"materials"`
		Textures   []texture         `json:"textures"`
		Samplers   []sampler         `json:"samplers"`
		Images     []image           `json:"images"`
		Skins      []json.RawMessage `json:"skins"` // see skin
		Animations []animation       `json:"animations"`
	}
	node struct {
		Mesh        ref          `json:"mesh"`
		Weights     []float64    `json:"weights"` // of morph targets, instead of the mesh's
		Skin        ref          `json:"skin"`
		Children    []ref        `json:"children"`
		Matrix      *[16]float64 `json:"matrix"`
		Translation *[3]float64  `json:"translation"`
		Rotation    *[4]float64  `json:"rotation"` // x, y, z, w
		Scale       *[3]float64  `json:"scale"`
		Extensions  struct {
			Instancing *instancing `json:"EXT_mesh_gpu_instancing"`
		} `json:"extensions"`
	}
	mesh struct {
		Name       string      `json:"name"`
		Primitives []primitive `json:"primitives"`
		Weights    []float64   `json:"weights"` // of morph targets
	}
	primitive struct {
		Attributes map[string]ref   `json:"attributes"`
		Indices    ref              `json:"indices"`
		Material   ref              `json:"material"`
		Mode       ref              `json:"mode"`
		Targets    []map[string]ref `json:"targets"`
		Extensions struct {
			Draco *struct{} `json:"KHR_draco_mesh_compression"`
			// Splats says that the points are gaussians. Inside it may stand how they are
			// compressed.
			Splats *struct {
				Extensions map[string]struct{} `json:"extensions"`
			} `json:"KHR_gaussian_splatting"`
		} `json:"extensions"`
	}
	accessor struct {
		BufferView    ref     `json:"bufferView"`
		ByteOffset    integer `json:"byteOffset"`
		ComponentType integer `json:"componentType"`
		Normalized    bool    `json:"normalized"`
		Count         integer `json:"count"`
		Type          string  `json:"type"`
		Sparse        *sparse `json:"sparse"`
	}
	sparse struct {
		Count   integer `json:"count"`
		Indices struct {
			BufferView    ref     `json:"bufferView"`
			ByteOffset    integer `json:"byteOffset"`
			ComponentType integer `json:"componentType"`
		} `json:"indices"`
		Values struct {
			BufferView ref     `json:"bufferView"`
			ByteOffset integer `json:"byteOffset"`
		} `json:"values"`
	}
	view struct {
		Buffer     ref     `json:"buffer"`
		ByteOffset integer `json:"byteOffset"`
		ByteLength integer `json:"byteLength"`
		ByteStride integer `json:"byteStride"`
		Extensions struct {
			Meshopt    *struct{} `json:"EXT_meshopt_compression"`
			MeshoptKHR *struct{} `json:"KHR_meshopt_compression"`
		} `json:"extensions"`
	}
	material struct {
		Name      string                     `json:"name"`
		Metallic  *metallicRoughness         `json:"pbrMetallicRoughness"`
		Normal    *textureInfo               `json:"normalTexture"`
		Occlusion *textureInfo               `json:"occlusionTexture"`
		Glow      *textureInfo               `json:"emissiveTexture"`
		Emissive  [3]float32                 `json:"emissiveFactor"`
		Alpha     string                     `json:"alphaMode"`
		Cutoff    *float32                   `json:"alphaCutoff"`
		TwoSided  bool                       `json:"doubleSided"`
		Extra     map[string]json.RawMessage `json:"extensions"`
	}
	metallicRoughness struct {
		Color     *[4]float32  `json:"baseColorFactor"`
		Base      *textureInfo `json:"baseColorTexture"`
		Metallic  *float32     `json:"metallicFactor"`
		Roughness *float32     `json:"roughnessFactor"`
		Surface   *textureInfo `json:"metallicRoughnessTexture"`
	}
	// specular is KHR_materials_pbrSpecularGlossiness.
	specular struct {
		Color   *[4]float32  `json:"diffuseFactor"`
		Mirror  *[3]float32  `json:"specularFactor"`
		Base    *textureInfo `json:"diffuseTexture"`
		Gloss   *float32     `json:"glossinessFactor"`
		Surface *textureInfo `json:"specularGlossinessTexture"`
	}
	textureInfo struct {
		Index      ref      `json:"index"`
		TexCoord   integer  `json:"texCoord"`
		Scale      *float32 `json:"scale"`    // of a normal map
		Strength   *float32 `json:"strength"` // of occlusion
		Extensions struct {
			Transform *transform `json:"KHR_texture_transform"`
		} `json:"extensions"`
	}
	transform struct {
		Offset   [2]float64  `json:"offset"`
		Rotation float64     `json:"rotation"`
		Scale    *[2]float64 `json:"scale"`
		TexCoord *integer    `json:"texCoord"`
	}
	texture struct {
		Source     ref `json:"source"`
		Sampler    ref `json:"sampler"`
		Extensions struct {
			WebP  textureSource `json:"EXT_texture_webp"`
			AVIF  textureSource `json:"EXT_texture_avif"`
			Basis textureSource `json:"KHR_texture_basisu"`
			DDS   textureSource `json:"MSFT_texture_dds"`
		} `json:"extensions"`
	}
	sampler struct {
		S integer `json:"wrapS"`
		T integer `json:"wrapT"`
	}
	textureSource struct {
		Source ref `json:"source"`
	}
	image struct {
		Name       string `json:"name"`
		URI        uri    `json:"uri"`
		BufferView ref    `json:"bufferView"`
	}
)

// integer is a number that is not negative. It may be written with a fraction
// of zero or an exponent (section 2.7).
type integer int64

// UnmarshalJSON refuses what is no such number.
func (n *integer) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(string(text), 64)
		if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
			return source.Refuse(source.Malformed, "the file's JSON has %q where a whole number belongs", source.Shorten(string(text)))
		}
		v = int64(f)
	}
	// Below 2^53 an offset and a length add up within an int64, whatever a file says.
	if v < 0 || v >= 1<<53 {
		return source.Refuse(source.Malformed, "the file's JSON has %d where a count or an offset belongs", v)
	}
	*n = integer(v)
	return nil
}

// ref is an index into one of the document's lists, plus one: 0 is none.
type ref int64

// UnmarshalJSON reads an index.
func (r *ref) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	var n integer
	if err := n.UnmarshalJSON(text); err != nil {
		return err
	}
	*r = ref(n + 1)
	return nil
}

// in returns the index into a list of n; -1 when there is none or it is outside.
func (r ref) in(n int) int {
	if r > ref(n) {
		return -1
	}
	return int(r) - 1
}

// uri is the name of another file, or the bytes of a data: URI.
type uri struct {
	name string
	data []byte
}

// UnmarshalJSON decodes data: URIs at once, so that they are not kept twice.
// They can't be larger than the text, which is limited.
func (u *uri) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	if len(text) < 2 || text[0] != '"' {
		return source.Refuse(source.Malformed, "the file's JSON has an address that is no text")
	}
	plain := text[1 : len(text)-1]
	if bytes.IndexByte(plain, '\\') >= 0 {
		var unescaped string
		if err := json.Unmarshal(text, &unescaped); err != nil {
			return err
		}
		plain = []byte(unescaped)
	}
	if len(plain) < 5 || !strings.EqualFold(string(plain[:5]), "data:") {
		u.name = string(plain)
		return nil
	}
	head, body, ok := bytes.Cut(plain, []byte(","))
	if !ok || !bytes.HasSuffix(head, []byte(";base64")) {
		return source.Refuse(source.Malformed, "the file has data inside it that is not base64")
	}
	body = bytes.TrimRight(body, "=")
	u.data = make([]byte, base64.RawStdEncoding.DecodedLen(len(body)))
	n, err := base64.RawStdEncoding.Decode(u.data, body)
	if err != nil {
		return source.Refuse(source.Malformed, "the file has data inside it that is not base64")
	}
	u.data = u.data[:n]
	return nil
}
