package fad

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"muster/builder/edit"
	"muster/builder/finding"
	"muster/catalog/fad"
	"muster/pricing"
	fight "muster/rules/fad"
)

// Fields lists the fields of a unit with the cost of each value, or nil for an unknown id.
func (a *Army) Fields(id string) []edit.Field {
	f := a.fieldsOf(id)
	if f != nil {
		f.addAll()
	}
	return f.result()
}

// PlainFields lists the same fields with their present values and all choices, including forbidden
// ones, but without costs.
func (a *Army) PlainFields(id string) []edit.Field {
	f := a.fieldsOf(id)
	if f != nil {
		f.plain = true
		f.addAll()
	}
	return f.result()
}

// A Variant is a unit after a change of one field.
type Variant struct {
	fad.Unit
	Removed bool // the change removed the present value
}

// Variants returns a unit's variants for every field, by path and value ("quality=elite") or path
// and entry ("traits/stealth"). It leaves out present values and entries that the unit cannot have.
// It is nil for an unknown id.
func (a *Army) Variants(id string) map[string]Variant {
	f := a.fieldsOf(id)
	if f == nil {
		return nil
	}
	f.variants = map[string]Variant{}
	f.addAll()
	return f.variants
}

// WithOneMore returns a unit with one more figure; ok is false if it cannot have more.
func (a *Army) WithOneMore(id string) (u fad.Unit, ok bool) {
	f := a.fieldsOf(id)
	if f == nil || !f.unit.Kind.HasFigures() || f.costsFigures() {
		return u, false
	}
	size := f.unit.Size()
	u = f.changed(f.assigned(fmt.Sprintf("figures=%d", size+1)))
	return u, u.Size() > size
}

// fields collects a unit's fields.
type fields struct {
	list     *List
	unit     *fad.Unit
	built    *Profile // the unit
	before   []finding.Finding
	cost     int
	group    string
	all      []edit.Field
	variants map[string]Variant // nil if no variants are wanted
	tried    *List              // the list with the changed unit
	plain    bool               // no costs and no refusals are wanted
}

// fieldsOf returns a new collector; nil for an unknown id.
func (a *Army) fieldsOf(id string) *fields {
	i := a.List.Index(id)
	if i < 0 {
		return nil
	}
	f := &fields{list: a.List, unit: &a.List.Units[i], built: a.Units[i], before: a.List.CheckUnit(id)}
	f.cost = f.points(f.unit)
	return f
}

func (f *fields) result() []edit.Field {
	if f == nil {
		return nil
	}
	f.dropForbidden()
	for i := range f.all {
		for j := range f.all[i].Choices {
			f.all[i].Choices[j].Figures = f.costsFigures()
		}
	}
	return f.all
}

// dropForbidden removes the choices that the design of a book's unit forbids.
func (f *fields) dropForbidden() {
	d := f.unit.Design
	f.all = slices.DeleteFunc(f.all, func(one edit.Field) bool {
		if one.Path == "figures" {
			return d != nil && d.Size.Least == d.Size.Most
		}
		return d != nil && one.Among == "" && len(one.Choices) < 2
	})
}

// isForbidden reports whether the design of a book's unit forbids a change.
func (f *fields) isForbidden(change func(*fad.Unit)) bool {
	return f.unit.Design != nil && f.reasonAgainst(change) != ""
}

// costsFigures reports whether choices cost figures (basic creation) instead of points.
func (f *fields) costsFigures() bool {
	return f.list.counts(f.unit)
}

// addAll adds all fields.
func (f *fields) addAll() {
	armoury := f.list.Armoury
	f.group = "Troops"
	if f.unit.Kind.HasFigures() {
		f.figures(armoury)
	}
	addTable(f, f.field("Quality", "quality", f.unit.Quality), armoury.Qualities.All())
	if always := armoury.Kinds.Find(string(f.unit.Kind)).Resolve; always == "" || f.unit.Resolve != always {
		addTable(f, f.field("Resolve", "resolve", f.unit.Resolve), armoury.Resolves.All())
	}
	if f.unit.Kind == fight.Vehicle {
		f.vehicle(armoury)
	} else {
		addTable(f, f.field("Armour", "armour", f.unit.Armour.ID), armoury.Armours.All())
		f.people(armoury)
	}
	f.carried(armoury)
	f.personalities(armoury)
	f.traits(armoury)
	f.lines(armoury)
}

// figures adds the fields that concern all figures of a unit.
func (f *fields) figures(armoury *fad.Armoury) {
	u, s := f.unit, f.squad()
	if !f.costsFigures() {
		f.number("Figures", "figures", u.Size())
		usual := []int{5, 8, 10}
		switch {
		case u.Design != nil:
			size := u.Design.Size
			usual = slices.Compact([]int{size.Least, (size.Least + size.Most) / 2, size.Most})
		case u.Kind.Serves():
			usual = []int{2, 3, 4}
		}
		f.all[len(f.all)-1].Usual = usual
	}
	now := s.basic()
	if now == "" && f.costsFigures() {
		now = basicWeapon(armoury, u)
	}
	field := f.field("Basic weapon", "weapon", now)
	all := armoury.Basic.All()
	if u.Design != nil {
		all = nil
		for _, id := range u.Design.Plain() {
			all = append(all, *armoury.Weapon(id))
		}
	}
	addTable(f, field, f.allowed(all, field))
	if last := &f.all[len(f.all)-1]; now == "" {
		last.Choices = slices.Insert(last.Choices, 0, edit.Choice{Label: "none of them"})
	}
	if u.Kind != fight.Infantry {
		return
	}
	leader := ""
	for _, one := range u.Figures {
		leader = cmp.Or(leader, one.Leader)
	}
	optional(f, f.field("Leader", "leader", leader), armoury.Leaders.All())
}

// squad returns the unit's figures in the form in which they can be changed.
func (f *fields) squad() *figureLines {
	figures := f.unit.Figures
	for f.unit.Design == nil && len(figures) > 0 && !f.isInFile(len(figures)-1) {
		figures = figures[:len(figures)-1]
	}
	return newFigureLines(f.list.Armoury, f.unit.Design, figures, !f.costsFigures())
}

// assigned returns the change that an assignment makes.
func (f *fields) assigned(text string) func(*fad.Unit) {
	a, err := edit.ParseAssignment(text)
	return func(u *fad.Unit) {
		if err == nil {
			f.list.Assign(u, a)
		}
	}
}

// allowed returns the weapons that a field of the unit may have by the rules, and its present
// weapon.
func (f *fields) allowed(all []fad.Weapon, field edit.Field) []fad.Weapon {
	return filter(all, func(w fad.Weapon) bool {
		return w.ID == field.Now || f.reasonAgainst(f.assigned(field.Path+"="+w.ID)) == ""
	})
}

// carried adds a field for each weapon that some of the unit's figures carry, or that one more
// figure may carry.
func (f *fields) carried(armoury *fad.Armoury) {
	u, all, count := f.unit, slices.Concat(armoury.Support.All(), armoury.Heavy.All(), armoury.Basic.All()), map[string]int{}
	take := func(id string) func(*fad.Unit) { return f.assigned("weapons+=" + id) }
	basic := ""
	switch f.group = "Weapons"; {
	case u.Kind.HasFigures():
		s := f.squad()
		if basic = s.basic(); s.plain() < 0 && s.counted {
			all = nil
		}
		for _, one := range u.Figures {
			count[one.Weapon] += one.Count
		}
	case u.Kind == fight.Vehicle && u.Design == nil:
		for _, id := range u.Weapons {
			count[id]++
		}
	default:
		return
	}
	for _, id := range slices.Sorted(maps.Keys(count)) {
		if w := armoury.Weapon(id); w != nil && !slices.ContainsFunc(all, func(one fad.Weapon) bool { return one.ID == id }) {
			all = append(all, *w)
		}
	}
	changes := f.built.changes(armoury)
	for _, w := range all {
		if w.ID == basic || count[w.ID] == 0 && (w.Unarmed || f.reasonAgainst(take(w.ID)) != "") {
			continue
		}
		arm := f.built.weapon(&w, changes)
		field := f.entryField("weapons", w.Known(), arm.Profile(), count[w.ID] > 0, f.more("weapons/"+w.ID, false, take(w.ID)))
		if field.Count = count[w.ID]; u.Design != nil {
			field.WhyNot = f.reasonAgainst(take(w.ID))
		}
	}
}

// personalities adds a field for each personality that one of the unit's figures may have.
func (f *fields) personalities(armoury *fad.Armoury) {
	if !f.unit.Kind.HasFigures() {
		return
	}
	f.group = "People"
	for _, p := range armoury.Personalities.All() {
		has := slices.ContainsFunc(f.unit.Figures, func(one fad.Figure) bool { return slices.Contains(one.Personalities, p.ID) })
		if change := f.toggle("personalities", p.ID, has); !f.isForbidden(change) {
			f.entryField("personalities", p.Known(), p.Summary, has, f.more("personalities/"+p.ID, has, change))
		}
	}
}

// toggle returns the change that adds an entry or, if has is set, removes it.
func (f *fields) toggle(path, id string, has bool) func(*fad.Unit) {
	if has {
		return f.assigned(path + "-=" + id)
	}
	return f.assigned(path + "+=" + id)
}

// weapon adds a field for a weapon of any class.
func (f *fields) weapon(label, path, now string) {
	a, field := f.list.Armoury, f.field(label, path, now)
	addTable(f, field, f.allowed(slices.Concat(a.Basic.All(), a.Support.All(), a.Heavy.All()), field))
}

// isInFile reports whether the line of figures with this index is in the file. Basic creation may
// add one more line.
func (f *fields) isInFile(line int) bool {
	return f.list.single || line < f.list.document.At("units", f.list.Index(f.unit.ID), "figures").Len()
}

// points returns a unit's points; with basic creation, the figures that are left.
func (f *fields) points(u *fad.Unit) int {
	if f.costsFigures() {
		return newCreation(f.list.Armoury, u).Left
	}
	price, err := f.list.Price(u)
	if err != nil {
		return f.cost
	}
	return price.Points
}

// more returns the extra cost of a change, and stores the changed unit as a variant; had means that
// the change removes something.
func (f *fields) more(name string, had bool, change func(*fad.Unit)) int {
	if f.plain {
		return 0
	}
	u := f.changed(change)
	if f.variants != nil {
		f.variants[name] = Variant{f.list.recounted(u), had}
		return 0
	}
	return f.points(&u) - f.cost
}

// changed returns a copy of the unit after a change.
func (f *fields) changed(change func(*fad.Unit)) fad.Unit {
	u := *f.unit
	u.Figures, u.Weapons = slices.Clone(u.Figures), slices.Clone(u.Weapons)
	u.Traits, u.Powers, u.Personalities = slices.Clone(u.Traits), slices.Clone(u.Powers), slices.Clone(u.Personalities)
	for i := range u.Figures {
		u.Figures[i].Personalities = slices.Clone(u.Figures[i].Personalities)
	}
	for u.Design == nil && (f.variants != nil || f.costsFigures()) && len(u.Figures) > 0 && !f.isInFile(len(u.Figures)-1) {
		u.Figures = u.Figures[:len(u.Figures)-1] // it is made anew
	}
	change(&u)
	return u
}

// row is a row of the armoury's tables.
type row interface{ Known() fad.Entry }

// choice returns a value of a field with its cost (none for the present value). may is false if the
// design of a book's unit forbids it.
func (f *fields) choice(field edit.Field, id, label string) (c edit.Choice, may bool) {
	c.Value, c.Label = id, label
	if change := f.assigned(field.Path + "=" + id); id != field.Now {
		if f.isForbidden(change) {
			return c, false
		}
		c.More = f.more(field.Path+"="+id, false, change)
	}
	return c, true
}

// addTable adds a field with the rows of a table as its values.
func addTable[R row](f *fields, field edit.Field, rows []R) {
	for _, r := range rows {
		if c, may := f.choice(field, r.Known().ID, r.Known().Name); may {
			field.Choices = append(field.Choices, c)
		}
	}
	f.all = append(f.all, field)
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
func optional[R row](f *fields, field edit.Field, rows []R) {
	if none, may := f.choice(field, "", "none"); may {
		field.Choices = append(field.Choices, none)
	}
	addTable(f, field, rows)
}

func (f *fields) people(armoury *fad.Armoury) {
	u := f.unit
	switch u.Kind {
	case fight.Character:
		addTable(f, f.field("Leadership", "leadership", u.Leadership), armoury.Leaderships.All())
		if u.Design != nil {
			break
		}
		f.all = append(f.all, edit.Field{Group: f.group, Label: "Branch", Path: "specialisation", Now: u.Specialisation, Choices: []edit.Choice{
			{Label: "none"},
			{Value: "infantry", Label: "Infantry"},
			{Value: "gunnery", Label: "Gunnery"},
			{Value: "cavalry", Label: "Cavalry"},
		}})
	case fight.Psionic:
		addTable(f, f.field("Aptitude", "aptitude", u.Aptitude), armoury.Aptitudes.All())
		f.number("Strength", "strength", u.Strength)
	}
	if !u.Kind.HasFigures() {
		if armoury.Kinds.Find(string(u.Kind)).Weapon == "" {
			f.weapon("Weapon", "weapon", u.Weapon)
		}
		optional(f, f.field("Personality", "personalities", strings.Join(u.Personalities, ", ")), armoury.Personalities.All())
	}
	if u.Kind.Serves() {
		field := f.field("Serves", "heavy", u.Heavy)
		addTable(f, field, f.allowed(armoury.Heavy.All(), field))
	}
	if u.Kind == fight.Psionic && u.Design == nil {
		f.group = "Powers"
		for _, p := range armoury.Powers.All() {
			has := slices.Contains(u.Powers, p.ID)
			more := f.more("powers/"+p.ID, has, f.toggle("powers", p.ID, has))
			f.entryField("powers", p.Known(), p.Summary, has, more).Uncounted = p.Uncounted()
		}
	}
}

// lines adds the fields of each line of figures, and of each weapon of a vehicle.
func (f *fields) lines(armoury *fad.Armoury) {
	u := f.unit
	f.group = "Weapons"
	for i, id := range u.Weapons {
		f.weapon(fmt.Sprintf("Weapon %d", i+1), fmt.Sprintf("weapons.%d", i+1), id)
	}
	for i, figure := range u.Figures {
		f.group = fmt.Sprintf("Figures %d", i+1)
		path := fmt.Sprintf("figures.%d.", i+1)
		if !f.isInFile(i) {
			break
		}
		if f.list.Method != Basic {
			f.number("How many", path+"count", figure.Count)
		}
		f.weapon("Weapon", path+"weapon", figure.Weapon)
		if u.Kind == fight.Infantry && (figure.Count == 1 || figure.Leader != "" || f.list.Method == Basic) { // one figure leads
			optional(f, f.field("Leads it", path+"leader", figure.Leader), armoury.Leaders.All())
		}
		optional(f, f.field("Personality", path+"personalities", strings.Join(figure.Personalities, ", ")), armoury.Personalities.All())
	}
}

func (f *fields) vehicle(armoury *fad.Armoury) {
	u := f.unit
	if u.Design != nil {
		return
	}
	addTable(f, f.field("Moves by", "movement", u.Movement), armoury.Movements.All())
	f.number("Crew", "crew", u.CrewSize(armoury))
	f.number("Carries", "capacity", u.Capacity)
	f.group = "Armour"
	worn := u.Armour
	for _, side := range []struct {
		label, key string
		now        int
	}{{"Front", "front", worn.Front}, {"Side", "side", worn.Side}, {"Rear", "rear", worn.Rear}} {
		field := f.field(side.label, "armour."+side.key, strconv.Itoa(armoury.VehicleArmour(side.now).Rating))
		for _, row := range armoury.VehicleArmours {
			n := strconv.Itoa(row.Rating)
			label := n
			if row.Rating == 0 {
				label = "unarmoured"
			}
			c, _ := f.choice(field, n, label)
			field.Choices = append(field.Choices, c)
		}
		f.all = append(f.all, field)
	}
}

// entryField adds a field for one entry of a list.
func (f *fields) entryField(path string, of fad.Entry, about string, has bool, more int) *edit.Field {
	now := "no"
	if has {
		now = "yes"
	}
	f.all = append(f.all, edit.Field{
		Group: f.group, Label: of.Name, Path: path, Now: now, Among: of.ID, About: about,
		Choices: []edit.Choice{{Value: of.ID, Label: of.Name, More: more}},
	})
	return &f.all[len(f.all)-1]
}

// traits adds a field for each trait that makes sense for the unit's kind, grouped by effect;
// traits that the unit cannot have come with the reason.
func (f *fields) traits(armoury *fad.Armoury) {
	own, all := f.unit.TraitIDs(), armoury.Traits(f.unit.Kind).All()
	for _, touched := range fad.Subjects {
		f.group = "Traits · " + touched
		for i := range all {
			t := &all[i]
			if t.Subject() != touched {
				continue
			}
			has := slices.Contains(own, t.ID)
			if d := f.unit.Design; d != nil && slices.Contains(d.Base.TraitIDs(), t.ID) {
				continue // its book gives it
			}
			change := f.toggle("traits", t.ID, has)
			if f.isForbidden(change) {
				continue
			}
			name, more := "traits/"+t.ID, 0
			if has || f.variants != nil || f.costsFigures() || f.list.Rounding == pricing.RoundFigure {
				more = f.more(name, has, change)
			} else { // which prices the unit anew, a step that a trait only multiplies
				more = pricing.Round(f.built.Price.Exact.Mul(t.Multiplier.Decimal)) - f.cost
			}
			if field := f.entryField("traits", t.Known(), t.Summary, has, more); !has {
				if field.WhyNot = f.reasonAgainst(change); field.WhyNot != "" {
					delete(f.variants, name)
				}
			}
		}
	}
}

// reasonAgainst returns the error that a change of the unit would cause, shortened; "" if none.
func (f *fields) reasonAgainst(change func(*fad.Unit)) string {
	if f.plain {
		return ""
	}
	if f.tried == nil {
		list := *f.list
		list.Units = slices.Clone(list.Units)
		f.tried = &list
	}
	f.tried.Units[f.tried.Index(f.unit.ID)] = f.changed(change)
	wrong, _ := finding.FirstError(finding.Compare(f.before, f.tried.CheckUnit(f.unit.ID)).Caused(), "")
	why, _, _ := strings.Cut(wrong.Message, "; ")
	return why
}
