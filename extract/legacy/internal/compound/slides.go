package compound

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/powerpoint"
)

// both is the storage in which PowerPoint 97 put a presentation beside the version for PowerPoint
// 95.
const both = "PP97_DUALSTORAGE"

func openPPT(d *medium.Reading, c *compound) error {
	within := ""
	switch {
	case c.has(both + "/PowerPoint Document"):
		within = both + "/"
	case c.has("Text_Content"):
		return openPowerPoint95(d, c)
	}
	var user []byte
	var err error
	if c.has(within + "Current User") {
		if user, err = c.read(within+"Current User", d); err != nil {
			return err
		}
	}
	stream, err := c.read(within+"PowerPoint Document", d)
	if err != nil {
		return err
	}
	return powerpoint.Read(d, stream, user)
}

// openPowerPoint95 reads the text that PowerPoint 95 stored for search programs. It is the text of
// the slides in order, in a code page that is not named.
func openPowerPoint95(d *medium.Reading, c *compound) error {
	octets, err := c.read("Text_Content", d)
	if err != nil {
		return err
	}
	for i, b := range octets {
		if b == '\r' || b == '\v' || b == 0 {
			octets[i] = '\n'
		}
	}
	text, err := d.Within("")
	if err != nil {
		return err
	}
	if err := text.Open(bytes.NewReader(octets), "text/plain"); err != nil {
		return err
	}
	d.Text = text.Text
	d.Note("PowerPoint 95: its slides are read as it stored their words for searching, in %s", text.Encoding)
	return nil
}
