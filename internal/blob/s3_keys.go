package blob

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"vitrine"
)

// maxKeys is the most that the text of a marketplace's keys may be.
const maxKeys = 64 << 10

// Keys returns the text that PutKeys stored under a name, "" when there is none.
func (s *S3) Keys(ctx context.Context, name string) (string, error) {
	return s.note(ctx, keysFolder+"/"+name, maxKeys)
}

// PutKeys stores the keys of a marketplace beside its bytes, under the name of the
// newest. No address leads to them: they are no stored bytes.
func (s *S3) PutKeys(ctx context.Context, name, text string) error {
	return s.putNote(ctx, keysFolder+"/"+name, text)
}

// note reads a short text that stands beside the stored bytes; "" when there is none.
func (s *S3) note(ctx context.Context, name string, limit int64) (string, error) {
	out, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: s.path(name)})
	if status(err) == http.StatusNotFound {
		return "", nil
	}
	if err != nil {
		return "", s3Fault(ctx, "read "+name, err)
	}
	defer out.Body.Close()
	text, err := io.ReadAll(io.LimitReader(out.Body, limit+1))
	if err != nil {
		return "", s3Fault(ctx, "read "+name, err)
	}
	if int64(len(text)) > limit {
		return "", vitrine.Errorf(vitrine.Conflict, "%s in the bucket has more than %d bytes: it is not what was written", name, limit)
	}
	return strings.TrimSpace(string(text)), nil
}

func (s *S3) putNote(ctx context.Context, name, text string) error {
	_, err := s.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &s.bucket, Key: s.path(name), Body: strings.NewReader(text + "\n")})
	if err != nil {
		return s3Fault(ctx, "write "+name, err)
	}
	return nil
}
