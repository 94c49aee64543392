package vitrine

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// The limits of the info object.
const (
	MaxInfoKeys  = 50
	MaxInfoBytes = 16 << 10
	MaxInfoDepth = 4
)

// GeometryTypes are the allowed values of info.geometry_type.
func GeometryTypes() []string {
	return []string{"polygonal_mesh", "gaussian_splats", "subdivision_ready", "nurbs", "other"}
}

// UnwrappedUVs are the allowed values of info.unwrapped_uvs.
func UnwrappedUVs() []string {
	return []string{"unknown", "non_overlapping", "overlapping", "mixed", "no"}
}

// Info is the open set of data about a CG model. Nine keys are known and
// checked, others are kept as they were sent.
type Info struct {
	JSON       string // the object as compact JSON; "" when nothing was said
	Polygons   *int64
	Collection *bool
}

// ParseInfo checks an info object given as JSON. The pointers of its faults
// begin with /info.
func ParseInfo(raw []byte) (Info, []Field) {
	var faults faults
	if len(raw) > MaxInfoBytes {
		faults.add("/info", "too_long", "info has %d bytes, at most %d are allowed", len(raw), MaxInfoBytes)
		return Info{}, faults
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		faults.add("/info", "wrong_type", "info is an object")
		return Info{}, faults
	}
	if len(members) > MaxInfoKeys {
		faults.add("/info", "too_many", "info has %d keys, at most %d are allowed", len(members), MaxInfoKeys)
	}
	if depth(raw) > MaxInfoDepth {
		faults.add("/info", "too_deep", "info is nested at most %d levels deep", MaxInfoDepth)
	}
	info := Info{}
	for _, key := range sortedKeys(members) {
		info.check(key, members[key], &faults)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err == nil && len(members) > 0 {
		info.JSON = compact.String()
	}
	return info, faults
}

func (info *Info) check(key string, value json.RawMessage, faults *faults) {
	if string(value) == "null" {
		return
	}
	switch key {
	case "polygons":
		info.Polygons = checkCount(key, value, faults)
	case "vertices":
		checkCount(key, value, faults)
	case "collection":
		info.Collection = checkFlag(key, value, faults)
	case "textures", "materials", "plugins_used", "uvw_mapping":
		checkFlag(key, value, faults)
	case "geometry_type":
		checkChoice(key, value, GeometryTypes(), faults)
	case "unwrapped_uvs":
		checkChoice(key, value, UnwrappedUVs(), faults)
	}
}

func checkCount(key string, value json.RawMessage, faults *faults) *int64 {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/2 {
		faults.add("/info/"+key, "wrong_type", "%s is a whole number of at least 0", key)
		return nil
	}
	return &n
}

func checkFlag(key string, value json.RawMessage, faults *faults) *bool {
	flag := string(value) == "true"
	if !flag && string(value) != "false" {
		faults.add("/info/"+key, "wrong_type", "%s is true or false", key)
		return nil
	}
	return &flag
}

func checkChoice(key string, value json.RawMessage, allowed []string, faults *faults) {
	var choice string
	if err := json.Unmarshal(value, &choice); err != nil || !slices.Contains(allowed, choice) {
		faults.add("/info/"+key, "not_allowed", "%s is one of %v", key, allowed)
	}
}

// depth is how deep objects and arrays are nested in valid JSON.
func depth(raw []byte) int {
	deepest, now := 0, 0
	decoder := json.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := decoder.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			now++
			deepest = max(deepest, now)
		case json.Delim('}'), json.Delim(']'):
			now--
		}
	}
}

func sortedKeys(members map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(members))
	for key := range members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// PolygonRange is a half-open range of polygon counts, as the catalogue's
// polygons filter names it.
type PolygonRange struct {
	Name    string
	AtLeast int64
	Below   int64
}

// PolygonRanges are the values of the polygons filter.
func PolygonRanges() []PolygonRange {
	return []PolygonRange{
		{"lt_5k", 0, 5_000},
		{"range_5k_10k", 5_000, 10_000},
		{"range_10k_50k", 10_000, 50_000},
		{"range_50k_100k", 50_000, 100_000},
		{"range_100k_250k", 100_000, 250_000},
		{"gt_250k", 250_000, math.MaxInt64},
	}
}

// LowPoly is the number of polygons below which a model counts as low poly.
const LowPoly = 10_000
