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
	"strconv"
	"time"

	"github.com/lsh-interop/fpcheck/scheme"
)

// plan says how thoroughly it is measured.
type plan struct {
	rounds, documents int
	cpu               int           // which all run on
	warm              time.Duration // what a subject runs before it is measured: a fifth if nothing compiles it meanwhile
	run               time.Duration // what a run takes, about: it goes through all documents at least once
	wc                int           // bytes of the file of wc, so large that its start is nothing
}

// measured is a subject on one text.
type measured struct {
	subject
	version string  // of the peer; "" if it has none
	rate    spread  // units a second
	times   spread  // as fast as it is the first subject
	same    spread  // as fast as it is the row that subject.like names
	answer  float64 // what its subject's answer counts
	failure error   // then there is nothing else
}

// result is a text and all subjects.
type result struct {
	text text
	rows []measured
	// clock is how much longer runs took by the clock than of the processor.
	clock spread
}

// measure runs all subjects on a text, in rounds. Each run of a subject follows runs of the first
// subject and of the row that subject.like names. It is compared with those, so that changes in the
// machine's speed hardly matter.
func (p plan) measure(ctx context.Context, t text, subjects []subject, log io.Writer) (r result, err error) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	files, err := p.write(t, dir)
	if err != nil {
		return r, err
	}

	r = result{text: t, rows: make([]measured, len(subjects))}
	type contender struct {
		runner
		times int     // through the documents in one run
		units float64 // of one time
		rates []float64
		ratio []float64
		same  []float64
	}
	all := make([]contender, len(subjects))
	for i, s := range subjects {
		r.rows[i].subject = s
		c := &all[i]
		if c.runner, c.units, r.rows[i].version, r.rows[i].answer, err = p.start(ctx, s, t, files); err == nil {
			defer c.close()
			warm := p.warm
			if !s.compiled {
				warm /= 5
			}
			c.times, err = p.warmUp(c.runner, warm)
		}
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			r.rows[i].failure = err
			fmt.Fprintf(log, "%s: %s: not measured: %v\n", t.name, s.name, err)
			if i == 0 || errors.Is(err, errDisagrees) || errors.Is(err, errMisses) {
				return r, fmt.Errorf("%s: %s: %w", t.name, s.name, err)
			}
		}
	}
	var clock []float64
	rate := func(c *contender) (float64, error) {
		taken, err := c.run(c.times)
		if err != nil {
			return 0, err
		}
		clock = append(clock, taken.clock.Seconds()/taken.processor.Seconds())
		return float64(c.times) * c.units / taken.processor.Seconds(), nil
	}
	for range p.rounds {
		for i := range all {
			c := &all[i]
			if r.rows[i].failure != nil {
				continue
			}
			ours, err := rate(&all[0])
			if err != nil {
				return r, fmt.Errorf("%s: %s: %w", t.name, subjects[0].name, err)
			}
			same := ours
			if like := subjects[i].like; like != "" {
				at := slices.IndexFunc(subjects, func(s subject) bool { return s.name == like })
				if err = r.rows[at].failure; err == nil {
					same, err = rate(&all[at])
				}
				if err != nil {
					return r, fmt.Errorf("%s: %s: %w", t.name, like, err)
				}
			}
			theirs, err := rate(c)
			if ctx.Err() != nil {
				return r, ctx.Err()
			}
			if err != nil {
				r.rows[i].failure = err
				fmt.Fprintf(log, "%s: %s: given up: %v\n", t.name, subjects[i].name, err)
				continue
			}
			c.rates = append(c.rates, theirs)
			c.ratio = append(c.ratio, ours/theirs)
			c.same = append(c.same, same/theirs)
		}
	}
	for i := range r.rows {
		if m := &r.rows[i]; m.failure == nil {
			m.rate, m.times, m.same = spreadOf(all[i].rates), spreadOf(all[i].ratio), spreadOf(all[i].same)
		}
	}
	r.clock = spreadOf(clock)
	return r, nil
}

// write writes the documents, and the input of programs. This is a file of p.wc bytes or more, or a
// folder with a file for each.
func (p plan) write(t text, dir string) (files struct{ documents, text string }, err error) {
	var documents bytes.Buffer
	if err := writeDocuments(&documents, t.documents); err != nil {
		return files, err
	}
	files.documents, files.text = filepath.Join(dir, "documents"), filepath.Join(dir, "text")
	if err := os.WriteFile(files.documents, documents.Bytes(), 0o600); err != nil || t.shingles > 0 {
		return files, err
	}
	if t.suffix != "" {
		return files, t.writeEach(files.text, p.copies(t))
	}
	f, err := os.Create(files.text)
	if err != nil {
		return files, err
	}
	once := append(bytes.Join(t.documents, []byte("\n")), '\n')
	for n := 0; n < p.wc; n += len(once) {
		if _, err := f.Write(once); err != nil {
			f.Close()
			return files, err
		}
	}
	return files, f.Close()
}

// copies is how often programs are given each document, so that their start is little.
func (p plan) copies(t text) int { return 1 + int(float64(p.wc/4)/t.units()) }

// writeEach writes a number of copies of each document into separate files.
func (t text) writeEach(folder string, copies int) error {
	err := os.Mkdir(folder, 0o700)
	for i := range copies * len(t.documents) {
		path := filepath.Join(folder, fmt.Sprintf("%06d%s", i, t.suffix))
		err = errors.Join(err, os.WriteFile(path, t.documents[i%len(t.documents)], 0o600))
	}
	return err
}

// start starts a subject, and says how many units it goes through at a time, and
// what it answers.
func (p plan) start(ctx context.Context, s subject, t text, files struct{ documents, text string }) (r runner, units float64, version string, answer float64, err error) {
	pin := []string{"taskset", "-c", strconv.Itoa(p.cpu)}
	if s.locale != "" {
		if _, err := exec.LookPath(s.command[0]); err != nil {
			return nil, 0, "", 0, err
		}
		units = t.units() * float64(p.copies(t))
		if t.suffix == "" {
			size, err := os.Stat(files.text)
			if err != nil {
				return nil, 0, "", 0, err
			}
			units = float64(size.Size())
		}
		return program{ctx, append(append(pin, s.command...), files.text), s.environment()}, units, "", 0, nil
	}
	d, err := startDriver(ctx, append(pin, s.driverCommand(files.documents)...), s.environment(), t.octets())
	if err != nil {
		return nil, 0, "", 0, err
	}
	if answer, err = s.agrees(t, d.fingerprint); err != nil {
		d.close()
		return nil, 0, "", 0, err
	}
	if d.version == "-" {
		d.version = ""
	}
	return d, t.units(), d.version, answer, nil
}

var (
	errDisagrees = errors.New("it does not make the reference's fingerprint")
	errMisses    = errors.New("it does not read all of it")
)

// agrees holds the fingerprint of the first document, by one who makes ours, against the reference.
// Of one who answers something else, it returns that.
func (s subject) agrees(t text, fingerprint string) (answer float64, err error) {
	if s.answer != "" {
		answer, err := strconv.ParseFloat(fingerprint, 64)
		if err != nil || answer <= 0 {
			return 0, fmt.Errorf("%w: it says %q, expected a number of %s", errMisses, fingerprint, s.answer)
		}
		if s.answer == responses && int(answer) != t.responses {
			return 0, fmt.Errorf("%w: %s responses, expected %d", errMisses, fingerprint, t.responses)
		}
		return answer, nil
	}
	if s.ours == "" {
		return 0, nil
	}
	ours, err := scheme.Lookup(s.ours)
	if err != nil {
		return 0, err
	}
	document := t.documents[0]
	if t.read != nil {
		text, err := t.read(document)
		if err != nil {
			return 0, err
		}
		document = []byte(text)
	}
	want, err := ours.Sum(document)
	if err != nil {
		return 0, err
	}
	if fingerprint != want.String() {
		return 0, fmt.Errorf("%w of the first document: %s, expected %s", errDisagrees, fingerprint, want)
	}
	return 0, nil
}

// warmUp runs a subject until it is warm, and returns how often a run goes through the documents.
func (p plan) warmUp(r runner, warm time.Duration) (times int, err error) {
	times = 1
	for spent := time.Duration(0); ; {
		taken, err := r.run(times)
		if err != nil {
			return 0, err
		}
		once := max(taken.processor/time.Duration(times), 1)
		times = max(1, int((p.run+once/2)/once))
		if spent += taken.processor; spent >= warm {
			return times, nil
		}
	}
}
