package svg

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"
)

func sample() []byte {
	p := New(300, 200, "a < b & c")
	p.Text(10, 30.25, End, `"quoted" <tag>`)
	p.Rule(0, 0, 10, 10, true)
	p.Rule(0, 0, 10, 10, false)
	p.Curve([]Point{{1, 2}, {3.14159, 4}}, "#3b82f6", "2 3", 2)
	p.Curve(nil, "none at all", "", 1)
	p.Dot(5, 5, 3, "#d97706", false)
	p.Dot(5, 5, 3, "#d97706", true)
	return p.Bytes()
}

func TestPicture(t *testing.T) {
	octets := sample()
	var text strings.Builder
	count := make(map[string]int)
	for d := xml.NewDecoder(bytes.NewReader(octets)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, octets)
		}
		switch token := token.(type) {
		case xml.StartElement:
			count[token.Name.Local]++
		case xml.CharData:
			text.Write(token)
		}
	}
	for _, want := range []string{"a < b & c", `"quoted" <tag>`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no text %q", want)
		}
	}
	if count["path"] != 3 || count["circle"] != 2 {
		t.Errorf("%d paths and %d circles, want 3 and 2: a curve without points is not drawn", count["path"], count["circle"])
	}
	if strings.Contains(string(octets), "none at all") {
		t.Error("a curve without points is drawn")
	}
	if !bytes.Equal(octets, sample()) {
		t.Error("drawn again, other octets")
	}
}

func TestNumber(t *testing.T) {
	for _, tt := range []struct {
		x         float64
		want, why string
	}{
		{0, "0", "no fraction"},
		{math.Copysign(0, -1), "0", "no sign"},
		{10.04, "10", "rounded, and no fraction is left"},
		{10.06, "10.1", "one digit"},
		{-3.5, "-3.5", "left of the picture"},
	} {
		if got := number(tt.x); got != tt.want {
			t.Errorf("number(%v) = %q, want %q: %s", tt.x, got, tt.want, tt.why)
		}
	}
}
