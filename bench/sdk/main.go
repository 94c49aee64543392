// Command sdk is what uploads and downloads through S3 are compared with: the SDK alone, as
// its own defaults have it. It moves one file and prints how long that took.
//
//	sdk -endpoint http://… -bucket B upload FILE
//	sdk -endpoint http://… -bucket B download FILE
//
// The object is named as the file is. A download is read and forgotten. The keys are in
// S3_ACCESS_KEY and S3_SECRET_KEY.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {
	endpoint := flag.String("endpoint", "", "http://… of the S3 server")
	bucket := flag.String("bucket", "", "where the object is")
	flag.Parse()
	client := s3.New(s3.Options{
		BaseEndpoint: endpoint, Region: "us-east-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider(os.Getenv("S3_ACCESS_KEY"), os.Getenv("S3_SECRET_KEY"), ""),
	})
	began := time.Now()
	if err := run(context.Background(), client, *bucket, flag.Args()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(time.Since(began))
}

func run(ctx context.Context, client *s3.Client, bucket string, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: sdk -endpoint http://… -bucket B upload|download FILE")
	}
	key := filepath.Base(args[1])
	if args[0] == "upload" {
		file, err := os.Open(args[1])
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = transfermanager.New(client).UploadObject(ctx, &transfermanager.UploadObjectInput{Bucket: &bucket, Key: &key, Body: file})
		return err
	}
	object, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return err
	}
	defer object.Body.Close()
	_, err = io.Copy(io.Discard, object.Body)
	return err
}
