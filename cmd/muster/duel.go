package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/rules"
	combat "muster/rules/gf"
	"muster/rules/gf/roll"
	"muster/schema"
	"muster/terminal"
)

func (a *app) duelCommand() *cobra.Command {
	var f duelFlags
	cmd := &cobra.Command{
		Use:   "duel FILE [--json] [--simulate N] [--seed S]",
		Short: "Work out the odds of the two sides in a duel file",
		Long: `Work out the odds of the two sides in a duel file.

The odds are exact. --simulate rolls the same fight N times with dice besides,
to compare; the same seed rolls the same dice.

Exit code: 0 when done, 2 if the file cannot be used.`,
		Example: `  muster duel examples/duels/charge.yaml
  muster duel examples/duels/charge.yaml --simulate 100000 --seed 7`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("simulate") && f.simulate < 1 {
				return errors.New("--simulate should be how often to roll the fight: 1 or more")
			}
			if f.simulate > mostFights {
				return fmt.Errorf("--simulate %d: the most is %d", f.simulate, mostFights)
			}
			return a.duel(args[0], f)
		},
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON document")
	cmd.Flags().IntVar(&f.simulate, "simulate", 0, "also roll the fight this often")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the dice to roll with --simulate")
	return cmd
}

// mostFights is as many as anybody would wait for.
const mostFights = 100_000_000

type duelFlags struct {
	json     bool
	simulate int
	seed     uint64
}

// A foughtDuel is the duel command's JSON.
type foughtDuel struct {
	combat.Result
	Simulated *combat.Result `json:"simulated,omitempty"`
}

// rolledAlone is a fight that is too large for exact odds.
type rolledAlone struct {
	Simulated any `json:"simulated"`
}

func (a *app) duel(file string, f duelFlags) error {
	doc, err := a.read(file, "duel/1")
	if err != nil {
		return err
	}
	if system, err := rules.Load(doc.At("system").Text()); err == nil && system.Family == "fad" {
		return a.fadDuel(doc, system, f)
	}
	d, err := combat.Read(doc)
	if err != nil {
		return err
	}
	exact, err := combat.Resolve(d)
	large, err := a.tooLarge(file, err, f)
	if err != nil {
		return err
	}
	fought := foughtDuel{Result: exact}
	if f.simulate > 0 {
		rolled, err := roll.Simulate(exact.Settled(d), f.simulate, f.seed)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		fought.Simulated = &rolled
	}
	if f.json && large {
		return a.printJSON(rolledAlone{fought.Simulated})
	} else if f.json {
		return a.printJSON(fought)
	}
	if large {
		fought = foughtDuel{Result: *fought.Simulated}
	}
	a.printDuel(d, fought, f)
	return nil
}

// tooLarge reports whether a fight that is to be rolled is too large for exact
// odds, and says so; else it returns what is wrong with it.
func (a *app) tooLarge(file string, err error, f duelFlags) (bool, error) {
	if err == nil {
		return false, nil
	}
	err = fmt.Errorf("%s: %w", file, err)
	var told *schema.Error
	if f.simulate == 0 || !errors.As(err, &told) || !told.Has(combat.CodeTooLarge) {
		return false, err
	}
	fmt.Fprintf(a.err, "muster: %v; what follows is rolled alone\n", err)
	return true, nil
}

// printDuel prints what becomes of both sides, and how the wounds of the side
// that is attacked, in melee of both, are spread.
func (a *app) printDuel(d combat.Duel, fought foughtDuel, f duelFlags) {
	fmt.Fprintf(a.out, "%s · %s\n\n", d.System.Cite, situation(d.Scenario))
	names := [2]string{cmp.Or(d.Attacker.Name, "attacker"), cmp.Or(d.Target.Name, "target")}
	columns := []string{"", strings.ToUpper(names[0]), strings.ToUpper(names[1])}
	results := []combat.Result{fought.Result}
	if fought.Simulated != nil {
		columns = append(columns, "ROLLED", "ROLLED")
		results = append(results, *fought.Simulated)
	}
	t := terminal.NewTable(1, 2, 3, 4)
	t.Add(columns...)
	row := func(what string, write func(float64) string, of func(combat.Outcome) float64) {
		cells := []string{what}
		for _, r := range results {
			cells = append(cells, write(of(r.Attacker)), write(of(r.Target)))
		}
		t.Add(cells...)
	}
	row("wounds taken", figure, func(o combat.Outcome) float64 { return o.Wounds.Mean })
	row("models lost", figure, func(o combat.Outcome) float64 { return o.ModelsLost.Mean })
	row("destroyed", percent, func(o combat.Outcome) float64 { return o.Destroyed })
	row("tests morale", percent, func(o combat.Outcome) float64 { return o.Tests })
	row(strings.ToLower(d.System.Words["shaken"]), percent, func(o combat.Outcome) float64 { return o.Shaken })
	if d.Scenario.Mode == combat.Melee {
		row("routed", percent, func(o combat.Outcome) float64 { return o.Routed })
		row("wins", percent, func(o combat.Outcome) float64 { return o.Wins })
	}
	a.out.Print(t)
	if d.Scenario.Mode == combat.Melee {
		fmt.Fprintf(a.out, "Nobody wins: %s\n", percent(fought.Draw))
	}
	fmt.Fprintf(a.out, "\nWounds on the %s\n", names[1])
	a.out.Print(bars(fought.Target.Wounds))
	if d.Scenario.Mode == combat.Melee {
		fmt.Fprintf(a.out, "\nWounds on the %s\n", names[0])
		a.out.Print(bars(fought.Attacker.Wounds))
	}
	if f.simulate > 0 {
		fmt.Fprintf(a.out, "\nRolled %d times with seed %d.\n", f.simulate, f.seed)
	}
	a.named("Chosen: ", fought.Chosen, ".")
	a.named("Could be used (`uses`): ", fought.CouldBeUsed, ".")
	a.named("Outside a fight: ", fought.Outside, ".")
	if len(fought.NotModelled) > 0 {
		var meant string
		for _, name := range fought.NotModelled {
			if near := schema.Nearest(name, d.Attacker.Set.Names()); near != "" {
				meant += fmt.Sprintf(" Did you mean %s by %s?", near, name)
			}
		}
		a.named("Not modelled: ", fought.NotModelled, "."+meant+" Nobody explains these rules; docs/writing-a-book.md says how to give a rule its effects.")
	}
}

// named prints a paragraph of names, if there are any.
func (a *app) named(what string, names []string, end string) {
	if len(names) > 0 {
		fmt.Fprintln(a.out)
		a.out.Paragraph(what+strings.Join(names, ", ")+end, "", "  ")
	}
}

// situation says in a few words what happens.
func situation(s combat.Scenario) string {
	switch s.Mode {
	case combat.Melee:
		return "the attacker charges"
	case combat.Ability:
		return "the attacker uses " + s.Use.String()
	}
	text := fmt.Sprintf("the attacker shoots from %d\"", s.Distance)
	if s.Moved {
		text += " after moving"
	}
	if s.Cover {
		text += " at a target in cover"
	}
	if !s.InSight {
		text += ", out of sight"
	}
	return text
}
