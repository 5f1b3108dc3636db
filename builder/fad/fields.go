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

// UnpricedFields lists the fields of a unit with their present values and all choices, including
// forbidden ones, but without costs.
func (a *Army) UnpricedFields(id string) []edit.Field {
	f := a.fieldsOf(id)
	if f != nil {
		f.withoutCosts = true
		f.addAll()
	}
	return f.result()
}

// A UnitVariant is a unit after a change of one field.
type UnitVariant struct {
	fad.Unit
	RemovesValue bool // the change removes the present value instead of setting one
}

// Variants returns a unit's variants for every field, by path and value ("quality=elite") or path
// and entry ("traits/stealth"). Present values, and entries that the unit cannot have, are left
// out. It returns nil for an unknown id.
func (a *Army) Variants(id string) map[string]UnitVariant {
	f := a.fieldsOf(id)
	if f == nil {
		return nil
	}
	f.unitVariants = map[string]UnitVariant{}
	f.addAll()
	return f.unitVariants
}

// WithOneMoreFigure returns a unit with one more figure; ok is false if it cannot have more.
func (a *Army) WithOneMoreFigure(id string) (u fad.Unit, ok bool) {
	f := a.fieldsOf(id)
	if f == nil || !f.unit.Kind.HasFigures() || f.costsFigures() {
		return u, false
	}
	size := f.unit.Size()
	u = f.changedUnit(f.assignmentChange(fmt.Sprintf("figures=%d", size+1)))
	return u, u.Size() > size
}

// A fieldCollector collects a unit's fields.
type fieldCollector struct {
	list         *List
	unit         *fad.Unit
	profile      *Profile          // profile of the unit
	oldFindings  []finding.Finding // findings about the unit before a change
	currentCost  int               // the unit's points or, with basic creation, its number of figures left
	currentGroup string            // group of the fields that are added next
	fields       []edit.Field
	// the unit after each change of one field, by the keys of Army.Variants; nil if no variants are
	// wanted
	unitVariants map[string]UnitVariant
	changedList  *List // the list with the changed unit
	withoutCosts bool  // neither costs nor refusals are wanted
}

// fieldsOf returns a new collector; nil for an unknown id.
func (a *Army) fieldsOf(id string) *fieldCollector {
	i := a.List.Index(id)
	if i < 0 {
		return nil
	}
	f := &fieldCollector{list: a.List, unit: &a.List.Units[i], profile: a.Units[i], oldFindings: a.List.CheckUnit(id)}
	f.currentCost = f.pointsOrFigures(f.unit)
	return f
}

// result returns the collected fields, nil for an unknown unit.
func (f *fieldCollector) result() []edit.Field {
	if f == nil {
		return nil
	}
	f.dropForbidden()
	for i := range f.fields {
		for j := range f.fields[i].Choices {
			f.fields[i].Choices[j].CostInFigures = f.costsFigures()
		}
	}
	return f.fields
}

// dropForbidden removes the choices that the design of a book's unit forbids.
func (f *fieldCollector) dropForbidden() {
	d := f.unit.Design
	f.fields = slices.DeleteFunc(f.fields, func(one edit.Field) bool {
		if one.Path == "figures" {
			return d != nil && d.Size.Least == d.Size.Most
		}
		return d != nil && one.EntryID == "" && len(one.Choices) < 2
	})
}

// isForbidden reports whether the design of a book's unit forbids a change, or basic creation has
// no figures left for it.
func (f *fieldCollector) isForbidden(change func(*fad.Unit)) bool {
	return (f.unit.Design != nil || f.costsFigures()) && f.reasonAgainst(change) != ""
}

// costsFigures reports whether choices cost figures (basic creation) instead of points.
func (f *fieldCollector) costsFigures() bool {
	return f.list.usesBasicCreation(f.unit)
}

// addAll adds all fields.
func (f *fieldCollector) addAll() {
	armoury := f.list.Armoury
	f.currentGroup = "Troops"
	if f.unit.Kind.HasFigures() {
		f.addFigures(armoury)
	}
	addTableField(f, f.newField("Quality", "quality", f.unit.Quality), armoury.Qualities.All())
	if always := armoury.UnitKinds.Find(string(f.unit.Kind)).FixedResolve; always == "" || f.unit.Resolve != always {
		addTableField(f, f.newField("Resolve", "resolve", f.unit.Resolve), armoury.Resolves.All())
	}
	if f.unit.Kind == fight.Vehicle {
		f.addVehicle(armoury)
	} else {
		addTableField(f, f.newField("Armour", "armour", f.unit.Armour.ID), armoury.Armours.All())
		f.addPeople(armoury)
	}
	f.addWeapons(armoury)
	f.addPersonalities(armoury)
	f.addTraits(armoury)
	f.addLines(armoury)
}

// addFigures adds the fields that change all figures of a unit together.
func (f *fieldCollector) addFigures(armoury *fad.Armoury) {
	u, s := f.unit, f.editableFigures()
	if !f.costsFigures() {
		f.addNumberField("Figures", "figures", u.Size())
		usual := []int{5, 8, 10}
		switch {
		case u.Design != nil:
			size := u.Design.Size
			usual = slices.Compact([]int{size.Least, (size.Least + size.Most) / 2, size.Most})
		case u.Kind.CrewsWeapon():
			usual = []int{2, 3, 4}
		}
		f.fields[len(f.fields)-1].SuggestedNumbers = usual
	}
	now := s.commonWeapon()
	if now == "" && f.costsFigures() {
		now = basicWeapon(armoury, u)
	}
	field := f.newField("Basic weapon", "weapon", now)
	all := armoury.BasicWeapons.All()
	if u.Design != nil {
		all = nil
		for _, id := range u.Design.OrdinaryWeapons() {
			all = append(all, *armoury.Weapon(id))
		}
	}
	addTableField(f, field, f.allowedWeapons(all, field))
	if last := &f.fields[len(f.fields)-1]; now == "" {
		last.Choices = slices.Insert(last.Choices, 0, edit.Choice{Label: "none of them"})
	}
	if u.Kind != fight.Infantry {
		return
	}
	leader := ""
	for _, one := range u.Figures {
		leader = cmp.Or(leader, one.LeaderLevel)
	}
	addOptionalField(f, f.newField("Leader", "leader", leader), armoury.LeaderLevels.All())
}

// editableFigures returns the unit's lines of figures in a form that can be changed.
func (f *fieldCollector) editableFigures() *figureLines {
	figures := f.unit.Figures
	for f.unit.Design == nil && len(figures) > 0 && !f.isInFile(len(figures)-1) {
		figures = figures[:len(figures)-1]
	}
	return newFigureLines(f.list.Armoury, f.unit.Design, figures, !f.costsFigures())
}

// assignmentChange returns the change of a unit that an assignment makes.
func (f *fieldCollector) assignmentChange(text string) func(*fad.Unit) {
	a, err := edit.ParseAssignment(text)
	return func(u *fad.Unit) {
		if err == nil {
			f.list.Assign(u, a)
		}
	}
}

// allowedWeapons returns the weapons that the rules allow for a field of the unit, and its present
// weapon.
func (f *fieldCollector) allowedWeapons(all []fad.Weapon, field edit.Field) []fad.Weapon {
	return filter(all, func(w fad.Weapon) bool {
		return w.ID == field.Current || f.reasonAgainst(f.assignmentChange(field.Path+"="+w.ID)) == ""
	})
}

// addWeapons adds a field for each weapon that some of the unit's figures carry, or that one more
// figure may carry.
func (f *fieldCollector) addWeapons(armoury *fad.Armoury) {
	u, all, count := f.unit, slices.Concat(armoury.SupportWeapons.All(), armoury.HeavyWeapons.All(), armoury.BasicWeapons.All()), map[string]int{}
	addWeapon := func(id string) func(*fad.Unit) { return f.assignmentChange("weapons+=" + id) }
	basic := ""
	switch f.currentGroup = "Weapons"; {
	case u.Kind.HasFigures():
		s := f.editableFigures()
		if basic = s.commonWeapon(); s.plainFigureLine() < 0 && s.statesCounts {
			all = nil
		}
		for _, one := range u.Figures {
			count[one.Weapon] += one.Count
		}
	case u.Kind == fight.Vehicle && u.Design == nil:
		for _, id := range u.VehicleWeapons {
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
	changes := f.profile.permanentChanges(armoury)
	for _, w := range all {
		if w.ID == basic || count[w.ID] == 0 && (w.IsUnarmed || f.reasonAgainst(addWeapon(w.ID)) != "") {
			continue
		}
		arm := f.profile.weapon(&w, changes)
		field := f.addEntryField("weapons", w.AsEntry(), arm.ProfileText(), count[w.ID] > 0,
			f.extraCost("weapons/"+w.ID, false, addWeapon(w.ID)))
		if field.WeaponCount = count[w.ID]; u.Design != nil {
			field.RefusalReason = f.reasonAgainst(addWeapon(w.ID))
		}
	}
}

// addPersonalities adds a field for each personality that one of the unit's figures may have.
func (f *fieldCollector) addPersonalities(armoury *fad.Armoury) {
	if !f.unit.Kind.HasFigures() {
		return
	}
	f.currentGroup = "People"
	for _, p := range armoury.Personalities.All() {
		has := slices.ContainsFunc(f.unit.Figures, func(one fad.Figure) bool { return slices.Contains(one.Personalities, p.ID) })
		if change := f.toggleEntry("personalities", p.ID, has); !f.isForbidden(change) {
			f.addEntryField("personalities", p.AsEntry(), p.Summary, has, f.extraCost("personalities/"+p.ID, has, change))
		}
	}
}

// toggleEntry returns the change that adds an entry or, if has is set, removes it.
func (f *fieldCollector) toggleEntry(path, id string, has bool) func(*fad.Unit) {
	if has {
		return f.assignmentChange(path + "-=" + id)
	}
	return f.assignmentChange(path + "+=" + id)
}

// addWeaponField adds a field for a weapon of any class.
func (f *fieldCollector) addWeaponField(label, path, now string) {
	a, field := f.list.Armoury, f.newField(label, path, now)
	addTableField(f, field, f.allowedWeapons(slices.Concat(a.BasicWeapons.All(), a.SupportWeapons.All(), a.HeavyWeapons.All()), field))
}

// isInFile reports whether the i-th line of figures is in the file. Basic creation may add one more
// line.
func (f *fieldCollector) isInFile(line int) bool {
	return f.list.isSingleUnit || line < f.list.activeDocument.At("units", f.list.Index(f.unit.ID), "figures").Len()
}

// pointsOrFigures returns a unit's points or, with basic creation, its number of figures left.
func (f *fieldCollector) pointsOrFigures(u *fad.Unit) int {
	if f.costsFigures() {
		return newCreation(f.list.Armoury, u).FiguresLeft
	}
	price, err := f.list.Price(u)
	if err != nil {
		return f.currentCost
	}
	return price.Points
}

// extraCost returns the extra cost of a change. It also stores the changed unit among the variants,
// under name. had means that the change removes something.
func (f *fieldCollector) extraCost(name string, had bool, change func(*fad.Unit)) int {
	if f.withoutCosts {
		return 0
	}
	u := f.changedUnit(change)
	if f.unitVariants != nil {
		f.unitVariants[name] = UnitVariant{f.list.withFigureCount(u), had}
		return 0
	}
	return f.pointsOrFigures(&u) - f.currentCost
}

// changedUnit returns a copy of the unit after a change.
func (f *fieldCollector) changedUnit(change func(*fad.Unit)) fad.Unit {
	u := *f.unit
	u.Figures, u.VehicleWeapons = slices.Clone(u.Figures), slices.Clone(u.VehicleWeapons)
	u.Traits, u.Powers, u.Personalities = slices.Clone(u.Traits), slices.Clone(u.Powers), slices.Clone(u.Personalities)
	for i := range u.Figures {
		u.Figures[i].Personalities = slices.Clone(u.Figures[i].Personalities)
	}
	for u.Design == nil && (f.unitVariants != nil || f.costsFigures()) && len(u.Figures) > 0 &&
		!f.isInFile(len(u.Figures)-1) {
		u.Figures = u.Figures[:len(u.Figures)-1] // it is made anew
	}
	change(&u)
	return u
}

// A tableRow is a row of one of the armoury's tables.
type tableRow interface{ AsEntry() fad.Entry }

// choice returns a value of a field with its cost (no cost for the present value). may is false if
// it is forbidden.
func (f *fieldCollector) choice(field edit.Field, id, label string) (c edit.Choice, may bool) {
	c.Value, c.Label = id, label
	if change := f.assignmentChange(field.Path + "=" + id); id != field.Current {
		if f.isForbidden(change) {
			return c, false
		}
		c.ExtraCost = f.extraCost(field.Path+"="+id, false, change)
	}
	return c, true
}

// addTableField adds a field with the rows of a table as its values.
func addTableField[R tableRow](f *fieldCollector, field edit.Field, rows []R) {
	for _, r := range rows {
		if c, may := f.choice(field, r.AsEntry().ID, r.AsEntry().Name); may {
			field.Choices = append(field.Choices, c)
		}
	}
	f.fields = append(f.fields, field)
}

// newField returns a field of the current group without choices.
func (f *fieldCollector) newField(label, path, now string) edit.Field {
	return edit.Field{
		Group: f.currentGroup, Label: label, Path: path, Current: now,
		IsTextList: strings.HasSuffix(path, "personalities"),
	}
}

// addNumberField adds a field for a number.
func (f *fieldCollector) addNumberField(label, path string, now int) {
	f.fields = append(f.fields, f.newField(label, path, strconv.Itoa(now)))
}

// addOptionalField adds a field with the rows of a table, or none, as values.
func addOptionalField[R tableRow](f *fieldCollector, field edit.Field, rows []R) {
	if none, may := f.choice(field, "", "none"); may {
		field.Choices = append(field.Choices, none)
	}
	addTableField(f, field, rows)
}

// addPeople adds the fields of a person, of a crew's weapon, and of a psionic's powers.
func (f *fieldCollector) addPeople(armoury *fad.Armoury) {
	u := f.unit
	switch u.Kind {
	case fight.Character:
		addTableField(f, f.newField("Leadership", "leadership", u.Leadership), armoury.Leaderships.All())
		if u.Design != nil {
			break
		}
		f.fields = append(f.fields, edit.Field{Group: f.currentGroup, Label: "Branch", Path: "specialisation", Current: u.Specialisation, Choices: []edit.Choice{
			{Label: "none"},
			{Value: "infantry", Label: "Infantry"},
			{Value: "gunnery", Label: "Gunnery"},
			{Value: "cavalry", Label: "Cavalry"},
		}})
	case fight.Psionic:
		addTableField(f, f.newField("Aptitude", "aptitude", u.Aptitude), armoury.Aptitudes.All())
		f.addNumberField("Strength", "strength", u.PsionicStrength)
	}
	if !u.Kind.HasFigures() {
		if armoury.UnitKinds.Find(string(u.Kind)).IncludedWeapon == "" {
			f.addWeaponField("Weapon", "weapon", u.SingleFigureWeapon)
		}
		addOptionalField(f, f.newField("Personality", "personalities", strings.Join(u.Personalities, ", ")),
			armoury.Personalities.All())
	}
	if u.Kind.CrewsWeapon() {
		field := f.newField("Serves", "heavy", u.CrewWeapon)
		addTableField(f, field, f.allowedWeapons(armoury.HeavyWeapons.All(), field))
	}
	if u.Kind == fight.Psionic && u.Design == nil {
		f.currentGroup = "Powers"
		for _, p := range armoury.Powers.All() {
			has := slices.Contains(u.Powers, p.ID)
			more := f.extraCost("powers/"+p.ID, has, f.toggleEntry("powers", p.ID, has))
			f.addEntryField("powers", p.AsEntry(), p.Summary, has, more).UncountedEffects = p.UncountedEffects()
		}
	}
}

// addLines adds the fields of each line of figures, and of each weapon of a vehicle.
func (f *fieldCollector) addLines(armoury *fad.Armoury) {
	u := f.unit
	f.currentGroup = "Weapons"
	for i, id := range u.VehicleWeapons {
		f.addWeaponField(fmt.Sprintf("Weapon %d", i+1), fmt.Sprintf("weapons.%d", i+1), id)
	}
	for i, figure := range u.Figures {
		f.currentGroup = fmt.Sprintf("Figures %d", i+1)
		path := fmt.Sprintf("figures.%d.", i+1)
		if !f.isInFile(i) {
			break
		}
		if f.list.Method != BasicCreation {
			f.addNumberField("How many", path+"count", figure.Count)
		}
		f.addWeaponField("Weapon", path+"weapon", figure.Weapon)
		if u.Kind == fight.Infantry && (figure.Count == 1 || figure.LeaderLevel != "" || f.list.Method == BasicCreation) { // one figure leads
			addOptionalField(f, f.newField("Leads it", path+"leader", figure.LeaderLevel), armoury.LeaderLevels.All())
		}
		addOptionalField(f, f.newField("Personality", path+"personalities", strings.Join(figure.Personalities, ", ")),
			armoury.Personalities.All())
	}
}

// addVehicle adds a vehicle's fields for movement, crew, capacity and armour.
func (f *fieldCollector) addVehicle(armoury *fad.Armoury) {
	u := f.unit
	if u.Design != nil {
		return
	}
	addTableField(f, f.newField("Moves by", "movement", u.Movement), armoury.Movements.All())
	f.addNumberField("Crew", "crew", u.CrewSize(armoury))
	f.addNumberField("Carries", "capacity", u.PassengerCapacity)
	f.currentGroup = "Armour"
	worn := u.Armour
	for _, side := range []struct {
		label, key string
		now        int
	}{{"Front", "front", worn.Front}, {"Side", "side", worn.Side}, {"Rear", "rear", worn.Rear}} {
		field := f.newField(side.label, "armour."+side.key, strconv.Itoa(armoury.VehicleArmour(side.now).Rating))
		for _, row := range armoury.VehicleArmours {
			n := strconv.Itoa(row.Rating)
			label := n
			if row.Rating == 0 {
				label = "unarmoured"
			}
			c, _ := f.choice(field, n, label)
			field.Choices = append(field.Choices, c)
		}
		f.fields = append(f.fields, field)
	}
}

// addEntryField adds a field that adds or removes one entry of a list, such as a trait, and returns
// it. path is the list's path, about the entry's explanation, more its extra cost; has means that
// the unit has the entry.
func (f *fieldCollector) addEntryField(path string, of fad.Entry, about string, has bool, more int) *edit.Field {
	now := "no"
	if has {
		now = "yes"
	}
	f.fields = append(f.fields, edit.Field{
		Group: f.currentGroup, Label: of.Name, Path: path, Current: now, EntryID: of.ID, EntryExplanation: about,
		Choices: []edit.Choice{{Value: of.ID, Label: of.Name, ExtraCost: more}},
	})
	return &f.fields[len(f.fields)-1]
}

// addTraits adds a field for each trait that makes sense for the unit's kind, grouped by effect;
// traits that the unit cannot have come with the reason.
func (f *fieldCollector) addTraits(armoury *fad.Armoury) {
	own, all := f.unit.TraitIDs(), armoury.Traits(f.unit.Kind).All()
	for _, touched := range fad.TraitSubjects {
		f.currentGroup = "Traits · " + touched
		for i := range all {
			t := &all[i]
			if t.Subject() != touched {
				continue
			}
			has := slices.Contains(own, t.ID)
			change := f.toggleEntry("traits", t.ID, has)
			if d := f.unit.Design; d != nil && (slices.Contains(d.BaseUnit.TraitIDs(), t.ID) || f.isForbidden(change)) {
				continue // its book gives it, or forbids it
			}
			name, more := "traits/"+t.ID, 0
			if has || f.unitVariants != nil || f.costsFigures() || f.list.Rounding == pricing.RoundFigurePrices {
				more = f.extraCost(name, has, change)
			} else { // which prices the unit anew, a step that a trait only multiplies
				more = pricing.Round(f.profile.Price.Exact.Mul(t.PriceMultiplier.Decimal)) - f.currentCost
			}
			if field := f.addEntryField("traits", t.AsEntry(), t.Summary, has, more); !has {
				if field.RefusalReason = f.reasonAgainst(change); field.RefusalReason != "" {
					delete(f.unitVariants, name)
				}
			}
		}
	}
}

// reasonAgainst returns the error that a change of the unit would cause, shortened; "" if it causes
// none.
func (f *fieldCollector) reasonAgainst(change func(*fad.Unit)) string {
	if f.withoutCosts {
		return ""
	}
	if f.changedList == nil {
		list := *f.list
		list.Units = slices.Clone(list.Units)
		f.changedList = &list
	}
	i, changed := f.changedList.Index(f.unit.ID), f.changedUnit(change)
	f.changedList.Units[i] = changed
	if f.costsFigures() {
		f.changedList.Creations = map[int]*Creation{i: newCreation(f.list.Armoury, &changed)}
	}
	wrong, _ := finding.FirstError(finding.Compare(f.oldFindings, f.changedList.CheckUnit(f.unit.ID)).NewOrWorse(), "")
	why, _, _ := strings.Cut(wrong.Message, "; ")
	return why
}
