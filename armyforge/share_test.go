package armyforge

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

const hedgeRow = `++ Hedge Row - Moss Legion (v3.5.1) [GF 870pts] ++

Thorn Überläufer [1] Q3+ D4+ | 120pts | Hero, Tough(6), Sprout(Seedlings [5]), 1x Beetle(Tough(3), Pollen, Bell)
Acid Spit (9", A1, AP(3)), Vine (A3, AP(1)), Bite (A3)
| Joined to:
Brier Guard [10] Q4+ D4+ | 250pts | Pollen, Creaking, 10x Bark Shield(Pollen)
8x Thorn Rifle (24", A1, AP(1)), 2x Thorn Cannon (30", A1, AP(4)), 10x Stick (A1), 2x Bash (A1)

2x Great Hulk [1] Q4+ D2+ | 250pts | Tough(12)
2x Claw (A4)
`

func TestImportShare(t *testing.T) {
	book := readBook(t, "moss-legion")
	f, err := Open("pasted.txt", []byte(hedgeRow))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.ArmyBooks(); len(got) != 1 || got[0] != "Moss Legion" || f.Kind != ListFile {
		t.Errorf("a %s made from %q", f.Kind, got)
	}
	l, err := f.ImportList(NamedBook{Book: book})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "share.yaml", l.YAML)
	golden(t, "share.notes", notesText(l.Notes))
	if l.Name != "Hedge Row" || l.UnitCount != 5 {
		t.Errorf("the list is %+v", l)
	}
}

func TestShareErrors(t *testing.T) {
	book := readBook(t, "moss-legion")
	for _, c := range []struct{ text, want string }{
		{"++ X [GF 5pts] ++\n", "no unit follows"},
		{"X - 210/500 pts\nGrimdark Future 3 (legal)\n\nGreat Hulk [1] Q4+ D2+ | 250 pts | Tough(12)\n", "does not say of which army book"},
		{"X - 210/500 pts\nGreat Hulk [1] Q4+ D2+ | 250 pts | Tough(12)\n", "does not say of which army book"},
		{"X - 210/500 pts\nGrimdark Future 3, Moss Legion 3.5.1 (legal)\n\nGreat Hulk [1] Q4+ D2+ | 250 pts | Tough(12)\nStomp (A4)\n", "have lost the blanks"},
		{"++ X - Moss Legion [GFF 5pts] ++\nGreat Hulk [1] Q4+ D2+ | 250pts | Tough(12)\n", `the list is for Grimdark Future: Firefight`},
		{"++ X - Moss Legion [GF 5pts] ++\nGrand Hulk [1] Q4+ D2+ | 250pts | Tough(12)\n", `x.txt:2:1: Moss Legion has no unit called "Grand Hulk"; did you mean`},
	} {
		f, err := Open("x.txt", []byte(c.text))
		if err == nil {
			_, err = f.ImportList(NamedBook{Book: book})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: the error is %v, without %s", c.text, err, c.want)
		}
	}
	f, err := Open("x.txt", []byte(hedgeRow))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ImportList(); err == nil || !strings.Contains(err.Error(), `the army book "Moss Legion", version 3.5.1, is not there`) {
		t.Errorf("without the book the error is %v", err)
	}
}

// shared writes a unit as Army Forge's text does.
func shared(u *gf.Unit) string {
	var weapons, other []string
	for _, w := range u.Weapons {
		text := fmt.Sprintf("%s (A%d)", w.Name, w.Attacks)
		if w.Count > 1 {
			text = fmt.Sprintf("%dx %s", w.Count, text)
		}
		weapons = append(weapons, text)
	}
	other = rules.UseTexts(u.Rules)
	for _, item := range u.Items {
		other = append(other, fmt.Sprintf("%dx %s(%s)", item.Count, item.Name, strings.Join(rules.UseTexts(item.Rules), ", ")))
	}
	for _, some := range u.PartialRules {
		other = append(other, rules.UseTexts(some.Rules)...)
	}
	return fmt.Sprintf("%s [%d] Q%d+ D%d+ | %dpts | %s\n%s\n", u.BookUnit.Name, u.Models, u.BookUnit.Quality, u.BookUnit.Defense, u.Cost, strings.Join(other, ", "), strings.Join(weapons, ", "))
}

// Random units of real books, written as text, come back as they were.
func TestSharesOfRealBooks(t *testing.T) { shareRandomUnits(t, sharedBooks(t, "gf-3.5.3")) }

func TestSharesOfInventedBook(t *testing.T) { shareRandomUnits(t, inventedBook) }

func shareRandomUnits(t *testing.T, files []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	all, exact := 0, 0
	var took []time.Duration
	for _, file := range files {
		var raw any
		_, book := readShared(t, file, &raw)
		for range 4 {
			of := &book.Units[random.IntN(len(book.Units))]
			l, err := singleUnitList(nil, book, of, 1)
			if err != nil {
				t.Fatal(err)
			}
			options := book.OptionIDs(of)
			for range min(len(options), random.IntN(5)) {
				l.Units[0].Upgrades = addChoice(l.Units[0].Upgrades, options[random.IntN(len(options))])
				if army := gf.BuildWithBooks(l, []*catalog.Book{book}); len(army.Findings) > 1 || strings.HasPrefix(army.Findings[0].Code, "upgrade/") {
					l.Units[0].Upgrades = l.Units[0].Upgrades[:len(l.Units[0].Upgrades)-1]
				}
			}
			unit := shared(gf.BuildWithBooks(l, []*catalog.Book{book}).Units[0])
			f, err := Open("x.txt", []byte("++ L - "+book.Name+" [GF 1pts] ++\n\n"+unit))
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			list, err := f.ImportList(NamedBook{Book: book})
			if err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(began))
			all++
			if len(list.Notes) > 0 {
				t.Logf("%s: %s", book.Name, notesText(list.Notes))
				continue
			}
			exact++
			back := shared(build(t, list.YAML, book).Units[0])
			lines, want := strings.Split(back, "\n"), strings.Split(unit, "\n")
			if len(lines[1]) != len(want[1]) {
				t.Errorf("%s", cmp.Diff(unit, back))
			}
		}
	}
	slices.Sort(took)
	t.Logf("%d units, half of them in %v, 99 of 100 in %v", all, took[len(took)/2], took[len(took)*99/100])
	if exact*10 < all*9 {
		t.Errorf("%d of %d units were found", exact, all)
	}
}

// A text of another version: what an upgrade gave with another profile, or what no upgrade gives, is
// a former upgrade.
func TestShareOfAnotherVersion(t *testing.T) {
	const text = `++ Row - Moss Legion (v3.4.0) [GF 1000pts] ++

Thorn Überläufer [1] Q3+ D4+ | 95pts | Hero, Tough(3)
Acid Spit (12", A1, AP(3)), Rose Thrower (6", A2, Blast(3)), Vine (A3, AP(1))
`
	book := readBook(t, "moss-legion")
	f, err := Open("x.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := f.ImportList(NamedBook{Book: book})
	if err != nil {
		t.Fatal(err)
	}
	army := build(t, l.YAML, book)
	var got []string
	for _, f := range army.Findings {
		if f.Code == gf.CodeGoneUpgrade || f.Code == gf.CodeInexactProfile {
			got = append(got, f.Code+": "+f.Message)
		}
	}
	want := []string{
		`import/inexact: “Acid Spit (12", A1, AP(3))” was chosen, and is Acid Spit (9", A1, AP(3)) in Moss Legion 3.5.1; keep it as it is now, or choose another`,
		`upgrade/gone: “Rose Thrower (6", A2, Blast(3))” (+20) was chosen, and Moss Legion 3.5.1 does not have it; do without it, or choose another`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", diff, l.YAML)
	}
}

// Where there are too many ways to make a unit, the search ends and says so; so it does for a text of many
// such units.
func TestTooManyWays(t *testing.T) {
	var raw any
	_, book := readShared(t, inventedBook[0], &raw)
	var text strings.Builder
	text.WriteString("++ L - " + book.Name + " ++\n\n")
	for range maxUnitLines {
		text.WriteString("Ember Divers [10] Q4+ D4+ | 999pts | Flag, Gong, Strider, Fast, Scout, Stealth, Flotsam\n" +
			"3x Two Pistols (A1), 3x Flare Thrower (A1), 3x Long Gun (A1), 5x Ice Saw (A1), 3x Cutlass (A1), 5x Charge (A1), 5x Bayonet (A1)\n\n")
	}
	f, err := Open("x.txt", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	l, err := f.ImportList(NamedBook{Book: book})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d units in %v", maxUnitLines, time.Since(began))
	if len(l.Notes) != maxUnitLines || !strings.Contains(l.Notes[0].Message, "there are too many ways to make Ember Divers as the text says") {
		t.Errorf("%d notes, the first %v", len(l.Notes), l.Notes)
	}
}
