package export

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"muster/builder/table"
)

func cardSize(t *testing.T, name CardSize) card {
	t.Helper()
	c, err := name.format()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// countCards counts the cut lines of cards.
func countCards(pages [][]piece, c card) int {
	n := 0
	for _, page := range pages {
		for _, p := range page {
			if p.kind == framePiece && p.w >= c.w && p.h == c.h {
				n++
			}
		}
	}
	return n
}

// Cards say what a unit has and no more: no prices, no rules of the game, which
// have cards of their own, as the spells of a caster's book have.
func TestWhatIsOnCards(t *testing.T) {
	size, err := pageSize(A4)
	if err != nil {
		t.Fatal(err)
	}
	s := FromArmy(gate(t))
	c := cardSize(t, Poker)
	pages := cardsOnPages(s, size, c)
	text := printedText(pages)
	for _, want := range []string{"Core rules", "Spells", "Furnace Breath", "Hold the Wall", "Tokens", "Shaken", "Activated"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is on no card", want)
		}
	}
	for _, not := range []string{"pts", "+30", "continued"} {
		if strings.Contains(text, not) {
			t.Errorf("%q is on a card", not)
		}
	}
	if n := strings.Count(text, "Shot at from"); n > 1 {
		t.Errorf("a rule of the game is explained %d times", n)
	}
	// 10 units, two of them alike, with 2 heroes, the game's rules, spells.
	if n := countCards(pages, c); n != 12+1+1 {
		t.Errorf("%d cards, want 14", n)
	}
}

func TestCardSizes(t *testing.T) {
	for _, paper := range []Paper{A4, Letter} {
		for _, name := range CardSizes() {
			t.Run(fmt.Sprint(paper, " ", name), func(t *testing.T) {
				size, err := pageSize(paper)
				if err != nil {
					t.Fatal(err)
				}
				c := cardSize(t, name)
				for _, s := range []Sheet{FromArmy(gate(t)), forceDocument(t, outpost(t)).Sheet, extreme()} {
					pages := cardsOnPages(s, size, c)
					checkPages(t, pages, frame{0, 0, size.w, size.h})
					for n, page := range pages { // the edges that printers cannot reach
						for _, p := range page {
							if p.kind == textPiece && (p.x < 4 || p.x+p.w > size.w-4 || p.y < 4 || p.y > size.h-4) {
								t.Errorf("page %d: %q is at %.1f, %.1f", n+1, p.text, p.x, p.y)
							}
						}
					}
				}
			})
		}
	}
	if got, err := ParseCardSize("TAROT"); err != nil || got != Tarot {
		t.Errorf("TAROT is %q, %v", got, err)
	}
	if _, err := ParseCardSize("bridge"); err == nil {
		t.Error("bridge is a size of cards")
	}
}

// What a card has no room for, the longest of its rules, is on cards of rules; the
// unit's card keeps all else, and no rule is lost or told twice for it.
func TestRulesWithoutRoomHaveCards(t *testing.T) {
	s := horde(2)
	for i := range 30 {
		e := table.Entry{Name: fmt.Sprintf("Rule %02d.", i), Text: "Does a thing that takes a line or two to say, so that it fills a card."}
		if i < 2 {
			e.Text = "Is short."
		}
		s.Blocks[0].Terms = append(s.Blocks[0].Terms, e)
	}
	sides, untold := cardSize(t, Poker).deckOf(s.Blocks, 1).unitCard(s.Blocks[0])
	if len(sides) != 1 {
		t.Fatalf("the unit has %d cards", len(sides))
	}
	text := slabText(sides[0])
	for _, want := range []string{"Rifle", "Rule 00.", "Rule 01."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the unit's card: %s", want, text)
		}
	}
	if n := len(untold) + strings.Count(text, "Rule "); n != 30 {
		t.Errorf("%d of 30 rules are on the card or left over", n)
	}
	all := ""
	for _, slab := range cardSize(t, Poker).layOutCards(s) {
		all += slabText(slab)
	}
	for i := range 30 {
		if n := strings.Count(all, fmt.Sprintf("Rule %02d.", i)); n != 1 {
			t.Errorf("rule %d is explained %d times", i, n)
		}
	}
}

func slabText(s slab) string {
	var page []piece
	for _, strip := range s.strips {
		page = append(page, strip.pieces...)
	}
	return printedText([][]piece{page})
}

// A card with a back has the picture of its unit on its front, in one piece with the name.
func TestPictureStandsOnTheFront(t *testing.T) {
	s := horde(1)
	b := &s.Blocks[0]
	b.image = &Image{Width: 400, Height: 200}
	for range 16 {
		b.Tables[0].Add("1", "Sword", "", "2", "1", "")
	}
	for _, size := range CardSizes() {
		d := cardSize(t, size).deckOf(s.Blocks, 1)
		sides, _ := d.unitCard(*b)
		if size == Poker && len(sides) < 2 {
			t.Fatal("the card has no back")
		}
		for i, side := range sides {
			pictures := 0
			for _, strip := range side.strips {
				for _, p := range strip.pieces {
					if p.kind == imagePiece {
						pictures++
					}
				}
			}
			if want := max(0, 1-i); pictures != want || side.height() > d.card.textArea().h+lengthTolerance {
				t.Errorf("%s cards: side %d has %d pictures, want %d, and is %.1f mm high", size, i+1, pictures, want, side.height())
			}
		}
	}
}

// A book with a long name takes no second line beneath a unit's name.
func TestHeadsOfCardsAreAlike(t *testing.T) {
	s := horde(2)
	for i := range s.Blocks {
		s.Blocks[i].BookName = "Wardens of the Outer Marches 1.0"
	}
	s.Blocks[1].KindAndTraits = []string{"joined The Old Guard of the Ninth Gate"}
	d := cardSize(t, Poker).deckOf(s.Blocks, 1)
	var heads []float64
	for _, b := range s.Blocks {
		sides, _ := d.unitCard(b)
		heads = append(heads, sides[0].strips[0].pieces[0].h)
		if text := slabText(sides[0]); !strings.Contains(text, b.BookName) {
			t.Errorf("the card of %s does not name its book: %s", b.Name, text)
		}
	}
	if heads[0] != heads[1] {
		t.Errorf("the heads are %v mm high", heads)
	}
}

// On the card of units that are built alike a row has each one's number, its boxes and, if there is
// room, its rounds beneath one heading.
func TestCardOfUnitsAlikeHasARowForEach(t *testing.T) {
	s := horde(3)
	for i := range s.Blocks {
		b := &s.Blocks[i]
		b.Name, b.Counters = fmt.Sprintf("Squad #%d", i+1), []table.Counter{{Label: "Activated", BoxCount: 4, PerRound: true}}
		b.Stats = append(slices.Clip(b.Stats), table.Stat{Label: "Tough", Value: "12"})
	}
	alike := s.mergeEqualUnits()
	if len(alike.Blocks) != 1 {
		t.Fatalf("%d blocks", len(alike.Blocks))
	}
	sides, _ := cardSize(t, Poker).deckOf(alike.Blocks, 1).unitCard(alike.Blocks[0])
	if n := strings.Count(slabText(sides[0]), "Activated"); n != 1 || len(sides) != 1 {
		t.Errorf("the card of three units has %d headings of rounds and %d sides", n, len(sides))
	}
	for i := range s.Blocks {
		s.Blocks[i].Tracks[0].BoxesPerModel = []int{12, 12}
	}
	alike = s.mergeEqualUnits()
	sides, _ = cardSize(t, Poker).deckOf(alike.Blocks, 1).unitCard(alike.Blocks[0])
	if n := strings.Count(slabText(sides[0]), "Activated"); n != 3 {
		t.Errorf("rounds without room beside the boxes have %d labels, want 3", n)
	}
}

// Weapons that go on behind a break stand beneath the names of their columns.
func TestTablesThatGoOnRepeatTheirHead(t *testing.T) {
	s := horde(1)
	for range 70 {
		s.Blocks[0].Tables[0].Add("1", "Sword", "6″", "2", "1", "")
	}
	sides, _ := cardSize(t, Poker).deckOf(s.Blocks, 1).unitCard(s.Blocks[0])
	pages := bestLayout(s, a4, Options{})
	if len(sides) < 3 || len(pages) < 2 {
		t.Fatalf("%d sides and %d pages", len(sides), len(pages))
	}
	for _, side := range sides {
		if text := slabText(side); strings.Count(text, "Range Att. AP") != strings.Count(text, "Range") || !strings.Contains(text, "Range") {
			t.Errorf("the side has no names of columns, or several: %s", text)
		}
	}
	for _, page := range pages {
		if text := printedText([][]piece{page}); strings.Count(text, "Range Att. AP") < 1 {
			t.Errorf("the page has no names of columns: %s", text)
		}
	}
}
