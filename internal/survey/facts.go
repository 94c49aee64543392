package survey

import (
	"encoding/json"

	"vitrine"
	"vitrine/internal/geometry"
)

// factsOf are the facts of a file, where they are known.
func factsOf(f *vitrine.File) (geometry.Facts, bool) {
	var facts geometry.Facts
	if f.Facts == "" {
		return facts, false
	}
	return facts, json.Unmarshal([]byte(f.Facts), &facts) == nil
}

// representatives are the files whose facts are the model's: the ready ones of its
// richest format, of those whose geometry is known and whole where there are any.
func representatives(m *vitrine.Model) []vitrine.File {
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

// sumOf adds up the facts of a model's representatives; false where it has none.
func sumOf(m *vitrine.Model) (sum geometry.Facts, ok bool) {
	files := representatives(m)
	for i := range files {
		facts, _ := factsOf(&files[i])
		if i == 0 {
			sum = facts
			continue
		}
		sum = geometry.Sum(sum, facts)
	}
	return sum, len(files) > 0
}

// Measured returns what the files of a model say of it, beside what its author says.
func Measured(m *vitrine.Model) vitrine.Measured {
	sum, ok := sumOf(m)
	if !ok {
		return vitrine.Measured{}
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
		measured.Info, measured.Filled = fillInfo(m.Info.JSON, sum)
	}
	return measured
}
