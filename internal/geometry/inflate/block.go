package inflate

// The alphabets (RFC 1951, section 3.2.5 to 3.2.7). The last two literals and distances
// of the fixed codes stand for nothing.
const (
	maxLiterals  = 288
	maxDistances = 32
	endOfBlock   = 256
	firstLength  = 257
	maxCode      = 15 // bits
)

// block reads the head of a block.
func (r *Reader) block() error {
	head, err := r.take(3)
	if err != nil {
		return err
	}
	r.final = head&1 != 0
	switch head >> 1 {
	case 0:
		return r.plain()
	case 1:
		r.fixed()
		r.step = (*Reader).symbols
	case 2:
		r.step = (*Reader).symbols
		return r.dynamic()
	default:
		return r.corrupt()
	}
	return nil
}

// plain begins a block that is not packed (section 3.2.4).
func (r *Reader) plain() error {
	if _, err := r.take(r.count & 7); err != nil {
		return err
	}
	size, err := r.take(32)
	if err != nil {
		return err
	}
	if uint16(size) != ^uint16(size>>16) {
		return r.corrupt()
	}
	// What was taken up of the bytes is given back.
	r.at -= int(r.count >> 3)
	r.bits, r.count = 0, 0
	r.stored, r.step = int(uint16(size)), (*Reader).copyStored
	return nil
}

func (r *Reader) copyStored() error {
	for r.stored > 0 && r.fill < history+ahead {
		r.more()
		n := copy(r.out[r.fill:history+ahead], r.in[r.at:min(r.end, r.at+r.stored)])
		if n == 0 {
			return r.over()
		}
		r.at, r.fill, r.stored = r.at+n, r.fill+n, r.stored-n
	}
	if r.stored == 0 {
		r.step = nil
	}
	return nil
}

// fixed makes the tables of the codes that need no telling (section 3.2.6).
func (r *Reader) fixed() {
	for i := range maxLiterals {
		switch {
		case i < 144, i >= 280:
			r.lengths[i] = 8
		case i < 256:
			r.lengths[i] = 9
		default:
			r.lengths[i] = 7
		}
	}
	for i := range maxDistances {
		r.lengths[maxLiterals+i] = 5
	}
	fill(r.literals[:], literalBits, r.lengths[:maxLiterals], literal)
	fill(r.distances[:], distanceBits, r.lengths[maxLiterals:], distance)
}

// order is that in which the lengths of the code for lengths stand.
var order = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamic reads the codes of a block (section 3.2.7).
func (r *Reader) dynamic() error {
	head, err := r.take(14)
	if err != nil {
		return err
	}
	literals, distances, codes := int(head&31)+257, int(head>>5&31)+1, int(head>>10)+4
	if literals > maxLiterals-2 || distances > maxDistances-2 {
		return r.corrupt()
	}
	var lengths [len(order)]uint8
	for _, symbol := range order[:codes] {
		length, err := r.take(3)
		if err != nil {
			return err
		}
		lengths[symbol] = uint8(length)
	}
	// The table of distances is free until their lengths are known.
	if !fill(r.distances[:], distanceBits, lengths[:], plain) {
		return r.corrupt()
	}
	all := r.lengths[:literals+distances]
	if err := r.readLengths(all); err != nil {
		return err
	}
	if !fill(r.literals[:], literalBits, all[:literals], literal) || !fill(r.distances[:], distanceBits, all[literals:], distance) {
		return r.corrupt()
	}
	return nil
}

// readLengths reads the lengths of codes, which may be repeated.
func (r *Reader) readLengths(lengths []uint8) error {
	for i := 0; i < len(lengths); {
		if r.count < maxCode {
			r.load()
		}
		entry := r.distances[r.bits&(1<<distanceBits-1)]
		if _, err := r.take(uint(entry & 63)); err != nil {
			return err
		}
		if entry&exception != 0 {
			return r.corrupt()
		}
		symbol := entry >> valueShift
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		if symbol == 16 && i == 0 {
			return r.corrupt()
		}
		repeat := [3]struct{ bits, least uint32 }{{2, 3}, {3, 3}, {7, 11}}[symbol-16]
		more, err := r.take(uint(repeat.bits))
		if err != nil {
			return err
		}
		n, length := int(repeat.least+more), uint8(0)
		if i+n > len(lengths) {
			return r.corrupt()
		}
		if symbol == 16 {
			length = lengths[i-1]
		}
		for range n {
			lengths[i] = length
			i++
		}
	}
	return nil
}
