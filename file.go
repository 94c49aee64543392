package vitrine

import (
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

// FileStatus says how far an uploaded file has come.
type FileStatus string

// The states of a file: processing, then ready or rejected.
const (
	FileProcessing FileStatus = "processing"
	FileReady      FileStatus = "ready"
	FileRejected   FileStatus = "rejected"
)

// File is a file of a model, as it is sold.
type File struct {
	ID         int64
	ModelID    int64
	Name       string  // as people see it, unique in its model
	Extension  string  // lower case, no dot
	FileTypeID int64   // 0: of no known type
	Size       int64   // bytes
	SHA256     string  // hex
	CRC32      *uint32 // that ZIP asks for; nil until it is known
	ForBuyers  bool    // those who bought the model before get it too
	BlobKey    string
	Status     FileStatus
	Format     string    // detected by content, such as "glb"
	Inside     []string  // extensions of the formats inside an archive
	Problems   []Problem // why it is rejected, or why facts of it are unknown
	Facts      string    // measured geometry as a JSON object; "" until it is known
	Missing    []string  // names of files that this one needs and the model lacks
	Preview    Preview
	ShapeKey   string    // of what it adds to the picture of its set, which is never served; "" for nothing
	ShapeTried int       // by which rules the last reading was to make the shape; 0: it was not to
	Shown      int       // by which rules the preview was made, or found to be none
	WorkedOn   time.Time // while it is read, for the first time or again: since when
	Queued     time.Time // while it waits to be read again: since when
	CopyOf     int64     // in the copy of a draft version: the file that it stands for; 0: it was added there
	Version    int64
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// Pending reports whether a reading of the file waits or runs, also of one that is
// ready already: what is known of it may change then.
func (f *File) Pending() bool {
	return f.Status == FileProcessing || !f.WorkedOn.IsZero() || !f.Queued.IsZero()
}

// Lacks reports whether the file misses another one by a name.
func (f *File) Lacks(name string) bool {
	for _, missing := range f.Missing {
		if strings.EqualFold(missing, name) {
			return true
		}
	}
	return false
}

// Picture reports whether the file is a picture by its content, such as a texture:
// it belongs to other files and is not for sale without them.
func (f *File) Picture() bool { return f.Format == "image" }

// Problem says why a file was rejected.
type Problem struct {
	Code   string
	Detail string
}

// Image is a picture of a model.
type Image struct {
	ID         int64
	ModelID    int64
	Size       int64 // bytes of the main picture
	Width      int   // pixels
	Height     int
	BlobKey    string
	Thumbnails []Thumbnail
	Crop       *Crop // nil: all of the picture is shown
	Position   int
	Generated  bool  // drawn by the server from the geometry
	FileID     int64 // of a generated image: the file that it shows, 0 for all pieces of a set; else 0
	CopyOf     int64 // in the copy of a draft version: the image that it stands for; 0: it was added there
	Version    int64
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// Crop is the part of a picture that an image shows, in pixels of the whole, which stays.
type Crop struct {
	X, Y          int
	Width, Height int
	Original      Original
}

// PictureView is a side from which the server draws a picture of a model.
type PictureView string

// The sides from which pictures are drawn.
const (
	ViewThreeQuarter PictureView = "three-quarter" // from where the first picture is drawn
	ViewFront        PictureView = "front"
	ViewSide         PictureView = "side"
	ViewTop          PictureView = "top"
)

// PictureViews are all of them.
func PictureViews() []PictureView {
	return []PictureView{ViewThreeQuarter, ViewFront, ViewSide, ViewTop}
}

// Original is a picture before it was cropped.
type Original struct {
	BlobKey       string
	Size          int64 // bytes
	Width, Height int   // pixels
}

// Original is all of the picture, of which the image may show a part.
func (m *Image) Original() Original {
	if m.Crop != nil {
		return m.Crop.Original
	}
	return Original{m.BlobKey, m.Size, m.Width, m.Height}
}

// Thumbnail is a smaller rendition of an image.
type Thumbnail struct {
	BlobKey string
	Width   int // pixels
	Height  int
}

// Extension is the lower-case ending of a file name without its dot, "" when
// it has none.
func Extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

// CheckFileName returns what is wrong with the name of an uploaded file, which is
// NFC already and has no folder.
func CheckFileName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
		return Errorf(Invalid, "the file has no name: give it one in Content-Disposition, in the part's filename or as ?name=")
	case len(name) > 255:
		return Errorf(Invalid, "the file name has %d bytes, at most 255 are allowed", len(name))
	case !utf8.ValidString(name):
		return Errorf(Invalid, "the file name is not UTF-8")
	}
	return nil
}
