package fit

import (
	"math"

	"muster/pricing/gf"
)

// An exactPrice is an option's price that depends only on terms of the price formula with
// Confidence Exact.
type exactPrice struct {
	// names of these terms and of the unit's rules, as in Estimate.TermAndRuleNames
	termAndRuleNames []string
	isWrong          bool // the estimate differs from the stated price by more than a cent
}

// maxWrongPriceShare is the largest share of exact prices that may be wrong without being covered
// by a doubt.
const maxWrongPriceShare = .0005

// findDoubts returns doubts (combinations of exact terms that gave wrong prices) that cover all but
// maxWrongPriceShare of the wrong exact prices. It is greedy: each step adds the name, or the pair
// of names, on which the most wrong prices and the fewest right prices depend.
func findDoubts(p *gf.Prices, sources []PricedBook) (all []gf.Doubt) {
	prices := exactPrices(p, sources)
	for {
		off := 0
		for _, price := range prices {
			if price.isWrong {
				off++
			}
		}
		if float64(off) <= maxWrongPriceShare*float64(len(prices)) {
			return all
		}
		d := worstDoubt(prices)
		all = append(all, d)
		left := prices[:0]
		for _, price := range prices {
			if !d.AppliesTo(price.termAndRuleNames) {
				left = append(left, price)
			}
		}
		prices = left
	}
}

// exactPrices returns the prices of the books' options that depend only on exact terms. It leaves
// out options that give nothing, since no term explains a wrong price of these.
func exactPrices(p *gf.Prices, sources []PricedBook) (all []exactPrice) {
	for i := range sources {
		s := &sources[i]
		pricer := gf.NewPricer(p, s.Book, nil)
		for j := range s.Units {
			u := &s.Units[j]
			for _, section := range s.Sections(u) {
				for k := range section.Options {
					want, ok := s.ExactPrice(&section.Options[k], u)
					if !ok {
						continue
					}
					if e := pricer.Option(u, section, &section.Options[k]); e.Confidence == gf.Exact && len(e.TermAndRuleNames) > 0 {
						is, _ := e.ExactPoints.Float64()
						all = append(all, exactPrice{e.TermAndRuleNames, math.Abs(is-want) > rightPriceTolerance})
					}
				}
			}
		}
	}
	return all
}

// worstDoubt returns the doubt that covers the most wrong prices and the fewest right prices.
func worstDoubt(prices []exactPrice) (worst gf.Doubt) {
	found := map[[2]string]*gf.Doubt{}
	for _, only := range []bool{true, false} { // what is off decides what is counted
		for _, price := range prices {
			if price.isWrong != only {
				continue
			}
			for i, of := range price.termAndRuleNames {
				for _, with := range append([]string{""}, price.termAndRuleNames[i+1:]...) {
					d := found[[2]string{of, with}]
					switch {
					case d == nil && only:
						found[[2]string{of, with}] = &gf.Doubt{Term: of, OtherTerm: with, WrongPriceCount: 1, PriceCount: 1}
					case d != nil && only:
						d.WrongPriceCount++
						d.PriceCount++
					case d != nil:
						d.PriceCount++
					}
				}
			}
		}
	}
	best := math.Inf(-1)
	for _, d := range found {
		const good = .8 // a price called exact rightly counts less than one wrongly
		gain := float64(d.WrongPriceCount) - good*float64(d.PriceCount-d.WrongPriceCount)
		if d.OtherTerm == "" {
			gain++ // one name says more about other books than two
		}
		if gain > best || gain == best && (d.OtherTerm < worst.OtherTerm || d.OtherTerm == worst.OtherTerm &&
			d.Term < worst.Term) {
			best, worst = gain, *d
		}
	}
	return worst
}
