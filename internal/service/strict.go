package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// What requests have is flat, and has few keys. The bounds keep what is open in memory small.
const mostNested, mostKeys = 8, 32

// strict returns an error if JSON has a key twice in one object, or escapes a lone surrogate. Case does not
// count. Package json takes the last of the keys, and another character for the surrogate. Other
// errors of the form are left to it.
func strict(octets []byte) error {
	if !wellformed.PairedEscapes(octets) {
		return errLone
	}
	var keys []map[string]bool // of the open objects; nil for an array
	open := func(object map[string]bool) error {
		if keys = append(keys, object); len(keys) > mostNested {
			return fmt.Errorf("more than %d values are nested", mostNested)
		}
		return nil
	}
	for i := 0; i < len(octets); i++ {
		switch octets[i] {
		case '{':
			if err := open(make(map[string]bool)); err != nil {
				return err
			}
		case '[':
			if err := open(nil); err != nil {
				return err
			}
		case '}', ']':
			keys = keys[:max(len(keys)-1, 0)]
		case '"':
			begin, end := i, endOfString(octets, i+1)
			if end < 0 {
				return nil // it ends too early
			}
			i = end - 1
			if len(keys) == 0 || keys[len(keys)-1] == nil || !bytes.HasPrefix(bytes.TrimLeft(octets[end:], " \t\r\n"), []byte(":")) {
				continue
			}
			var name string
			if json.Unmarshal(octets[begin:end], &name) != nil {
				return nil
			}
			name = strings.ToLower(strings.ToUpper(name)) // as package json finds fields
			if keys[len(keys)-1][name] {
				return fmt.Errorf("the key %q occurs twice", name)
			}
			if keys[len(keys)-1][name] = true; len(keys[len(keys)-1]) > mostKeys {
				return fmt.Errorf("an object has more than %d keys", mostKeys)
			}
		}
	}
	return nil
}

// endOfString returns where a string ends that begins before i, or -1.
func endOfString(octets []byte, i int) int {
	for ; i < len(octets); i++ {
		switch octets[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

var errLone = errors.New("a lone surrogate: expected a pair")
