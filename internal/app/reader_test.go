package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"vitrine/internal/inspect"
)

// readings are the results of readOnce for all tests of the package, by a hash of what was asked.
var readings sync.Map

// readOnce reads a file in this process, and remembers the result: many markets have the same
// models on their shelves, and drawing one from all sides takes longer than most tests. Files
// that need others are read each time.
func readOnce(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
	asked, err := json.Marshal(want)
	if err != nil {
		return inspect.Result{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return inspect.Result{}, err
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00%s\x00", file.Name, asked)
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, info.Size())); err != nil {
		return inspect.Result{}, err
	}
	key := [sha256.Size]byte(hash.Sum(nil))
	if known, ok := readings.Load(key); ok {
		return known.(inspect.Result), nil
	}
	alone := true
	if find != nil {
		others := find
		find = func(name string) (inspect.File, bool) {
			alone = false
			return others(name)
		}
	}
	result, err := inspect.InProcess(ctx, file, find, want)
	if err == nil && alone {
		readings.Store(key, result)
	}
	return result, err
}

// readPlainly is readOnce for all but plain files, which it does not draw.
func readPlainly(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
	if strings.HasPrefix(file.Name, plain) {
		want = inspect.Want{}
	}
	return readOnce(ctx, file, find, want)
}
