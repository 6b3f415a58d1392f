//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/commands"
)

// hostile are names that affect a terminal, a line or a verdict.
var hostile = []string{
	"\x1b[2J", "\x1b]0;title\a", "\x1bP1;1|\x1b\\", "\u009b31m", "\u0090q\u009c", "\x9b2J", "\x07", "\b\b\bOK", "\rOK", "a\nb: OK",
	"\u202Etxt.exe", "\u2066a\u2069", "\u200Fa", "\u061Ca", "\u2028a", "\u2029a", "\u0085a", "\x7f", "\xff\xfe", "\xc3", "\xed\xa0\x80",
	`a\x1b`, `\`, "a\tb", "x conforms to sm1\n",
}

// TestHostile checks that no command prints foreign text unescaped to a terminal. Foreign are names
// of files and records, answers of ports, and the contents of unexpected files. The same holds for
// lines and messages that are written to a file.
func TestHostile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	all := strings.Join(hostile, "")
	for i, name := range hostile {
		put(t, filepath.Join("d", name), "the fox and the hound")
		put(t, filepath.Join("empty", name), "")
		put(t, filepath.Join("other", name), fmt.Sprintf("the fox met %d hounds", i))
		put(t, filepath.Join("new", name+"x"), "nothing of the kind")
	}
	var records, lines strings.Builder
	for i, name := range hostile {
		body := "HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=" + strings.NewReplacer("\r", "", "\n", "").Replace(name) + "\r\n\r\n<p>the fox"
		if i%3 == 0 {
			body = "no HTTP"
		}
		fmt.Fprintf(&records, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:%s>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"+
			"WARC-Target-URI: http://a/%[1]s\r\nContent-Type: application/http\r\nContent-Length: %[2]d\r\n\r\n%[3]s\r\n\r\n",
			strings.NewReplacer("\r", "", "\n", "").Replace(name), len(body), body)
		fmt.Fprintf(&lines, "{\"id\":%q,\"text\":\"the fox\"}\n{\"id\":\"%[2]s\",\"text\":\"the fox\"}\n{\"%[2]s\":0}\n%[2]s\n", "\u202E\u009b\n\x7f", name)
	}
	put(t, "a.warc", records.String())
	put(t, "a.jsonl", lines.String())
	put(t, "a.cdxj", "com,example)/ 20240102030405 {\"url\":\"http://a/"+all+"\"}\n"+all+"\n")
	put(t, "v/hash/a.yaml", "stage: \""+strings.NewReplacer("\\", "", "\n", "").Replace(all)+"\"\n"+all)
	put(t, "v/b.yaml", "stage: hash\nvectors:\n- id: "+`"\e[2J\u202E"`+"\n")
	put(t, "s.yaml", "id: "+`"\e[2J\u202E"`+"\nsketch: "+`"\u009b"`+"\n")
	put(t, "map.csv", "source,target\n\""+all+"\","+"\""+all+"\"\n")
	put(t, "bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
	put(t, "bag/manifest-sha256.txt", strings.Repeat("0", 64)+"  data/"+strings.ReplaceAll(all, "\n", "%0A")+"\n"+all+"\n")
	put(t, "bag/bag-info.txt", all+": "+all+"\n")
	put(t, "bag/data/"+strings.ReplaceAll(hostile[0], "/", ""), "the fox")
	put(t, "ocfl/0=ocfl_object_1.1", "ocfl_object_1.1\n")
	put(t, "ocfl/"+hostile[0], "")
	put(t, "ocfl/inventory.json", `{"id":"`+strings.NewReplacer("\n", `\n`, "\\", `\\`).Replace(all)+`","\u001b\u202e":1}`)
	const answers = `IFS= read -r line; printf '%s\n' '{"protocol":1,"name":"x\u001b[2J conforms to sm1\nx\u202e","version":"\u009b","schemes":["sm1","\u001b"],"stages":["hash","\u001b"]}'
printf '\033[2J\302\233\342\200\256no newline' >&2
while IFS= read -r line; do id=${line#*'"id":"'}; id=${id%%'"'*}
printf '{"id":"%s","outcome":"\\u001b[2J\\nx conforms to sm1","reason":"\\u001b[2J\\u202e\\nx conforms to sm1"}\n' "$id"; printf '\033[2J\302\233\n'; done`
	put(t, "port", answers)
	put(t, "refuses", `echo '{"error":"\u001b[2J\u202e\nx conforms to sm1"}'`)
	put(t, "dies", "printf '\\033[2J\\302\\233\\nx conforms to sm1\\n' >&2; exit 3")
	put(t, "known", hostile[0]+"\n")

	create := []string{"manifest", "create", "-o", "m", "d"}
	if _, stderr, code := runIn("", create...); code != 0 {
		t.Fatal(stderr)
	}
	manifest, err := os.ReadFile("m")
	if err != nil {
		t.Fatal(err)
	}
	prints, _, _ := runIn("", "fingerprint", "--quiet", "other")
	put(t, "prints", prints)
	prints, _, _ = runIn("", "fingerprint", "--quiet", "--json", "new")
	put(t, "prints.json", prints)
	put(t, "bad", "sm1:em2c4vcfyz3kq  "+all+"\nsm1:"+all+"  a\n\\sm1:em2c4vcfyz3kq  \\x\x1b[2J\n")
	put(t, "tool", strings.Replace(string(manifest), "\ntool: ", "\ntool: \x1b[2J\u202E\u009b ", 1))
	if _, stderr, _ := runIn("", "conform", "--scheme", "sm1", "--match", "hash-**", "--report", "json=r.json", "--", "sh", "port"); stderr != "" {
		t.Fatal(stderr)
	}
	calls := [][]string{
		{"fingerprint", "d", "empty"}, {"fingerprint", "--json", "d", "empty"}, {"fingerprint", "--stages", "d"},
		{"text", "d", "empty"}, {"text", "--json", "--raw", "d", "a.warc"}, {"digest", "d", "empty"}, {"digest", "--json", "d", "a.warc"},
		{"fingerprint", "a.warc"}, {"fingerprint", "--strict", "a.warc"}, {"fingerprint", "--json", "--report", "a.warc"},
		{"fingerprint", "--input", "jsonl", "--id-field", "id", "a.jsonl"}, {"fingerprint", "--json", "--input", "jsonl", "--id-field", "id", "a.jsonl"},
		{"fingerprint", "--media", hostile[0], "d"}, {"fingerprint", "--scheme", hostile[0]}, {"fingerprint", "--scheme-file", "s.yaml", "d"},
		{"fingerprint", "--words", hostile[0], "d"}, {"fingerprint", "--input", hostile[3]}, {"fingerprint", all}, {all}, {"--" + all},
		{"dedupe", "--min-similarity", "0", "d", "other"}, {"dedupe", "--min-similarity", "0", "--json", "d", "a.warc"},
		{"dedupe", "--min-similarity", "0", "--pairs", "d"}, {"dedupe", "d", "d"},
		{"dedupe", "--min-similarity", "0", "m", "prints", "prints.json"}, {"dedupe", "tool"}, {"dedupe", "bad"}, {"dedupe", "--resume", "known", "d"},
		{"dedupe", "--min-similarity", "0", "--report", "html=h", "--parquet", hostile[0] + "p", "d", "a.jsonl"}, {"dedupe", "--fingerprint-field", all, "--input", "jsonl", "a.jsonl"},
		create, {"manifest", "create", "--exclude", hostile[9], "-o", "m2", "empty"}, {"manifest", "create", hostile[0]},
		{"manifest", "bagit", "bag"}, {"manifest", "ocfl", "ocfl"},
		{"verify", "m", "d"}, {"verify", "m", "other"}, {"verify", "m", "new"}, {"verify", "--json", "m", "other"}, {"verify", "tool", "d"},
		{"verify", "a.jsonl", "d"}, {"verify", "bag"}, {"verify", "--json", "bag"}, {"verify", "ocfl"}, {"verify", "--json", "ocfl"},
		{"verify", "--map", "path", "--diff", "d", "other"}, {"verify", "--map", "table:map.csv", "d", "other"}, {"verify", "--map", all, "d", "other"},
		{"compare", filepath.Join("d", hostile[0]), filepath.Join("other", hostile[1])}, {"compare", hostile[0], hostile[1]},
		{"compare", "--json", filepath.Join("d", hostile[0]), filepath.Join("other", hostile[1])}, {"compare", "sm1:" + hostile[0], "x"},
		{"sketch", "-o", hostile[0] + ".fpmh", "d", "empty"}, {"merge", "--scheme", "mh1", filepath.Join("d", hostile[0]), hostile[0] + ".fpmh"},
		{"merge", "--scheme", "mh1", "--json", "-o", hostile[3], hostile[0] + ".fpmh"}, {"frequencies", "empty", "d"},
		{"vectors", "lint", "v"}, {"vectors", "update", "v"}, {"vectors", "list", "--rule", all}, {"vectors", "copy", filepath.Join("d", hostile[0])},
		{"schemes", all}, {"man", filepath.Join("d", hostile[0])}, {"completion", all}, {"report", "a.jsonl"}, {"report", hostile[0]},
		{"conform", "--scheme", "sm1", "--match", "hash-**", "--log", "--verbose", "--", "sh", "port"},
		{"conform", "--scheme", "sm1", "--match", "hash-**", "--quiet", "--", "sh", "port"}, {"conform", "--match", all, "--", "sh", "port"},
		{"conform", "--known-failing", "known", "--scheme", "sm1", "--match", "hash-**", "--", "sh", "port"},
		{"conform", "--", "sh", "refuses"}, {"conform", "--log", "--", "sh", "dies"}, {"conform", "--", hostile[0]}, {"conform", "--level", all, "--", "x"},
		{"fuzz", "--n", "20", "--max-failures", "1", "--scheme", "sm1", "--log", "--", "sh", "port"}, {"fuzz", "--", "sh", "dies"},
	}
	files := [][]string{ // their bytes are copied; they count as text only on a terminal
		{"fingerprint", "-z", "d"}, {"digest", "-z", "d"}, {"text", "--raw", "bad", "a.warc"}, {"dedupe", "--csv", "d"}, {"dedupe", "--min-similarity", "0", "-0", "d"}, {"fingerprint", "--emit", "cdxj", "--cdxj", "a.cdxj", "a.warc"}, {"manifest", "create", "d"}, {"report", "r.json"},
	}
	own := strings.NewReplacer(clears, "", "\r\n", "\n", "\x1b[31m", "", "\x1b[32m", "", "\x1b[33m", "", "\x1b[35m", "",
		"\x1b[0m", "")
	for _, args := range append(calls, files...) {
		tty, written := terminal(t)
		code := cli.Run(args, strings.NewReader(""), tty, tty, commands.All)
		screen := written()
		harmless(t, "on a terminal: "+fmt.Sprintf("%q", args), own.Replace(screen))
		if screen == "" && code != 0 {
			t.Errorf("%q: exit code %d, and nothing on the terminal", args, code)
		}
	}
	for _, args := range calls {
		stdout, stderr, _ := runIn("", args...)
		harmless(t, fmt.Sprintf("%q", args), stdout)
		harmless(t, "standard error of "+fmt.Sprintf("%q", args), stderr)
		for line := range strings.Lines(stdout + stderr) {
			if strings.HasPrefix(line, "x conforms") || strings.HasPrefix(line, "b: OK") {
				t.Errorf("%q prints a line of a stranger's: %q", args, line)
			}
		}
	}

	// A program gets the exact names, in either form.
	var names bytes.Buffer
	for _, name := range hostile {
		fmt.Fprintf(&names, "d/%s\x00", name)
	}
	stdout, _, _ := runIn("", "fingerprint", "-z", "--quiet", "d")
	for line := range strings.SplitSeq(strings.TrimSuffix(stdout, "\x00"), "\x00") {
		if _, name, _ := strings.Cut(line, "  "); !strings.Contains(names.String(), name+"\x00") {
			t.Errorf("-z prints the name %q", name)
		}
	}
	if n := strings.Count(stdout, "\x00"); n != len(hostile) {
		t.Errorf("-z prints %d names, expected %d", n, len(hostile))
	}
}

// harmless finds characters that affect a terminal.
func harmless(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		invalid := false
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(text[i:])
			invalid = size == 1
		}
		if invalid || r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) || r == 0x2028 || r == 0x2029 {
			t.Errorf("%s: %q in %q", what, text[i:i+1], text[max(0, i-60):min(len(text), i+60)])
			return
		}
	}
}
