//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// Each flag and argument that names a file refuses a named pipe by its name. To open one would wait
// for a writer that never comes.
func TestPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"d/a.txt": "the fox and the hound", "e/a.txt": "the fox and the hound", "truth": "d/a.txt\te/a.txt\t1\n",
		"bag/bagit.txt":           "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
		"bag/data/a.txt":          "the fox",
		"bag/manifest-sha256.txt": "0000000000000000000000000000000000000000000000000000000000000000  data/a.txt\n",
		"ocfl/0=ocfl_1.1":         "ocfl_1.1\n",
		"s.yaml": "id: x-a\nunicode: 15.0.0\ntext: utf-8\nidentifiers: keep\nnormalise: nfc\ncategories: [Ll]\nalphabetic: true\n" +
			"features: tokens\nweights: tf-idf\nfrequencies: pipe\nhash: jenkins-lookup3-64\nsketch: simhash-64\n",
	} {
		put(t, name, text)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asCommand, "1")
	port := []string{"--", self, "port"}
	few := []string{"--scheme", "sm1", "--match", "hash-empty"}
	for _, made := range [][]string{
		{"manifest", "create", "-o", "m.fpm", "d"}, {"index", "build", "a.fpx", "d"}, {"sketch", "-o", "s.fpmh", "d"},
		slices.Concat([]string{"conform", "--report", "json=r.json"}, few, port),
	} {
		if _, stderr, code := runIn("", made...); code != 0 {
			t.Fatal(made, stderr)
		}
	}
	if err := exec.Command("tar", "cf", "bag.tar", "bag").Run(); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mkfifo("pipe", 0o666); err != nil {
		t.Skip(err)
	}

	// The arguments of each command that has such flags or arguments. Those that may be pipes have a star.
	arguments := map[string][]string{
		"fingerprint": {"d/a.txt*"}, "compare": {"d/a.txt*", "e/a.txt*"}, "text": {"d/a.txt*"}, "digest": {"d/a.txt*"},
		"dedupe": {"d*", "e*"}, "search": {"a.fpx*", "d*"}, "serve": {"a.fpx*"}, "eval": {"truth*", "d*"},
		"sketch": {"d*"}, "merge": {"s.fpmh*"}, "frequencies": {"d*"}, "index create": {"new.fpx*"}, "index build": {"new.fpx*", "d*"},
		"index add": {"a.fpx*", "d*"}, "index query": {"a.fpx*", "sm1:em2c4vcfyz3kq"}, "index remove": {"a.fpx*", "x"},
		"index stats": {"a.fpx*"}, "index verify": {"a.fpx*"}, "index compact": {"a.fpx*"}, "manifest create": {"d*"},
		"manifest bagit": {"bag*"}, "manifest ocfl": {"ocfl*"}, "verify": {"m.fpm*", "d*"}, "report": {"r.json*"}, "schemes": {},
		"conform": slices.Concat(few, port), "fuzz": slices.Concat([]string{"--n", "1"}, port), "vectors lint": {"d*"}, "vectors copy": {"pipe"}, "vectors update": {"d*"},
		"man": {"d*"}, "passages": {"d*"}, "decontaminate": {"d*"},
	}
	// What a flag, or the arguments, need beside them, by the command and the flag.
	beside := map[string][]string{
		"fingerprint cdxj": {"--emit", "cdxj"}, "fingerprint output": {"--emit", "warc"}, "verify output": {"--emit", "premis"},
		"verify originals": {"--map", "path"}, "serve tls-cert": {"--tls-key", "truth"}, "serve tls-key": {"--tls-cert", "truth"},
		"merge": {"--scheme", "mh1"}, "merge output": {"--scheme", "mh1"}, "merge scheme-file": {"--scheme", "mh1"},
		"merge key-file": {"--scheme", "mh1"}, "sketch": {"-o", "new.fpmh"}, "sketch scheme-file": {"-o", "new.fpmh"},
		"sketch key-file": {"-o", "new.fpmh"}, "passages output": {"--cut", "all"}, "decontaminate": {"--refs", "d"},
		"decontaminate ignore": {"--refs", "d"}, "decontaminate removed": {"--refs", "d"}, "decontaminate found": {"--refs", "d"},
	}
	instead := map[string][]string{ // of the arguments
		"manifest bagit output": {"bag.tar"}, "verify bagit-profile": {"bag"}, "verify checksums": {"d"},
	}
	values := map[string][]string{ // of a flag, if the file is a part
		"report": {"html=pipe"}, "fuzz report": {"json=pipe"}, "conform report": {"html=pipe", "json=pipe", "junit=pipe"},
		"verify report": {"html=pipe", "csv=pipe", "prometheus=pipe"}, "map": {"table:pipe"},
		"scheme-file": {"pipe", "s.yaml", "s.yaml,key=pipe"}, "frequencies scheme-file": {"pipe", "s.yaml,key=pipe"},
	}
	names := []string{"file", "list", "manifest", "reference", "rule", "directory", "dir", "format=file"}
	seen := make(map[string]bool)
	refuses := func(args []string) {
		t.Helper()
		type result struct {
			stderr string
			code   int
		}
		done := make(chan result, 1)
		go func() {
			_, stderr, code := runIn("", args...)
			done <- result{stderr, code}
		}()
		select {
		case r := <-done:
			if r.code != cli.ExitTrouble || !strings.Contains(r.stderr, "pipe: ") {
				t.Errorf("%q: exit code %d, expected 2 and an error that names the pipe: %s", args, r.code, r.stderr)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%q waits for a writer of the pipe", args)
		}
	}
	var visit func(c *cobra.Command, path string)
	visit = func(c *cobra.Command, path string) {
		for _, sub := range c.Commands() {
			visit(sub, strings.TrimSpace(path+" "+sub.Name()))
		}
		args, known := arguments[path]
		command, plain := strings.Fields(path), slices.Clone(args)
		for i, arg := range args {
			plain[i] = strings.TrimSuffix(arg, "*")
		}
		for i, arg := range args {
			if strings.HasSuffix(arg, "*") {
				piped := slices.Clone(plain)
				piped[i] = "pipe"
				refuses(slices.Concat(command, beside[path], piped))
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name, _ := pflag.UnquoteUsage(f)
			if !slices.Contains(names, name) {
				return
			}
			seen[path+" "+f.Name] = true
			if !known {
				t.Errorf("%s --%s names a file: expected the command's arguments in this test", path, f.Name)
			}
			key := path + " " + f.Name
			rest := plain
			if instead[key] != nil {
				rest = instead[key]
			}
			forms := []string{"pipe"}
			for _, of := range []string{f.Name, key} {
				if values[of] != nil {
					forms = values[of]
				}
			}
			for _, form := range forms {
				os.Remove("new.fpx")
				refuses(slices.Concat(command, beside[key], []string{"--" + f.Name + "=" + form}, rest))
			}
		})
	}
	visit(cli.NewApp(t.Context(), nil, new(bytes.Buffer), new(bytes.Buffer), commands.All...).RootCommand(), "")
	if len(seen) < 40 {
		t.Errorf("%d flags name files: expected at least 40", len(seen))
	}
}
