//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// What is measured runs in a process of its own, a driver. It reads all documents of a file and
// then exchanges lines:

// writeDocuments writes what drivers read.
func writeDocuments(w io.Writer, documents [][]byte) error {
	for _, d := range documents {
		if err := binary.Write(w, binary.BigEndian, uint32(len(d))); err != nil {
			return err
		}
		if _, err := w.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// readDocuments reads what writeDocuments wrote.
func readDocuments(file []byte) (documents [][]byte, octets int64, err error) {
	for len(file) > 0 {
		if len(file) < 4 || uint64(len(file)-4) < uint64(binary.BigEndian.Uint32(file)) {
			return nil, 0, fmt.Errorf("document %d is cut short", len(documents))
		}
		end := 4 + int(binary.BigEndian.Uint32(file))
		documents = append(documents, file[4:end])
		octets += int64(end - 4)
		file = file[end:]
	}
	return documents, octets, nil
}

// serve is the driver's end.
func serve(in io.Reader, out io.Writer, version, fingerprint string, octets int64, run func() uint64) error {
	fmt.Fprintf(out, "ready %s %s\n", version, fingerprint)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var times int64
		if _, err := fmt.Sscanf(lines.Text(), "run %d", &times); err != nil {
			return fmt.Errorf("%q: expected \"run N\"", lines.Text())
		}
		start := time.Now()
		for range times {
			run()
		}
		fmt.Fprintf(out, "%d %d\n", time.Since(start).Nanoseconds(), times*octets)
	}
	return lines.Err()
}

// parseReady reads a driver's first line.
func parseReady(line string) (version, fingerprint string, err error) {
	fields := strings.Fields(line)
	if len(fields) != 3 || fields[0] != "ready" {
		return "", "", fmt.Errorf("%q: expected \"ready VERSION FINGERPRINT\"", line)
	}
	return fields[1], fields[2], nil
}

// parseRun parses a driver's answer to "run N". The documents have the given number of bytes in
// total.
func parseRun(line string, octets int64) (time.Duration, error) {
	var ns, went int64
	if n, err := fmt.Sscanf(line, "%d %d", &ns, &went); n != 2 || err != nil || ns <= 0 {
		return 0, fmt.Errorf("%q: expected nanoseconds and bytes", line)
	}
	if went != octets {
		return 0, fmt.Errorf("%d bytes: expected %d", went, octets)
	}
	return time.Duration(ns), nil
}

// taken is how long a run took.
type taken struct {
	processor time.Duration // of one core, as the kernel counts it for all threads of the driver
	clock     time.Duration // by the driver's clock: more, if others use the core too
}

// runner goes through the documents of a subject.
type runner interface {
	run(times int) (taken, error)
	close()
}

// patience is how long a driver may be silent.
const patience = 5 * time.Minute

// driver is a process at the other end of the protocol.
type driver struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	stderr  bytes.Buffer
	octets  int64 // of all documents, once
	end     sync.Once

	version, fingerprint string
}

func startDriver(ctx context.Context, command, env []string, octets int64) (*driver, error) {
	d := &driver{command: exec.CommandContext(ctx, command[0], command[1:]...), lines: make(chan string, 1), octets: octets}
	d.command.Env = append(os.Environ(), env...)
	d.command.Stderr = &d.stderr
	d.command.WaitDelay = 5 * time.Second
	in, err := d.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := d.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.command.Start(); err != nil {
		return nil, err
	}
	d.in = in
	go func() {
		defer close(d.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			d.lines <- s.Text()
		}
	}()
	line, err := d.line()
	if err == nil {
		d.version, d.fingerprint, err = parseReady(line)
	}
	if err != nil {
		d.close()
		return nil, d.because(err)
	}
	return d, nil
}

var errSilent = errors.New("it ended, or said nothing for too long")

func (d *driver) line() (string, error) {
	select {
	case line, ok := <-d.lines:
		if ok {
			return line, nil
		}
	case <-time.After(patience):
	}
	return "", errSilent
}

// because adds the last line of the standard error of a driver that is closed.
func (d *driver) because(err error) error {
	said := strings.TrimSpace(d.stderr.String())
	if said == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, said[strings.LastIndexByte(said, '\n')+1:])
}

func (d *driver) run(times int) (t taken, err error) {
	before, err := processorTime(d.command.Process.Pid)
	if err != nil {
		return t, err
	}
	if _, err := fmt.Fprintf(d.in, "run %d\n", times); err != nil {
		return t, err
	}
	line, err := d.line()
	if err == nil {
		t.clock, err = parseRun(line, int64(times)*d.octets)
	}
	if err != nil {
		d.close()
		return t, d.because(err)
	}
	after, err := processorTime(d.command.Process.Pid)
	t.processor = after - before
	return t, err
}

// close ends the driver; it may be closed already.
func (d *driver) close() {
	d.end.Do(func() {
		d.in.Close()
		hung := time.AfterFunc(10*time.Second, func() { d.command.Process.Kill() })
		defer hung.Stop()
		for range d.lines {
		}
		d.command.Wait()
	})
}

// processorTime is what a process has used of all processors: clock_getcpuclockid(3).
func processorTime(pid int) (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid)<<3|2, &t); err != nil {
		return 0, fmt.Errorf("the processor time of process %d: %w", pid, err)
	}
	return time.Duration(t.Nano()), nil
}

// program is a runner that starts a program for each run.
type program struct {
	ctx          context.Context
	command, env []string
}

func (p program) run(times int) (t taken, err error) {
	for range times {
		c := exec.CommandContext(p.ctx, p.command[0], p.command[1:]...)
		c.Env = append(os.Environ(), p.env...)
		start := time.Now()
		if out, err := c.CombinedOutput(); err != nil {
			return t, fmt.Errorf("%s: %w: %s", p.command, err, bytes.TrimSpace(out))
		}
		t.clock += time.Since(start)
		t.processor += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	return t, nil
}

func (program) close() {}
