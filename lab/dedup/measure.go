//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A cost is what a tool took once.
type cost struct {
	wall, processor float64 // seconds
	memory          int64   // bytes of the largest of its processes, at most
}

var errTimeout = errors.New("not done")

// once runs a tool on a file of data and writes what it prints into another. After the timeout
// it and all that it started are ended.
func (t tool) once(ctx context.Context, data, output string, timeout time.Duration) (r cost, err error) {
	timed, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out, err := os.Create(output)
	if err != nil {
		return r, err
	}
	defer out.Close()
	arguments := t.arguments(data)
	c := exec.CommandContext(timed, arguments[0], arguments[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	var complaint bytes.Buffer
	c.Stdout, c.Stderr = out, &complaint
	// What is not fetched from elsewhere is not asked for there.
	c.Env = append(os.Environ(), "HF_HUB_OFFLINE=1", "HF_DATASETS_OFFLINE=1", "PYTHONDONTWRITEBYTECODE=1")
	start := time.Now()
	err = c.Run()
	r.wall = time.Since(start).Seconds()
	if timed.Err() != nil && ctx.Err() == nil {
		return r, errTimeout
	}
	if err != nil {
		text := strings.TrimSpace(complaint.String())
		return r, fmt.Errorf("%s: %w: %s", t.name, err, text[max(0, len(text)-300):])
	}
	r.processor = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = u.Maxrss << 10 // getrusage(2): kB
	}
	return r, nil
}

// A row is what was measured of a tool.
type row struct {
	tool
	lines    int
	plain    []cost
	hot      []cost
	verdicts []verdict // by the readings
	harder   []verdict
	hard     []cost
	failure  error // nothing was measured
	// Where it took longer than it was given, or was not run.
	hotNote string
}

// plan says how much is measured.
type plan struct {
	pairs, copies, rounds int
	seed                  uint64
	slow                  bool
	timeout, hotTimeout   time.Duration
	fpcheck, dir          string
	log                   io.Writer
}

func (p plan) file(name string) string { return filepath.Join(p.dir, name) }

// compare measures all tools, in rounds in which one follows the other.
func (p plan) compare(ctx context.Context) ([]*row, error) {
	var rows []*row
	for _, t := range tools(p.fpcheck) {
		r := &row{tool: t}
		if t.driver != "" {
			source, err := os.ReadFile(t.driver)
			if err != nil {
				return nil, err
			}
			r.lines = lines(source)
		}
		switch {
		case t.slow && !p.slow:
			continue
		case !t.there():
			r.failure = errors.New("not installed")
		}
		rows = append(rows, r)
	}
	for round := range p.rounds {
		for _, r := range rows {
			if r.failure != nil || r.rounds > 0 && round >= r.rounds {
				continue
			}
			if err := p.plain(ctx, r, round); err != nil {
				return nil, err
			}
		}
	}
	for round := range p.rounds {
		for i, r := range rows {
			if r.failure != nil || round > 0 && i >= ours {
				continue
			}
			if err := p.hotter(ctx, r); err != nil {
				return nil, err
			}
		}
	}
	return rows, p.hardest(ctx, rows)
}

// ours is how many of the rows are fpcheck's.
const ours = 2

// plain runs a tool on the data, and the first time judges what it found.
func (p plan) plain(ctx context.Context, r *row, round int) error {
	output := p.file("output")
	took, err := r.once(ctx, p.file("data.jsonl"), output, p.timeout)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == errTimeout:
		r.failure = fmt.Errorf("not done in %v", p.timeout)
	case err != nil:
		r.failure = err
	}
	if r.failure != nil {
		fmt.Fprintf(p.log, "%s: %v\n", r.name, r.failure)
		return nil
	}
	fmt.Fprintf(p.log, "%s: %.1f s, %.1f s of processors, %d MB\n", r.name, took.wall, took.processor, took.memory/1e6)
	r.plain = append(r.plain, took)
	if round > 0 {
		return nil
	}
	r.verdicts, err = p.judge(r.tool, output, "data", 2*p.pairs)
	return err
}

func (p plan) judge(t tool, output, data string, documents int) (all []verdict, err error) {
	octets, err := os.ReadFile(output)
	if err != nil {
		return nil, err
	}
	a := answer{documents: documents}
	if err := t.read(octets, &a); err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	for i := range readings {
		truth, err := readTruth(p.file(data + truthSuffix(i)))
		if err != nil {
			return nil, err
		}
		all = append(all, a.judge(truth))
	}
	return all, nil
}

// hotter runs a tool on the data with many copies of one document.
func (p plan) hotter(ctx context.Context, r *row) error {
	if time.Duration(median(r.plain, wall)*float64(time.Second)) > p.hotTimeout {
		r.hotNote = "–" // nor would it be done with more
		return nil
	}
	took, err := r.once(ctx, p.file("hot.jsonl"), p.file("output"), p.hotTimeout)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == errTimeout:
		r.hotNote = fmt.Sprintf("> %.0f s", p.hotTimeout.Seconds())
	case err != nil:
		r.hotNote = "fails"
		fmt.Fprintf(p.log, "%s, hot: %v\n", r.name, err)
	default:
		r.hot = append(r.hot, took)
	}
	fmt.Fprintf(p.log, "%s, hot: %.1f s %s\n", r.name, took.wall, r.hotNote)
	return nil
}

// hardest runs the tools on the harder data.
func (p plan) hardest(ctx context.Context, rows []*row) error {
	documents, err := countLines(p.file("harder.jsonl"))
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.failure != nil {
			continue
		}
		output := p.file("output")
		took, err := r.once(ctx, p.file("harder.jsonl"), output, p.timeout)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(p.log, "%s, harder: %v\n", r.name, err)
			continue
		}
		r.hard = append(r.hard, took)
		if r.harder, err = p.judge(r.tool, output, "harder", documents); err != nil {
			return err
		}
		fmt.Fprintf(p.log, "%s, harder: %.1f s\n", r.name, took.wall)
	}
	return nil
}

func median(runs []cost, of func(cost) float64) float64 {
	if len(runs) == 0 {
		return 0
	}
	var all []float64
	for _, r := range runs {
		all = append(all, of(r))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func wall(r cost) float64      { return r.wall }
func processor(r cost) float64 { return r.processor }
func memory(r cost) float64    { return float64(r.memory) }

func countLines(file string) (n int, err error) {
	octets, err := os.ReadFile(file)
	return bytes.Count(octets, []byte("\n")), err
}
