package shop

import (
	"encoding/json"
	"slices"

	"vitrine"
	"vitrine/internal/geometry"
)

// richness orders formats by how much of a model they hold, the richest first:
// of a model that is there in several, the first speaks for it.
var richness = []geometry.Format{
	geometry.GLB, geometry.GLTF, geometry.FBX, geometry.Blend, geometry.DAE, geometry.OBJ, geometry.ThreeMF, geometry.ThreeDS, geometry.PLY,
	geometry.STL, geometry.SPZ, geometry.Splat, geometry.Zip, geometry.STEP, geometry.IGES,
}

// rank is the place of a format in richness; what is not there comes last.
func rank(format string) int {
	if i := slices.Index(richness, geometry.Format(format)); i >= 0 {
		return i
	}
	return len(richness)
}

// factsOf are the facts of a file, where they are known.
func factsOf(f *vitrine.File) (geometry.Facts, bool) {
	var facts geometry.Facts
	if f.Facts == "" {
		return facts, false
	}
	return facts, json.Unmarshal([]byte(f.Facts), &facts) == nil
}

// speakers are the files whose facts are the model's: the ready ones of its
// richest format, of those whose geometry is known and whole where there are any.
func speakers(m *vitrine.Model) []vitrine.File {
	var chosen []vitrine.File
	best := len(richness) * 4
	for _, f := range m.ReadyFiles() {
		facts, ok := factsOf(&f)
		if !ok || !geometry.Format(f.Format).Sold() {
			continue
		}
		standing := rank(f.Format)
		if !facts.Polygons.Known() {
			standing += 2 * len(richness)
		}
		if len(f.Missing) > 0 {
			standing += len(richness)
		}
		if standing < best {
			best, chosen = standing, nil
		}
		if standing == best {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// Measured holds what an author says of a model against its files.
func Measured(m *vitrine.Model) vitrine.Measured {
	var sum geometry.Facts
	files := speakers(m)
	if len(files) == 0 {
		return vitrine.Measured{}
	}
	for i := range files {
		facts, _ := factsOf(&files[i])
		if i == 0 {
			sum = facts
			continue
		}
		sum = geometry.Sum(sum, facts)
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return vitrine.Measured{} // numbers, flags and texts always marshal
	}
	measured := vitrine.Measured{Facts: string(text), Claims: claimsOf(m, sum)}
	if sum.Polygons.Known() {
		measured.Polygons = &sum.Polygons.Value
	}
	if m.ProductType == vitrine.CG {
		measured.Info, measured.Filled = fill(m.Info.JSON, sum)
	}
	return measured
}

// infoFacts are the facts that are also members of info, by its keys.
func infoFacts(facts geometry.Facts) map[string]any {
	known := map[string]any{}
	add := func(key string, value any, isKnown bool) {
		if isKnown {
			known[key] = value
		}
	}
	add("polygons", facts.Polygons.Value, facts.Polygons.Known())
	add("vertices", facts.Vertices.Value, facts.Vertices.Known())
	add("geometry_type", facts.GeometryType.Value, facts.GeometryType.Known())
	add("textures", facts.Textures.Value, facts.Textures.Known())
	add("materials", facts.Materials.Value, facts.Materials.Known())
	add("uvw_mapping", facts.UVWMapping.Value, facts.UVWMapping.Known())
	add("unwrapped_uvs", facts.UnwrappedUVs.Value, facts.UnwrappedUVs.Known())
	return known
}

// fill puts measured values into members of info that the author left empty. It
// gives the keys that it filled.
func fill(info string, facts geometry.Facts) (filled string, keys []string) {
	members := map[string]json.RawMessage{}
	if info != "" && json.Unmarshal([]byte(info), &members) != nil {
		return "", nil
	}
	for key, value := range infoFacts(facts) {
		if said := string(members[key]); said != "" && said != "null" {
			continue
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			continue
		}
		members[key], keys = encoded, append(keys, key)
	}
	if len(keys) == 0 {
		return "", nil
	}
	slices.Sort(keys)
	text, err := json.Marshal(members)
	if err != nil {
		return "", nil
	}
	return string(text), keys
}

// claimsOf compares what the author says with the facts, field by field. A trait
// that is not claimed is no claim.
func claimsOf(m *vitrine.Model, facts geometry.Facts) []vitrine.Claim {
	var claims []vitrine.Claim
	if m.ProductType == vitrine.Printable {
		if m.Units != "" && facts.Units.Known() {
			claims = append(claims, compare("units", m.Units, facts.Units.Value))
		}
		return claims
	}
	said := map[string]any{}
	if m.Info.JSON != "" {
		_ = json.Unmarshal([]byte(m.Info.JSON), &said) // it was an object when it was stored
	}
	measured := infoFacts(facts)
	for _, key := range []string{"polygons", "vertices", "geometry_type", "textures", "materials", "uvw_mapping", "unwrapped_uvs"} {
		claimed, isSaid := said[key]
		value, isKnown := measured[key]
		if isSaid && claimed != nil && isKnown && !unmeasurable(claimed) {
			claims = append(claims, compare(key, claimed, value))
		}
	}
	for _, trait := range []struct {
		field   string
		claimed bool
		fact    geometry.Fact[bool]
	}{{"animated", m.Animated, facts.Animated}, {"rigged", m.Rigged, facts.Rigged}, {"pbr", m.PBR, facts.PBR}} {
		if trait.claimed && trait.fact.Known() {
			claims = append(claims, compare(trait.field, trait.claimed, trait.fact.Value))
		}
	}
	return claims
}

// unmeasurable says of a claim that no file can confirm or deny it.
func unmeasurable(claimed any) bool { return claimed == "subdivision_ready" || claimed == "unknown" }

// countTolerance is how far a claimed count may be off: one in a hundred.
const countTolerance = 0.01

func compare(field string, claimed, measured any) vitrine.Claim {
	claim := vitrine.Claim{Field: field, Claimed: claimed, Measured: measured, Agrees: claimed == measured}
	if number, ok := claimed.(float64); ok {
		claim.Claimed = int64(number)
		count, _ := measured.(int64)
		difference := number - float64(count)
		claim.Agrees = max(difference, -difference) <= countTolerance*float64(count)
	}
	return claim
}
