package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// Report is what a stream holds that was read to its end.
type Report struct {
	Manifest
	Summary
	MissingKeys []string `json:"missing_keys,omitempty"`
	// Verified says that all entries fit their digests. Those of format 1 have none.
	Verified bool `json:"verified"`
	Keys     bool `json:"keys"` // the marketplace's keys are in it
}

// Verify reads a stream to its end. What is damaged, cut off or no backup is Invalid.
func Verify(ctx context.Context, r io.Reader) (Report, error) { return read(ctx, r, nowhere{}) }

// sink takes what a stream holds, in this order. Manifest and rows fit their digests
// when they come; bytes are read before that is known.
type sink interface {
	begin(ctx context.Context, m Manifest) error
	keys(ctx context.Context, text string) error
	load(ctx context.Context, c store.Chunk) error
	keep(ctx context.Context, key string, r io.Reader) error
	end(ctx context.Context) error
}

// nowhere is where a stream goes that is only verified.
type nowhere struct{}

func (nowhere) begin(context.Context, Manifest) error   { return nil }
func (nowhere) keys(context.Context, string) error      { return nil }
func (nowhere) load(context.Context, store.Chunk) error { return nil }
func (nowhere) end(context.Context) error               { return nil }
func (nowhere) keep(_ context.Context, _ string, r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// reader is a stream that is being read.
type reader struct {
	to      sink
	report  Report
	digests digests
	held    []func(context.Context) error // what is done once its entry fits its digest
}

func read(ctx context.Context, r io.Reader, to sink) (Report, error) {
	in := &reader{to: to, digests: newDigests()}
	stream := tar.NewReader(r)
	for first := true; ; first = false {
		header, err := stream.Next()
		if cutOff(err) {
			return in.report, errCutOff
		}
		if errors.Is(err, tar.ErrHeader) {
			return in.report, damaged("the header behind entry %s", strconv.Quote(in.last()))
		}
		if err != nil {
			return in.report, fmt.Errorf("read the backup: %w", err)
		}
		if first != (header.Name == manifestName) {
			return in.report, vitrine.Errorf(vitrine.Invalid, "this is no backup of a marketplace: %s is not expected here",
				strconv.Quote(header.Name))
		}
		done, err := in.entry(ctx, header, stream)
		if cutOff(err) {
			err = errCutOff
		}
		if err != nil || done {
			return in.report, err
		}
	}
}

var errCutOff = vitrine.Errorf(vitrine.Invalid, "the backup ends before its end: nothing of it is in use; restore a whole one")

func cutOff(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// damaged says that a part of a stream is not what was written.
func damaged(what string, args ...any) error {
	return vitrine.Errorf(vitrine.Invalid, "the backup is damaged: "+what+
		" is not what was written. Nothing of it is in use; restore another one", args...)
}

func (in *reader) last() string {
	if n := len(in.digests.pending); n > 0 {
		return in.digests.pending[n-1].Name
	}
	return ""
}

// entry reads one entry and reports whether it was the last.
func (in *reader) entry(ctx context.Context, header *tar.Header, r io.Reader) (done bool, err error) {
	sum := sha256.New()
	r = io.TeeReader(r, sum)
	key, isBlob := strings.CutPrefix(header.Name, blobsFolder)
	if isBlob {
		in.report.Blobs++
		in.report.Bytes += header.Size
		if err := in.to.keep(ctx, key, r); err != nil {
			return false, err
		}
		in.digests.add(header.Name, sum)
		return false, nil
	}
	if header.Size > maxEntry {
		return false, vitrine.Errorf(vitrine.Invalid, "%s is too large", strconv.Quote(header.Name))
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return false, err
	}
	switch {
	case header.Name == endName:
		return true, in.end(ctx, text)
	case strings.HasPrefix(header.Name, digestsFolder):
		if err := in.compare(text); err != nil {
			return false, err
		}
		in.digests.add(header.Name, sum)
		in.digests.pending = nil
		return false, in.release(ctx)
	}
	in.digests.add(header.Name, sum)
	if err := in.hold(header.Name, text); err != nil || in.report.Format >= format {
		return false, err
	}
	return false, in.release(ctx) // there is no digest to wait for
}

// hold notes what is to be done with an entry.
func (in *reader) hold(name string, text []byte) error {
	switch {
	case name == manifestName:
		if err := decode(name, text, &in.report.Manifest); err != nil {
			return err
		}
		if f := in.report.Format; f < firstFormat || f > format {
			return vitrine.Errorf(vitrine.Invalid, "the backup has format %d; this release reads formats %d to %d", f, firstFormat, format)
		}
		in.held = append(in.held, func(ctx context.Context) error { return in.to.begin(ctx, in.report.Manifest) })
	case name == keysName:
		var k keys
		if err := decode(name, text, &k); err != nil {
			return err
		}
		in.report.Keys = true
		in.held = append(in.held, func(ctx context.Context) error { return in.to.keys(ctx, k.Text) })
	case name == missingName:
		if err := decode(name, text, &in.report.MissingKeys); err != nil {
			return err
		}
		in.report.Missing = int64(len(in.report.MissingKeys))
	case strings.HasPrefix(name, tablesFolder):
		in.held = append(in.held, func(ctx context.Context) error {
			var some rows
			if err := decode(name, text, &some); err != nil {
				return err
			}
			in.report.Rows += int64(len(some.Rows))
			return in.to.load(ctx, store.Chunk{Table: some.Table, Columns: some.Columns, Rows: numbers(some.Rows)})
		})
	default:
		return vitrine.Errorf(vitrine.Invalid, "%s is not expected in a backup", strconv.Quote(name))
	}
	return nil
}

func (in *reader) release(ctx context.Context) error {
	held := in.held
	in.held = nil
	for _, do := range held {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the entries since the last digests with theirs.
func (in *reader) compare(text []byte) error {
	var want []digest
	if err := decode("the digests", text, &want); err != nil {
		return err
	}
	for i, got := range in.digests.pending {
		if i >= len(want) || want[i] != got {
			return damaged("%s", strconv.Quote(got.Name))
		}
	}
	if len(want) != len(in.digests.pending) {
		return damaged("the list of its entries")
	}
	return nil
}

func (in *reader) end(ctx context.Context, text []byte) error {
	var want ending
	if err := decode(endName, text, &want); err != nil {
		return err
	}
	in.report.Verified = in.report.Format >= format
	if in.report.Verified && (len(in.digests.pending) > 0 || want.Digests != in.digests.total()) {
		return damaged("the list of its entries")
	}
	in.report.Damaged = want.Damaged
	if in.report.Summary != want.Summary {
		return vitrine.Errorf(vitrine.Invalid, "the backup is not whole: it holds %+v and says %+v", in.report.Summary, want.Summary)
	}
	return in.to.end(ctx)
}

func decode(name string, text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	// As floats, identifiers and times beyond 2^53 would be rounded.
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return &vitrine.Error{Code: vitrine.Invalid, Message: "the backup is damaged: " + name + " can't be read", Err: err}
	}
	return nil
}

// numbers turns JSON's numbers into Go's.
func numbers(list [][]any) [][]any {
	for _, row := range list {
		for i := range row {
			row[i] = plainValue(row[i])
		}
	}
	return list
}

func plainValue(value any) any {
	number, ok := value.(json.Number)
	if !ok {
		return value
	}
	if whole, err := number.Int64(); err == nil {
		return whole
	}
	if real, err := number.Float64(); err == nil {
		return real
	}
	return value
}
