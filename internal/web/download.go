package web

import (
	"bufio"
	"io"
	"net/http"
)

// Download is a file that is made while it is sent.
type Download struct {
	Name string // without quotes and control characters
	Type string // media type
}

// Send answers with what write writes, to be saved as a file and kept by no cache. HEAD has
// nothing written. An error before the first byte is sent is returned, and not answered;
// after it the connection is closed, so that nobody takes a part for the whole.
func (d Download) Send(w http.ResponseWriter, r *http.Request, write func(io.Writer) error) error {
	header := w.Header()
	header.Set("Content-Type", d.Type)
	header.Set("Content-Disposition", `attachment; filename="`+d.Name+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return nil
	}
	sent := &begun{Writer: w}
	buffer := bufio.NewWriter(sent)
	err := write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if err != nil && sent.any {
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		header.Del("Content-Type")
		header.Del("Content-Disposition") // it names the file, not the refusal
	}
	return err
}

// begun notes whether anything was written.
type begun struct {
	io.Writer
	any bool
}

// Write passes bytes on.
func (b *begun) Write(p []byte) (int, error) {
	b.any = true
	return b.Writer.Write(p)
}
