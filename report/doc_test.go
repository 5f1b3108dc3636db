package report_test

import (
	"testing"

	"muster/report"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 14370048: "14,370,048"} {
		if got := report.WithCommas(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
