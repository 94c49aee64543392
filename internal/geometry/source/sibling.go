package source

import (
	"path"
	"strings"
)

// SiblingName makes the name of another file safe: the last part of a relative
// path without any way out. Files call their textures by the path on the machine
// that wrote them, so folders are dropped.
func SiblingName(name string) (string, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	switch {
	case name == "" || strings.ContainsRune(name, 0):
		return "", Refuse(Unsafe, "the file names another one by %q, which is no name", name)
	case strings.Contains(name, "://") || strings.HasPrefix(strings.ToLower(name), "data:"):
		return "", Refuse(Unsafe, "the file names %q, an address: put the file beside it", Shorten(name))
	}
	base := path.Base(name)
	if base == "." || base == ".." || base == "/" {
		return "", Refuse(Unsafe, "the file names another one by %q, which is no name", Shorten(name))
	}
	return base, nil
}

// CheckInside refuses the name of another file that leads out of the folder that
// both are in. It is for formats whose names are relative by their specification;
// others name textures by where they were on their author's machine.
func CheckInside(name string) error {
	plain := strings.ReplaceAll(name, `\`, "/")
	leaves := strings.HasPrefix(plain, "/") || strings.Contains(plain, "://") || len(plain) > 1 && plain[1] == ':'
	for part := range strings.SplitSeq(plain, "/") {
		leaves = leaves || part == ".."
	}
	if leaves {
		return Refuse(Unsafe, "the file asks for %q, outside its folder: put that file beside it and name it alone", Shorten(name))
	}
	return nil
}

// Shorten cuts a text that a file says, so that it fits into a message.
func Shorten(text string) string {
	if len(text) <= 80 {
		return text
	}
	return text[:80] + "…"
}
