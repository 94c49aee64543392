package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The bucket of the S3 server that is started, and its keys.
const (
	bucket      = "bucket"
	s3AccessKey = "access"
	s3SecretKey = "a secret of the benchmark"
)

// throughS3 compares uploads and downloads of one large file by a server whose bytes are in
// S3 with the SDK alone, by its own defaults: uploading in the server's place on the first
// core, downloading in curl's place on the second, where the S3 server is too. A download goes
// from there to curl; the server signs its address.
func (b *bench) throughS3(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	scratch, err := os.MkdirTemp(b.bin, "run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	endpoint, stop, err := b.startGateway(ctx, scratch)
	if err != nil {
		return err
	}
	defer stop()
	folder := filepath.Join(scratch, "data")
	s := &subject{database: sqlite, folder: folder, address: filepath.Join(folder, "vitrine.db"), env: []string{
		"VITRINE_S3_ACCESS_KEY=" + s3AccessKey, "VITRINE_S3_SECRET_KEY=" + s3SecretKey, "VITRINE_BLOBS=s3://" + bucket + "?endpoint=" + endpoint,
	}}
	user := b.command(ctx, s, "user", "create", "--username", "author-0001", "--email", "author@example.com")
	if err := user.Run(); err != nil {
		return fmt.Errorf("make a user: %w", err)
	}
	end, err := b.serve(ctx, s)
	defer end()
	if err != nil {
		return err
	}
	file := filepath.Join(scratch, "file")
	if err := writeFile(file, b.bytes); err != nil {
		return err
	}
	return b.transfers(ctx, s, file, beside{
		upload:   func() (float64, error) { return b.alone(ctx, "0", endpoint, "upload", file) },
		download: func() (float64, error) { return b.alone(ctx, "1", endpoint, "download", file) },
		goalUp:   "0.80", goalDown: "0.80",
	})
}

// startGateway starts an S3 server with an empty bucket on the second core.
func (b *bench) startGateway(ctx context.Context, scratch string) (endpoint string, stop func(), err error) {
	objects, sidecar := filepath.Join(scratch, "s3"), filepath.Join(scratch, "sidecar")
	if err := errors.Join(os.MkdirAll(filepath.Join(objects, bucket), 0o700), os.Mkdir(sidecar, 0o700)); err != nil {
		return "", nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return "", nil, err
	}
	gateway := exec.CommandContext(ctx, "taskset", "-c", "1", b.gateway, "--port", address, "--access", s3AccessKey, "--secret", s3SecretKey,
		"--quiet", "posix", "--sidecar", sidecar, objects)
	if err := gateway.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _ = gateway.Process.Kill(); _ = gateway.Wait() }
	if err := answers("http://" + address); err != nil {
		stop()
		return "", nil, err
	}
	return "http://" + address, stop, nil
}

// alone has the SDK upload or download the file on a core, and returns its seconds.
func (b *bench) alone(ctx context.Context, core, endpoint, what, file string) (float64, error) {
	program := exec.CommandContext(ctx, "taskset", "-c", core, filepath.Join(b.bin, "sdk"),
		"-endpoint", endpoint, "-bucket", bucket, what, file)
	program.Stderr = os.Stderr
	program.Env = append(os.Environ(), "S3_ACCESS_KEY="+s3AccessKey, "S3_SECRET_KEY="+s3SecretKey)
	output, err := program.Output()
	if err != nil {
		return 0, fmt.Errorf("the SDK alone: %w", err)
	}
	took, err := time.ParseDuration(strings.TrimSpace(string(output)))
	if err != nil {
		return 0, fmt.Errorf("the SDK alone said %s", strconv.Quote(string(output)))
	}
	return took.Seconds(), nil
}
