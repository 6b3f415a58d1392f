package validation

// A Subject is what is validated as a whole: a bag, an object of OCFL, a web archive.
type Subject struct {
	Kind   string // "bag", "OCFL object"
	Name   string // of its directory or file: "0001"
	Path   string // in the tree that is validated; "" or "." for the tree itself
	File   bool   // it is a file, and no directory
	Format string // of a file, as a media type, or ""
	// ID is what the subject calls itself, and IDType what such a name is called:
	// "External-Identifier". Both are "" if it has none.
	ID, IDType string
	Rules      string // it is held against: "BagIt 1.0"
	Scope      string // what of it was asked for; "" for everything
}

// A Finding is something that a validation found.
type Finding struct {
	Severity Severity
	Code     string // of the rule: "checksum", "E092"
	Source   string // where the rule stands: "RFC 8493, 3"
	Path     string // of the file that it is about, in the tree; "" for the subject
	At       string // where in the file, or ""
	What     string // what is there
	Expected string // what should be, or ""
	Sentence string // of the rule, or ""
	// Fixity says that octets were compared with a digest.
	Fixity bool
}

// String returns f as a line without the path.
func (f Finding) String() string {
	s := f.What
	if f.At != "" {
		s = f.At + ": " + s
	}
	if f.Expected != "" {
		s += ": expected " + f.Expected
	}
	if f.Source != "" {
		s += " (" + f.Source + ")"
	}
	return s
}
