package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// transfers compares uploads and downloads of one large file with the bare handler's.
func (b *bench) transfers(ctx context.Context, s *subject, path string) error {
	if err := writeFile(path, b.bytes); err != nil {
		return err
	}
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
	up, err := b.uploads(ctx, s, path, files)
	if err != nil {
		return err
	}
	peak := s.resident("VmHWM")
	down, err := b.downloads(ctx, s, files)
	if err != nil {
		return err
	}
	// Its bytes go with this run: no later server is to read them.
	if err := s.call(ctx, "DELETE", fmt.Sprintf("/v1/models/%d", model.ID), nil, nil); err != nil {
		return err
	}
	fmt.Printf("\n| %d MiB | goal | ratio (median) | lowest, highest |\n|---|---|---|---|\n", b.bytes>>20)
	fmt.Printf("| upload | 1.20 | **%.2f** | %.2f, %.2f |\n", median(up), slices.Min(up), slices.Max(up))
	fmt.Printf("| download | 1.08 | **%.2f** | %.2f, %.2f |\n", median(down), slices.Min(down), slices.Max(down))
	fmt.Printf("\nmemory at its highest during uploads: %d MiB above idle\n", (peak-idle)>>20)
	return nil
}

func (b *bench) uploads(ctx context.Context, s *subject, path, files string) (ratios []float64, err error) {
	for i := range b.rounds {
		bare, err := curl(ctx, "-T", path, "http://"+b.bare+"/upload")
		if err != nil {
			return nil, err
		}
		ours, err := curl(ctx, "-X", "POST", "-T", path, "-H", "Authorization: Bearer "+s.token, "-H", "Content-Type: application/octet-stream",
			fmt.Sprintf("http://%s%s?name=large-%d.bin", s.listen, files, i))
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, bare/ours)
	}
	return ratios, nil
}

func (b *bench) downloads(ctx context.Context, s *subject, files string) (ratios []float64, err error) {
	var listed struct{ Files []struct{ ID int64 } }
	if err := s.call(ctx, "GET", files, nil, &listed); err != nil {
		return nil, err
	}
	for range b.rounds {
		bare, err := curl(ctx, "http://"+b.bare+"/download")
		if err != nil {
			return nil, err
		}
		ours, err := curl(ctx, "-L", "-H", "Authorization: Bearer "+s.token, fmt.Sprintf("http://%s%s/%d", s.listen, files, listed.Files[0].ID))
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, bare/ours)
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
