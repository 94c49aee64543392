// Package sandbox shuts a process in, from within: it bounds its memory and time, and
// takes from it all that reading and computing does not need. A process that works on
// a stranger's bytes calls Limit and Seal before it reads the first of them, and has
// from then on its open descriptors and nothing else: no files, no network, no
// programs, no other processes.
//
// What the kernel offers differs. Seal takes all that there is and says what it got;
// Escape tries whether it holds. The package knows nothing of what the process is for.
package sandbox

import (
	"strconv"
	"strings"
)

// Limits bound a process.
type Limits struct {
	Memory      uint64 // bytes that it may write to
	CPU         uint64 // seconds
	Descriptors uint64
}

// Held is what holds a process.
type Held struct {
	NoNewPrivileges bool     `json:"no_new_privileges"`
	Landlock        int      `json:"landlock"` // the kernel's version of it; 0 is none
	Seccomp         bool     `json:"seccomp"`
	Missing         []string `json:"missing"` // why the rest is not there
}

// Whole reports whether all is there that a process can be held by.
func (h Held) Whole() bool { return h.NoNewPrivileges && h.Landlock > 0 && h.Seccomp }

// String names what holds.
func (h Held) String() string {
	var list []string
	if h.NoNewPrivileges {
		list = append(list, "no new privileges")
	}
	if h.Landlock > 0 {
		list = append(list, "Landlock "+strconv.Itoa(h.Landlock))
	}
	if h.Seccomp {
		list = append(list, "seccomp")
	}
	if list == nil {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

// Targets are what Escape tries to reach.
type Targets struct {
	Files   []string `json:"files"`   // to be read
	Folder  string   `json:"folder"`  // to be written in
	Address string   `json:"address"` // of a TCP listener
	Program string   `json:"program"` // to be run
}
