package fad

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// Fields lists the fields of a unit with the cost of each value, or nil for an unknown id.
func (a *Army) Fields(id string) []edit.Field {
	f := a.fieldsOf(id)
	if f != nil {
		f.values()
	}
	return f.got()
}

// Additions lists parts that can be added to a unit (Now is "no") or removed, such as a kind of
// figure or a weapon. Their paths are whole assignments.
func (a *Army) Additions(id string) []edit.Field {
	f := a.fieldsOf(id)
	if f != nil {
		f.additions(a.Unit(id))
	}
	return f.got()
}

// A Variant is a unit as it is after one of its fields was set.
type Variant struct {
	fad.Unit
	Had bool // what was set was taken away
}

// Variants returns the results of setting each of a unit's fields, by path and value
// ("quality=elite") or path and entry ("traits/stealth"), and of each addition, by its
// assignment. Present values and entries that the unit cannot have are left out. It is nil for
// an unknown id.
func (a *Army) Variants(id string) map[string]Variant {
	f := a.fieldsOf(id)
	if f == nil {
		return nil
	}
	f.variants = map[string]Variant{}
	f.values()
	f.additions(a.Unit(id))
	return f.variants
}

// fields collects a unit's fields.
type fields struct {
	list     *List
	unit     *fad.Unit
	cost     int
	group    string
	all      []edit.Field
	variants map[string]Variant // nil if they are not asked for
}

// fieldsOf begins to collect; nil for an id that is not in the list.
func (a *Army) fieldsOf(id string) *fields {
	i := a.List.Index(id)
	if i < 0 {
		return nil
	}
	f := &fields{list: a.List, unit: &a.List.Units[i]}
	f.cost = f.points(f.unit)
	return f
}

func (f *fields) got() []edit.Field {
	if f == nil {
		return nil
	}
	for i := range f.all {
		for j := range f.all[i].Choices {
			f.all[i].Choices[j].Figures = f.counted()
		}
	}
	return f.all
}

// counted reports whether choices cost figures, by basic creation, and not points.
func (f *fields) counted() bool {
	return f.list.Method == Basic && f.list.Armoury.Kinds.Find(string(f.unit.Kind)).Creation.Figures > 0
}

// values adds the fields.
func (f *fields) values() {
	armoury := f.list.Armoury
	f.group = "Troops"
	addTable(f, f.field("Quality", "quality", f.unit.Quality), armoury.Qualities.All(),
		func(u *fad.Unit, id string) { u.Quality = id })
	addTable(f, f.field("Resolve", "resolve", f.unit.Resolve), armoury.Resolves.All(),
		func(u *fad.Unit, id string) { u.Resolve = id })
	if f.unit.Kind == fight.Vehicle {
		f.vehicle(armoury)
	} else {
		addTable(f, f.field("Armour", "armour", f.unit.Armour.ID), armoury.Armours.All(),
			func(u *fad.Unit, id string) { u.Armour.ID = id })
		f.people(armoury)
	}
	f.traits(armoury)
}

// additions adds the possible additions and removals; built is the unit.
func (f *fields) additions(built *Profile) {
	armoury, changes := f.list.Armoury, built.changes(f.list.Armoury)
	add := func(path string, w *fad.Weapon, change func(*fad.Unit)) {
		arm := built.arm(w, changes)
		f.all = append(f.all, edit.Field{
			Group: "Another weapon", Path: path, Label: w.Name, Now: "no", About: arm.Profile(),
			Choices: []edit.Choice{{Value: w.ID, More: f.more(path, change)}},
		})
	}
	drop := func(path string, line int, label string, change func(*fad.Unit)) {
		path += "-=" + strconv.Itoa(line+1)
		f.all = append(f.all, edit.Field{
			Group: "No more of", Path: path, Label: label, Now: "yes",
			Choices: []edit.Choice{{Value: strconv.Itoa(line + 1), More: f.more(path, change)}},
		})
	}
	switch {
	case f.unit.Kind.HasFigures():
		for _, w := range slices.Concat(armoury.Basic.All(), armoury.Support.All()) {
			if !w.Suit && !w.Mount {
				count := "count: 1, "
				if f.list.Method == Basic {
					count = ""
				}
				add(fmt.Sprintf("figures+={%sweapon: %s}", count, w.ID), &w,
					func(u *fad.Unit) { u.Figures = append(u.Figures, fad.Figure{Count: 1, Weapon: w.ID}) })
			}
		}
		for j, figure := range f.unit.Figures {
			if weapon := armoury.Weapon(figure.Weapon); weapon != nil && len(f.unit.Figures) > 1 && f.stated(j) {
				drop("figures", j, fmt.Sprintf("%d × %s", figure.Count, weapon.Name),
					func(u *fad.Unit) { u.Figures = slices.Delete(u.Figures, j, j+1) })
			}
		}
	case f.unit.Kind == fight.Vehicle:
		for _, w := range slices.Concat(armoury.Support.All(), armoury.Heavy.All()) {
			if !w.Suit {
				add("weapons+="+w.ID, &w, func(u *fad.Unit) { u.Weapons = append(u.Weapons, w.ID) })
			}
		}
		for j, id := range f.unit.Weapons {
			if weapon := armoury.Weapon(id); weapon != nil {
				drop("weapons", j, weapon.Name, func(u *fad.Unit) { u.Weapons = slices.Delete(u.Weapons, j, j+1) })
			}
		}
	}
}

// stated reports whether the file has a line of figures; one line more may come from basic
// creation.
func (f *fields) stated(line int) bool {
	return f.list.single || line < f.list.document.At("units", f.list.Index(f.unit.ID), "figures").Len()
}

// points returns a unit's points; of a squad of basic creation the figures that are left.
func (f *fields) points(u *fad.Unit) int {
	if f.counted() {
		return newCreation(f.list.Armoury, u, f.list.Armoury.Kinds.Find(string(u.Kind)).Creation).Left
	}
	price, err := f.list.Price(u)
	if err != nil {
		return f.cost
	}
	return price.Points
}

// more returns the extra cost of a change, and keeps the changed unit as a variant.
func (f *fields) more(name string, change func(*fad.Unit)) int {
	u := *f.unit
	u.Figures, u.Weapons = slices.Clone(u.Figures), slices.Clone(u.Weapons)
	u.Traits, u.Powers, u.Personalities = slices.Clone(u.Traits), slices.Clone(u.Powers), slices.Clone(u.Personalities)
	for i := range u.Figures {
		u.Figures[i].Personalities = slices.Clone(u.Figures[i].Personalities)
	}
	for (f.variants != nil || f.counted()) && len(u.Figures) > 0 && !f.stated(len(u.Figures)-1) {
		u.Figures = u.Figures[:len(u.Figures)-1] // which is made anew
	}
	change(&u)
	if f.variants != nil {
		f.variants[name] = Variant{Unit: f.list.recounted(u)}
		return 0
	}
	return f.points(&u) - f.cost
}

// row is a row of the armoury that can be chosen.
type row interface{ Known() fad.Entry }

// addTable adds a field whose values are the rows of a table.
func addTable[R row](f *fields, field edit.Field, rows []R, set func(u *fad.Unit, id string)) {
	for _, r := range rows {
		id := r.Known().ID
		more := f.more(field.Path+"="+id, func(u *fad.Unit) { set(u, id) })
		field.Choices = append(field.Choices, edit.Choice{Value: id, Label: r.Known().Name, More: more})
	}
	f.all = append(f.all, field)
	delete(f.variants, field.Path+"="+field.Now)
}

// field returns a field of the current group without choices.
func (f *fields) field(label, path, now string) edit.Field {
	return edit.Field{Group: f.group, Label: label, Path: path, Now: now, List: strings.HasSuffix(path, "personalities")}
}

// number adds a field that is a number.
func (f *fields) number(label, path string, now int) {
	f.all = append(f.all, f.field(label, path, strconv.Itoa(now)))
}

// optional adds a field with the rows of a table, or none, as values.
func optional[R row](f *fields, field edit.Field, rows []R, set func(u *fad.Unit, id string)) {
	addTable(f, field, rows, set)
	none := edit.Choice{Label: "none", More: f.more(field.Path+"=", func(u *fad.Unit) { set(u, "") })}
	last := &f.all[len(f.all)-1]
	last.Choices = slices.Insert(last.Choices, 0, none)
	delete(f.variants, field.Path+"="+field.Now)
}

func (f *fields) people(armoury *fad.Armoury) {
	weapons := slices.Concat(armoury.Basic.All(), armoury.Support.All(), armoury.Heavy.All())
	u := f.unit
	switch u.Kind {
	case fight.Character:
		addTable(f, f.field("Leadership", "leadership", u.Leadership), armoury.Leaderships.All(),
			func(u *fad.Unit, id string) { u.Leadership = id })
		f.all = append(f.all, edit.Field{Group: f.group, Label: "Branch", Path: "specialisation", Now: u.Specialisation, Choices: []edit.Choice{
			{Label: "none"},
			{Value: "infantry", Label: "Infantry"},
			{Value: "gunnery", Label: "Gunnery"},
			{Value: "cavalry", Label: "Cavalry"},
		}})
	case fight.Psionic:
		addTable(f, f.field("Aptitude", "aptitude", u.Aptitude), armoury.Aptitudes.All(),
			func(u *fad.Unit, id string) { u.Aptitude = id })
		f.number("Strength", "strength", u.Strength)
	}
	if !u.Kind.HasFigures() {
		if armoury.Kinds.Find(string(u.Kind)).Weapon == "" {
			addTable(f, f.field("Weapon", "weapon", u.Weapon), weapons, func(u *fad.Unit, id string) { u.Weapon = id })
		}
		optional(f, f.field("Personality", "personalities", strings.Join(u.Personalities, ", ")),
			armoury.Personalities.All(),
			func(u *fad.Unit, id string) { u.Personalities = some(id) })
	}
	if u.Kind.Serves() {
		addTable(f, f.field("Serves", "heavy", u.Heavy), armoury.Heavy.All(),
			func(u *fad.Unit, id string) { u.Heavy = id })
	}
	for i, figure := range u.Figures {
		f.group = fmt.Sprintf("Figures %d", i+1)
		path := fmt.Sprintf("figures.%d.", i+1)
		if !f.stated(i) {
			break
		}
		if f.list.Method != Basic {
			f.number("How many", path+"count", figure.Count)
		}
		addTable(f, f.field("Weapon", path+"weapon", figure.Weapon), weapons,
			func(u *fad.Unit, id string) { u.Figures[i].Weapon = id })
		if u.Kind == fight.Infantry {
			optional(f, f.field("Leads it", path+"leader", figure.Leader), armoury.Leaders.All(),
				func(u *fad.Unit, id string) { u.Figures[i].Leader = id })
		}
		optional(f, f.field("Personality", path+"personalities", strings.Join(figure.Personalities, ", ")),
			armoury.Personalities.All(),
			func(u *fad.Unit, id string) { u.Figures[i].Personalities = some(id) })
	}
	if u.Kind == fight.Psionic {
		f.group = "Powers"
		for _, p := range armoury.Powers.All() {
			f.among("powers", p.ID, p.Name, slices.Contains(u.Powers, p.ID), 0)
			f.all[len(f.all)-1].About = p.Summary
		}
	}
}

func some(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

func (f *fields) vehicle(armoury *fad.Armoury) {
	u := f.unit
	addTable(f, f.field("Moves by", "movement", u.Movement), armoury.Movements.All(),
		func(u *fad.Unit, id string) { u.Movement = id })
	f.number("Crew", "crew", u.CrewSize(armoury))
	f.number("Carries", "capacity", u.Capacity)
	f.group = "Armour"
	for _, side := range []struct {
		label, key string
		now        int
		set        func(*fad.Unit, int)
	}{
		{"Front", "front", u.Armour.Front, func(u *fad.Unit, n int) { u.Armour.Front = n }},
		{"Side", "side", u.Armour.Side, func(u *fad.Unit, n int) { u.Armour.Side = n }},
		{"Rear", "rear", u.Armour.Rear, func(u *fad.Unit, n int) { u.Armour.Rear = n }},
	} {
		field := edit.Field{Group: f.group, Label: side.label, Path: "armour." + side.key, Now: strconv.Itoa(side.now)}
		for n := range armoury.VehicleArmours[len(armoury.VehicleArmours)-1].Rating + 1 {
			field.Choices = append(field.Choices, edit.Choice{Value: strconv.Itoa(n), Label: strconv.Itoa(n), More: f.more(field.Path+"="+strconv.Itoa(n), func(u *fad.Unit) { side.set(u, n) })})
		}
		delete(f.variants, field.Path+"="+field.Now)
		f.all = append(f.all, field)
	}
	f.group = "Weapons"
	weapons := slices.Concat(armoury.Basic.All(), armoury.Support.All(), armoury.Heavy.All())
	for i, id := range u.Weapons {
		addTable(f, f.field(fmt.Sprintf("Weapon %d", i+1), fmt.Sprintf("weapons.%d", i+1), id), weapons,
			func(u *fad.Unit, id string) { u.Weapons[i] = id })
	}
}

// among adds a field that is one entry of a list.
func (f *fields) among(path, id, label string, has bool, more int) {
	now := "no"
	if has {
		now = "yes"
	}
	f.all = append(f.all, edit.Field{Group: f.group, Label: label, Path: path, Now: now, Among: id, Choices: []edit.Choice{{Value: id, Label: label, More: more}}})
}

// traits adds a field for each trait that makes sense for the unit's kind, grouped by effect,
// with the reasons against traits that it cannot have.
func (f *fields) traits(armoury *fad.Armoury) {
	own, all := f.unit.TraitIDs(), armoury.Traits(f.unit.Kind).All()
	before := f.list.CheckUnit(f.unit.ID)
	for _, touched := range fad.Subjects {
		f.group = "Traits · " + touched
		for i := range all {
			t := &all[i]
			if t.Subject() != touched {
				continue
			}
			has := slices.Contains(own, t.ID)
			change := func(u *fad.Unit) {
				if has {
					u.Traits = slices.DeleteFunc(u.Traits, func(use fad.TraitUse) bool { return use.ID == t.ID })
				} else {
					u.Traits = append(u.Traits, fad.TraitUse{ID: t.ID})
				}
			}
			name := "traits/" + t.ID
			f.among("traits", t.ID, t.Name, has, f.more(name, change))
			field := &f.all[len(f.all)-1]
			if field.About = t.Summary; !has {
				field.Why = f.why(before, change)
			}
			if one, ok := f.variants[name]; ok && field.Why != "" {
				delete(f.variants, name)
			} else if one.Had = has; ok {
				f.variants[name] = one
			}
		}
	}
}

// why is the error that a change of the unit brings, in a few words; "" if none.
func (f *fields) why(before []finding.Finding, change func(*fad.Unit)) string {
	list := *f.list
	list.Units = slices.Clone(list.Units)
	u := &list.Units[list.Index(f.unit.ID)]
	u.Traits = slices.Clone(u.Traits)
	change(u)
	wrong, _ := finding.FirstError(finding.Compare(before, list.CheckUnit(u.ID)).Brought(), "")
	why, _, _ := strings.Cut(wrong.Message, "; ")
	return why
}
