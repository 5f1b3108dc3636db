// Command fitprices reads the prices of a release of Grimdark Future off its army
// books, as Army Forge has them, and writes them to a file of pricing/data:
//
//	go run ./cmd/fitprices -release 3.5.3 -o pricing/data/gf-3.5.3.yaml BOOK.json…
//
// It prints how well they hold for books that they were not read off: every family
// of sister books by all other books, and with -books every single book. The same
// books always make the same file. docs/dev/points.md tells what it finds.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"

	"muster/armyforge"
	"muster/catalog"
	"muster/pricing/gf/fit"
	"muster/schema"
)

func main() {
	log.SetFlags(0)
	release := flag.String("release", "", "the release of the books, such as 3.5.3")
	out := flag.String("o", "", "the file to write")
	single := flag.Bool("books", false, "hold single books out too")
	flag.Parse()
	files := flag.Args()
	slices.Sort(files)
	if *release == "" || len(files) < 2 {
		log.Fatal("fitprices: give a -release and its army books, at least two")
	}
	var sources []fit.PricedBook
	for _, file := range files {
		s, err := readBook(file)
		if err != nil {
			log.Fatal(err)
		}
		sources = append(sources, s)
	}
	folds := fit.RelatedBooks(sources)
	held := fit.CrossValidate(sources, folds, sources[0].System, *release)
	total := printFolds("family held out", held)
	if *single {
		printFolds("book held out", fit.CrossValidate(sources, leaveOneOutFolds(len(sources)), sources[0].System, *release))
	}
	prices := fit.Fit(sources, sources[0].System, *release)
	fit.SetPriceRanges(prices, &total)
	if *out == "" {
		return
	}
	if err := os.WriteFile(*out, schema.Write("points/1", prices, nil), 0o644); err != nil {
		log.Fatal(err)
	}
}

// leaveOneOutFolds returns n folds of one book each, for cross-validation.
func leaveOneOutFolds(n int) [][]int {
	folds := make([][]int, n)
	for i := range folds {
		folds[i] = []int{i}
	}
	return folds
}

// printFolds prints one line for each fold, a group of books held out from the fit, and a line for
// all folds together. It returns the sum of the folds as total.
func printFolds(title string, held []fit.Holdout) (total fit.Holdout) {
	fmt.Printf("%-44s | units priced · median · 9 in 10 · in range | options priced · equal · within 5 · in range | exact: wrong | often: priced\n", title)
	total.BookIDs = "all"
	for i := range held {
		total.Add(&held[i])
	}
	for _, h := range append(held, total) {
		u, o := &h.UnitErrors, &h.OptionErrors
		fmt.Printf("%-44.44s | %4d of %4d  %5.2f %%  %5.1f %%  %3.0f %% | %4d of %4d  %5.1f %%  %5.1f %%  %3.0f %% | %4d: %3d | %3d of %3d\n", h.BookIDs,
			len(u.AbsErrors), len(u.AbsErrors)+h.UnpricedUnits, 100*u.Quantile(.5), 100*u.Quantile(.9),
			percent(u.StatedInRangeCount,
				len(u.AbsErrors)),
			len(o.AbsErrors), len(o.AbsErrors)+h.UnpricedOptions, percent(o.SamePriceCount, len(o.AbsErrors)),
			percent(o.WithinFivePointsCount,
				len(o.AbsErrors)), percent(o.StatedInRangeCount, len(o.AbsErrors)),
			o.CalledExactCount, o.WrongExactCount, h.PricedUnitsWithCommonRules, h.UnitsWithCommonRules)
	}
	return total
}

// percent returns part of all in percent.
func percent(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }

// readBook reads a book of Army Forge, with its prices to the hundredth of a point.
func readBook(file string) (s fit.PricedBook, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	source, err := armyforge.Open(file, text)
	if err != nil {
		return s, err
	}
	imported, err := source.ImportBook("", nil)
	if err != nil {
		return s, err
	}
	book, err := catalog.Read(file, imported.YAML)
	if err != nil {
		return s, err
	}
	var theirs struct {
		Packages []struct {
			Sections []struct {
				Options []struct {
					ID    string `json:"uid"`
					Costs []struct {
						Unit  string   `json:"unitId"`
						Exact *float64 `json:"exactCost"`
					} `json:"costs"`
				} `json:"options"`
			} `json:"sections"`
		} `json:"upgradePackages"`
	}
	if err := json.Unmarshal(text, &theirs); err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	exact := map[[2]string]float64{}
	for _, p := range theirs.Packages {
		for _, section := range p.Sections {
			for _, o := range section.Options {
				for _, c := range o.Costs {
					if c.Exact != nil {
						exact[[2]string{o.ID, c.Unit}] = *c.Exact
					}
				}
			}
		}
	}
	return fit.PricedBook{Book: book, ExactPrice: func(o *catalog.Option, u *catalog.Unit) (float64, bool) {
		points, ok := exact[[2]string{o.Source, u.Source}]
		return points, ok
	}}, nil
}
