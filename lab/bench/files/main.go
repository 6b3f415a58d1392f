//go:build linux

// Command files compares fpcheck with other commands on many small files or records. It measures files a
// second in the same run, processor time, and peak memory. Other work on the machine hardly affects
// processor time.
//
//	go -C lab run ./bench/files [-files N] [-rounds N] FPCHECK
//	go -C lab run ./bench/files -fingerprint [-files N] [-rounds N] FPCHECK
//	go -C lab run ./bench/files -records [-files N] [-rounds N] FPCHECK
//
// The first compares manifest create and verify with sha256sum and bagit.py, on words of the
// specification. Its files have 0.2 to 4 kB. The second compares fingerprint with sha256sum and
// with a program that only reads files. It uses the manuals of the corpus in all languages, in
// pieces of 4 KiB. The third compares fingerprints of records of 850 bytes with reading them. DuckDB,
// pyarrow and simdjson read them, on one thread each. It makes the files in .cache/files, once. Each
// round runs every command once, in sequence. So other work on the machine affects all alike. It is a
// report: nothing here fails for being slow.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/lab/corpus"
	"github.com/lsh-interop/fpcheck/lab/internal/checkout"
)

const (
	work  = ".cache/files"
	bagit = ".cache/repositories/bin/bagit.py"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("files: ")
	fingerprint := flag.Bool("fingerprint", false, "compare the command fingerprint")
	records := flag.Bool("records", false, "compare fingerprints of records")
	files := flag.Int("files", 0, "`number` of files or records; 200,000 if not given, 40,000 of -fingerprint, 500,000 of -records")
	rounds := flag.Int("rounds", 3, "`number` of rounds")
	read := flag.Bool("read", false, "read a data set or the files below a directory, as what others are compared with")
	flag.Parse()
	if flag.NArg() != 1 || *files < 0 || *rounds < 1 {
		log.Fatal("usage: files [-fingerprint | -records] [-files N] [-rounds N] FPCHECK")
	}
	argument, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	root, err := checkout.Root()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.Chdir(root); err != nil { // all paths are of the checkout
		log.Fatal(err)
	}
	switch {
	case *read:
		err = readAll(argument)
	case *records:
		err = reportRecords(cmp.Or(*files, 500_000), *rounds, argument)
	case *fingerprint:
		err = reportFingerprint(cmp.Or(*files, 40_000), *rounds, argument)
	default:
		err = reportManifests(cmp.Or(*files, 200_000), *rounds, argument)
	}
	if err != nil {
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
	memory             int64     // at most, in bytes
}

func sh(script string) []string { return []string{"sh", "-c", script} }

// eachBy hands the files below a directory to a command, many at once.
func eachBy(command, tree string) string {
	return "cd " + tree + " && find . -type f -print0 | xargs -0 " + command
}

func reportFingerprint(files, rounds int, fpcheck string) error {
	tree := filepath.Join(work, "manuals-"+strconv.Itoa(files))
	next, err := pieces(4096)
	if err != nil {
		return err
	}
	octets, err := makeTree(tree, files, next)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	jobs := []*job{
		{name: "sha256sum", command: sh(eachBy("sha256sum", tree))},
		{name: "cat", command: sh(eachBy("cat", tree) + " >/dev/null")},
		{name: "read, and nothing else", command: []string{self, "-read", tree}},
		{name: "fpcheck fingerprint", command: []string{fpcheck, "fingerprint", "--quiet", tree}},
		{name: "fpcheck fingerprint --workers 1", command: []string{fpcheck, "fingerprint", "--quiet", "--workers", "1", tree}},
		{name: "fpcheck fingerprint --scheme mh1", command: []string{fpcheck, "fingerprint", "--quiet", "--scheme", "mh1", tree}},
	}
	for _, j := range jobs {
		j.against = "sha256sum"
	}
	return report(jobs, rounds, files, octets, "file", "sha256sum")
}

// readAll reads a data set, or the files below a directory one after another.
func readAll(tree string) error {
	if info, err := os.Stat(tree); err == nil && info.Mode().IsRegular() {
		return readRecords(tree)
	}
	buffer := make([]byte, 64<<10)
	return filepath.WalkDir(tree, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		defer syscall.Close(fd)
		for {
			if n, err := syscall.Read(fd, buffer); n <= 0 || err != nil {
				return err
			}
		}
	})
}

func reportManifests(files, rounds int, fpcheck string) error {
	tree := filepath.Join(work, strconv.Itoa(files))
	next, err := wordsOfSpec()
	if err != nil {
		return err
	}
	octets, err := makeTree(tree, files, next)
	if err != nil {
		return err
	}
	at := func(name string) string { return tree + "." + name }
	processes := strconv.Itoa(runtime.NumCPU())
	jobs := []*job{
		{name: "sha256sum", against: "sha256sum",
			command: sh(eachBy("sha256sum", tree) + " >../" + filepath.Base(at("sums")))},
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
	return report(jobs, rounds, files, octets, "file", "sha256sum")
}

// report runs the jobs and prints what they took for n files or records, beside what the peer took.
func report(jobs []*job, rounds, n int, octets int64, unit, peer string) error {
	for _, j := range jobs {
		if err := j.run(); err != nil { // so that none is the first to read the files
			return err
		}
		j.seconds, j.processor = nil, nil
	}
	debug.FreeOSMemory() // what this process holds would count as the commands'
	for range rounds {
		for _, j := range jobs {
			if err := j.run(); err != nil {
				return err
			}
		}
	}

	fmt.Printf("%d %ss, %.1f MB, %d processors, %d rounds; medians, and the least and the most\n\n", n, unit, float64(octets)/1e6, runtime.NumCPU(), rounds)
	fmt.Printf("| command | %ss/s | time, to that of %s | processors' time a %s | to that of %[2]s | memory |\n", unit, peer, unit)
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for _, j := range jobs {
		i := slices.IndexFunc(jobs, func(o *job) bool { return o.name == j.against })
		var rates, ratios, each, costs []float64
		for round, s := range j.seconds {
			rates = append(rates, float64(n)/s)
			ratios = append(ratios, s/jobs[i].seconds[round])
			each = append(each, j.processor[round]/float64(n)*1e6)
			costs = append(costs, j.processor[round]/jobs[i].processor[round])
		}
		fmt.Printf("| %s | %s | %s | %s µs | %s | %d MB |\n", j.name, spread("%.0f", rates), spread("%.2f", ratios), spread("%.1f", each), spread("%.2f", costs), j.memory/1e6)
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
	fmt.Fprintf(os.Stderr, "%-32s %6.1f s\n", j.name, j.seconds[len(j.seconds)-1])
	return nil
}

func spread(format string, values []float64) string {
	v := slices.Sorted(slices.Values(values))
	return fmt.Sprintf(format+" ("+format+" to "+format+")", v[len(v)/2], v[0], v[len(v)-1])
}

// wordsOfSpec returns a function that gives one text after another.
func wordsOfSpec() (next func() []byte, err error) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		return nil, err
	}
	words := strings.Fields(string(spec))
	random := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	return func() []byte {
		text.Reset()
		for n := 200 + random.IntN(3800); text.Len() < n; {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteByte(" \n"[random.IntN(12)/11])
		}
		return text.Bytes()
	}, nil
}

// pieces returns a function that returns pieces of the manuals, of at most a number of bytes. It
// takes a piece of each language in turn, and each round begins elsewhere.
func pieces(size int) (next func() []byte, err error) {
	dir, err := corpus.Dir()
	if err != nil {
		return nil, err
	}
	c, err := corpus.Open(dir)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for _, m := range c.Manuals {
		var b bytes.Buffer
		if _, err := m.Text().WriteTo(&b); err != nil {
			return nil, err
		}
		if b.Len() > 2*size {
			texts = append(texts, b.Bytes())
		}
	}
	if len(texts) == 0 {
		return nil, errors.New("no manuals: expected some in the corpus")
	}
	n := 0
	return func() []byte {
		text := texts[n%len(texts)]
		from := n / len(texts) * size * 7 / 5 % (len(text) - size)
		to := from + size
		n++
		for !utf8.RuneStart(text[from]) {
			from++
		}
		for !utf8.RuneStart(text[to]) {
			to--
		}
		return text[from:to]
	}, nil
}

// makeTree makes a tree of a number of files, unless it exists, and returns their total size in
// bytes.
func makeTree(tree string, files int, next func() []byte) (octets int64, err error) {
	_, err = os.Stat(tree)
	there := err == nil
	building := tree + ".tmp"
	if err := os.RemoveAll(building); err != nil {
		return 0, err
	}
	for i := range files {
		text := next()
		octets += int64(len(text))
		if there {
			continue
		}
		name := filepath.Join(building, fmt.Sprintf("%03d", i/1000), fmt.Sprintf("%06d.txt", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return 0, err
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
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
