package fad

import (
	"fmt"
	"slices"
	"strings"

	fight "muster/rules/fad"

	"muster/convert"
)

// A Chapter is one table of an armoury in words.
type Chapter struct {
	Title string
	Terms []Term
}

// A Term is an entry of the armoury in words.
type Term struct {
	ID     string
	Name   string
	Cost   string // "+3 points", "× 1.30", "" if it costs nothing
	Effect string // its effect
	Who    string // the units that may have it; "" for all that can choose from the table
	Source string // the chapter of the document, or the armoury that has it
}

// InWords describes the entry's effects and the units that may have it.
func (t *Term) InWords() string {
	if t.Who == "" {
		return t.Effect
	}
	return t.Effect + " (" + t.Who + ")"
}

// Reference returns the whole armoury in words, table by table.
func (a *Armoury) Reference() []Chapter {
	chapters := []Chapter{
		{"Basic weapons", terms(a.Basic.All(), weaponEntry)},
		{"Support weapons", terms(a.Support.All(), weaponEntry)},
		{"Heavy weapons", terms(a.Heavy.All(), weaponEntry)},
		{"Armour", terms(a.Armours.All(), func(r Armour) Term {
			t := Term{Cost: points(r.Points), Effect: fmt.Sprintf("Armour %d.", r.Rating)}
			if r.Powered {
				t.Effect += " Power armour: carries heavy weapons, except those that are too heavy for it."
			}
			return t
		})},
		{"Infantry traits", terms(a.InfantryTraits.All(), a.traitEntry)},
		{"Vehicle traits", terms(a.VehicleTraits.All(), a.traitEntry)},
		{"Personalities", terms(a.Personalities.All(), func(p Personality) Term {
			return Term{Cost: points(a.Kinds.Find(string(fight.Infantry)).Personality), Effect: p.Summary}
		})},
		{"Powers", terms(a.Powers.All(), func(p Power) Term { return Term{Effect: p.Summary, Who: "psionics"} })},
		{"Squad leaders", terms(a.Leaders.All(), func(l Leader) Term {
			effect := fmt.Sprintf("Quality %d higher for Fire Effect and Quality tests.", l.Raises)
			return Term{Cost: points(l.Points), Effect: effect, Who: "infantry, one figure"}
		})},
		{"Leadership of characters", terms(a.Leaderships.All(), func(l Leadership) Term {
			effect := fmt.Sprintf("Rating %d: his unit re-rolls so many failed morale dice; "+
				"one of his branch adds it to Fire Effect and close assault.", l.Rating)
			return Term{Cost: points(l.Points), Effect: effect, Who: "characters"}
		})},
		{"Aptitude of psionics", terms(a.Aptitudes.All(), func(r Aptitude) Term {
			effect := fmt.Sprintf("A power needs a %d+ on any of 3D6.", r.Target)
			return Term{Cost: points(r.Points), Effect: effect, Who: "psionics"}
		})},
		{"Movement of vehicles", terms(a.Movements.All(), func(m Movement) Term {
			effect := fmt.Sprintf("%d\" cautious, %d\" standard. %s", m.Cautious, m.Standard, m.Summary)
			return Term{Effect: effect, Who: "vehicles"}
		})},
	}
	for i := range chapters {
		chapters[i].Terms = slices.DeleteFunc(chapters[i].Terms, func(t Term) bool { return t.ID == "" })
	}
	return chapters
}

// Explain returns the entries with an id or a name, ignoring case, in their chapters;
// several chapters may have one.
func (a *Armoury) Explain(name string) []Chapter {
	var found []Chapter
	for _, c := range a.Reference() {
		c.Terms = slices.DeleteFunc(c.Terms, func(t Term) bool {
			return !strings.EqualFold(t.ID, name) && !strings.EqualFold(t.Name, name)
		})
		if len(c.Terms) > 0 {
			found = append(found, c)
		}
	}
	return found
}

// terms returns the rows of a table in words.
func terms[R interface{ Known() Entry }](rows []R, write func(R) Term) []Term {
	all := make([]Term, len(rows))
	for i, row := range rows {
		entry := row.Known()
		all[i] = write(row)
		all[i].ID, all[i].Name, all[i].Source = entry.ID, entry.Name, entry.Source
	}
	return all
}

// points returns an addition to a price in words.
func points(n Number) string {
	switch {
	case n.IsZero():
		return ""
	case n.IsPositive():
		return "+" + n.String() + " points"
	}
	return n.String() + " points"
}

// weaponEntry describes a weapon.
func weaponEntry(w Weapon) Term {
	t := Term{Cost: points(w.Points)}
	var words []string
	if w.Unarmed {
		words = append(words, "no weapon")
	} else {
		words = append(words, fmt.Sprintf("range ×%d", w.Range), fmt.Sprintf("damage %+d", w.Damage))
	}
	if w.FireEffect != 0 {
		words = append(words, fmt.Sprintf("Fire Effect %+d", w.FireEffect))
	}
	if w.AP != 0 {
		words = append(words, fmt.Sprintf("AP %d", w.AP))
	}
	t.Effect = strings.Join(append(words, w.Notes()...), ", ") + "."
	switch {
	case w.Suit:
		t.Who = "power armour"
	case w.Mount:
		t.Who = "vehicles and power armour"
	case w.Bulky:
		t.Who = "too heavy for power armour"
	}
	if w.OffBoard {
		t.Who = strings.TrimPrefix(t.Who+"; off-board artillery too", "; ")
	}
	return t
}

// Notes returns a weapon's abilities in a few words each.
func (w *Weapon) Notes() []string {
	var notes []string
	if w.FireDice > 0 {
		notes = append(notes, fmt.Sprintf("+%dD6 Fire Effect", w.FireDice))
	}
	if w.Assault != 0 {
		notes = append(notes, fmt.Sprintf("%+d in assaults", w.Assault))
	}
	if w.CountsTwice {
		notes = append(notes, "bearer counts twice")
	}
	switch {
	case w.Blast > 0 && w.Either:
		notes = append(notes, fmt.Sprintf("Blast %d\" without AP, or AP without blast", w.Blast))
	case w.Blast > 0:
		notes = append(notes, fmt.Sprintf("Blast %d\"", w.Blast))
	}
	if w.Pins {
		notes = append(notes, "pins infantry")
	}
	if w.Indirect {
		notes = append(notes, "needs no line of sight")
	}
	return notes
}

// traitEntry describes a trait and the units that may have it.
func (a *Armoury) traitEntry(t Trait) Term {
	term := Term{Cost: "× " + t.Multiplier.StringFixed(2), Effect: t.Summary}
	var who []string
	add := func(format string, args ...any) { who = append(who, fmt.Sprintf(format, args...)) }
	if len(t.Kinds) > 0 {
		add("only %s", JoinKinds(t.Kinds))
	}
	if t.Single {
		add("single figures")
	}
	if len(t.NotQuality) > 0 {
		add("never %s", strings.Join(t.NotQuality, ", "))
	}
	if len(t.Resolve) > 0 {
		add("only %s Resolve", strings.Join(t.Resolve, " or "))
	}
	if len(t.OnlyMovements) > 0 {
		add("vehicles that move by %s", strings.Join(t.OnlyMovements, " or "))
	}
	if t.Armoured {
		add("armoured on every side")
	}
	if t.Weapons > 1 {
		add("with %d weapons or more", t.Weapons)
	}
	if t.PerList > 0 {
		add("%d in a list", t.PerList)
	}
	if t.Group != "" {
		add("one of its kind")
	}
	if t.Wants.HeavyWeapon {
		add("with a heavy weapon")
	}
	if t.Wants.Partner {
		add("with a partner")
	}
	if len(t.Includes) > 0 {
		term.Effect += " Includes " + a.traitNames(t.Includes) + "."
	}
	if len(t.Opposes) > 0 {
		term.Effect += " Works against " + a.traitNames(t.Opposes) + "."
	}
	term.Who = strings.Join(who, "; ")
	return term
}

// traitNames returns the names of traits.
func (a *Armoury) traitNames(ids []string) string {
	return strings.Join(convert.All(ids, func(id string) string {
		if t, _ := a.Trait(fight.Vehicle, id); t != nil {
			return t.Name
		}
		return id
	}), ", ")
}
