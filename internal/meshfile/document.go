package meshfile

// The members of glTF 2.0's JSON (Khronos, "glTF 2.0 Specification", section 5) that
// Scene uses.

type document struct {
	Asset struct {
		Version   string `json:"version"`
		Generator string `json:"generator,omitempty"`
	} `json:"asset"`
	Scene       int         `json:"scene"`
	Scenes      []scene     `json:"scenes"`
	Nodes       []node      `json:"nodes"`
	Meshes      []mesh      `json:"meshes"`
	Materials   []material  `json:"materials,omitempty"`
	Textures    []texture   `json:"textures,omitempty"`
	Images      []image     `json:"images,omitempty"`
	Samplers    []sampler   `json:"samplers,omitempty"`
	Animations  []animation `json:"animations,omitempty"`
	Accessors   []accessor  `json:"accessors"`
	BufferViews []view      `json:"bufferViews"`
	Buffers     []buffer    `json:"buffers"`
}

type scene struct {
	Nodes []int `json:"nodes"`
}

type node struct {
	Name        string    `json:"name,omitempty"`
	Mesh        int       `json:"mesh"`
	Translation []float32 `json:"translation,omitempty"`
}

type mesh struct {
	Name       string      `json:"name,omitempty"`
	Primitives []primitive `json:"primitives"`
}

type primitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    int            `json:"indices"`
	Material   *int           `json:"material,omitempty"`
}

type material struct {
	Name string `json:"name"`
	PBR  struct {
		BaseColor []float64    `json:"baseColorFactor"`
		Texture   *textureInfo `json:"baseColorTexture,omitempty"`
		Metallic  float64      `json:"metallicFactor"`
		Roughness float64      `json:"roughnessFactor"`
	} `json:"pbrMetallicRoughness"`
	Emissive []float64 `json:"emissiveFactor,omitempty"`
}

type textureInfo struct {
	Index int `json:"index"`
}

type texture struct {
	Sampler int `json:"sampler"`
	Source  int `json:"source"`
}

type image struct {
	BufferView int    `json:"bufferView"`
	MimeType   string `json:"mimeType"`
}

type sampler struct {
	MagFilter int `json:"magFilter"`
	MinFilter int `json:"minFilter"`
}

type animation struct {
	Name     string             `json:"name"`
	Channels []channel          `json:"channels"`
	Samplers []animationSampler `json:"samplers"`
}

type channel struct {
	Sampler int    `json:"sampler"`
	Target  target `json:"target"`
}

type target struct {
	Node int    `json:"node"`
	Path string `json:"path"`
}

type animationSampler struct {
	Input         int    `json:"input"`
	Output        int    `json:"output"`
	Interpolation string `json:"interpolation"`
}

type accessor struct {
	BufferView    int       `json:"bufferView"`
	ComponentType int       `json:"componentType"`
	Count         int       `json:"count"`
	Type          string    `json:"type"`
	Min           []float32 `json:"min,omitempty"`
	Max           []float32 `json:"max,omitempty"`
}

type view struct {
	Buffer     int `json:"buffer"`
	ByteOffset int `json:"byteOffset"`
	ByteLength int `json:"byteLength"`
	Target     int `json:"target,omitempty"`
}

type buffer struct {
	ByteLength int `json:"byteLength"`
}
