package demo

// The members of glTF 2.0's JSON that the writer uses.

type gltfDocument struct {
	Asset struct {
		Version   string `json:"version"`
		Generator string `json:"generator"`
	} `json:"asset"`
	Scene       int             `json:"scene"`
	Scenes      []gltfScene     `json:"scenes"`
	Nodes       []gltfNode      `json:"nodes"`
	Meshes      []gltfMesh      `json:"meshes"`
	Materials   []gltfMaterial  `json:"materials,omitempty"`
	Textures    []gltfTexture   `json:"textures,omitempty"`
	Images      []gltfImage     `json:"images,omitempty"`
	Samplers    []gltfSampler   `json:"samplers,omitempty"`
	Animations  []gltfAnimation `json:"animations,omitempty"`
	Accessors   []gltfAccessor  `json:"accessors"`
	BufferViews []gltfView      `json:"bufferViews"`
	Buffers     []gltfBuffer    `json:"buffers"`
}

type gltfScene struct {
	Nodes []int `json:"nodes"`
}

type gltfNode struct {
	Name        string    `json:"name"`
	Mesh        int       `json:"mesh"`
	Translation []float32 `json:"translation,omitempty"`
}

type gltfMesh struct {
	Name       string          `json:"name"`
	Primitives []gltfPrimitive `json:"primitives"`
}

type gltfPrimitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    int            `json:"indices"`
	Material   int            `json:"material"`
}

type gltfMaterial struct {
	Name string `json:"name"`
	PBR  struct {
		BaseColor []float64       `json:"baseColorFactor"`
		Texture   *gltfTextureRef `json:"baseColorTexture,omitempty"`
		Metallic  float64         `json:"metallicFactor"`
		Roughness float64         `json:"roughnessFactor"`
	} `json:"pbrMetallicRoughness"`
	Emissive []float64 `json:"emissiveFactor,omitempty"`
}

type gltfTextureRef struct {
	Index int `json:"index"`
}

type gltfTexture struct {
	Sampler int `json:"sampler"`
	Source  int `json:"source"`
}

type gltfImage struct {
	BufferView int    `json:"bufferView"`
	MimeType   string `json:"mimeType"`
}

type gltfSampler struct {
	MagFilter int `json:"magFilter"`
	MinFilter int `json:"minFilter"`
}

type gltfAnimation struct {
	Name     string                 `json:"name"`
	Channels []gltfChannel          `json:"channels"`
	Samplers []gltfAnimationSampler `json:"samplers"`
}

type gltfChannel struct {
	Sampler int        `json:"sampler"`
	Target  gltfTarget `json:"target"`
}

type gltfTarget struct {
	Node int    `json:"node"`
	Path string `json:"path"`
}

type gltfAnimationSampler struct {
	Input         int    `json:"input"`
	Output        int    `json:"output"`
	Interpolation string `json:"interpolation"`
}

type gltfAccessor struct {
	BufferView    int       `json:"bufferView"`
	ComponentType int       `json:"componentType"`
	Count         int       `json:"count"`
	Type          string    `json:"type"`
	Min           []float32 `json:"min,omitempty"`
	Max           []float32 `json:"max,omitempty"`
}

type gltfView struct {
	Buffer     int `json:"buffer"`
	ByteOffset int `json:"byteOffset"`
	ByteLength int `json:"byteLength"`
	Target     int `json:"target,omitempty"`
}

type gltfBuffer struct {
	ByteLength int `json:"byteLength"`
}
