package cli

// What the tests of the help look at.
var (
	Blocks      = blocks
	EscapeRoff  = escapeRoff
	ManPage     = manPage
	ManualOf    = manualOf
	ManualTexts = manualTexts
	PageName    = pageName
	WriteHelp   = writeHelp
)

func (m manual) Description() string { return m.description }
func (m manual) Examples() string    { return m.examples }
func (b block) Term() string         { return b.term }
