package plain

import (
	"cmp"
	"slices"
	"sync"

	"github.com/wlynxg/chardet"
	"github.com/wlynxg/chardet/consts"
	"github.com/wlynxg/chardet/probe"
)

// A guesser guesses the encoding of text that is not UTF-8. It uses the probes of chardet. Making them takes longer than
// reading a short text, so it keeps most of them for the next text.
type guesser struct {
	rules  *chardet.UniversalDetector // reads nothing
	utf16  *probe.UTF1632Probe
	multi  *probe.CharSetGroupProbe // of several bytes a character
	single []probe.Probe
}

var guessers = sync.Pool{New: func() any {
	multi := probe.NewCharSetGroupProbe(consts.AllLangFilter, []probe.Probe{
		probe.NewUTF8Probe(), nil, probe.NewEUCJPProbe(), probe.NewGB2312Probe(), probe.NewEUCKRProbe(),
		probe.NewCP949Probe(), probe.NewBig5Probe(), probe.NewEUCTWProbe(), probe.NewJOHABProbe(),
	})
	return &guesser{
		rules: chardet.NewUniversalDetector(consts.AllLangFilter),
		utf16: probe.NewUTF1632Probe(), multi: &multi,
		single: []probe.Probe{probe.NewSBCSGroupProbe(), probe.NewLatin1Probe(), probe.NewMacRomanProbe()},
	}
}}

// shiftJIS is the place of the probe that each text gets new. Its Reset leaves a part of its state.
const shiftJIS = 1

// guess returns the most probable encoding of text that is not UTF-8, or an empty name. The confidence is from 0 to 1.
func guess(text []byte) (encoding string, confidence float64) {
	g := guessers.Get().(*guesser)
	defer guessers.Put(g)
	text = slices.Clip(text) // some probes read what is behind it
	g.multi.Probes()[shiftJIS] = probe.NewSJISProbe()
	g.multi.Reset()
	g.utf16.Reset()
	for _, p := range g.single {
		p.Reset()
	}
	if g.utf16.Feed(text) == consts.FoundItProbingState {
		return consts.LegacyCharset(g.utf16.CharSetName()), g.utf16.GetConfidence()
	}
	probes := append([]probe.Probe{g.multi}, g.single...)
	for _, p := range probes {
		if p.Feed(text) == consts.FoundItProbingState {
			return consts.LegacyCharset(p.CharSetName()), p.GetConfidence()
		}
	}
	best := slices.MaxFunc(probes, func(a, b probe.Probe) int { return cmp.Compare(a.GetConfidence(), b.GetConfidence()) })
	if confidence = best.GetConfidence(); confidence <= g.rules.MinimumThreshold {
		return "", 0
	}
	encoding = best.CharSetName()
	if windows := g.rules.IsoWinMap[encoding]; windows != "" && chardet.WinByteDetector(text) {
		encoding = windows
	}
	return consts.LegacyCharset(encoding), confidence
}
