// Command bare is what the server is compared with: net/http doing nothing but
// the work itself. GET / answers hello, PUT /upload hashes and writes its body,
// GET /download serves a file with http.ServeContent.
package main

import (
	"crypto/sha256"
	"flag"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	address := flag.String("listen", "127.0.0.1:8081", "address to listen at")
	target := flag.String("upload", "", "folder that uploads are written to, each a new file")
	source := flag.String("download", "", "file that is downloaded")
	flag.Parse()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello")
	})
	mux.HandleFunc("PUT /upload", func(w http.ResponseWriter, r *http.Request) {
		if err := save(*target, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	mux.HandleFunc("GET /download", func(w http.ResponseWriter, r *http.Request) {
		file, err := os.Open(*source)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		defer file.Close()
		http.ServeContent(w, r, "file.bin", time.Time{}, file)
	})
	log.Fatal(http.ListenAndServe(*address, mux))
}

// save hashes and writes a body with a buffer of 256 KiB, and has it on disk
// when it returns, as the server has. Each is a new file, as the server's are: to
// write over an old one's memory is faster than to ask for more.
func save(folder string, body io.Reader) error {
	file, err := os.CreateTemp(folder, "upload-")
	if err != nil {
		return err
	}
	defer file.Close()
	hash := sha256.New()
	both := io.MultiWriter(hash, file)
	if _, err := io.CopyBuffer(struct{ io.Writer }{both}, struct{ io.Reader }{body}, make([]byte, 256<<10)); err != nil {
		return err
	}
	return file.Sync()
}
