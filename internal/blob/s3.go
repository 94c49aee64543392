package blob

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/middleware"

	"vitrine"
)

const (
	minPart     = 8 << 20
	maxParts    = 10_000
	uploaders   = 3 // parts under way for one Put, beside the one being filled
	maxAttempts = 3
	maxBackoff  = time.Second
	// abortTimeout is how long the parts under way of a Put that ends early may
	// take to arrive, and then to be removed.
	abortTimeout = 30 * time.Second
	// staleUpload is how old an unfinished upload must be before Sweep aborts
	// it: S3 doesn't say when its last part came.
	staleUpload = 7 * 24 * time.Hour
	// maxSignedLife is the longest that Signature Version 4 allows.
	maxSignedLife = 7 * 24 * time.Hour
	defaultLimit  = 10 << 30
)

// S3 keeps bytes in a bucket of S3 or of a server with the same protocol.
type S3 struct {
	client  *s3.Client
	presign *s3.PresignClient
	uploads *transfermanager.Client
	bucket  string
	prefix  string // "" or with a slash at its end
	now     func() time.Time

	copyAtOnce, copyPart int64 // bytes

	checked checked
}

// OpenS3 asks whether the bucket is there and may be used.
func OpenS3(ctx context.Context, opts S3Options) (*S3, error) {
	opts = opts.withDefaults()
	if err := opts.check(); err != nil {
		return nil, err
	}
	client := s3.New(opts.clientOptions(opts.Endpoint))
	public := s3.New(opts.clientOptions(opts.PublicEndpoint))
	s := &S3{
		client:  client,
		presign: s3.NewPresignClient(public, func(o *s3.PresignOptions) { o.Presigner = newClockSigner(opts.Now) }),
		uploads: transfermanager.New(client, opts.uploadOptions),
		bucket:  opts.Bucket,
		prefix:  opts.Prefix,
		now:     opts.Now,

		copyAtOnce: copyAtOnce, copyPart: copyPart,
	}
	if s.prefix != "" {
		s.prefix += "/"
	}
	// Whoever starts a server with a wrong address should learn it soon.
	soon := func(o *s3.Options) { o.RetryMaxAttempts = 2 }
	if _, err := client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &s.bucket}, soon); err != nil {
		return nil, bucketFault(opts, err)
	}
	return s, nil
}

func (o S3Options) clientOptions(endpoint string) s3.Options {
	checksums := aws.RequestChecksumCalculationWhenSupported
	if o.NoChecksums {
		checksums = aws.RequestChecksumCalculationWhenRequired
	}
	options := s3.Options{
		Region:       o.Region,
		Credentials:  credentials.NewStaticCredentialsProvider(o.AccessKey, o.SecretKey, o.SessionToken),
		UsePathStyle: o.PathStyle,
		HTTPClient:   newGuard(o),
		APIOptions:   []func(*middleware.Stack) error{noteBegin},
		Retryer: retry.NewStandard(func(r *retry.StandardOptions) {
			r.MaxAttempts, r.MaxBackoff = maxAttempts, maxBackoff
		}),
		RequestChecksumCalculation: checksums,
		// Ranges carry no checksum to validate, and parts only a composite one.
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
	if endpoint != "" {
		options.BaseEndpoint = &endpoint
	}
	return options
}

func (o S3Options) uploadOptions(t *transfermanager.Options) {
	t.PartSizeBytes = partSize(o.MaxObject)
	t.MultipartUploadThreshold = t.PartSizeBytes
	t.Concurrency = uploaders
	t.MaxUploadParts = maxParts
	t.FailTimeout = abortTimeout
	if o.NoChecksums {
		t.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
	}
}

// partSize is the size of a part, in whole MiB, with which an object of limit
// bytes fits into the parts that S3 allows.
func partSize(limit int64) int64 {
	const mib = 1 << 20
	size := (limit + maxParts - 1) / maxParts
	size = (size + mib - 1) / mib * mib
	return max(size, minPart)
}

func (s *S3) path(key string) *string { return aws.String(s.prefix + key) }

// Put stores what r gives; see Store. It holds at most five parts in memory.
func (s *S3) Put(ctx context.Context, prefix string, r io.Reader) (Info, error) {
	key, err := newKey(prefix)
	if err != nil {
		return Info{}, err
	}
	return s.store(ctx, key, r)
}

// Restore stores what r gives under a key; see Store.
func (s *S3) Restore(ctx context.Context, key string, r io.Reader) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	return s.store(ctx, key, r)
}

func (s *S3) store(ctx context.Context, key string, r io.Reader) (Info, error) {
	src := newSource(ctx, r)
	work, done := outlive(ctx, abortTimeout)
	defer done()
	_, err := s.uploads.UploadObject(work, &transfermanager.UploadObjectInput{
		Bucket:      &s.bucket,
		Key:         s.path(key),
		Body:        src,
		ContentType: aws.String(OctetStream),
	})
	// The sender's fault before S3's, whose client only tells that the upload failed.
	if fault := src.fault(); fault != nil {
		return Info{}, fault
	}
	if err != nil {
		return Info{}, s3Fault(ctx, "upload to the bucket", err)
	}
	return Info{Key: key, Size: src.size, SHA256: src.sum(), ModTime: s.now().UTC()}, nil
}

// outlive returns a context that ends some time after ctx does, so that parts under
// way can still arrive; source sees the end of ctx at its next read. A part that is
// cut off could reach S3 after the abort, and would stay there.
func outlive(ctx context.Context, by time.Duration) (context.Context, func()) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return work, func() {
		stop()
		cancel()
	}
}

// Open returns the bytes of key; see Store. They are asked for as they are read.
func (s *S3) Open(ctx context.Context, key string) (*Object, error) {
	if !validKey(key) {
		return nil, notFound(key, errors.New("no key of a stored object"))
	}
	out, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: s.path(key)})
	if status(err) == http.StatusNotFound {
		return nil, notFound(key, err)
	}
	if err != nil {
		return nil, s3Fault(ctx, "open a stored object", err)
	}
	content, err := newRemote(ctx, s, key, out)
	if err != nil {
		return nil, s3Fault(ctx, "read a stored object", err)
	}
	return &Object{Content: content, Size: content.size, ModTime: aws.ToTime(out.LastModified).UTC()}, nil
}

// Delete removes the bytes of key; see Store.
func (s *S3) Delete(ctx context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	return s.remove(ctx, key)
}

// remove removes an object of any name.
func (s *S3) remove(ctx context.Context, name string) error {
	_, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &s.bucket, Key: s.path(name)})
	if err != nil && status(err) != http.StatusNotFound {
		return s3Fault(ctx, "remove a stored object", err)
	}
	return nil
}

// List calls fn for everything under prefix; see Store.
func (s *S3) List(ctx context.Context, prefix string, fn func(Info) error) error {
	if prefix == "" {
		return s.list(ctx, s.prefix, "", fn)
	}
	if err := checkPrefix(prefix); err != nil {
		return err
	}
	return s.list(ctx, s.prefix, prefix+"/", fn)
}

// list calls fn for the keys in folder that begin with prefix, both of which end
// with a slash or are empty. What is no key there is left out.
func (s *S3) list(ctx context.Context, folder, prefix string, fn func(Info) error) error {
	pages := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{Bucket: &s.bucket, Prefix: aws.String(folder + prefix)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return s3Fault(ctx, "list stored objects", err)
		}
		for _, entry := range page.Contents {
			key := strings.TrimPrefix(aws.ToString(entry.Key), folder)
			if !validKey(key) {
				continue
			}
			info := Info{Key: key, Size: aws.ToInt64(entry.Size), ModTime: aws.ToTime(entry.LastModified).UTC()}
			if err := fn(info); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check writes and reads the object "check", at most once in five seconds; see Store.
func (s *S3) Check(ctx context.Context) error {
	return s.checked.outcome(func() error {
		// The outcome is for others, too: it does not depend on this caller's patience.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTime)
		defer cancel()
		return s.check(ctx)
	})
}

func (s *S3) check(ctx context.Context) error {
	key := s.path("check")
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: key, Body: strings.NewReader("vitrine\n")})
	if err == nil {
		_, err = s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &s.bucket, Key: key})
	}
	if err != nil {
		return &vitrine.Error{
			Code:    vitrine.Unavailable,
			Message: "the storage bucket can't be written and read",
			Err:     s3Fault(ctx, "check the bucket", err),
		}
	}
	return nil
}

// Sweep aborts uploads that were begun a week ago and never finished; see
// Store.
func (s *S3) Sweep(ctx context.Context) error {
	limit := s.now().Add(-staleUpload)
	pages := s3.NewListMultipartUploadsPaginator(s.client, &s3.ListMultipartUploadsInput{Bucket: &s.bucket, Prefix: &s.prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return s3Fault(ctx, "list unfinished uploads", err)
		}
		for _, upload := range page.Uploads {
			if aws.ToTime(upload.Initiated).After(limit) {
				continue
			}
			_, err := s.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{
				Bucket: &s.bucket, Key: upload.Key, UploadId: upload.UploadId,
			})
			if err != nil && status(err) != http.StatusNotFound {
				return s3Fault(ctx, "abort an unfinished upload", err)
			}
		}
	}
	return nil
}
