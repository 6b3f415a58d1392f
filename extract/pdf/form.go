package pdf

import (
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// dynamicRender in the configuration of a form says that its pages must be generated (XFA 3.3, dynamicRender).
var dynamicRender = lazy.Regexp(`<dynamicRender>\s*required\s*<`)

// isDynamicForm reports whether a PDF is an XFA form (ISO 32000-1, 12.7.8) whose pages are generated when it is shown.
// Its own pages are in place of these, and say "Please wait". A static form has all of its text on its own pages.
func isDynamicForm(file *objects.File, root objects.Value) (bool, error) {
	needs, err := file.GetEntry(root, "NeedsRendering")
	if err != nil {
		return false, skipFile(err)
	}
	must := string(needs) == "true"
	form, err := file.GetEntry(root, "AcroForm")
	if err != nil {
		return must, skipFile(err)
	}
	xfa, err := file.GetEntry(form, "XFA")
	if err != nil {
		return must, skipFile(err)
	}
	if must || len(xfa) == 0 {
		return must && len(xfa) > 0, nil
	}
	packet := form.Entry("XFA") // all of the form is in one stream, or each packet in its own, after its name
	if xfa[0] == '[' {
		packet = nil
		isConfig := false
		for v := range xfa.Elements() {
			if isConfig {
				packet = v
				break
			}
			isConfig = v.Text() == "config"
		}
	}
	if _, ok := packet.Ref(); !ok {
		return false, nil
	}
	content, err := file.Stream(packet, longestStream)
	if err != nil {
		return false, skipFile(err)
	}
	return dynamicRender().Match(content), nil
}

// skipFile returns nil for an error of the file, and other errors.
func skipFile(err error) error {
	if objects.IsOfFile(err) {
		return nil
	}
	return err
}
