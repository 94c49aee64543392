// Command run measures a filled server against a bare net/http handler, on one
// machine with two cores: servers are pinned to the first, the load and the
// processes of PostgreSQL to the second. There is a server for each database that
// is given. Each kind of work is measured in turns with the bare handler, and the
// median of the ratios is printed as a row of a Markdown table.
//
// With -only s3 it needs no database: uploads and downloads by a server whose bytes are in S3
// are measured against the SDK alone.
//
// It needs `taskset` and `curl`, and what bench/run.sh builds. It leaves orders and
// published drafts behind.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

type bench struct {
	bin      string
	gateway  string // versitygw
	models   int
	rounds   int
	duration time.Duration
	only     string
	facets   string // path of the facets; "": they are not measured
	classes  bool
	mixed    time.Duration
	bytes    int64
	seed     uint64 // of what is asked for once: another one in each run
	bare     string // address
	subjects []*subject
}

func main() {
	b := bench{seed: uint64(time.Now().UnixNano())}
	folder := flag.String("data", "", "data folder of a filled server on SQLite")
	postgres := flag.String("postgres", "", "postgres://… of a filled database")
	keys := flag.String("postgres-folder", "", "data folder of the server on PostgreSQL, for its keys and stored bytes")
	cluster := flag.String("postgres-data", "", "data folder of PostgreSQL itself, whose processes are pinned")
	flag.StringVar(&b.bin, "bin", "bench/data/bin", "folder of the built programs")
	flag.IntVar(&b.models, "models", 1_000_000, "how many models the databases were filled with")
	flag.IntVar(&b.rounds, "rounds", 5, "how often each work is measured")
	flag.DurationVar(&b.duration, "duration", 3*time.Second, "how long each time")
	flag.StringVar(&b.only, "only", "",
		"works to measure, separated by commas; none: no work; s3: transfers through S3 alone; mixed: the mixed load")
	flag.StringVar(&b.gateway, "versitygw", ".tools/versitygw", "S3 server that scripts/install.sh builds")
	flag.StringVar(&b.facets, "facets", "", "path that answers with the facets of a list")
	flag.BoolVar(&b.classes, "classes", true, "measure each class of searches by one caller")
	flag.DurationVar(&b.mixed, "mixed", 0, "how long a mixed load runs; 0: ten minutes where -only asks for it")
	flag.Int64Var(&b.bytes, "bytes", 1<<30, "size of the upload and the download; 0: none")
	flag.Parse()
	if b.mixed == 0 && slices.Contains(strings.Split(b.only, ","), "mixed") {
		b.mixed = 10 * time.Minute
	}
	if *folder != "" {
		b.subjects = append(b.subjects, &subject{database: sqlite, folder: *folder, address: *folder + "/vitrine.db"})
	}
	if *postgres != "" {
		b.subjects = append(b.subjects, &subject{database: postgreSQL, folder: *keys, address: *postgres, cluster: *cluster})
	}
	// Whoever interrupts it finds PostgreSQL as it was, and no servers.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.run(ctx)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

func (b *bench) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if b.only == "s3" {
		return b.throughS3(ctx)
	}
	if len(b.subjects) == 0 {
		return errors.New("no database is given: -data or -postgres")
	}
	// Beside the data: a folder for temporary files may be in memory.
	scratch, err := os.MkdirTemp(b.subjects[0].folder, "run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	stop, err := b.startAll(ctx, scratch)
	defer stop()
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{b.works, b.searchClasses, b.mixture} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	for _, s := range b.subjects {
		fmt.Printf("\n%s: resident memory after the load %d MiB, at its highest %d MiB\n", s.database, s.resident("VmRSS")>>20,
			s.resident("VmHWM")>>20)
	}
	if b.bytes == 0 {
		return nil
	}
	return b.besideBare(ctx, b.subjects[0], filepath.Join(scratch, "file"))
}
