package blob

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"vitrine"
)

// S3 copies up to 5 GiB at once; what is larger is copied in parts.
const (
	copyAtOnce = 5 << 30
	copyPart   = 1 << 30
)

// maxOwner is the most that the name of a marketplace may be.
const maxOwner = 1 << 10

// Stat returns what is stored under key; see Store.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	if !validKey(key) {
		return Info{}, notFound(key, errors.New("no key of a stored object"))
	}
	info, err := s.stat(ctx, key)
	info.Key = key
	return info, err
}

// stat looks at an object under any name.
func (s *S3) stat(ctx context.Context, name string) (Info, error) {
	out, err := s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &s.bucket, Key: s.path(name)})
	if status(err) == http.StatusNotFound {
		return Info{}, notFound(name, err)
	}
	if err != nil {
		return Info{}, s3Fault(ctx, "look at a stored object", err)
	}
	return Info{Key: name, Size: aws.ToInt64(out.ContentLength), ModTime: aws.ToTime(out.LastModified).UTC()}, nil
}

// Discard moves the bytes of key into the trash; see Trash.
func (s *S3) Discard(ctx context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	// S3 can't move. Copied first, so that a crash in between leaves both.
	err := s.copy(ctx, key, inTrash(key))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Delete(ctx, key)
}

// Recover brings discarded bytes back; see Trash. What is in the trash stays there
// too: another process that was discarding the same bytes may yet come to delete
// them, and then they can be brought back once more.
func (s *S3) Recover(ctx context.Context, key string) error {
	if _, err := s.Stat(ctx, key); vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	return s.copy(ctx, inTrash(key), key)
}

// copy gives an object another name as well, or vitrine.NotFound.
func (s *S3) copy(ctx context.Context, from, to string) error {
	info, err := s.stat(ctx, from)
	if err != nil {
		return err
	}
	source := url.PathEscape(s.bucket) + "/" + (&url.URL{Path: *s.path(from)}).EscapedPath()
	if info.Size > s.copyAtOnce {
		err = s.copyParts(ctx, source, to, info.Size)
	} else {
		err = s.copyWhole(ctx, source, to)
	}
	if status(err) == http.StatusNotFound {
		return notFound(from, err)
	}
	if err != nil {
		return s3Fault(ctx, "copy a stored object", err)
	}
	return nil
}

func (s *S3) copyParts(ctx context.Context, source, to string, size int64) error {
	begun, err := s.client.CreateMultipartUpload(ctx,
		&s3.CreateMultipartUploadInput{Bucket: &s.bucket, Key: s.path(to), ContentType: aws.String(OctetStream)})
	if err != nil {
		return err
	}
	var parts []types.CompletedPart
	for at := int64(0); at < size; at += s.copyPart {
		number := aws.Int32(int32(len(parts) + 1))
		part, err := s.client.UploadPartCopy(ctx, &s3.UploadPartCopyInput{
			Bucket: &s.bucket, Key: s.path(to), UploadId: begun.UploadId, PartNumber: number, CopySource: &source,
			CopySourceRange: aws.String(fmt.Sprintf("bytes=%d-%d", at, min(at+s.copyPart, size)-1)),
		})
		if err != nil {
			// Also when the caller has left: parts of an unfinished upload are paid for until somebody aborts it.
			_, abort := s.client.AbortMultipartUpload(context.WithoutCancel(ctx),
				&s3.AbortMultipartUploadInput{Bucket: &s.bucket, Key: s.path(to), UploadId: begun.UploadId})
			return errors.Join(err, abort)
		}
		parts = append(parts, types.CompletedPart{ETag: part.CopyPartResult.ETag, PartNumber: number})
	}
	_, err = s.client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
		Bucket: &s.bucket, Key: s.path(to), UploadId: begun.UploadId, MultipartUpload: &types.CompletedMultipartUpload{Parts: parts},
	})
	return err
}

// Discarded calls fn for all that is in the trash; see Trash.
func (s *S3) Discarded(ctx context.Context, fn func(Info) error) error {
	return s.list(ctx, s.prefix+trashFolder+"/", "", fn)
}

// IsDiscarded reports whether the trash holds the bytes of key; see Trash.
func (s *S3) IsDiscarded(ctx context.Context, key string) (bool, error) {
	if !validKey(key) {
		return false, nil
	}
	_, err := s.stat(ctx, inTrash(key))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	return err == nil, err
}

// Erase removes discarded bytes for good; see Trash.
func (s *S3) Erase(ctx context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	return s.remove(ctx, inTrash(key))
}

// Owner names the marketplace that the bytes belong to; see Store.
func (s *S3) Owner(ctx context.Context) (string, error) { return s.note(ctx, ownerName, maxOwner) }

// Claim makes the bytes belong to a marketplace; see Store.
func (s *S3) Claim(ctx context.Context, id string) error { return s.putNote(ctx, ownerName, id) }

// copyWhole copies an object by one request. Stores refuse it with 409 while another request
// for the same names is on its way, and say to try again.
func (s *S3) copyWhole(ctx context.Context, source, to string) error {
	const longest = 500 * time.Millisecond
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		_, err := s.client.CopyObject(ctx, &s3.CopyObjectInput{Bucket: &s.bucket, Key: s.path(to), CopySource: &source})
		if status(err) != http.StatusConflict || wait > longest {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return err
		}
	}
}
