package web_test

import "testing"

// A unit of one's own has a price and its parts while it is described, and a rule that
// has none is named.
func TestAUnitOfOnesOwnIsPriced(t *testing.T) {
	v := visit(t, nil)
	v.get("/books")
	v.wants(`href="/price"`)
	v.get("/price")
	v.wants("A unit of your own", "data-live", "Rifle (24&#34;, A1)", "to the cent", "As a book has it")
	v.get("/price?name=Guards&size=5&quality=3&defense=3&rules=Fearless,+Tough(3)&weapons=5x+Rifle+(24%22,+A1,+AP(1))")
	v.wants("5 models of 3 wounds, Quality 3+, Defense 3+", "Fearless", "74.10", "cost: auto", "Nine in ten such units cost")
	v.get("/price?rules=Foresight&weapons=CCW+(A1)")
	v.wants("No price", "have none for: Foresight", "cost: 0")
	v.get("/price?book=steel-wardens&rules=Aimed&weapons=Rifle+(24%22,+A1)")
	v.wants("Aimed", "estimate")
	for _, weapons := range []string{"Rifle", "Rifle+24", "Rifle+(24%22)", "Rifle+(Ax)"} {
		v.get("/price?weapons=" + weapons)
		v.wants("Line 1 of the weapons should be like 5x Rifle")
	}
	v.get("/price?size=1000&weapons=CCW+(A1)")
	v.wants("size")
}

// A unit of a list says what it would cost, beside what its book says.
func TestAUnitOfAListSaysWhatItWouldCost(t *testing.T) {
	v := visit(t, map[string]string{
		"wall.yaml": "muster: list/1\nsystem: gf-3\npoints: 500\nbook: steel-wardens\nunits: [{id: wall, unit: gun-teams}]\n",
	})
	v.get("/lists/wall?unit=wall")
	v.wants("What would it cost?", "/lists/wall/price?unit=wall")
	v.get("/lists/wall/price?unit=wall")
	v.wants("The list counts 210 points for it.", "to the cent", "Its parts")
}
