package checksum

import "testing"

func TestAlgorithms(t *testing.T) {
	for _, name := range Names() {
		a := Of(name)
		if Normal(name) != name || a == nil || a.Name != name || a.New().Size() != a.Size {
			t.Errorf("%s: %+v", name, a)
		}
	}
	for name, want := range map[string]string{"SHA-256": "sha256", "blake2b-512": "blake2b512", "sha512/256": "sha512256"} {
		if a := Of(name); a == nil || a.Name != want {
			t.Errorf("%s is %+v, want %s", name, a, want)
		}
	}
	if a := Of("crc32"); a != nil {
		t.Errorf("crc32 is %+v, want none", a)
	}
}
