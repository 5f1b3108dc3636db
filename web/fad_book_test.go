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

// What can still be taken of a list of Fast and Dirty: whole answers, and single steps.
func TestForceIsFilled(t *testing.T) {
	v := visit(t, map[string]string{"left.yaml": "muster: list/1\nsystem: fad\nname: Left\npoints: 100\nunits:\n" +
		"  - {id: rifles, name: Rifles, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: assault-rifle}]}\n"})
	v.get("/lists/left")
	v.wants("What can I still take?")
	v.get("/lists/left/fill?best=damage")
	v.wants("Answer 1", "Take it", "Each unit of the list takes one step")
	if strings.Contains(v.page, "What I own") {
		t.Error("it asks for a collection, which the game has not")
	}
	etag := etagField.FindStringSubmatch(v.page)[1]
	v.post("/lists/left/fill", "take", "1", "etag", etag, "best", "damage")
	v.wants("of 100 points, legal")
	if v.points() == "42 of 100 points" {
		t.Error("nothing was taken")
	}
	v.post("/lists/left/do", "verb", "undo")
	v.get("/lists/left/fill?best=damage&steps=yes")
	v.wants("Single changes", "one more unit", "SAW, Rifles")
	v.post("/lists/left/do", "verb", "set rifles weapons+=saw", "back", "/lists/left")
	if text := v.file("left.yaml"); !strings.Contains(text, "weapon: saw") {
		t.Errorf("the step is not taken: %s", text)
	}
}

// Single changes that gain something for the points that are left have a place on the page, however
// many cost nothing; those that only make a unit cheaper have none.
func TestSingleChangesForPoints(t *testing.T) {
	text, err := os.ReadFile("../examples/fad-outpost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, map[string]string{"outpost.yaml": string(text)})
	v.get("/lists/outpost/fill?best=damage&steps=yes")
	v.wants("Auto Cannon - Heavy, Breakwater", "Sharpshooter, The Tidewatch")
	if strings.Contains(v.page, "Slow, Harbour Militia") {
		t.Error("a trait that only makes the unit cheaper is said to gain something")
	}
}
