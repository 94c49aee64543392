package inflate

import "encoding/binary"

// symbols unpacks the symbols of a block, until it or the room ends.
func (r *Reader) symbols() error {
	for r.step != nil && r.fill < history+ahead {
		r.more()
		if r.end-r.at >= inputSlack {
			if err := r.rounds(r.end-inputSlack, history+ahead); err != nil {
				return err
			}
			continue
		}
		// Zeros stand behind the end, where bits may still be left: each round may be one too many.
		fill := r.fill
		err := r.rounds(r.end+8, r.fill+1)
		if r.beyond() {
			r.fill = fill
			return r.over()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rounds unpacks symbols while the next packed byte is not behind a limit and there is room.
// All that it works with is held in variables of its own, so that the compiler keeps it in
// registers.
func (r *Reader) rounds(inLimit, outLimit int) error {
	in, out, literals, distances := &r.in, &r.out, &r.literals, &r.distances
	at, fill, bits, count := r.at, r.fill, r.bits, r.count
	ok := true
	for at <= inLimit && fill < outLimit {
		bits |= binary.LittleEndian.Uint64(in[at:at+8]) << (count & 63)
		at += int(63-count) >> 3
		count |= 56
		entry := literals[bits&(1<<literalBits-1)]
		if entry&isLiteral != 0 {
			bits, count = bits>>(entry&63), count-uint(entry&63)
			out[fill] = byte(entry >> valueShift)
			fill++
			entry = literals[bits&(1<<literalBits-1)]
			if entry&isLiteral != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				out[fill] = byte(entry >> valueShift)
				fill++
				entry = literals[bits&(1<<literalBits-1)]
				if entry&isLiteral != 0 {
					bits, count = bits>>(entry&63), count-uint(entry&63)
					out[fill] = byte(entry >> valueShift)
					fill++
					continue
				}
			}
			bits |= binary.LittleEndian.Uint64(in[at:at+8]) << (count & 63)
			at += int(63-count) >> 3
			count |= 56
		}
		if entry&exception != 0 {
			if entry&longer != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				entry = literals[int(entry>>valueShift)+int(bits&(1<<(entry>>codeShift&31)-1))]
			}
			if entry&isLiteral != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				out[fill] = byte(entry >> valueShift)
				fill++
				continue
			}
			if entry&exception != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				if ok = entry>>valueShift == endOfBlock; ok {
					r.step = nil
				}
				break
			}
		}
		length := int(entry>>valueShift) + int(bits&(1<<(entry&63)-1)>>(entry>>codeShift&31))
		bits, count = bits>>(entry&63), count-uint(entry&63)

		entry = distances[bits&(1<<distanceBits-1)]
		if entry&exception != 0 {
			if entry&longer != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				entry = distances[int(entry>>valueShift)+int(bits&(1<<(entry>>codeShift&31)-1))]
			}
			if entry&exception != 0 {
				bits, count = bits>>(entry&63), count-uint(entry&63)
				ok = false
				break
			}
		}
		from := fill - int(entry>>valueShift) - int(bits&(1<<(entry&63)-1)>>(entry>>codeShift&31))
		bits, count = bits>>(entry&63), count-uint(entry&63)
		if from < 0 {
			ok = false
			break
		}
		if fill-from >= 8 {
			for i := 0; i < length; i += 8 {
				binary.LittleEndian.PutUint64(out[fill+i:fill+i+8], binary.LittleEndian.Uint64(out[from+i:from+i+8]))
			}
		} else {
			for i := range length {
				out[fill+i] = out[from+i]
			}
		}
		fill += length
	}
	r.at, r.fill, r.bits, r.count = at, fill, bits, count
	if !ok {
		return r.corrupt()
	}
	return nil
}
