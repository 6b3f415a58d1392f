package scheme

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

// The fingerprints of one text by two keys are as far apart as those of two texts. Fingerprints by one key
// keep their distances.
func TestKeysAreUnrelated(t *testing.T) {
	article, edited := example(t, "lighthouse.en.txt"), example(t, "lighthouse-edited.en.txt")
	rnd := rand.New(rand.NewPCG(3, 14))
	newKey := func() []byte {
		key := make([]byte, 16)
		for i := range key {
			key[i] = byte(rnd.Uint32())
		}
		return key
	}
	keys := fewer(200)
	for _, tt := range []struct {
		sketch sketch.Kind
		apart  float64 // by two keys, on average
		least  float64 // and never less: five standard deviations
	}{
		{sketch.SimHash64, 32, 12},
		{sketch.SimHash128, 64, 36},
		{sketch.MinHash128, 127.5, 123},
	} {
		yaml := define("x-a", "hash: siphash-2-4", "sketch: "+string(tt.sketch))
		sums, far, near := make(map[string]bool), 0., 0.
		var before []byte
		for i := range keys {
			s := load(t, yaml, Resources{Key: newKey()})
			fp := sum(t, s, string(article))
			sums[fp.String()] = true
			d, err := fp.Distance(sum(t, s, string(edited)))
			if err != nil {
				t.Fatal(err)
			}
			near += float64(d) / float64(keys)
			// Another key is another scheme: they only compare as bytes.
			one, _ := s.FromSketch(fp.Sketch())
			if i > 0 {
				two, _ := s.FromSketch(before)
				d, _ := one.Distance(two)
				far += float64(d) / float64(keys-1)
				if float64(d) < tt.least {
					t.Errorf("%s: by two keys %d apart", tt.sketch, d)
				}
			}
			before = fp.Sketch()
		}
		if len(sums) != keys {
			t.Errorf("%s: %d strings by %d keys", tt.sketch, len(sums), keys)
		}
		if math.Abs(far-tt.apart) > tt.apart/32 && !testing.Short() {
			t.Errorf("%s: by two keys %.2f apart on average, want %.1f", tt.sketch, far, tt.apart)
		}
		if near > tt.apart/2 {
			t.Errorf("%s: the edited text is %.2f away by the same key", tt.sketch, near)
		}
		t.Logf("%s: %.2f apart by two keys; the edited text %.2f by one", tt.sketch, far, near)
	}
}

// Nothing that a scheme prints contains the key. Two keys make two schemes, whose fingerprints do not
// compare.
func TestKeyStaysSecret(t *testing.T) {
	key := []byte("\xfe\xedface\x00hunter2\x01\x02")
	if len(key) != 16 {
		t.Fatal(len(key))
	}
	yamlText := define("x-a", "hash: siphash-2-4", "weights: tf-idf", "frequencies: f")
	from := Resources{Key: key, Frequencies: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("3\n1\tword\n")), nil }}
	s := load(t, yamlText, from)
	fp := sum(t, s, "some words")
	other := load(t, yamlText, Resources{Key: sketchtest.Key, Frequencies: from.Frequencies})
	_, distanceErr := fp.Distance(sum(t, other, "some words"))
	if !errors.Is(distanceErr, ErrNotComparable) {
		t.Errorf("by two keys: error %v, want ErrNotComparable", distanceErr)
	}
	var said []string
	say := func(v any, err error) { said = append(said, fmt.Sprintf("%v %+v %#v %v", v, v, v, err)) }
	say(fp.String(), distanceErr)
	say(s.Method().Definition(), nil)
	asJSON, err := json.Marshal([]any{s.Method().Definition(), fp, s.Advice()})
	say(string(asJSON), err)
	asYAML, err := yaml.Marshal(s.Method().Definition())
	say(string(asYAML), err)
	say(fmt.Sprintf("%+v %#v", s, *s), nil)
	for _, wrong := range [][]byte{key[:15], append(key[:16:16], 'x')} {
		s, err := Load(strings.NewReader(yamlText), Resources{Key: wrong})
		say(s, err)
	}
	_, err = Load(strings.NewReader(yamlText), Resources{Key: key})
	say(nil, err)
	for _, text := range said {
		for _, form := range []string{
			string(key), "hunter2", hex.EncodeToString(key[:4]), fmt.Sprint(key[:4]), fmt.Sprintf("%q", key)[1:10],
			base64.StdEncoding.EncodeToString(key)[:8], fmt.Sprintf("%#v", key[:3])[7:20],
		} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
				t.Errorf("the key is in %q", text)
			}
		}
	}
}
