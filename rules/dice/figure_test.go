package dice

import (
	"math"
	"testing"
)

// A sum that processors with fused multiply-add end a digit higher or lower prints the same.
func TestFormatIsTheSameOnEveryProcessor(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{{1.25, 1, "1.2"}, {0.05, 1, "0.1"}, {2.5, 0, "2"}, {0.145, 2, "0.14"}, {-1e-13, 1, "0.0"}, {0, 1, "0.0"}, {-0.04, 1, "0.0"}, {-0.06, 1, "-0.1"}, {1234567.25, 1, "1234567.2"}, {1.0 / 1024, 9, "0.000976562"}} {
		for _, x := range []float64{c.x, math.Nextafter(c.x, 9e9), math.Nextafter(c.x, -9e9)} {
			if got := Format(x, c.decimals); got != c.want {
				t.Errorf("%v has %q with %d decimals, should be %q", x, got, c.decimals, c.want)
			}
		}
	}
	// A product that is added at once keeps digits that a rounded one loses.
	third, plain := 1.0/3, 1.0/3*3.75
	if fused, split := math.FMA(third, 3.75, 0.1)-0.1, plain+0.1-0.1; Format(fused, 1) != "1.2" || Format(split, 1) != "1.2" {
		t.Errorf("%v and %v print as %s and %s", fused, split, Format(fused, 1), Format(split, 1))
	}
	if x := Rounded(math.Copysign(0, -1)); math.Signbit(x) {
		t.Error("nothing is negative")
	}
	if FormatSigned(-0.04, 1) != "+0.0" || FormatSigned(-1, 1) != "-1.0" || FormatSigned(1.25, 1) != "+1.2" {
		t.Error("a change has the wrong sign")
	}
}
