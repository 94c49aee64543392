package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// beside is what transfers are compared with: each makes one and returns its seconds.
type beside struct {
	upload, download func() (float64, error)
	goalUp, goalDown string
}

// transfers compares uploads and downloads of one large file with those of something else.
func (b *bench) transfers(ctx context.Context, s *subject, path string, other beside) error {
	var model struct {
		ID int64 `json:"id"`
	}
	if err := s.call(ctx, "POST", "/v1/models", strings.NewReader(`{"title": "Large file"}`), &model); err != nil {
		return err
	}
	files := fmt.Sprintf("/v1/models/%d/files", model.ID)
	idle := s.resident("VmRSS")
	if err := s.resetPeak(); err != nil {
		return err
	}
	up, err := b.uploads(ctx, s, path, files, other.upload)
	if err != nil {
		return err
	}
	peak := s.resident("VmHWM")
	down, err := b.downloads(ctx, s, files, other.download)
	if err != nil {
		return err
	}
	// Its bytes go with this run: no later server is to read them.
	if err := s.call(ctx, "DELETE", fmt.Sprintf("/v1/models/%d", model.ID), nil, nil); err != nil {
		return err
	}
	fmt.Printf("\n| %d MiB | goal | ratio (median) | lowest, highest |\n|---|---|---|---|\n", b.bytes>>20)
	fmt.Printf("| upload | %s | **%.2f** | %.2f, %.2f |\n", other.goalUp, median(up), slices.Min(up), slices.Max(up))
	fmt.Printf("| download | %s | **%.2f** | %.2f, %.2f |\n", other.goalDown, median(down), slices.Min(down), slices.Max(down))
	fmt.Printf("\nmemory at its highest during uploads: %d MiB above idle\n", (peak-idle)>>20)
	return nil
}

// besideBare compares them with the bare handler's.
func (b *bench) besideBare(ctx context.Context, s *subject, path string) error {
	if err := writeFile(path, b.bytes); err != nil {
		return err
	}
	return b.transfers(ctx, s, path, beside{
		upload:   func() (float64, error) { return curl(ctx, "-T", path, "http://"+b.bare+"/upload") },
		download: func() (float64, error) { return curl(ctx, "http://"+b.bare+"/download") },
		goalUp:   "1.20", goalDown: "1.08",
	})
}

func (b *bench) uploads(ctx context.Context, s *subject, path, files string, upload func() (float64, error)) (ratios []float64, err error) {
	for i := range b.rounds {
		other, err := upload()
		if err != nil {
			return nil, err
		}
		ours, err := curl(ctx, "-X", "POST", "-T", path, "-H", "Authorization: Bearer "+s.token, "-H", "Content-Type: application/octet-stream",
			fmt.Sprintf("http://%s%s?name=large-%d.bin", s.listen, files, i))
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, other/ours)
		// A job reads what was uploaded: it is not to run beside what comes next.
		if err := s.awaitRead(ctx, files); err != nil {
			return nil, err
		}
	}
	return ratios, nil
}

// awaitRead waits until no file of a model is being read.
func (s *subject) awaitRead(ctx context.Context, files string) error {
	for {
		var listed struct{ Files []struct{ Status string } }
		if err := s.call(ctx, "GET", files, nil, &listed); err != nil {
			return err
		}
		busy := 0
		for _, file := range listed.Files {
			if file.Status == "processing" {
				busy++
			}
		}
		if busy == 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (b *bench) downloads(ctx context.Context, s *subject, files string, download func() (float64, error)) (ratios []float64, err error) {
	var listed struct{ Files []struct{ ID int64 } }
	if err := s.call(ctx, "GET", files, nil, &listed); err != nil {
		return nil, err
	}
	for range b.rounds {
		other, err := download()
		if err != nil {
			return nil, err
		}
		ours, err := curl(ctx, "-L", "-H", "Authorization: Bearer "+s.token, fmt.Sprintf("http://%s%s/%d", s.listen, files, listed.Files[0].ID))
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, other/ours)
	}
	return ratios, nil
}

func writeFile(path string, size int64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	block := make([]byte, 1<<20)
	for i := range block {
		block[i] = byte(i * 7 >> 3)
	}
	for written := int64(0); written < size; written += int64(len(block)) {
		if _, err := file.Write(block); err != nil {
			return err
		}
	}
	return file.Sync()
}

// curl makes a request from the second core and returns its seconds.
func curl(ctx context.Context, args ...string) (float64, error) {
	args = append([]string{"-c", "1", "curl", "-sf", "-o", "/dev/null", "-H", "Expect:", "-w", "%{time_total}"}, args...)
	output, err := exec.CommandContext(ctx, "taskset", args...).Output()
	if err != nil {
		return 0, fmt.Errorf("curl: %w", err)
	}
	return strconv.ParseFloat(string(output), 64)
}

// resetPeak lets VmHWM begin anew.
func (s *subject) resetPeak() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.command.Process.Pid), []byte("5"), 0)
}
