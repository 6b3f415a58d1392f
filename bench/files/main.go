//go:build linux

// Command files compares the commands manifest create and verify with sha256sum and bagit.py
// on many small files: files a second in the same run, the time of processors, which other
// work on the machine does not lengthen much, and what memory each takes at most.
//
//	go run ./bench/files [-files N] [-rounds N] FPCHECK
//
// It makes the files in .cache/files, once: words of SPEC.md, 0.2 to 4 kB a file. Each round
// runs every command once, one after the other, so that all suffer alike from what else
// the machine does. It is a report: nothing here fails for being slow.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	work  = ".cache/files"
	bagit = ".cache/repositories/bin/bagit.py"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("files: ")
	files := flag.Int("files", 200_000, "`number` of files")
	rounds := flag.Int("rounds", 3, "`number` of rounds")
	flag.Parse()
	if flag.NArg() != 1 || *files < 1 || *rounds < 1 {
		log.Fatal("usage: files [-files N] [-rounds N] FPCHECK")
	}
	if err := report(*files, *rounds, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// A job is a command that is measured.
type job struct {
	name    string
	prepare []string // a shell command before it that is not
	command []string
	against string // the job that it is compared with

	seconds, processor []float64 // a round: by the clock, and of all processors together
	memory             int64     // at most, in octets
}

func report(files, rounds int, fpcheck string) error {
	tree := filepath.Join(work, strconv.Itoa(files))
	octets, err := makeTree(tree, files)
	if err != nil {
		return err
	}
	at := func(name string) string { return tree + "." + name }
	processes := strconv.Itoa(runtime.NumCPU())
	sh := func(script string) []string { return []string{"sh", "-c", script} }
	jobs := []*job{
		{name: "sha256sum", against: "sha256sum",
			command: sh("cd " + tree + " && find . -type f -print0 | xargs -0 sha256sum >../" + filepath.Base(at("sums")))},
		{name: "sha256sum -c", against: "sha256sum -c",
			command: sh("cd " + tree + " && sha256sum -c --quiet ../" + filepath.Base(at("sums")))},
		{name: "fpcheck manifest create", against: "sha256sum", prepare: []string{"rm", "-f", at("fpm")},
			command: []string{fpcheck, "manifest", "create", "--quiet", "--output", at("fpm"), tree}},
		{name: "fpcheck verify", against: "sha256sum -c",
			command: []string{fpcheck, "verify", "--quiet", at("fpm"), tree}},
		{name: "bagit.py --sha256", against: "sha256sum", prepare: sh("rm -rf " + at("bag") + " && cp -al " + tree + " " + at("bag")),
			command: []string{bagit, "--quiet", "--sha256", "--processes", processes, at("bag")}},
		{name: "bagit.py --validate", against: "sha256sum -c",
			command: []string{bagit, "--quiet", "--validate", "--processes", processes, at("bag")}},
	}
	for range rounds {
		for _, j := range jobs {
			if err := j.run(); err != nil {
				return err
			}
		}
	}

	fmt.Printf("%d files, %.1f MB, %d processors, %d rounds; medians, and the least and the most\n\n", files, float64(octets)/1e6, runtime.NumCPU(), rounds)
	fmt.Println("| command | files/s | time, to that of sha256sum | processors' time a file | memory |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	for _, j := range jobs {
		i := slices.IndexFunc(jobs, func(o *job) bool { return o.name == j.against })
		var rates, ratios, each []float64
		for round, s := range j.seconds {
			rates = append(rates, float64(files)/s)
			ratios = append(ratios, s/jobs[i].seconds[round])
			each = append(each, j.processor[round]/float64(files)*1e6)
		}
		fmt.Printf("| %s | %s | %s | %s µs | %d MB |\n", j.name, spread("%.0f", rates), spread("%.1f", ratios), spread("%.0f", each), j.memory/1e6)
	}
	return nil
}

// run runs j once.
func (j *job) run() error {
	if j.prepare != nil {
		if out, err := exec.Command(j.prepare[0], j.prepare[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", j.prepare, err, out)
		}
	}
	c := exec.Command(j.command[0], j.command[1:]...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	start := time.Now()
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", j.name, err, out.String())
	}
	j.seconds = append(j.seconds, time.Since(start).Seconds())
	j.processor = append(j.processor, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		j.memory = max(j.memory, int64(u.Maxrss)<<10) // getrusage(2): kB
	}
	fmt.Fprintf(os.Stderr, "%-24s %6.1f s\n", j.name, j.seconds[len(j.seconds)-1])
	return nil
}

func spread(format string, values []float64) string {
	v := slices.Sorted(slices.Values(values))
	return fmt.Sprintf(format+" ("+format+" to "+format+")", v[len(v)/2], v[0], v[len(v)-1])
}

// makeTree makes a tree of so many files, unless it is there, and returns how many octets
// they have.
func makeTree(tree string, files int) (octets int64, err error) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		return 0, err
	}
	words := strings.Fields(string(spec))
	random := rand.New(rand.NewPCG(1, 2))
	size := func() int { return 200 + random.IntN(3800) }
	_, err = os.Stat(tree)
	there := err == nil
	building := tree + ".tmp"
	if err := os.RemoveAll(building); err != nil {
		return 0, err
	}
	var text bytes.Buffer
	for i := range files {
		text.Reset()
		for n := size(); text.Len() < n; {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteByte(" \n"[random.IntN(12)/11])
		}
		octets += int64(text.Len())
		if there {
			continue
		}
		name := filepath.Join(building, fmt.Sprintf("%03d", i/1000), fmt.Sprintf("%06d.txt", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return 0, err
		}
		if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
			return 0, err
		}
	}
	if there {
		return octets, nil
	}
	// Files that were just written have times of modification that tell nothing.
	old := time.Now().Add(-time.Hour)
	err = filepath.WalkDir(building, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, old, old)
	})
	if err != nil {
		return 0, err
	}
	return octets, os.Rename(building, tree)
}
