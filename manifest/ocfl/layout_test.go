package ocfl

import (
	"context"
	"strings"
	"testing"
)

// TestLayouts checks the examples in the documents of the extensions.
func TestLayouts(t *testing.T) {
	long := strings.Repeat("abcdefghij", 10) + "a"
	md5 := `{"digestAlgorithm": "md5", "tupleSize": 2, "numberOfTuples": 15, "shortObjectRoot": true}`
	for _, test := range []struct{ name, config, id, want string }{
		{"0002-flat-direct-storage-layout", "", "..hor_rib:lé-$id", "..hor_rib:lé-$id"},
		{"0003-hash-and-id-n-tuple-storage-layout", "", "object-01", "3c0/ff4/240/object-01"},
		{"0003-hash-and-id-n-tuple-storage-layout", "{}", "..hor/rib:le-$id", "487/326/d8c/%2e%2ehor%2frib%3ale-%24id"},
		{"0003-hash-and-id-n-tuple-storage-layout", md5, "object-01", "ff/75/53/44/92/48/5e/ab/b3/9f/86/35/67/28/88/object-01"},
		{"0003-hash-and-id-n-tuple-storage-layout", `{"tupleSize": 0, "numberOfTuples": 0}`, "..Hor/rib:lè-$id", "%2e%2eHor%2frib%3al%c3%a8-%24id"},
		{"0003-hash-and-id-n-tuple-storage-layout", `{"tupleSize": 0, "numberOfTuples": 0}`, long, long[:100] + "-5cc73e648fbcff136510e330871180922ddacf193b68fdeff855683a01464220"},
		{"0004-hashed-n-tuple-storage-layout", "", "object-01", "3c0/ff4/240/3c0ff4240c1e116dba14c7627f2319b58aa3d77606d0d90dfc6161608ac987d4"},
		{"0004-hashed-n-tuple-storage-layout", md5, "..hor/rib:le-$id", "08/31/97/66/fb/6c/29/35/dd/17/5b/94/26/77/17/e0"},
		{"0004-hashed-n-tuple-storage-layout", `{"tupleSize": 32, "numberOfTuples": 32}`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `{"digestAlgorithm": "crc99"}`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `{"digestAlgorithm": "crc99", "tupleSize": 0, "numberOfTuples": 0}`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `[]`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `{"tupleSize": 0}`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `{"tupleSize": "x"}`, "object-01", ""},
		{"0004-hashed-n-tuple-storage-layout", `[`, "object-01", ""},
		{"0007-n-tuple-omit-prefix-storage-layout", "", "object-01", ""},
	} {
		files := files{"ocfl_layout.json": `{"extension": "` + test.name + `", "description": "x"}`}
		if test.config != "" {
			files["extensions/"+test.name+"/config.json"] = test.config
		}
		v := &tree{ctx: context.Background(), fsys: files.fs(), o: &Options{}}
		mapped, got := v.readLayout(), ""
		if mapped != nil {
			got = mapped(test.id)
		}
		if got != test.want || len(v.findings) > 0 {
			t.Errorf("%s %s: %q: %q %v: expected %q", test.name, test.config, test.id, got, v.findings, test.want)
		}
	}
}
