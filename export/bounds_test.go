package export_test

import (
	"io"
	"strings"
	"testing"

	"muster/builder/table"
	"muster/export"
)

// What a small file asks for is printed soon, or refused.
func TestBoundsOfPaper(t *testing.T) {
	crowd := export.Block{Unit: table.Unit{Name: "Crowd", Tracks: []table.Track{{Label: "Figures", BoxesPerModel: make([]int, 1_000_000)}}}}
	for i := range crowd.Tracks[0].BoxesPerModel {
		crowd.Tracks[0].BoxesPerModel[i] = 1
	}
	word := table.Section{Title: "Rules", Entries: []table.Entry{{Name: "Odd", Text: strings.Repeat("x", 200_000)}}}
	for _, f := range []*export.Format{export.PDF, export.Cards} {
		err := f.Write(io.Discard, export.Document{Sheet: export.Sheet{Blocks: []export.Block{crowd}}}, export.Options{})
		if err == nil || !strings.Contains(err.Error(), "1000000 boxes to tick, more than the 50000") {
			t.Errorf("%s: the error is %v", f.Name, err)
		}
	}
	if err := export.PDF.Write(io.Discard, export.Document{Sheet: export.Sheet{Reference: []table.Section{word}}}, export.Options{}); err != nil {
		t.Error(err)
	}
}
