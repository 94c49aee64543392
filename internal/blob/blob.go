// Package blob keeps the bytes of files and pictures in a folder (Disk) or in an
// S3 bucket (S3). Both implement one interface, Store.
//
// Bytes are written once under an unguessable key and never changed. They are hashed while
// they stream through, and are neither listed nor readable until all of them are
// safely stored. A download is a signed address that is valid for some minutes
// and needs no token: package blobhttp or S3 itself serves it.
//
// The package knows keys, bytes and addresses. It does not know what the bytes
// are, who owns them or who may have them: callers decide that first.
package blob

import (
	"context"
	"io"
	"time"
)

// Store keeps bytes, written once under an unguessable key and never changed.
// It is safe for concurrent use.
type Store interface {
	// Put stores what r gives under a new key that begins with prefix, a
	// lower-case word such as "files". An error of r comes back wrapped, and
	// nothing is stored. A full storage is vitrine.Unavailable.
	Put(ctx context.Context, prefix string, r io.Reader) (Info, error)
	// Restore stores what r gives under a key that Put made once, as a backup
	// has it, and replaces what is there. Invalid when it is no such key.
	Restore(ctx context.Context, key string, r io.Reader) (Info, error)
	// Open returns the bytes of key, or vitrine.NotFound. Close them; ctx must
	// last until then.
	Open(ctx context.Context, key string) (*Object, error)
	// Stat returns what is stored under key, without SHA256, or vitrine.NotFound.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes the bytes of key. Deleting what is not there is fine.
	Delete(ctx context.Context, key string) error
	// List calls fn for everything that is stored under prefix, or under any
	// when it is "", in no certain order and without SHA256. An error of fn
	// ends it and comes back.
	List(ctx context.Context, prefix string, fn func(Info) error) error
	Trash
	// Owner names the marketplace that the bytes belong to, "" when none claimed
	// them.
	Owner(ctx context.Context) (string, error)
	// Claim makes them belong to the marketplace of an id.
	Claim(ctx context.Context, id string) error
	// DownloadURL returns an absolute, signed, short-lived address of key that
	// needs no token. It doesn't ask whether the key is there.
	DownloadURL(ctx context.Context, key string, d Download) (string, error)
	// Check reports whether bytes can be written and read now.
	Check(ctx context.Context) error
	// Sweep removes what an interrupted Put left, but nothing that another
	// process may still be writing.
	Sweep(ctx context.Context) error
}

// Trash is a place beside the stored bytes for those that nothing needs any more.
// They are there for a while in case that something needs them all the same.
// Several processes may use it at once.
type Trash interface {
	// Discard moves the bytes of key into the trash, where only Recover finds
	// them. Discarding what is not there is fine.
	Discard(ctx context.Context, key string) error
	// Recover brings discarded bytes back. It is fine when they are back already;
	// vitrine.NotFound when they are in neither place.
	Recover(ctx context.Context, key string) error
	// Discarded calls fn for all that is in the trash, as List does; ModTime is when
	// it came there.
	Discarded(ctx context.Context, fn func(Info) error) error
	// IsDiscarded reports whether the trash holds the bytes of key.
	IsDiscarded(ctx context.Context, key string) (bool, error)
	// Erase removes discarded bytes for good. Those that are not there are fine.
	Erase(ctx context.Context, key string) error
}

// Info describes stored bytes.
type Info struct {
	Key     string
	Size    int64  // bytes
	SHA256  string // hex; "" in a list
	ModTime time.Time
}

// Object is an open stored object.
type Object struct {
	Content
	Size    int64 // bytes
	ModTime time.Time
}

// Content reads stored bytes. ReadAt may be called at any time and by several
// goroutines; on S3 each call is a request.
type Content interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Download says how a download presents itself.
type Download struct {
	Name    string        // file name for Content-Disposition: attachment, any Unicode
	Type    string        // media type; application/octet-stream when it is "" or malformed
	ETag    string        // SHA-256 in hex, the validator that Disk answers; S3 answers its own
	Size    int64         // bytes that the object must have; 0: it is not looked at
	Expires time.Duration // how long the address lives; 10 minutes when it is 0
	// Claim says why the address is given, "" for good: Disk asks whether it still
	// holds when the address is used, S3 gives such an address a minute.
	Claim string
	Head  bool // for a HEAD request: S3 signs the method, Disk's addresses serve both
}

const defaultLifetime = 10 * time.Minute

func (d Download) lifetime() time.Duration {
	if d.Expires <= 0 {
		return defaultLifetime
	}
	return d.Expires
}
