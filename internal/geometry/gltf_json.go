package geometry

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// The JSON of glTF 2.0 (section 5), as far as it is read. Extensions and extras
// that say nothing about geometry or looks are left out.
type (
	gltfDoc struct {
		Asset struct {
			Version string `json:"version"`
		} `json:"asset"`
		Scene  gltfRef `json:"scene"`
		Scenes []struct {
			Nodes []gltfRef `json:"nodes"`
		} `json:"scenes"`
		Nodes       []gltfNode     `json:"nodes"`
		Meshes      []gltfMesh     `json:"meshes"`
		Accessors   []gltfAccessor `json:"accessors"`
		BufferViews []gltfView     `json:"bufferViews"`
		Buffers     []struct {
			URI        gltfURI `json:"uri"`
			ByteLength gltfInt `json:"byteLength"`
		} `json:"buffers"`
		Materials  []gltfMaterial    `json:"materials"`
		Textures   []gltfTexture     `json:"textures"`
		Samplers   []gltfSampler     `json:"samplers"`
		Images     []gltfImage       `json:"images"`
		Skins      []json.RawMessage `json:"skins"` // see gltfSkin
		Animations []gltfAnimation   `json:"animations"`
	}
	gltfNode struct {
		Mesh        gltfRef      `json:"mesh"`
		Weights     []float64    `json:"weights"` // of morph targets, instead of the mesh's
		Skin        gltfRef      `json:"skin"`
		Children    []gltfRef    `json:"children"`
		Matrix      *[16]float64 `json:"matrix"`
		Translation *[3]float64  `json:"translation"`
		Rotation    *[4]float64  `json:"rotation"` // x, y, z, w
		Scale       *[3]float64  `json:"scale"`
		Extensions  struct {
			Instancing *gltfInstancing `json:"EXT_mesh_gpu_instancing"`
		} `json:"extensions"`
	}
	gltfMesh struct {
		Name       string          `json:"name"`
		Primitives []gltfPrimitive `json:"primitives"`
		Weights    []float64       `json:"weights"` // of morph targets
	}
	gltfPrimitive struct {
		Attributes map[string]gltfRef   `json:"attributes"`
		Indices    gltfRef              `json:"indices"`
		Material   gltfRef              `json:"material"`
		Mode       gltfRef              `json:"mode"`
		Targets    []map[string]gltfRef `json:"targets"`
		Extensions struct {
			Draco *struct{} `json:"KHR_draco_mesh_compression"`
			// Splats says that the points are gaussians. Inside it may stand how they are
			// compressed.
			Splats *struct {
				Extensions map[string]struct{} `json:"extensions"`
			} `json:"KHR_gaussian_splatting"`
		} `json:"extensions"`
	}
	gltfAccessor struct {
		BufferView    gltfRef     `json:"bufferView"`
		ByteOffset    gltfInt     `json:"byteOffset"`
		ComponentType gltfInt     `json:"componentType"`
		Normalized    bool        `json:"normalized"`
		Count         gltfInt     `json:"count"`
		Type          string      `json:"type"`
		Sparse        *gltfSparse `json:"sparse"`
	}
	gltfSparse struct {
		Count   gltfInt `json:"count"`
		Indices struct {
			BufferView    gltfRef `json:"bufferView"`
			ByteOffset    gltfInt `json:"byteOffset"`
			ComponentType gltfInt `json:"componentType"`
		} `json:"indices"`
		Values struct {
			BufferView gltfRef `json:"bufferView"`
			ByteOffset gltfInt `json:"byteOffset"`
		} `json:"values"`
	}
	gltfView struct {
		Buffer     gltfRef `json:"buffer"`
		ByteOffset gltfInt `json:"byteOffset"`
		ByteLength gltfInt `json:"byteLength"`
		ByteStride gltfInt `json:"byteStride"`
		Extensions struct {
			Meshopt    *struct{} `json:"EXT_meshopt_compression"`
			MeshoptKHR *struct{} `json:"KHR_meshopt_compression"`
		} `json:"extensions"`
	}
	gltfMaterial struct {
		Name      string                     `json:"name"`
		Metallic  *gltfMetallic              `json:"pbrMetallicRoughness"`
		Normal    *gltfTextureInfo           `json:"normalTexture"`
		Occlusion *gltfTextureInfo           `json:"occlusionTexture"`
		Glow      *gltfTextureInfo           `json:"emissiveTexture"`
		Emissive  [3]float32                 `json:"emissiveFactor"`
		Alpha     string                     `json:"alphaMode"`
		Cutoff    *float32                   `json:"alphaCutoff"`
		TwoSided  bool                       `json:"doubleSided"`
		Extra     map[string]json.RawMessage `json:"extensions"`
	}
	gltfMetallic struct {
		Color     *[4]float32      `json:"baseColorFactor"`
		Base      *gltfTextureInfo `json:"baseColorTexture"`
		Metallic  *float32         `json:"metallicFactor"`
		Roughness *float32         `json:"roughnessFactor"`
		Surface   *gltfTextureInfo `json:"metallicRoughnessTexture"`
	}
	// gltfSpecular is KHR_materials_pbrSpecularGlossiness.
	gltfSpecular struct {
		Color   *[4]float32      `json:"diffuseFactor"`
		Mirror  *[3]float32      `json:"specularFactor"`
		Base    *gltfTextureInfo `json:"diffuseTexture"`
		Gloss   *float32         `json:"glossinessFactor"`
		Surface *gltfTextureInfo `json:"specularGlossinessTexture"`
	}
	gltfTextureInfo struct {
		Index      gltfRef  `json:"index"`
		TexCoord   gltfInt  `json:"texCoord"`
		Scale      *float32 `json:"scale"`    // of a normal map
		Strength   *float32 `json:"strength"` // of occlusion
		Extensions struct {
			Transform *gltfTransform `json:"KHR_texture_transform"`
		} `json:"extensions"`
	}
	gltfTransform struct {
		Offset   [2]float64  `json:"offset"`
		Rotation float64     `json:"rotation"`
		Scale    *[2]float64 `json:"scale"`
		TexCoord *gltfInt    `json:"texCoord"`
	}
	gltfTexture struct {
		Source     gltfRef `json:"source"`
		Sampler    gltfRef `json:"sampler"`
		Extensions struct {
			WebP  gltfSource `json:"EXT_texture_webp"`
			AVIF  gltfSource `json:"EXT_texture_avif"`
			Basis gltfSource `json:"KHR_texture_basisu"`
			DDS   gltfSource `json:"MSFT_texture_dds"`
		} `json:"extensions"`
	}
	gltfSampler struct {
		S gltfInt `json:"wrapS"`
		T gltfInt `json:"wrapT"`
	}
	gltfSource struct {
		Source gltfRef `json:"source"`
	}
	gltfImage struct {
		Name       string  `json:"name"`
		URI        gltfURI `json:"uri"`
		BufferView gltfRef `json:"bufferView"`
	}
)

// gltfInt is a number that is not negative. It may be written with a fraction
// of zero or an exponent (section 2.7).
type gltfInt int64

// UnmarshalJSON refuses what is no such number.
func (n *gltfInt) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(string(text), 64)
		if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
			return refuse(codeMalformed, "the file's JSON has %q where a whole number belongs", shorten(string(text)))
		}
		v = int64(f)
	}
	if v < 0 || v >= 1<<53 {
		return refuse(codeMalformed, "the file's JSON has %d where a count or an offset belongs", v)
	}
	*n = gltfInt(v)
	return nil
}

// gltfRef is an index into one of the document's lists, plus one: 0 is none.
type gltfRef int64

// UnmarshalJSON reads an index.
func (r *gltfRef) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	var n gltfInt
	if err := n.UnmarshalJSON(text); err != nil {
		return err
	}
	*r = gltfRef(n + 1)
	return nil
}

// in gives the index into a list of n; -1 when there is none or it is outside.
func (r gltfRef) in(n int) int {
	if r > gltfRef(n) {
		return -1
	}
	return int(r) - 1
}

// gltfURI is the name of another file, or the bytes of a data: URI.
type gltfURI struct {
	name string
	data []byte
}

// UnmarshalJSON decodes data: URIs at once, so that they are not kept twice.
// They can't be larger than the text, which is limited.
func (u *gltfURI) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	if len(text) < 2 || text[0] != '"' {
		return refuse(codeMalformed, "the file's JSON has an address that is no text")
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
		return refuse(codeMalformed, "the file has data inside it that is not base64")
	}
	body = bytes.TrimRight(body, "=")
	u.data = make([]byte, base64.RawStdEncoding.DecodedLen(len(body)))
	n, err := base64.RawStdEncoding.Decode(u.data, body)
	if err != nil {
		return refuse(codeMalformed, "the file has data inside it that is not base64")
	}
	u.data = u.data[:n]
	return nil
}
