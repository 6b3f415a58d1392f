package premis

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"time"
)

// metsLayout is a section of metadata for each result, one for all, then the files of the
// tree, then their structure.
type metsLayout struct {
	run     string // what tells the IDs of a document from those of others
	results int64
	files   int64 // those in the tree
}

func newMETS(c *Check) *metsLayout {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s", c.Time.UTC().Format(time.RFC3339), c.detail())
	return &metsLayout{run: fmt.Sprintf("%x", h.Sum(nil)[:6])}
}

// id is an XML ID.
func (m *metsLayout) id(kind string, n int64) string {
	return kind + "-" + m.run + "-" + strconv.FormatInt(n, 10)
}

const (
	metsNamespace  = "http://www.loc.gov/METS/"
	metsSchema     = "http://www.loc.gov/standards/mets/version112/mets.xsd"
	xlinkNamespace = "http://www.w3.org/1999/xlink"
)

func (m *metsLayout) begin(w *Writer) {
	s := w.main
	s.open("mets:mets", "xmlns:mets", metsNamespace, "xmlns:premis", namespace, "xmlns:xlink", xlinkNamespace, "xmlns:xsi", instance,
		"xsi:schemaLocation", metsNamespace+" "+metsSchema+" "+namespace+" "+schema)
	s.open("mets:metsHdr", "CREATEDATE", w.check.Time.UTC().Format(time.RFC3339))
	s.open("mets:agent", "ROLE", "CREATOR", "TYPE", "OTHER", "OTHERTYPE", "SOFTWARE")
	s.leaf("mets:name", w.check.Tool)
	s.close("mets:agent")
	s.close("mets:metsHdr")
	w.later.depth = s.depth + 2
}

// wrap writes a section of metadata that write makes.
func (m *metsLayout) wrap(s *sink, section, id, kind string, write func(*sink)) {
	s.open("mets:"+section, "ID", id)
	s.open("mets:mdWrap", "MDTYPE", "PREMIS:"+kind, "MDTYPEVERSION", version)
	s.open("mets:xmlData")
	write(s)
	s.close("mets:xmlData")
	s.close("mets:mdWrap")
	s.close("mets:" + section)
}

func (m *metsLayout) result(w *Writer, o object, e event) {
	m.results++
	section := m.id("amd", m.results)
	w.main.open("mets:amdSec", "ID", section)
	m.wrap(w.main, "techMD", m.id("object", m.results), "OBJECT", o.write)
	m.wrap(w.main, "digiprovMD", m.id("event", m.results), "EVENT", e.write)
	w.main.close("mets:amdSec")
	if !o.found {
		return
	}
	m.files++
	size, checksum, kind := "", o.entry.SHA256.String(), ""
	if o.entry.Size >= 0 {
		size = strconv.FormatInt(o.entry.Size, 10)
	}
	if checksum != "" {
		kind = sha256Name
	}
	w.later.open("mets:file", "ID", m.id("file", m.files), "ADMID", section, "MIMETYPE", o.entry.Reader.MediaType,
		"SIZE", size, "CHECKSUM", checksum, "CHECKSUMTYPE", kind)
	w.later.empty("mets:FLocat", "LOCTYPE", "URL", "xlink:href", o.value)
	w.later.close("mets:file")
}

func (m *metsLayout) end(w *Writer) {
	s := w.main
	s.open("mets:amdSec", "ID", m.id("amd", 0))
	source := w.check.source()
	m.wrap(s, "techMD", m.id("object", 0), "OBJECT", source.write)
	for i, tool := range w.agents.tools {
		m.wrap(s, "digiprovMD", m.id("agent", int64(i+1)), "AGENT", func(s *sink) { writeAgent(s, tool) })
	}
	s.close("mets:amdSec")
	if m.files > 0 {
		s.open("mets:fileSec")
		s.open("mets:fileGrp", "USE", "original")
		w.unspool()
		s.close("mets:fileGrp")
		s.close("mets:fileSec")
	}
	s.open("mets:structMap", "TYPE", "physical")
	s.open("mets:div", "TYPE", "Directory")
	for n := range m.files {
		s.open("mets:div", "TYPE", "Item")
		s.empty("mets:fptr", "FILEID", m.id("file", n+1))
		s.close("mets:div")
	}
	s.close("mets:div")
	s.close("mets:structMap")
	s.close("mets:mets")
}
