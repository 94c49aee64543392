package blob

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/blob/disposition"
)

// DownloadPath begins the addresses of a folder's bytes.
const DownloadPath = "/blobs/"

// Link is what a signed address says. All of it is signed.
type Link struct {
	ETag  string // "" for none
	Claim string // the reason that it was given for; "" for none

	key, name, mediaType string
	expires              int64 // unix seconds
	size                 int64 // bytes that the object must have; 0: it is not looked at
}

// ContentType is the type that the bytes are sent with.
func (l Link) ContentType() string { return mediaType(l.mediaType) }

// Disposition has a browser save the bytes under their name.
func (l Link) Disposition() string { return disposition.Of(l.name) }

// DownloadURL returns an address that blobhttp.Downloads serves; see Store.
func (d *Disk) DownloadURL(_ context.Context, key string, dl Download) (string, error) {
	if !validKey(key) {
		return "", notFound(key, errors.New("no key of a stored object"))
	}
	secrets := *d.secrets.Load()
	if len(secrets) == 0 {
		return "", errors.New("blob: no secret to sign addresses with")
	}
	l := Link{
		key: key, name: dl.Name, mediaType: dl.Type, ETag: dl.ETag,
		expires: d.opts.Now().Add(dl.lifetime()).Unix(), size: dl.Size, Claim: dl.Claim,
	}
	return d.opts.BaseURL + DownloadPath + key + "?" + l.query(secrets[0]).Encode(), nil
}

func (l Link) query(secret []byte) url.Values {
	q := url.Values{
		"name":      {l.name},
		"type":      {l.mediaType},
		"etag":      {l.ETag},
		"expires":   {strconv.FormatInt(l.expires, 10)},
		"signature": {base64.RawURLEncoding.EncodeToString(l.mac(secret))},
	}
	if l.Claim != "" {
		q.Set("claim", l.Claim)
	}
	if l.size > 0 {
		q.Set("size", strconv.FormatInt(l.size, 10))
	}
	return q
}

// mac signs the parts, each with its length, so that no byte can move from
// one to the next.
func (l Link) mac(secret []byte) []byte {
	m := hmac.New(sha256.New, secret)
	parts := []string{"vitrine download 1", l.key, l.name, l.mediaType, l.ETag, strconv.FormatInt(l.expires, 10)}
	// Addresses of earlier releases have neither, and stay valid for their time.
	if l.size > 0 || l.Claim != "" {
		parts = append(parts, strconv.FormatInt(l.size, 10))
	}
	if l.Claim != "" {
		parts = append(parts, l.Claim)
	}
	for _, part := range parts {
		fmt.Fprintf(m, "%d:%s,", len(part), part)
	}
	return m.Sum(nil)
}

// ReadLink reads the address of a request back, also when another process brought in
// the secret that signed it; vitrine.Forbidden when it is not valid, or not any more.
func (d *Disk) ReadLink(ctx context.Context, address *url.URL) (Link, error) {
	key, q := strings.TrimPrefix(address.Path, DownloadPath), address.Query()
	l, err := readLink(*d.secrets.Load(), key, q, d.opts.Now())
	if d.opts.Renew != nil && errors.Is(err, vitrine.ErrUnknownSecret) {
		d.opts.Renew(ctx)
		l, err = readLink(*d.secrets.Load(), key, q, d.opts.Now())
	}
	return l, err
}

// readLink reads the address of a request back, or gives vitrine.Forbidden
// when it wasn't signed with one of the secrets or is not valid at now any more.
func readLink(secrets [][]byte, key string, q url.Values, now time.Time) (Link, error) {
	refused := vitrine.Errorf(vitrine.Forbidden, "the address of the download is not valid: ask for a new one")
	refused.Err = vitrine.ErrUnknownSecret
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		return Link{}, refused
	}
	size, err := strconv.ParseInt(cmp.Or(q.Get("size"), "0"), 10, 64)
	if err != nil {
		return Link{}, refused
	}
	l := Link{Claim: q.Get("claim"), size: size, key: key, name: q.Get("name"), mediaType: q.Get("type"), ETag: q.Get("etag"),
		expires: expires}
	signature, err := base64.RawURLEncoding.Strict().DecodeString(q.Get("signature"))
	signed := func(secret []byte) bool { return hmac.Equal(signature, l.mac(secret)) }
	if err != nil || !slices.ContainsFunc(secrets, signed) {
		return Link{}, refused
	}
	// After the signature: an address that was good once is no guess, and whoever has it may hear that it is over.
	if now.Unix() >= l.expires {
		return Link{}, vitrine.Errorf(vitrine.Forbidden, "the address of the download has expired: ask for a new one")
	}
	return l, nil
}

// OpenLink opens what an address was given for. That it isn't there, or is not as
// long as it was, is the operator's matter and never the fault of who asks.
func (d *Disk) OpenLink(ctx context.Context, l Link) (*os.File, fs.FileInfo, error) {
	f, info, err := d.open(l.key)
	if vitrine.CodeOf(err) == vitrine.NotFound && d.Recover(ctx, l.key) == nil {
		f, info, err = d.open(l.key)
	}
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		d.opts.Damaged(l.key, "they are missing")
	case err != nil:
		return nil, nil, err
	case l.size > 0 && info.Size() != l.size:
		d.opts.Damaged(l.key, fmt.Sprintf("%d bytes are stored, %d were uploaded", info.Size(), l.size))
		err = f.Close()
	default:
		return f, info, nil
	}
	return nil, nil, Damaged(err)
}
