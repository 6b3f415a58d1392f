package ocfl

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// validationCase is a tree with one flaw. It is named for the code that the flaw violates, and
// lists all codes that are found.
type validationCase struct {
	name string
	only specVersion // of the specification; "" for both
	want string
	in10 string // findings under 1.0, if different
	why  string
	// one of:
	n      int          // versions of the object; 0: 2
	object func(*draft) // changes a sound object
	root   func(files)  // changes a sound storage root
}

// rootObject returns an edit of a storage root that adds an object.
func rootObject(dir string, spec specVersion, edit func(*draft)) func(files) {
	return func(t files) {
		d := newDraft(spec, 1)
		edit(d)
		d.build().under(dir, t)
	}
}

func swap(o jsonMap, old, new string) {
	o[new] = o[old]
	delete(o, old)
}

func remove(t files, prefix string) {
	maps.DeleteFunc(t, func(name, _ string) bool { return strings.HasPrefix(name, prefix) })
}

const aPath = "v1/content/a.txt"

var validationCases = []validationCase{
	{name: "sound object", want: "", why: "nothing is wrong", object: func(*draft) {}},
	{name: "sound object of twelve versions", n: 9, want: "", why: "nothing is wrong", object: func(*draft) {}},
	{name: "sound root", want: "", why: "nothing is wrong", root: func(files) {}},

	{name: "E001 file", want: "E001", why: "only what 3.2 to 3.9 name", object: func(d *draft) { d.files["notes.txt"] = "x" }},
	{name: "E001 directory", want: "E001", why: "the same", object: func(d *draft) { d.files["notes/n.txt"] = "x" }},
	{name: "E001 second sidecar", want: "E001", why: "the sidecar is that of the object's algorithm", object: func(d *draft) {
		d.then(func(t files) { t["inventory.json.md5"] = sumMD5(t["inventory.json"]) + " inventory.json\n" })
	}},
	{name: "E001 logs is a file", want: "E001", why: "3.8 names a directory", object: func(d *draft) { d.files["logs"] = "x" }},
	{name: "E001 version is a file", want: "E001", why: "a version is a directory", object: func(d *draft) { d.files["v3"] = "x" }},
	{name: "logs", want: "", why: "3.8: logs may be there, and be empty", object: func(d *draft) { d.files["logs/"] = "" }},
	{name: "E002 declaration is a directory", want: "E002", why: "NAMASTE's tags are files", object: func(d *draft) {
		d.then(func(t files) {
			name := "0=ocfl_object_" + string(d.spec)
			delete(t, name)
			t[name+"/x"] = "x"
		})
	}},
	{name: "E003 none", want: "E003", why: "it is known as an object by its inventory", object: func(d *draft) { remove(d.files, "0=") }},
	{name: "E003 two", only: v1_1, want: "E003", why: "exactly one; the newest counts", object: func(d *draft) {
		d.files["0=ocfl_object_1.0"] = "ocfl_object_1.0\n"
	}},
	{name: "E004", want: "E004", why: "no T=", object: func(d *draft) {
		swapFile(d.files, "0=ocfl_object_"+string(d.spec), "ocfl_object_"+string(d.spec))
	}},
	{name: "E005", want: "E005", why: "T is 1", object: func(d *draft) {
		swapFile(d.files, "0=ocfl_object_"+string(d.spec), "1=ocfl_object_"+string(d.spec))
	}},
	{name: "E006", want: "E006", why: "dvalue is another", object: func(d *draft) {
		swapFile(d.files, "0=ocfl_object_"+string(d.spec), "0=oclf_object_"+string(d.spec))
	}},
	{name: "E006 unknown version", want: "E006", why: "there is no such version", object: func(d *draft) {
		swapFile(d.files, "0=ocfl_object_"+string(d.spec), "0=ocfl_object_9.9")
	}},
	{name: "E007", want: "E007", why: "no newline", object: func(d *draft) {
		d.files["0=ocfl_object_"+string(d.spec)] = "ocfl_object_" + string(d.spec)
	}},
	{name: "E008", want: "E008", n: 1, why: "no versions", object: func(d *draft) {
		d.inv[""]["versions"] = jsonMap{}
		d.inv[""]["manifest"] = jsonMap{}
		d.inv[""]["head"] = "v1"
		remove(d.files, "v1")
	}},
	{name: "E009", n: 1, want: "E009", why: "the first is v2", object: func(d *draft) { d.rename("v1", "v2") }},
	{name: "E010", want: "E010", why: "v1, v3", object: func(d *draft) { d.rename("v2", "v3") }},
	{name: "E010 directory", n: 3, want: "E010", why: "the inventory has v2, and there is none", object: func(d *draft) {
		d.then(func(t files) { remove(t, "v2") })
	}},
	{name: "E011", want: "E011 E013 W001", why: "v01, and then v2: no zero, and another convention", object: func(d *draft) { d.rename("v1", "v01") }},
	{name: "E012", n: 3, want: "E012 E013", why: "v1, v02, v3; in v02's inventory, v02 is the newest", object: func(d *draft) { d.rename("v2", "v02") }},
	{name: "E012 lengths", n: 3, want: "E012 E013 W001", why: "v01, v002, v03; in v002's inventory, v002 is the newest", object: func(d *draft) {
		d.rename("v1", "v01")
		d.rename("v2", "v002")
		d.rename("v3", "v03")
	}},
	{name: "E012 two names", n: 1, want: "E011 E012 E013 E040 W001 W010", why: "v1 and v01 are one version; all else follows from that", object: func(d *draft) {
		d.at("", "versions")["v01"] = d.at("", "versions")["v1"]
		d.inv[""]["head"] = "v01"
		d.then(func(t files) {
			t["v01/inventory.json"], t["v01/inventory.json.sha512"] = t["inventory.json"], t["inventory.json.sha512"]
		})
	}},
	{name: "E013 third", n: 3, want: "E013", why: "v1, v2, and then v03", object: func(d *draft) { d.rename("v3", "v03") }},
	{name: "E013", want: "E013", why: "v1, and then v02: the new version follows another convention", object: func(d *draft) { d.rename("v2", "v02") }},
	{name: "E014", n: 1, want: "E014", why: "v01 where the directory is v1; that the file is in no manifest follows", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"v01/content/a.txt"}
	}},
	{name: "E015", want: "E015", why: "a file in v1", object: func(d *draft) { d.files["v1/notes.txt"] = "x" }},
	{name: "E015 second sidecar", want: "E015", why: "the sidecar is that of the object's algorithm", object: func(d *draft) {
		d.then(func(t files) { t["v1/inventory.json.md5"] = sumMD5(t["v1/inventory.json"]) + " inventory.json\n" })
	}},
	{name: "E015 content", want: "E015", why: "the inventories have the file as content, where none may be", object: func(d *draft) {
		d.all(func(inv jsonMap) { inv["manifest"].(jsonMap)[sum512(said(1))] = []any{"v1/a.txt"} })
		swapFile(d.files, "v1/content/a.txt", "v1/a.txt")
	}},
	{name: "E015 all content", n: 1, want: "E015", why: "the same, and no content directory is left", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"v1/a.txt"}
		d.at("", "manifest")[sum512(always)] = []any{"v1/c.txt"}
		swapFile(d.files, "v1/content/a.txt", "v1/a.txt")
		swapFile(d.files, "v1/content/b/c.txt", "v1/c.txt")
	}},
	{name: "E015 sidecar of no inventory", want: "E015", why: "an inventory digest is that of an inventory", object: func(d *draft) {
		d.then(func(t files) { delete(t, "v1/inventory.json") })
	}},
	{name: "E016", n: 1, want: "E016", why: "v1 has files, and no content directory", object: func(d *draft) {
		d.then(func(t files) { remove(t, "v1/content") })
	}},
	{name: "E017", n: 1, want: "E017", why: "a slash", object: func(d *draft) { d.inv[""]["contentDirectory"] = "content/" }},
	{name: "E018", n: 1, want: "E018", why: "two periods", object: func(d *draft) { d.inv[""]["contentDirectory"] = ".." }},
	{name: "E019", want: "E019", why: "not set in the first version", object: func(d *draft) { d.inv[""]["contentDirectory"] = "content" }},
	{name: "E020", want: "E020", why: "another in the first version, whose manifest is then no more right", object: func(d *draft) {
		d.inv[""]["contentDirectory"] = "content"
		d.inv["v1"]["contentDirectory"] = "stuff"
	}},
	{name: "E020 content", want: "E020", why: "v1 has its own content directory, and v2 another", object: func(d *draft) {
		d.inv["v1"]["contentDirectory"] = "stuff"
		d.all(func(inv jsonMap) {
			m := inv["manifest"].(jsonMap)
			m[sum512(said(1))], m[sum512(always)] = []any{"v1/stuff/a.txt"}, []any{"v1/stuff/c.txt"}
		})
		swapFile(d.files, "v1/content/a.txt", "v1/stuff/a.txt")
		swapFile(d.files, "v1/content/b/c.txt", "v1/stuff/c.txt")
	}},
	{name: "E092 content directory", n: 1, want: "E092", why: "another directory than the content directory is ignored", object: func(d *draft) {
		d.inv[""]["contentDirectory"] = "content"
		d.at("", "manifest")[sum512(said(1))] = []any{"v1/stuff/a.txt"}
		swapFile(d.files, "v1/content/a.txt", "v1/stuff/a.txt")
	}},
	{name: "E021", n: 1, want: "E021", why: "the directory is not called content, and nothing says so", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"v1/stuff/a.txt"}
		swapFile(d.files, aPath, "v1/stuff/a.txt")
	}},
	{name: "E022", want: "W002", why: "other directories are ignored: no E023", object: func(d *draft) { d.files["v1/other/x.txt"] = "x" }},
	{name: "E023", want: "E023", why: "a file in no manifest", object: func(d *draft) { d.files["v2/content/x.txt"] = "x" }},
	{name: "E023 prior", want: "E023 E050", in10: "E023 E050", why: "v1's manifest lacks a file of v1", object: func(d *draft) {
		delete(d.at("v1", "manifest"), sum512(always))
	}},
	{name: "E024", want: "E024", why: "an empty directory", object: func(d *draft) { d.files["v1/content/empty/"] = "" }},
	{name: "E025", n: 1, want: "E025", why: "md5 is for fixity only", object: func(d *draft) { d.inv[""]["digestAlgorithm"] = "md5" }},
	{name: "E027", n: 1, want: "", why: "all algorithms are known", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{
			"md5": jsonMap{sumMD5(always): []any{"v1/content/b/c.txt"}}, "sha1": jsonMap{sumSHA1(always): []any{"v1/content/b/c.txt"}},
			"sha256": jsonMap{sum256(always): []any{"v1/content/b/c.txt"}}, "sha512": jsonMap{strings.ToUpper(sum512(always)): []any{"v1/content/b/c.txt"}},
			"blake2b-512": jsonMap{sumBlake(always): []any{"v1/content/b/c.txt"}}, "size": jsonMap{fmt.Sprint(len(always)): []any{"v1/content/b/c.txt"}},
		}
	}},
	{name: "E029", n: 1, want: "E029", why: "base64", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"sha1": jsonMap{"2jmj7l5rSw0yVb/vlWAYkK/YBwk=": []any{aPath}}}
	}},
	{name: "E030", n: 1, want: "E030", why: "too short", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"sha256": jsonMap{sum256(said(1))[:60]: []any{aPath}}}
	}},
	{name: "E031", n: 1, want: "E031", why: "no hexadecimal", object: func(d *draft) {
		digest := "z" + sum512(said(1))[1:]
		swap(d.at("", "manifest"), sum512(said(1)), digest)
		swap(d.at("", "versions", "v1", "state"), sum512(said(1)), digest)
	}},
	{name: "E032", n: 1, want: "E032", why: "too long", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"blake2b-512": jsonMap{sumBlake(said(1)) + "00": []any{aPath}}}
	}},
	{name: "E033", n: 1, want: "E033", why: "no JSON", object: func(d *draft) { d.edit("", "{", "") }},
	{name: "E033 array", n: 1, want: "E033", why: "no object", object: func(d *draft) { d.edited[""] = "[]" }},
	{name: "E033 not UTF-8", n: 1, want: "E033", why: "RFC 8259 wants UTF-8", object: func(d *draft) { d.edit("", "Alice", "Al\xefce") }},
	{name: "E033 byte order mark", n: 1, want: "E033", why: "RFC 8259 forbids it", object: func(d *draft) { d.edited[""] = "\ufeff" + d.octets("") }},
	{name: "E033 key twice", n: 1, want: "E033", why: "which of two heads is it", object: func(d *draft) { d.edit("", `"head"`, `"head": "v7", "head"`) }},
	{name: "E033 version twice", n: 1, want: "E033", why: "which of two versions is it", object: func(d *draft) { d.edit("", `"v1": {`, `"v1": {}, "v1": {`) }},
	{name: "E033 state digest twice", n: 1, want: "E033 E095", why: "and the same path in both", object: func(d *draft) {
		d.edit("", `"state": {`, `"state": {"`+sum512(always)+`": ["b/c.txt"], `)
	}},
	{name: "E034", n: 1, want: "E034", why: "a capital", object: func(d *draft) {
		d.then(func(t files) { swapFile(t, "inventory.json", "Inventory.json") })
	}},
	{name: "E035", n: 1, want: "E035", why: "backslashes; that the file is in no manifest follows", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{`v1\content\a.txt`}
	}},
	{name: "E036 id", n: 1, want: "E036", why: "none", object: func(d *draft) { delete(d.inv[""], "id") }},
	{name: "E036 type", n: 1, want: "E036", why: "none", object: func(d *draft) { delete(d.inv[""], "type") }},
	{name: "E036 digestAlgorithm", n: 1, want: "E036", why: "none", object: func(d *draft) { delete(d.inv[""], "digestAlgorithm") }},
	{name: "E036 head", n: 1, want: "E036", why: "none", object: func(d *draft) {
		delete(d.inv[""], "head")
		d.then(func(t files) {
			t["v1/inventory.json"], t["v1/inventory.json.sha512"] = t["inventory.json"], t["inventory.json.sha512"]
		})
	}},
	{name: "E037 empty", n: 1, want: "E037", why: "an empty id names nothing", object: func(d *draft) { d.inv[""]["id"] = "" }},
	{name: "E037 number", n: 1, want: "E037", why: "no string", object: func(d *draft) { d.inv[""]["id"] = 5 }},
	{name: "E037 twice", want: "E037", why: "two objects of one id", root: func(t files) {
		rootObject("ef/three", versionOf(t), func(d *draft) { d.inv[""]["id"] = "urn:example:1" })(t)
	}},
	{name: "E038", n: 1, want: "E038", why: "that of the other version", object: func(d *draft) {
		other := v1_0
		if d.spec == v1_0 {
			other = v1_1
		}
		d.inv[""]["type"] = other.inventoryType()
	}},
	{name: "E038 prior", want: "E038", why: "the type of no version", object: func(d *draft) { d.inv["v1"]["type"] = "https://example.org/" }},
	{name: "E039", n: 1, want: "E039", why: "SHA-256, and digestAlgorithm says SHA-512", object: func(d *draft) {
		swap(d.at("", "manifest"), sum512(said(1)), sum256(said(1)))
		swap(d.at("", "versions", "v1", "state"), sum512(said(1)), sum256(said(1)))
	}},
	{name: "E040", want: "E040 E064", why: "head is v1 of two; so v2's inventory is none of the root's", object: func(d *draft) {
		d.then(func(t files) {
			t["v2/inventory.json"], t["v2/inventory.json.sha512"] = d.octets(""), sum512(d.octets(""))+" inventory.json\n"
			text := strings.Replace(d.octets(""), `"head": "v2"`, `"head": "v1"`, 1)
			t["inventory.json"], t["inventory.json.sha512"] = text, sum512(text)+" inventory.json\n"
			t["v1/inventory.json"] = d.octets("v1")
		})
	}},
	{name: "E040 no string", n: 1, want: "E040 W010", why: "a number", object: func(d *draft) { d.inv[""]["head"] = 1 }},
	{name: "E040 prior", n: 3, want: "E040", why: "v1's inventory is that of v2", object: func(d *draft) { d.inv["v1"] = d.inv["v2"] }},
	{name: "E041", n: 1, want: "E041", why: "no manifest; that all files are in none follows", object: func(d *draft) { delete(d.inv[""], "manifest") }},
	{name: "E042", n: 1, want: "E042", why: "relative to something else", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"content/a.txt"}
	}},
	{name: "E043", n: 1, want: "E043", why: "no versions", object: func(d *draft) { delete(d.inv[""], "versions") }},
	{name: "E044", n: 1, want: "E044", why: "the key is Versions", object: func(d *draft) { swap(d.inv[""], "versions", "Versions") }},
	{name: "E045", n: 1, want: "E045", why: "an array", object: func(d *draft) { d.inv[""]["versions"] = []any{} }},
	{name: "E046 directory", want: "E046", why: "v3 is in no inventory", object: func(d *draft) { d.files["v3/content/x"] = "x" }},
	{name: "E046 inventory", want: "E046", why: "the inventory has v2, and there is none", object: func(d *draft) { remove(d.files, "v2") }},
	{name: "E047", n: 1, want: "E047", why: "no object", object: func(d *draft) { d.at("", "versions")["v1"] = "x" }},
	{name: "E048 created", n: 1, want: "E048", why: "none", object: func(d *draft) { d.states(func(_ string, b jsonMap) { delete(b, "created") }) }},
	{name: "E048 state", n: 1, want: "E048", why: "none", object: func(d *draft) { d.states(func(_ string, b jsonMap) { delete(b, "state") }) }},
	{name: "E049 no zone", n: 1, want: "E049", why: "RFC 3339", object: created("2020-01-01T12:00:00")},
	{name: "E049 no seconds", n: 1, want: "E049", why: "RFC 3339", object: created("2020-01-01T12:00Z")},
	{name: "E049 30 February", n: 1, want: "E049", why: "there is none", object: created("2020-02-30T12:00:00Z")},
	{name: "E049 number", n: 1, want: "E049", why: "no string", object: created(20200101)},
	{name: "E049 comma", n: 1, want: "E049", why: "RFC 3339 has a full stop", object: created("2020-01-01T12:00:00,5Z")},
	{name: "created in a leap second", n: 1, want: "", why: "RFC 3339, 5.6: 60", object: created("2016-12-31T23:59:60Z")},
	{name: "created in small letters", n: 1, want: "", why: "RFC 3339, 5.6: t and z may be small", object: created("2016-12-31t23:59:59.25z")},
	{name: "E050", n: 1, want: "E050", why: "the manifest has no such digest", object: func(d *draft) {
		d.at("", "versions", "v1", "state")[sum512("x")] = []any{"x.txt"}
	}},
	{name: "E050 letters", n: 1, want: "E050", why: "exactly, and the manifest has small letters", object: func(d *draft) {
		swap(d.at("", "versions", "v1", "state"), sum512(always), strings.ToUpper(sum512(always)))
	}},
	{name: "E050 state", n: 1, want: "E050", why: "no object", object: func(d *draft) { d.at("", "versions", "v1")["state"] = []any{} }},
	{name: "E050 no array", n: 1, want: "E050", why: "a string", object: func(d *draft) { d.at("", "versions", "v1", "state")[sum512(always)] = "b/c.txt" }},
	{name: "E052", n: 1, want: "E052", why: "..", object: logical("b/../c.txt")},
	{name: "E052 empty", n: 1, want: "E052", why: "//", object: logical("b//c.txt")},
	{name: "E053", n: 1, want: "E053", why: "a slash before", object: logical("/c.txt")},
	{name: "E053 end", n: 1, want: "E053", why: "a slash behind", object: logical("c.txt/")},
	{name: "E054", n: 1, want: "E054", why: "no name", object: user(jsonMap{"address": "mailto:a@example.org"})},
	{name: "E054 string", n: 1, want: "E054", why: "no object", object: user("Alice")},
	{name: "E055", n: 1, want: "E055", why: "the key is Fixity", object: func(d *draft) { d.inv[""]["Fixity"] = jsonMap{} }},
	{name: "E056", n: 1, want: "error", why: "no table has it", object: func(d *draft) { d.inv[""]["fixity"] = jsonMap{"crc99": jsonMap{}} }},
	{name: "E057", n: 1, want: "E057", why: "no object", object: func(d *draft) { d.inv[""]["fixity"] = jsonMap{"md5": []any{}} }},
	{name: "E057 no array", n: 1, want: "E057", why: "a string", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{sumMD5(said(1)): aPath}}
	}},
	{name: "E057 digest", n: 1, want: "E057", why: "no digest", object: func(d *draft) { d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{"0": []any{aPath}}} }},
	{name: "E058", n: 1, want: "E058", why: "no sidecar", object: func(d *draft) {
		d.then(func(t files) { delete(t, "inventory.json.sha512") })
	}},
	{name: "E058 prior", want: "E058", why: "no sidecar", object: func(d *draft) {
		d.then(func(t files) { delete(t, "v1/inventory.json.sha512") })
	}},
	{name: "E059", n: 1, want: "E059", why: "a sidecar of another algorithm", object: func(d *draft) {
		d.then(func(t files) {
			delete(t, "inventory.json.sha512")
			t["inventory.json.sha256"] = sum256(t["inventory.json"]) + " inventory.json\n"
		})
	}},
	{name: "E060", n: 1, want: "E060", why: "another digest", object: func(d *draft) {
		d.then(func(t files) { t["inventory.json.sha512"] = sum512("x") + " inventory.json\n" })
	}},
	{name: "E060 prior", want: "E060", why: "another digest", object: func(d *draft) {
		d.then(func(t files) { t["v1/inventory.json.sha512"] = sum512("x") + " inventory.json\n" })
	}},
	{name: "E061", n: 1, want: "E061", why: "no name", object: func(d *draft) {
		d.then(func(t files) { t["inventory.json.sha512"] = sum512(t["inventory.json"]) + "\n" })
	}},
	{name: "sidecar with a tab and capitals", n: 1, want: "", why: "blanks or tabs; hexadecimal has no case", object: func(d *draft) {
		d.then(func(t files) {
			t["inventory.json.sha512"] = strings.ToUpper(sum512(t["inventory.json"])) + " \t inventory.json"
		})
	}},
	{name: "E063", n: 1, want: "E063", why: "none", object: func(d *draft) { d.then(func(t files) { remove(t, "inventory.json") }) }},
	{name: "E064", n: 1, want: "E064", why: "one more blank", object: func(d *draft) {
		d.then(func(t files) {
			t["v1/inventory.json"] += " "
			t["v1/inventory.json.sha512"] = sum512(t["v1/inventory.json"]) + " inventory.json\n"
		})
	}},
	{name: "E066 path", want: "E066", why: "v1's inventory has another logical path", object: func(d *draft) {
		d.at("v1", "versions", "v1", "state")[sum512(always)] = []any{"other.txt"}
	}},
	{name: "E066 content", want: "E066", why: "v1's inventory says that a.txt is what v2 has", object: func(d *draft) {
		state := d.at("", "versions", "v1", "state")
		swap(state, sum512(said(1)), sum512(said(2)))
		d.at("", "versions", "v2", "state")[sum512(said(1))] = []any{"old.txt"}
	}},
	{name: "another algorithm before", want: "W004", why: "the same files by other digests", object: func(d *draft) {
		inv := d.inv["v1"]
		inv["digestAlgorithm"] = "sha256"
		for _, text := range []string{always, said(1)} {
			swap(inv["manifest"].(jsonMap), sum512(text), sum256(text))
			swap(d.at("v1", "versions", "v1", "state"), sum512(text), sum256(text))
		}
	}},
	{name: "E067", want: "E067", why: "a file", object: func(d *draft) { d.files["extensions/x.txt"] = "x" }},
	{name: "W013 in a root", only: v1_0, want: "W013 note", why: "neither registered nor described: whether E068 is broken cannot be told", root: rootObject("ef/three", v1_0, func(d *draft) {
		d.inv[""]["id"] = "urn:example:3"
		d.files["extensions/local/x"] = "x"
	})},
	{name: "W013 described", only: v1_0, want: "W013", why: "a text in the root has the name", root: func(t files) {
		t["local.md"] = "The extension local is for tests."
		t["extensions/local/x"] = "x"
	}},
	{name: "E069", want: "E069", why: "no declaration", root: func(t files) { remove(t, "0=") }},
	{name: "E070", want: "E070", why: "no description", root: func(t files) {
		t["ocfl_layout.json"] = `{"extension": "0007-n-tuple-omit-prefix-storage-layout"}`
	}},
	{name: "E070 no JSON", want: "E070", why: "no JSON", root: func(t files) { t["ocfl_layout.json"] = "x" }},
	{name: "E071", want: "E071", why: "no registered name", root: func(t files) {
		t["ocfl_layout.json"] = `{"extension": "my-layout", "description": "x"}`
	}},
	{name: "layout", want: "", why: "a registered name, and objects are where it has them", root: func(t files) {
		layOut(t, "0003-hash-and-id-n-tuple-storage-layout", "28f/979/ce2/urn%3aexample%3a0", "f17/d88/cf3/urn%3aexample%3a1")
	}},
	{name: "E072", want: "E072", why: "a file where an object should be", root: func(t files) { t["ef/x.txt"] = "x" }},
	{name: "E073", want: "E073", why: "an empty directory", root: func(t files) { t["ef/"] = "" }},
	{name: "E074", want: "E074", why: "a storage root in another", root: func(t files) {
		t["ab/0=ocfl_1.0"] = "ocfl_1.0\n"
	}},
	{name: "E075", want: "E075", why: "NAMASTE's tags are files", root: func(t files) {
		name := "0=ocfl_" + string(versionOf(t))
		delete(t, name)
		rootObject(name+"/three", v1_0, func(d *draft) { d.inv[""]["id"] = "urn:example:3" })(t)
	}},
	{name: "E076", only: v1_1, want: "E076", why: "exactly one", root: func(t files) { t["0=ocfl_1.0"] = "ocfl_1.0\n" }},
	{name: "E077", want: "E077", why: "no T=", root: func(t files) { swapFile(t, "0=ocfl_"+string(versionOf(t)), "ocfl_"+string(versionOf(t))) }},
	{name: "E078", want: "E078", why: "T is 1", root: func(t files) { swapFile(t, "0=ocfl_"+string(versionOf(t)), "1=ocfl_"+string(versionOf(t))) }},
	{name: "E079", want: "E079", why: "dvalue is another", root: func(t files) { swapFile(t, "0=ocfl_"+string(versionOf(t)), "0=ocfl-"+string(versionOf(t))) }},
	{name: "E080", want: "E080", why: "CR LF", root: func(t files) { t["0=ocfl_"+string(versionOf(t))] = "ocfl_" + string(versionOf(t)) + "\r\n" }},
	{name: "E081", only: v1_0, want: "E081", why: "an object of 1.1 in a root of 1.0", root: rootObject("ef/three", v1_1, func(d *draft) {
		d.inv[""]["id"] = "urn:example:3"
	})},
	{name: "an object of 1.0 in a root of 1.1", only: v1_1, want: "", why: "earlier versions may be there", root: rootObject("ef/three", v1_0, func(d *draft) {
		d.inv[""]["id"] = "urn:example:3"
	})},
	{name: "E082", want: "E082", why: "an object in an object", root: func(t files) {
		rootObject("ab/one/inner", versionOf(t), func(*draft) {})(t)
	}},
	{name: "E082 root", want: "E082", why: "a storage root that is an object as well", root: func(t files) {
		d := newDraft(versionOf(t), 2)
		d.all(func(inv jsonMap) { inv["id"] = "urn:example:3" })
		for p, data := range d.build() {
			t[p] = data
		}
	}},
	{name: "E083", want: "E083", why: "the layout has it elsewhere", root: func(t files) {
		layOut(t, "0004-hashed-n-tuple-storage-layout", "ab/one", "cd/two")
	}},
	{name: "E084", want: "E084", why: "a file beside directories", root: func(t files) { t["ab/x.txt"] = "x" }},
	{name: "E086", only: v1_0, want: "E086", why: "a file among extensions", root: func(t files) { t["extensions/x.txt"] = "x" }},
	{name: "E087", want: "", why: "files in the root are ignored", root: func(t files) { t["fpcheck.manifest"] = "x" }},
	{name: "E089", want: "E089", why: "a pipe", object: func(d *draft) { d.files["v1/content/pipe"] = pipe }},
	{name: "E090", want: "E090", why: "a link to a file; what it leads to is no content", object: func(d *draft) {
		d.files["v1/content/b/c.txt"] = linkTo + "../a.txt"
	}},
	{name: "E090 directory", want: "E090", why: "a link to a directory, which is not entered", object: func(d *draft) {
		d.files["v1/content/loop"] = linkTo + "."
	}},
	{name: "E090 declaration", want: "E090", why: "a link to a declaration", object: func(d *draft) {
		name := "0=ocfl_object_" + string(d.spec)
		swapFile(d.files, name, "declaration")
		d.then(func(t files) { t["logs/x"] = t["declaration"]; delete(t, "declaration"); t[name] = linkTo + "logs/x" })
	}},
	{name: "E090 extension", want: "E090", why: "a link to an extension", object: func(d *draft) { d.files["extensions/0005-mutable-head"] = linkTo + "../v1" }},
	{name: "E090 sidecar", n: 1, want: "E090", why: "a link to a sidecar", object: func(d *draft) {
		d.then(func(t files) { t["inventory.json.sha512"] = linkTo + "v1/inventory.json.sha512" })
	}},
	{name: "E058 directory", n: 1, want: "E001 E058", why: "a directory of that name is no sidecar", object: func(d *draft) {
		d.then(func(t files) { delete(t, "inventory.json.sha512"); t["inventory.json.sha512/x"] = "x" })
	}},
	{name: "E066 lost version", n: 3, want: "E009 E066 E107", in10: "E009 E066", why: "v2's inventory has no v1, but its files", object: func(d *draft) {
		delete(d.at("v2", "versions"), "v1")
	}},
	{name: "E066 lost path", want: "E066", why: "v1's inventory lacks a logical path", object: func(d *draft) {
		d.at("v1", "versions", "v1", "state")[sum512(always)] = []any{}
	}},
	{name: "E070 array", want: "E070", why: "no object", root: func(t files) { t["ocfl_layout.json"] = "[]" }},
	{name: "E070 number", want: "E070", why: "no string", root: func(t files) { t["ocfl_layout.json"] = `{"extension": 3, "description": "x"}` }},
	{name: "W011 user", want: "W007 W011", why: "no user in v1's inventory", object: func(d *draft) { delete(d.at("v1", "versions", "v1"), "user") }},
	{name: "E090 hierarchy", want: "E090", why: "a link to an object, which is not entered", root: func(t files) { t["ab/two"] = linkTo + "../cd/two" }},
	{name: "E092", want: "E092", why: "another content", object: func(d *draft) { d.files[aPath] = "It is no more what it was.\n" }},
	{name: "E092 missing", want: "E092", why: "no such file", object: func(d *draft) {
		delete(d.files, "v2/content/a.txt")
		d.files["v2/content/keep"] = ""
		d.then(func(t files) { delete(t, "v2/content/keep"); t["v2/content/"] = "" })
	}},
	{name: "E092 prior", want: "E066 E092", why: "v1's inventory has another digest, in its manifest and its state", object: func(d *draft) {
		swap(d.at("v1", "manifest"), sum512(said(1)), sum512("x"))
		swap(d.at("v1", "versions", "v1", "state"), sum512(said(1)), sum512("x"))
	}},
	{name: "E092 no array", n: 1, want: "E023 E092", why: "a string", object: func(d *draft) { d.at("", "manifest")[sum512(said(1))] = aPath }},
	{name: "E093", n: 1, want: "E093", why: "another content", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{sumMD5("x"): []any{aPath}}}
	}},
	{name: "E093 missing", n: 1, want: "E093", why: "no such file", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{sumMD5("x"): []any{"v1/content/none.txt"}}}
	}},
	{name: "E093 prior", want: "E093", why: "only v1's inventory has it", object: func(d *draft) {
		d.inv["v1"]["fixity"] = jsonMap{"sha1": jsonMap{sumSHA1("x"): []any{aPath}}}
	}},
	{name: "E094", n: 1, want: "E094", why: "a number", object: func(d *draft) { d.states(func(_ string, b jsonMap) { b["message"] = 5 }) }},
	{name: "E095 twice", n: 1, want: "E095", why: "one path of two digests", object: logical("a.txt")},
	{name: "E095 directory", n: 1, want: "E095", why: "a file that is a directory as well", object: logical("a.txt/c.txt")},
	{name: "E095 apart", n: 1, want: "E095", why: "a.txt-x is between a.txt and a.txt/x by their octets", object: func(d *draft) {
		d.at("", "versions", "v1", "state")[sum512(always)] = []any{"a.txt-x", "a.txt/x"}
	}},
	{name: "names that begin alike", n: 1, want: "", why: "none is a directory of another", object: func(d *draft) {
		d.at("", "versions", "v1", "state")[sum512(always)] = []any{"a.txt-x", "a.tx/x", "a.txt2/x", "a/x", "a/y", "a-/x"}
	}},
	{name: "E096", n: 1, want: "E096 E101 E107", in10: "E096 E101", why: "in capitals and in small letters, with the same path; and no state has the first", object: func(d *draft) {
		d.edit("", `"manifest": {`, `"manifest": {"`+strings.ToUpper(sum512(said(1)))+`": ["`+aPath+`"], `)
	}},
	{name: "E096 exactly", n: 1, want: "E096 E101", why: "the same letters", object: func(d *draft) {
		d.edit("", `"manifest": {`, `"manifest": {"`+sum512(said(1))+`": ["`+aPath+`"], `)
	}},
	{name: "E097", n: 1, want: "E097", why: "in capitals and in small letters", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{sumMD5(said(1)): []any{aPath}, strings.ToUpper(sumMD5(said(1))): []any{aPath}}}
	}},
	{name: "E099", n: 1, want: "E099", why: "..; that the file is in no manifest follows", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"v1/content/../content/a.txt"}
	}},
	{name: "E099 fixity", n: 1, want: "E099", why: "..", object: func(d *draft) {
		d.inv[""]["fixity"] = jsonMap{"md5": jsonMap{sumMD5(said(1)): []any{"v1/content/../../../etc/passwd"}}}
	}},
	{name: "E100", n: 1, want: "E100", why: "a slash before; that the file is in no manifest follows", object: func(d *draft) {
		d.at("", "manifest")[sum512(said(1))] = []any{"/v1/content/a.txt"}
	}},
	{name: "E101 twice", n: 1, want: "E092 E101", why: "one path of two digests", object: func(d *draft) {
		d.at("", "manifest")[sum512(always)] = []any{"v1/content/b/c.txt", aPath}
	}},
	{name: "E101 directory", n: 1, want: "E101", why: "a file that is a directory as well", object: func(d *draft) {
		d.at("", "manifest")[sum512(always)] = []any{"v1/content/b/c.txt", aPath + "/x"}
	}},
	{name: "E102", n: 1, want: "E102", why: "a key of no meaning", object: func(d *draft) { d.inv[""]["fingerprints"] = jsonMap{} }},
	{name: "E102 version", n: 1, want: "E102", why: "a key of no meaning", object: func(d *draft) { d.states(func(_ string, b jsonMap) { b["note"] = "x" }) }},
	{name: "E102 user", n: 1, want: "E102", why: "a key of no meaning", object: user(jsonMap{"name": "A", "address": "mailto:a@example.org", "phone": "5"})},
	{name: "E103", only: v1_1, n: 3, want: "E103", why: "1.1, 1.0, 1.1", object: func(d *draft) { d.inv["v2"]["type"] = v1_0.inventoryType() }},
	{name: "1.0 and then 1.1", only: v1_1, want: "", why: "a later version follows", object: func(d *draft) { d.inv["v1"]["type"] = v1_0.inventoryType() }},
	{name: "E104", n: 1, want: "E001 E104", in10: "E001 E046", why: "no v", object: func(d *draft) { d.rename("v1", "1") }},
	{name: "E105", n: 1, want: "E001 E105", in10: "E001 E046", why: "a word", object: func(d *draft) { d.rename("v1", "vone") }},
	{name: "E105 zero", n: 1, want: "E001 E105", in10: "E001 E046", why: "positive", object: func(d *draft) { d.rename("v1", "v0") }},
	{name: "E106", n: 1, want: "E106", in10: "E041", why: "an array", object: func(d *draft) { d.inv[""]["manifest"] = []any{} }},
	{name: "E107", n: 1, want: "E107", in10: "", why: "no state has the digest; 1.0 does not forbid it", object: func(d *draft) {
		delete(d.at("", "versions", "v1", "state"), sum512(always))
	}},
	{name: "E108", n: 1, want: "E108", in10: "E017", why: "no name", object: func(d *draft) { d.inv[""]["contentDirectory"] = "" }},
	{name: "E110", want: "E110", in10: "E037", why: "another in v1", object: func(d *draft) { d.inv["v1"]["id"] = "urn:example:other" }},
	{name: "E111", n: 1, want: "E111", in10: "E056", why: "null", object: func(d *draft) { d.inv[""]["fixity"] = nil }},
	{name: "fixity that is empty", n: 1, want: "", why: "it may be", object: func(d *draft) { d.inv[""]["fixity"] = jsonMap{} }},
	{name: "E112", only: v1_1, want: "E112", why: "a file among extensions", root: func(t files) { t["extensions/x.txt"] = "x" }},

	{name: "W001", want: "W001", why: "zeros", object: func(d *draft) {
		d.rename("v1", "v0001")
		d.rename("v2", "v0002")
	}},
	{name: "W002", want: "W002", why: "a second directory", object: func(d *draft) { d.files["v2/other/x"] = "x" }},
	{name: "W003", want: "W003", why: "no files", object: func(d *draft) {
		delete(d.files, "v2/content/a.txt")
		d.files["v2/content/"] = ""
		delete(d.at("", "manifest"), sum512(said(2)))
		delete(d.at("", "versions", "v2", "state"), sum512(said(2)))
	}},
	{name: "W004", n: 1, want: "W004", why: "SHA-256", object: func(d *draft) {
		d.inv[""]["digestAlgorithm"] = "sha256"
		for _, text := range []string{always, said(1)} {
			swap(d.at("", "manifest"), sum512(text), sum256(text))
			swap(d.at("", "versions", "v1", "state"), sum512(text), sum256(text))
		}
	}},
	{name: "W005", n: 1, want: "W005", why: "no scheme", object: func(d *draft) { d.inv[""]["id"] = "one" }},
	{name: "W007 message", n: 1, want: "W007", why: "none", object: func(d *draft) { d.states(func(_ string, b jsonMap) { delete(b, "message") }) }},
	{name: "W007 user", n: 1, want: "W007", why: "none", object: func(d *draft) { d.states(func(_ string, b jsonMap) { delete(b, "user") }) }},
	{name: "W008", n: 1, want: "W008", why: "no address", object: user(jsonMap{"name": "Alice"})},
	{name: "W009", n: 1, want: "W009", why: "no URI", object: user(jsonMap{"name": "Alice", "address": "alice at example.org"})},
	{name: "W010", want: "W010", why: "v1 has none", object: func(d *draft) { delete(d.inv, "v1") }},
	{name: "W011", want: "W011", why: "another message", object: func(d *draft) { d.at("v1", "versions", "v1")["message"] = "x" }},
	{name: "W013", want: "W013", why: "not registered", object: func(d *draft) { d.files["extensions/local/x"] = "x" }},
	{name: "mutable HEAD", want: "note", why: "what is not committed is no version, and is not verified", object: func(d *draft) {
		d.then(func(t files) {
			t["extensions/0005-mutable-head/head/inventory.json"] = t["inventory.json"]
			t["extensions/0005-mutable-head/head/content/r1/x"] = "x"
		})
	}},
	{name: "registered extension", want: "", why: "registered", object: func(d *draft) { d.files["extensions/0005-mutable-head/x"] = "x" }},
	{name: "W015", want: "W015", why: "one object in the root, others deeper", root: func(t files) {
		rootObject("three", versionOf(t), func(d *draft) { d.inv[""]["id"] = "urn:example:3" })(t)
	}},
	{name: "W016", only: v1_1, want: "W016", why: "not registered", root: func(t files) { t["extensions/local/x"] = "x" }},
}

// layOut gives a storage root a declared layout, and moves its two objects there.
func layOut(t files, name string, dirs ...string) {
	t["ocfl_layout.json"] = `{"extension": "` + name + `", "description": "x"}`
	t["extensions/"+name+"/config.json"] = `{"extensionName": "` + name + `"}`
	for i, old := range []string{"ab/one/", "cd/two/"} {
		for p, data := range maps.Clone(t) {
			if inside, ok := strings.CutPrefix(p, old); ok {
				delete(t, p)
				t[dirs[i]+"/"+inside] = data
			}
		}
	}
}

func swapFile(t files, old, new string) {
	t[new] = t[old]
	delete(t, old)
}

func created(value any) func(*draft) {
	return func(d *draft) { d.states(func(_ string, b jsonMap) { b["created"] = value }) }
}

func logical(p string) func(*draft) {
	return func(d *draft) { d.at("", "versions", "v1", "state")[sum512(always)] = []any{p} }
}

func user(value any) func(*draft) {
	return func(d *draft) { d.states(func(_ string, b jsonMap) { b["user"] = value }) }
}

// versionOf returns the version of a storage root.
func versionOf(t files) specVersion {
	if _, ok := t["0=ocfl_1.0"]; ok {
		return v1_0
	}
	return v1_1
}

// unseen has codes that no tree at rest can violate, or that another code covers, and the reasons.
var unseen = map[Code]string{
	"E026": "the vocabulary of fixity: E056 says the same of the key",
	"E028": "an instruction to programs",
	"E051": "an instruction to programs",
	"E062": "the order of writing; what comes of it is E060",
	"E068": "no program can tell what defines an extension: W013, and a note of the storage root",
	"E085": "each hierarchy that ends in no object ends in E072 or E073",
	"E088": "each such directory leads to E072 or E073",
	"E091": "about file systems (1.0)",
	"E098": "an instruction to programs",
	"W012": "about what to do with logs",
	"W014": "a layout pattern is nothing that files show",
}

// one is a case under one version of the specification.
type one struct {
	validationCase
	spec specVersion
	tree files
	want string
}

func eachCase(yield func(one) bool) {
	for _, c := range validationCases {
		for _, spec := range versions {
			if c.only != "" && c.only != spec {
				continue
			}
			o := one{validationCase: c, spec: spec, want: c.want}
			if spec == v1_0 && (c.in10 != "" || c.name == "E107") {
				o.want = c.in10
			}
			if c.root != nil {
				o.tree = newRoot(spec)
				c.root(o.tree)
			} else {
				n := c.n
				if n == 0 {
					n = 2
				}
				d := newDraft(spec, n)
				c.object(d)
				o.tree = d.build()
			}
			if !yield(o) {
				return
			}
		}
	}
}

func (o *one) id() string { return o.name + "/" + string(o.spec) }

func codesOf(parts iter.Seq2[Part, error]) (codes, lines []string) {
	for p := range parts {
		for _, f := range p.Findings {
			code := string(f.Code)
			switch {
			case f.Err != nil:
				code = "error"
			case f.Note != "":
				code = "note"
			}
			codes = append(codes, code)
			lines = append(lines, f.String())
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes), lines
}

func TestValidationCases(t *testing.T) {
	for o := range eachCase {
		t.Run(o.id(), func(t *testing.T) {
			if o.why == "" {
				t.Fatal("no reason")
			}
			codes, lines := codesOf(Validate(context.Background(), o.tree.fs(), Options{Workers: 2}))
			if diff := cmp.Diff(o.want, strings.Join(codes, " ")); diff != "" {
				t.Errorf("%s (%s) (-want +got):\n%s\n%s", o.why, Code(o.name[:min(4, len(o.name))]).Sentence(), diff, strings.Join(lines, "\n"))
			}
			for _, c := range codes {
				if !Code(c).in(o.spec) && c != "note" && c != "error" {
					t.Errorf("%s is no code of %s", c, o.spec)
				}
			}
		})
	}
}

// TestEveryCodeHasACase checks that each code has a case, or a reason why it has none.
func TestEveryCodeHasACase(t *testing.T) {
	wanted := make(map[Code]bool)
	for o := range eachCase {
		for code := range strings.FieldsSeq(o.want) {
			wanted[Code(code)] = true
		}
		wanted[Code(o.name[:min(4, len(o.name))])] = true
	}
	for code := range sentences() {
		if _, excused := unseen[code]; excused == wanted[code] {
			t.Errorf("%s: a case: %v, a reason for none: %v: expected the one or the other\n%s", code, wanted[code], excused, code.Sentence())
		}
	}
}

// in reports whether that version of the specification has the code.
func (c Code) in(v specVersion) bool {
	s, ok := sentences()[c]
	return ok && (s.only == "" || s.only == v)
}
