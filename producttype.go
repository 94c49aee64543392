package vitrine

import "slices"

// Units are the measurement units that a printable model may be in.
func Units() []string { return []string{"mm", "cm", "m", "in", "ft"} }

// applyType changes the product type and the fields that belong to one type
// only. A change of type clears the fields of the old type.
func (m *Model) applyType(c ModelChange, faults *faults) {
	if m.ProductType == "" {
		m.ProductType = CG
	}
	if c.ProductType.Set {
		if c.ProductType.Value != CG && c.ProductType.Value != Printable {
			faults.add("/product_type", "not_allowed", "the product type is cg or printable")
			return
		}
		if c.ProductType.Value != m.ProductType {
			m.CGTraits, m.PrintTraits, m.Info = CGTraits{}, PrintTraits{}, Info{}
		}
		m.ProductType = c.ProductType.Value
	}
	refuseForeign(m.ProductType, c, faults)
	if m.ProductType == CG {
		m.applyCG(c)
		return
	}
	m.applyPrint(c, faults)
}

// refuseForeign refuses fields that belong to the other product type. Null
// asks for nothing, so it passes.
func refuseForeign(is ProductType, c ModelChange, faults *faults) {
	for _, field := range []struct {
		sent    bool
		pointer string
		of      ProductType
	}{
		{c.GameReady.Set && !c.GameReady.Null, "/game_ready", CG},
		{c.Animated.Set && !c.Animated.Null, "/animated", CG},
		{c.Rigged.Set && !c.Rigged.Null, "/rigged", CG},
		{c.PBR.Set && !c.PBR.Null, "/pbr", CG},
		{c.Info.Set && !c.Info.Null, "/info", CG},
		{c.Units.Set && !c.Units.Null, "/units", Printable},
		{c.PreSupported.Set && !c.PreSupported.Null, "/is_pre_supported", Printable},
		{c.SplitIntoParts.Set && !c.SplitIntoParts.Null, "/is_split_into_multiple_parts", Printable},
		{c.PartsDetails.Set && !c.PartsDetails.Null, "/multiple_parts_details", Printable},
	} {
		if field.sent && field.of != is {
			faults.add(field.pointer, "wrong_product_type",
				"%s belongs to %s models only, this one is %s: send product_type %s in the same request",
				field.pointer[1:], field.of, is, field.of)
		}
	}
}

// setTrait sets what a model of its type is or is not. Null takes it away: it is not.
func setTrait(dst *bool, v Optional[bool]) {
	if v.Set {
		*dst = v.Value
	}
}

func (m *Model) applyCG(c ModelChange) {
	setTrait(&m.GameReady, c.GameReady)
	setTrait(&m.Animated, c.Animated)
	setTrait(&m.Rigged, c.Rigged)
	setTrait(&m.PBR, c.PBR)
	if c.Info.Set {
		m.Info = c.Info.Value
	}
}

func (m *Model) applyPrint(c ModelChange, faults *faults) {
	if c.Units.Set {
		m.Units = c.Units.Value
		if !c.Units.Null && !slices.Contains(Units(), m.Units) {
			faults.add("/units", "not_allowed", "the units are mm, cm, m, in or ft")
		}
	}
	setTrait(&m.PreSupported, c.PreSupported)
	setTrait(&m.SplitIntoParts, c.SplitIntoParts)
	if c.PartsDetails.Set {
		m.PartsDetails = c.PartsDetails.Value
		checkLength("/multiple_parts_details", m.PartsDetails, faults)
	}
}
