package geometry

import (
	"errors"
	"fmt"
	"io"
)

// errBlendEnd says that the file ends within something.
var errBlendEnd = errors.New("the file ends")

func (f *blendFile) refusal(err error) error {
	if errors.Is(err, errBlendEnd) {
		return refuse(codeTruncated, "the file ends within block %d, without its last one, ENDB", f.blocks+1)
	}
	return err
}

// take gives the next bytes, a few, until the next are taken.
func (f *blendFile) take(n int64) ([]byte, error) {
	if n > f.left {
		return nil, errBlendEnd
	}
	text, err := f.r.Peek(int(n))
	if err != nil {
		return nil, f.readError(err)
	}
	f.left -= n
	_, err = f.r.Discard(int(n))
	return text, err
}

// copy gives the next bytes to keep.
func (f *blendFile) copy(n int64) ([]byte, error) {
	text := make([]byte, n)
	if _, err := io.ReadFull(f.r, text); err != nil {
		return nil, f.readError(err)
	}
	f.left -= n
	return text, nil
}

func (f *blendFile) skip(n int64) error {
	f.left -= n
	if n <= int64(f.r.Buffered()) {
		_, err := f.r.Discard(int(n))
		return err
	}
	if f.seeker == nil {
		_, err := io.CopyN(io.Discard, f.r, n)
		return f.readError(err)
	}
	if _, err := f.seeker.Seek(n-int64(f.r.Buffered()), io.SeekCurrent); err != nil {
		return fmt.Errorf("skip a block: %w", err)
	}
	f.r.Reset(f.seeker)
	return nil
}

func (f *blendFile) readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errBlendEnd
	}
	if err != nil {
		return fmt.Errorf("read a block: %w", err)
	}
	return nil
}
