package blob

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"vitrine/internal/blob/disposition"
)

// claimedLife is how long an address lives that may lose its reason: S3 asks
// nobody whether it still has one. It bounds when a download begins, not how long it
// takes.
const claimedLife = time.Minute

// DownloadURL returns an address that S3 itself serves; see Store. The
// method is signed too: a HEAD needs a different address (Download.Head).
func (s *S3) DownloadURL(ctx context.Context, key string, d Download) (string, error) {
	if !validKey(key) {
		return "", notFound(key, errors.New("no key of a stored object"))
	}
	life := min(d.lifetime(), maxSignedLife)
	if d.Claim != "" {
		life = min(life, claimedLife)
	}
	expires := s3.WithPresignExpires(life)
	name, kind, caching := disposition.Of(d.Name), mediaType(d.Type), "private, no-transform"
	var (
		request *v4.PresignedHTTPRequest
		err     error
	)
	if d.Head {
		request, err = s.presign.PresignHeadObject(ctx, &s3.HeadObjectInput{
			Bucket: &s.bucket, Key: s.path(key),
			ResponseContentDisposition: &name, ResponseContentType: &kind, ResponseCacheControl: &caching,
		}, expires)
	} else {
		request, err = s.presign.PresignGetObject(ctx, &s3.GetObjectInput{
			Bucket: &s.bucket, Key: s.path(key),
			ResponseContentDisposition: &name, ResponseContentType: &kind, ResponseCacheControl: &caching,
		}, expires)
	}
	if err != nil {
		return "", s3Fault(ctx, "sign the address of a download", err)
	}
	return request.URL, nil
}

// clockSigner signs with the time of its own clock.
type clockSigner struct {
	signer *v4.Signer
	now    func() time.Time
}

func newClockSigner(now func() time.Time) clockSigner {
	// S3 takes a path as it is sent; the signer's default escapes it twice.
	return clockSigner{signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), now: now}
}

// PresignHTTP is v4.Signer's, with the time replaced.
func (c clockSigner) PresignHTTP(
	ctx context.Context, keys aws.Credentials, r *http.Request,
	payloadHash, service, region string, _ time.Time, optFns ...func(*v4.SignerOptions),
) (string, http.Header, error) {
	return c.signer.PresignHTTP(ctx, keys, r, payloadHash, service, region, c.now().UTC(), optFns...)
}
