package inflate_test

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"vitrine/internal/geometry/inflate"
)

// contents are bytes of different kinds: none, few, many, all alike, without any order,
// and numbers as files have them.
func contents() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	noise, skewed := make([]byte, 200_000), make([]byte, 200_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
		skewed[i] = byte(random.ExpFloat64() * 3) // so that some codes are long
	}
	var numbers, text []byte
	for i := range 40_000 {
		numbers = binary.LittleEndian.AppendUint64(numbers, math.Float64bits(math.Sin(float64(i)/100)))
		text = fmt.Appendf(text, "%d %d\n", i, i*i%1000)
	}
	far := slices.Concat(noise[:32<<10], noise[:300], noise[:2<<10], noise[:40]) // matches go back as far as they may
	return map[string][]byte{
		"nothing": {}, "a byte": {7}, "zeros": make([]byte, 500_000), "noise": noise, "skewed": skewed, "numbers": numbers,
		"text": text, "far": far, "twos": bytes.Repeat([]byte("ab"), 70_000), "threes": bytes.Repeat([]byte("abc"), 300),
	}
}

func packed(t testing.TB, content []byte, level int) []byte {
	t.Helper()
	var to bytes.Buffer
	w, err := flate.NewWriter(&to, level)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(content)
	_ = w.Flush() // an empty block in between
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

// TestUnpack unpacks what the standard library packs, however it comes and is asked for.
func TestUnpack(t *testing.T) {
	t.Parallel()
	reader := inflate.NewReader(nil)
	for name, content := range contents() {
		for _, level := range []int{flate.HuffmanOnly, 0, 1, 6, 9} {
			data := packed(t, content, level)
			for how, source := range map[string]io.Reader{
				"whole": bytes.NewReader(data), "bytes": iotest.OneByteReader(bytes.NewReader(data)),
				"halves": iotest.HalfReader(bytes.NewReader(data)), "end": iotest.DataErrReader(bytes.NewReader(data)),
				"more behind": io.MultiReader(bytes.NewReader(data), bytes.NewReader(content)),
			} {
				reader.Reset(source)
				to := io.Reader(reader)
				if how == "halves" {
					to = iotest.HalfReader(reader)
				}
				got, err := io.ReadAll(to)
				if err != nil || !bytes.Equal(got, content) {
					t.Errorf("%s, level %d, %s: %d bytes of %d, %v", name, level, how, len(got), len(content), err)
				}
			}
		}
	}
}

// kind is what sort of end reading came to.
func kind(err error) string {
	var corrupt flate.CorruptInputError
	switch {
	case err == nil:
		return "fine"
	case errors.As(err, &corrupt):
		return "corrupt"
	}
	return err.Error()
}

// compare unpacks data here and by the standard library.
func compare(t *testing.T, reader *inflate.Reader, data []byte) {
	t.Helper()
	compareFrom(t, reader, data, bytes.NewReader(data))
}

// compareFrom is compare with a source that gives the data away in its own pieces.
func compareFrom(t *testing.T, reader *inflate.Reader, data []byte, source io.Reader) {
	t.Helper()
	want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), 4<<20))
	reader.Reset(source)
	got, err := io.ReadAll(io.LimitReader(reader, 4<<20))
	if kind(err) != kind(wantErr) || err == nil && !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d bytes, %v, of %x", len(got), err, len(want), wantErr, data[:min(len(data), 100)])
	}
	// Before an error there may be some bytes more or fewer, which are right.
	if n := min(len(got), len(want)); !bytes.Equal(got[:n], want[:n]) || len(got) < len(want)-3 {
		t.Errorf("wrong bytes before %v, of %x", err, data[:min(len(data), 100)])
	}
}

// TestDamaged cuts packed bytes anywhere and changes each of them.
func TestDamaged(t *testing.T) {
	t.Parallel()
	reader := inflate.NewReader(nil)
	for _, content := range contents() {
		for _, level := range []int{flate.HuffmanOnly, 0, 6} {
			data := packed(t, content[:min(len(content), 1500)], level)
			for i := range data {
				compare(t, reader, data[:i])
				for _, flip := range []byte{1, 2, 0x80, 0xff} {
					data[i] ^= flip
					compare(t, reader, data)
					data[i] ^= flip
				}
			}
		}
	}
}

// FuzzUnpack compares with the standard library on any bytes.
func FuzzUnpack(f *testing.F) {
	for _, content := range contents() {
		f.Add(packed(f, content[:min(len(content), 300)], 6))
		f.Add(packed(f, content[:min(len(content), 300)], flate.HuffmanOnly))
	}
	f.Add([]byte{5, 0xe0, 0x81, 0, 0, 0, 0, 0, 0x90, 0x6b}) // a code of one symbol
	f.Add([]byte("20 \xf4"))                                // it ends within a code that stands for nothing
	f.Add([]byte("\xa5\x14\x94\xad"))                       // so does this, after a repetition of nothing
	f.Add(lateStored(3, 2, 50))
	f.Fuzz(func(t *testing.T, data []byte) {
		reader := inflate.NewReader(nil)
		compare(t, reader, data)
		compareFrom(t, reader, data, iotest.OneByteReader(bytes.NewReader(data)))
	})
}

// lateStored is a stored block, blocks of fixed codes that hold nothing, and two stored
// blocks: what a reader has taken up ahead of its place, it must give back for the latter.
func lateStored(first, nothing, second int) []byte {
	var w bitWriter
	w.stored(false, first)
	for range nothing {
		w.put(2, 3)
		w.put(0, 7)
	}
	w.stored(false, second)
	w.stored(true, 1)
	return w.bytes
}

// bitWriter writes deflate bit by bit, from the lowest on.
type bitWriter struct {
	bytes []byte
	used  uint // bits of the last byte
}

func (w *bitWriter) put(value, bits uint) {
	for i := range bits {
		if w.used == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[len(w.bytes)-1] |= byte(value>>i&1) << w.used
		w.used = (w.used + 1) & 7
	}
}

func (w *bitWriter) stored(final bool, size int) {
	if final {
		w.put(1, 3)
	} else {
		w.put(0, 3)
	}
	w.used = 0
	w.bytes = binary.LittleEndian.AppendUint16(w.bytes, uint16(size))
	w.bytes = binary.LittleEndian.AppendUint16(w.bytes, ^uint16(size))
	for i := range size {
		w.bytes = append(w.bytes, byte(i))
	}
}

// TestLateStored unpacks stored blocks whose heads stand wherever packed bytes are read
// anew: bytes that were taken up before, and counted, belong to the block.
func TestLateStored(t *testing.T) {
	t.Parallel()
	reader := inflate.NewReader(nil)
	for _, window := range []int{0, 64<<10 - 32} {
		for first := range 48 {
			for nothing := range 8 {
				for _, second := range []int{0, 50} {
					data := lateStored(min(window+first, 65535), nothing, second)
					compare(t, reader, data)
					compareFrom(t, reader, data, iotest.HalfReader(bytes.NewReader(data)))
					if window == 0 {
						compareFrom(t, reader, data, iotest.OneByteReader(bytes.NewReader(data)))
					}
				}
			}
		}
	}
}

// TestSourceFails passes on why a source has no more, once that is needed.
func TestSourceFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	data := packed(t, contents()["text"], 6)
	got, err := io.ReadAll(inflate.NewReader(io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotest.ErrReader(broken))))
	if !errors.Is(err, broken) || len(got) < 100_000 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := io.ReadAll(inflate.NewReader(io.MultiReader(bytes.NewReader(data), iotest.ErrReader(broken)))); err != nil {
		t.Errorf("behind the end: %v", err)
	}
}

func packedZlib(t *testing.T, content []byte) []byte {
	t.Helper()
	var to bytes.Buffer
	w := zlib.NewWriter(&to)
	_, _ = w.Write(content)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return to.Bytes()
}

func TestZlib(t *testing.T) {
	t.Parallel()
	var z inflate.Zlib
	for name, content := range contents() {
		data := packedZlib(t, content)
		for what, change := range map[string]struct {
			data []byte
			want error
		}{
			"whole": {data, nil}, "cut": {data[:len(data)-1], io.ErrUnexpectedEOF}, "all cut": {data[:1], io.ErrUnexpectedEOF},
			"sum":  {append(slices.Clone(data[:len(data)-1]), data[len(data)-1]+1), zlib.ErrChecksum},
			"head": {append([]byte{0x79}, data[1:]...), zlib.ErrHeader}, "window": {append([]byte{0x88, 0x1c}, data[2:]...), zlib.ErrHeader},
			"check": {append([]byte{0x78, 0x9d}, data[2:]...), zlib.ErrHeader},
			"words": {append([]byte{0x78, 0xbb}, data[2:]...), zlib.ErrDictionary},
		} {
			err := z.Reset(bytes.NewReader(change.data))
			var got []byte
			if err == nil {
				got, err = io.ReadAll(&z)
			}
			if !errors.Is(err, change.want) || err == nil && !bytes.Equal(got, content) {
				t.Errorf("%s, %s: %d bytes, %v", name, what, len(got), err)
			}
		}
	}
}

func BenchmarkUnpack(b *testing.B) {
	for _, name := range []string{"numbers", "text"} {
		content := contents()[name]
		data := packed(b, content, 6)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			reader := inflate.NewReader(nil)
			for b.Loop() {
				reader.Reset(bytes.NewReader(data))
				if n, err := io.Copy(io.Discard, reader); err != nil || n != int64(len(content)) {
					b.Fatal(n, err)
				}
			}
		})
	}
}
