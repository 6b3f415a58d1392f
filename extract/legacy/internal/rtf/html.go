package rtf

// openHTML reads HTML that was packed in RTF ([MS-OXRTFEX]). Groups \*\htmltag contain the tags of
// HTML. Text outside of them belongs to both, except where \htmlrtf is on.
func (r *reader) openHTML() error {
	r.html = true
	within, err := r.document.Within("")
	if err != nil {
		return err
	}
	if err := within.Open(r, "text/html; charset=utf-8"); err != nil {
		return err
	}
	r.document.Inherit(within, "")
	r.document.Tool, r.document.Text = within.Tool, within.Text
	return nil
}

// htmlWord handles a control word that only packed HTML has.
func (r *reader) htmlWord(word string, on bool) bool {
	switch word {
	case "htmltag":
		r.flush()
		r.now.tag = true
	case "htmlrtf":
		r.flush()
		r.now.rtf = on
	default:
		return false
	}
	return true
}

func (r *reader) writeHTML(s string) {
	if !r.leavesOut() {
		r.out.WriteString(s)
	}
}
