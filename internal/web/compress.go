package web

import (
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// minCompressed is the least body, in bytes, that is worth to be compressed.
const minCompressed = 1024

// compressible are the media types that Compress compresses: texts that are
// answered as a whole.
var compressible = []string{
	"text/html", "text/css", "text/plain", "text/xml", "application/xml", "application/yaml", "application/json", "image/svg+xml",
}

// compressor is a *gzip.Writer or a *zstd.Encoder.
type compressor interface {
	io.WriteCloser
	Flush() error
	Reset(w io.Writer)
}

// gzipLevel makes answers that are as small as those of compress/gzip at its best speed, in
// half the time.
const gzipLevel = 2

// compressors of each encoding are used again: a new one takes some hundred
// kilobytes. They fail for unknown options alone.
var compressors = map[string]*sync.Pool{
	"gzip": {New: func() any {
		made, _ := gzip.NewWriterLevel(nil, gzipLevel)
		return made
	}},
	"zstd": {New: func() any {
		// The window is within what RFC 9659 asks of readers.
		made, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		return made
	}},
}

// Compress compresses answers to GET for callers who take zstd or gzip: whole texts of
// some length that may be stored. What says no-store may hold a secret beside
// what a stranger had a hand in, and its compressed length would tell of it. A
// compressed answer has its ETag as a weak one, since its bytes are others.
func Compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &compressWriter{ResponseWriter: w, r: r}
		next.ServeHTTP(answer, r)
		answer.finish() // not when the handler panicked: a part must not be taken for the whole
	})
}

// compressWriter decides on the first piece of a body: it is the whole of one,
// where no Content-Length says more, or a good part.
type compressWriter struct {
	http.ResponseWriter
	r          *http.Request
	status     int // that was not sent yet
	sent       bool
	compressor compressor // nil when the body goes out as it is
	encoding   string     // of compressor
}

// WriteHeader waits for the body.
func (w *compressWriter) WriteHeader(status int) {
	switch {
	case status < http.StatusOK:
		w.ResponseWriter.WriteHeader(status)
	case w.status == 0:
		w.status = status
	}
}

// Write sends a piece of the body.
func (w *compressWriter) Write(p []byte) (int, error) {
	w.begin(len(p))
	if w.compressor != nil {
		return w.compressor.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

// FlushError sends what there is.
func (w *compressWriter) FlushError() error {
	w.begin(0)
	if w.compressor != nil {
		if err := w.compressor.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (w *compressWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// begin settles the header before a body whose first piece has so many bytes.
func (w *compressWriter) begin(size int) {
	if w.sent {
		return
	}
	w.sent = true
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if length, err := strconv.Atoi(w.Header().Get("Content-Length")); err == nil {
		size = length
	}
	w.settle(size)
	w.ResponseWriter.WriteHeader(w.status)
}

func (w *compressWriter) settle(size int) {
	header := w.Header()
	if w.status == http.StatusNotModified {
		header.Add("Vary", "Accept-Encoding")
		if etag := header.Get("ETag"); strings.Contains(w.r.Header.Get("If-None-Match"), "W/"+etag) {
			weaken(header) // the caller has the compressed answer
		}
		return
	}
	if w.status != http.StatusOK || size < minCompressed || !mayCompress(header) {
		return
	}
	header.Add("Vary", "Accept-Encoding")
	// Vary stands there for a caller without an encoding as well: caches keep both forms (RFC 9110, section 12.5.5).
	w.encoding = BestEncoding(w.r)
	if w.r.Method != http.MethodGet || w.encoding == "" {
		return
	}
	header.Set("Content-Encoding", w.encoding)
	// Both speak of the bytes as they were.
	header.Del("Content-Length")
	header.Del("Accept-Ranges")
	weaken(header)
	w.compressor = compressors[w.encoding].Get().(compressor)
	w.compressor.Reset(w.ResponseWriter)
}

func mayCompress(header http.Header) bool {
	kind, err := header.Get("Content-Type"), error(nil)
	if kind != jsonType {
		kind, _, err = mime.ParseMediaType(kind)
	}
	return err == nil && slices.Contains(compressible, kind) &&
		header.Get("Content-Encoding") == "" && !strings.Contains(header.Get("Cache-Control"), "no-store")
}

func weaken(header http.Header) {
	if etag := header.Get("ETag"); strings.HasPrefix(etag, `"`) {
		header.Set("ETag", "W/"+etag)
	}
}

func (w *compressWriter) finish() {
	if w.status != 0 {
		w.begin(0)
	}
	if w.compressor != nil {
		_ = w.compressor.Close() // nobody is left who could act on a connection that broke
		compressors[w.encoding].Put(w.compressor)
	}
}

// BestEncoding is the encoding that a caller likes best (RFC 9110, section 12.5.3),
// zstd of equals; "" for none.
func BestEncoding(r *http.Request) string {
	if len(r.Header["Accept-Encoding"]) == 0 {
		return ""
	}
	weights := map[string]float64{}
	for part := range strings.SplitSeq(strings.Join(r.Header["Accept-Encoding"], ","), ",") {
		name, parameters, _ := strings.Cut(strings.ToLower(part), ";")
		if q, ok := parseQuality(parameters); ok {
			weights[strings.TrimSpace(name)] = q
		}
	}
	weight := func(name string) float64 {
		if q, named := weights[name]; named {
			return q
		}
		return weights["*"]
	}
	zstd, gzip := weight("zstd"), weight("gzip")
	switch {
	case zstd > 0 && zstd >= gzip && weights["zstd"] > 0:
		return "zstd"
	case gzip > 0:
		return "gzip"
	}
	return ""
}
