package fit

import (
	"math"
	"slices"
	"strings"

	"muster/catalog"
	"muster/pricing/gf"
	"muster/rules"
)

// A Holdout measures prices on books that they were not fitted to.
type Holdout struct {
	Name  string // the books
	Books int

	Units   Errors // of units with all rules priced, as shares of the stated price
	Options Errors // of options with all rules priced, in points
	// UnpricedUnits and UnpricedOptions count units and options with a rule without a price.
	UnpricedUnits, UnpricedOptions int
	// Often counts units with only rules that stand five times in the other books, and OftenPriced those of them
	// with a price.
	Often, OftenPriced int
}

// Errors are the errors of prices.
type Errors struct {
	Off    []float64 // absolute
	Equal  int       // after rounding as books do
	Near   int       // within 5 points after that
	Within int       // the stated price is in the range
	Exact  int       // called exact
	Wrong  int       // called exact, but more than a cent off
}

// Quantile returns a quantile of the errors.
func (e *Errors) Quantile(share float64) float64 {
	if len(e.Off) == 0 {
		return 0
	}
	slices.Sort(e.Off)
	return e.Off[min(len(e.Off)-1, int(share*float64(len(e.Off))))]
}

// Add adds the errors of other books.
func (h *Holdout) Add(o *Holdout) {
	for _, pair := range [][2]*Errors{{&h.Units, &o.Units}, {&h.Options, &o.Options}} {
		pair[0].Off = append(pair[0].Off, pair[1].Off...)
		pair[0].Equal += pair[1].Equal
		pair[0].Near += pair[1].Near
		pair[0].Within += pair[1].Within
		pair[0].Exact += pair[1].Exact
		pair[0].Wrong += pair[1].Wrong
	}
	h.Books += o.Books
	h.UnpricedUnits += o.UnpricedUnits
	h.UnpricedOptions += o.UnpricedOptions
	h.Often += o.Often
	h.OftenPriced += o.OftenPriced
}

// Holdouts prices each fold of books by terms fitted to the other books (cross-validation).
func Holdouts(sources []Source, folds [][]int, system, release string) []Holdout {
	all := make([]Holdout, len(folds))
	for i, fold := range folds {
		var given []Source
		for j := range sources {
			if !slices.Contains(fold, j) {
				given = append(given, sources[j])
			}
		}
		p := Fit(given, system, release)
		often := countRules(given)
		var names []string
		for _, j := range fold {
			all[i].Judge(p, &sources[j], often)
			names = append(names, sources[j].ID)
		}
		all[i].Name = strings.Join(names, " ")
	}
	return all
}

// Judge compares the stated prices of a book with those of the form. often counts the uses of rules in the books of
// the fit.
func (h *Holdout) Judge(prices *gf.Prices, s *Source, often map[string]int) {
	h.Books++
	p := gf.NewPricer(prices, s.Book, nil)
	for i := range s.Units {
		u := &s.Units[i]
		e := p.Unit(u)
		common := !slices.ContainsFunc(rulesOf(&u.Gear), func(name string) bool { return often[name] < gf.EnoughPrices })
		if common {
			h.Often++
		}
		if e.Confidence == gf.Unknown {
			h.UnpricedUnits++
		} else {
			if common {
				h.OftenPriced++
			}
			exact, _ := e.Exact.Float64()
			h.Units.add(math.Abs(exact-float64(u.Cost.Points))/max(float64(u.Cost.Points), 1), &e, u.Cost.Points)
		}
		for _, section := range s.Sections(u) {
			for j := range section.Options {
				o := &section.Options[j]
				want, ok := s.Exact(o, u)
				if !ok {
					continue
				}
				e := p.Option(u, section, o)
				if e.Confidence == gf.Unknown {
					h.UnpricedOptions++
					continue
				}
				exact, _ := e.Exact.Float64()
				h.Options.add(math.Abs(exact-want), &e, o.CostFor(u.ID))
			}
		}
	}
}

func (e *Errors) add(off float64, is *gf.Estimate, stated int) {
	e.Off = append(e.Off, off)
	if is.Confidence == gf.Exact {
		e.Exact++
		if off > aCent {
			e.Wrong++
		}
	}
	if is.Points == stated {
		e.Equal++
	}
	if is.Points-stated <= 5 && stated-is.Points <= 5 {
		e.Near++
	}
	if is.Low <= stated && stated <= is.High {
		e.Within++
	}
}

// rulesOf returns the keys of the rules of gear, of its weapons and items too.
func rulesOf(g *catalog.Gear) (all []string) {
	for _, uses := range g.All() {
		for _, use := range uses {
			all = append(all, rules.Key(use.Name))
		}
	}
	return all
}

// countRules counts the uses of rules in books, by key.
func countRules(sources []Source) map[string]int {
	count := map[string]int{}
	for _, s := range sources {
		for i := range s.Units {
			for _, name := range rulesOf(&s.Units[i].Gear) {
				count[name]++
			}
		}
		for _, c := range s.Choices() {
			for _, name := range rulesOf(&c.Option.Gear) {
				count[name]++
			}
		}
	}
	return count
}

// Families groups related books, by their indices: books with half of the weapons' names in common, or with a rule
// of the army on half of the units of both.
func Families(sources []Source) (families [][]int) {
	family := make([]int, len(sources))
	for i := range family {
		family[i] = i
	}
	for i := range sources {
		for j := range i {
			if family[i] != family[j] && related(&sources[i], &sources[j]) {
				from, to := family[i], family[j]
				for k := range family {
					if family[k] == from {
						family[k] = to
					}
				}
			}
		}
	}
	for i := range sources {
		var members []int
		for j := range family {
			if family[j] == i {
				members = append(members, j)
			}
		}
		if members != nil {
			families = append(families, members)
		}
	}
	return families
}

func related(a, b *Source) bool {
	x, y := weaponNames(a), weaponNames(b)
	common := 0
	for name := range x {
		if y[name] {
			common++
		}
	}
	if 2*common >= min(len(x), len(y)) {
		return true
	}
	ofB := armyRules(b)
	for name := range armyRules(a) {
		if ofB[name] {
			return true
		}
	}
	return false
}

func weaponNames(s *Source) map[string]bool {
	names := map[string]bool{}
	gear := func(g *catalog.Gear) {
		for i := range g.Weapons {
			names[g.Weapons[i].Key()] = true
		}
	}
	for i := range s.Units {
		gear(&s.Units[i].Gear)
	}
	for _, c := range s.Choices() {
		gear(&c.Option.Gear)
	}
	return names
}

// armyRules returns the keys of the book's own rules on half of its units.
func armyRules(s *Source) map[string]bool {
	count := map[string]int{}
	for i := range s.Units {
		for _, use := range s.Units[i].Rules {
			count[rules.Key(use.Name)]++
		}
	}
	all := map[string]bool{}
	for i := range s.Rules {
		r := s.RuleSet(nil).Find(s.Rules[i].Name)
		if key := rules.Key(s.Rules[i].Name); r.Origin != rules.OriginGame && 2*count[key] >= len(s.Units) {
			all[key] = true
		}
	}
	return all
}

// SetRanges sets the smallest ranges of prices to the errors of nine in ten held-out prices.
func SetRanges(p *gf.Prices, h *Holdout) {
	for i := range p.Terms {
		t := &p.Terms[i]
		switch t.Name {
		case "range of units":
			t.Value, t.Equations, t.Confidence = digits(h.Units.Quantile(.9)), len(h.Units.Off), gf.Fitted
		case "range of options":
			t.Value, t.Equations, t.Confidence = digits(h.Options.Quantile(.9)), len(h.Options.Off), gf.Fitted
		}
	}
}
