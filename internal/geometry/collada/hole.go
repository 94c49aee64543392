package collada

// holed reads a face with holes (section "ph"): a way around it, and one around
// each hole.
func (p *primitive) holed(element int) error {
	p.face, p.at = p.face[:0], p.at[:0]
	var ends []int // of the ways
	for _, name := range []string{"p", "h"} {
		for child := range p.children(element) {
			if !p.is(child, name) || name == "p" && len(ends) > 0 {
				continue
			}
			list := &ints{text: p.content(child)}
			for {
				ok, err := p.corner(list)
				if err != nil {
					return err
				}
				if !ok {
					break
				}
			}
			ends = append(ends, len(p.face))
		}
	}
	if len(ends) == 0 || ends[0] < 3 {
		return nil
	}
	return p.take(p.shapes.AddHoled(p.indices, p.face, p.at, ends, p.positions))
}
