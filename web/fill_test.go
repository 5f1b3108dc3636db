package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// What a list can still take is one tap to try and one to undo.
func TestWhatAListCanStillTake(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 500\nunits:\n  - {id: a, unit: captain}\n"})
	was := v.file("mine.yaml")
	v.get("/lists/mine")
	v.wants("What can I still take?")
	v.get("/lists/mine/fill")
	v.wants("Find the best")
	for _, best := range []string{"damage", "spend"} {
		v.get("/lists/mine/fill?best=" + best + "&once=yes")
		v.wants("Answer 1", "nothing better exists", "Take it")
		seen := etagField.FindStringSubmatch(v.page)[1]
		v.post("/lists/mine/fill", "best", best, "once", "yes", "take", "1", "etag", seen)
		v.wants("legal")
		if !strings.Contains(v.points(), " of 500 points, legal") || v.file("mine.yaml") == was {
			t.Errorf("%s: it is %s", best, v.points())
		}
		v.post("/lists/mine/fill", "best", best, "take", "1", "etag", seen)
		if v.status != http.StatusConflict {
			t.Errorf("a list that is another by now is filled: %d", v.status)
		}
		v.post("/lists/mine/do", "verb", "undo")
		if v.file("mine.yaml") != was {
			t.Errorf("%s: undone it is\n%s", best, v.file("mine.yaml"))
		}
	}
	v.get("/lists/mine/fill?best=damage&once=yes&against=target%2Ftank")
	v.wants(`name="once" value="yes" checked`, `<input type="hidden" name="once" value="yes">`, `value="target/tank" selected`, `/fill#answers"`, `<div id="answers">`)
	v.get("/lists/mine/fill?best=damage&against=target%2Ftank&steps=yes")
	v.wants("Single changes", `aria-label="Take Tower Hounds, one more unit"`, `name="verb" value="add tower-hounds"`)
	if strings.Contains(v.page, "Answer 1") {
		t.Error("single steps are told with answers")
	}
	v.post("/open", "example", "third-company") // which has a combined pair
	v.get("/lists/third-company/fill?steps=yes")
	v.wants(`aria-label="Take Hand Ram in place of Gate Charge, Breachers, frees 10"`)
	if n := strings.Count(v.page, `aria-label="Take Plasma Sidearm, The Old Guard"`); n != 1 {
		t.Errorf("a step that either half of a pair can take is told %d times", n)
	}
	v.get("/lists/mine/fill?best=damage")
	v.post("/lists/mine/fill", "best", "damage", "take", "9", "etag", etagField.FindStringSubmatch(v.page)[1])
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("an answer that there is not: %d", v.status)
	}
}

// A surprise is a varied army, another each time, and one tap to take.
func TestSurpriseArmy(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 1000\nunits: []\n"})
	v.get("/lists/mine")
	v.wants("/lists/mine/fill?surprise=yes")
	number := regexp.MustCompile(`name="surprise" value="(\d+)"`)
	v.get("/lists/mine/fill?surprise=yes")
	v.wants("A surprise", "Heroes", "Take it", "Surprise me")
	first := number.FindStringSubmatch(v.page)[1]
	v.get("/lists/mine/fill?surprise=yes")
	second := number.FindStringSubmatch(v.page)[1]
	if first == second {
		t.Errorf("the surprise is %s twice", first)
	}
	v.post("/lists/mine/fill", "surprise", second, "take", "1", "etag", etagField.FindStringSubmatch(v.page)[1])
	if !strings.Contains(v.points(), "of 1000 points, legal") || strings.HasPrefix(v.points(), "0 ") {
		t.Errorf("it is %s", v.points())
	}
	v.get("/lists/mine/fill?surprise=none")
	v.wants("is no number of a surprise")
}

// What a player owns is kept in a file, by ticking units of the book; answers keep to it.
func TestWhatIsOwned(t *testing.T) {
	v := visit(t, map[string]string{"mine.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 1000\nunits: []\n"})
	v.get("/lists/mine/fill")
	v.wants("everything there is", "What I own")
	v.get("/lists/mine/collection")
	v.wants("What I own of Steel Wardens", "Line Squad")
	seen := func() string { return etagField.FindStringSubmatch(v.page)[1] }
	v.post("/lists/mine/collection", "etag", seen(), "have:line-squad", "yes", "unit:line-squad", "2", "unit:captain", "1", "option:line-squad/heavy-rifle", "1", "option:line-squad/arc-rifle", "")
	v.wants("My Steel Wardens")
	const name = "collection-steel-wardens.yaml"
	if text := v.file(name); !strings.Contains(text, "line-squad: 2") || !strings.Contains(text, "line-squad/heavy-rifle: 1") || strings.Contains(text, "captain") {
		t.Errorf("it is kept as\n%s", text)
	}
	v.get("/lists/mine/fill?best=spend&own=collection-steel-wardens")
	v.wants("Answer 1", "the collection has no more")
	if strings.Contains(v.page, "captain") || strings.Contains(v.page, "Answer 2") {
		t.Error("what nobody owns is taken")
	}

	// Comments stay; another file is refused, and one that somebody else changed.
	v.get("/lists/mine/collection?own=collection-steel-wardens")
	old := seen()
	v.post("/lists/mine/collection", "etag", old, "own", "collection-steel-wardens", "have:line-squad", "yes", "unit:line-squad", "3", "option:line-squad/heavy-rifle", "")
	if text := v.file(name); !strings.Contains(text, "line-squad: 3") || strings.Contains(text, "heavy-rifle") {
		t.Errorf("changed it is\n%s", text)
	}
	v.post("/lists/mine/collection", "etag", old, "own", "collection-steel-wardens", "have:line-squad", "yes", "unit:line-squad", "4")
	if v.status != http.StatusConflict {
		t.Errorf("what was changed elsewhere is written over: %d", v.status)
	}
	v.get("/lists/mine/collection/file?own=collection-steel-wardens")
	if v.page != v.file(name) {
		t.Errorf("saved it is\n%s", v.page)
	}
	v.get("/lists/mine/collection?own=collection-steel-wardens")
	v.post("/lists/mine/collection", "etag", seen(), "own", "collection-steel-wardens", "unit:line-squad", "a few", "have:line-squad", "yes")
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("a few of them: %d", v.status)
	}
}
