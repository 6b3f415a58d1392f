package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// readOurs has this program, in another process, read documents by package extract. Nothing of it is
// kept: it is what is measured. A command in front runs that process.
func readOurs(ctx context.Context, documents []document, front ...string) (all map[string]reading, err error) {
	dir, err := os.MkdirTemp("", "media")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var lines bytes.Buffer
	for i, d := range documents {
		fmt.Fprintf(&lines, "%s\t%s\n", d.Path, filepath.Join(dir, strconv.Itoa(i)))
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := append(front, self, "-texts")
	reader := exec.CommandContext(ctx, command[0], command[1:]...)
	reader.Stdin, reader.Stderr = &lines, os.Stderr
	out, err := reader.Output()
	if err != nil {
		return nil, fmt.Errorf("reading our texts: %w", err)
	}
	all = make(map[string]reading)
	for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		fields := strings.SplitN(line, "\t", 3)
		if len(fields) != 3 || i >= len(documents) {
			continue
		}
		nanoseconds, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return nil, err
		}
		all[documents[i].key] = reading{Text: string(text), Time: time.Duration(nanoseconds), Error: fields[2]}
	}
	return all, nil
}

// texts is a process of Texts.java, with its input and output.
func texts(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		path, to, _ := strings.Cut(lines.Text(), "\t")
		began := processorTime()
		text, err := textOf(ctx, path)
		said := ""
		if err != nil {
			said = strings.Join(strings.Fields(err.Error()), " ")
		}
		used := processorTime() - began
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s\t%d\t%s\n", path, used.Nanoseconds(), said); err != nil {
			return err
		}
	}
	return lines.Err()
}

// textOf returns what text there is, and an error if there is none.
func textOf(ctx context.Context, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := extract.Open(ctx, f, extract.Options{Name: path})
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(d)
	return text, errors.Join(err)
}

// processorTime returns the time of this process and of the programs that it ran.
func processorTime() time.Duration {
	var sum int64
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		if unix.Getrusage(who, &u) == nil {
			sum += u.Utime.Nano() + u.Stime.Nano()
		}
	}
	return time.Duration(sum)
}
