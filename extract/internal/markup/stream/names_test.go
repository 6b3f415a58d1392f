package stream

import "testing"

// Every name in a list of elements must be the name of a tag. Otherwise the rule of the list would
// apply to every unknown name.
func TestNames(t *testing.T) {
	tables := lookups()
	for _, of := range traitNames {
		for _, name := range of.names.Sorted() {
			if tables.find(name) == tagOther {
				t.Errorf("the name %q is in a list, expected a tag for it", name)
			}
		}
	}
	for i, name := range names {
		if i > 0 && tables.find(name) != tag(i) {
			t.Errorf("%q is found as %q", name, names[tables.find(name)])
		}
	}
	if tables.traits[tagOther] != 0 {
		t.Errorf("names without a tag have the traits %b, expected none", tables.traits[tagOther])
	}
}
