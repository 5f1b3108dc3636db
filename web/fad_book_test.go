package web_test

import (
	"os"
	"strings"
	"testing"
)

// A book of units of Fast and Dirty is a page; a list of it is begun there, takes its units, and
// is offered what the book leaves open alone.
func TestBookOfUnits(t *testing.T) {
	text, err := os.ReadFile("../examples/fad-book.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, nil)
	v.upload("reed-wardens.yaml", string(text))
	v.get("/books")
	v.wants("Reed Wardens")
	v.get("/books/fad/reed-wardens@1")
	v.wants("Wardens", "5–12 figures", "from 23", "SAW", "one for every 4")
	v.post("/new", "book", "fad/reed-wardens@1", "name", "Lock", "points", "")
	v.wants("Wardens", "The Ferryman", "Invent your own")
	v.post("/lists/lock/do", "verb", "add wardens", "back", "/lists/lock?unit=wardens")
	v.wants("Grenade Launcher", "Stealth", "Veteran")
	for _, not := range []string{"Flamethrower", "Brave", "Determined"} {
		if _, pane, _ := strings.Cut(v.page, `id="h-unit"`); strings.Contains(pane, not) {
			t.Errorf("the form of a unit offers %s, which its book does not", not)
		}
	}
}
