package manifest

import "github.com/lsh-interop/fpcheck/textdigest"

// TextRules names the definition of the text digest; another gets another name.
const TextRules = textdigest.Name

// TextDigest returns the text digest of a whole text: zero if it has none.
func TextDigest(text []byte) Digest {
	digest, _ := textdigest.Sum(text)
	return digest
}
