package storefront

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/survey"
)

// factRow is a line of the table of facts: what was measured in the files
// beside what the author says.
type factRow struct {
	Label    string
	Measured string // "" when it was not
	Claimed  string // "" when the author did not say
	Agrees   *bool  // nil unless both are known
}

// measurement is what was measured, for people, and whether the claim agrees
// with it; nil where there is no claim.
type measurement struct {
	Text   string
	Agrees *bool
}

// factLabel is a line of the table. Key is what the info object, and the facts
// of a file, call the fact.
type factLabel struct{ Key, Label string }

// factLabels are the facts in the order of the table.
func factLabels(kind vitrine.ProductType) []factLabel {
	counts := []factLabel{
		{"polygons", "Polygons"}, {"triangles", "Triangles"}, {"vertices", "Vertices"}, {"splats", "Splats"}, {"geometry_type", "Geometry"},
	}
	solid := []factLabel{
		{"bounding_box", "Size"}, {"units", "Units"}, {"watertight", "Watertight"}, {"volume", "Volume"}, {"surface_area", "Surface"},
		{"pre_supported", "Supports included"}, {"parts", "Split into parts"},
	}
	if kind == vitrine.Printable {
		return slices.Concat(solid, counts, lookLabels())
	}
	return slices.Concat(counts, lookLabels(), solid)
}

// lookLabels are the facts that say how a model looks and moves.
func lookLabels() []factLabel {
	return []factLabel{
		{"textures", "Textures"}, {"materials", "Materials"}, {"uvw_mapping", "UV mapping"}, {"unwrapped_uvs", "Unwrapped UVs"},
		{"pbr", "PBR materials"}, {"rigged", "Rigged"}, {"animated", "Animated"}, {"game_ready", "Game ready"}, {"collection", "Collection"},
		{"plugins_used", "Plug-ins needed"},
	}
}

// factRows are all facts of which something is known.
func factRows(m *vitrine.Model) []factRow {
	claimed, measured := claims(m), measurements(m)
	var rows []factRow
	for _, fact := range factLabels(m.ProductType) {
		row := factRow{Label: fact.Label, Claimed: claimed[fact.Key], Measured: measured[fact.Key].Text, Agrees: measured[fact.Key].Agrees}
		// Nobody expects textures or a rig of what is printed.
		lacking := m.ProductType == vitrine.Printable && row.Measured == yesNo(false) && slices.Contains(lookLabels(), fact)
		if (row.Claimed != "" || row.Measured != "") && !lacking {
			rows = append(rows, row)
		}
	}
	return rows
}

// measurements are the facts that were read from the files, by their keys.
func measurements(m *vitrine.Model) map[string]measurement {
	measured := survey.Measured(m)
	var facts map[string]struct {
		Value     json.RawMessage `json:"value"`
		Certainty string          `json:"certainty"`
	}
	if measured.Facts == "" || json.Unmarshal([]byte(measured.Facts), &facts) != nil {
		return nil
	}
	unit := m.Units
	if text := told(facts["units"].Value); text != "" {
		unit = strings.ToLower(text)
	}
	known := map[string]measurement{}
	for key, fact := range facts {
		text := told(fact.Value)
		switch key {
		case "bounding_box":
			text = dimensions(fact.Value, unit)
		case "volume", "surface_area":
			text = rounded(fact.Value, unit, key)
		case "units":
			text = strings.ToLower(text)
		case "splats":
			if text == "0" {
				text = ""
			}
		}
		if text == "" {
			continue
		}
		if fact.Certainty == "declared" {
			text += ", as the file says"
		}
		known[key] = measurement{Text: text}
	}
	for _, claim := range measured.Claims {
		fact := known[claim.Field]
		fact.Agrees = &claim.Agrees
		known[claim.Field] = fact
	}
	return known
}

// dimensions writes the sides of a box: 20 × 20 × 5 mm.
func dimensions(raw json.RawMessage, unit string) string {
	var box *struct{ Min, Max [3]float64 }
	if json.Unmarshal(raw, &box) != nil || box == nil {
		return ""
	}
	sides := make([]string, 3)
	for i := range sides {
		sides[i] = short(box.Max[i] - box.Min[i])
	}
	return strings.TrimSpace(strings.Join(sides, " × ") + " " + unit)
}

// rounded writes a volume or an area, where it is in a unit that is known.
func rounded(raw json.RawMessage, unit, key string) string {
	var size *float64
	if unit == "" || json.Unmarshal(raw, &size) != nil || size == nil || *size == 0 {
		return ""
	}
	if key == "volume" {
		return short(*size) + " " + unit + "³"
	}
	return short(*size) + " " + unit + "²"
}

// short writes a length in three digits or so.
func short(v float64) string {
	if math.Abs(v) >= 100 && math.Abs(v) < 1e15 {
		return pages.Grouped(int64(math.Round(v)))
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// claims are what the author says, by the keys of the facts.
func claims(m *vitrine.Model) map[string]string {
	if m.ProductType == vitrine.Printable {
		said := map[string]string{"units": m.Units, "pre_supported": yesNo(m.PreSupported), "parts": yesNo(m.SplitIntoParts)}
		if m.SplitIntoParts && m.PartsDetails != "" {
			said["parts"] += ": " + m.PartsDetails
		}
		return said
	}
	said := map[string]string{}
	for key, has := range map[string]bool{"pbr": m.PBR, "rigged": m.Rigged, "animated": m.Animated, "game_ready": m.GameReady} {
		if has { // a trait that is not claimed is no claim
			said[key] = yesNo(has)
		}
	}
	var info map[string]json.RawMessage
	if json.Unmarshal([]byte(m.Info.JSON), &info) == nil {
		for _, fact := range factLabels(m.ProductType) {
			if text := told(info[fact.Key]); text != "" {
				said[fact.Key] = text
			}
		}
	}
	return said
}

// told formats a member of the info object for people; "" for what is neither
// text, number nor boolean.
func told(raw json.RawMessage) string {
	var value any
	if len(raw) == 0 || json.Unmarshal(raw, &value) != nil {
		return ""
	}
	switch value := value.(type) {
	case bool:
		return yesNo(value)
	case float64:
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return pages.Grouped(n)
		}
		return string(raw)
	case string:
		return pages.Capitalize(strings.ReplaceAll(value, "_", " "))
	default:
		return ""
	}
}

func yesNo(yes bool) string {
	if yes {
		return "Yes"
	}
	return "No"
}
