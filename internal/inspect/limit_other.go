//go:build !linux

package inspect

import "syscall"

func attributes(bool) *syscall.SysProcAttr { return nil }

// limit leaves the process to its parent's clock where there is no RLIMIT_DATA
// of use.
func limit() error { return nil }
