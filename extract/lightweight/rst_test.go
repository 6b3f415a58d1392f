package lightweight_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A text is what a page of Docutils or Sphinx shows.
func TestRST(t *testing.T) {
	for _, tt := range []struct{ why, source, want string }{
		{"a substitution that is defined later", "Costs |the price|_.\n\n.. |The  price| replace:: *100*\n   EUR\n", "Costs 100\nEUR."},
		{"the last definition counts", "|a| |b|\n\n.. |a| replace:: x\n.. |a| replace:: c\n.. |b| replace::\n   d\n", "c d"},
		{"substitutions in one another, one in itself", "|a|\n\n.. |a| replace:: b |c| |a|\n.. |c| replace:: d\n", "b d a"},
		{"a name that another file defines", "In |version| and |a b|.", "In version and a b."},
		{"characters, HTML and a date", "|a| |b| |c| d\n\n.. |a| unicode:: U+20AC 0x61 &#x62; EUR .. x\n.. |b| raw:: html\n\n   <b title='x'>bold</b>\n\n.. |c| date::\n", "€abEUR bold  d"},
		{"a picture", "a |b|\n\n.. |b| image:: x.png\n   :alt: x\n\n", "a "},
		{"bars at both ends of a line", "|a| and |a|\n\n.. |a| replace:: b\n", "b and b"},
		{"a substitution in a table with a grid", "+-----+---+\n| |a| |b c|\n+-----+---+\n|x    |y  |\n+-----+---+\n\n.. |a| replace:: e\n", "e  b c\nx     y"},
		{"the head of a table in CSV", ".. csv-table:: Rates\n   :widths: 1 2\n   :header: \"Monthly\", \"for\n      all\"\n\n   \"1\", \"a, *b*\"\n   2,c\n\nd\n", "Rates\nMonthly for\nall\n1 a, b\n2 c\nd"},
		{"another delimiter, and one that cannot be", ".. csv-table::\n   :delim: ;\n\n   a;b\n\n.. csv-table::\n   :delim: \"\n\n   c,d\n", "a b\nc,d"},
		{"a formula in the first line", ".. math:: E=mc^2\n   :label: x\n\n   *a*\n", "E=mc^2\n*a*"},
		{"headers, footers, and the head of the contents", ".. header:: a\n.. footer:: b\n.. contents:: c\n   :depth: 2\n", "a\nb\nc"},
		{"HTML, but no other format", ".. raw:: html\n\n   <p>a <b>b</b></p>\n   <style>x</style>\n\n.. raw:: latex\n\n   x\n\n", "a b"},
		{"content for some formats, without the condition", ".. only:: html and x\n\n   a\n\n   .. ifconfig:: x\n\n      b\n", "a\nb"},
		{"a directive that is not known", ".. dropdown:: a\n   :animate: x\n\n   b\n\n   * c\n", "a\nb\nc"},
		{"a path as the argument of a directive that is not known", ".. cmake-module:: ../x/y.cmake\n\n.. option:: /a\n", "/a"},
		{"a class and its content", ".. class:: x\n\n   a\n\n.. py:module:: x\n   :synopsis: x\n\nb\n", "a\nb"},
		{"a class of a program", ".. class:: CheckMessage(level)\n\n   a\n\n.. class:: os.PathLike\n\n.. class:: Field\n\n.. py:class:: x\n", "CheckMessage(level)\na\nos.PathLike\nField\nx"},
		{"directives of a domain, which Docutils has for another purpose", ".. rst:role:: ref\n\n   a\n\n.. rst:directive:: image\n\n.. js:currentmodule:: x\n", "ref\na\nimage"},
		{"captions, and titles that a table of contents has", ".. code-block:: go\n   :caption: a *b*\n   :name: x\n\n   c\n\n.. toctree::\n   :caption: d\n\n   x\n   e <x>\n", "a b\nc\nd\ne"},
		{"an option of two lines", ".. figure:: x.png\n   :alt: x\n      x\n\n   a\n", "a"},
		{"a literal block with markup", ".. parsed-literal::\n\n   *a* |b|\n\n.. |b| replace:: c\n", "a c"},
		{"a comment in the lines after its dots", "a\n\n..\n   x\n\n   x\n\nb\n", "a\nb"},
		{"a comment without text ends", "a\n\n..\n\n   b\n", "a\nb"},
		{"a block that begins an item or a cell", ".. list-table:: a\n\n   * - .. image:: x.png\n          :width: 1\n     - .. note:: b\n", "a\nb"},
		{"a list that begins an item or a row", "* - 5\n  - 6\n* * x\n\n.. list-table::\n\n   * - 1200\n     - Jan\n", "5\n6\nx\n1200\nJan"},
		{"the caption of a file that is shown", ".. literalinclude:: x.py\n   :caption: a *b*\n   :lines: 1\n\nc\n", "a b\nc"},
		{"a footnote has fields, and no options", ".. [#] a\n   :b: c\n", " a\n:b: c"},
		{"a target in the text", "a _`b c`", "a b c"},
		{"files of Docutils with definitions", ".. include:: <isonum.txt>\n\na\n", "a"},
		{"a file that is shown as it is", ".. include:: x.py\n   :literal:\n\n.. include:: x.f90\n   :code: fortran\n\na\n", "a"},
		{"files that are documents of their own", ".. literalinclude:: x.py\n\n.. automodule:: x\n   :members:\n\na\n", "a"},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.source), extract.Options{Name: "a.rst"})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil || len(d.Lost) > 0 {
			t.Errorf("%s: %v, %q (-want +got):\n%s", tt.why, err, d.Lost, diff)
		}
	}
}

// A text that is in another file is a lost part.
func TestRSTElsewhere(t *testing.T) {
	for _, tt := range []struct{ why, source, want string }{
		{"a part of the text", ".. include:: ../b.txt\n   :start-line: 2\n\n", `the directive "include" refers to another file, "../b.txt": its text is left out`},
		{"in an item", "* .. include:: b.txt\n", `the directive "include" refers to another file, "b.txt": its text is left out`},
		{"a table", ".. csv-table:: T\n   :file: b.csv\n", `the directive "csv-table" refers to another file, "b.csv": its text is left out`},
		{"a page", ".. raw:: html\n   :url: http://example.org/\n", `the directive "raw" refers to another file, "http://example.org/": its text is left out`},
		{"the text of a substitution", ".. |b| raw:: html\n   :file: b.html\n", `the directive "raw" refers to another file, "b.html": its text is left out`},
	} {
		d, text, err := extracttest.TextOf([]byte("a\n\n"+tt.source), extract.Options{Name: "a.rst"})
		if diff := cmp.Diff([]string{tt.want}, d.Lost); diff != "" || err != nil || !strings.HasPrefix(text, "a") {
			t.Errorf("%s: %q, %v (-want +got):\n%s", tt.why, text, err, diff)
		}
	}
}

// Substitutions that double their text each are refused before they are written.
func TestRSTExpansion(t *testing.T) {
	source := "|a|\n\n"
	name := "a"
	for range 30 {
		source += ".. |" + name + "| replace:: |" + name + "b| |" + name + "b|\n"
		name += "b"
	}
	source += ".. |" + name + "| replace:: words\n"
	if _, _, err := extracttest.TextOf([]byte(source), extract.Options{Name: "a.rst"}); !errors.Is(err, extract.ErrExpansion) {
		t.Errorf("%v, want %v", err, extract.ErrExpansion)
	}
}
