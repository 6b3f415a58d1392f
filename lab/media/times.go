package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// costs is what some documents of one medium cost the three readers.
type costs struct {
	Medium    string
	Documents int
	Octets    int64
	Ours      cost
	Tika      cost
	Office    cost // nothing, where LibreOffice does not read the medium
}

// cost is the time of the processor for all documents, and the most memory.
type cost struct {
	Time time.Duration
	Peak int64
}

// mostTimed is how many documents of a medium are timed.
const mostTimed = 10

func (l *lab) costsFile() string { return filepath.Join(l.dir, "costs.json") }

// keptCosts returns what was measured before.
func (l *lab) keptCosts() (table []costs, err error) {
	octets, err := os.ReadFile(l.costsFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return table, json.Unmarshal(octets, &table)
}

// measureCosts adds the media that are not in a table. Each reader reads the same documents of one
// medium repeatedly. fpcheck uses one process. Tika uses one Java machine, and its second reading
// counts. LibreOffice uses one process. The table is cached: remove costs.json to measure again.
func (l *lab) measureCosts(ctx context.Context, table []costs, all []judged) ([]costs, error) {
	for _, m := range media {
		if slices.ContainsFunc(table, func(c costs) bool { return c.Medium == m.name }) {
			continue
		}
		var some []document
		c := costs{Medium: m.name}
		for _, j := range all {
			if mediumOf(j.document) != m.name || j.plain.Ours == 0 || j.plain.Judges == 0 || len(some) == mostTimed {
				continue
			}
			info, err := os.Stat(j.Path)
			if err != nil {
				return nil, err
			}
			some = append(some, j.document)
			c.Documents++
			c.Octets += info.Size()
		}
		if len(some) < 2 {
			continue
		}
		l.log("timing %d documents: %s", len(some), m.name)
		if err := l.time(ctx, &c, some); err != nil {
			return nil, err
		}
		table = append(table, c)
		octets, err := json.MarshalIndent(table, "", "\t")
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(l.costsFile(), octets, 0o666); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func (l *lab) time(ctx context.Context, c *costs, some []document) error {
	front, peak, err := l.weigher()
	if err != nil {
		return err
	}
	ours, err := readOurs(ctx, some, front...)
	if err != nil {
		return err
	}
	for _, d := range some {
		c.Ours.Time += ours[d.key].Time
	}
	c.Ours.Peak = peak()
	if err := l.runTika(ctx, some, true, front, func(_ document, r reading) { c.Tika.Time += r.Time }); err != nil {
		return err
	}
	c.Tika.Peak = peak()
	filter := filterOf(ending(some[0].Path))
	if filter == "" {
		return nil
	}
	nothing := func([]string) (string, error) { return "", nil }
	_, err = l.runOffice(ctx, some, filter, front, nothing, func(_ document, r reading) { c.Office.Time += r.Time })
	c.Office.Peak = peak()
	return err
}

// weigher returns a command that runs another and reports its peak memory; peak returns it, in
// bytes. It is this program in a separate process. A child process counts as having used as much
// memory as its parent, and this program uses much.
func (l *lab) weigher() (front []string, peak func() int64, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(l.profile, "peak")
	return []string{self, "-weigh", file}, func() int64 {
		octets, err := os.ReadFile(file)
		if err != nil {
			return 0
		}
		n, err := strconv.ParseInt(string(octets), 10, 64)
		if err != nil {
			return 0
		}
		return n
	}, nil
}

// weigh runs a command, and writes the most memory that it had into a file.
func weigh(file string, command []string) error {
	c := exec.Command(command[0], command[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return err
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return nil
	}
	return os.WriteFile(file, strconv.AppendInt(nil, usage.Maxrss<<10, 10), 0o666)
}

// processor returns the name of the processor.
func processor() string {
	octets, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "an unknown processor"
	}
	for line := range bytes.Lines(octets) {
		if key, value, ok := bytes.Cut(line, []byte(":")); ok && string(bytes.TrimSpace(key)) == "model name" {
			return string(bytes.TrimSpace(value))
		}
	}
	return "an unknown processor"
}
