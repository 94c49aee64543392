package blob_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine/internal/blob"
)

func TestParseS3(t *testing.T) {
	t.Parallel()
	tests := map[string]blob.S3Options{
		"s3://shop":                   {Bucket: "shop"},
		"s3://shop/a/b/":              {Bucket: "shop", Prefix: "a/b"},
		"s3://shop?region=eu-north-1": {Bucket: "shop", Region: "eu-north-1"},
		"s3://shop?endpoint=http://127.0.0.1:9000/": {
			Bucket: "shop", Endpoint: "http://127.0.0.1:9000", PathStyle: true,
		},
		"s3://shop?endpoint=s3.example.com&path_style=false&checksums=false&public_endpoint=https://cdn.example.com": {
			Bucket: "shop", Endpoint: "https://s3.example.com", PublicEndpoint: "https://cdn.example.com", NoChecksums: true,
		},
	}
	for address, want := range tests {
		got, err := blob.ParseS3(address)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(blob.S3Options{}, "Now")); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s", address, err, diff)
		}
	}
}

func TestParseS3Refuses(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                                 "no bucket",
		"shop":                             "no bucket",
		"https://shop.example":             "no bucket",
		"s3://":                            "no bucket",
		"s3:///prefix":                     "no bucket",
		"s3://key:hidden@shop":             "VITRINE_S3_ACCESS_KEY",
		"s3://key:hidden@shop:x":           "malformed",
		"s3://Sh_op":                       "no name of a bucket",
		"s3://shop/a/../b":                 "no prefix",
		"s3://shop/a//b":                   "no prefix",
		"s3://shop?regoin=x":               `no parameter "regoin"`,
		"s3://shop?endpoint=ftp://x":       "must be like",
		"s3://shop?endpoint=https://x?a=b": "must be like",
		"s3://shop?checksums=off":          "checksums",
		"s3://shop?path_style=maybe":       "path_style",
	}
	for address, want := range tests {
		got, err := blob.ParseS3(address)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %+v, %v; want %q in the error", address, got, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: the error shows the secret: %v", address, err)
		}
	}
}

func TestPartSize(t *testing.T) {
	t.Parallel()
	const mib, gib = int64(1 << 20), int64(1 << 30)
	for limit, want := range map[int64]int64{1: 8 * mib, 10 * gib: 8 * mib, 100 * gib: 11 * mib, 5 << 40: 525 * mib} {
		got := blob.PartSize(limit)
		if got != want || got*10_000 < limit {
			t.Errorf("PartSize(%d) = %d, want %d", limit, got, want)
		}
	}
}
