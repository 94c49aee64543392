package vitrine

import (
	"errors"
	"io"
	"net"
	"slices"
	"syscall"
)

// Fault says why a disk, a database or a server that the marketplace stands on can't
// do its work now. All of them end by themselves, or when the operator has mended
// what is wrong: to callers each is Unavailable.
type Fault int

// The faults. NoFault is any other error.
const (
	NoFault  Fault = iota
	Away           // it is not there: refused, closed, cut off, out of connections or descriptors
	Full           // there is no room
	ReadOnly       // it can only be read
	Broken         // it is there and fails
)

// FaultOf reads the fault from an error of the operating system or the network, by its number.
func FaultOf(err error) Fault {
	for _, row := range faultTable() {
		if slices.ContainsFunc(row.errors, func(known error) bool { return errors.Is(err, known) }) {
			return row.fault
		}
	}
	_, network := errors.AsType[*net.OpError](err)
	_, name := errors.AsType[*net.DNSError](err)
	if network || name {
		return Away
	}
	return NoFault
}

type faultRow struct {
	fault  Fault
	errors []error
}

func faultTable() []faultRow {
	return []faultRow{
		{Full, []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}},
		{ReadOnly, []error{syscall.EROFS}},
		{Broken, []error{syscall.EIO, syscall.ENXIO, syscall.ENODEV, syscall.ESTALE, syscall.ENOMEM}},
		{Away, []error{
			syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, syscall.ETIMEDOUT, syscall.EHOSTUNREACH,
			syscall.ENETUNREACH,
			syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, net.ErrClosed, io.EOF, io.ErrUnexpectedEOF,
		}},
	}
}

// Unavailability is the error of a fault of something, such as "the database"; what
// caused it is for the log.
func (f Fault) Unavailability(what string, cause error) error {
	message := what + " does not answer: try again in a moment"
	switch f {
	case Full:
		message = what + " is full and nothing was stored: its operator must free or add space, then send it again"
	case ReadOnly:
		message = what + " can only be read at the moment and nothing was stored: its operator has to look at it, then send it again"
	case Broken:
		message = what + " fails: its operator has to look at it; try again later"
	}
	return &Error{Code: Unavailable, Message: message, Err: cause}
}
