package web_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/catalog/data"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
	"muster/web"
)

// example is the text of a list that ships with the project.
func example(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../examples/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// taps makes things happen in a game: "wound unit=breachers n=3".
func (v *visitor) taps(play string, taps ...string) {
	v.t.Helper()
	for _, one := range taps {
		words := strings.Fields(one)
		e := url.Values{"do": {words[0]}}
		for _, w := range words[1:] {
			key, value, _ := strings.Cut(w, "=")
			e.Set(key, value)
		}
		v.post(play, "e", e.Encode())
	}
}

// A whole game, from the first tap to its summary, and back to the first.
func TestAGameIsPlayedAndTakenBack(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	v.get(play)
	first := v.page
	v.wants("Round 1 of 4 · Third Company 0 – 0 Opponent", "Next round", "Back to the round before", "End game", `data-unit="breachers"`, "5 of 5 models", "20 of 20 models",
		"Wound Breachers<", `aria-label="Heal Breachers"`, `aria-label="Activate Breachers"`, `aria-label="Spend token Oathspeaker"`, "3 of 6")
	v.get("/")
	if strings.Contains(v.page, "Play on") {
		t.Error("a game that nobody began is paused")
	}
	v.taps(play, "wound unit=breachers n=3")
	v.wants("2 of 5 models", "½", "Tests morale at half strength", "A die needs 3+", `value="do=failed&amp;unit=breachers"`)
	v.taps(play, "failed unit=breachers")
	v.wants("Breachers lost 3 of 5, tested, Shaken", "Stays idle when it activates")
	v.taps(play, "spend unit=speaker n=2", "act unit=hounds", "seize n=2", "next")
	v.wants("Round 2 of 4 · Third Company 1 – 0 Opponent", "4 of 6")
	v.get("/")
	v.wants("Play on: Round 2 of 4 · Third Company 1 – 0 Opponent")
	v.taps(play, "back")
	v.wants("Round 1 of 4", "1 of 6", "acted")
	v.taps(play, "next")
	v.get(play + "?ask=end")
	v.wants("End the game in round 2?", "Yes, it is over")
	v.taps(play, "end")
	v.wants("Third Company has won", "New game", `<fieldset class="sides" disabled>`)
	for _, text := range []string{"Next round", `id="unit-hounds-wound"`, "to act</span>"} {
		if strings.Contains(v.page, text) {
			t.Errorf("a game that is over has %s", text)
		}
	}
	v.get(play + "/summary")
	v.wants("lost 3 of 5 models", "Third Company has won", "<h3>Round 1</h3>", "data-print")
	v.get(play + "/summary/txt")
	v.wants("- Breachers: lost 3 of 5 models", "Round 2")
	v.get(play + "/summary/yaml")
	v.wants("muster: play/1", "{do: wound, unit: breachers, n: 3}")
	v.get("/")
	if strings.Contains(v.page, "Play on") {
		t.Error("a game that is over is paused")
	}
	for n := 9; n > 0; n-- {
		v.post(play, "e", "undo", "seen", fmt.Sprint(n))
	}
	v.get(play)
	redo := regexp.MustCompile(`<button id="redo"[^>]*>`)
	if redo.ReplaceAllString(v.page, "") != redo.ReplaceAllString(first, "") {
		t.Errorf("after all taps are taken back the page is another\n%s", v.page)
	}
	if got := v.file("third.play.yaml"); got != "muster: play/1\nevents: []\n" {
		t.Errorf("the game's file holds %q", got)
	}
	if v.file("third.yaml") != example(t, "third-company") {
		t.Error("the list changed")
	}
	v.post(play, "e", "new")
	if _, err := fs.Stat(v.folder, "third.play.yaml"); err == nil {
		t.Error("the game is still there")
	}
}

// In the last round the head offers the end of the game, and the foot one round more.
func TestTheLastRoundEndsTheGame(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	v.taps(play, "next", "next")
	if !regexp.MustCompile(`(?s)</h1><button id="ask-next".*id="ask-end"`).MatchString(v.page) {
		t.Error("before the last round the head has no next one")
	}
	v.taps(play, "next")
	if !regexp.MustCompile(`(?s)</h1><button id="ask-end".*id="ask-next"`).MatchString(v.page) {
		t.Error("in the last round the head does not end the game")
	}
}

// The next round asks while units can still act, and begins at once when all have.
func TestTheNextRoundAsksWhileUnitsCanAct(t *testing.T) {
	v := visit(t, map[string]string{"two.yaml": "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Two\nunits: [{id: a, unit: line-squad}, {id: b, unit: line-squad}, {id: c, unit: line-squad}]\n"})
	play := "/lists/two/play"
	v.taps(play, "act unit=a", "pass their=yes", "act unit=b", "pass their=yes")
	v.wants(`id="ask-next"`)
	v.get(play + "?ask=next")
	v.wants("Begin round 2? 1 unit of Two can still act.", "Yes, the next round", `value="do=next"`)
	v.get(play + "?ask=next&seen=3") // before something else happened
	if strings.Contains(v.page, "can still act") {
		t.Error("a question of before is asked")
	}
	v.taps(play, "act unit=c")
	v.wants(`id="next-round"`)
}

// Once units of both sides are tapped on one phone, an act shows the side whose turn it is; who taps
// only one side stays there.
func TestAnActShowsTheSideThatIsNext(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "tide.yaml": example(t, "spring-tide")})
	play := "/lists/third/play"
	v.post(play, "e", "do=foe&their=yes", "own", "tide")
	for _, one := range []struct{ tap, view, shows string }{
		{"do=act&unit=breachers", "mine", "mine"},
		{"do=act&their=yes&unit=needles", "theirs", "mine"},
		{"do=act&unit=tank", "mine", "theirs"},
		{"undo", "theirs", "mine"},
		{"do=act&unit=tank", "table", "table"},
		{"do=act&unit=hounds", "mine", "mine"}, // and one of theirs that nobody named
	} {
		v.post(play, "e", one.tap, "view", one.view)
		if !strings.Contains(v.page, `data-view="`+one.shows+`"`) {
			t.Errorf("after %s in %s it does not show %s", one.tap, one.view, one.shows)
		}
	}
}

// A round that begins shows the side that is first in it.
func TestARoundShowsTheSideThatIsFirst(t *testing.T) {
	one := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: One\nunits: [{id: a, unit: line-squad}]\n"
	v := visit(t, map[string]string{"one.yaml": one, "other.yaml": one})
	play := "/lists/one/play"
	v.post(play, "e", "do=foe&their=yes", "own", "other")
	v.post(play, "e", "do=act&unit=a", "view", "mine")
	v.post(play, "e", "do=act&their=yes&unit=a", "view", "theirs")
	v.post(play, "e", "do=next", "view", "theirs")
	v.wants(`data-view="mine"`, `data-side="mine"`)
}

// Who rides says so, and once it has acted, that it may have got out: then no wreck shakes it.
func TestWhoRidesSaysSoAndMayHaveGotOut(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	v.get(play)
	v.wants(`<span class="sign">in Bastion APC</span>`)
	v.taps(play, "act unit=squad-1")
	v.wants(`<span class="sign">acted inside Bastion APC</span>`, `aria-label="Got out, The Old Guard"`)
	v.taps(play, "leave unit=squad-1", "wound unit=apc-1 n=9")
	for _, text := range []string{"in Bastion APC", "Stays idle when it activates"} {
		if strings.Contains(v.page, text) {
			t.Errorf("got out, The Old Guard still has %q", text)
		}
	}
}

// Every number of wounds up to ten is one tap.
func TestWoundsAtOnce(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	v.get("/lists/third/play")
	for n := 2; n <= 10; n++ {
		v.wants(fmt.Sprintf(`aria-label="%d wounds, The Old Guard"`, n))
	}
}

// Of wounds in melee the page asks who lost.
func TestWoundsInMeleeAskWhoLost(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	v.taps(play, "wound unit=breachers n=3")
	v.wants(`<span>Shot at:</span><button id="unit-breachers-do-0-0"`, `<span>In melee:</span><button id="unit-breachers-do-0-2"`, "It lost, Breachers", "It did not lose, Breachers")
	v.taps(play, "beaten unit=breachers")
	v.wants("Tests morale, or routs", "Failed: routs")
}

func TestTheOpponentsListComesFromACodeOrAListOfMine(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "tide.yaml": example(t, "spring-tide"), "old.yaml": "muster: list/1\nsystem: gf-2.16\nbook: lantern-fleet\nunits: [{id: a, unit: salvagers}]\n"})
	play, code := "/lists/third/play", (&share.Share{FileText: example(t, "spring-tide")}).Code()
	foe := []string{"e", "do=foe&their=yes"}
	v.post(play, append(foe, "name", "Anna")...)
	v.wants("Third Company 0 – 0 Anna", "They acted")
	v.taps(play, "pass their=yes")
	v.wants("Third Company to act")
	v.post(play, append(foe, "name", "Anna", "code", "https://example.org/open#list="+code)...)
	v.wants("Third Company 0 – 0 Anna", `data-unit="shoal"`)
	v.post(play, append(foe, "own", "tide")...)
	v.wants("Third Company 0 – 0 Spring Tide")
	v.wants("Against Spawnlings", "Spawnlings takes 2.9 wounds from 12″, 6.8 from a charge.") // as `muster preview` has it
	v.wants("Spawnlings takes 5.7 wounds from a charge.")                                     // of who has no guns
	v.post("/lists/tide/play", append(foe, "own", "third")...)
	if strings.Contains(v.page, "Against The Old Guard") { // which rides in the next unit of its list
		t.Error("a unit in a transport is aimed at")
	}
	v.get("/lists/tide/play/odds")
	v.wants("Against Bastion APC")
	v.get(play + "/target?unit=breachers")
	v.wants("Against whom?", "/lists/third/play?at=stilts#unit-breachers", "The game")
	v.get(play + "?at=stilts")
	v.wants("Against Stilt Crab", `name="at" value="stilts"`)
	v.taps(play, "next")
	v.post(play, "e", "do=first&their=yes", "at", "stilts")
	v.post(play, "e", "do=act&unit=breachers", "at", "stilts")
	v.wants("Against Stilt Crab", "left: mine 8, theirs 9 · last: Spring Tide acted, then Breachers acted")
	v.post(play, "e", "undo")
	v.wants("left: mine 9, theirs 10")
	v.get(play + "/odds?unit=breachers&foe=shoal&distance=12&cover=yes")
	v.wants("Odds as they stand", "Against", "shooting 12", "charging", "<h3>Shooting, 12″</h3>", "<h3>Charging</h3>", "moved before shooting", ">Breachers, 5/5<")
	v.get(play + "/unit?unit=shoal&their=yes")
	v.wants("The game</")
	v.wants("What can become of it", "Stays idle")
	v.post(play, append(foe, "own", "old")...)
	if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "that list is for Grimdark Future 2.16") {
		t.Errorf("status %d: %s", v.status, v.page)
	}
	v.post(play, append(foe, "code", "nonsense")...)
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", v.status)
	}
}

// A code whose army book is not here stands at the table as its copy has it, until
// the book is.
func TestTheOpponentsCodeNeedsNoBook(t *testing.T) {
	book, err := fs.ReadFile(data.Files, "gf-3/brine-choir.yaml")
	if err != nil {
		t.Fatal(err)
	}
	far := strings.Replace(string(book), "id: brine-choir", "id: far-away", 1)
	text := strings.Replace(example(t, "spring-tide"), "book: brine-choir", "book: far-away", 1)
	document, err := schema.Read("tide.yaml", []byte(text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary(files.NewMemory(map[string]string{"far.yaml": far})))
	if err != nil {
		t.Fatal(err)
	}
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	code := share.FromRoster(roster).Code()
	v.post("/look", "text", code)
	v.wants("Play against it", `formaction="/lists/third/play"`, `name="e" value="do=foe&amp;their=yes"`, `name="code" value="`+code+`"`)
	v.post(play, "e", "do=foe&their=yes", "code", code)
	v.wants("Third Company 0 – 0 Spring Tide", `data-unit="shoal"`, "Without Brine Choir 1.0 here, these units stand as the code says.", "odds leave them out: ")
	v.taps(play, "wound their=yes unit=shoal n=3")
	v.wants("17 of 20 models")
	v.get(play + "/odds?unit=breachers&foe=shoal&distance=12")
	v.wants("shooting 12", "charging")
	v.get(play + "/unit?unit=shoal&their=yes")
	if strings.Contains(v.page, "Its text stands in the army book") {
		t.Error("the texts of rules that the code has are not read")
	}
	if err := v.books.Write("far.yaml", nil, []byte(far)); err != nil {
		t.Fatal(err)
	}
	v.get(play)
	if v.wants("17 of 20 models"); strings.Contains(v.page, "as the code says") {
		t.Error("the book is here, and the list stands as its copy")
	}
	v.post(play, "e", "do=foe&their=yes", "code", (&share.Share{FileText: strings.Replace(text, "far-away", "farther", 1)}).Code())
	if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "farther") {
		t.Errorf("a code without a copy: status %d: %s", v.status, v.page)
	}
}

// A force whose house armoury is not here stands with the one in its code.
func TestTheOpponentsCodeNeedsNoHouseArmoury(t *testing.T) {
	there := visit(t, map[string]string{"fad-house.yaml": example(t, "fad-house"), "fad-house-armoury.yaml": example(t, "fad-house-armoury")})
	there.get("/lists/fad-house/share")
	code := regexp.MustCompile(`muster1\.[\w-]+`).FindString(there.page)
	v := visit(t, map[string]string{"fad.yaml": example(t, "fad-outpost")})
	const play = "/lists/fad/play"
	v.post(play, "e", "do=foe&their=yes", "code", code)
	v.wants("Outpost Seven 0 – 0 Eel Hunters", `data-unit="hunters"`, "8 of 8 models", "Harpoon Gun", "Without its house armoury here, these units stand as the code says.")
	v.taps(play, "wound their=yes unit=hunters n=3")
	v.wants("5 of 8 models")
	v.get(play + "/odds?unit=storm&foe=hunters&distance=6")
	v.wants("Against", "meters")
	v.get(play + "/unit?unit=hunters&their=yes")
	v.wants("Marsh-Born", "it charges with +1")
}

// An opponent's code with units from a book stands without the book, and the page says which it is.
func TestTheOpponentsCodeNeedsNoBookOfUnits(t *testing.T) {
	there := visit(t, map[string]string{"fad-wardens.yaml": example(t, "fad-wardens"), "fad-book.yaml": example(t, "fad-book")})
	there.get("/lists/fad-wardens/share")
	code := regexp.MustCompile(`muster1\.[\w-]+`).FindString(there.page)
	v := visit(t, map[string]string{"fad.yaml": example(t, "fad-outpost")})
	v.post("/lists/fad/play", "e", "do=foe&their=yes", "code", code)
	v.wants("Without Reed Wardens", "here, these units stand as the code says.")
}

// Dice that the program throws are kept with what they came to.
func TestDiceAreKept(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "fad.yaml": example(t, "fad-outpost")})
	for range 20 {
		v.post("/lists/third/play", "e", "new")
		v.post("/lists/third/play", "e", "do=objectives&roll=yes")
		file := v.file("third.play.yaml")
		rolled := regexp.MustCompile(`\{do: objectives, n: ([345]), dice: \[([123])\]\}`).FindStringSubmatch(file)
		if rolled == nil || rolled[1][0] != rolled[2][0]+2 {
			t.Fatalf("D3+2 is kept as %s", file)
		}
		v.get("/lists/third/play")
		v.wants(rolled[1]+" objectives on the table (rolled "+rolled[2]+")", "objective "+rolled[1])
	}
	v.post("/lists/third/play", "e", "do=wound&unit=breachers&roll=yes")
	if v.status != http.StatusUnprocessableEntity {
		t.Errorf("wounds by chance: status %d", v.status)
	}
	v.taps("/lists/fad/play", "command what=cautious")
	v.post("/lists/fad/play", "e", "do=mission&roll=yes")
	v.post("/lists/fad/play", "e", "do=first&roll=yes")
	v.wants("goes first (rolled ")
	if file := v.file("fad.play.yaml"); !regexp.MustCompile(`\{do: mission, what: [a-z-]+, dice: \[[1-6], [1-6]\]\}`).MatchString(file) {
		t.Errorf("a mission is kept as %s", file)
	}
}

// What a page's script is not sent again is as the page shows it: the page made of
// both is the whole page.
func TestATapSendsOnlyRowsThatChange(t *testing.T) {
	v := visit(t, map[string]string{"fad.yaml": example(t, "fad-outpost"), "two.yaml": example(t, "fad-outpost")})
	const play = "/lists/fad/play"
	v.post(play, "e", "do=foe&their=yes", "own", "two")
	v.get(play)
	shown := v.page
	sent, all, bytes := 0, 0, 0
	for n, tap := range []string{
		"do=wound&unit=tank", "do=begins&unit=militia&what=under-fire", "do=wound&unit=eye&their=yes", "do=leave&unit=rifles", "undo", "do=scouted&unit=storm&n=3", "do=act&unit=storm", "do=heart",
		"do=next", "do=end", "do=resume", "undo", "undo", "do=reserve&unit=storm", "do=remove&unit=militia&what=destroyed", "do=mission&what=hold", "undo",
		"do=use&unit=eye&what=Opportunity+fire", "do=act&unit=gun", "do=wound&unit=command-squad&n=2", "do=wound&unit=captain", "do=begins&unit=gun&what=last-stand", "do=seize&n=2",
		"do=leave&unit=rifles", "do=board&unit=command-squad&what=carrier", "do=wound&unit=command-squad", "do=wound&unit=carrier&n=2", "do=repair&unit=carrier&n=1", "do=wound&unit=gun&n=3", "do=wound&unit=rifles", "do=fell&unit=rifles&n=3",
	} {
		form := url.Values{"e": {tap}, "view": {"mine"}}
		r := httptest.NewRequest(http.MethodPost, play, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		known := parts(shown)
		lacks := n%5 == 4 // as another tab that shows none of it
		if lacks {
			known = nil
			r.Header.Set(web.PartsHeader, "other")
		} else {
			r.Header.Set(web.PartsHeader, partsOf(shown))
		}
		v.send(r)
		if v.status != http.StatusOK {
			t.Fatalf("%s: status %d", tap, v.status)
		}
		bytes += len(v.page)
		if !lacks {
			sent += strings.Count(v.page, "data-as=") - strings.Count(v.page, `data-as=""`)
		}
		whole := regexp.MustCompile(`<\w+ id="([^"]+)" data-as=""></\w+>`).ReplaceAllStringFunc(v.page, func(part string) string {
			id := regexp.MustCompile(`id="([^"]+)"`).FindStringSubmatch(part)[1]
			if known[id] == "" {
				t.Fatalf("after %s a part is not sent, and not shown: %s", tap, id)
			}
			return known[id]
		})
		v.get(play)
		if whole = whole[strings.Index(whole, "<body>"):]; !strings.HasSuffix(v.page, whole+"</html>") {
			t.Fatalf("after %s the page is not whole:\n%s\nwhole:\n%s", tap, whole, v.page)
		}
		shown = v.page
		all += strings.Count(v.page, "data-as=")
	}
	t.Logf("%d bytes in all", bytes)
	if sent == 0 || sent > all/3 {
		t.Errorf("%d of %d rows are sent again", sent, all)
	}
}

// parts returns the outermost rows and the header of a page, by their ids.
func parts(page string) map[string]string {
	all, depth, from := map[string]string{}, 0, 0
	for _, at := range regexp.MustCompile(`</?(?:article|header)\b[^>]*>`).FindAllStringIndex(page, -1) {
		if !strings.HasPrefix(page[at[0]:], "</") {
			if depth++; depth == 1 {
				from = at[0]
			}
			continue
		}
		if depth--; depth == 0 {
			part := page[from:at[1]]
			all[regexp.MustCompile(`id="([^"]+)"`).FindStringSubmatch(part)[1]] = part
		}
	}
	return all
}

// Of many transports one is typed, so that a page grows with its units.
func TestManyTransportsAreTyped(t *testing.T) {
	list := "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: L\nforce-org: false\nunits:\n  - {id: s, unit: line-squad}\n"
	for i := range 13 {
		list += fmt.Sprintf("  - {id: v%d, unit: apc}\n", i)
	}
	v := visit(t, map[string]string{"l.yaml": list})
	const play = "/lists/l/play"
	v.get(play)
	if n := strings.Count(v.page, "Get into"); n > 0 {
		t.Errorf("%d transports have buttons", n)
	}
	name := regexp.MustCompile(`<datalist id="transports-mine">.*?<option value="([^"]*) #13">`).FindStringSubmatch(v.page)
	if name == nil {
		t.Fatalf("the transports are not offered by name:\n%.5000s", v.page)
	}
	board := []string{"e", "do=board&unit=s", "view", "mine", "into"}
	v.post(play, append(board, "nothing")...)
	if v.status != http.StatusUnprocessableEntity || !strings.Contains(v.page, "no transport on the table is called `nothing`") {
		t.Errorf("a transport that there is not: %d", v.status)
	}
	v.post(play, append(board, name[1]+" #13")...)
	v.wants("got into "+name[1]+" #13", "Get out")
}

// Units fight as what is left of them.
func TestOddsAreOfUnitsAsTheyStand(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "fad.yaml": example(t, "fad-outpost")})
	odds := func(path string) string {
		v.get(path)
		_, after, _ := strings.Cut(v.page, "meters")
		return after
	}
	for play, c := range map[string]struct{ path, taps string }{
		"/lists/third/play": {"/odds?unit=guns&distance=12", "wound unit=guns n=3"},
		"/lists/fad/play":   {"/odds?unit=storm&distance=6", "begins unit=storm what=under-fire"},
	} {
		whole := odds(play + c.path)
		v.taps(play, c.taps)
		if now := odds(play + c.path); whole == now || len(now) < 100 {
			t.Errorf("%s after %q are those of a whole unit: %s", c.path, c.taps, now)
		}
	}
	v.taps("/lists/fad/play", "wound unit=tank what=critical")
	v.get("/lists/fad/play/odds?unit=tank&distance=12")
	v.wants("As they stand it does nothing to them. Critical: Cautious speed, no fire")
}

func TestTapsThatCannotBeAreRefused(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	play := "/lists/third/play"
	for _, text := range []string{
		"", "do=dance", "do=wound", "do=wound&unit=nobody", "do=heal&unit=breachers", "do=wound&unit=breachers&n=x", "do=wound&unit=breachers&n=-1", "do=back",
		"do=begins&unit=breachers&what=happy", "do=seize&n=99", "%zz", "do=mission&what=hold",
	} {
		v.post(play, "e", text)
		if v.status != http.StatusUnprocessableEntity {
			t.Errorf("%q: status %d", text, v.status)
		}
	}
	if _, err := fs.Stat(v.folder, "third.play.yaml"); err == nil {
		t.Error("what was refused is kept")
	}
	v.taps(play, "wound unit=breachers")
	v.post(play, "e", "undo", "seen", "0")
	if v.status != http.StatusConflict {
		t.Errorf("what the page has not seen is taken back: status %d", v.status)
	}
	v.get(play)
	v.wants("4 of 5 models")
}

// Tabs that tap at the same time, in two programs too, lose no tap.
func TestTabsAtTheSameTimeLoseNoTap(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	other := web.New(web.Options{Lists: v.folder, Library: catalog.NewLibrary(), Deployment: web.LocalServer})
	const each = 8
	var group sync.WaitGroup
	for _, handler := range []http.Handler{v.handler, other, v.handler} {
		group.Go(func() {
			for range each {
				r := httptest.NewRequest(http.MethodPost, "/lists/third/play", strings.NewReader(url.Values{"e": {"do=wound&unit=tank"}}.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
	group.Wait()
	if n := strings.Count(v.file("third.play.yaml"), "do: wound"); n != 12 { // as many as the tank takes
		t.Errorf("%d taps are kept", n)
	}
}

// What a newer version kept is never lost: a sentence says so, nothing writes over
// it, and its file can be saved.
func TestAGameOfANewerVersionIsNotLost(t *testing.T) {
	const newer = "muster: play/1\nevents:\n  - {do: wound, unit: breachers}\n  - {do: dance, unit: breachers}\n"
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "third.play.yaml": newer})
	const play = "/lists/third/play"
	v.get(play)
	v.wants("a newer version of muster kept this game, which stays as it is", "`dance`", play+"/summary/yaml", "Begin a new game")
	v.get(play + "/summary/yaml")
	if v.page != newer {
		t.Errorf("the file that is saved holds %q", v.page)
	}
	for _, tap := range []string{"do=wound&unit=breachers", "undo", "do=next"} {
		v.post(play, "e", tap)
		if v.status < 400 || v.file("third.play.yaml") != newer {
			t.Errorf("%s: status %d, and the file holds %q", tap, v.status, v.file("third.play.yaml"))
		}
	}
	v.get("/")
	v.wants("a game of a newer version of muster")
	v.post(play, "e", "new")
	v.get(play)
	v.wants("Round 1 of 4")
}

// A game that was kept before is taken over.
func TestAnOldGameIsTakenOver(t *testing.T) {
	v := visit(t, map[string]string{
		"third.yaml":      example(t, "third-company"),
		"third.play.json": `{"round":3,"objectives":[2],"units":{"breachers":{"wounds":2,"states":["Shaken","Activated"],"counters":{"Gate Charge":1}},"x":null}}`,
	})
	play := "/lists/third/play"
	v.get(play)
	v.wants("Round 3 of 4 · Third Company 1 – 0 Opponent", "3 of 5 models", "Gate Charge: 1 left", "Stays idle")
	v.taps(play, "wound unit=breachers")
	v.wants("2 of 5 models")
	if _, err := fs.Stat(v.folder, "third.play.json"); err == nil {
		t.Error("the old file is still there")
	}
	for _, text := range []string{"", "{", `{"round":-3,"units":{"":{"wounds":-1}}}`, `{"units":{"a":{"wounds":9000000}}}`, `[]`} {
		v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "third.play.json": text})
		v.get(play)
		v.wants("Round 1 of 4")
	}
}

// What was taken back is done again, until something else happens; of dice what they showed.
func TestTapsAreDoneAgain(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	const play = "/lists/third/play"
	v.get(play)
	v.wants(`<button id="redo" form="tap" name="e" value="redo" disabled aria-label="Redo">`)
	if v.post(play, "e", "redo"); v.status != http.StatusUnprocessableEntity {
		t.Errorf("nothing was taken back, and done again: status %d", v.status)
	}
	v.post(play, "e", "do=objectives&roll=yes")
	v.taps(play, "wound unit=breachers", "wound unit=breachers n=2", "end")
	begun := v.file("third.play.yaml")
	whole := strings.Replace(begun, "began: \"20", "began: \"19", 1) // the game began long ago
	if err := v.folder.Write("third.play.yaml", []byte(begun), []byte(whole)); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		v.post(play, "e", "undo")
	}
	v.get(play)
	v.wants(`name="e" value="redo" aria-label="Redo"`)
	for n := range 4 {
		if v.post(play, "e", "redo", "seen", "9"); v.status != http.StatusConflict {
			t.Errorf("done again of a page that is behind: status %d", v.status)
		}
		v.post(play, "e", "redo", "seen", fmt.Sprint(n))
	}
	if got := v.file("third.play.yaml"); got != whole {
		t.Errorf("done again it holds\n%s, not\n%s", got, whole)
	}
	v.post(play, "e", "undo")
	v.post(play, "e", "undo")
	v.taps(play, "wound unit=tank")
	if v.post(play, "e", "redo"); v.status != http.StatusUnprocessableEntity {
		t.Errorf("done again after something else: status %d", v.status)
	}
}

// A game that ends is kept once, however often it goes on, and one that a new game takes the
// place of; pages list them, and they come with everything.
func TestGamesAreKept(t *testing.T) {
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company")})
	const play = "/lists/third/play"
	kept := func() []string {
		names, err := fs.Glob(v.folder, "third.games/*.play.yaml")
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	v.get("/games")
	v.wants("No game was kept yet")
	v.taps(play, "wound unit=breachers n=3", "seize n=1", "end")
	if names := kept(); len(names) != 1 || !strings.Contains(v.file(names[0]), "result: won") {
		t.Fatalf("kept are %v", names)
	}
	v.taps(play, "resume", "seize n=1 their=yes", "end")
	if names := kept(); len(names) != 1 || !strings.Contains(v.file(names[0]), "result: lost") {
		t.Fatalf("gone on with, kept are %v: %s", names, v.file(names[0]))
	}
	v.get(play + "?ask=new")
	v.wants("This one stays under Games.", "Yes, a new one")
	v.post(play, "e", "new")
	first := kept()[0]
	renamed := strings.Replace(first, ".games/20", ".games/19", 1) // as if it began earlier: the next begins within the second
	if err := v.folder.Write(renamed, nil, []byte(strings.Replace(v.file(first), "began: 20", "began: 19", 1))); err != nil {
		t.Fatal(err)
	}
	if err := v.folder.Remove(first, nil); err != nil {
		t.Fatal(err)
	}
	v.post(play, "e", "new") // of which nothing stays
	v.get(play)
	if strings.Contains(v.page, "New game") {
		t.Error("before the first tap there is nothing to begin anew")
	}
	v.taps(play, "wound unit=breachers")
	v.get(play + "?ask=new")
	v.wants("New game", "This one stays under Games.")
	v.post(play, "e", "new")
	if names := kept(); len(names) != 2 || !strings.Contains(v.file(names[1]), "result: unfinished") {
		t.Fatalf("kept are %v", names)
	}
	v.get("/games")
	v.wants("2 games: 1 lost, 1 unfinished.", "Steel Wardens", "Third Company", "0 – 1")
	v.get("/" + regexp.MustCompile(`href="/(games/[^"]+/19[^"]+)"`).FindStringSubmatch(v.page)[1])
	v.wants("Third Company against Opponent", "Round 1: Breachers lost 3 of 5")
	for _, path := range []string{"/games/third.games/none.play.yaml", "/games/x/third.yaml"} {
		if v.get(path); v.status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, v.status)
		}
	}
	v.get("/everything")
	copied := v.page
	other := visit(t, nil)
	other.sendFiles("/everything", "copy", map[string]string{"all.zip": copied})
	other.confirmKeep()
	if names, _ := fs.Glob(other.folder, "third.games/*.play.yaml"); len(names) != 2 || other.file(names[0]) != v.file(names[0]) {
		t.Errorf("brought back are %v: %s", names, other.page)
	}
}

// Who is in reserve, in a wreck, pinned or damaged is offered nothing that he may not do: no
// opportunity fire, and off the table no states.
func TestForcesAreOfferedWhatTheyMayDo(t *testing.T) {
	v := visit(t, map[string]string{"fad.yaml": example(t, "fad-outpost")})
	const play = "/lists/fad/play"
	offered := func(unit string, fires, stands bool) {
		t.Helper()
		v.get(play)
		for id, want := range map[string]bool{"unit-" + unit + "-use-": fires, "unit-" + unit + "-last-stand": stands} {
			if got := strings.Contains(v.page, `id="`+id); got != want {
				t.Errorf("%s is offered: %v", id, got)
			}
		}
	}
	offered("militia", true, true)
	offered("tank", true, true)
	v.taps(play, "begins unit=militia what=pinned", "wound unit=tank")
	v.post(play, "e", "do=use&unit=command-squad&what=Opportunity+fire")
	v.taps(play, "begins unit=command-squad what=pinned")
	offered("militia", false, true)
	offered("command-squad", true, true) // to take its fire back
	offered("tank", false, true)
	v.taps(play, "scouted unit=storm n=2")
	offered("storm", false, false)
	v.taps(play, "board unit=captain what=tank", "remove unit=tank what=destroyed")
	offered("captain", false, false)
	v.taps(play, "begins unit=gun what=last-stand") // once a game of a side
	offered("gun", true, true)
	offered("militia", false, false)
	v.taps(play, "begins unit=gun what=pinned") // which then means nothing to it
	offered("gun", true, true)
}
