package premis

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"time"
)

// metsLayout has metadata for each result and subject and for all, then the files, then their structure.
type metsLayout struct {
	run      string // what tells the IDs of a document from those of others; "" before the first
	check    *Check
	first    identifier // of the first subject
	sections int64
	events   int64
	files    int64  // those in the tree
	within   bool   // the section of a subject is open
	whole    string // the section of the first subject, if that is the whole tree
	sources  []object
}

// id is an XML ID. The first makes the part that all of them have.
func (m *metsLayout) id(kind string, n int64) string {
	if m.run == "" {
		h := sha256.New()
		fmt.Fprintf(h, "%s %s", m.check.Time.UTC().Format(time.RFC3339), m.check.detail())
		if m.first.value != "" {
			fmt.Fprintf(h, " %q", m.first)
		}
		m.run = fmt.Sprintf("%x", h.Sum(nil)[:6])
	}
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

// section begins a section of metadata with an object.
func (m *metsLayout) section(w *Writer, o *object) string {
	m.sections++
	id := m.id("amd", m.sections)
	w.main.open("mets:amdSec", "ID", id)
	if o != nil {
		m.wrap(w.main, "techMD", m.id("object", m.sections), "OBJECT", o.write)
	}
	return id
}

func (m *metsLayout) subject(w *Writer, o object) {
	if m.sections == 0 {
		m.first = o.identifier
	}
	id := m.section(w, &o)
	if m.sections == 1 {
		m.whole = id
	}
	m.within = true
}

func (m *metsLayout) event(w *Writer, e event) {
	alone := !m.within
	if alone {
		m.section(w, nil)
	}
	m.events++
	m.wrap(w.main, "digiprovMD", m.id("event", m.events), "EVENT", e.write)
	if alone {
		w.main.close("mets:amdSec")
	}
}

func (m *metsLayout) endSubject(w *Writer) {
	w.main.close("mets:amdSec")
	m.within = false
}

func (m *metsLayout) source(w *Writer, o object) { m.sources = append(m.sources, o) }

func (m *metsLayout) result(w *Writer, o object, e event) {
	section := m.section(w, &o)
	m.within = true
	m.event(w, e)
	m.endSubject(w)
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
	w.later.open("mets:file", "ID", m.id("file", m.files), "ADMID", section, "MIMETYPE", o.entry.Reading.MediaType,
		"SIZE", size, "CHECKSUM", checksum, "CHECKSUMTYPE", kind)
	w.later.empty("mets:FLocat", "LOCTYPE", "URL", "xlink:href", o.value)
	w.later.close("mets:file")
}

func (m *metsLayout) end(w *Writer) {
	s := w.main
	s.open("mets:amdSec", "ID", m.id("amd", 0))
	for i, o := range m.sources {
		id := m.id("object", 0)
		if i > 0 {
			id = m.id("source", int64(i))
		}
		m.wrap(s, "techMD", id, "OBJECT", o.write)
	}
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
	s.open("mets:div", "TYPE", "Directory", "ADMID", m.whole)
	for n := range m.files {
		s.open("mets:div", "TYPE", "Item")
		s.empty("mets:fptr", "FILEID", m.id("file", n+1))
		s.close("mets:div")
	}
	s.close("mets:div")
	s.close("mets:structMap")
	s.close("mets:mets")
}
