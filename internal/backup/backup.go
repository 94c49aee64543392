// Package backup writes a whole marketplace, rows and stored bytes, into one
// tar stream, verifies such a stream, and restores a marketplace from it.
//
// The stream is the same for every database and storage, so that a backup of
// SQLite and a folder can be restored to PostgreSQL and S3. It holds
// manifest.json, keys.json where the operator asked for the marketplace's keys, then
// the rows as of one moment (tables/NNNNNN.json, each with
// some rows of one table), then the bytes that those rows refer to (blobs/KEY),
// missing.json with the keys of those that were not there, if any, and finally end.json, without which a
// stream is incomplete. Between them stand digests/NNNNNN.json with the SHA-256 of the entries since the
// last of these;
// end.json has one over all of them. The stream contains secrets, so only its owner
// may read the file.
//
// The package does not know what the rows mean.
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"time"
)

// format is the one that is written. Format 1 had no digests, and is still read.
const (
	format      = 2
	firstFormat = 1
)

const (
	manifestName  = "manifest.json"
	keysName      = "keys.json"
	missingName   = "missing.json"
	endName       = "end.json"
	tablesFolder  = "tables/"
	blobsFolder   = "blobs/"
	digestsFolder = "digests/"
	maxEntry      = 256 << 20 // bytes of an entry that is held in memory
)

// digestsAtOnce is how many entries share an entry of digests, at most.
const digestsAtOnce = 500

// Manifest is the first entry.
type Manifest struct {
	Format    int       `json:"format"`
	Schema    int64     `json:"schema"`
	CreatedAt time.Time `json:"created_at"`
	// Marketplace is the id of the marketplace, "" in backups of older releases.
	Marketplace string `json:"marketplace,omitempty"`
}

// Summary counts what a backup holds.
type Summary struct {
	Rows  int64 `json:"rows"`
	Blobs int64 `json:"blobs"`
	Bytes int64 `json:"bytes"` // of the blobs
	// Damaged counts the blobs that were not what the rows said when they were written.
	Damaged int64 `json:"damaged,omitempty"`
	// Missing counts the blobs that the rows named and that were not there.
	Missing int64 `json:"missing,omitempty"`
}

// ending is the last entry.
type ending struct {
	Summary
	Digests string `json:"digests,omitempty"` // hex, over all digests; "" in format 1
}

// rows is an entry below tables/.
type rows struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

// keys is the entry keys.json.
type keys struct {
	Text string `json:"text"`
}

// digest is that of one entry.
type digest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // hex
}

// digests are those since the last entry of digests, and one over all that came.
type digests struct {
	pending []digest
	all     hash.Hash
}

func newDigests() digests { return digests{all: sha256.New()} }

func (d *digests) add(name string, sum hash.Hash) digest {
	entry := digest{name, hex.EncodeToString(sum.Sum(nil))}
	d.pending = append(d.pending, entry)
	fmt.Fprintf(d.all, "%s %s\n", entry.SHA256, entry.Name)
	return entry
}

func (d *digests) total() string { return hex.EncodeToString(d.all.Sum(nil)) }
