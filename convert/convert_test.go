package convert_test

import (
	"slices"
	"strconv"
	"testing"

	"muster/convert"
)

func TestAll(t *testing.T) {
	if got := convert.All([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("they are %q", got)
	}
	if got := convert.All(nil, strconv.Itoa); got != nil {
		t.Errorf("of none there are %q", got)
	}
}
