package web_test

import (
	"bufio"
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/catalog"
	"muster/web"
)

// A shared is a home whose games other phones may share.
type shared struct {
	*visitor
	tables *web.SharedGames
	link   string // of the game of "third"
	cookie string // of the phone that has it
}

const tableKey = "QXCD-EFGH-IJKL-MNOP"

func shareGame(t *testing.T) *shared {
	t.Helper()
	v := visit(t, map[string]string{"third.yaml": example(t, "third-company"), "other.yaml": example(t, "third-company")})
	s := &shared{visitor: v, tables: &web.SharedGames{BaseAddress: "http://example.com/"}}
	s.handler = web.Guard(web.RequireKey(web.New(web.Options{Lists: v.folder, Books: v.books, Library: catalog.NewLibrary(v.books), Deployment: web.LocalServer, SharedGames: s.tables}), tableKey, s.tables), "example.com", "127.0.0.1")
	page := s.ask("GET", "/lists/third/play/link", "", true).Body.String()
	found := regexp.MustCompile(`value="http://example.com(/table/\w{26})"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("there is no link:\n%s", page)
	}
	s.link = found[1]
	w := s.ask("GET", s.link, "", false)
	cookies := w.Result().Cookies()
	if w.Header().Get("Location") != "/lists/third/play" || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("the link leads to %q with %v", w.Header().Get("Location"), cookies)
	}
	s.cookie = cookies[0].Name + "=" + cookies[0].Value
	return s
}

// ask sends a request of the person, or of the other phone.
func (s *shared) ask(method, path, form string, person bool) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://example.com"+path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if person {
		r.Header.Set("Authorization", "Bearer "+tableKey)
	} else {
		r.Header.Set("Cookie", s.cookie)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// tap taps once, with a number of the tap.
func (s *shared) tap(person bool, e, number string) int {
	return s.ask("POST", "/lists/third/play", url.Values{"e": {e}, "tap": {number}, "seen": {"99"}}.Encode(), person).Code
}

// events are the lines of the game's file that tell events.
func (s *shared) events() string {
	text, _ := s.folder.Open("third.play.yaml")
	var all []string
	for lines := bufio.NewScanner(text); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "- {") {
			all = append(all, strings.TrimPrefix(line, "- "))
		}
	}
	return strings.Join(all, " ")
}

// The link of a game opens this game alone, and a wrong one tells nothing.
func TestALinkOpensOneGame(t *testing.T) {
	s := shareGame(t)
	if w := s.ask("GET", "/lists/third/play", "", false); w.Code != 200 || strings.Contains(w.Body.String(), "My lists") || strings.Contains(w.Body.String(), "New game") || strings.Contains(w.Body.String(), "Second phone") || !strings.Contains(w.Body.String(), "Breachers") {
		t.Errorf("the game: %d\n%s", w.Code, w.Body)
	}
	stranger := s.ask("GET", "/no-such-page", "", false).Body.String()
	for _, page := range []string{"/", "/books", "/lists/third", "/lists/other/play", "/lists/none/play", "/lists/third/play/foe", "/lists/third/play/link", "/lists/third/play/summary/yaml", "/lists/third/file/yaml", "/everything", "/api/lists", "/lists/third/play/../../other", "/lists/third/play%2F..%2F..%2Fother", "/table/" + strings.Repeat("A", 26), "/table/"} {
		if w := s.ask("GET", page, "", false); w.Code != 401 || w.Body.String() != stranger {
			t.Errorf("%s: %d\n%.300s", page, w.Code, w.Body)
		}
	}
	for _, page := range []string{"/lists/third/do", "/lists/third/delete", "/lists/other/play", "/new", "/open", "/lists/third/play/unit"} {
		if w := s.ask("POST", page, "e=new", false); w.Code != 401 {
			t.Errorf("POST %s: %d", page, w.Code)
		}
	}
	for _, e := range []string{"new", "do=foe&what=Nobody"} {
		if code := s.tap(false, e, ""); code != 422 {
			t.Errorf("the other phone does %s: %d", e, code)
		}
	}
	cookie := s.cookie
	for _, wrong := range []string{"", cookie[:strings.IndexByte(cookie, '=')+1], cookie[:len(cookie)-1], cookie + "A", strings.ToLower(cookie)} {
		s.cookie = wrong
		if w := s.ask("GET", "/lists/third/play", "", false); w.Code != 401 || w.Body.String() != stranger {
			t.Errorf("with the cookie %q: %d", wrong, w.Code)
		}
	}
	s.cookie = cookie
	if code := s.tap(true, "new", ""); code != 303 {
		t.Fatalf("a new game: %d", code)
	}
	if w := s.ask("GET", "/lists/third/play", "", false); w.Code != 401 {
		t.Errorf("the link outlives its game: %d", w.Code)
	}
}

// Each phone takes back its own taps, and a tap that comes twice counts once.
func TestTwoPhonesTap(t *testing.T) {
	s := shareGame(t)
	for _, one := range []struct {
		person    bool
		e, number string
		code      int
	}{
		{true, "do=wound&unit=breachers&n=1", "a", 303},
		{false, "do=wound&unit=breachers&n=2", "b", 303},
		{false, "do=wound&unit=breachers&n=2", "b", 303},
		{true, "do=score&n=1", "c", 303},
		{false, "undo", "d", 303},
		{false, "undo", "d", 303},
		{false, "redo", "e", 303},
		{true, "undo", "f", 303},
		{false, "redo", "g", 422},
		{true, "do=score&n=3", "h", 303},
	} {
		if code := s.tap(one.person, one.e, one.number); code != one.code {
			t.Errorf("%+v: %d", one, code)
		}
	}
	if got := s.events(); got != "{do: wound, unit: breachers, n: 1} {do: wound, unit: breachers, n: 2, by: 1} {do: score, n: 3}" {
		t.Errorf("the log is %s", got)
	}
}

// The other phone reads the game from its side.
func TestTheOtherPhoneIsMeant(t *testing.T) {
	s := shareGame(t)
	for _, e := range []string{"do=first&their=yes", "do=pass&their=yes", "do=objectives&n=3"} {
		if code := s.tap(true, e, ""); code != 303 {
			t.Fatalf("%s: %d", e, code)
		}
	}
	for person, words := range map[bool][]string{
		true:  {"Opponent acted", "They acted", "Mine: Third Company holds", "Theirs: Opponent holds", "The opponent", `data-view="mine"`},
		false: {"My side acted", "I acted", "Theirs: Third Company holds", "Mine: My side holds", "My list is not here", `data-view="theirs"`, "?view=mine#side-mine"},
	} {
		page := s.ask("GET", "/lists/third/play", "", person).Body.String()
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("the person's own phone: %v; it says not %s:\n%s", person, word, page)
			}
		}
		if has := strings.Contains(page, "pponent"); has != person {
			t.Errorf("the person's own phone: %v; it speaks of the opponent: %v", person, has)
		}
		if summary := s.ask("GET", "/lists/third/play/summary", "", person).Body.String(); strings.Contains(summary, "Opponent") != person || strings.Contains(summary, "/summary/yaml") != person || strings.Contains(summary, "/lists/third/print") != person {
			t.Errorf("the person's own phone: %v; the summary is\n%s", person, summary)
		}
	}
}

// A tap that waited for the network belongs to the game in which it was made, not to a new one.
func TestATapWaitsForItsGame(t *testing.T) {
	s := shareGame(t)
	name := func() string {
		return html.UnescapeString(regexp.MustCompile(`name="game" value="([^"]+)"`).FindStringSubmatch(s.ask("GET", "/lists/third/play", "", true).Body.String())[1])
	}
	tap := func(game string, code int) {
		t.Helper()
		if w := s.ask("POST", "/lists/third/play", url.Values{"e": {"do=score&n=1"}, "game": {game}}.Encode(), true); w.Code != code {
			t.Errorf("a tap of %s: %d", game, w.Code)
		}
	}
	unbegun := name()
	tap(unbegun, 303)
	tap(unbegun, 303) // the page is that of before
	begun := name()
	for range 2 {
		s.tap(true, "undo", "")
	}
	text, _ := fs.ReadFile(s.folder, "third.yaml")
	if err := s.folder.Write("third.yaml", text, append(text, "# laid anew\n"...)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // a game is named by the second in which it begins
	tap(begun, 303)
	tap(begun, 303)
	if now := name(); now != begun {
		t.Errorf("with all taken back %s is %s", begun, now)
	}
	s.tap(true, "new", "")
	again := name()
	tap(unbegun, 404)
	tap(begun, 404)
	if begun == unbegun || again == unbegun || again == begun {
		t.Errorf("the games are %s, %s, %s", unbegun, begun, again)
	}
	if _, err := s.folder.Open("third.play.yaml"); err == nil {
		t.Error("a tap of the game before is in the new one")
	}
	tap(again, 303)
}

// A stream tells of each tap within a second, and ends with the link.
func TestATableIsStreamed(t *testing.T) {
	s := shareGame(t)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	r, err := http.NewRequest(http.MethodGet, server.URL+"/lists/third/play/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "example.com"
	r.Header.Set("Cookie", s.cookie)
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v, %v", answer, err)
	}
	defer answer.Body.Close()
	said := make(chan string)
	go func() {
		defer close(said)
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if etag, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				said <- etag
			}
		}
	}()
	var all []string
	for _, e := range []string{"", "do=score&n=1", "do=score&n=2"} {
		if e != "" {
			s.tap(true, e, "")
		}
		select {
		case etag := <-said:
			if slices.Contains(all, etag) || !strings.Contains(s.ask("GET", "/lists/third/play", "", false).Body.String(), `data-game="`+etag+`"`) {
				t.Errorf("after %q the stream says %s", e, etag)
			}
			all = append(all, etag)
		case <-time.After(time.Second):
			t.Fatalf("the stream does not tell of %q", e)
		}
	}
	s.tables.CloseLink("third")
	select {
	case _, ok := <-said:
		if ok {
			t.Error("the stream goes on")
		}
	case <-time.After(time.Second):
		t.Error("the stream outlives its link")
	}
}
