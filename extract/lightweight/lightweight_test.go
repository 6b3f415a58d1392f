package lightweight_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func FuzzMarkdown(f *testing.F) {
	f.Add([]byte("---\na: b\n---\n# T\n\n> *a* `b` [c](d)[^1]\n\n[^1]: x\n\n|a|b|\n|-|-|\n|c|d|\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "text/markdown") })
}

func FuzzRST(f *testing.F) {
	f.Add([]byte("T\n=\n\n.. note:: a *b* ``c`` :ref:`d <e>`\n   :x: y\n\n::\n\n  code\n\n* `a <b>`_ |c|\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "text/x-rst") })
}
