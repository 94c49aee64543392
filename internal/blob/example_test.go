package blob_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"vitrine/internal/blob"
)

// Bytes get a key of their own when they are stored, and their digest.
func ExampleOpenDisk() {
	folder, err := os.MkdirTemp("", "blobs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	disk, err := blob.OpenDisk(folder, blob.DiskOptions{BaseURL: "https://models.example"})
	if err != nil {
		log.Fatal(err)
	}
	defer disk.Close()

	ctx := context.Background()
	info, err := disk.Put(ctx, "files", strings.NewReader("solid cube"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(info.Key, "files/"), info.Size, info.SHA256[:12])

	object, err := disk.Open(ctx, info.Key)
	if err != nil {
		log.Fatal(err)
	}
	defer object.Close()
	text, err := io.ReadAll(object)
	fmt.Println(string(text), err)
	// Output:
	// true 10 d3a15aa3cd30
	// solid cube <nil>
}
