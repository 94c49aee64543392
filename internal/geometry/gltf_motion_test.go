package geometry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

// TestMotionGLTF reads a clip that moves the second joint of a skin. What is wrong with a
// clip leaves it out and the file as it is.
func TestMotionGLTF(t *testing.T) {
	t.Parallel()
	doc := gltfEdit(t, gltfSkinned, `"buffers":[{"byteLength":280}]`, `"buffers":[{"byteLength":312}],
		"animations":[{"name":"wave","channels":[{"sampler":0,"target":{"node":2,"path":"translation"}}],"samplers":[{"input":5,"output":6}]}]`,
		`"count":2,"type":"MAT4"}`, `"count":2,"type":"MAT4"},{"bufferView":5,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":6,"componentType":5126,"count":2,"type":"VEC3"}`,
		`"byteOffset":152,"byteLength":128}`, `"byteOffset":152,"byteLength":128},{"buffer":0,"byteOffset":280,"byteLength":8},{"buffer":0,"byteOffset":288,"byteLength":24}`)
	bin := append(skinnedBin(), gltfBin([]float32{0.5, 2}, []float32{-5, 0, 7, -5, 0, 9})...)
	for name, test := range map[string]struct {
		edit  []string
		moves bool
	}{
		"a clip":               {nil, true},
		"no name":              {[]string{`"name":"wave",`, ``}, true},
		"no such node":         {[]string{`"target":{"node":2`, `"target":{"node":22`}, false},
		"no such sampler":      {[]string{`"sampler":0,"target"`, `"sampler":9,"target"`}, false},
		"no such accessor":     {[]string{`"input":5`, `"input":55`}, false},
		"weights":              {[]string{`"path":"translation"`, `"path":"weights"`}, false},
		"too few places":       {[]string{`"output":6`, `"output":6,"interpolation":"CUBICSPLINE"`}, false},
		"of an unknown kind":   {[]string{`"output":6`, `"output":6,"interpolation":"MAGIC"`}, false},
		"samplers that are no": {[]string{`"samplers":[{"input":5,"output":6}]`, `"samplers":{"input":5}`}, false},
		"a node twice":         {[]string{`"scenes":[{"nodes":[0,1]}]`, `"scenes":[{"nodes":[0,1,2]}]`}, false},
	} {
		_, m := posed(t, gltfInput("a.glb", gltfGLB(gltfEdit(t, doc, test.edit...), bin), nil))
		if (m.Motion != nil) != test.moves {
			t.Errorf("%s: the motion is %+v", name, m.Motion)
		}
		if !m.Animated {
			t.Errorf("%s: the file is not animated", name)
		}
		if m.Motion == nil {
			continue
		}
		want := []geometry.Channel{{Node: 1, Path: "translation", Times: []float32{0.5, 2}, Values: []float32{-5, 0, 7, -5, 0, 9}}}
		if diff := cmp.Diff(want, m.Motion.Clips[0].Channels); diff != "" || len(m.Motion.Nodes) != 2 || m.Motion.Nodes[1].Parent != 0 {
			t.Errorf("%s: %d nodes, channels (-want +got):\n%s", name, len(m.Motion.Nodes), diff)
		}
		joints := m.Meshes[len(m.Meshes)-1].Joints
		if len(joints) != 16 || joints[0] != 0 || joints[4] != 1 {
			t.Errorf("%s: the joints are %v", name, joints)
		}
	}
}
