package fit

import (
	"math"
	"slices"
	"strings"

	"muster/catalog"
	"muster/pricing/gf"
	"muster/rules"
)

// A Holdout measures the errors of the price formula on army books that were left out when it was
// fitted.
type Holdout struct {
	BookIDs   string // ids of these books, separated by blanks
	BookCount int    // number of books

	UnitErrors   EstimateErrors // errors for units whose rules all have a price, as shares of the stated price
	OptionErrors EstimateErrors // errors for options whose rules all have a price, in points
	// UnpricedUnits and UnpricedOptions count units and options that have a rule without a price.
	UnpricedUnits, UnpricedOptions int
	// UnitsWithCommonRules counts the units whose rules each occur at least five times in the
	// fitted books. PricedUnitsWithCommonRules counts those of them whose rules all have a price.
	UnitsWithCommonRules, PricedUnitsWithCommonRules int
}

// EstimateErrors summarises the differences between estimated and stated prices.
type EstimateErrors struct {
	AbsErrors             []float64 // absolute values of the errors
	SamePriceCount        int       // number of estimates equal to the stated price after rounding as books do
	WithinFivePointsCount int       // number of estimates within 5 points of the stated price after rounding
	StatedInRangeCount    int       // number of stated prices inside the estimated range
	CalledExactCount      int       // number of estimates with Confidence Exact
	WrongExactCount       int       // number of estimates with Confidence Exact that are more than a cent off
}

// Quantile returns a quantile of the absolute errors, share 0 to 1.
func (e *EstimateErrors) Quantile(share float64) float64 {
	if len(e.AbsErrors) == 0 {
		return 0
	}
	slices.Sort(e.AbsErrors)
	return e.AbsErrors[min(len(e.AbsErrors)-1, int(share*float64(len(e.AbsErrors))))]
}

// Add adds the results for other books to h.
func (h *Holdout) Add(o *Holdout) {
	for _, pair := range [][2]*EstimateErrors{{&h.UnitErrors, &o.UnitErrors}, {&h.OptionErrors, &o.OptionErrors}} {
		pair[0].AbsErrors = append(pair[0].AbsErrors, pair[1].AbsErrors...)
		pair[0].SamePriceCount += pair[1].SamePriceCount
		pair[0].WithinFivePointsCount += pair[1].WithinFivePointsCount
		pair[0].StatedInRangeCount += pair[1].StatedInRangeCount
		pair[0].CalledExactCount += pair[1].CalledExactCount
		pair[0].WrongExactCount += pair[1].WrongExactCount
	}
	h.BookCount += o.BookCount
	h.UnpricedUnits += o.UnpricedUnits
	h.UnpricedOptions += o.UnpricedOptions
	h.UnitsWithCommonRules += o.UnitsWithCommonRules
	h.PricedUnitsWithCommonRules += o.PricedUnitsWithCommonRules
}

// CrossValidate prices the books of each fold by terms fitted to the books of the other folds
// (cross-validation). A fold is a list of indices of sources.
func CrossValidate(sources []PricedBook, folds [][]int, system, release string) []Holdout {
	all := make([]Holdout, len(folds))
	for i, fold := range folds {
		var given []PricedBook
		for j := range sources {
			if !slices.Contains(fold, j) {
				given = append(given, sources[j])
			}
		}
		p := Fit(given, system, release)
		often := countRules(given)
		var names []string
		for _, j := range fold {
			all[i].AddBook(p, &sources[j], often)
			names = append(names, sources[j].ID)
		}
		all[i].BookIDs = strings.Join(names, " ")
	}
	return all
}

// AddBook adds a book that was left out of the fit: it compares the formula's prices with the
// stated prices. often[key] is the number of times that a rule occurs in the fitted books.
func (h *Holdout) AddBook(prices *gf.Prices, s *PricedBook, often map[string]int) {
	h.BookCount++
	p := gf.NewPricer(prices, s.Book, nil)
	for i := range s.Units {
		u := &s.Units[i]
		e := p.Unit(u)
		common := !slices.ContainsFunc(ruleKeys(&u.Gear), func(name string) bool { return often[name] < gf.MinPricesForFit })
		if common {
			h.UnitsWithCommonRules++
		}
		if e.Confidence == gf.Unknown {
			h.UnpricedUnits++
		} else {
			if common {
				h.PricedUnitsWithCommonRules++
			}
			exact, _ := e.ExactPoints.Float64()
			h.UnitErrors.add(math.Abs(exact-float64(u.Cost.Points))/max(float64(u.Cost.Points), 1), &e, u.Cost.Points)
		}
		for _, section := range s.Sections(u) {
			for j := range section.Options {
				o := &section.Options[j]
				want, ok := s.ExactPrice(o, u)
				if !ok {
					continue
				}
				e := p.Option(u, section, o)
				if e.Confidence == gf.Unknown {
					h.UnpricedOptions++
					continue
				}
				exact, _ := e.ExactPoints.Float64()
				h.OptionErrors.add(math.Abs(exact-want), &e, o.CostFor(u.ID))
			}
		}
	}
}

// add adds the error off of the estimate is, for a unit or an option with a stated price.
func (e *EstimateErrors) add(off float64, is *gf.Estimate, stated int) {
	e.AbsErrors = append(e.AbsErrors, off)
	if is.Confidence == gf.Exact {
		e.CalledExactCount++
		if off > rightPriceTolerance {
			e.WrongExactCount++
		}
	}
	if is.Points == stated {
		e.SamePriceCount++
	}
	if is.Points-stated <= 5 && stated-is.Points <= 5 {
		e.WithinFivePointsCount++
	}
	if is.Low <= stated && stated <= is.High {
		e.StatedInRangeCount++
	}
}

// ruleKeys returns the keys of the rules in gear, including the rules of its weapons and items.
func ruleKeys(g *catalog.Gear) (all []string) {
	for _, uses := range g.RuleLists() {
		for _, use := range uses {
			all = append(all, rules.NameKey(use.Name))
		}
	}
	return all
}

// countRules returns how often each rule occurs in the books, by rules.NameKey of its name.
func countRules(sources []PricedBook) map[string]int {
	count := map[string]int{}
	for _, s := range sources {
		for i := range s.Units {
			for _, name := range ruleKeys(&s.Units[i].Gear) {
				count[name]++
			}
		}
		for _, c := range s.Choices() {
			for _, name := range ruleKeys(&c.Option.Gear) {
				count[name]++
			}
		}
	}
	return count
}

// RelatedBooks groups related books, and returns the indices in sources of each group's books.
// Books are related if they share half of their weapons' names, or an army rule that half of the
// units of both books have.
func RelatedBooks(sources []PricedBook) (families [][]int) {
	family := make([]int, len(sources))
	for i := range family {
		family[i] = i
	}
	for i := range sources {
		for j := range i {
			if family[i] != family[j] && areRelated(&sources[i], &sources[j]) {
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

// areRelated reports whether two books belong to one family.
func areRelated(a, b *PricedBook) bool {
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

// weaponNames returns the set of names of a book's weapons.
func weaponNames(s *PricedBook) map[string]bool {
	names := map[string]bool{}
	gear := func(g *catalog.Gear) {
		for i := range g.Weapons {
			names[g.Weapons[i].NameKey()] = true
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

// armyRules returns the keys of the book's own rules that half of its units have.
func armyRules(s *PricedBook) map[string]bool {
	count := map[string]int{}
	for i := range s.Units {
		for _, use := range s.Units[i].Rules {
			count[rules.NameKey(use.Name)]++
		}
	}
	all := map[string]bool{}
	for i := range s.Rules {
		r := s.RuleSet(nil).Find(s.Rules[i].Name)
		if key := rules.NameKey(s.Rules[i].Name); r.Origin != rules.OriginGame && 2*count[key] >= len(s.Units) {
			all[key] = true
		}
	}
	return all
}

// SetPriceRanges sets the terms for the width of estimated price ranges so that nine in ten
// held-out prices lie in their range.
func SetPriceRanges(p *gf.Prices, h *Holdout) {
	for i := range p.Terms {
		t := &p.Terms[i]
		switch t.Name {
		case "range of units":
			t.Value, t.PriceCount, t.Confidence = roundForFile(h.UnitErrors.Quantile(.9)), len(h.UnitErrors.AbsErrors), gf.Fitted
		case "range of options":
			t.Value, t.PriceCount, t.Confidence = roundForFile(h.OptionErrors.Quantile(.9)), len(h.OptionErrors.AbsErrors), gf.Fitted
		}
	}
}
