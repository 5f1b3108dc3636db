package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"muster/builder/fad"
	"muster/builder/gf"
	"muster/pricing"
	"muster/schema"
)

func (a *app) priceCommand() *cobra.Command {
	var f priceFlags
	cmd := &cobra.Command{
		Use:   "price LIST… [--explain] [--json] [--set FIELD=VALUE]… [--compare FILE]",
		Short: "Price the units of lists, or a single unit, step by step",
		Long: `Price the units of lists, or the unit of a unit/1 file. Illegal units are
priced too, as long as everything they name is known.

--set tries a change without making it, and shows the difference. It is for
Fast and Dirty: quality=elite is for every unit that can have it, and
rifles.quality=elite for the unit rifles of a list; --set may be given again.
--compare puts two units side by side; FILE#ID names one unit of a list.

Exit code: 0 if all have a price, 1 if a unit names something unknown, 2 if a
file cannot be used.`,
		Example: `  muster price outpost.yaml --explain
  muster price x.yaml --set rifles.quality=elite --set rifles.armour=improved
  muster price sniper.yaml --set armour=improved
  muster price outpost.yaml#rifles --compare outpost.yaml#assault`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeListThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.price(args, f)
		},
	}
	cmd.Flags().BoolVar(&f.explain, "explain", false, "show each sum, and where its numbers come from")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "try a change: FIELD=VALUE, FIELD+=VALUE or FIELD-=VALUE")
	cmd.Flags().StringVar(&f.compare, "compare", "", "a file with a unit to compare with, or a list's unit: FILE#ID")
	return cmd
}

type priceFlags struct {
	explain, json bool
	set           []string
	compare       string
}

// A priced is what the units of one file cost: the price command's JSON.
type priced struct {
	File   string       `json:"file"`
	System string       `json:"system"`
	Points int          `json:"points"`
	Limit  int          `json:"limit,omitempty"`
	Units  []pricedUnit `json:"units"`
}

// pricedUnit is what one unit costs. One that names something unknown has a
// problem in place of a price.
type pricedUnit struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Points  int            `json:"points"`
	Exact   string         `json:"exact"`
	Steps   []pricing.Step `json:"steps"`
	Problem string         `json:"problem,omitempty"`
	// Creation is how basic creation came to the figures; nil with points.
	Creation *creation `json:"creation,omitempty"`

	force *fad.Army // nil for other games
	unit  *fad.Unit
}

// creation is the figures of a squad that is made without points.
type creation struct {
	Start int                `json:"start"`
	Steps []fad.CreationStep `json:"steps"`
	Left  int                `json:"left"`
}

func (a *app) price(args []string, f priceFlags) error {
	changes, err := fad.ParseAssignments(f.set)
	if err != nil {
		return err
	}
	if f.compare != "" {
		if len(args) != 1 || len(changes) > 0 {
			return errors.New("--compare puts one unit beside another: muster price FILE#ID --compare FILE#ID")
		}
		args = append(args, f.compare)
	}
	var now, before []priced
	for _, arg := range args {
		was, is, err := a.priceFile(arg, changes)
		if err != nil {
			return err
		}
		now = append(now, is)
		if len(changes) > 0 {
			before = append(before, was)
		}
	}
	switch {
	case f.json:
		err = a.printJSON(struct {
			Lists  []priced `json:"lists"`
			Before []priced `json:"before,omitempty"`
		}{now, before})
	case f.compare != "":
		err = a.compare(now[0], now[1])
	case len(changes) > 0:
		a.whatIf(before, now, f.explain)
	default:
		for i, p := range now {
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			a.printPriced(p, f.explain)
		}
	}
	if err != nil {
		return err
	}
	return unpriced(now, f.json)
}

// unpriced is the error for units that have no price.
func unpriced(all []priced, quiet bool) error {
	var lines []string
	for _, p := range all {
		for _, u := range p.Units {
			if u.Problem != "" {
				lines = append(lines, fmt.Sprintf("%s: %s has no price: %s", p.File, u.ID, strings.ReplaceAll(u.Problem, "\n", "; ")))
			}
		}
	}
	switch {
	case lines == nil:
		return nil
	case quiet:
		return &illegal{}
	}
	return &illegal{cause: errors.New(strings.Join(lines, "\n"))}
}

// priceFile prices a file of any game, before and after changes. FILE#ID is one
// unit of a list.
func (a *app) priceFile(arg string, changes []fad.Assignment) (before, after priced, err error) {
	file, id, one := strings.Cut(arg, "#")
	document, err := schema.ReadFile(file, "list/1", "unit/1")
	if err != nil {
		return before, after, err
	}
	if document.Kind == "list/1" && !isFastAndDirty(document) {
		if len(changes) > 0 {
			return before, after, fmt.Errorf("%s: --set tries changes of Fast and Dirty; in other games units change with `muster upgrade`", file)
		}
		after, err = a.priceGrimdark(file, id)
		return after, after, err
	}
	editor, err := fad.EditDocument(file, document)
	if err != nil {
		return before, after, err
	}
	if len(changes) > 0 {
		if err := editor.Try(id, changes...); err != nil {
			return before, after, err
		}
	}
	before, after = pricedForce(editor.Before()), pricedForce(editor.Now())
	if one && document.Kind == "list/1" {
		if editor.Before().Unit(id) == nil {
			return before, after, &fad.NoUnitError{ID: id, List: editor.Before().List}
		}
		before.only(id)
		after.only(id)
	}
	return before, after, nil
}

// only leaves one unit.
func (p *priced) only(id string) {
	p.Units = slices.DeleteFunc(p.Units, func(u pricedUnit) bool { return u.ID != id })
	p.Limit, p.Points = 0, 0
	for _, u := range p.Units {
		p.Points += u.Points
	}
}

func pricedForce(army *fad.Army) priced {
	p := priced{File: army.List.File, System: army.List.System, Points: army.Points, Limit: army.List.Limit(), Units: []pricedUnit{}}
	for _, u := range army.Units {
		one := pricedUnit{ID: u.ID, Name: u.Title(), Points: u.Price.Points, Exact: u.Price.Exact.String(), Steps: u.Price.Steps, force: army, unit: u}
		if u.Problem != nil {
			one.Problem, one.Steps = u.Problem.Error(), []pricing.Step{}
		}
		if c := u.Creation; c != nil {
			one.Creation = &creation{c.Start, append([]fad.CreationStep{}, c.Steps...), c.Left}
		}
		p.Units = append(p.Units, one)
	}
	return p
}

// priceGrimdark prices a list of Grimdark Future.
func (a *app) priceGrimdark(file, id string) (priced, error) {
	army, err := gf.Load(file, a.books())
	if err != nil {
		return priced{}, err
	}
	p := priced{File: file, System: army.List.System, Points: army.Points, Limit: army.List.Points, Units: []pricedUnit{}}
	for _, u := range army.Units {
		steps := u.Steps()
		one := pricedUnit{ID: u.ID, Name: u.Name, Points: u.Cost, Exact: steps[len(steps)-1].Value.String(), Steps: steps}
		p.Units = append(p.Units, one)
	}
	if id != "" {
		if army.Unit(id) == nil {
			return p, &gf.NoUnitError{ID: id, List: army.List}
		}
		p.only(id)
	}
	return p, nil
}

// printPriced prints what the units of a file cost.
func (a *app) printPriced(p priced, explain bool) {
	points := fmt.Sprintf("%d points", p.Points)
	if p.Limit > 0 {
		points = fmt.Sprintf("%d of %d points, %s", p.Points, p.Limit, left(p.Limit-p.Points))
	}
	fmt.Fprintf(a.out, "%s: %s\n", p.File, points)
	if explain {
		for _, u := range p.Units {
			fmt.Fprintln(a.out)
			a.explain(u)
		}
		return
	}
	t := newTable(2, 3)
	t.add("  ID", "UNIT", "POINTS", "EXACTLY")
	for _, u := range p.Units {
		if u.Problem != "" {
			t.add("  "+u.ID, clip(u.Name, 30), "?", "")
			continue
		}
		t.add("  "+u.ID, clip(u.Name, 30), fmt.Sprint(u.Points), u.Exact)
	}
	for _, line := range t.lines() {
		fmt.Fprintln(a.out, line)
	}
	fmt.Fprintln(a.out, "Next: --explain shows each sum.")
}

// explain writes a unit's sum as a person would, and where its numbers are from.
func (a *app) explain(u pricedUnit) {
	if u.Problem != "" {
		fmt.Fprintf(a.out, "%s · no price\n", a.paint(bold, u.Name))
		return
	}
	fmt.Fprintf(a.out, "%s · %d points\n", a.paint(bold, u.Name), u.Points)
	if u.unit != nil {
		a.showCreation(u.unit)
	}
	for _, s := range u.Steps {
		text := s.Explained()
		if s.Operator == "" {
			text = "  " + text
		}
		fmt.Fprint(a.out, wrap(text+" = "+s.Value.String(), "  ", "      ", a.width()))
		if len(s.Sources()) == 0 {
			continue
		}
		for _, line := range strings.Split(strings.TrimSuffix(wrap(strings.Join(s.Sources(), "; "), "", "", a.width()-8), "\n"), "\n") {
			fmt.Fprintf(a.out, "        %s\n", a.paint(dim, line))
		}
	}
	if last := len(u.Steps) - 1; last >= 0 && u.Steps[last].Value.String() != fmt.Sprint(u.Points) {
		fmt.Fprintf(a.out, "  rounded, a half up = %d\n", u.Points)
	}
	if last := len(u.Steps) - 1; last >= 0 && u.Steps[last].Rounded != nil {
		fmt.Fprintf(a.out, "  (unrounded: %s)\n", u.Exact)
	}
}

// whatIf prints prices before and after changes that are only tried.
func (a *app) whatIf(before, now []priced, explain bool) {
	for i, p := range now {
		was := before[i]
		t := newTable(2, 3, 4)
		t.add("  ID", "UNIT", "BEFORE", "AFTER", "CHANGE")
		row := func(id, name string, x, y int) {
			t.add("  "+id, name, fmt.Sprint(x), fmt.Sprint(y), fmt.Sprintf("%+d", y-x))
		}
		for j, u := range p.Units {
			if old := was.Units[j]; old.Points != u.Points || old.Exact != u.Exact || len(p.Units) == 1 {
				t.add("  "+u.ID, clip(u.Name, 30), exactly(old), exactly(u), difference(old.Exact, u.Exact))
			}
		}
		if len(p.Units) > 1 {
			row("", "all units", was.Points, p.Points)
		}
		fmt.Fprintf(a.out, "%s: if it were so (nothing is written)\n", p.File)
		for _, line := range t.lines() {
			fmt.Fprintln(a.out, line)
		}
		if p.Limit > 0 {
			fmt.Fprintf(a.out, "  %d of %d points, %s\n", p.Points, p.Limit, left(p.Limit-p.Points))
		}
		if explain {
			for j, u := range p.Units {
				if was.Units[j].Exact != u.Exact {
					fmt.Fprintln(a.out)
					a.explain(u)
				}
			}
		}
	}
}

// exactly writes a price with the sum that was rounded: "47 (46.8)".
func exactly(u pricedUnit) string {
	if fmt.Sprint(u.Points) == u.Exact {
		return u.Exact
	}
	return fmt.Sprintf("%d (%s)", u.Points, u.Exact)
}

// difference is the change of an exact price.
func difference(before, after string) string {
	x, err := decimal.NewFromString(before)
	if err != nil {
		return ""
	}
	y, err := decimal.NewFromString(after)
	if err != nil {
		return ""
	}
	if d := y.Sub(x); d.IsNegative() {
		return d.String()
	}
	return "+" + y.Sub(x).String()
}
