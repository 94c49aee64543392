package gltf_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
)

// TestMotion reads a clip that moves the second joint of a skin. What is wrong with a
// clip leaves it out and the file as it is.
func TestMotion(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Skinned, `"buffers":[{"byteLength":280}]`, `"buffers":[{"byteLength":312}],
		"animations":[{"name":"wave","channels":[{"sampler":0,"target":{"node":2,"path":"translation"}}],"samplers":[{"input":5,"output":6}]}]`,
		`"count":2,"type":"MAT4"}`,
		`"count":2,"type":"MAT4"},{"bufferView":5,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":6,"componentType":5126,"count":2,"type":"VEC3"}`,
		`"byteOffset":152,"byteLength":128}`,
		`"byteOffset":152,"byteLength":128},{"buffer":0,"byteOffset":280,"byteLength":8},{"buffer":0,"byteOffset":288,"byteLength":24}`)
	bin := append(gltftest.SkinnedBin(), gltftest.Bin([]float32{0.5, 2}, []float32{-5, 0, 7, -5, 0, 9})...)
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
		_, m := geometrytest.Posed(t, gltftest.Input("a.glb", gltftest.GLB(gltftest.Edit(t, doc, test.edit...), bin), nil))
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

// TestMotionWhole keeps or leaves out clips as a whole, and keeps one channel for each
// node and path. Accessors without bytes are zeros: 62,500 and 90,000 keys, and one.
func TestMotionWhole(t *testing.T) {
	t.Parallel()
	const channel = `{"sampler":%d,"target":{"node":%d,"path":"%s"}}`
	clip := func(name string, channels ...string) string {
		return `{"name":"` + name + `","channels":[` + strings.Join(channels, ",") +
			`],"samplers":[{"input":5,"output":6},{"input":7,"output":8},{"input":9,"output":10},{"input":5,"output":99}]}`
	}
	of := func(sampler, node int, path string) string { return fmt.Sprintf(channel, sampler, node, path) }
	ordinary := clip("ordinary", of(0, 1, "translation"), of(0, 2, "translation"))
	huge := clip("huge", of(1, 1, "translation"), of(1, 1, "scale"), of(1, 2, "translation"))
	small := clip("small", of(2, 2, "scale"))
	for name, test := range map[string]struct {
		clips []string
		want  map[string]int // channels
	}{
		"half a million numbers": {[]string{ordinary}, map[string]int{"ordinary": 2}},
		"one that does not fit":  {[]string{huge, small}, map[string]int{"small": 1}},
		"the second of two":      {[]string{ordinary, huge, small}, map[string]int{"ordinary": 2, "small": 1}},
		"none that fits":         {[]string{huge}, nil},
		"one of two unreadable":  {[]string{clip("torn", of(2, 1, "scale"), of(3, 2, "scale")), small}, map[string]int{"small": 1}},
		"targets twice":          {[]string{clip("twice", of(2, 2, "scale"), of(2, 2, "scale"), of(2, 1, "scale"))}, map[string]int{"twice": 2}},
		"one that bends shapes":  {[]string{clip("face", of(2, 2, "weights"), of(2, 2, "scale"))}, map[string]int{"face": 1}},
	} {
		doc := gltftest.Edit(t, gltftest.Skinned, `"buffers":[{"byteLength":280}]`,
			`"buffers":[{"byteLength":280}],"animations":[`+strings.Join(test.clips, ",")+`]`,
			`"count":2,"type":"MAT4"}`, `"count":2,"type":"MAT4"},`+zeros(62_500)+","+zeros(90_000)+","+zeros(1))
		_, m := geometrytest.Posed(t, gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.SkinnedBin()), nil))
		if diff := cmp.Diff(test.want, channelsOf(m.Motion)); diff != "" {
			t.Errorf("%s: channels of clips (-want +got):\n%s", name, diff)
		}
	}
}

// TestMotionChannels leaves out the later of 16 clips that each move 420 nodes in three
// ways by one key: their text is larger than their numbers.
func TestMotionChannels(t *testing.T) {
	t.Parallel()
	var roots, channels, clips []string
	for node := 3; node < 423; node++ {
		roots = append(roots, strconv.Itoa(node))
		for _, path := range []string{"translation", "scale"} {
			channels = append(channels, fmt.Sprintf(`{"sampler":0,"target":{"node":%d,"path":"%s"}}`, node, path))
		}
		channels = append(channels, fmt.Sprintf(`{"sampler":1,"target":{"node":%d,"path":"rotation"}}`, node))
	}
	for i := range 16 {
		clips = append(clips, fmt.Sprintf(`{"name":"%d","channels":[%s],"samplers":[{"input":5,"output":6},{"input":5,"output":7}]}`, i,
			strings.Join(channels, ",")))
	}
	doc := gltftest.Edit(t, gltftest.Skinned, `"scenes":[{"nodes":[0,1]}]`, `"scenes":[{"nodes":[0,1,`+strings.Join(roots, ",")+`]}]`,
		`{"translation":[-5,0,7]}]`, `{"translation":[-5,0,7]}`+strings.Repeat(`,{"mesh":0}`, len(roots))+`]`,
		`"buffers":[{"byteLength":280}]`, `"buffers":[{"byteLength":280}],"animations":[`+strings.Join(clips, ",")+`]`,
		`"count":2,"type":"MAT4"}`, `"count":2,"type":"MAT4"},`+zeros(1)+`,{"componentType":5126,"count":1,"type":"VEC4"}`)
	_, m := geometrytest.Posed(t, gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.SkinnedBin()), nil))
	kept := channelsOf(m.Motion)
	if len(kept) == 0 || len(kept) > 15 {
		t.Errorf("%d clips are kept of 16", len(kept))
	}
	for name, channels := range kept {
		if channels != 1260 {
			t.Errorf("clip %s has %d channels of 1260", name, channels)
		}
	}
}

// zeros describes the times and the places of so many keys.
func zeros(count int) string {
	return fmt.Sprintf(`{"componentType":5126,"count":%d,"type":"SCALAR"},{"componentType":5126,"count":%[1]d,"type":"VEC3"}`, count)
}

func channelsOf(motion *geometry.Motion) (counts map[string]int) {
	if motion == nil {
		return nil
	}
	counts = map[string]int{}
	for _, clip := range motion.Clips {
		counts[clip.Name] = len(clip.Channels)
	}
	return counts
}
