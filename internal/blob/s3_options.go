package blob

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// S3Options say which bucket to use, and how.
type S3Options struct {
	Bucket         string
	Prefix         string // in front of all keys, such as "shop"; may be ""
	Endpoint       string // address of the server; "" is AWS
	PublicEndpoint string // address of the same server in DownloadURL; "" is Endpoint
	Region         string // us-east-1 when ""
	PathStyle      bool   // the bucket is part of the path, not of the host name
	NoChecksums    bool   // for servers that refuse the checksums of newer clients
	AccessKey      string
	SecretKey      string
	SessionToken   string           // of temporary keys; may be ""
	MaxObject      int64            // largest object ever put, in bytes; parts are made to fit; 10 GiB when 0
	Now            func() time.Time // signs addresses; time.Now when nil
	AttemptTime    time.Duration    // for an answer to begin, and between two pieces of a body; 8 s when 0
	TotalTime      time.Duration    // for all attempts of a request without a body; 15 s when 0
}

var bucketPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// ParseS3 reads s3://bucket/prefix?endpoint=…&region=… with the parameters
// endpoint, public_endpoint, region, path_style (true where there is an
// endpoint) and checksums (true). Keys are not part of it: the caller adds them.
func ParseS3(rawURL string) (S3Options, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return S3Options{}, errors.New("the address of the bucket is malformed: write s3://bucket/prefix?endpoint=…&region=…")
	}
	if u.Scheme != "s3" || u.Host == "" || u.Fragment != "" {
		return S3Options{}, fmt.Errorf("%q is no bucket: write s3://bucket/prefix?endpoint=…&region=…", u.Redacted())
	}
	if u.User != nil {
		return S3Options{}, errors.New("keys don't belong into the address of the bucket: " +
			"set VITRINE_S3_ACCESS_KEY and VITRINE_S3_SECRET_KEY")
	}
	opts := S3Options{Bucket: u.Host, Prefix: strings.Trim(u.Path, "/")}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return S3Options{}, fmt.Errorf("the parameters of the bucket %q are malformed: %w", u.Host, err)
	}
	opts.PathStyle = query.Get("endpoint") != ""
	for name := range query {
		if err := opts.set(name, query.Get(name)); err != nil {
			return S3Options{}, err
		}
	}
	return opts, opts.checkPlace()
}

func (o *S3Options) set(name, value string) (err error) {
	switch name {
	case "endpoint":
		o.Endpoint, err = parseEndpoint(value)
	case "public_endpoint":
		o.PublicEndpoint, err = parseEndpoint(value)
	case "region":
		o.Region = value
	case "path_style":
		o.PathStyle, err = strconv.ParseBool(value)
	case "checksums":
		var on bool
		on, err = strconv.ParseBool(value)
		o.NoChecksums = !on
	default:
		return fmt.Errorf("the bucket has no parameter %q: "+
			"there are endpoint, public_endpoint, region, path_style and checksums", name)
	}
	if err != nil {
		return fmt.Errorf("the bucket's parameter %s: %w", name, err)
	}
	return nil
}

// parseEndpoint takes an address with or without its scheme, which is https
// when it is missing.
func parseEndpoint(value string) (string, error) {
	if !strings.Contains(value, "://") {
		value = "https://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("must be like https://s3.example.com")
	}
	return strings.TrimRight(value, "/"), nil
}

func (o S3Options) withDefaults() S3Options {
	o.Prefix = strings.Trim(o.Prefix, "/")
	if o.Region == "" {
		o.Region = "us-east-1"
	}
	if o.PublicEndpoint == "" {
		o.PublicEndpoint = o.Endpoint
	}
	if o.MaxObject <= 0 {
		o.MaxObject = defaultLimit
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.AttemptTime, o.TotalTime = cmp.Or(o.AttemptTime, attemptTime), cmp.Or(o.TotalTime, totalTime)
	return o
}

func (o S3Options) check() error {
	if o.AccessKey == "" || o.SecretKey == "" {
		return fmt.Errorf("the bucket %q needs keys: set VITRINE_S3_ACCESS_KEY and VITRINE_S3_SECRET_KEY", o.Bucket)
	}
	return o.checkPlace()
}

func (o S3Options) checkPlace() error {
	if !bucketPattern.MatchString(o.Bucket) {
		return fmt.Errorf("%q is no name of a bucket", o.Bucket)
	}
	for part := range strings.SplitSeq(o.Prefix, "/") {
		if o.Prefix != "" && (part == "" || part == "." || part == "..") {
			return fmt.Errorf("%q is no prefix in a bucket", o.Prefix)
		}
	}
	return nil
}
