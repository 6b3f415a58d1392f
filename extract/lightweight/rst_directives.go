package lightweight

import (
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// Directives of Docutils and Sphinx, by what they show. Any other shows its argument and its content, as the
// directives of extensions may.
var (
	// unshown are directives that show nothing of their own, or only other files.
	unshown = lazy.Names(`codeauthor default-role highlight highlightlang image index meta moduleauthor
		restructuredtext-test-directive role sectionauthor section-numbering sectnum tabularcolumns target-notes
		testcleanup testsetup title`)
	// contentOnly are directives whose argument is not shown, such as a class or the path of a picture.
	contentOnly = lazy.Names(`automodule class container cssclass currentmodule figure ifconfig module only program rst-class`)
	// literals are directives whose content is shown as it is. Their arguments name languages and groups.
	literals = lazy.Names(`code code-block console digraph doctest graph graphviz mermaid plantuml productionlist prompt
		snippet sourcecode testcode testoutput uml`)
	// collected are directives whose content is read by itself.
	collected = lazy.Names(`csv-table include literalinclude raw toctree`)
	// shownOptions are the options of directives that are shown.
	shownOptions = lazy.Names(`caption subtitle`)
)

// nameOf returns the name of a directive in lower case. Directives of a domain, such as "py:class", show their
// arguments and contents. Only those that name a module do not: their names here are without the domain.
func nameOf(s string) string {
	name := strings.ToLower(s)
	if bare := name[strings.LastIndexByte(name, ':')+1:]; bare == "module" || bare == "currentmodule" {
		return bare
	}
	return name
}

// isSignature reports whether the argument of "class" describes a class of a program, as in Sphinx. In Docutils, it is
// a name for style sheets, in small letters and hyphens.
func isSignature(argument string) bool {
	return strings.ContainsFunc(argument, func(r rune) bool { return unicode.IsUpper(r) || strings.ContainsRune("._([", r) })
}

// directive begins a directive.
func (r *reader) directive(name, argument string, indent int) {
	switch {
	case collected.Has(name):
		r.block = &block{name: name, argument: argument, indent: indent}
	case unshown.Has(name):
		r.skip = indent
	case literals.Has(name):
		r.literal, r.options, r.marked = indent, indent, false
	case name == "math":
		r.literal, r.options, r.marked = indent, indent, false
		r.put(argument, false)
	case name == "parsed-literal":
		r.literal, r.options, r.marked = indent, indent, true
		r.put(argument, true)
	default:
		r.options = indent
		if (!contentOnly.Has(name) || name == "class" && isSignature(argument)) && !isFile(argument) {
			r.put(argument, true)
		}
	}
}

// isFile reports whether an argument is a relative path, such as "../a.py". Extensions read such files.
func isFile(argument string) bool {
	return strings.HasPrefix(argument, ".") && strings.Contains(argument, "/") && !strings.Contains(argument, " ")
}

// elsewhere notes that the text of a directive is in another file.
func (r *reader) elsewhere(name, where string) {
	r.within.Lose("the directive %q refers to another file, %.100q: its text is left out", name, where)
}
