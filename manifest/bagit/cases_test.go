package bagit

import (
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/checksum"
)

// A testCase is a bag and the verdict of RFC 8493. Where versions differ, each has a case.
type testCase struct {
	name     string
	section  string
	sentence string                    // from the RFC or its last draft; in brackets if it is our own
	versions string                    // "1.0" if not given
	algs     string                    // "sha256" if not given
	tagAlgs  string                    // those of algs if not given; "-" for none
	edit     func(b map[string]string) // before tag manifests are made
	after    func(b map[string]string) // when all is made
	links    map[string]string
	want     []string // findings: "error checksum"; none for a valid bag
}

const allVersions = "0.93 0.94 0.95 0.96 0.97 1.0"

// put, replace and others change files of a bag.
func put(name, contents string) func(map[string]string) {
	return func(b map[string]string) { b[name] = contents }
}

func drop(name string) func(map[string]string) {
	return func(b map[string]string) { delete(b, name) }
}

func appendTo(name, contents string) func(map[string]string) {
	return func(b map[string]string) { b[name] += contents }
}

func swap(name, old, fresh string) func(map[string]string) {
	return func(b map[string]string) {
		if !strings.Contains(b[name], old) {
			panic(name + " has no " + old)
		}
		b[name] = strings.ReplaceAll(b[name], old, fresh)
	}
}

// linkedPayload moves the payload to a directory that data may be a link to.
func linkedPayload(b map[string]string) {
	for name, contents := range maps.Clone(b) {
		if rest, ok := strings.CutPrefix(name, "data/"); ok {
			b["real/"+rest] = contents
			delete(b, name)
		}
	}
}

func all(edits ...func(map[string]string)) func(map[string]string) {
	return func(b map[string]string) {
		for _, e := range edits {
			e(b)
		}
	}
}

// add puts a file into the payload under another name than the manifest lists.
func add(name, listed, contents string) func(map[string]string) {
	return func(b map[string]string) {
		b[name] = contents
		b["manifest-sha256.txt"] += sumOf("sha256", contents) + "  " + listed + "\n"
	}
}

func sumOf(alg, contents string) string {
	h := checksum.Of(alg).New()
	h.Write([]byte(contents))
	return hex.EncodeToString(h.Sum(nil))
}

// build makes the files of a bag.
func (c *testCase) build(version string) map[string]string {
	b := map[string]string{
		"bagit.txt":      "BagIt-Version: " + version + "\nTag-File-Character-Encoding: UTF-8\n",
		"data/a.txt":     "hello\n",
		"data/sub/b.txt": "other\n",
	}
	info := "bag-info.txt"
	if version < "0.96" {
		info = "package-info.txt"
	}
	b[info] = "Source-Organization: An archive\nPayload-Oxum: 12.2\n"
	algs := c.algs
	if algs == "" {
		algs = "sha256"
	}
	for _, alg := range strings.Fields(algs) {
		list := ""
		for _, name := range []string{"data/a.txt", "data/sub/b.txt"} {
			list += sumOf(alg, b[name]) + "  " + name + "\n"
		}
		b["manifest-"+alg+".txt"] = list
	}
	if c.edit != nil {
		c.edit(b)
	}
	if _, had := b[info]; had && strings.Contains(b[info], "12.2") { // otherwise the case is about this
		files, octets := 0, 0
		for name, contents := range b {
			if strings.HasPrefix(name, "data/") && !strings.HasSuffix(name, "/") {
				files, octets = files+1, octets+len(contents)
			}
		}
		b[info] = strings.Replace(b[info], "12.2", strconv.Itoa(octets)+"."+strconv.Itoa(files), 1)
	}
	tags := c.tagAlgs
	if tags == "" {
		tags = algs
	}
	if tags != "-" {
		lists := make(map[string]string)
		for _, alg := range strings.Fields(tags) {
			for _, name := range slices.Sorted(maps.Keys(b)) {
				if !strings.HasPrefix(name, "data") && !strings.HasSuffix(name, "/") {
					lists["tagmanifest-"+alg+".txt"] += sumOf(alg, b[name]) + "  " + name + "\n"
				}
			}
		}
		maps.Copy(b, lists)
	}
	if c.after != nil {
		c.after(b)
	}
	return b
}

// resum corrects the line of a file in a tag manifest.
func resum(name string) func(map[string]string) {
	return func(b map[string]string) {
		for tag := range b {
			alg, is, ok := manifestName(tag)
			if !is || !ok {
				continue
			}
			lines := strings.SplitAfter(b[tag], "\n")
			for i, l := range lines {
				if strings.HasSuffix(l, "  "+name+"\n") {
					lines[i] = sumOf(alg, b[name]) + "  " + name + "\n"
				}
			}
			b[tag] = strings.Join(lines, "")
		}
	}
}

func utf16le(s string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

const hello = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03" // SHA-256 of "hello\n"

const (
	twoLines  = `The "bagit.txt" tag file MUST consist of exactly two lines in this order: BagIt-Version: M.N, Tag-File-Character-Encoding: ENCODING.`
	lineForm  = `Each line of a payload manifest file MUST be of the form: checksum filepath.`
	encoded   = `If a filepath includes a Line Feed (LF), a Carriage Return (CR), a Carriage-Return Line Feed (CRLF), or a percent sign (%), those characters (and only those) MUST be percent-encoded following RFC 3986.`
	outside   = `Implementers MUST ensure that files outside the bag directory structure are not accessed when reading or writing files based on paths specified in a bag.`
	encodedTo = `If filename includes an LF, a CR, a CRLF, or a percent sign (%), those characters (and only those) MUST be percent-encoded as described in RFC 3986.`
	element   = `A metadata element MUST consist of a label, a colon ":", a single linear whitespace character (space or tab), and a value that is terminated with an LF, a CR, or a CRLF.`
	label     = `The label MAY contain linear whitespace characters but MUST NOT start or end with whitespace.`
	earlier   = `Implementations wishing to support previous BagIt versions MUST accept multiple linear whitespace characters before and after the colon when the bag version is earlier than 1.0.`
	everyFile = `For BagIt 1.0, every payload file MUST be listed in every payload manifest. Note that older versions of BagIt allowed payload files to be listed in just one of the manifests.`
	once1     = `Every payload manifest MUST list every payload file name exactly once.`
	verified  = `Every checksum in every payload manifest and tag manifest has been successfully verified against the contents of the corresponding file.`
	terminate = `Text tag files are line-oriented, and each line MUST be terminated by an LF, a CR, or a CRLF.`
	normal    = `The name of the checksum algorithm MUST be normalized for use in the manifest's filename by lowercasing the common name of the algorithm and removing all non-alphanumeric characters.`
	oxumForm  = `This element MUST NOT be present more than once and, if present, MUST be in the form "OctetCount.StreamCount".`
	fetchForm = `Each line of a fetch file MUST be of the form: url length filepath.`
	noMark    = `When "bagit.txt" specifies UTF-8, the tag files MUST NOT begin with a BOM.`
	alike     = `BagIt implementations SHOULD tolerate differences in normalization form by comparing both the list of filesystem and manifest names after applying the same normalization form to both.`
)

var testCases = []testCase{
	{name: "basic", section: "2", versions: allVersions, sentence: `A bag MUST consist of a base directory containing a set of required and optional tag files, a subdirectory named "data", and a set of optional tag directories.`},

	// 2.1.1
	{name: "no-declaration", section: "2.1.1", versions: "0.97 1.0", sentence: twoLines, after: drop("bagit.txt"), want: []string{"error declaration"}},
	{name: "declaration-of-one-line", section: "2.1.1", versions: "0.97 1.0", sentence: twoLines, edit: swap("bagit.txt", "Tag-File-Character-Encoding: UTF-8\n", ""), want: []string{"error declaration"}},
	{name: "declaration-of-three-lines", section: "2.1.1", sentence: twoLines, edit: appendTo("bagit.txt", "Note: a third\n"), want: []string{"error declaration"}},
	{name: "declaration-with-empty-line", section: "2.1.1", sentence: twoLines, edit: appendTo("bagit.txt", "\n"), want: []string{"error declaration"}},
	{name: "declaration-in-another-order", section: "2.1.1", sentence: twoLines, edit: put("bagit.txt", "Tag-File-Character-Encoding: UTF-8\nBagIt-Version: 1.0\n"), want: []string{"error declaration"}},
	{name: "declaration-with-space-before-colon", section: "2.1.1", sentence: twoLines, edit: swap("bagit.txt", ":", " :"), want: []string{"error declaration"}},
	{name: "declaration-with-space-before-colon", section: "2.1.1", versions: "0.97", sentence: earlier, edit: swap("bagit.txt", ":", " :"), want: []string{"warning declaration"}},
	{name: "declaration-in-small-letters", section: "2.1.1", sentence: twoLines, edit: swap("bagit.txt", "BagIt-Version", "bagit-version"), want: []string{"error declaration"}},
	{name: "declaration-with-space-at-the-end", section: "2.1.1", sentence: twoLines + ` [Nobody can mistake it.]`, edit: swap("bagit.txt", "1.0", "1.0 "), want: []string{"warning declaration"}},
	{name: "version-without-major", section: "2.1.1", sentence: `M.N identifies the BagIt major (M) and minor (N) version numbers.`, edit: swap("bagit.txt", "1.0", ".97"), want: []string{"error version"}},
	{name: "version-with-words", section: "2.1.1", sentence: `M.N identifies the BagIt major (M) and minor (N) version numbers.`, edit: swap("bagit.txt", "1.0", "one"), want: []string{"error version"}},
	{name: "version-of-the-future", section: "2.1.1", sentence: `The number for this version of BagIt is "1.0". [Nobody knows what 1.1 will ask.]`, edit: swap("bagit.txt", "1.0", "1.1"), want: []string{"not judged version"}},
	{name: "version-2", section: "2.1.1", sentence: `The number for this version of BagIt is "1.0".`, edit: swap("bagit.txt", "1.0", "2.0"), want: []string{"not judged version"}},
	{name: "mark-in-declaration", section: "2.1.1", versions: "0.97 1.0", sentence: `The bag declaration itself MUST be encoded in UTF-8 and MUST NOT contain a byte order mark (BOM).`, edit: func(b map[string]string) { b["bagit.txt"] = utf8Mark + b["bagit.txt"] }, want: []string{"error byte-order-mark"}},
	{name: "declaration-in-utf-16", section: "2.1.1", sentence: `The bag declaration itself MUST be encoded in UTF-8 and MUST NOT contain a byte order mark (BOM).`, edit: func(b map[string]string) { b["bagit.txt"] = utf16le(b["bagit.txt"]) }, want: []string{"error declaration", "error encoding"}},
	{name: "declaration-with-cr-lf", section: "2.3", sentence: terminate, edit: swap("bagit.txt", "\n", "\r\n")},
	{name: "declaration-with-cr", section: "2.3", sentence: terminate, edit: swap("bagit.txt", "\n", "\r")},
	{name: "declaration-without-last-line-end", section: "2.3", sentence: `It is RECOMMENDED that the last line in a tag file also end with LF, CR, or CRLF.`, edit: swap("bagit.txt", "UTF-8\n", "UTF-8")},
	{name: "unknown-encoding", section: "2.1.1", sentence: `ENCODING SHOULD be "UTF-8", but for backwards compatibility it MAY be any other encoding registered.`, edit: swap("bagit.txt", "UTF-8", "UTF-9"), want: []string{"error encoding"}},
	{name: "encoding-in-small-letters", section: "2.1.1", sentence: `ENCODING SHOULD be "UTF-8". [Names of the registry ignore case.]`, edit: swap("bagit.txt", "UTF-8", "utf-8")},
	{name: "latin-1", section: "2.1.1", versions: "0.97 1.0", sentence: `ENCODING SHOULD be "UTF-8", but for backwards compatibility it MAY be any other encoding registered.`, edit: all(swap("bagit.txt", "UTF-8", "ISO-8859-1"), add("data/é.txt", "data/\xe9.txt", "x")), want: []string{"warning encoding"}},
	{name: "utf-16", section: "2.3", versions: "0.97 1.0", sentence: `In all text tag files except for the bag declaration file, text MUST use the character encoding specified in the "bagit.txt" bag declaration file. Text tag files except for the bag declaration file MAY include a BOM only if the specified encoding requires it.`, edit: func(b map[string]string) {
		swap("bagit.txt", "UTF-8", "UTF-16")(b)
		add("data/é.txt", "data/é.txt", "xyz")(b)
		b["manifest-sha256.txt"] = utf16le(b["manifest-sha256.txt"])
		b["bag-info.txt"] = utf16le(strings.Replace(b["bag-info.txt"], "12.2", "15.3", 1))
	}, after: func(b map[string]string) { b["tagmanifest-sha256.txt"] = utf16le(b["tagmanifest-sha256.txt"]) }, want: []string{"warning encoding"}},

	// 2.1.2
	{name: "no-payload-directory", section: "2.1.2", versions: "0.97 1.0", sentence: `The base directory MUST contain a subdirectory named "data".`, edit: all(drop("data/a.txt"), drop("data/sub/b.txt"), put("manifest-sha256.txt", ""), drop("bag-info.txt")), want: []string{"error no-payload"}},
	{name: "payload-is-a-file", section: "2.1.2", sentence: `The base directory MUST contain a subdirectory named "data".`, edit: all(drop("data/a.txt"), drop("data/sub/b.txt"), put("manifest-sha256.txt", ""), drop("bag-info.txt"), put("data", "x")), want: []string{"error no-payload", "warning unlisted"}},
	{name: "empty-payload", section: "2.1.2", versions: allVersions, sentence: `The base directory MUST contain a subdirectory named "data". [It need have no file.]`, edit: all(drop("data/a.txt"), drop("data/sub/b.txt"), put("data/", ""), put("manifest-sha256.txt", ""))},
	{name: "deep-and-hidden", section: "2.1.2", sentence: `Payload files MAY be organized in arbitrary subdirectory structures within the payload directory.`, edit: all(add("data/x/y/z/.hidden", "data/x/y/z/.hidden", "1"), add("data/x/.d/f", "data/x/.d/f", "2"), put("data/empty/", "")), want: []string{"warning empty-directory"}},
	{name: "hidden-file-not-listed", section: "3", versions: "0.97 1.0", sentence: everyFile, edit: put("data/.hidden", ""), want: []string{"error unlisted"}},
	{name: "bag-in-a-bag", section: "2.1.2", sentence: `Each payload file is treated as an opaque octet stream when verifying file correctness.`, edit: all(add("data/bag/bagit.txt", "data/bag/bagit.txt", "no declaration"), add("data/bag/manifest-md5.txt", "data/bag/manifest-md5.txt", "x"))},

	// 2.1.3
	{name: "no-manifest", section: "2.1.3", versions: "0.97 1.0", sentence: `Every bag MUST contain at least one payload manifest file and MAY contain more than one.`, edit: drop("manifest-sha256.txt"), want: []string{"error no-manifest"}},
	{name: "two-manifests", section: "2.1.3", versions: allVersions, algs: "md5 sha256", sentence: `Every bag MUST contain at least one payload manifest file and MAY contain more than one.`},
	{name: "file-in-one-manifest-of-two", section: "3", algs: "md5 sha256", sentence: everyFile, edit: func(b map[string]string) {
		b["manifest-md5.txt"] = b["manifest-md5.txt"][:strings.Index(b["manifest-md5.txt"], "\n")+1]
	}, want: []string{"error unlisted"}},
	{name: "file-in-one-manifest-of-two", section: "3", versions: "0.93 0.95 0.97", algs: "md5 sha256", sentence: everyFile, edit: func(b map[string]string) {
		b["manifest-md5.txt"] = b["manifest-md5.txt"][:strings.Index(b["manifest-md5.txt"], "\n")+1]
	}},
	{name: "listed-twice", section: "2.1.3", sentence: once1, edit: appendTo("manifest-sha256.txt", hello+"  data/a.txt\n"), want: []string{"error duplicate"}},
	{name: "listed-twice", section: "2.1.3", versions: "0.97", sentence: `[Before 1.0, it was not forbidden.]`, edit: appendTo("manifest-sha256.txt", hello+"  data/a.txt\n"), want: []string{"warning duplicate"}},
	{name: "listed-twice-with-two-checksums", section: "2.1.3", versions: "0.97 1.0", sentence: once1, edit: appendTo("manifest-sha256.txt", strings.Repeat("0", 64)+"  data/a.txt\n"), want: []string{"error duplicate"}},
	{name: "listed-twice-in-two-forms", section: "2.1.3", sentence: once1, edit: appendTo("manifest-sha256.txt", hello+"  ./data/a.txt\n"), want: []string{"error duplicate", "warning relative-path"}},
	{name: "name-not-normalized", section: "2.1.3", sentence: normal, edit: func(b map[string]string) { b["manifest-SHA-256.txt"] = b["manifest-sha256.txt"] }, want: []string{"error algorithm", "warning algorithm"}},
	{name: "unknown-algorithm", section: "3", versions: "0.97 1.0", sentence: `Every checksum in every payload manifest and tag manifest has been successfully verified against the contents of the corresponding file.`, tagAlgs: "-", edit: func(b map[string]string) { b["manifest-whirlpool.txt"] = b["manifest-sha256.txt"] }, want: []string{"not judged algorithm"}},
	{name: "line-without-path", section: "2.1.3", versions: "0.97 1.0", sentence: lineForm, edit: appendTo("manifest-sha256.txt", hello+"\n"), want: []string{"error line"}},
	{name: "comment", section: "2.1.3", versions: "0.97 1.0", sentence: lineForm, edit: appendTo("manifest-sha256.txt", "# made by hand\n"), want: []string{"error line"}},
	{name: "empty-line", section: "2.1.3", sentence: lineForm, edit: appendTo("manifest-sha256.txt", "\n"), want: []string{"error line"}},
	{name: "empty-line", section: "2.1.3", versions: "0.97", sentence: lineForm + ` [Before 1.0, a warning.]`, edit: appendTo("manifest-sha256.txt", "\n"), want: []string{"warning line"}},
	{name: "checksum-not-hexadecimal", section: "2.1.3", versions: "0.97 1.0", sentence: `checksum is a hex-encoded checksum calculated according to algorithm over every octet in the file.`, edit: swap("manifest-sha256.txt", hello, "WJG1tSLV3whtD/CxEPvZ0hu0/HFjrzTQgoai6Eb2vgM="), want: []string{"error line", "error unlisted"}},
	{name: "checksum-too-short", section: "2.1.3", versions: "0.97 1.0", sentence: `checksum is a hex-encoded checksum calculated according to algorithm over every octet in the file.`, edit: swap("manifest-sha256.txt", hello, hello[:40]), want: []string{"error line", "error unlisted"}},
	{name: "space-before-checksum", section: "2.1.3", sentence: lineForm, edit: swap("manifest-sha256.txt", hello, " "+hello), want: []string{"error line", "error unlisted"}},
	{name: "capital-checksum", section: "2.1.3", versions: allVersions, sentence: `The hex-encoded checksum MAY use uppercase and/or lowercase letters.`, edit: swap("manifest-sha256.txt", hello, strings.ToUpper(hello))},
	{name: "separated-by-tab", section: "2.1.3", versions: "0.97 1.0", sentence: `One or more linear whitespace characters (spaces or tabs) MUST separate checksum from filepath.`, edit: swap("manifest-sha256.txt", "  ", "\t")},
	{name: "separated-by-one-space", section: "2.1.3", versions: "0.97 1.0", sentence: `One or more linear whitespace characters (spaces or tabs) MUST separate checksum from filepath.`, edit: swap("manifest-sha256.txt", "  ", " ")},
	{name: "separated-by-many", section: "2.1.3", sentence: `One or more linear whitespace characters (spaces or tabs) MUST separate checksum from filepath.`, edit: swap("manifest-sha256.txt", "  ", " \t  \t")},
	{name: "backslash-as-separator", section: "2.1.3", versions: "0.97 1.0", sentence: `The slash character ('/') MUST be used as a path separator in filepath.`, edit: swap("manifest-sha256.txt", "data/sub/b.txt", `data/sub\b.txt`), want: []string{"error missing", "error unlisted"}},
	{name: "backslash-in-a-name", section: "2.1.3", sentence: `The slash character ('/') MUST be used as a path separator in filepath. [A backslash is a character.]`, edit: add(`data/a\b`, `data/a\b`, "x"), want: []string{"warning windows"}},
	{name: "long-path", section: "2.1.3", sentence: `There is no limitation on the length of a pathname.`, edit: add("data/"+strings.Repeat(strings.Repeat("d", 200)+"/", 12)+"f", "data/"+strings.Repeat(strings.Repeat("d", 200)+"/", 12)+"f", "x")},
	{name: "spaces-in-a-name", section: "2.1.3", sentence: lineForm, edit: add("data/a  b c", "data/a  b c", "x")},
	{name: "space-at-the-end-of-a-name", section: "2.1.3", sentence: lineForm + ` [White space after the path is of the path.]`, edit: add("data/a ", "data/a ", "x"), want: []string{"warning windows"}},
	{name: "tag-file-in-payload-manifest", section: "2.1.3", versions: "0.97 1.0", sentence: `The payload manifest MUST NOT reference files outside the payload directory.`, edit: func(b map[string]string) {
		b["manifest-sha256.txt"] += sumOf("sha256", b["bagit.txt"]) + "  bagit.txt\n"
	}, want: []string{"error misplaced"}},
	{name: "line-feed-encoded", section: "2.1.3", sentence: encoded, edit: add("data/a\nb", "data/a%0Ab", "x"), want: []string{"warning windows"}},
	{name: "line-feed-encoded", section: "2.1.3", versions: "0.96 0.97", sentence: encoded + ` [Drafts of 0.97 differ.]`, edit: add("data/a\nb", "data/a%0Ab", "x"), want: []string{"warning percent", "warning windows"}},
	{name: "carriage-return-encoded", section: "2.1.3", sentence: encoded, edit: add("data/a\rb", "data/a%0Db", "x"), want: []string{"warning windows"}},
	{name: "encoded-in-small-letters", section: "2.1.3", sentence: encoded + ` [RFC 3986: the digits A to F are the same as a to f.]`, edit: all(add("data/a\nb", "data/a%0ab", "x"), add("data/c\rx", "data/c%0dx", "y")), want: []string{"warning windows"}},
	{name: "percent-sign-encoded", section: "2.1.3", sentence: encoded, edit: add("data/100%.txt", "data/100%25.txt", "x")},
	{name: "percent-sign-not-encoded", section: "2.1.3", sentence: encoded, edit: add("data/100%.txt", "data/100%.txt", "x"), want: []string{"error percent"}},
	{name: "percent-sign-not-encoded", section: "2.1.3", versions: "0.93 0.96 0.97", sentence: `[Before 1.0, paths are literal.]`, edit: add("data/100%.txt", "data/100%.txt", "x")},
	{name: "percent-25-literal", section: "2.1.3", versions: "0.96 0.97", sentence: `[Before 1.0, paths are literal.]`, edit: add("data/100%25.txt", "data/100%25.txt", "x")},
	{name: "percent-25-literal", section: "2.1.3", sentence: encoded, edit: add("data/100%25.txt", "data/100%25.txt", "x"), want: []string{"error percent"}},
	{name: "other-character-encoded", section: "2.1.3", sentence: encoded, edit: swap("manifest-sha256.txt", "data/a.txt", "data/%61.txt"), want: []string{"error missing", "error percent", "error unlisted"}},
	{name: "directory", section: "2.1.3", versions: "0.97 1.0", sentence: `A manifest MUST NOT reference directories.`, edit: appendTo("manifest-sha256.txt", sumOf("sha256", "")+"  data/sub\n"), want: []string{"error directory"}},
	{name: "directory-with-slash", section: "2.1.3", versions: "0.97 1.0", sentence: `A manifest MUST NOT reference directories.`, edit: appendTo("manifest-sha256.txt", sumOf("sha256", "")+"  data/sub/\n"), want: []string{"error directory"}},
	{name: "dot-slash", section: "2.1.3", versions: "0.96 0.97 1.0", sentence: `filepath is the pathname of a file relative to the base directory. [The grammar of section 7, which is not normative, has none that begins with a dot.]`, edit: swap("manifest-sha256.txt", "data/a.txt", "./data/a.txt"), want: []string{"warning relative-path"}},

	{name: "manifest-without-algorithm", section: "2.1.3", sentence: `A payload manifest file MUST have a name of the form "manifest-algorithm.txt".`, edit: func(b map[string]string) {
		b["manifest-.txt"] = b["manifest-sha256.txt"]
		delete(b, "manifest-sha256.txt")
	}, want: []string{"error no-manifest"}},
	{name: "manifest-without-extension", section: "2.3", versions: "0.97 1.0", sentence: `Text tag file names MUST end in the extension ".txt".`, edit: func(b map[string]string) {
		b["manifest-sha256"] = b["manifest-sha256.txt"]
		delete(b, "manifest-sha256.txt")
	}, want: []string{"error no-manifest"}},

	// 2.2.1
	{name: "no-tag-manifest", section: "2.2.1", versions: allVersions, tagAlgs: "-", sentence: `A bag MAY contain one or more tag manifests.`},
	{name: "tag-manifest-without-payload-manifest", section: "2.2.1", algs: "md5 sha256", sentence: `Each tag manifest MUST list every payload manifest.`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] = without(b["tagmanifest-sha256.txt"], "manifest-md5.txt")
	}, want: []string{"error unlisted"}},
	{name: "tag-manifest-without-payload-manifest", section: "2.2.1", versions: "0.97", algs: "md5 sha256", sentence: `[Before 1.0, a tag manifest need not list every tag file.]`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] = without(b["tagmanifest-sha256.txt"], "manifest-md5.txt")
	}, want: []string{"warning unlisted"}},
	{name: "tag-manifest-in-tag-manifest", section: "2.2.1", algs: "md5 sha256", sentence: `Each tag manifest MUST NOT list any tag manifests.`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] += sumOf("sha256", b["tagmanifest-md5.txt"]) + "  tagmanifest-md5.txt\n"
	}, want: []string{"error misplaced"}},
	{name: "tag-manifest-in-tag-manifest", section: "2.2.1", versions: "0.97", algs: "md5 sha256", sentence: `[Before 1.0, it was not forbidden.]`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] += sumOf("sha256", b["tagmanifest-md5.txt"]) + "  tagmanifest-md5.txt\n"
	}, want: []string{"warning misplaced"}},
	{name: "payload-file-in-tag-manifest", section: "2.2.1", versions: "0.97 1.0", sentence: `A tag manifest file MUST NOT list any payload files. As a result, no filepath listed in a tag manifest begins "data/".`, after: appendTo("tagmanifest-sha256.txt", hello+"  data/a.txt\n"), want: []string{"error misplaced"}},
	{name: "tag-manifest-without-metadata", section: "2.2.1", versions: "0.97 1.0", sentence: `Each tag manifest SHOULD list the remaining tag files present in the bag.`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] = without(b["tagmanifest-sha256.txt"], "bag-info.txt")
	}, want: []string{"warning unlisted"}},
	{name: "tag-manifests-differ", section: "2.2.1", algs: "md5 sha256", sentence: `A bag MAY contain one or more tag manifests, in which case each tag manifest SHOULD list the same set of tag files.`, after: func(b map[string]string) {
		b["tagmanifest-sha256.txt"] = without(b["tagmanifest-sha256.txt"], "bag-info.txt")
	}, want: []string{"warning different-tag-lists"}},
	{name: "tag-manifest-of-another-algorithm", section: "2.2.1", tagAlgs: "sha512", sentence: `Tag manifests SHOULD use the same algorithms as the payload manifests that are present in the bag.`, want: []string{"warning algorithm"}},
	{name: "listed-tag-file-missing", section: "3", versions: "0.97 1.0", sentence: `Every file listed in every tag manifest MUST be present.`, after: drop("bag-info.txt"), want: []string{"error missing"}},
	{name: "listed-tag-file-missing", section: "3", versions: "0.96", sentence: `Every file listed in every tag manifest MUST be present. [bagit.py looks at no tag manifest before 0.97, though drafts had it since 0.95.]`, after: drop("bag-info.txt"), want: []string{"error missing"}},
	{name: "tag-file-altered", section: "3", versions: "0.97 1.0", sentence: `Every checksum in every payload manifest and tag manifest has been successfully verified against the contents of the corresponding file.`, after: appendTo("bag-info.txt", "Contact-Name: Somebody else\n"), want: []string{"error checksum"}},
	{name: "manifest-altered", section: "3", versions: "0.97 1.0", sentence: `Every checksum in every payload manifest and tag manifest has been successfully verified against the contents of the corresponding file.`, after: swap("manifest-sha256.txt", "  ", " "), want: []string{"error checksum"}},
	{name: "tag-directory", section: "2.2.4", versions: "0.97 1.0", sentence: `A bag MAY contain other tag files that are not defined by this document.`, edit: put("meta/premis.xml", "<premis/>\x00\xff")},
	{name: "tag-directory", section: "2", versions: "0.95 0.96", sentence: `[Tag directories came with 0.97.]`, edit: put("meta/premis.xml", "<premis/>"), want: []string{"warning tag-directory"}},
	{name: "tag-file-not-listed", section: "2.2.4", sentence: `Implementations MUST perform standard checksum validation on any tag file that is listed in a tag manifest but MUST otherwise ignore their contents.`, tagAlgs: "-", edit: put("notes.txt", "\xff\xfe no text")},

	// 2.2.2
	{name: "repeated-elements", section: "2.2.2", versions: allVersions, sentence: `All metadata elements are OPTIONAL and MAY be repeated.`, edit: func(b map[string]string) {
		for _, n := range []string{"bag-info.txt", "package-info.txt"} {
			if b[n] != "" {
				b[n] += "Contact-Name: A\nContact-Name: B\n"
			}
		}
	}},
	{name: "no-metadata", section: "2.2.2", versions: "0.97 1.0", sentence: `All metadata elements are OPTIONAL.`, edit: drop("bag-info.txt")},
	{name: "empty-metadata", section: "2.2.2", sentence: `All metadata elements are OPTIONAL.`, edit: put("bag-info.txt", "")},
	{name: "no-colon", section: "2.2.2", versions: "0.97 1.0", sentence: element, edit: appendTo("bag-info.txt", "no colon here\n"), want: []string{"error metadata"}},
	{name: "no-space-after-colon", section: "2.2.2", sentence: element, edit: appendTo("bag-info.txt", "Contact-Name:A\n"), want: []string{"error metadata"}},
	{name: "no-space-after-colon", section: "2.2.2", versions: "0.97", sentence: earlier, edit: appendTo("bag-info.txt", "Contact-Name:A\n")},
	{name: "tab-after-colon", section: "2.2.2", sentence: element, edit: appendTo("bag-info.txt", "Contact-Name:\tA\n")},
	{name: "space-before-colon", section: "2.2.2", sentence: label, edit: appendTo("bag-info.txt", "Contact-Name : A\n"), want: []string{"error metadata"}},
	{name: "space-before-colon", section: "2.2.2", versions: "0.96 0.97", sentence: earlier, edit: appendTo("bag-info.txt", "Contact-Name  :  A\n")},
	{name: "space-in-label", section: "2.2.2", sentence: label, edit: appendTo("bag-info.txt", "Contact Name: A\n")},
	{name: "colon-in-value", section: "2.2.2", sentence: `The label MUST NOT contain a colon (:), LF, or CR. [A value may.]`, edit: appendTo("bag-info.txt", "See: https://example.org/a:b\n")},
	{name: "folded", section: "2.2.2", versions: allVersions, sentence: `Long values MAY be continued onto the next line by inserting an LF, a CR, or a CRLF, and then indenting the next line with one or more linear whitespace characters (spaces or tabs).`, edit: func(b map[string]string) {
		for _, n := range []string{"bag-info.txt", "package-info.txt"} {
			if b[n] != "" {
				b[n] += "External-Description: one\n  two: and\n\tthree\n"
			}
		}
	}},
	{name: "oxum-of-too-many-octets", section: "2.2.2", versions: "0.97 1.0", sentence: `OctetCount is the total number of octets (8-bit bytes) across all payload file content.`, edit: swap("bag-info.txt", "12.2", "13.2"), want: []string{"error oxum"}},
	{name: "oxum-of-too-many-files", section: "2.2.2", versions: "0.97 1.0", sentence: `StreamCount is the total number of payload files.`, edit: swap("bag-info.txt", "12.2", "12.3"), want: []string{"error oxum"}},
	{name: "oxum-of-words", section: "2.2.2", versions: "0.97 1.0", sentence: oxumForm, edit: swap("bag-info.txt", "12.2", "twelve.two"), want: []string{"error metadata"}},
	{name: "oxum-without-full-stop", section: "2.2.2", sentence: oxumForm, edit: swap("bag-info.txt", "12.2", "12"), want: []string{"error metadata"}},
	{name: "oxum-twice", section: "2.2.2", sentence: oxumForm, edit: appendTo("bag-info.txt", "Payload-Oxum: 12.2 \n"), after: all(swap("bag-info.txt", "12.2 \n", "12.2\n"), resum("bag-info.txt")), want: []string{"error metadata"}},
	{name: "oxum-twice", section: "2.2.2", versions: "0.97", sentence: `[Before 1.0, all elements may be repeated.]`, edit: appendTo("bag-info.txt", "Payload-Oxum: 12.2 \n"), after: all(swap("bag-info.txt", "12.2 \n", "12.2\n"), resum("bag-info.txt")), want: []string{"warning metadata"}},
	{name: "oxum-in-small-letters", section: "2.2.2", versions: "0.97 1.0", sentence: `Reserved metadata element names are case insensitive.`, edit: swap("bag-info.txt", "Payload-Oxum: 12.2", "payload-oxum: 99.9"), want: []string{"error oxum"}},
	{name: "oxum-right-and-checksum-wrong", section: "2.2.2", versions: "0.97 1.0", sentence: `Implementations MUST perform the standard checksum validation process before proclaiming a bag to be valid.`, edit: put("data/a.txt", "jello\n"), want: []string{"error checksum"}},
	{name: "date-twice", section: "2.2.2", sentence: `Bagging-Date: This metadata element SHOULD NOT be repeated.`, edit: appendTo("bag-info.txt", "Bagging-Date: 2026-01-01\nBagging-Date: 2026-01-02\n"), want: []string{"warning metadata"}},
	{name: "count-twice", section: "2.2.2", sentence: `Bag-Count: This metadata element SHOULD NOT be repeated.`, edit: appendTo("bag-info.txt", "Bag-Count: 1 of 2\nBag-Count: 1 of ?\n"), want: []string{"warning metadata"}},
	{name: "size-twice", section: "2.2.2", sentence: `Bag-Size: This metadata element SHOULD NOT be repeated.`, edit: appendTo("bag-info.txt", "Bag-Size: 1 MB\nBag-Size: 1 GB\n"), want: []string{"warning metadata"}},
	{name: "group-twice", section: "2.2.2", sentence: `Bag-Group-Identifier: This metadata element SHOULD NOT be repeated.`, edit: appendTo("bag-info.txt", "Bag-Group-Identifier: 1\nBag-Group-Identifier: 2\n"), want: []string{"warning metadata"}},
	{name: "empty-line-in-metadata", section: "2.2.2", versions: "0.97 1.0", sentence: element + ` [An empty line is no element.]`, edit: appendTo("bag-info.txt", "\nContact-Name: A\n"), want: []string{"warning metadata"}},

	// 2.2.3
	{name: "fetched", section: "2.2.3", versions: "0.97 1.0", sentence: `A bag MAY be sent with a list of files to be fetched and added to the payload before it can meaningfully be checked for completeness.`, edit: put("fetch.txt", "https://example.org/a.txt 6 data/a.txt\n")},
	{name: "not-fetched", section: "3", versions: "0.97 1.0", sentence: `Every file listed in every payload manifest MUST be present.`, edit: all(put("fetch.txt", "https://example.org/a.txt 6 data/a.txt\n"), drop("data/a.txt"), drop("bag-info.txt")), want: []string{"error unfetched"}},
	{name: "to-be-fetched-and-not-listed", section: "2.2.3", sentence: `Every file listed in the fetch file MUST be listed in every payload manifest.`, edit: put("fetch.txt", "https://example.org/c.txt - data/c.txt\n"), want: []string{"error unlisted"}},
	{name: "to-be-fetched-and-not-listed", section: "2.2.3", versions: "0.97", sentence: `[Before 1.0, it was not required.]`, edit: put("fetch.txt", "https://example.org/c.txt - data/c.txt\n"), want: []string{"warning unlisted"}},
	{name: "tag-file-to-be-fetched", section: "2.2.3", versions: "0.97 1.0", sentence: `A fetch file MUST NOT list any tag files.`, edit: put("fetch.txt", "https://example.org/bag-info.txt - bag-info.txt\n"), want: []string{"error misplaced"}},
	{name: "relative-url", section: "2.2.3", versions: "0.97 1.0", sentence: `url identifies the file to be fetched and MUST be an absolute URI as defined in RFC 3986.`, edit: put("fetch.txt", "../a.txt - data/a.txt\n"), want: []string{"error line"}},
	{name: "url-without-authority", section: "2.2.3", sentence: `url identifies the file to be fetched and MUST be an absolute URI as defined in RFC 3986.`, edit: put("fetch.txt", "urn:isbn:0451450523 - data/a.txt\n")},
	{name: "length-of-words", section: "2.2.3", versions: "0.97 1.0", sentence: `length is the number of octets in the file (or "-", to leave it unspecified).`, edit: put("fetch.txt", "https://example.org/a.txt six data/a.txt\n"), want: []string{"error line"}},
	{name: "two-fields", section: "2.2.3", versions: "0.97 1.0", sentence: fetchForm, edit: put("fetch.txt", "https://example.org/a.txt data/a.txt\n"), want: []string{"error line"}},
	{name: "tabs-in-fetch", section: "2.2.3", sentence: `One or more linear whitespace characters (spaces or tabs) MUST separate these three values.`, edit: all(add("data/a b", "data/a b", "x"), put("fetch.txt", "https://example.org/a.txt\t \t1\tdata/a b\n"))},
	{name: "percent-in-fetch", section: "2.2.3", sentence: encodedTo, edit: all(add("data/a\nb", "data/a%0Ab", "x"), put("fetch.txt", "https://example.org/a%20b - data/a%0Ab\n")), want: []string{"warning windows"}},
	{name: "percent-not-encoded-in-fetch", section: "2.2.3", sentence: encodedTo, edit: all(add("data/a%b", "data/a%25b", "x"), put("fetch.txt", "https://example.org/a - data/a%b\n")), want: []string{"error percent"}},

	{name: "backslash-in-fetch", section: "2.2.3", versions: "0.97 1.0", sentence: `The slash character ('/') MUST be used as a path separator in filepath.`, edit: put("fetch.txt", `https://example.org/a.txt - data\a.txt`+"\n"), want: []string{"error misplaced"}},
	{name: "space-in-url", section: "2.2.3", sentence: `One or more linear whitespace characters (spaces or tabs) MUST separate these three values, and any such characters in the url MUST be percent-encoded.`, edit: put("fetch.txt", "https://example.org/a b.txt 6 data/a.txt\n"), want: []string{"error line", "error misplaced"}},
	{name: "length-of-many-digits", section: "5.3", sentence: `Implementers SHOULD NOT use the file size in the fetch file for critical resource allocation, such as buffer sizing or storage requisitioning.`, edit: put("fetch.txt", "https://example.org/a.txt "+strings.Repeat("9", 400)+" data/a.txt\n"), want: []string{"warning length"}},
	{name: "directory-in-fetch", section: "2.2.3", sentence: fetchForm + ` [filepath identifies a payload file.]`, edit: put("fetch.txt", "https://example.org/a.txt - data/sub/\n"), want: []string{"error directory"}},

	// 2.3
	{name: "cr-lf", section: "2.3", versions: allVersions, sentence: terminate, edit: func(b map[string]string) {
		for name, contents := range b {
			if !strings.HasPrefix(name, "data/") {
				b[name] = strings.ReplaceAll(contents, "\n", "\r\n")
			}
		}
	}},
	{name: "cr", section: "2.3", versions: "0.97 1.0", sentence: terminate, edit: func(b map[string]string) {
		for name, contents := range b {
			if !strings.HasPrefix(name, "data/") {
				b[name] = strings.ReplaceAll(contents, "\n", "\r")
			}
		}
	}},
	{name: "no-last-line-end", section: "2.3", sentence: `It is RECOMMENDED that the last line in a tag file also end with LF, CR, or CRLF.`, edit: func(b map[string]string) {
		b["manifest-sha256.txt"] = strings.TrimSuffix(b["manifest-sha256.txt"], "\n")
		b["bag-info.txt"] = strings.TrimSuffix(b["bag-info.txt"], "\n")
	}},
	{name: "mark-in-manifest", section: "2.3", sentence: noMark, edit: func(b map[string]string) { b["manifest-sha256.txt"] = utf8Mark + b["manifest-sha256.txt"] }, want: []string{"error byte-order-mark"}},
	{name: "mark-in-manifest", section: "2.3", versions: "0.97", sentence: noMark + ` [Before 1.0, a warning.]`, edit: func(b map[string]string) { b["manifest-sha256.txt"] = utf8Mark + b["manifest-sha256.txt"] }, want: []string{"warning byte-order-mark"}},
	{name: "mark-in-metadata", section: "2.3", sentence: noMark, edit: func(b map[string]string) { b["bag-info.txt"] = utf8Mark + b["bag-info.txt"] }, want: []string{"error byte-order-mark"}},
	{name: "manifest-not-in-the-encoding", section: "2.3", versions: "0.97 1.0", sentence: `In all text tag files except for the bag declaration file, text MUST use the character encoding specified in the "bagit.txt" bag declaration file.`, edit: add("data/\xe9", "data/\xe9", "x"), want: []string{"error encoding"}},
	{name: "metadata-not-in-the-encoding", section: "2.3", versions: "0.97 1.0", sentence: `In all text tag files except for the bag declaration file, text MUST use the character encoding specified in the "bagit.txt" bag declaration file.`, edit: appendTo("bag-info.txt", "Contact-Name: Andr\xe9\n"), want: []string{"error encoding"}},

	// 2.4
	{name: "sha512", section: "2.4", algs: "sha512", versions: allVersions, sentence: `Starting with BagIt 1.0, bag creation and validation tools MUST support the SHA-256 and SHA-512 algorithms.`},
	{name: "md5", section: "2.4", algs: "md5", versions: allVersions, sentence: `For backwards compatibility, implementers SHOULD support MD5 and SHA-1.`},
	{name: "sha1", section: "2.4", algs: "sha1", versions: allVersions, sentence: `For backwards compatibility, implementers SHOULD support MD5 and SHA-1.`},
	{name: "sha224", section: "2.4", algs: "sha224", sentence: normal},
	{name: "sha384", section: "2.4", algs: "sha384", sentence: normal},
	{name: "sha3-256", section: "2.4", algs: "sha3256", sentence: normal},

	// 3
	{name: "payload-file-missing", section: "3", versions: allVersions, sentence: `Every file listed in every payload manifest MUST be present.`, after: drop("data/a.txt"), want: []string{"error missing"}},
	{name: "payload-file-not-listed", section: "3", versions: allVersions, sentence: everyFile, edit: put("data/c.txt", "x"), want: []string{"error unlisted"}},
	{name: "payload-file-altered", section: "3", versions: allVersions, sentence: `Every checksum in every payload manifest and tag manifest has been successfully verified against the contents of the corresponding file.`, edit: put("data/a.txt", "jello\n"), want: []string{"error checksum"}},

	// 5.1
	{name: "absolute-path", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: appendTo("manifest-sha256.txt", hello+"  /etc/hostname\n"), want: []string{"error outside"}},
	{name: "dot-dot", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: appendTo("manifest-sha256.txt", hello+"  data/../../x\n"), want: []string{"error outside"}},
	{name: "dot-dot-inside", section: "5.1", versions: "0.97 1.0", sentence: outside + ` [A path with .. is refused wherever it leads.]`, edit: swap("manifest-sha256.txt", "data/a.txt", "data/sub/../a.txt"), want: []string{"error outside", "error unlisted"}},
	{name: "home", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: appendTo("manifest-sha256.txt", hello+"  ~/x\n"), want: []string{"error outside"}},
	{name: "home-of-a-user", section: "5.1", sentence: outside, after: appendTo("tagmanifest-sha256.txt", hello+"  ~root/x\n"), want: []string{"error outside"}},
	{name: "drive", section: "5.1", sentence: `Windows implementations SHOULD test their implementations to ensure that safety checks prevent use of drive letters and the less commonly used namespace sequences.`, edit: appendTo("manifest-sha256.txt", hello+`  C:\x`+"\n"), want: []string{"error outside"}},
	{name: "namespace", section: "5.1", sentence: `Windows implementations SHOULD test their implementations to ensure that safety checks prevent use of drive letters and the less commonly used namespace sequences.`, after: appendTo("tagmanifest-sha256.txt", hello+`  \\?\C:\x`+"\n"), want: []string{"error outside"}},
	{name: "absolute-path-in-tag-manifest", section: "5.1", versions: "0.97 1.0", sentence: outside, after: appendTo("tagmanifest-sha256.txt", hello+"  /etc/hostname\n"), want: []string{"error outside"}},
	{name: "dot-dot-in-tag-manifest", section: "5.1", versions: "0.97 1.0", sentence: outside, after: appendTo("tagmanifest-sha256.txt", hello+"  ../x\n"), want: []string{"error outside"}},
	{name: "absolute-path-in-fetch", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: put("fetch.txt", "https://example.org/a - /etc/hostname\n"), want: []string{"error outside"}},
	{name: "dot-dot-in-fetch", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: put("fetch.txt", "https://example.org/a - data/../../x\n"), want: []string{"error outside"}},
	{name: "home-in-fetch", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: put("fetch.txt", "https://example.org/a - ~/x\n"), want: []string{"error outside"}},
	{name: "drive-in-fetch", section: "5.1", sentence: `Windows implementations SHOULD test their implementations to ensure that safety checks prevent use of drive letters and the less commonly used namespace sequences.`, edit: put("fetch.txt", `https://example.org/a - C:\x`+"\n"), want: []string{"error outside"}},
	{name: "link-out-of-the-bag", section: "5.1", versions: "0.97 1.0", sentence: outside, edit: all(appendTo("manifest-sha256.txt", hello+"  data/link\n"), drop("bag-info.txt")), links: map[string]string{"data/link": "../../outside"}, want: []string{"error link", "error missing"}},
	{name: "directory-link-out-of-the-bag", section: "5.1", sentence: outside, edit: drop("bag-info.txt"), links: map[string]string{"data/link": "../.."}, want: []string{"error link"}},
	{name: "link-in-the-bag", section: "2.1.2", sentence: `[The RFC has nothing against links.]`, edit: all(appendTo("manifest-sha256.txt", hello+"  data/link\n"), drop("bag-info.txt")), links: map[string]string{"data/link": "a.txt"}, want: []string{"warning link"}},
	{name: "directory-link-in-the-bag", section: "2.1.2", sentence: `[The RFC has nothing against links. What is below is below the directory, too.]`, links: map[string]string{"data/link": "sub"}, want: []string{"warning link"}},
	{name: "payload-directory-link", section: "2.1.2", versions: "1.0", sentence: `[The RFC has nothing against links. The files below this one are the payload.]`, edit: all(linkedPayload, drop("bag-info.txt")), links: map[string]string{"data": "real"}, want: []string{"warning link"}},
	{name: "link-to-nothing", section: "5.1", sentence: `Every file listed in every payload manifest MUST be present.`, edit: all(appendTo("manifest-sha256.txt", hello+"  data/link\n"), drop("bag-info.txt")), links: map[string]string{"data/link": "nothing"}, want: []string{"error link", "error missing"}},

	// 6.1
	{name: "another-normalization", section: "6.1.1.3", versions: "0.97 1.0", sentence: alike, edit: add("data/Nu\u0301n\u0303ez", "data/Núñez", "x"), want: []string{"warning normalization"}},
	{name: "another-normalization-and-altered", section: "6.1.1.3", sentence: alike, edit: all(add("data/Nu\u0301n\u0303ez", "data/Núñez", "x"), put("data/Nu\u0301n\u0303ez", "y")), want: []string{"error checksum", "warning normalization"}},
	{name: "differ-in-normalization", section: "6.1.1.3", sentence: `Implementations SHOULD prevent the creation of bags containing files that differ only in normalization form.`, edit: all(add("data/Nu\u0301n\u0303ez", "data/Nu\u0301n\u0303ez", "x"), add("data/Núñez", "data/Núñez", "x")), want: []string{"warning normalization"}},
	{name: "differ-in-case", section: "6.1.1.3", versions: "0.97 1.0", sentence: `Implementations SHOULD discourage the creation of bags containing files that differ only in case.`, edit: add("data/A.TXT", "data/A.TXT", "x"), want: []string{"warning case"}},
	{name: "listed-in-another-case", section: "3", versions: "0.97 1.0", sentence: `Every file listed in every payload manifest MUST be present.`, edit: swap("manifest-sha256.txt", "data/a.txt", "data/A.txt"), want: []string{"error missing", "error unlisted"}},
	{name: "manifests-differ-in-case", section: "6.1.1.3", sentence: `Implementations SHOULD issue a warning when multiple manifests are present that differ only in case or normalization form.`, edit: func(b map[string]string) { b["Manifest-sha256.txt"] = b["manifest-sha256.txt"] }, want: []string{"warning case"}},
	{name: "asterisk", section: "6.1.3", versions: "0.93 0.97 1.0", sentence: `Implementers MAY wish to accept this format by ignoring a leading asterisk or handling differences in line termination gracefully but, if so, implementations MUST warn the user that the bag in question will fail strict validation.`, edit: swap("manifest-sha256.txt", "  ", " *"), want: []string{"warning binary-mark"}},
	{name: "backslash-before-checksum", section: "6.1.3", sentence: lineForm + ` [Implementers MAY accept what md5sum writes.]`, edit: func(b map[string]string) {
		b[`data/a\b`] = "x"
		b["manifest-sha256.txt"] += `\` + sumOf("sha256", "x") + `  data/a\\b` + "\n"
	}, want: []string{"error line", "error unlisted", "warning windows"}},

	// Cases that cannot be verified here, and names that other systems cannot keep.
	{name: "unknown-algorithm-alone", section: "3", versions: "0.97 1.0", sentence: verified, tagAlgs: "-", edit: func(b map[string]string) {
		b["manifest-whirlpool.txt"] = b["manifest-sha256.txt"]
		delete(b, "manifest-sha256.txt")
	}, want: []string{"not judged algorithm"}},
	{name: "unknown-algorithm-and-altered", section: "3", sentence: verified, edit: all(func(b map[string]string) { b["manifest-whirlpool.txt"] = b["manifest-sha256.txt"] }, put("data/a.txt", "jello\n")), want: []string{"error checksum", "not judged algorithm", "warning algorithm"}},
	{name: "blake2b-512", section: "2.4", algs: "blake2b512", sentence: normal},
	{name: "blake2b-256", section: "2.4", algs: "blake2b256", sentence: normal},
	{name: "blake2b-as-bagit.py-names-it", section: "2.4", algs: "blake2b", sentence: normal},
	{name: "blake2s-as-bagit.py-names-it", section: "2.4", algs: "blake2s", sentence: normal},
	{name: "blake2b-512-and-altered", section: "3", algs: "sha256 blake2b512", sentence: verified, edit: put("data/a.txt", "jello\n"), want: []string{"error checksum"}},
	{name: "encoding-not-read-here", section: "2.1.1", sentence: `ENCODING SHOULD be "UTF-8", but for backwards compatibility it MAY be any other encoding registered.`, edit: swap("bagit.txt", "UTF-8", "ISO-2022-KR"), want: []string{"not judged encoding"}},
	{name: "no-declaration-and-altered", section: "2.1.1", sentence: twoLines, edit: put("data/a.txt", "jello\n"), after: drop("bagit.txt"), want: []string{"error checksum", "error declaration"}},
	{name: "length-of-another-file", section: "2.2.3", versions: "0.97 1.0", sentence: `length is the number of octets in the file (or "-", to leave it unspecified). [The checksum tells whether the file is right.]`, edit: put("fetch.txt", "https://example.org/a.txt 7 data/a.txt\n"), want: []string{"warning length"}},
	{name: "ligature", section: "6.1.1.3", sentence: `Implementations SHOULD prevent the creation of bags containing files that differ only in normalization form.`, edit: all(add("data/ﬁ", "data/ﬁ", "x"), add("data/fi", "data/fi", "x")), want: []string{"warning normalization"}},
	{name: "name-of-a-device", section: "6.1.2", versions: "0.97 1.0", sentence: `Windows also reserves the following names, with or without a file extension: CON, PRN, AUX, NUL, COM1, COM2, COM3, COM4, COM5, COM6, COM7, COM8, COM9, LPT1, LPT2, LPT3, LPT4, LPT5, LPT6, LPT7, LPT8, LPT9`, edit: add("data/aux.c", "data/aux.c", "x"), want: []string{"warning windows"}},
	{name: "name-with-a-question-mark", section: "6.1.2", sentence: `Windows path names have a maximum of 255 characters, and none of these characters may be used in a path component: < > : " / | ? *`, edit: add("data/what?", "data/what?", "x"), want: []string{"warning windows"}},
}

func without(list, name string) string {
	var kept []string
	for _, l := range strings.SplitAfter(list, "\n") {
		if !strings.HasSuffix(l, " "+name+"\n") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "")
}
