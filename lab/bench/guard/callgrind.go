package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const texts = "lab/bench/guard/testdata"

var work = filepath.Join(".cache", "guard")

// runs is the number of runs of each program; the median counts. A process places hashes in its
// tables at random, which changes the count by some thousandths.
const runs = 5

// count counts all cases.
func count() (figures, error) {
	if err := able(); err != nil {
		return nil, err
	}
	var all figures
	for i, b := range builds {
		dir, err := filepath.Abs(filepath.Join(work, b.name))
		if err != nil {
			return nil, err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		program, command := filepath.Join(dir, "measured"), filepath.Join(dir, "fpcheck")
		if err := build(program, b.tags, "lab", "./bench/guard/measured"); err != nil {
			return nil, err
		}
		if err := build(command, b.tags, ".", "./cmd/fpcheck"); err != nil {
			return nil, err
		}
		var each [][]uint64 // case, run
		for range runs {
			cases, err := run(program, dir)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", b.name, err)
			}
			started, err := start(command, dir)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", b.name, err)
			}
			cases = append(cases, started...)
			if all == nil {
				all = make(figures, len(cases))
			}
			if each == nil {
				each = make([][]uint64, len(cases))
			}
			if len(cases) != len(all) {
				return nil, fmt.Errorf("%s: %d cases, and %d before", b.name, len(cases), len(all))
			}
			for j, c := range cases {
				all[j].name, all[j].octets = c.name, c.octets
				each[j] = append(each[j], c.counts[0])
			}
		}
		for j := range all {
			slices.Sort(each[j])
			all[j].counts[i] = each[j][runs/2]
		}
	}
	return all, nil
}

// able says why nothing can be counted here.
func able() error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return fmt.Errorf("instructions are counted on linux/amd64, and this is %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		return fmt.Errorf("%w: \"lab/scripts/programs.sh valgrind\" installs it", err)
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return err
	}
	for _, flag := range []string{"avx2", "bmi1", "bmi2"} {
		if !slices.Contains(strings.Fields(string(info)), flag) {
			return fmt.Errorf("this processor has no %s, which the assembly is for", flag)
		}
	}
	return nil
}

// build builds a program from a package of a module, so that it is the same wherever
// that is done.
func build(program, tags, module, pkg string) error {
	// callgrind needs the symbols, and not all valgrinds read the DWARF of Go.
	cmd := exec.Command("go", "-C", module, "build", "-trimpath", "-pgo=off", "-buildvcs=false", "-ldflags=-w", "-tags", tags, "-o", program, pkg)
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOOS=linux", "GOARCH=amd64", "GOAMD64=v1",
		"CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s with %s: %w\n%s", pkg, toolchain, err, out)
	}
	return nil
}

// run runs the program once, and returns what it printed and callgrind counted. The
// counts are of its build.
func run(program, dir string) (figures, error) {
	dumps := filepath.Join(dir, "dumps")
	if err := os.RemoveAll(dumps); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dumps, 0o777); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dumps)
	cmd := exec.Command("valgrind", "-q", "--tool=callgrind",
		"--callgrind-out-file="+filepath.Join(dumps, "of"),
		"--compress-strings=no", "--compress-pos=no", // each file is to be read by itself
		"--separate-threads=yes", // the runtime's own are of no interest
		"--zero-before=main.begin", "--dump-after=main.end", program, texts)
	cmd.Env = undisturbed()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("valgrind: %w\n%s", err, stderr.Bytes())
	}
	var cases figures
	for line := range strings.Lines(string(out)) {
		var c figure
		var times uint64
		if _, err := fmt.Sscanf(line, "%s %d %d", &c.name, &c.octets, &times); err != nil {
			return nil, fmt.Errorf("measured printed %q: %w", line, err)
		}
		dump, err := os.ReadFile(filepath.Join(dumps, fmt.Sprintf("of.%d-01", len(cases)+1))) // the first thread's
		if err != nil {
			return nil, fmt.Errorf("callgrind counted nothing of %s: %w", c.name, err)
		}
		functions, total, err := counted(string(dump), times)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, profile(c.name)), functions, 0o666); err != nil {
			return nil, err
		}
		c.counts[0] = total
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, errors.New("measured printed nothing")
	}
	return cases, nil
}

// undisturbed is an environment in which nothing comes in between: no collector, no
// signal, no other thread.
func undisturbed() []string {
	return append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GOMEMLIMIT=off", "GODEBUG=asyncpreemptoff=1", "VALGRIND_OPTS=")
}

// startPrefix begins the names of the cases that are whole processes.
const startPrefix = "start/"

// start counts the instructions of commands that do next to nothing, from start to end.
// The command version is not one of them: it hashes all vectors.
func start(fpcheck, dir string) (figures, error) {
	var cases figures
	french := filepath.Join(texts, "french.txt")
	for _, args := range [][]string{{"help"}, {"schemes"}, {"fingerprint", "--quiet", french}} {
		command, out := args[0], filepath.Join(dir, "start")
		valgrind := []string{"-q", "--tool=callgrind", "--callgrind-out-file=" + out, fpcheck}
		cmd := exec.Command("valgrind", append(valgrind, args...)...)
		cmd.Env = undisturbed()
		if printed, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("valgrind %s %s: %w\n%s", fpcheck, command, err, printed)
		}
		dump, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		_, rest, _ := strings.Cut(string(dump), "\nsummary: ")
		total, _, _ := strings.Cut(rest, "\n")
		c := figure{name: startPrefix + command}
		if c.counts[0], err = strconv.ParseUint(strings.TrimSpace(total), 10, 64); err != nil {
			return nil, fmt.Errorf("callgrind counted nothing of %s: %w", command, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// profile is a callgrind file with the instructions of each function of a case.
func profile(name string) string { return strings.ReplaceAll(name, "/", "-") + ".txt" }

// counted parses a file of callgrind. It returns the instructions of each function without its
// callees, most first, and their total. Both are divided by the number of repetitions.
func counted(dump string, times uint64) (functions []byte, total uint64, err error) {
	if !strings.Contains(dump, "\ndesc: Trigger: --dump-after=main.end\n") {
		return nil, 0, errors.New("callgrind wrote this at the end of no case")
	}
	own := make(map[string]uint64)
	var summary uint64
	var function string
	called := false // the line is what a call took
	for line := range strings.Lines(dump) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "summary: "); ok {
			if summary, err = strconv.ParseUint(text, 10, 64); err != nil {
				return nil, 0, fmt.Errorf("callgrind: %w", err)
			}
		} else if name, ok := strings.CutPrefix(line, "fn="); ok {
			function = name
		} else if strings.HasPrefix(line, "calls=") {
			called = true
		} else if at, text, ok := strings.Cut(line, " "); ok && at == "0" { // all is of line 0
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return nil, 0, fmt.Errorf("callgrind: %w", err)
			}
			if !called {
				own[function] += n
				total += n
			}
			called = false
		}
	}
	if total == 0 || total != summary {
		return nil, 0, fmt.Errorf("callgrind: %d instructions of functions, and %d in all", total, summary)
	}
	for _, name := range slices.SortedFunc(maps.Keys(own), func(a, b string) int {
		return cmp.Or(cmp.Compare(own[b], own[a]), cmp.Compare(a, b))
	}) {
		functions = fmt.Appendf(functions, "%9d  %s\n", own[name]/times, name)
	}
	return functions, total / times, nil
}
