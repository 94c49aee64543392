package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine/internal/receipt"
)

// keysWait is how long a marketplace may take to answer with its keys.
const keysWait = 15 * time.Second

// The states of a file beside a receipt.
const (
	fileSame    = "same"
	fileChanged = "changed"
	fileMissing = "missing"
)

// verified is what vitrine receipt verify prints.
type verified struct {
	Valid  bool            `json:"valid"`
	Why    string          `json:"why,omitempty"` // it isn't
	Claims *receipt.Claims `json:"claims,omitempty"`
	Files  []beside        `json:"files,omitempty"`
	Note   string          `json:"note,omitempty"`
}

// beside is a file of a receipt, compared with the one in a folder.
type beside struct {
	Name  string `json:"name"`
	State string `json:"state"`
}

// verifyReceipt checks a receipt without a marketplace's data.
func (env Environment) verifyReceipt() *cli.Command {
	return withArguments("FILE", &cli.Command{
		Name: "verify", Usage: "check a receipt, or - for standard input: 0 when it is valid and its files are, else 1",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "keys", Usage: "keys of the marketplace: its /.well-known/jwks.json, saved as a `FILE`, or its address"},
			&cli.StringFlag{Name: "files", Usage: "compare the files in this `FOLDER` with those that were bought"},
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if cmd.Args().Len() != 1 {
				return errors.New("name the receipt to check, a file, or - for standard input")
			}
			text, err := env.readReceipt(cmd.Args().First())
			if err != nil {
				return err
			}
			keys, err := keysFrom(ctx, text, cmd.StringSlice("keys"))
			if err != nil {
				return err
			}
			result, err := examine(text, keys, cmd.String("files"))
			if err != nil {
				return err
			}
			return env.report(result)
		},
	})
}

// readReceipt reads a file of a receipt, and no more than one can be.
func (env Environment) readReceipt(path string) (string, error) {
	in := env.Stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return "", fmt.Errorf("read the receipt: %w", err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, receipt.MaxSize+2)) // an end of line is none of it
	if err != nil {
		return "", fmt.Errorf("read the receipt: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// keysFrom reads sets of keys from files and addresses. Without any nothing is asked: whoever
// forges a receipt names an address of their own in it.
func keysFrom(ctx context.Context, text string, places []string) (receipt.Set, error) {
	if len(places) == 0 {
		said := "its marketplace"
		if claimed, err := receipt.Claimed(text); err == nil {
			said = fmt.Sprintf("%q, if that is the marketplace that you trust: it is where the receipt says that it comes from", claimed.Issuer)
		}
		return nil, fmt.Errorf("name the keys with --keys: the file or address of /.well-known/jwks.json of %s", said)
	}
	all := receipt.Set{}
	for _, place := range places {
		read := func() ([]byte, error) { return readSet(os.Open(place)) }
		if strings.HasPrefix(place, "https://") || strings.HasPrefix(place, "http://") {
			read = func() ([]byte, error) { return fetchSet(ctx, place) }
		}
		data, err := read()
		if err != nil {
			return nil, fmt.Errorf("read the keys: %w", err)
		}
		keys, err := receipt.ParseSet(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		all = append(all, keys...)
	}
	return all, nil
}

func readSet(in io.ReadCloser, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, receipt.MaxSet+1))
}

// fetchSet asks a marketplace for its keys. An address without a path is the marketplace's.
func fetchSet(ctx context.Context, place string) ([]byte, error) {
	address, err := url.Parse(place)
	if err != nil {
		return nil, err
	}
	if strings.Trim(address.Path, "/") == "" {
		address.Path = "/.well-known/jwks.json"
	}
	ctx, stop := context.WithTimeout(ctx, keysWait)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := (&http.Client{CheckRedirect: stay}).Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, errors.Join(fmt.Errorf("%s answered %s", address, answer.Status), answer.Body.Close())
	}
	return readSet(answer.Body, nil)
}

// examine checks a receipt, and the files in a folder when one is named.
func examine(text string, keys receipt.Set, folder string) (any, error) {
	claims, err := receipt.Verify(text, keys)
	if err != nil {
		return verdict{verified{Why: err.Error()}, errors.New("the receipt is not valid")}, nil
	}
	result := verified{Valid: true, Claims: claims,
		Note: "Whether the money went back since is known to the marketplace alone: " + claims.Issuer + "/receipts/verify"}
	if folder == "" {
		return result, nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	defer root.Close()
	differ := 0
	for _, f := range claims.Files {
		state, err := compareFile(root, f)
		if err != nil {
			return nil, err
		}
		if state != fileSame {
			differ++
		}
		result.Files = append(result.Files, beside{f.Name, state})
	}
	if differ > 0 {
		return verdict{result, fmt.Errorf("the receipt is valid, and %d of its %d files are not there as they were bought", differ,
			len(claims.Files))}, nil
	}
	return result, nil
}

// compareFile says how a file in a folder is to the one that was bought. A name that leads out of
// the folder is missing in it.
func compareFile(root *os.Root, want receipt.File) (string, error) {
	info, err := root.Stat(want.Name)
	if err != nil || !info.Mode().IsRegular() {
		return fileMissing, nil
	}
	if info.Size() != want.Size {
		return fileChanged, nil
	}
	file, err := root.Open(want.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fileMissing, nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", want.Name, err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", want.Name, err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return fileChanged, nil
	}
	return fileSame, nil
}
