package blob

import (
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"regexp"
	"strings"

	"vitrine"
)

// The prefixes of stored bytes.
const (
	Files    = "files"    // what is sold: only by signed addresses
	Media    = "media"    // pictures: public
	Previews = "previews" // what pages show in 3D: public
	Parts    = "parts"    // pieces of files that have not arrived yet: nobody's
)

// What stands beside the stored bytes: what Disk is writing, what was discarded,
// the name of the owner, and in a bucket its keys. No prefix may be called so.
const (
	tempFolder  = "tmp"
	trashFolder = "trash"
	ownerName   = "marketplace"
	keysFolder  = "keys"
)

// reserved reports whether a word can't be the prefix of keys.
func reserved(prefix string) bool {
	return prefix == tempFolder || prefix == trashFolder || prefix == ownerName || prefix == keysFolder
}

// A key is the prefix, two folders of one character each, so that 1,024
// folders share the entries, and the rest: 160 random bits in all.
const randomBytes = 20

var (
	keyEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
	keyPattern  = regexp.MustCompile(`^[a-z]+/[a-z2-7]/[a-z2-7]/[a-z2-7]{30}$`)
	wordPattern = regexp.MustCompile(`^[a-z]+$`)
)

func newKey(prefix string) (string, error) {
	if err := checkPrefix(prefix); err != nil {
		return "", err
	}
	id := randomName()
	return strings.Join([]string{prefix, id[:1], id[1:2], id[2:]}, "/"), nil
}

func randomName() string {
	var random [randomBytes]byte
	rand.Read(random[:]) // never fails
	return keyEncoding.EncodeToString(random[:])
}

func checkPrefix(prefix string) error {
	if !wordPattern.MatchString(prefix) || reserved(prefix) {
		return fmt.Errorf("blob: %q is no prefix: it must be a lower-case word other than %q, %q, %q and %q",
			prefix, tempFolder, trashFolder, ownerName, keysFolder)
	}
	return nil
}

func validKey(key string) bool {
	prefix, _, _ := strings.Cut(key, "/")
	return keyPattern.MatchString(key) && !reserved(prefix)
}

func checkKey(key string) error {
	if validKey(key) {
		return nil
	}
	return vitrine.Errorf(vitrine.Invalid, "%q is no key of stored bytes", key)
}

func notFound(key string, cause error) error {
	return &vitrine.Error{
		Code:    vitrine.NotFound,
		Message: "the stored bytes are not there",
		Err:     fmt.Errorf("blob %q: %w", key, cause),
	}
}
