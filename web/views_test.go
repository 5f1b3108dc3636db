package web_test

import (
	"strings"
	"testing"
)

// The last round ends the game where the others lead to the next, and artillery that is off the
// table takes no wounds.
func TestTheTableOffersWhatCanHappen(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "fad.yaml": example(t, "fad-outpost")})
	head := func() string {
		v.get("/lists/third/play")
		_, head, _ := strings.Cut(v.page, "<h1")
		head, _, _ = strings.Cut(head, `class="sides"`)
		return head
	}
	if text := head(); !strings.Contains(text, "Next round") || strings.Contains(text, "End game") {
		t.Errorf("the first round: %s", text)
	}
	v.taps("/lists/third/play", "next", "next", "next")
	if text := head(); !strings.Contains(text, "End game") || strings.Contains(text, "Next round") {
		t.Errorf("the last round: %s", text)
	}
	v.wants("in Bastion APC", "Next round", `id="unit-apc-1-wound"`)
	v.get("/lists/fad/play")
	v.wants(`id="unit-rifles-wound"`)
	if strings.Contains(v.page, `id="unit-battery-wound"`) || strings.Contains(v.page, "Heal Salt Battery") {
		t.Error("artillery off the table is wounded")
	}
}

// What both halves of a pair take costs as much as both pay, and stands in one row.
func TestBothHalvesPay(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	page := "/lists/third?unit=squad-1&pane=unit"
	v.get(page)
	v.wants("Take Grey Coats, +30", "Captain Orsolya Ráb")
	v.post("/lists/third/do", "verb", "upgrade squad-1 grey-coats", "back", page)
	v.wants("The Old Guard takes Grey Coats, +30 ")
	v.post("/lists/third/do", "verb", "undo", "back", page)
	v.wants("Undone: The Old Guard takes Grey Coats, +30 ", ">Redo</button>")
}
