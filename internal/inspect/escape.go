package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"vitrine/internal/sandbox"
)

// Isolation is what holds a child, as one found that tried to get out.
type Isolation struct {
	sandbox.Held
	Namespaces bool     `json:"-"`    // it has no network of the machine's
	Open       []string `json:"open"` // ways out that it found
}

// Whole reports whether nothing is missing and no way out was found.
func (i Isolation) Whole() bool { return i.Held.Whole() && len(i.Open) == 0 }

// String returns what holds.
func (i Isolation) String() string {
	if i.Namespaces {
		return i.Held.String() + ", namespaces"
	}
	return i.Held.String()
}

// Gaps returns what does not hold, and why; "" is nothing.
func (i Isolation) Gaps() string {
	gaps := i.Missing
	if len(i.Open) > 0 {
		gaps = append(gaps[:len(gaps):len(gaps)], "a child could "+strings.Join(i.Open, ", "))
	}
	return strings.Join(gaps, "; ")
}

// Isolation has a child try to get out: to read the files given and others, to reach a
// listener on this machine, to run this program. An error says that there was no
// child.
func (r *Runner) Isolation(ctx context.Context, files ...string) (Isolation, error) {
	ctx, cancel := context.WithTimeout(ctx, r.wall())
	defer cancel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return Isolation{}, fmt.Errorf("try what holds a child: %w", err)
	}
	defer listener.Close()
	targets := &sandbox.Targets{
		Files: append([]string{"/etc/passwd", "/proc/self/maps", r.Program}, files...), Folder: os.TempDir(),
		Address: listener.Addr().String(), Program: r.Program,
	}
	answer, complaint, err := r.run(ctx, nil, request{Limits: fileLimits, Escape: targets})
	var found Isolation
	for name, data := range answer.each() {
		if name == partEscape && json.Unmarshal(data, &found) == nil {
			found.Namespaces = !r.open.Load()
			return found, nil
		}
	}
	return Isolation{}, fmt.Errorf("try what holds a child: %w: %s", cmp.Or(err, errors.New("it gave no answer")), complaint.kept)
}
