//go:build linux

// Command soak attacks fpcheck serve for a while. It sends all inputs that once stopped it, each by its own token.
// Beside them, a client sends short requests. It prints the peak memory of each stretch, the answers by status, and
// the latencies of the client.
//
//	go -C lab run ./soak -for 1h ../bin/fpcheck
//	go -C lab run ./soak -for 1m -only 'batch|cluster' ../bin/fpcheck
//
// It fails if the process takes more than 1.1 times its memory, or grows, or ends. An error of the service itself
// is a failure, and so is a refusal of the client.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

const memory = 1 << 30 // of the process

// token is the token of an attacker, of the client, or of who fills the index.
func token(name string) string { return "token-of-the-one-of-" + strings.ReplaceAll(name, " ", "-") }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	runtime.GOMAXPROCS(4 * len(attacks)) // so that the client does not wait for attackers in this process
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(stderr)
	lasts := flags.Duration("for", time.Hour, "how long to attack")
	only := flags.String("only", "", "only attacks whose names match a `pattern`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("expected the program fpcheck")
	}
	s, err := start(ctx, flags.Arg(0))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err := s.fill(); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "load %s, memory at the start %d MiB\n", load(), s.memory("VmRSS"))
	attacking, end := context.WithTimeout(ctx, *lasts)
	defer end()
	var all sync.WaitGroup
	for _, a := range attacks {
		if pattern.MatchString(a.name) {
			all.Go(func() { s.attack(attacking, a) })
		}
	}
	all.Go(func() { s.ask(attacking) })
	s.watch(attacking, *lasts/12, stdout)
	all.Wait()
	return s.report(stdout)
}

// service is the process, and what is known of it.
type service struct {
	*exec.Cmd
	dir, url string

	mu        sync.Mutex
	answers   map[string]map[string]int // by attack, and status
	own       []string                  // errors of the service itself, the first of them
	latencies []time.Duration           // of the client
	refused   int
	peaks     []int // in MiB, of the stretches
}

func start(ctx context.Context, program string) (*service, error) {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, err
	}
	s := &service{dir: dir, answers: make(map[string]map[string]int)}
	name, tokens := filepath.Join(dir, "a.fpx"), filepath.Join(dir, "tokens")
	lines := fmt.Sprintf("client read %s\nfill write %s\n", token("client"), token("fill"))
	for i, a := range attacks {
		lines += fmt.Sprintf("attacker-%d %s %s\n", i, cmp.Or(a.right, "read"), token(a.name))
	}
	if err := os.WriteFile(tokens, []byte(lines), 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, program, "index", "create", "--scheme", "sm1", "--max-distance", "8", name).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	s.Cmd = exec.CommandContext(ctx, program, "serve", "--listen", "127.0.0.1:0", "--memory", "1GiB", "--tokens", tokens, name)
	stderr, err := s.StderrPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		return nil, err
	}
	for messages := bufio.NewScanner(stderr); messages.Scan(); {
		if _, address, ok := strings.Cut(messages.Text(), "listening on "); ok {
			s.url = address
			go io.Copy(os.Stderr, stderr)
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s does not listen: %w", program, s.Wait())
}

func (s *service) stop() error {
	s.Process.Signal(os.Interrupt)
	return errors.Join(s.Wait(), os.RemoveAll(s.dir))
}

// send sends a request and reads its answer.
func (s *service) send(ctx context.Context, by, method, path, medium string, body []byte) (status int, answer []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token(by))
	if medium != "" {
		r.Header.Set("Content-Type", medium)
	}
	answered, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answered.Body.Close()
	answer, err = io.ReadAll(answered.Body)
	return answered.StatusCode, answer, err
}

// attack makes one attack again and again.
func (s *service) attack(ctx context.Context, a attack) {
	random := rand.New(rand.NewPCG(uint64(len(a.name)), 1))
	for ctx.Err() == nil {
		status, answer, err := a.make(ctx, s, random)
		if ctx.Err() != nil {
			return
		}
		result := fmt.Sprint(status)
		if err != nil {
			result = "cut off" // which the service does to slow and to malformed ones
		}
		s.mu.Lock()
		if s.answers[a.name] == nil {
			s.answers[a.name] = make(map[string]int)
		}
		s.answers[a.name][result]++
		if status >= 500 && status != http.StatusServiceUnavailable && status != http.StatusNotImplemented &&
			status != http.StatusHTTPVersionNotSupported && len(s.own) < 10 {
			s.own = append(s.own, fmt.Sprintf("%s: %d %.300s", a.name, status, answer))
		}
		s.mu.Unlock()
		if status == http.StatusTooManyRequests || err != nil {
			time.Sleep(100 * time.Millisecond) // else refusals are most of what is measured
		}
	}
}

const short = "The keeper of the light wrote down the weather of the day, so."

// ask sends short requests, fifty a second.
func (s *service) ask(ctx context.Context) {
	for tick := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		begun := time.Now()
		status, answer, err := s.send(ctx, "client", "POST", "/v1/fingerprint", "text/plain", []byte(short))
		took := time.Since(begun)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.latencies = append(s.latencies, took)
		if status != http.StatusOK {
			if s.refused++; s.refused < 10 {
				s.own = append(s.own, fmt.Sprintf("the client: %d %s %v", status, answer, err))
			}
		}
		s.mu.Unlock()
	}
}

// watch prints the peak memory of each stretch of time: that of the process alone, and with mapped files. The system
// takes their pages back when it needs them.
func (s *service) watch(ctx context.Context, stretch time.Duration, stdout io.Writer) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for begun := time.Now(); ctx.Err() == nil; {
		own := 0
		for end := time.Now().Add(stretch); ctx.Err() == nil && time.Now().Before(end); {
			own = max(own, s.memory("RssAnon"))
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
		with := s.memory("VmHWM")
		os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", s.Process.Pid), []byte("5"), 0) // begins a new peak
		s.mu.Lock()
		s.peaks = append(s.peaks, own)
		fmt.Fprintf(stdout, "%v: peak %d MiB, %d with mapped files, load %s, %d short requests, %d refused\n",
			time.Since(begun).Round(time.Second), own, with, load(), len(s.latencies), s.refused)
		s.mu.Unlock()
	}
}

func (s *service) report(stdout io.Writer) error {
	time.Sleep(5 * time.Second)
	fmt.Fprintf(stdout, "load %s, memory at the end %d MiB\n", load(), s.memory("VmRSS"))
	for _, a := range attacks {
		if s.answers[a.name] != nil {
			fmt.Fprintf(stdout, "%-12s %v\n", a.name, s.answers[a.name])
		}
	}
	slices.Sort(s.latencies)
	at := func(share float64) time.Duration {
		return s.latencies[int(share*float64(len(s.latencies)-1))].Round(100 * time.Microsecond)
	}
	fmt.Fprintf(stdout, "%d short requests: median %v, p99 %v, p999 %v, %d refused\n", len(s.latencies), at(.5), at(.99), at(.999), s.refused)
	var faults []string
	if most := slices.Max(s.peaks); most > memory/10*11>>20 {
		faults = append(faults, fmt.Sprintf("%d MiB were taken, of %d", most, memory>>20))
	}
	if len(s.own) > 0 {
		faults = append(faults, s.own...)
	}
	if n := len(s.peaks) / 3; n > 0 && slices.Max(s.peaks[len(s.peaks)-n:]) > slices.Max(s.peaks[:n])*5/4 {
		faults = append(faults, fmt.Sprintf("memory grows: %d MiB in the stretches", s.peaks))
	}
	if len(faults) > 0 {
		return errors.New(strings.Join(faults, "\n"))
	}
	return nil
}

// memory returns a figure of the process in MiB.
func (s *service) memory(figure string) (mebibytes int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Process.Pid))
	_, rest, _ := strings.Cut(string(status), figure+":")
	fmt.Sscan(rest, &mebibytes)
	return mebibytes >> 10
}

// load is the number of threads that wanted to run in the last minute, on average.
func load() string {
	averages, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(averages), " ")
	return first
}
