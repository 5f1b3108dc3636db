package fit

import (
	"math"

	"muster/pricing/gf"
)

// A price is an option's price of exact terms, with their names.
type price struct {
	grounds []string
	off     bool // by more than a cent
}

// mostOff is the share of the prices called exact that may be off.
const mostOff = .0005

// doubts lists what prices of exact terms do not hold for. It is greedy: each step adds the
// name, or the two, that most of the prices that are off have and the fewest of the others.
func doubts(p *gf.Prices, sources []Source) (all []gf.Doubt) {
	prices := exactPrices(p, sources)
	for {
		off := 0
		for _, price := range prices {
			if price.off {
				off++
			}
		}
		if float64(off) <= mostOff*float64(len(prices)) {
			return all
		}
		d := worst(prices)
		all = append(all, d)
		left := prices[:0]
		for _, price := range prices {
			if !d.Covers(price.grounds) {
				left = append(left, price)
			}
		}
		prices = left
	}
}

// exactPrices lists the options of books that the prices call exact, but for those that give nothing:
// no term makes their price wrong.
func exactPrices(p *gf.Prices, sources []Source) (all []price) {
	for i := range sources {
		s := &sources[i]
		pricer := gf.NewPricer(p, s.Book, nil)
		for j := range s.Units {
			u := &s.Units[j]
			for _, section := range s.Sections(u) {
				for k := range section.Options {
					want, ok := s.Exact(&section.Options[k], u)
					if !ok {
						continue
					}
					if e := pricer.Option(u, section, &section.Options[k]); e.Confidence == gf.Exact && len(e.Grounds) > 0 {
						is, _ := e.Exact.Float64()
						all = append(all, price{e.Grounds, math.Abs(is-want) > aCent})
					}
				}
			}
		}
	}
	return all
}

// worst returns the doubt that removes most prices that are off, and the fewest of the others.
func worst(prices []price) (worst gf.Doubt) {
	found := map[[2]string]*gf.Doubt{}
	for _, only := range []bool{true, false} { // what is off decides what is counted
		for _, price := range prices {
			if price.off != only {
				continue
			}
			for i, of := range price.grounds {
				for _, with := range append([]string{""}, price.grounds[i+1:]...) {
					d := found[[2]string{of, with}]
					switch {
					case d == nil && only:
						found[[2]string{of, with}] = &gf.Doubt{Of: of, With: with, Off: 1, Prices: 1}
					case d != nil && only:
						d.Off++
						d.Prices++
					case d != nil:
						d.Prices++
					}
				}
			}
		}
	}
	best := math.Inf(-1)
	for _, d := range found {
		const good = .8 // a price called exact rightly counts less than one wrongly
		gain := float64(d.Off) - good*float64(d.Prices-d.Off)
		if d.With == "" {
			gain++ // one name says more about other books than two
		}
		if gain > best || gain == best && (d.With < worst.With || d.With == worst.With && d.Of < worst.Of) {
			best, worst = gain, *d
		}
	}
	return worst
}
