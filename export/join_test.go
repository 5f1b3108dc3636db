package export

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Lists are joined behind pages of contents that say where each begins.
func TestJoin(t *testing.T) {
	d := Document{Sheet: Sheet{Name: "Patrol", Game: "GF 3", Points: 100}}
	size := frame{w: 210, h: 297}
	var lists []Document
	var starts []int
	for i := range 90 {
		d.Sheet.Name = fmt.Sprintf("Patrol %d", i)
		lists, starts = append(lists, d), append(starts, 2*i)
	}
	pages := contentsPages(lists, starts, size)
	if len(pages) != 3 {
		t.Fatalf("the contents have %d pages, want 3", len(pages))
	}
	checkPages(t, pages, size)
	text := printedText(pages)
	for _, want := range []string{"90 lists", "Patrol 0", "Patrol 89", "182"} {
		if !strings.Contains(text, want) {
			t.Errorf("the contents lack %q:\n%s", want, text)
		}
	}
	var out bytes.Buffer
	if err := PDF.WriteJoined(&out, lists[:3], Options{}); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(out.Bytes(), []byte("/Type /Page\n")); n != 4 {
		t.Errorf("three lists have %d pages, want 4", n)
	}
	if err := HTML.WriteJoined(&out, lists, Options{}); err == nil {
		t.Error("pages of HTML are joined")
	}
}
