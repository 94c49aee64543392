// Command load measures an HTTP server: it keeps a number of connections busy
// with requests of one kind for a given time, and prints requests per second and
// the median and 99th percentile of the latencies as a line of JSON.
//
// It writes prepared requests to plain sockets and reads only the status and
// length of an answer, so that one core can saturate another.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type options struct {
	address, token, work string
	connections          int
	models               int64
	pages                int    // how deep a deep walk begins
	from                 string // path where deep walks begin
	words                []string
	categories           []string
	duration             time.Duration
}

// report is what one run measured.
type report struct {
	Work      string  `json:"work"`
	Requests  int     `json:"requests"`
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Bytes     int64   `json:"mean_bytes"`
	Failed    int     `json:"failed"`
}

func main() {
	o := options{}
	flag.StringVar(&o.address, "address", "127.0.0.1:8080", "host:port of the server, on loopback")
	flag.StringVar(&o.token, "token", "", "access token")
	flag.StringVar(&o.work, "work", "hello", "hello, record, list, first, deep, search-frequent, search-rare or order")
	flag.IntVar(&o.connections, "connections", 16, "connections kept busy")
	flag.Int64Var(&o.models, "models", 1_000_000, "how many models there are")
	flag.IntVar(&o.pages, "pages", 1000, "how many pages deep the work deep begins")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "how long")
	words := flag.String("words", "", "words to search for, separated by commas")
	categories := flag.String("categories", "", "category ids to list, separated by commas")
	flag.Parse()
	o.words, o.categories = strings.Split(*words, ","), strings.Split(*categories, ",")
	r, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		os.Exit(1)
	}
}

func run(o options) (report, error) {
	host, _, err := net.SplitHostPort(o.address)
	if err != nil || !net.ParseIP(host).IsLoopback() {
		return report{}, errors.New("the address has to be host:port on loopback")
	}
	if o.work == "deep" {
		if o.from, err = walk(o); err != nil {
			return report{}, err
		}
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	var all result
	for i := range o.connections {
		group.Go(func() {
			one := drive(o, uint64(i))
			mu.Lock()
			defer mu.Unlock()
			all.add(one)
		})
	}
	group.Wait()
	if all.err != nil {
		return report{}, all.err
	}
	slices.Sort(all.latencies)
	n := len(all.latencies)
	if n == 0 {
		return report{}, errors.New("nothing was answered")
	}
	return report{
		Work: o.work, Requests: n, PerSecond: float64(n) / o.duration.Seconds(),
		P50: milliseconds(all.latencies[n/2]), P99: milliseconds(all.latencies[n*99/100]),
		Bytes: all.bytes / int64(n), Failed: all.failed,
	}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

type result struct {
	latencies []time.Duration
	bytes     int64
	failed    int
	err       error
}

func (r *result) add(o result) {
	r.latencies = append(r.latencies, o.latencies...)
	r.bytes += o.bytes
	r.failed += o.failed
	r.err = errors.Join(r.err, o.err)
}

const firstPage = "/v1/models?per_page=25&sort=newest"

// walk follows the cursor so many pages deep, unmeasured, and gives the path
// of the next one.
func walk(o options) (string, error) {
	conn, err := net.Dial("tcp", o.address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	source := newSource(o, 0)
	source.deep = firstPage
	reader := bufio.NewReaderSize(conn, 64<<10)
	for range o.pages {
		if _, err := conn.Write(source.next()); err != nil {
			return "", err
		}
		answer, err := readAnswer(reader)
		if err != nil {
			return "", err
		}
		if answer.next == "" {
			return "", errors.New("the catalogue is not that deep")
		}
		source.deep = answer.next
	}
	return source.deep, nil
}

// drive keeps one connection busy.
func drive(o options, seed uint64) (r result) {
	conn, err := net.Dial("tcp", o.address)
	if err != nil {
		return result{err: err}
	}
	defer conn.Close()
	source := newSource(o, seed)
	reader := bufio.NewReaderSize(conn, 64<<10)
	end := time.Now().Add(o.duration)
	for {
		start := time.Now()
		if !start.Before(end) {
			return r
		}
		if _, err := conn.Write(source.next()); err != nil {
			return result{err: err}
		}
		answer, err := readAnswer(reader)
		if err != nil {
			return result{err: err}
		}
		r.latencies = append(r.latencies, time.Since(start))
		r.bytes += answer.length
		if answer.status >= 300 {
			r.failed++
		}
		source.saw(answer)
	}
}

// answer is what load looks at of an HTTP answer.
type answer struct {
	status int
	length int64
	next   string // path of the next page
}

func readAnswer(r *bufio.Reader) (a answer, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return a, err
	}
	if len(line) < 12 {
		return a, fmt.Errorf("odd status line %q", line)
	}
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, err
	}
	a.length = -1
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return a, err
		}
		if len(line) <= 2 {
			break
		}
		a.header(line)
	}
	if a.length < 0 {
		return a, errors.New("an answer without Content-Length")
	}
	_, err = io.CopyN(io.Discard, r, a.length)
	return a, err
}

func (a *answer) header(line []byte) {
	const length, link = "content-length:", "link:"
	switch {
	case len(line) > len(length) && strings.EqualFold(string(line[:len(length)]), length):
		a.length, _ = strconv.ParseInt(strings.TrimSpace(string(line[len(length):])), 10, 64)
	case len(line) > len(link) && strings.EqualFold(string(line[:len(link)]), link):
		a.next = nextPath(string(line))
	}
}

// nextPath finds the path of rel="next" in a Link header.
func nextPath(header string) string {
	for part := range strings.SplitSeq(header, ",") {
		if !strings.Contains(part, `rel="next"`) {
			continue
		}
		_, address, _ := strings.Cut(part, "//")
		if address, _, found := strings.Cut(address, ">"); found {
			if i := strings.IndexByte(address, '/'); i >= 0 {
				return address[i:]
			}
		}
	}
	return ""
}

// source makes the requests of one connection.
type source struct {
	o      options
	random *rand.Rand
	deep   string // path of the next page of a deep walk
	buffer []byte
}

func newSource(o options, seed uint64) *source {
	return &source{o: o, random: rand.New(rand.NewPCG(seed, 7))}
}

func (s *source) saw(a answer) {
	if s.o.work == "deep" {
		s.deep = a.next
	}
}

func (s *source) next() []byte {
	if s.o.work == "order" {
		return s.order()
	}
	s.buffer = fmt.Appendf(s.buffer[:0], "GET %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n\r\n", s.path(), s.o.token)
	return s.buffer
}

func (s *source) path() string {
	switch s.o.work {
	case "record":
		return "/v1/models/" + strconv.FormatInt(1+s.random.Int64N(s.o.models), 10)
	case "list":
		return s.list()
	case "deep":
		if s.deep != "" {
			return s.deep
		}
		return s.o.from
	case "first":
		return firstPage
	case "search-frequent", "search-rare":
		return "/v1/models?per_page=25&keywords=" + pick(s.random, s.o.words)
	default:
		return "/"
	}
}

// list asks by category, flags and price, newest and by price.
func (s *source) list() string {
	path := "/v1/models?per_page=25&category_id=" + pick(s.random, s.o.categories)
	path += pick(s.random, []string{"", "&animated=true", "&pbr=true", "&rigged=false", "&animated=true&pbr=true"})
	path += pick(s.random, []string{"", "&min_price=5&max_price=40", "&max_price=20"})
	return path + pick(s.random, []string{"&sort=newest", "&sort=lower_price", "&sort=higher_price"})
}

func pick(random *rand.Rand, list []string) string { return list[random.IntN(len(list))] }

func (s *source) order() []byte {
	body := fmt.Sprintf(`{"model_id":%d,"return_url":"https://shop.example/back","again":true}`, 1+s.random.Int64N(s.o.models))
	s.buffer = fmt.Appendf(s.buffer[:0], "POST /v1/orders/ HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", s.o.token, len(body), body)
	return s.buffer
}
