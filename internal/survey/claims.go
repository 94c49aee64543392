package survey

import (
	"encoding/json"
	"slices"

	"vitrine"
	"vitrine/internal/geometry"
)

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

// measurable are the keys of infoFacts, in the order in which claims are listed.
var measurable = []string{"polygons", "vertices", "geometry_type", "textures", "materials", "uvw_mapping", "unwrapped_uvs"}

// fillInfo puts measured values into members of info that the author left empty. keys
// are those that it filled.
func fillInfo(info string, facts geometry.Facts) (filled string, keys []string) {
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
	// A map has another order each time, and a record that differs counts as changed.
	slices.Sort(keys)
	text, err := json.Marshal(members)
	if err != nil {
		return "", nil
	}
	return string(text), keys
}

// claimsOf compares what the author says with the facts, field by field.
func claimsOf(m *vitrine.Model, facts geometry.Facts) []vitrine.Claim {
	if m.ProductType != vitrine.Printable {
		return append(infoClaims(m, facts), traitClaims(m, facts)...)
	}
	if m.Units == "" || !facts.Units.Known() {
		return nil
	}
	return []vitrine.Claim{compare("units", m.Units, facts.Units.Value)}
}

// infoClaims compares the members of info.
func infoClaims(m *vitrine.Model, facts geometry.Facts) (claims []vitrine.Claim) {
	said := map[string]any{}
	if m.Info.JSON != "" {
		_ = json.Unmarshal([]byte(m.Info.JSON), &said) // it was an object when it was stored
	}
	measured := infoFacts(facts)
	for _, key := range measurable {
		claimed, isSaid := said[key]
		value, isKnown := measured[key]
		if isSaid && claimed != nil && isKnown && !unmeasurable(claimed) {
			claims = append(claims, compare(key, claimed, value))
		}
	}
	return claims
}

// traitClaims compares the traits that the author claims: one that is not set claims
// nothing.
func traitClaims(m *vitrine.Model, facts geometry.Facts) (claims []vitrine.Claim) {
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

// unmeasurable reports whether no file can confirm or deny a claim.
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
