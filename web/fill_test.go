package web_test

import (
	"net/http"
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
		v.wants("Answer 1", "proven best", "Take it")
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
	v.get("/lists/mine/fill?best=damage")
	v.post("/lists/mine/fill", "best", "damage", "take", "9", "etag", etagField.FindStringSubmatch(v.page)[1])
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("an answer that there is not: %d", v.status)
	}
}
