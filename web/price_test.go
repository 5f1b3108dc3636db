package web_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// A unit of one's own has a price and its parts while it is described, and a rule that
// has none is named.
func TestAUnitOfOnesOwnIsPriced(t *testing.T) {
	v := visit(t, nil)
	v.get("/books")
	v.wants(`href="/price"`)
	v.get("/price")
	v.wants("A unit of your own", "data-live", `name="weapon" id="own-weapon0" value="Rifle"`, "Rifle 24″ A1", "before rounding", "As a book has it")
	v.get("/price?name=Guards&size=5&quality=3&defense=3&rules=Fearless,+Tough(3)&weapons=5x+Rifle+(24%22,+A1,+AP(1))")
	v.wants("5 models of 3 wounds, Quality 3+, Defense 3+", "Fearless", "74.10", "cost: auto", "Nine in ten such units cost")
	v.get("/price?rules=Foresight&weapons=CCW+(A1)")
	v.wants("No price", "have none for: Foresight", "cost: 0")
	v.get("/price?book=steel-wardens&rules=Aimed&weapons=Rifle+(24%22,+A1)")
	v.wants("Aimed", "estimate")
	for _, weapons := range []string{"Rifle", "Rifle+24", "Rifle+(24%22)", "Rifle+(Ax)"} {
		v.get("/price?weapons=" + weapons)
		v.wants("Line 1 of the weapons should be like 3 Heavy Rifle")
	}
	v.get("/price?size=1000&weapons=CCW+(A1)")
	v.wants("size")
}

// A weapon has fields, or is one line as players write it, which becomes fields.
func TestWeaponsOfOnesOwn(t *testing.T) {
	v := visit(t, nil)
	fields := func(values ...string) string {
		query := url.Values{}
		for i, key := range []string{"count", "weapon", "range", "attacks", "ap", "with"} {
			query.Set(key, values[i])
		}
		return query.Encode()
	}
	v.get("/price?" + fields("3", "Heavy Rifle", "24", "2", "1", "Rending"))
	book := regexp.MustCompile(`(?s)<pre>(.*?)</pre>`)
	want := book.FindString(v.page)
	if !strings.Contains(want, "Heavy Rifle") || !strings.Contains(want, "AP(1)") {
		t.Fatalf("it is\n%s", want)
	}
	for _, line := range []string{
		`3 Heavy Rifle 24" A2 AP1, Rending`, `3x Heavy Rifle (24", A2, AP(1), Rending)`, `3 Heavy Rifle 24″ A2 AP(1) Rending`,
		`3 Heavy Rifle A2 24" AP1 Rending`,
	} {
		v.get("/price?weapon=&add=yes&" + url.Values{"line": {line}}.Encode())
		if got := book.FindString(v.page); got != want {
			t.Errorf("%s is\n%s\nand should be\n%s", line, got, want)
		}
		v.wants(`value="Heavy Rifle"`, `name="line" id="own-line" value=""`)
	}
	v.get("/price?weapon=&add=yes&" + url.Values{"line": {`Flamer 12" A1 Blast3, Good Shot`}}.Encode())
	v.wants(`value="Blast(3), Good Shot"`)
	v.get("/price?" + fields("", "Rifle", "24", "", "", ""))
	v.wants("the number of attacks of Rifle should be a number", "Price it", "estimate")
	v.get("/price?line=Rif&weapon=CCW&attacks=1")
	v.wants(`value="Rif"`)
	if strings.Contains(v.page, "should be like") {
		t.Error("a line that is being typed is judged")
	}
}

// Before a unit is described its page says which rules of a book have no price, those of every
// unit first; and a book that is there twice has its version.
func TestRulesWithoutAPriceAreTold(t *testing.T) {
	v := visit(t, nil)
	unit := "units:\n  - {id: a, name: A, size: 5, quality: 4, defense: 4, cost: 100, rules: [Odd], weapons: [{name: CCW, attacks: 1}]}\n" +
		"  - {id: b, name: B, size: 5, quality: 4, defense: 4, cost: 100, rules: [Odd, Rare], weapons: [{name: CCW, attacks: 1}]}\n"
	rules := "rules:\n  - {name: Odd, summary: Something that nobody prices.}\n  - {name: Rare, summary: Another such thing.}\n"
	for _, version := range []string{"1.0", "2.0"} {
		v.post("/open", "text", "muster: book/1\nid: odd-ones\nsystem: gf-3\nname: Odd Ones\nversion: \""+version+"\"\n"+rules+unit)
	}
	v.get("/price")
	v.wants(`value="odd-ones@1.0"`, "Odd Ones 2.0", ">Steel Wardens<")
	v.get("/price?book=odd-ones@2.0")
	v.wants("Every unit of Odd Ones has Odd, without a price", "No price is known of: Rare", "before rounding")
}

// A unit of a list says what it would cost, beside what its book says.
func TestAUnitOfAListSaysWhatItWouldCost(t *testing.T) {
	v := visit(t, map[string]string{
		"wall.yaml": "muster: list/1\nsystem: gf-3\npoints: 500\nbook: steel-wardens\nunits: [{id: wall, unit: gun-teams}]\n",
	})
	v.get("/lists/wall?unit=wall")
	v.wants("What its parts cost", "/lists/wall/price?unit=wall")
	v.get("/lists/wall/price?unit=wall")
	v.wants("The list counts 210 points for it.", "before rounding", "Its parts")
}

// A combined pair is priced whole, whichever half is asked for, and fights and costs as one beside others.
func TestAPairIsPricedWhole(t *testing.T) {
	v := visit(t, map[string]string{"two.yaml": "muster: list/1\nsystem: gf-3\npoints: 1000\nbook: steel-wardens\nunits: [{id: a, unit: line-squad, combine: b}, {id: b, unit: line-squad}, {id: wall, unit: gun-teams}]\n"})
	for _, id := range []string{"a", "b"} {
		v.get("/lists/two/price?unit=" + id)
		v.wants("The list counts 420 points for both halves.", "<h2>First half</h2>", "<h2>Second half</h2>")
		v.get("/lists/two/does?unit=" + id)
		v.wants(`<th scope="row">Points</th><td class="n">420</td>`)
		if n := strings.Count(v.page, "button chip"); n != 1 {
			t.Errorf("%s stands beside %d others", id, n)
		}
	}
	v.get("/lists/two/does?unit=a&option=grey-coats")
	v.wants(`<td class="n">+30</td>`)
}
