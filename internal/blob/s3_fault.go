package blob

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"vitrine"
)

// status is the HTTP status that a failed request was answered with, 0 when
// it wasn't answered.
func status(err error) int {
	if answered, ok := errors.AsType[interface {
		error
		HTTPStatusCode() int
	}](err); ok {
		return answered.HTTPStatusCode()
	}
	return 0
}

// fullCodes are what servers of S3 answer when they, or the bucket, are full.
var fullCodes = []string{"QuotaExceeded", "InsufficientStorage", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded"}

// s3Fault adds what was being done, and reports to callers a storage that is
// full or doesn't answer. Errors that only new settings can fix stay internal.
func s3Fault(ctx context.Context, doing string, err error) error {
	wrapped := fmt.Errorf("%s: %w", doing, err)
	coded, ok := errors.AsType[interface {
		error
		ErrorCode() string
	}](err)
	answer := status(err)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", doing, errors.Join(ctx.Err(), err))
	case answer == http.StatusInsufficientStorage, ok && slices.Contains(fullCodes, coded.ErrorCode()):
		return vitrine.Full.Unavailability("the storage", wrapped)
	case answer == 0, answer == http.StatusTooManyRequests, answer >= http.StatusInternalServerError:
		return vitrine.Away.Unavailability("the storage", wrapped)
	}
	return wrapped
}

// bucketFault returns why a bucket can't be opened, for the operator.
func bucketFault(opts S3Options, err error) error {
	where := opts.Endpoint
	if where == "" {
		where = "AWS, region " + opts.Region
	}
	hint := "is its endpoint right and reachable?"
	switch status(err) {
	case http.StatusNotFound:
		hint = "there is no such bucket: create it first"
	case http.StatusForbidden:
		hint = "the access key may not use it, or the secret key is wrong"
	case http.StatusMovedPermanently, http.StatusBadRequest:
		hint = "is its region right?"
	}
	return fmt.Errorf("open bucket %q at %s: %s: %w", opts.Bucket, where, hint, err)
}
