package blob

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"vitrine"
)

// blobPath is where Disk.Handler serves.
const blobPath = "/blobs/"

// link is what a signed address says. All of it is signed.
type link struct {
	key, name, mediaType, etag string
	expires                    int64 // unix seconds
}

// DownloadURL gives an address that Handler serves; see Store.
func (d *Disk) DownloadURL(_ context.Context, key string, dl Download) (string, error) {
	if !validKey(key) {
		return "", notFound(key, errors.New("no key of a stored object"))
	}
	if len(d.opts.Secret) == 0 {
		return "", errors.New("blob: no secret to sign addresses with")
	}
	l := link{
		key: key, name: dl.Name, mediaType: dl.Type, etag: dl.ETag,
		expires: d.opts.Now().Add(dl.lifetime()).Unix(),
	}
	return d.opts.BaseURL + blobPath + key + "?" + l.query(d.opts.Secret).Encode(), nil
}

func (l link) query(secret []byte) url.Values {
	return url.Values{
		"name":      {l.name},
		"type":      {l.mediaType},
		"etag":      {l.etag},
		"expires":   {strconv.FormatInt(l.expires, 10)},
		"signature": {base64.RawURLEncoding.EncodeToString(l.mac(secret))},
	}
}

// mac signs the parts, each with its length, so that no byte can move from
// one to the next.
func (l link) mac(secret []byte) []byte {
	m := hmac.New(sha256.New, secret)
	parts := []string{"vitrine download 1", l.key, l.name, l.mediaType, l.etag, strconv.FormatInt(l.expires, 10)}
	for _, part := range parts {
		fmt.Fprintf(m, "%d:%s,", len(part), part)
	}
	return m.Sum(nil)
}

// readLink reads the address of a request back, or gives vitrine.Forbidden
// when it wasn't signed with secret or is not valid at now any more.
func readLink(secret []byte, key string, q url.Values, now time.Time) (link, error) {
	refused := vitrine.Errorf(vitrine.Forbidden, "the address of the download is not valid: ask for a new one")
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil || len(secret) == 0 {
		return link{}, refused
	}
	l := link{key: key, name: q.Get("name"), mediaType: q.Get("type"), etag: q.Get("etag"), expires: expires}
	signature, err := base64.RawURLEncoding.Strict().DecodeString(q.Get("signature"))
	if err != nil || !hmac.Equal(signature, l.mac(secret)) {
		return link{}, refused
	}
	if now.Unix() >= l.expires {
		return link{}, vitrine.Errorf(vitrine.Forbidden, "the address of the download has expired: ask for a new one")
	}
	return l, nil
}
