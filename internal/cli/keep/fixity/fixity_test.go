package fixity

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
	"github.com/lsh-interop/fpcheck/manifest"
)

// Digests of "one\n".
const (
	md5Of    = "5bbf5a52328e7439ae6e719dfe712200"
	sha256Of = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"
	sha224Of = "fc77d07bb033d3ccea33b7fb4c94b00e0b6e0c75ec40d31f2ac5dc06"
	blake2Of = "fad0120fa495d39b98e4cccac4aff7c83bec3a100ab770b84760c013e4b987af4b242a2c8bc99891586c663161736844f8c7ae2083d8453dc5b84237513b4965"
)

// read returns the entries of a list, and its errors, a line each.
func read(t *testing.T, name, list string, algorithm *checksum.Algorithm) (lines []string) {
	l := &Lists{Roots: []string{"/srv/tree"}}
	defer l.Close()
	if _, err := l.Add(name, strings.NewReader(list), algorithm, func(w Wrong) error {
		lines = append(lines, fmt.Sprintf("line %d: %v", w.Line, w.Err))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := l.Join(); err != nil {
		return append(lines, err.Error())
	}
	for e, err := range l.all() {
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%q %d", e.path, e.size)
		for _, s := range e.sums {
			line += fmt.Sprintf(" %s:%.4s", s.algorithm, s.digest)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestLists(t *testing.T) {
	for _, tt := range []struct {
		why, name, list string
		algorithm       string
		want            []string
	}{
		{"text", "s", sha256Of + "  a.txt\n", "", []string{`"a.txt" -1 sha256:2c8b`}},
		{"binary", "s", sha256Of + " *a.txt\n", "", []string{`"a.txt" -1 sha256:2c8b`}},
		{"md5 -r of BSD", "s", md5Of + " a.txt\n", "", []string{`"a.txt" -1 md5:5bbf`}},
		{"a name that begins with a blank, and one with an asterisk", "s", md5Of + "   a\n" + md5Of + "  *b\n", "", []string{`" a" -1 md5:5bbf`, `"*b" -1 md5:5bbf`}},
		{"capitals", "s", strings.ToUpper(md5Of) + "  a\n", "", []string{`"a" -1 md5:5bbf`}},
		{"no line end", "s", md5Of + "  a", "", []string{`"a" -1 md5:5bbf`}},
		{"CR LF", "s", md5Of + "  a\r\n" + md5Of + "  b\r\n", "", []string{`"a" -1 md5:5bbf`, `"b" -1 md5:5bbf`}},
		{"a name that ends with CR, where lines do not", "s", md5Of + "  a\n" + md5Of + "  b\r\n", "", []string{`"a" -1 md5:5bbf`, `"b\r" -1 md5:5bbf`}},
		{"a byte order mark", "s", "\uFEFF" + md5Of + "  a\n", "", []string{`"a" -1 md5:5bbf`}},
		{"UTF-16, as PowerShell writes it", "s", "\xff\xfe" + strings.Join(strings.Split(md5Of+"  a\r\n", ""), "\x00") + "\x00", "", []string{`"a" -1 md5:5bbf`}},
		{"escapes", "s", `\` + md5Of + `  a\\b\nc\rd` + "\n", "", []string{`"a\\b\nc\rd" -1 md5:5bbf`}},
		{"a backslash without a mark", "s", md5Of + `  a\nb` + "\n", "", []string{`"a\\nb" -1 md5:5bbf`}},
		{"an escape that there is not", "s", `\` + md5Of + `  a\tb` + "\n", "", []string{`line 1: path "a\\tb": expected \\, \n or \r after a backslash`}},
		{"BSD", "s", "SHA256 (a (1).txt) = " + sha256Of + "\n", "", []string{`"a (1).txt" -1 sha256:2c8b`}},
		{"BSD, escaped", "s", `\MD5 (a\nb) = ` + md5Of + "\n", "", []string{`"a\nb" -1 md5:5bbf`}},
		{"openssl", "s", "SHA2-224(a)= " + sha224Of + "\nSHA256(b)= " + sha256Of + "\n", "", []string{`"a" -1 sha224:fc77`, `"b" -1 sha256:2c8b`}},
		{"BLAKE2", "s", "BLAKE2b (a) = " + blake2Of + "\nBLAKE2b-256 (b) = " + sha256Of + "\n", "", []string{`"a" -1 blake2b:fad0`, `"b" -1 blake2b256:2c8b`}},
		{"an algorithm without a program here", "s", "SM3 (a) = " + sha256Of + "\n", "", []string{`"a" -1 sm3:2c8b`}},
		{"a name that tells the algorithm", "B2SUMS", blake2Of + "  a\n", "", []string{`"a" -1 blake2b:fad0`}},
		{"another, of a bag", "manifest-sha512.txt", blake2Of + "  a\n", "", []string{`"a" -1 sha512:fad0`}},
		{"a name that tells another length", "MD5SUMS", sha256Of + "  a\n", "", []string{`line 1: digest "` + sha256Of + `": expected 32 hexadecimal digits of md5, as other lines have`}},
		{"a length of BLAKE2b that has a name of its own", "s", sha256Of + "  a\n", "blake2b", []string{`line 1: digest "` + sha256Of + `": expected 128 hexadecimal digits of blake2b, or --checksums blake2b256=FILE`}},
		{"the same by the name of the list", "B2SUMS", sha256Of + "  a\n", "", []string{`line 1: digest "` + sha256Of + `": expected 128 hexadecimal digits of blake2b, or --checksums blake2b256=FILE`}},
		{"an algorithm that is given", "s", sha256Of + "  a\n", "blake2s", []string{`"a" -1 blake2s:2c8b`}},
		{"comments and blank lines", "s", "# a\n\n" + md5Of + "  a\n", "", []string{`"a" -1 md5:5bbf`}},
		{"a signature", "s", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n# a\n" + md5Of + "  a\n- -----b\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n", "",
			[]string{`line 6: "-----b": expected a digest, two spaces and a path`, `"a" -1 md5:5bbf`}},
		{"lines that are malformed", "s", "a\n" + md5Of + "\n" + md5Of[1:] + "  a\n" + md5Of + "  b\n" + md5Of + "  \n" + md5Of + "ab  c\n", "", []string{
			`line 1: "a": expected a digest, two spaces and a path`, `line 2: "` + md5Of + `": expected a digest, two spaces and a path`,
			`line 3: "` + md5Of[1:] + `  a": expected a digest, two spaces and a path`, `line 5: no path: expected one after the digest`,
			`line 6: a digest of 34 digits: expected one of MD5, SHA-1 or SHA-2, or ALGORITHM=LIST`, `"b" -1 md5:5bbf`,
		}},
		{"a line that is too long", "s", strings.Repeat("a", maxLine) + "\n" + md5Of + "  b\n", "", []string{"line 1: more than 65536 bytes: expected a digest and a path", `"b" -1 md5:5bbf`}},
		{"a list that was cut short", "s", md5Of + "  a\n" + md5Of[:9], "", []string{`line 2: "` + md5Of[:9] + `": expected a digest, two spaces and a path`, `"a" -1 md5:5bbf`}},
		{"hashdeep", "s", "%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## Invoked from: /\n4," + md5Of + "," + sha256Of + ",a, b\n", "", []string{`"a, b" 4 md5:5bbf sha256:2c8b`}},
		{"hashdeep with other columns, twice", "s", "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n4," + md5Of + ",a\n%%%% HASHDEEP-1.0\n%%%% size,tiger,filename\n4,ab,b\n", "",
			[]string{`"a" 4 md5:5bbf`, `"b" 4 tiger:ab`}},
		{"hashdeep, malformed", "s", "%%%% HASHDEEP-1.0\n4," + md5Of + ",a\n%%%% md5,filename\n%%%% size,md5,filename\nx," + md5Of + ",a\n4,x,a\n4\n", "", []string{
			`line 2: "4,` + md5Of + `,a": expected a row of the columns `, `line 3: "%%%% md5,filename": expected columns such as "%%%% size,md5,sha256,filename"`,
			`line 5: size "x": expected a number of bytes`, `line 6: digest "x": expected 32 hexadecimal digits of md5`, `line 7: "4": expected a row of the columns size,md5,filename`,
		}},
		{"paths that lead out, and paths that do not", "s", md5Of + "  ../a\n" + md5Of + "  /etc/passwd\n" + md5Of + "  /srv/tree/b\n" + md5Of + "  ./c//d\n" + md5Of + "  e/\n" + md5Of + "  f/../g\n" + md5Of + "  h\x00\n", "", []string{
			`line 1: path "../a": expected a path below the directory`, `line 2: path "/etc/passwd": expected a path below the directory`,
			`line 5: path "e/": expected a file, not a directory`, `line 6: path "f/../g": expected a path below the directory`, `line 7: path "h\x00" has U+0000: expected a path without`,
			`"b" -1 md5:5bbf`, `"c/d" -1 md5:5bbf`,
		}},
		{"the same twice", "s", md5Of + "  a\n" + md5Of + " *./a\n", "", []string{`"a" -1 md5:5bbf`}},
		{"two algorithms", "s", md5Of + "  a\n" + sha256Of + "  a\n", "", []string{`"a" -1 md5:5bbf sha256:2c8b`}},
		{"two digests", "s", md5Of + "  a\n" + strings.Repeat("0", 32) + "  a\n", "", []string{`s, line 2: two md5 digests for "a" (also in s, line 1): expected one`}},
		{"two sizes", "s", "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n4," + md5Of + ",a\n5," + md5Of + ",a\n", "", []string{`s, line 3: two sizes for "a" (also in s, line 4): expected one`}},
	} {
		if diff := cmp.Diff(tt.want, read(t, tt.name, tt.list, checksum.Of(tt.algorithm))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestCompare(t *testing.T) {
	tree := fstest.MapFS{}
	for name, content := range map[string]string{"same": "one\n", "d/altered": "two\n", "longer": "one\n\n", "moved": "three\n", "new": "four\n", "empty-2": ""} {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	l := new(Lists)
	defer l.Close()
	for name, list := range map[string]string{
		"MD5SUMS": md5Of + "  same\n" + md5Of + "  d/altered\n" + md5Of + "  gone\nd41d8cd98f00b204e9800998ecf8427e  empty\n65ca9dd2fbb1d3a1dc3bc7f2d2ee4f3d  x\n",
		"h":       "%%%% HASHDEEP-1.0\n%%%% size,tiger,filename\n4,ab,longer\n4,ab,unjudged\n",
		"S":       "SHA256 (before) = f6936912184481f5edd4c304ce27c5a1a827804fc7f329f43d273b8621870776\n",
	} {
		if _, err := l.Add(name, strings.NewReader(list), nil, func(w Wrong) error { return w.Err }); err != nil {
			t.Fatal(err)
		}
	}
	tree["pipe"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	tree["unjudged"] = &fstest.MapFile{Data: []byte("one\n")}
	if err := l.Join(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for r, err := range l.Compare(context.Background(), tree, manifest.Options{Skip: func(p string) bool { return p == "x" }}) {
		if err != nil {
			t.Fatal(err)
		}
		line := r.String()
		if r.Err != nil {
			line += ": " + r.Err.Error()
		}
		got = append(got, strings.SplitN(line, ": expected", 2)[0])
	}
	want := []string{
		"d/altered: DIFFERENT: md5 c193497a1a06b2c72230e6146ff47080", "longer: DIFFERENT: 5 bytes", "same: OK", "unjudged: NOT COMPARED: algorithm tiger",
		"empty: MISSING", "empty-2: NEW", "gone: MISSING", "moved: MOVED (from before)", "new: NEW", "pipe: NEW: not a regular file: not opened",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What other programs write is read, with odd names too.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	files := []string{"a.txt", "b c", "d, e", "back\\slash", "line\nend", "carriage\rreturn", "*star", " blank", "(x) = y", "日本", "\xff"}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Skip(err) // the file system has no such names
		}
	}
	for _, tt := range []struct {
		command string
		left    int // names that the program cannot write
	}{
		{"md5sum", 0}, {"sha1sum", 0}, {"sha224sum", 0}, {"sha256sum", 0}, {"sha384sum", 0}, {"sha512sum", 0}, {"b2sum", 0},
		{"sha256sum -b", 0}, {"sha256sum --tag", 0}, {"b2sum --tag -l 256", 0}, {"b2sum --tag", 0}, {"cksum -a sha224", 0}, {"cksum -a blake2b --untagged", 0},
		{"hashdeep -l", 1}, {"hashdeep -c md5,sha1,sha256,tiger -l", 1}, {"hashdeep", 1}, {"sha256deep -l", 1},
	} {
		args := strings.Fields(tt.command)
		c := exec.Command(args[0], append(append(args[1:], "--"), files...)...)
		if strings.Contains(args[0], "deep") {
			c.Args = append(args, files...)
		}
		c.Dir = dir
		out, err := c.Output()
		if err != nil && len(out) == 0 {
			t.Logf("skipped: %s: %v", tt.command, err)
			continue
		}
		l := &Lists{Roots: []string{dir}}
		var given *checksum.Algorithm
		if args[0] == "b2sum" || strings.Contains(tt.command, "blake2b") {
			given = checksum.Of("blake2b")
		}
		if _, err := l.Add(args[0], strings.NewReader(string(out)), given, func(w Wrong) error {
			if tt.left == 0 {
				t.Errorf("%s: line %d: %v", tt.command, w.Line, w.Err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := l.Join(); err != nil {
			t.Fatal(err)
		}
		ok := 0
		for r, err := range l.Compare(t.Context(), manifest.Dir(dir), manifest.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Status == manifest.OK {
				ok++
			}
		}
		l.Close()
		if ok != len(files)-tt.left {
			t.Errorf("%s: %d of %d files are OK, want all but %d", tt.command, ok, len(files), tt.left)
		}
	}
}

func FuzzLists(f *testing.F) {
	for _, seed := range []string{
		sha256Of + "  a\n", `\` + md5Of + ` *a\\b`, "SHA256 (a) = " + sha256Of + "\r\n", "%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n4," + md5Of + ",a\n",
		"-----BEGIN PGP SIGNED MESSAGE-----\n\n" + md5Of + "  /srv/tree/a\n-----BEGIN PGP SIGNATURE-----\n",
	} {
		f.Add("a", seed)
	}
	f.Fuzz(func(t *testing.T, name, list string) {
		for _, line := range read(t, name, list, nil) {
			path, ok := strings.CutPrefix(line, `"`)
			if ok && (strings.HasPrefix(path, "/") || strings.HasPrefix(path, "../")) {
				t.Errorf("%s leads out", line)
			}
		}
	})
}
