package fad

import (
	"fmt"
	"slices"
	"strings"

	fight "muster/rules/fad"

	"muster/convert"
)

// A Chapter is one table of an armoury, described in words.
type Chapter struct {
	Title string
	Terms []Term
}

// A Term is an entry of an armoury, described in words.
type Term struct {
	ID     string
	Name   string
	Cost   string // "+3 points", "× 1.30", "" if it costs nothing
	Effect string // the effect in words
	// the units that may have it; "" for all units that can choose from the table
	AllowedUnits string
	Source       string // the chapter of the rules, or the house armoury, that defines the entry
}

// CostExplanation explains the costs of terms.
const CostExplanation = "Numbers are points for a figure or a weapon; × multiplies the whole unit's. " +
	"A range multiplies the base range of the unit's Quality."

// Description describes the entry's effects and the units that may have it.
func (t *Term) Description() string {
	if t.AllowedUnits == "" {
		return t.Effect
	}
	return t.Effect + " (" + t.AllowedUnits + ")"
}

// Reference returns the whole armoury in words, table by table.
func (a *Armoury) Reference() []Chapter {
	chapters := []Chapter{
		{"Basic weapons", terms(a.BasicWeapons.All(), weaponTerm)},
		{"Support weapons", terms(a.SupportWeapons.All(), weaponTerm)},
		{"Heavy weapons", terms(a.HeavyWeapons.All(), weaponTerm)},
		{"Armour", terms(a.Armours.All(), func(r Armour) Term {
			t := Term{Cost: pointsText(r.Points), Effect: fmt.Sprintf("Armour %d.", r.Rating)}
			if r.Powered {
				t.Effect += " Power armour: carries heavy weapons, except those that are too heavy for it."
			}
			return t
		})},
		{"Infantry traits", terms(a.InfantryTraits.All(), a.traitTerm)},
		{"Vehicle traits", terms(a.VehicleTraits.All(), a.traitTerm)},
		{"Personalities", terms(a.Personalities.All(), func(p Personality) Term {
			return Term{Cost: pointsText(a.UnitKinds.Find(string(fight.Infantry)).PersonalityPoints), Effect: p.Summary}
		})},
		{"Powers", terms(a.Powers.All(), func(p Power) Term { return Term{Effect: p.Summary, AllowedUnits: "psionics"} })},
		{"Squad leaders", terms(a.LeaderLevels.All(), func(l LeaderLevel) Term {
			effect := fmt.Sprintf("Quality %d higher for Fire Effect and Quality tests.", l.QualityBonus)
			return Term{Cost: pointsText(l.Points), Effect: effect, AllowedUnits: "infantry, one figure"}
		})},
		{"Leadership of characters", terms(a.Leaderships.All(), func(l Leadership) Term {
			effect := fmt.Sprintf("Rating %d: his unit re-rolls so many failed morale dice; "+
				"one of his branch adds it to Fire Effect and close assault.", l.Rating)
			return Term{Cost: pointsText(l.Points), Effect: effect, AllowedUnits: "characters"}
		})},
		{"Aptitude of psionics", terms(a.Aptitudes.All(), func(r Aptitude) Term {
			effect := fmt.Sprintf("A power needs a %d+ on any of 3D6.", r.TargetNumber)
			return Term{Cost: pointsText(r.Points), Effect: effect, AllowedUnits: "psionics"}
		})},
		{"Movement of vehicles", terms(a.Movements.All(), func(m Movement) Term {
			effect := fmt.Sprintf("%d\" cautious, %d\" standard. %s", m.CautiousMove, m.StandardMove, m.Summary)
			return Term{Effect: effect, AllowedUnits: "vehicles"}
		})},
	}
	for i := range chapters {
		chapters[i].Terms = slices.DeleteFunc(chapters[i].Terms, func(t Term) bool { return t.ID == "" })
	}
	return chapters
}

// Explain returns the entries with an id or a name, ignoring case, in their chapters.
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

// terms converts the rows of an armoury's table into terms with write, and adds each row's id, name
// and source.
func terms[R interface{ AsEntry() Entry }](rows []R, write func(R) Term) []Term {
	all := make([]Term, len(rows))
	for i, row := range rows {
		entry := row.AsEntry()
		all[i] = write(row)
		all[i].ID, all[i].Name, all[i].Source = entry.ID, entry.Name, entry.Source
	}
	return all
}

// pointsText returns an addition to a price in words: "+3 points".
func pointsText(n Number) string {
	switch {
	case n.IsZero():
		return ""
	case n.IsPositive():
		return "+" + n.String() + " points"
	}
	return n.String() + " points"
}

func weaponTerm(w Weapon) Term {
	t := Term{Cost: pointsText(w.Points)}
	var words []string
	if w.IsUnarmed {
		words = append(words, "no weapon")
	} else {
		words = append(words, fmt.Sprintf("range ×%d", w.RangeFactor), fmt.Sprintf("damage %+d", w.DamageBonus))
	}
	if w.FireEffectBonus != 0 {
		words = append(words, fmt.Sprintf("Fire Effect %+d", w.FireEffectBonus))
	}
	if w.AP != 0 {
		words = append(words, fmt.Sprintf("AP %d", w.AP))
	}
	t.Effect = strings.Join(append(words, w.Notes()...), ", ") + "."
	switch {
	case w.PowerArmourOnly:
		t.AllowedUnits = "power armour"
	case w.MountedOnly:
		t.AllowedUnits = "vehicles and power armour"
	case w.NoPowerArmour:
		t.AllowedUnits = "too heavy for power armour"
	}
	if w.ForOffBoard {
		t.AllowedUnits = strings.TrimPrefix(t.AllowedUnits+"; off-board artillery too", "; ")
	}
	return t
}

// Notes returns a weapon's abilities, each in a few words.
func (w *Weapon) Notes() []string {
	var notes []string
	if w.FireDice > 0 {
		notes = append(notes, fmt.Sprintf("+%dD6 Fire Effect", w.FireDice))
	}
	if w.AssaultBonus != 0 {
		notes = append(notes, fmt.Sprintf("%+d in assaults", w.AssaultBonus))
	}
	if w.BearerCountsAsTwo {
		notes = append(notes, "bearer counts twice")
	}
	switch {
	case w.BlastRadius > 0 && w.FiresBlastOrAP:
		notes = append(notes, fmt.Sprintf("Blast %d\" without AP, or AP without blast", w.BlastRadius))
	case w.BlastRadius > 0:
		notes = append(notes, fmt.Sprintf("Blast %d\"", w.BlastRadius))
	}
	if w.PinsInfantry {
		notes = append(notes, "pins infantry")
	}
	if w.Indirect {
		notes = append(notes, "needs no line of sight")
	}
	return notes
}

func (a *Armoury) traitTerm(t Trait) Term {
	term := Term{Cost: "× " + t.PriceMultiplier.StringFixed(2), Effect: t.Summary}
	var who []string
	add := func(format string, args ...any) { who = append(who, fmt.Sprintf(format, args...)) }
	if len(t.AllowedKinds) > 0 {
		add("only %s", KindsText(t.AllowedKinds))
	}
	if t.SingleFigureOnly {
		add("single figures")
	}
	if len(t.BarredQualities) > 0 {
		add("never %s", strings.Join(t.BarredQualities, ", "))
	}
	if len(t.AllowedResolves) > 0 {
		add("only %s Resolve", strings.Join(t.AllowedResolves, " or "))
	}
	if len(t.AllowedMovements) > 0 {
		add("vehicles that move by %s", strings.Join(t.AllowedMovements, " or "))
	}
	if t.ArmouredOnly {
		add("armoured on every side")
	}
	if t.WeaponCount > 1 {
		add("with %d weapons or more", t.WeaponCount)
	}
	if t.MaxPerList > 0 {
		add("%d in a list", t.MaxPerList)
	}
	if t.ExclusiveGroup != "" {
		add("one of its kind")
	}
	if t.UsefulIf.HasHeavyWeapon {
		add("with a heavy weapon")
	}
	if t.UsefulIf.HasPartner {
		add("with a partner")
	}
	if len(t.IncludedTraits) > 0 {
		term.Effect += " Includes " + a.traitNames(t.IncludedTraits) + "."
	}
	if len(t.OpposedTraits) > 0 {
		term.Effect += " Works against " + a.traitNames(t.OpposedTraits) + "."
	}
	term.AllowedUnits = strings.Join(who, "; ")
	return term
}

func (a *Armoury) traitNames(ids []string) string {
	return strings.Join(convert.All(ids, func(id string) string {
		if t, _ := a.Trait(fight.Vehicle, id); t != nil {
			return t.Name
		}
		return id
	}), ", ")
}
