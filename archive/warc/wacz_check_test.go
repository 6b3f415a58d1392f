package warc

import (
	"archive/zip"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// waczFile is a file of a package.
type waczFile struct {
	name, content string
	deflated      bool
}

// soundPackage returns a sound package, after some changes. The functions change the files, the
// list of files and the digest of the list. The next part is computed from the changed one.
func soundPackage(t testing.TB, files func([]waczFile) []waczFile, list func(map[string]any), digest func(map[string]any)) []byte {
	t.Helper()
	a := response("a", "http://a/", "WARC-Payload-Digest: sha1:"+strings.TrimPrefix(sha1Of([]byte(page[strings.Index(page, "\r\n\r\n")+4:])).String(), "sha1:")+"\n", page)
	b := custom("revisit", "b", "WARC-Target-URI: http://b/\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\nWARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", "")
	at := len(gzipped(a))
	all := []waczFile{
		{"archive/data.warc.gz", gzipped(a, b), false},
		{"indexes/index.cdx.gz", gzipped(fmt.Sprintf(`a)/ 20240102030405 {"url":"http://a/","digest":"%s","length":"%d","offset":"0","filename":"data.warc.gz"}`+"\n"+
			`b)/ 20240102030405 {"url":"http://b/","digest":"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ","length":%d,"offset":%d,"filename":"data.warc.gz"}`+"\n",
			sha1Of([]byte(page[strings.Index(page, "\r\n\r\n")+4:])), at, len(gzipped(b)), at)), false},
		{"pages/pages.jsonl", `{"format":"json-pages-1.0"}` + "\n" + `{"url":"http://a/","ts":"2024-01-02T03:04:05Z"}` + "\n", true},
	}
	var resources []any
	listed := slices.Clone(all)
	if files != nil {
		all = files(all)
	}
	for _, f := range listed {
		resources = append(resources, map[string]any{"path": f.name, "hash": fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(f.content))), "bytes": len(f.content)})
	}
	d := map[string]any{"profile": "data-package", "wacz_version": "1.1.1", "created": "2024-01-02T03:04:05Z", "resources": resources}
	if list != nil {
		list(d)
	}
	text, _ := json.Marshal(d)
	all = append(all, waczFile{"datapackage.json", string(text), true})
	g := map[string]any{"path": "datapackage.json", "hash": fmt.Sprintf("sha256:%x", sha256.Sum256(text))}
	if digest != nil {
		digest(g)
	}
	if g != nil && g["path"] != "" {
		text, _ := json.Marshal(g)
		all = append(all, waczFile{"datapackage-digest.json", string(text), true})
	}
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for _, f := range all {
		method := zip.Store
		if f.deflated {
			method = zip.Deflate
		}
		out, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(out, f.content)
	}
	w.Close()
	return z.Bytes()
}

func foundInPackage(t testing.TB, file []byte) (lines []string, checked Checked) {
	t.Helper()
	checked, err := CheckPackage(t.Context(), bytes.NewReader(file), int64(len(file)), 0, func(f Finding) {
		lines = append(lines, fmt.Sprintf("%s %s %s: %s", f.Severity, f.Rule, f.Member, f))
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, checked
}

func TestCheckPackage(t *testing.T) {
	type files = func([]waczFile) []waczFile
	edit := func(i int, old, new string) files {
		return func(f []waczFile) []waczFile {
			if !strings.Contains(f[i].content, old) {
				t.Fatal(old)
			}
			f[i].content = strings.Replace(f[i].content, old, new, 1)
			return f
		}
	}
	index := func(edit func(string) string) files {
		return func(f []waczFile) []waczFile {
			lines, _ := io.ReadAll(mustGunzip(t, f[1].content))
			f[1] = waczFile{"indexes/index.cdx", edit(string(lines)), true}
			return f
		}
	}
	for _, test := range []struct {
		why    string
		files  files
		list   func(map[string]any)
		digest func(map[string]any)
		want   []string
	}{
		{"as it must be", nil, nil, nil, nil},
		{"another archive", func(f []waczFile) []waczFile {
			f[0].content = gzipped(response("a", "http://a/", "", page))
			return f
		}, nil, nil, []string{"error resource archive/data.warc.gz: has ", "error resource archive/data.warc.gz: sha256:", "error index indexes/index.cdx.gz: line 1: length", "error index indexes/index.cdx.gz: line 2: no record begins at offset"}},
		{"a file that is missing", func(f []waczFile) []waczFile { return f[:2] }, nil, nil, []string{"error package : no pages/pages.jsonl: expected one", "error resource pages/pages.jsonl: is in datapackage.json, and not in the package"}},
		{"no archive and no index", func(f []waczFile) []waczFile { return f[2:] }, func(d map[string]any) { d["resources"] = d["resources"].([]any)[2:] }, nil, []string{"no file in archive/", "no index in indexes/"}},
		{"a file that is not listed", func(f []waczFile) []waczFile { return append(f, waczFile{"logs/a.log", "x", true}) }, nil, nil, []string{"error resource logs/a.log: is not in datapackage.json"}},
		{"two files of one name", func(f []waczFile) []waczFile { return append(f, f[2]) }, nil, nil, []string{"error package pages/pages.jsonl: two files of that name"}},
		{"a name that leads out", func(f []waczFile) []waczFile { return append(f, waczFile{"../x", "x", true}) }, nil, nil, []string{"error package ../x: a name that leads out of the package"}},
		{"an archive that is compressed again", func(f []waczFile) []waczFile { f[0].deflated = true; return f }, nil, nil, []string{"error package archive/data.warc.gz: compressed again"}},
		{"another profile and no version", nil, func(d map[string]any) { d["profile"] = "x"; delete(d, "wacz_version") }, nil, []string{`profile "x": expected data-package`, "no wacz_version"}},
		{"a resource without hash and size", nil, func(d map[string]any) { d["resources"].([]any)[2] = map[string]any{"path": "pages/pages.jsonl"} }, nil, []string{"no size in datapackage.json", "no hash in datapackage.json"}},
		{"the form of 1.0.0", nil, func(d map[string]any) {
			r := d["resources"].([]any)[2].(map[string]any)
			d["resources"].([]any)[2] = map[string]any{"path": r["path"], "hashing": "sha256", "stats": map[string]any{"hash": strings.TrimPrefix(r["hash"].(string), "sha256:"), "bytes": r["bytes"]}}
		}, nil, nil},
		{"an unknown algorithm", nil, func(d map[string]any) { d["resources"].([]any)[2].(map[string]any)["hash"] = "tiger:00" }, nil, []string{"not judged algorithm pages/pages.jsonl: digest \"tiger:00\": unknown algorithm"}},
		{"no digest of the list", nil, nil, func(d map[string]any) { d["path"] = "" }, []string{"warning package : no datapackage-digest.json: expected one"}},
		{"another digest of the list", nil, nil, func(d map[string]any) { d["hash"] = "sha256:" + strings.Repeat("0", 64) }, []string{"error resource datapackage.json: its hash does not match datapackage-digest.json: expected sha256:0000"}},
		{"pages without url and ts", edit(2, `"url":"http://a/","ts":"2024-01-02T03:04:05Z"`, `"u":1`), nil, nil, []string{"line 2: no url", "line 2: no ts", "error resource pages/pages.jsonl: has", "sha256:"}},
		{"an index in plain text with another offset, and another length", index(func(lines string) string {
			return strings.Replace(strings.Replace(lines, `"offset":"0"`, `"offset":"1"`, 1), `"length":2`, `"length":9`, 1)
		}), nil, nil,
			[]string{"error index indexes/index.cdx: line 1: no record begins at offset 1 of data.warc.gz", "error index indexes/index.cdx: line 2: length 9", "error resource indexes/index.cdx: is not in", "warning index archive/data.warc.gz: 1 of its records are in no index", "error resource indexes/index.cdx.gz: is in datapackage.json, and not"}},
		{"an index with another digest", index(func(lines string) string {
			return strings.Replace(lines, "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N", 1)
		}), nil, nil,
			[]string{"error index indexes/index.cdx: line 2: digest VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N of the record", "is not in", "not in the package"}},
		{"an index of another file", index(func(lines string) string { return strings.ReplaceAll(lines, "data.warc.gz", "other.warc.gz") }), nil, nil,
			[]string{`line 1: filename "other.warc.gz"`, `line 2: filename`, "is not in", "2 of its records are in no index", "not in the package"}},
		{"a classic index", index(func(string) string { return " CDX N b a m s k r M S V g\n" }), nil, nil, []string{"a classic CDX index: expected CDXJ", "is not in", "2 of its records", "not in the package"}},
		{"keys with braces", index(func(lines string) string { return strings.ReplaceAll(lines, "a)/", `a)/{b}{"%7d`) }), nil, nil, []string{"is not in", "not in the package"}},
		{"a line that is none", index(func(lines string) string { return lines + "x\n" }), nil, nil, []string{"line 3: no line of CDXJ", "is not in", "not in the package"}},
	} {
		t.Run(test.why, func(t *testing.T) {
			got, _ := foundInPackage(t, soundPackage(t, test.files, test.list, test.digest))
			same := len(got) == len(test.want)
			for i := 0; same && i < len(got); i++ {
				same = strings.Contains(got[i], test.want[i])
			}
			if !same {
				t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
	if got, _ := foundInPackage(t, []byte("PK\x03\x04")); len(got) != 1 || !strings.HasPrefix(got[0], "error package : zip: not a valid zip file: expected a ZIP file") {
		t.Error(got)
	}
}

func mustGunzip(t testing.TB, packed string) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestSignature(t *testing.T) {
	anonymous, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	spki, _ := x509.MarshalPKIXPublicKey(&anonymous.PublicKey)
	root, rootKey := certificate(t, "root", nil, nil)
	leaf, leafKey := certificate(t, "example.org", root, rootKey)
	other, _ := certificate(t, "other", nil, nil)
	chained := encoded(leaf) + encoded(root)
	sign := func(key *ecdsa.PrivateKey, text string, der bool) string {
		sum := sha256.Sum256([]byte(text))
		r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
		if err != nil {
			t.Fatal(err)
		}
		n := (key.Curve.Params().BitSize + 7) / 8
		signature := append(r.FillBytes(make([]byte, n)), s.FillBytes(make([]byte, n))...)
		if der {
			signature, _ = key.Sign(rand.Reader, sum[:], nil)
		}
		return base64.StdEncoding.EncodeToString(signature)
	}
	for _, test := range []struct {
		why  string
		sign func(hash string) map[string]any
		by   string
		want []string
	}{
		{"an anonymous key, as browsers sign", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(anonymous, hash, false), "publicKey": base64.StdEncoding.EncodeToString(spki)}
		}, "signed by an anonymous key, of SHA-256", nil},
		{"the same in DER", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(anonymous, hash, true), "publicKey": base64.StdEncoding.EncodeToString(spki)}
		}, "signed by an anonymous key, of SHA-256", nil},
		{"of something else", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(anonymous, hash+"x", false), "publicKey": base64.StdEncoding.EncodeToString(spki)}
		}, "", []string{"error signature datapackage-digest.json: the signature does not match publicKey (WACZ Signing and Verification 0.1.0)"}},
		{"of another hash, at another time", func(hash string) map[string]any {
			return map[string]any{"hash": "x", "created": "2024-01-02T03:04:06Z", "signature": sign(anonymous, "x", false), "publicKey": base64.StdEncoding.EncodeToString(spki)}
		}, "signed by", []string{`the signature is of hash "x"`, `warning signature datapackage-digest.json: created "2024-01-02T03:04:06Z": expected "2024-01-02T03:04:05Z"`}},
		{"a domain", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(leafKey, hash, true), "domain": "example.org", "domainCert": chained}
		}, "signed by the key of example.org; trust in its certificate and its time stamp is not judged", nil},
		{"another domain", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(leafKey, hash, true), "domain": "example.com", "domainCert": chained}
		}, "signed by", []string{`domain "example.com" does not match domainCert`}},
		{"another key", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(rootKey, hash, true), "domain": "example.org", "domainCert": chained}
		}, "", []string{"the signature does not match domainCert"}},
		{"another root", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": sign(leafKey, hash, true), "domain": "example.org", "domainCert": encoded(leaf) + encoded(other)}
		}, "", []string{"domainCert: certificate 1 is not signed by the next"}},
		{"no signature", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z"}
		}, "", []string{"no signature in base64"}},
		{"no key", func(hash string) map[string]any {
			return map[string]any{"hash": hash, "created": "2024-01-02T03:04:05Z", "signature": "AAAA"}
		}, "", []string{"neither publicKey nor domainCert"}},
	} {
		t.Run(test.why, func(t *testing.T) {
			got, checked := foundInPackage(t, soundPackage(t, nil, nil, func(d map[string]any) { d["signedData"] = test.sign(d["hash"].(string)) }))
			same := len(got) == len(test.want)
			for i := 0; same && i < len(got); i++ {
				same = strings.Contains(got[i], test.want[i])
			}
			if !same || !strings.HasPrefix(checked.Signature, test.by) || (test.by == "") != (checked.Signature == "") {
				t.Errorf("%q %s\nwant %q\n%s", checked.Signature, strings.Join(got, "\n"), test.by, strings.Join(test.want, "\n"))
			}
		})
	}
}

// certificate returns a certificate for a name, signed by a parent or by itself.
func certificate(t testing.TB, name string, parent *x509.Certificate, by *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, IsCA: parent == nil, BasicConstraintsValid: true,
		NotBefore: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)}
	if parent == nil {
		parent, by = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert, key
}

func encoded(cert *x509.Certificate) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw}))
}

// FuzzCheckPackage validates arbitrary packages.
func FuzzCheckPackage(f *testing.F) {
	f.Add(`{"profile":"data-package","resources":[{"path":"archive/a.warc","hash":"sha256:00","bytes":1}]}`, `{"path":"datapackage.json","hash":"sha256:00","signedData":{"signature":"AAAA","domainCert":"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"}}`,
		`a)/ 20240102030405 {"offset":0,"filename":"a.warc","length":"1","digest":"sha1:A"}`, []byte(warcRecord("a", "x")), []byte{}, 0)
	f.Fuzz(func(t *testing.T, list, digest, index string, archive, patch []byte, at int) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, m := range []waczFile{{"datapackage.json", list, true}, {"datapackage-digest.json", digest, false}, {"indexes/a.cdxj", index, true}, {"indexes/b.cdx.gz", index, false},
			{"archive/a.warc", string(archive), false}, {"pages/pages.jsonl", index, true}} {
			if w, err := z.Create(m.name); err == nil {
				io.WriteString(w, m.content)
			}
		}
		z.Close()
		octets := b.Bytes()
		if at >= 0 && at < len(octets) {
			copy(octets[at:], patch)
		}
		if _, err := CheckPackage(t.Context(), bytes.NewReader(octets), int64(len(octets)), 0, nil); err != nil {
			t.Error(err)
		}
	})
}
