package store

import (
	"strings"
	"testing"
	"unsafe"
)

// TestRecordsHoldNoPage reads the languages of a model out of a page of many: what is remembered of the model does not hold the page.
func TestRecordsHoldNoPage(t *testing.T) {
	t.Parallel()
	page := "de pt-BR" + strings.Repeat("x", 1<<10)
	var r Record
	r.setLanguages(page[:8])
	if len(r.Languages) != 2 || r.Languages[1] != "pt-BR" || r.Language != "de" {
		t.Fatalf("the languages are %q, and the first is %q", r.Languages, r.Language)
	}
	begin := uintptr(unsafe.Pointer(unsafe.StringData(page)))
	for _, kept := range append(r.Languages, r.Language) {
		if at := uintptr(unsafe.Pointer(unsafe.StringData(kept))); at >= begin && at < begin+uintptr(len(page)) {
			t.Errorf("%q is a part of the page", kept)
		}
	}
	if r.setLanguages(""); len(r.Languages) != 0 || r.Language != "" {
		t.Errorf("of none, the languages are %q, and the first is %q", r.Languages, r.Language)
	}
}
