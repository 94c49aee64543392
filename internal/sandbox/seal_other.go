//go:build !linux

package sandbox

import (
	"runtime"
	"syscall"
)

// Attributes are none.
func Attributes(bool) *syscall.SysProcAttr { return nil }

// Limit leaves the process to its parent's clock where there is no RLIMIT_DATA of use.
func Limit(Limits) error { return nil }

// Seal can do nothing.
func Seal() Held { return Held{Missing: []string{"there is no sandbox on " + runtime.GOOS}} }

// Escape does not try what nothing would stop.
func Escape(Targets) []string { return []string{"everything"} }
