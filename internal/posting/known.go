package posting

// known are all matches in the groups from one on.
type known struct {
	Set
	from int64
}

// has reports whether the matches of a group are known.
func (k *known) has(group int64) bool { return k != nil && group >= k.from }

// load puts a group's matches into an accumulator.
func (k *known) load(group int64, a *accumulator) {
	a.live = 0
	for block := range GroupBlocks {
		if b := k.blocks[group*GroupBlocks+int64(block)]; b != nil {
			a.live |= 1 << block
			a.blocks[block] = bitmap{}
			a.blocks[block].or(b)
		}
	}
}

// newKnown returns known for groups up to the last.
func newKnown(last int64) *known {
	return &known{Set: Set{blocks: make([]Bits, (last+1)*GroupBlocks)}, from: last + 1}
}

// add adds the group before those that are known.
func (k *known) add(a *accumulator) {
	k.from--
	a.each(func(block int, m *bitmap) bool {
		b := m.bits()
		k.blocks[k.from*GroupBlocks+int64(block)] = b
		k.length += b.Len()
		return true
	})
}
