package vectorfiles

import (
	"math/rand/v2"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/vectors"
)

// validate and a complete implementation of JSON Schema accept the same files: those there
// are, and altered ones.
func TestValidate(t *testing.T) {
	source, err := vectors.FS.Open("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	doc, err := jsonschema.UnmarshalJSON(source)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	const url = "urn:fpcheck:vectors" // a name only: nothing is fetched
	if err := c.AddResource(url, doc); err != nil {
		t.Fatal(err)
	}
	complete, err := c.Compile(url)
	if err != nil {
		t.Fatal(err)
	}
	files, err := vectors.Load(vectors.FS)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(12, 1))
	valid, invalid := 0, 0
	for _, f := range files {
		for _, vector := range f.Vectors {
			if len(vector.Input.Raw.Bytes()) > 4096 {
				continue
			}
			one := vectors.File{Stage: f.Stage, Schemes: f.Schemes, Vectors: []vectors.Vector{vector}}
			for range 3 {
				var file any
				if err := yaml.Unmarshal(one.Format(), &file); err != nil {
					t.Fatal(err)
				}
				for range random.IntN(3) {
					alter(random, file)
				}
				got, want := validate(file), complete.Validate(file)
				if (len(got) == 0) != (want == nil) {
					t.Fatalf("%s of %s:\n%v\nvalidate says %q, JSON Schema %v", vector.ID, f.Name, file, got, want)
				}
				if want == nil {
					valid++
				} else {
					invalid++
				}
			}
		}
	}
	if min(valid, invalid) < 1000 {
		t.Errorf("%d valid files and %d others, want at least 1,000 of each", valid, invalid)
	}
}

// alter changes a member or an item somewhere in value.
func alter(random *rand.Rand, value any) {
	others := []any{"", "a", "R4.2", "0123456789abcdef", "rejected", "hash", -1, 0, 1, 8, 1.5, true, nil, []any{}, map[string]any{}}
	other := others[random.IntN(len(others))]
	switch v := value.(type) {
	case map[string]any:
		var names []string
		for name := range inOrder(v) {
			names = append(names, name)
		}
		if len(names) == 0 || random.IntN(8) == 0 {
			v[[]string{"octets", "text", "hash", "outcome", "charset", "other"}[random.IntN(6)]] = other
			return
		}
		name := names[random.IntN(len(names))]
		switch member := v[name]; {
		case isContainer(member) && random.IntN(4) > 0:
			alter(random, member)
		case random.IntN(2) == 0:
			delete(v, name)
		default:
			v[name] = other
		}
	case []any:
		if len(v) == 0 {
			return
		}
		i := random.IntN(len(v))
		switch {
		case isContainer(v[i]) && random.IntN(4) > 0:
			alter(random, v[i])
		case random.IntN(2) == 0:
			v[i] = v[random.IntN(len(v))]
		default:
			v[i] = other
		}
	}
}

func isContainer(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}
