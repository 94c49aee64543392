// Command run measures a filled server against a bare net/http handler, on one
// machine with two cores: servers are pinned to the first, the load to the
// second. Each kind of work is measured in turns with the bare handler, and
// the median of the ratios is printed as a row of a Markdown table.
//
// It needs `taskset` and `curl`, and what bench/run.sh builds.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	bareAddress    = "127.0.0.1:18081"
	vitrineAddress = "127.0.0.1:18080"
)

type bench struct {
	bin, data string
	models    int
	rounds    int
	duration  string
	token     string
	tops      []string // ids of top categories
}

func main() {
	b := bench{}
	flag.StringVar(&b.bin, "bin", "bench/data/bin", "folder of the built programs")
	flag.StringVar(&b.data, "data", "bench/data/1000000", "data folder of a filled server")
	flag.IntVar(&b.models, "models", 1_000_000, "how many models it was filled with")
	flag.IntVar(&b.rounds, "rounds", 5, "how often each work is measured")
	flag.StringVar(&b.duration, "duration", "3s", "how long each time")
	bytes := flag.Int64("bytes", 1<<30, "size of the upload and the download; 0: none")
	only := flag.String("only", "", "works to measure, separated by commas")
	flag.Parse()
	if err := b.run(context.Background(), *bytes, *only); err != nil {
		log.Fatal(err)
	}
}

// pinned is a program on the first core.
func (b *bench) pinned(ctx context.Context, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "taskset", append([]string{"-c", "0", filepath.Join(b.bin, name)}, args...)...)
	command.Stderr = os.Stderr
	return command
}

func (b *bench) run(ctx context.Context, bytes int64, only string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	scratch, err := os.MkdirTemp(b.data, "run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	bare := b.pinned(ctx, "bare", "-listen", bareAddress, "-upload", scratch, "-download", filepath.Join(scratch, "file"))
	start := time.Now()
	server := b.pinned(ctx, "vitrine", "serve", "--data", b.data, "--listen", vitrineAddress, "--payments", "sandbox",
		"--read-rate", "0", "--write-rate", "0", "--upload-rate", "0", "--log-level", "warn")
	for _, command := range []*exec.Cmd{server, bare} {
		if err := command.Start(); err != nil {
			return err
		}
		defer func() { _ = command.Process.Kill(); _ = command.Wait() }()
	}
	if err := answers("http://" + vitrineAddress + "/healthz"); err != nil {
		return err
	}
	fmt.Printf("start to first answer: %s, resident memory then: %d MiB\n\n", time.Since(start).Round(time.Millisecond),
		resident(server, "VmRSS")>>20)
	if err := b.prepare(ctx); err != nil {
		return err
	}
	if err := b.works(ctx, only); err != nil {
		return err
	}
	fmt.Printf("\nresident memory after the load: %d MiB, at its highest: %d MiB\n", resident(server, "VmRSS")>>20,
		resident(server, "VmHWM")>>20)
	if bytes == 0 {
		return nil
	}
	return b.transfers(ctx, server, filepath.Join(scratch, "file"), bytes)
}

// answers waits until a server does.
func answers(address string) error {
	for range 2000 {
		if response, err := http.Get(address); err == nil {
			return response.Body.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("%s does not answer", address)
}

// prepare makes a token and reads the categories.
func (b *bench) prepare(ctx context.Context) error {
	made, err := exec.CommandContext(ctx, filepath.Join(b.bin, "vitrine"), "token", "create", "--data", b.data, "--user",
		"author-0001").Output()
	if err != nil {
		return fmt.Errorf("make a token: %w", err)
	}
	var token struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.Unmarshal(made, &token); err != nil {
		return err
	}
	b.token = token.AccessToken
	var listed struct {
		Categories []struct {
			ID       int64  `json:"id"`
			ParentID *int64 `json:"parent_id"`
		} `json:"categories"`
	}
	if err := b.call(ctx, "GET", "/v1/categories", nil, &listed); err != nil {
		return err
	}
	for _, c := range listed.Categories {
		if c.ParentID == nil {
			b.tops = append(b.tops, strconv.FormatInt(c.ID, 10))
		}
	}
	return nil
}

func (b *bench) call(ctx context.Context, method, path string, body io.Reader, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+vitrineAddress+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+b.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// measured is what one run of load prints.
type measured struct {
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Failed    int     `json:"failed"`
}

// load runs the load generator on the second core.
func (b *bench) load(ctx context.Context, address, work string, more ...string) (m measured, err error) {
	args := append([]string{"-c", "1", filepath.Join(b.bin, "load"), "-address", address, "-work", work, "-token", b.token,
		"-duration", b.duration, "-models", strconv.Itoa(b.models), "-categories", strings.Join(b.tops, ",")}, more...)
	command := exec.CommandContext(ctx, "taskset", args...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return m, fmt.Errorf("load %s: %w", work, err)
	}
	if err := json.Unmarshal(output, &m); err != nil {
		return m, err
	}
	if m.Failed > 0 {
		return m, fmt.Errorf("load %s: %d requests were refused", work, m.Failed)
	}
	return m, nil
}

func (b *bench) works(ctx context.Context, only string) error {
	fmt.Println("| Work | goal | ratio (median) | lowest, highest | requests/s | p50 ms | p99 ms |\n|---|---|---|---|---|---|---|")
	for _, w := range []struct {
		name, goal string
		more       []string
	}{
		{"record", "0.30", nil},
		{"list", "0.08", nil},
		{"first", "–", nil},
		{"deep", "as first", []string{"-pages", strconv.Itoa(min(1000, b.models/50))}},
		{"search-frequent", "0.03", []string{"-words", "model,clean,real"}},
		{"search-rare", "0.05", []string{"-words", "heliotrope"}},
		{"order", "0.04", []string{"-connections", "32"}},
	} {
		if only != "" && !slices.Contains(strings.Split(only, ","), w.name) {
			continue
		}
		if err := b.compare(ctx, w.name, w.goal, w.more); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) compare(ctx context.Context, work, goal string, more []string) error {
	var ratios, rates, p50s, p99s []float64
	for range b.rounds {
		hello, err := b.load(ctx, bareAddress, "hello")
		if err != nil {
			return err
		}
		got, err := b.load(ctx, vitrineAddress, work, more...)
		if err != nil {
			return err
		}
		ratios, rates = append(ratios, got.PerSecond/hello.PerSecond), append(rates, got.PerSecond)
		p50s, p99s = append(p50s, got.P50), append(p99s, got.P99)
	}
	fmt.Printf("| %s | %s | **%.3f** | %.3f, %.3f | %.0f | %.2f | %.2f |\n", work, goal,
		median(ratios), slices.Min(ratios), slices.Max(ratios), median(rates), median(p50s), median(p99s))
	return nil
}

func median(list []float64) float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}

// transfers compares uploads and downloads of one large file.
func (b *bench) transfers(ctx context.Context, server *exec.Cmd, path string, size int64) error {
	if err := writeFile(path, size); err != nil {
		return err
	}
	var model, file struct {
		ID int64 `json:"id"`
	}
	if err := b.call(ctx, "POST", "/v1/models", strings.NewReader(`{"title": "Large file"}`), &model); err != nil {
		return err
	}
	files := fmt.Sprintf("/v1/models/%d/files", model.ID)
	var up, down []float64
	idle := resident(server, "VmRSS")
	if err := resetPeak(server); err != nil {
		return err
	}
	for i := range b.rounds {
		bare, err := b.curl(ctx, "-T", path, "http://"+bareAddress+"/upload")
		if err != nil {
			return err
		}
		ours, err := b.curl(ctx, "-X", "POST", "-T", path, "-H", "Authorization: Bearer "+b.token, "-H", "Content-Type: application/octet-stream",
			fmt.Sprintf("http://%s%s?name=large-%d.bin", vitrineAddress, files, i))
		if err != nil {
			return err
		}
		up = append(up, bare/ours)
	}
	peak := resident(server, "VmHWM")
	var listed struct{ Files []struct{ ID int64 } }
	if err := b.call(ctx, "GET", files, nil, &listed); err != nil {
		return err
	}
	file.ID = listed.Files[0].ID
	for range b.rounds {
		bare, err := b.curl(ctx, "http://"+bareAddress+"/download")
		if err != nil {
			return err
		}
		ours, err := b.curl(ctx, "-L", "-H", "Authorization: Bearer "+b.token, fmt.Sprintf("http://%s%s/%d", vitrineAddress, files, file.ID))
		if err != nil {
			return err
		}
		down = append(down, bare/ours)
	}
	fmt.Printf("\n| %d MiB | goal | ratio (median) | lowest, highest |\n|---|---|---|---|\n", size>>20)
	fmt.Printf("| upload | 0.90 | **%.2f** | %.2f, %.2f |\n", median(up), slices.Min(up), slices.Max(up))
	fmt.Printf("| download | 0.95 | **%.2f** | %.2f, %.2f |\n", median(down), slices.Min(down), slices.Max(down))
	fmt.Printf("\nmemory at its highest during uploads: %d MiB above idle\n", (peak-idle)>>20)
	return nil
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

// curl makes a request from the second core and gives its seconds.
func (b *bench) curl(ctx context.Context, args ...string) (float64, error) {
	args = append([]string{"-c", "1", "curl", "-sf", "-o", "/dev/null", "-H", "Expect:", "-w", "%{time_total}"}, args...)
	output, err := exec.CommandContext(ctx, "taskset", args...).Output()
	if err != nil {
		return 0, fmt.Errorf("curl: %w", err)
	}
	return strconv.ParseFloat(string(output), 64)
}

// resident reads a line of a process's status in bytes (proc(5)). The process
// that taskset became is the server itself.
func resident(command *exec.Cmd, line string) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", command.Process.Pid))
	if err != nil {
		return 0
	}
	for row := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(row, line+":"); found {
			kib, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return kib << 10
		}
	}
	return 0
}

// resetPeak lets VmHWM begin anew.
func resetPeak(command *exec.Cmd) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", command.Process.Pid), []byte("5"), 0)
}
