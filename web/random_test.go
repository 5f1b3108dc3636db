package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/schema"
)

var doing = regexp.MustCompile(`value="((?:add|copy|remove|up|down|upgrade|downgrade|link|fields) [^"]*)"`)

// What pages say of a list is what `muster check --json` says of the file that
// they export: forty lists of both games, made by chance from the buttons.
func TestPagesSayWhatCheckSays(t *testing.T) {
	if testing.Short() {
		t.Skip("forty lists take long")
	}
	random := rand.New(rand.NewPCG(20261122, 14))
	illegal := 0
	for n := range 40 {
		v := visit(t, nil)
		book := []string{"gf-3/steel-wardens", "gf-3/brine-choir", "gf-2.16/lantern-fleet", "fad/"}[n%4]
		points := fmt.Sprint(250 * (1 + random.IntN(8)))
		v.post("/new", "book", book, "name", "Chance", "points", points)
		for range 4 + random.IntN(16) {
			ways := doing.FindAllStringSubmatch(v.page, -1)
			verb := html.UnescapeString(ways[random.IntN(len(ways))][1])
			pairs := []string{"verb", verb, "back", v.at}
			switch words := strings.Fields(verb); words[0] {
			case "link": // to any unit, also where it breaks a rule
				others := regexp.MustCompile(`data-unit="([^"]+)"`).FindAllStringSubmatch(v.page, -1)
				pairs = append(pairs, "to", others[random.IntN(len(others))][1])
			case "fields":
				values := regexp.MustCompile(`<select name="([^"]+)" id=.*?</select>`).FindAllStringSubmatch(v.page, -1)
				field := values[random.IntN(len(values))]
				choices := regexp.MustCompile(`<option value="([^"]*)"`).FindAllStringSubmatch(field[0], -1)
				pairs = append(pairs, html.UnescapeString(field[1]), choices[random.IntN(len(choices))][1])
			}
			at := v.at
			if v.post("/lists/chance/do", pairs...); v.status != 200 { // the rules refused it
				v.get(at)
			}
		}
		v.get("/lists/chance/file/yaml")
		document, err := schema.Read("chance.yaml", []byte(v.page))
		if err != nil {
			t.Fatalf("%v\n%s", err, v.page)
		}
		checked, err := builder.Open(document, catalog.NewLibrary())
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%d of %s points, ", checked.Points(), points)
		if builder.Legal(checked) {
			want += "legal"
		} else {
			want += "not legal"
			illegal++
		}
		v.get("/lists/chance")
		if v.points() != want {
			t.Errorf("the page says %q, check %q\n%s", v.points(), want, document.Source)
		}
		text := html.UnescapeString(v.page)
		for _, f := range checked.Findings() {
			if !strings.Contains(text, "</strong> "+f.Message+"</p>") {
				t.Errorf("the page does not say %q\n%s", f.Message, document.Source)
			}
		}
		if got := strings.Count(text, `<strong class="`); got != len(checked.Findings()) {
			t.Errorf("the page has %d findings, check %d", got, len(checked.Findings()))
		}
		v.get("/api/lists/chance/check")
		report, err := json.Marshal(map[string]any{"lists": []any{checked.Report()}})
		if err != nil {
			t.Fatal(err)
		}
		var asked, told any
		if json.Unmarshal([]byte(v.page), &asked) != nil || json.Unmarshal(report, &told) != nil || fmt.Sprint(asked) != fmt.Sprint(told) {
			t.Errorf("the pages' JSON is\n%v\ncheck's is\n%v", asked, told)
		}
	}
	if illegal < 4 || illegal > 36 {
		t.Errorf("%d of 40 lists are illegal: they say little", illegal)
	}
}
