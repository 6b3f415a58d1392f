package numfmt

import "testing"

func TestGeneral(t *testing.T) {
	for _, tt := range []struct {
		value float64
		want  string
	}{
		{0, "0"},
		{-0.5, "-0.5"},
		{0.1 + 0.2, "0.3"},
		{1.0 / 3, "0.333333333333333"},
		{123456789012345, "123456789012345"},
		{1234567890123456, "1.23456789012346E+15"},
		{1e-7, "1E-07"},
	} {
		if got := Format("General", tt.value, false); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.value, got, tt.want)
		}
	}
}
