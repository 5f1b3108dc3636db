package gf

import (
	"slices"
	"unicode/utf8"

	"muster/catalog"
	"muster/rules"
)

// An assembly is a unit during the application of its upgrades: a pool of equipment, which sections
// remove and options add to, and each model's share of it.
type assembly struct {
	book     *catalog.Book
	set      *rules.Set
	of       *catalog.Unit
	models   int
	pool     []piece
	held     []int32 // number of each piece that each model has: a row of models for each piece
	bases    []base
	turns    []turn
	chosen   []Chosen
	cost     int
	upgraded []catalog.Target // rules that a section upgrades, wherever they are
	slab     slab
	byID     map[string]*Unit // empty map for reuse
}

// slab is memory that the units of a list share. A unit for which it is too small, or without a
// list, has its own.
type slab struct {
	rules   []rules.Use
	weapons []Weapon
	items   []Item
	chosen  []Chosen
}

// slabFor returns a slab of the usual size for a list's units.
func slabFor(l *List) slab {
	n, upgrades := len(l.Units), 0
	for i := range l.Units {
		upgrades += len(l.Units[i].Upgrades)
	}
	return slab{make([]rules.Use, 0, 4*n), make([]Weapon, 0, 3*n), make([]Item, 0, n), make([]Chosen, 0, upgrades)}
}

// emptySlice returns an empty slice of a slab with capacity n.
func emptySlice[T any](from *[]T, n int) []T {
	at := len(*from)
	if n > cap(*from)-at {
		return make([]T, 0, n)
	}
	*from = (*from)[:at+n]
	return (*from)[at : at : at+n]
}

// A piece is an entry of the pool: a number of equal weapons, items or rules.
type piece struct {
	key     string // the normalised name; for a rule, set when needed
	count   int    // total of all models
	each    int    // number per model that has any
	weapon  *catalog.Weapon
	item    *catalog.Item
	rule    rules.Use
	within  int  // if it is part of an item: the item's index in the pool, plus 1
	partial bool // it belongs to some of the models, not to the whole unit
}

// A base is the number of a model's pieces that a section built on. A piece with an attachment
// cannot be replaced. Sections that build on the same kind of piece share the pieces.
type base struct {
	section      *catalog.Section
	piece, model int
	count        int
}

// A turn is one choice in a section that changed one model, with its points.
type turn struct {
	section       *catalog.Section
	model, points int
}

// assemble starts with the unit as in the book.
func assemble(book *catalog.Book, set *rules.Set, of *catalog.Unit) *assembly {
	a := new(assembly)
	a.reset(book, set, of, of.Size)
	return a
}

// reset starts over with a unit of a number of models. Equipment that not every model has is given
// to the last models.
func (a *assembly) reset(book *catalog.Book, set *rules.Set, of *catalog.Unit, models int) {
	*a = assembly{
		book: book, set: set, of: of, models: models, cost: of.Cost.Points,
		pool: a.pool[:0], held: a.held[:0], bases: a.bases[:0], turns: a.turns[:0],
		slab: a.slab, byID: a.byID,
	}
	room := len(of.Rules) + len(of.Weapons) + len(of.Items) + 8
	a.pool, a.held = slices.Grow(a.pool, room), slices.Grow(a.held, room*models)
	for _, s := range book.Sections(of) {
		if s.Kind == catalog.ReplaceRule {
			a.upgraded = append(a.upgraded, s.Targets...)
		}
	}
	for _, r := range of.Rules {
		a.addRule(r, models, portion{each: 1})
	}
	for i := range of.Weapons {
		n := of.Weapons[i].Count
		a.addWeapon(&of.Weapons[i], n, portion{each: n / models})
	}
	for i := range of.Items {
		// An item that not every model carries belongs to those that do.
		n := of.Items[i].Count
		a.addItem(&of.Items[i], n, portion{each: n / models, partial: n < models})
	}
}

// A portion says how equipment is distributed among the models.
type portion struct {
	each    int   // number per model that gets any
	partial bool  // it belongs to some of the models, not to the whole unit
	bearers []int // the models that get it, repeated for each piece; nil for all models
	sharing int   // number of consecutive bearers that share a piece; 0 for none
}

// times returns the portion for n pieces for each bearer.
func (p portion) times(n int) portion {
	p.each *= n
	return p
}

// distribute adds n of a piece to the pool: n in total, or n for each bearer.
func (a *assembly) distribute(p piece, n int, by portion) {
	p.each, p.partial = max(1, by.each), by.partial
	from := len(a.held)
	a.held = slices.Grow(a.held, a.models)[:from+a.models]
	row := a.held[from:]
	clear(row)
	if by.bearers == nil {
		p.count = n
		for m := range row {
			row[m] = int32(n / a.models)
			if m >= a.models-n%a.models {
				row[m]++
			}
		}
	}
	sharing := max(1, by.sharing)
	for i, m := range by.bearers {
		part := n*(i%sharing+1)/sharing - n*(i%sharing)/sharing
		row[m] += int32(part)
		p.count += part
	}
	a.pool = append(a.pool, p)
}

func (a *assembly) addRule(r rules.Use, n int, by portion) {
	a.distribute(piece{rule: r}, n, by)
}

func (a *assembly) addWeapon(w *catalog.Weapon, n int, by portion) {
	a.distribute(piece{key: w.Key(), weapon: w}, n, by)
}

func (a *assembly) addItem(item *catalog.Item, n int, by portion) {
	by.each = max(1, by.each)
	for _, t := range a.upgraded {
		for i, r := range item.Rules {
			if loose := (piece{count: 1, rule: r}); loose.matches(t) {
				without := *item
				without.Rules = slices.Delete(slices.Clone(item.Rules), i, i+1)
				item = &without
				a.addRule(r, n, by)
				break
			}
		}
	}
	a.distribute(piece{key: item.Key(), item: item}, n, by)
	place := len(a.pool)
	for i := range item.Weapons {
		w := &item.Weapons[i]
		a.addWeapon(w, 0, portion{each: by.each * w.Count})
		inside := len(a.pool) - 1
		a.pool[inside].within = place
		for m := range a.models {
			a.change(inside, m, a.has(place-1, m)*w.Count)
		}
	}
}

// gain adds the gains of an option several times: each time to every bearer, or to all models.
func (a *assembly) gain(o *catalog.Option, times int, by portion) {
	if a.models == 1 {
		by = portion{each: times}
	}
	if by.bearers != nil {
		times = 1
	}
	for i := range o.Weapons {
		a.addWeapon(&o.Weapons[i], o.Weapons[i].Count*times, by.times(o.Weapons[i].Count))
	}
	for i := range o.Items {
		a.addItem(&o.Items[i], o.Items[i].Count*times, by.times(o.Items[i].Count))
	}
	for _, r := range o.Rules {
		a.addRule(r, times, by)
	}
}

// has returns the number of a piece that a model has.
func (a *assembly) has(piece, model int) int { return int(a.held[piece*a.models+model]) }

// change gives a model n more of a piece.
func (a *assembly) change(piece, model, n int) {
	a.held[piece*a.models+model] += int32(n)
	a.pool[piece].count += n
}

// built returns how many of a model's pieces a section has built on, and the most that any section
// has.
func (a *assembly) built(s *catalog.Section, piece, model int) (own, most int) {
	for i := range a.bases {
		if b := &a.bases[i]; b.piece == piece && b.model == model {
			most = max(most, b.count)
			if b.section == s {
				own = b.count
			}
		}
	}
	return own, most
}

// free returns the number of a model's pieces that can still be replaced.
func (a *assembly) free(piece, model int) int {
	n := a.has(piece, model)
	if n > 0 && len(a.bases) > 0 {
		_, most := a.built(nil, piece, model)
		n = max(0, n-most)
	}
	return n
}

// freeInAll returns the number of pieces of all models that can still be replaced.
func (a *assembly) freeInAll(piece int) int {
	if len(a.bases) == 0 {
		return a.pool[piece].count
	}
	n := 0
	for m := range a.models {
		n += a.free(piece, m)
	}
	return n
}

// count returns the number of a target's pieces, and how many can be replaced.
func (a *assembly) count(t catalog.Target) (all, free int) {
	for i := range a.pool {
		if p := &a.pool[i]; p.matches(t) {
			all += p.count
			free += a.freeInAll(i)
		}
	}
	return all, free
}

// countOn is count for one model.
func (a *assembly) countOn(model int, t catalog.Target) (all, free int) {
	for i := range a.pool {
		if a.pool[i].matches(t) {
			all += a.has(i, model)
			free += a.free(i, model)
		}
	}
	return all, free
}

// matches reports whether a target names the piece. A rule is also named without
// its rating.
func (p *piece) matches(t catalog.Target) bool {
	key := t.Key()
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
func (a *assembly) isCommonRule(p *piece) bool {
	return p.weapon == nil && p.item == nil && !p.partial && a.models > 1
}

// alike reports whether two pieces are equal.
func (p *piece) alike(o *piece) bool {
	v, w := p.weapon, o.weapon
	if v == nil || w == nil || v == w {
		return v == w && p.key == o.key
	}
	return v.Name == w.Name && v.Range == w.Range && v.Attacks == w.Attacks && slices.Equal(v.Rules, w.Rules) &&
		slices.EqualFunc(v.Profiles, w.Profiles, func(a, b catalog.Profile) bool {
			return a.Name == b.Name && a.Range == b.Range && a.Attacks == b.Attacks && slices.Equal(a.Rules, b.Rules)
		})
}
