package blob_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"vitrine/internal/blob"
)

func newStub(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

// abandonUpload begins an upload and goes away, as a killed process does.
func abandonUpload(t *testing.T, opts blob.S3Options) {
	t.Helper()
	client := s3.New(s3.Options{
		Region: "us-east-1", BaseEndpoint: &opts.Endpoint, UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(opts.AccessKey, opts.SecretKey, ""),
	})
	key := aws.String(someKey)
	upload, err := client.CreateMultipartUpload(t.Context(), &s3.CreateMultipartUploadInput{Bucket: &opts.Bucket, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.UploadPart(t.Context(), &s3.UploadPartInput{
		Bucket: &opts.Bucket, Key: key, UploadId: upload.UploadId, PartNumber: aws.Int32(1),
		Body: strings.NewReader("a part"),
	})
	if err != nil {
		t.Fatal(err)
	}
}
