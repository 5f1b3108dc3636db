package gf

import (
	"slices"
	"unicode/utf8"

	"muster/catalog"
	"muster/rules"
)

// An assembly is a unit while upgrades are applied to it: a pool of equipment, from which sections
// take and to which options add, and each model's share of the pool.
type assembly struct {
	book          *catalog.Book
	ruleSet       *rules.Set
	bookUnit      *catalog.Unit
	modelCount    int
	gearPool      []gearPiece
	heldCounts    []int32      // number of each piece held by each model: one row of models for each piece
	attachments   []attachment // pieces that cannot be replaced because upgrades were attached to them
	modelChoices  []modelChoice
	chosenOptions []ChosenOption
	cost          int
	// rules that sections replace by better ones, on units and on items
	upgradedRules []catalog.Target
	memory        sharedMemory
	unitsByID     map[string]*Unit // an empty map of units by id, kept for reuse
}

// sharedMemory is memory that the units of a list share, to save allocations. A unit without a
// list, or without room in it, allocates its own.
type sharedMemory struct {
	rules         []rules.Use
	weapons       []Weapon
	items         []Item
	chosenOptions []ChosenOption
}

// sharedMemoryFor returns shared memory that is large enough for the units of most lists of this
// size.
func sharedMemoryFor(l *List) sharedMemory {
	n, upgrades := len(l.Units), 0
	for i := range l.Units {
		upgrades += len(l.Units[i].Upgrades)
	}
	return sharedMemory{
		make([]rules.Use, 0, 4*n), make([]Weapon, 0, 3*n), make([]Item, 0, n),
		make([]ChosenOption, 0, upgrades),
	}
}

// emptySlice returns an empty slice of capacity n, in the shared memory of from if it has room.
func emptySlice[T any](from *[]T, n int) []T {
	at := len(*from)
	if n > cap(*from)-at {
		return make([]T, 0, n)
	}
	*from = (*from)[:at+n]
	return (*from)[at : at : at+n]
}

// A gearPiece is an entry of the pool: a number of equal weapons, items or rules.
type gearPiece struct {
	key            string // the normalised name; for a rule, set when needed
	count          int    // total over all models
	perModel       int    // number for each model that has any
	weapon         *catalog.Weapon
	item           *catalog.Item
	rule           rules.Use
	itemIndexPlus1 int  // for a part of an item, the item's index in the pool plus 1; else 0
	someModelsOnly bool // not every model of the unit has it
}

// An attachment records that options of a section are attached to a number of a model's pieces.
// These pieces cannot be replaced. Options of several sections can be attached to the same pieces.
type attachment struct {
	section                *catalog.Section
	pieceIndex, modelIndex int
	count                  int
}

// A modelChoice is one choice in a section that changed one model, with its points.
type modelChoice struct {
	section            *catalog.Section
	modelIndex, points int
}

// assemble returns the assembly of a book's unit without upgrades.
func assemble(book *catalog.Book, set *rules.Set, of *catalog.Unit) *assembly {
	a := new(assembly)
	a.reset(book, set, of, of.Size)
	return a
}

// reset makes the assembly a unit of a book with a number of models and without upgrades. Equipment
// that not every model has goes to the last models.
func (a *assembly) reset(book *catalog.Book, set *rules.Set, of *catalog.Unit, models int) {
	*a = assembly{
		book: book, ruleSet: set, bookUnit: of, modelCount: models, cost: of.Cost.Points,
		gearPool: a.gearPool[:0], heldCounts: a.heldCounts[:0], attachments: a.attachments[:0],
		modelChoices: a.modelChoices[:0],
		memory:       a.memory, unitsByID: a.unitsByID,
	}
	room := len(of.Rules) + len(of.Weapons) + len(of.Items) + 8
	a.gearPool, a.heldCounts = slices.Grow(a.gearPool, room), slices.Grow(a.heldCounts, room*models)
	for _, s := range book.Sections(of) {
		if s.Kind == catalog.ReplaceRule {
			a.upgradedRules = append(a.upgradedRules, s.TargetGear...)
		}
	}
	for _, r := range of.Rules {
		a.addRule(r, models, distribution{perModel: 1})
	}
	for i := range of.Weapons {
		n := of.Weapons[i].Count
		a.addWeapon(&of.Weapons[i], n, distribution{perModel: n / models})
	}
	for i := range of.Items {
		// An item that not every model carries belongs to those that do.
		n := of.Items[i].Count
		a.addItem(&of.Items[i], n, distribution{perModel: n / models, someModelsOnly: n < models})
	}
}

// A distribution says how equipment is distributed among the models.
type distribution struct {
	perModel        int   // number for each model that gets any
	someModelsOnly  bool  // not every model of the unit gets it
	bearers         []int // indices of the models that get it, one for each piece; nil for all models
	bearersPerPiece int   // number of consecutive bearers that share a piece; 0 if none share
}

// multiplied returns the distribution with n times as many pieces for each bearer.
func (p distribution) multiplied(n int) distribution {
	p.perModel *= n
	return p
}

// distribute adds a piece to the pool and gives it to models as by says: n pieces in total for all
// models, or n for each bearer.
func (a *assembly) distribute(p gearPiece, n int, by distribution) {
	p.perModel, p.someModelsOnly = max(1, by.perModel), by.someModelsOnly
	from := len(a.heldCounts)
	a.heldCounts = slices.Grow(a.heldCounts, a.modelCount)[:from+a.modelCount]
	row := a.heldCounts[from:]
	clear(row)
	if by.bearers == nil {
		p.count = n
		for m := range row {
			row[m] = int32(n / a.modelCount)
			if m >= a.modelCount-n%a.modelCount {
				row[m]++
			}
		}
	}
	sharing := max(1, by.bearersPerPiece)
	for i, m := range by.bearers {
		part := n*(i%sharing+1)/sharing - n*(i%sharing)/sharing
		row[m] += int32(part)
		p.count += part
	}
	a.gearPool = append(a.gearPool, p)
}

func (a *assembly) addRule(r rules.Use, n int, by distribution) {
	a.distribute(gearPiece{rule: r}, n, by)
}

func (a *assembly) addWeapon(w *catalog.Weapon, n int, by distribution) {
	a.distribute(gearPiece{key: w.NameKey(), weapon: w}, n, by)
}

func (a *assembly) addItem(item *catalog.Item, n int, by distribution) {
	by.perModel = max(1, by.perModel)
	for _, t := range a.upgradedRules {
		for i, r := range item.Rules {
			if loose := (gearPiece{count: 1, rule: r}); loose.matches(t) {
				without := *item
				without.Rules = slices.Delete(slices.Clone(item.Rules), i, i+1)
				item = &without
				a.addRule(r, n, by)
				break
			}
		}
	}
	a.distribute(gearPiece{key: item.NameKey(), item: item}, n, by)
	place := len(a.gearPool)
	for i := range item.Weapons {
		w := &item.Weapons[i]
		a.addWeapon(w, 0, distribution{perModel: by.perModel * w.Count})
		inside := len(a.gearPool) - 1
		a.gearPool[inside].itemIndexPlus1 = place
		for m := range a.modelCount {
			a.changeHeld(inside, m, a.heldCount(place-1, m)*w.Count)
		}
	}
}

// addGains adds the equipment and rules that an option gives, a number of times: each time to every
// bearer, or to all models.
func (a *assembly) addGains(o *catalog.Option, times int, by distribution) {
	if a.modelCount == 1 {
		by = distribution{perModel: times}
	}
	if by.bearers != nil {
		times = 1
	}
	for i := range o.Weapons {
		a.addWeapon(&o.Weapons[i], o.Weapons[i].Count*times, by.multiplied(o.Weapons[i].Count))
	}
	for i := range o.Items {
		a.addItem(&o.Items[i], o.Items[i].Count*times, by.multiplied(o.Items[i].Count))
	}
	for _, r := range o.Rules {
		a.addRule(r, times, by)
	}
}

// heldCount returns the number of a piece that a model holds.
func (a *assembly) heldCount(piece, model int) int {
	return int(a.heldCounts[piece*a.modelCount+model])
}

// changeHeld gives a model n more of a piece, or takes some away if n is negative.
func (a *assembly) changeHeld(piece, model, n int) {
	a.heldCounts[piece*a.modelCount+model] += int32(n)
	a.gearPool[piece].count += n
}

// attachedCount returns the number of a model's pieces with attached options of a section, and the
// largest such number of any section.
func (a *assembly) attachedCount(s *catalog.Section, piece, model int) (own, most int) {
	for i := range a.attachments {
		if b := &a.attachments[i]; b.pieceIndex == piece && b.modelIndex == model {
			most = max(most, b.count)
			if b.section == s {
				own = b.count
			}
		}
	}
	return own, most
}

// replaceableCount returns the number of a model's pieces that can still be replaced.
func (a *assembly) replaceableCount(piece, model int) int {
	n := a.heldCount(piece, model)
	if n > 0 && len(a.attachments) > 0 {
		_, most := a.attachedCount(nil, piece, model)
		n = max(0, n-most)
	}
	return n
}

// replaceableTotal returns the number of pieces, over all models, that can still be replaced.
func (a *assembly) replaceableTotal(piece int) int {
	if len(a.attachments) == 0 {
		return a.gearPool[piece].count
	}
	n := 0
	for m := range a.modelCount {
		n += a.replaceableCount(piece, m)
	}
	return n
}

// countPieces returns the number of pieces that a target of a section names, and the number of
// these that can still be replaced.
func (a *assembly) countPieces(t catalog.Target) (all, free int) {
	for i := range a.gearPool {
		if p := &a.gearPool[i]; p.matches(t) {
			all += p.count
			free += a.replaceableTotal(i)
		}
	}
	return all, free
}

// countOnModel is countPieces for one model.
func (a *assembly) countOnModel(model int, t catalog.Target) (all, free int) {
	for i := range a.gearPool {
		if a.gearPool[i].matches(t) {
			all += a.heldCount(i, model)
			free += a.replaceableCount(i, model)
		}
	}
	return all, free
}

// matches reports whether a target names the piece. A target may name a rule without its rating.
func (p *gearPiece) matches(t catalog.Target) bool {
	key := t.NameKey()
	if p.count == 0 || key == "" {
		return false
	}
	if p.weapon != nil || p.item != nil {
		return p.key == key
	}
	if p.rule.Name == "" {
		return false
	}
	if first := p.rule.Name[0]; first < utf8.RuneSelf && first|0x20 != key[0]|0x20 {
		return false // spares most rules being written out
	}
	if p.key == "" {
		p.key = catalog.MatchKey(p.rule.String())
	}
	return p.key == key || p.rule.Rating != "" && catalog.MatchKey(p.rule.Name) == key
}

// isCommonRule reports whether a piece is a rule that every model has.
func (a *assembly) isCommonRule(p *gearPiece) bool {
	return p.weapon == nil && p.item == nil && !p.someModelsOnly && a.modelCount > 1
}

// alike reports whether two pieces are equal.
func (p *gearPiece) alike(o *gearPiece) bool {
	v, w := p.weapon, o.weapon
	if v == nil || w == nil || v == w {
		return v == w && p.key == o.key
	}
	return v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.Rules, w.Rules) &&
		slices.EqualFunc(v.Profiles, w.Profiles, func(a, b catalog.Profile) bool {
			return a.Name == b.Name && a.Range == b.Range && a.Attacks == b.Attacks && slices.Equal(a.Rules, b.Rules)
		})
}
