package storefront

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
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
type factLabel struct {
	Key   string
	Label locale.Phrase
}

// factLabels are the facts in the order of the table.
func factLabels(kind vitrine.ProductType) []factLabel {
	counts := []factLabel{
		{"polygons", locale.Text("Polygons")}, {"triangles", locale.Text("Triangles")}, {"vertices", locale.Text("Vertices")},
		{"splats", locale.Text("Splats")}, {"geometry_type", locale.Text("Geometry")},
	}
	solid := []factLabel{
		{"bounding_box", locale.Text("Size")}, {"units", locale.Text("Units")}, {"watertight", locale.Text("Watertight")},
		{"volume", locale.Text("Volume")}, {"surface_area", locale.Text("Surface")},
		{"pre_supported", locale.Text("Supports included")}, {"parts", locale.Text("Split into parts")},
	}
	if kind == vitrine.Printable {
		return slices.Concat(solid, counts, lookLabels())
	}
	return slices.Concat(counts, lookLabels(), solid)
}

// lookLabels are the facts that say how a model looks and moves.
func lookLabels() []factLabel {
	return []factLabel{
		{"textures", locale.Text("Textures")}, {"materials", locale.Text("Materials")}, {"uvw_mapping", locale.Text("UV mapping")},
		{"unwrapped_uvs", locale.Text("Unwrapped UVs")},
		{"pbr", locale.Text("PBR materials")}, {"rigged", locale.Text("Rigged")}, {"animated", locale.Text("Animated")},
		{"game_ready", locale.Text("Game ready")}, {"collection", locale.Text("Collection")},
		{"plugins_used", locale.Text("Plug-ins needed")},
	}
}

// factRows are all facts of which something is known.
func factRows(l *locale.Language, m *vitrine.Model) []factRow {
	claimed, measured := claims(l, m), measurements(l, m)
	var rows []factRow
	for _, fact := range factLabels(m.ProductType) {
		row := factRow{Label: l.Say(fact.Label), Claimed: claimed[fact.Key], Measured: measured[fact.Key].Text, Agrees: measured[fact.Key].Agrees}
		// Nobody expects textures or a rig of what is printed.
		lacking := m.ProductType == vitrine.Printable && row.Measured == yesNo(l, false) && slices.Contains(lookLabels(), fact)
		if (row.Claimed != "" || row.Measured != "") && !lacking {
			rows = append(rows, row)
		}
	}
	return rows
}

// measurements are the facts that were read from the files, by their keys.
func measurements(l *locale.Language, m *vitrine.Model) map[string]measurement {
	measured := survey.Measured(m)
	var facts map[string]struct {
		Value     json.RawMessage `json:"value"`
		Certainty string          `json:"certainty"`
	}
	if measured.Facts == "" || json.Unmarshal([]byte(measured.Facts), &facts) != nil {
		return nil
	}
	unit := m.Units
	if text := raw(facts["units"].Value); text != "" {
		unit = text
	}
	known := map[string]measurement{}
	for key, fact := range facts {
		text := told(l, fact.Value)
		switch key {
		case "bounding_box":
			text = dimensions(l, fact.Value, unit)
		case "volume", "surface_area":
			text = rounded(l, fact.Value, unit, key)
		case "units":
			text = raw(fact.Value)
		case "splats":
			if text == "0" {
				text = ""
			}
		}
		if text == "" {
			continue
		}
		if fact.Certainty == "declared" {
			text = l.T("{value}, as the file says", text)
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
func dimensions(l *locale.Language, raw json.RawMessage, unit string) string {
	var box *struct{ Min, Max [3]float64 }
	if json.Unmarshal(raw, &box) != nil || box == nil {
		return ""
	}
	sides := make([]string, 3)
	for i := range sides {
		sides[i] = short(l, box.Max[i]-box.Min[i])
	}
	return l.Measure(strings.TrimSpace(strings.Join(sides, " × ") + " " + unit))
}

// rounded writes a volume or an area, where it is in a unit that is known.
func rounded(l *locale.Language, raw json.RawMessage, unit, key string) string {
	var size *float64
	if unit == "" || json.Unmarshal(raw, &size) != nil || size == nil || *size == 0 {
		return ""
	}
	if key == "volume" {
		return l.Measure(short(l, *size) + " " + unit + "³")
	}
	return l.Measure(short(l, *size) + " " + unit + "²")
}

// short writes a length in three digits or so.
func short(l *locale.Language, v float64) string {
	if math.Abs(v) >= 100 && math.Abs(v) < 1e15 {
		return l.Number(int64(math.Round(v)))
	}
	return l.Figure(strconv.FormatFloat(v, 'g', 3, 64))
}

// claims are what the author says, by the keys of the facts.
func claims(l *locale.Language, m *vitrine.Model) map[string]string {
	if m.ProductType == vitrine.Printable {
		said := map[string]string{"units": m.Units, "pre_supported": yesNo(l, m.PreSupported), "parts": yesNo(l, m.SplitIntoParts)}
		if m.SplitIntoParts && m.PartsDetails != "" {
			said["parts"] += ": " + m.PartsDetails
		}
		return said
	}
	said := map[string]string{}
	for key, has := range map[string]bool{"pbr": m.PBR, "rigged": m.Rigged, "animated": m.Animated, "game_ready": m.GameReady} {
		if has { // a trait that is not claimed is no claim
			said[key] = yesNo(l, has)
		}
	}
	var info map[string]json.RawMessage
	if json.Unmarshal([]byte(m.Info.JSON), &info) == nil {
		for _, fact := range factLabels(m.ProductType) {
			if text := told(l, info[fact.Key]); text != "" {
				said[fact.Key] = text
			}
		}
	}
	return said
}

// told formats a member of the info object for people; "" for what is neither
// text, number nor boolean.
func told(l *locale.Language, raw json.RawMessage) string {
	var value any
	if len(raw) == 0 || json.Unmarshal(raw, &value) != nil {
		return ""
	}
	switch value := value.(type) {
	case bool:
		return yesNo(l, value)
	case float64:
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return l.Number(n)
		}
		return string(raw)
	case string:
		return l.Known(pages.Capitalize(strings.ReplaceAll(value, "_", " ")))
	default:
		return ""
	}
}

// raw is a text as files and authors have it, in small letters.
func raw(value json.RawMessage) (text string) {
	_ = json.Unmarshal(value, &text) // "" for what is no text
	return strings.ToLower(strings.ReplaceAll(text, "_", " "))
}

func yesNo(l *locale.Language, yes bool) string {
	if yes {
		return l.T("Yes")
	}
	return l.T("No")
}
