package main_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/picture/pngtest"
)

// largestGrowth is what the server may grow by while pictures are uploaded, in KiB: the
// smallest of them is 390 MiB when it is decoded.
const largestGrowth = 64 << 10

// peak is the most memory that a server has had, in KiB.
func (v *victim) peak(t *testing.T) (peak int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &peak); n == 1 {
			return peak
		}
	}
	t.Fatalf("there is no peak in\n%s", status)
	return 0
}

// TestHostilePicturesLeaveTheServerSmall uploads pictures of a few megabytes that are
// hundreds when they are decoded: none of that is in the server.
func TestHostilePicturesLeaveTheServerSmall(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.client.Timeout = 3 * time.Minute // a busy machine takes its time
	seller := v.user(t, "seller")
	v.start(t)
	model, err := v.create(t.Context(), seller, "/v1/models", map[string]any{"title": "Pictures"})
	if err != nil {
		t.Fatal(err)
	}
	upload := func(side, depth int) {
		t.Helper()
		data, err := os.ReadFile(pngtest.File(t, side, depth).Name())
		if err != nil {
			t.Fatal(err)
		}
		for range 3 { // a server that is too busy to make a picture ready asks for it again
			_, err = v.upload(t.Context(), seller, "/v1/models/"+model+"/images", "a.png", data)
			if err == nil || !strings.Contains(err.Error(), "503") {
				break
			}
		}
		if err != nil {
			t.Error(err)
		}
	}
	upload(100, 8) // what uploads need anyhow is there before

	before := v.peak(t)
	upload(9990, 8)
	upload(9990, 16)

	if after := v.peak(t); after > before+largestGrowth {
		t.Errorf("the server grew from %d to %d MiB", before>>10, after>>10)
	} else {
		t.Logf("the server grew from %d to %d MiB", before>>10, after>>10)
	}
}
