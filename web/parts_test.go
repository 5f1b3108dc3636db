package web_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"muster/examples"
	"muster/web"
)

// verbs finds the upgrades that a page offers.
var verbs = regexp.MustCompile(`value="((?:upgrade|downgrade|swap) [^"]+)"(?: id="[^"]*")?(?: aria-label="[^"]*")?( disabled)?`)

// An answer to a page's script is what changed, not the document: of every upgrade on a
// list of nine units at most 8 kB, and at most 4 kB of the figures that follow.
func TestAClickIsAnsweredByWhatChanged(t *testing.T) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, map[string]string{"third.yaml": string(text)})
	ask := v.ask
	units, clicks, largest := []string{"warlord", "squad-1", "squad-2", "apc-1", "speaker", "breachers", "sentry", "hounds", "eyes", "guns", "riders", "tank"}, 0, [2]int{}
	if testing.Short() {
		units = units[2:4]
	}
	for _, id := range units {
		page := "/lists/third?pane=unit&unit=" + id
		v.get(page)
		whole, shown := v.page, partsOf(v.page)
		for _, verb := range verbs.FindAllStringSubmatch(whole, -1) {
			if verb[2] != "" {
				continue
			}
			click := url.Values{"verb": {verb[1]}, "back": {page}}
			changed := ask("POST", "/lists/third/do", click, shown)
			follows := ask("GET", page+"&fixes=yes", nil, partsOf(whole, changed))
			clicks++
			largest[0], largest[1] = max(largest[0], len(changed)), max(largest[1], len(follows))
			if len(changed) > 8_000 || len(follows) > 4_000 {
				t.Errorf("%s is answered with %d bytes and then %d", verb[1], len(changed), len(follows))
			}
			if !strings.Contains(changed, `value="undo"`) || !strings.Contains(follows, `id="list-target-more"`) {
				t.Errorf("%s: the answers lack the step back, or that all is worked out", verb[1])
			}
			if framed, illegal := strings.Contains(changed, `class="at-list`), strings.Contains(changed, "not legal"); framed != illegal {
				t.Errorf("%s: the frame of the page is sent: %t; the list is no longer legal: %t", verb[1], framed, illegal)
			}
			ask("POST", "/lists/third/do", url.Values{"verb": {"undo"}, "back": {page}}, shown)
		}
		// Without a script the page is whole, and so is one whose script shows nothing yet.
		for _, part := range []string{`id="row-tank"`, "Gun Teams", "<link "} {
			if !strings.Contains(whole, part) {
				t.Errorf("the page lacks %s", part)
			}
		}
	}
	t.Logf("of %d clicks the largest answer has %d bytes, and %d that follow", clicks, largest[0], largest[1])
	if clicks < 10*len(units)/2 {
		t.Errorf("only %d clicks were found", clicks)
	}
}

// ask returns the answer to a page's script that shows the given parts.
func (v *visitor) ask(method, address string, form url.Values, shown string) string {
	v.t.Helper()
	r := httptest.NewRequest(method, address, nil)
	if form != nil {
		r.Form, r.PostForm = form, form
	}
	r.Header.Set(web.PartsHeader, shown)
	w := httptest.NewRecorder()
	if v.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
		v.t.Fatalf("%s %s %v: %d: %s", method, address, form, w.Code, w.Body)
	}
	return w.Body.String()
}

// A phone that adds the first unit shows neither the unit, whose pane is not sent, nor other offers.
func TestAFirstUnitIsAnsweredByWhatChanged(t *testing.T) {
	v := visit(t, map[string]string{"none.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 750\nunits: []\n"})
	v.get("/lists/none?pane=book")
	whole, add := v.page, url.Values{"verb": {"add line-squad"}, "back": {"/lists/none?pane=book"}}
	if answer := v.ask("POST", "/lists/none/do", add, partsOf(whole)+" -unit"); len(answer) > 8_000 || strings.Contains(answer, "data-option") || !strings.Contains(answer, "Line Squad added") {
		t.Errorf("a phone is answered with %d bytes", len(answer))
	}
	if answer := v.ask("POST", "/lists/none/do", add, partsOf(whole)); !strings.Contains(answer, "data-option") {
		t.Error("a computer does not show the unit that was added")
	}
}
