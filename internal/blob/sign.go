package blob

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
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
	claim                      string
	size                       int64 // bytes that the object must have; 0: it is not looked at
}

// DownloadURL returns an address that Handler serves; see Store.
func (d *Disk) DownloadURL(_ context.Context, key string, dl Download) (string, error) {
	if !validKey(key) {
		return "", notFound(key, errors.New("no key of a stored object"))
	}
	secrets := *d.secrets.Load()
	if len(secrets) == 0 {
		return "", errors.New("blob: no secret to sign addresses with")
	}
	l := link{
		key: key, name: dl.Name, mediaType: dl.Type, etag: dl.ETag,
		expires: d.opts.Now().Add(dl.lifetime()).Unix(), size: dl.Size, claim: dl.Claim,
	}
	return d.opts.BaseURL + blobPath + key + "?" + l.query(secrets[0]).Encode(), nil
}

func (l link) query(secret []byte) url.Values {
	q := url.Values{
		"name":      {l.name},
		"type":      {l.mediaType},
		"etag":      {l.etag},
		"expires":   {strconv.FormatInt(l.expires, 10)},
		"signature": {base64.RawURLEncoding.EncodeToString(l.mac(secret))},
	}
	if l.claim != "" {
		q.Set("claim", l.claim)
	}
	if l.size > 0 {
		q.Set("size", strconv.FormatInt(l.size, 10))
	}
	return q
}

// mac signs the parts, each with its length, so that no byte can move from
// one to the next.
func (l link) mac(secret []byte) []byte {
	m := hmac.New(sha256.New, secret)
	parts := []string{"vitrine download 1", l.key, l.name, l.mediaType, l.etag, strconv.FormatInt(l.expires, 10)}
	if l.size > 0 || l.claim != "" {
		parts = append(parts, strconv.FormatInt(l.size, 10))
	}
	if l.claim != "" {
		parts = append(parts, l.claim)
	}
	for _, part := range parts {
		fmt.Fprintf(m, "%d:%s,", len(part), part)
	}
	return m.Sum(nil)
}

// readLink reads the address of a request back, also when another process brought in
// the secret that signed it.
func (d *Disk) readLink(ctx context.Context, key string, q url.Values) (link, error) {
	l, err := readLink(*d.secrets.Load(), key, q, d.opts.Now())
	if d.opts.Renew != nil && errors.Is(err, vitrine.ErrUnknownSecret) {
		d.opts.Renew(ctx)
		l, err = readLink(*d.secrets.Load(), key, q, d.opts.Now())
	}
	return l, err
}

// readLink reads the address of a request back, or gives vitrine.Forbidden
// when it wasn't signed with one of the secrets or is not valid at now any more.
func readLink(secrets [][]byte, key string, q url.Values, now time.Time) (link, error) {
	refused := vitrine.Errorf(vitrine.Forbidden, "the address of the download is not valid: ask for a new one")
	refused.Err = vitrine.ErrUnknownSecret
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		return link{}, refused
	}
	size, err := strconv.ParseInt(cmp.Or(q.Get("size"), "0"), 10, 64)
	if err != nil {
		return link{}, refused
	}
	l := link{claim: q.Get("claim"), size: size, key: key, name: q.Get("name"), mediaType: q.Get("type"), etag: q.Get("etag"),
		expires: expires}
	signature, err := base64.RawURLEncoding.Strict().DecodeString(q.Get("signature"))
	signed := func(secret []byte) bool { return hmac.Equal(signature, l.mac(secret)) }
	if err != nil || !slices.ContainsFunc(secrets, signed) {
		return link{}, refused
	}
	if now.Unix() >= l.expires {
		return link{}, vitrine.Errorf(vitrine.Forbidden, "the address of the download has expired: ask for a new one")
	}
	return l, nil
}
