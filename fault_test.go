package vitrine_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"vitrine"
)

func TestFaultOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want vitrine.Fault
	}{
		{nil, vitrine.NoFault},
		{errors.New("connection refused"), vitrine.NoFault}, // by number, not by text
		{fs.ErrNotExist, vitrine.NoFault},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, vitrine.NoFault}, // the operator's mistake, which waiting doesn't mend
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, vitrine.Full},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.EFBIG}, vitrine.Full},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EROFS}, vitrine.ReadOnly},
		{&os.PathError{Op: "read", Path: "x", Err: syscall.EIO}, vitrine.Broken},
		{&os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}, vitrine.Away},
		{&net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}, vitrine.Away},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, vitrine.Away},
		{&net.DNSError{Err: "no such host"}, vitrine.Away},
		{fmt.Errorf("read: %w", io.ErrUnexpectedEOF), vitrine.Away},
	} {
		got := vitrine.FaultOf(c.err)
		if got != c.want {
			t.Errorf("%v: fault %d, want %d", c.err, got, c.want)
		}
		told := got.Unavailability("the disk", c.err)
		if vitrine.CodeOf(told) != vitrine.Unavailable || !strings.HasPrefix(told.Error(), "the disk ") {
			t.Errorf("%v is told as %v", c.err, told)
		}
	}
}
