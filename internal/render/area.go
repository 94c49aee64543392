package render

// areas counts the samples in which each surface is seen, by material + 1. What is
// transparent counts once for each pixel.
func (s *studio) areas() []int {
	counts := make([]int, len(s.scene.surfaces))
	last, material := uint32(0), 0
	count := func(primitive uint32) {
		if primitive != last {
			last = primitive
			_, _, material = s.scene.find(primitive - 1)
		}
		counts[material+1]++
	}
	for _, hit := range s.screen.primitives {
		if hit != 0 {
			count(hit)
		}
	}
	if s.fragments != nil {
		for i := range s.fragments.all {
			count(s.fragments.all[i].primitive + 1)
		}
	}
	return counts
}
