package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/preview"
	"muster/rules/gf"
	"muster/schema"
)

// benchmark is what --against says for the typical targets of the program.
const benchmark = "benchmark"

// maxDistance is the largest distance that a duel may state, in inches.
const maxDistance = 500

func (a *app) previewCommand() *cobra.Command {
	q := previewQuestion{app: a}
	cmd := &cobra.Command{
		Use:   "preview LIST [--unit ID] [--against LIST2[#ID] | --against benchmark]",
		Short: "Predict how a list's units fare in a fight",
		Long: `Predict how a list's units fare: against typical targets, against every unit of
another list, or against one of them. Odds are exact. Combined units, heroes who
joined and upgrades count as the list has them.

Without --unit a table shows how many points each unit is expected to destroy
for 100 of its own, and marks its best target. With --unit that unit's odds are
shown in full: shooting from each distance, and charging.

--against may also name a file of your own with typical targets (bench/1).`,
		Example: `  muster preview third.yaml
  muster preview third.yaml --unit squad-1 --cover
  muster preview third.yaml --against enemy.yaml --mode melee
  muster preview third.yaml --unit tank --against enemy.yaml#kraken`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeListThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			return q.answer(args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&q.unit, "unit", "", "the id of the unit to show in full")
	flags.StringVar(&q.against, "against", benchmark, "whom to fight: LIST2, LIST2#ID, or benchmark")
	flags.StringVar((*string)(&q.options.Mode), "mode", "", "shooting or melee alone")
	flags.IntVar(&q.options.Distance, "distance", 0, "inches between the units; otherwise each distance that matters")
	flags.BoolVar(&q.options.Cover, "cover", false, "targets are in cover")
	flags.BoolVar(&q.options.Moved, "moved", false, "shooters have moved")
	flags.BoolVar(&q.json, "json", false, "write JSON for scripts")
	completions := map[string]cobra.CompletionFunc{
		"mode": cobra.FixedCompletions([]string{string(gf.Shooting), string(gf.Melee)}, cobra.ShellCompDirectiveNoFileComp),
		"unit": func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.completeListThen(a.completeIDs)(cmd, args, typed)
		},
	}
	for flag, complete := range completions {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the flags are those above
		}
	}
	return cmd
}

// A previewQuestion is what a person asks of the preview command.
type previewQuestion struct {
	*app
	unit    string // "" for all
	against string
	options preview.Options
	json    bool
}

func (q *previewQuestion) answer(list string) error {
	o := q.options
	if o.Mode != "" && o.Mode != gf.Shooting && o.Mode != gf.Melee {
		return fmt.Errorf("`--mode %s` should be %s or %s%s", o.Mode, gf.Shooting, gf.Melee,
			schema.DidYouMean(string(o.Mode), []string{string(gf.Shooting), string(gf.Melee)}))
	}
	if o.Distance < 0 || o.Distance > maxDistance {
		return fmt.Errorf("`--distance %d` should be 1 to %d inches", o.Distance, maxDistance)
	}
	army, err := q.openFor(list)
	if err != nil {
		return err
	}
	units := preview.Units(army)
	if q.unit != "" {
		u, err := choose(army, units, q.unit)
		if err != nil {
			return err
		}
		units = []preview.Unit{*u}
	}
	if len(units) == 0 {
		return fmt.Errorf("%s: the list has no units yet", list)
	}
	enemy, targets, err := q.targets(army)
	if err != nil {
		return err
	}
	p := printout{app: q.app, army: army, enemy: enemy, options: o}
	if q.unit != "" {
		var pairs []preview.Pair
		for i := range targets {
			more, err := preview.Try(army.Game, &units[0], &targets[i], o)
			if err != nil {
				return err
			}
			pairs = append(pairs, more...)
		}
		if q.json {
			return p.report(pairs)
		}
		return p.unit(&units[0], targets, pairs)
	}
	table, err := preview.Matrix(army.Game, units, targets, o)
	if err != nil {
		return err
	}
	if q.json {
		var pairs []preview.Pair
		for i := range units {
			for _, row := range [][]preview.Pair{table.Shooting[i], table.Melee[i]} {
				pairs = append(pairs, slices.DeleteFunc(slices.Clone(row), func(p preview.Pair) bool { return p.Unit == nil })...)
			}
		}
		return p.report(pairs)
	}
	p.table(table)
	return nil
}

// openFor opens a list whose odds can be told, and warns of one that is not
// legal.
func (q *previewQuestion) openFor(path string) (*builder.Army, error) {
	army, err := q.openGrimdark(path, "the odds of Fast and Dirty lists are not available yet")
	if err != nil {
		return nil, err
	}
	if !army.Legal() {
		fmt.Fprintf(q.err, "muster: %s is not legal; its units are taken as they are written\n        Next: muster check %s explains what to change\n", path, path)
	}
	return army, nil
}

// choose finds the unit that an id belongs to, also that of a hero who joined.
func choose(army *builder.Army, units []preview.Unit, id string) (*preview.Unit, error) {
	for i := range units {
		if units[i].Has(id) {
			return &units[i], nil
		}
	}
	if army.List.Index(id) >= 0 {
		return nil, fmt.Errorf("%s: `%s` cannot take the field; `muster check %s` explains why", army.List.File, id, army.List.File)
	}
	return nil, &builder.NoUnitError{ID: id, List: army.List}
}

// targets finds whom to fight, and what they are called together.
func (q *previewQuestion) targets(army *builder.Army) (name string, targets []preview.Unit, err error) {
	if q.against == benchmark {
		targets, err = preview.Bench(army.Game)
		return benchmark, targets, err
	}
	if q.against == "" {
		return "", nil, errors.New("`--against` should name a list, LIST#ID or benchmark")
	}
	path, id := q.against, ""
	if _, err := os.Stat(path); err != nil {
		if at := strings.LastIndexByte(path, '#'); at > 0 {
			path, id = path[:at], path[at+1:]
		}
	}
	document, err := schema.ReadFile(path, "list/1", "bench/1")
	if err != nil {
		return "", nil, err
	}
	if document.Kind == "bench/1" {
		if targets, err = preview.ReadBench(document, army.Game); err != nil {
			return "", nil, err
		}
		if path == q.against {
			return path, targets, nil
		}
		at := slices.IndexFunc(targets, func(u preview.Unit) bool { return u.ID == id })
		if at < 0 {
			return "", nil, fmt.Errorf("%s: there is no target `%s`%s", path, id, schema.DidYouMean(id, idsOf(targets)))
		}
		return path, targets[at : at+1], nil
	}
	enemy, err := q.openFor(path)
	if err != nil {
		return "", nil, err
	}
	if enemy.Game != army.Game {
		return "", nil, fmt.Errorf("%s is a list for %s and %s for %s; both sides of a fight should play the same edition",
			army.List.File, army.Game.ID, path, enemy.Game.ID)
	}
	targets = preview.Units(enemy)
	if len(targets) == 0 {
		return "", nil, fmt.Errorf("%s: the list has no units yet", path)
	}
	if path == q.against {
		return path, targets, nil
	}
	u, err := choose(enemy, targets, id)
	if err != nil {
		return "", nil, err
	}
	return path, []preview.Unit{*u}, nil
}

func idsOf(units []preview.Unit) []string {
	ids := make([]string, len(units))
	for i := range units {
		ids[i] = units[i].ID
	}
	return ids
}

// A printout writes previews of one list's units.
type printout struct {
	*app
	army    *builder.Army
	enemy   string // the other list's file, or benchmark
	options preview.Options
}

// report writes previews for scripts.
func (p *printout) report(pairs []preview.Pair) error {
	file := struct {
		List    string           `json:"list"`
		System  string           `json:"system"`
		Against string           `json:"against"`
		Pairs   []preview.Report `json:"pairs"`
	}{p.army.List.File, p.army.List.System, p.enemy, make([]preview.Report, len(pairs))}
	best := map[string]float64{}
	key := func(r *preview.Report) string { return string(r.Mode) + " " + r.Unit }
	for i := range pairs {
		file.Pairs[i] = pairs[i].Report()
		best[key(&file.Pairs[i])] = max(best[key(&file.Pairs[i])], pairs[i].Per100)
	}
	for i := range file.Pairs {
		r := &file.Pairs[i]
		if at := key(r); r.Per100 > 0 && r.Per100 == best[at] {
			r.Best = true
			best[at] = -1 // the first of equals
		}
	}
	encoder := json.NewEncoder(p.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(file)
}

// table prints every unit against every target.
func (p *printout) table(t *preview.Table) {
	l := p.army.List
	title := l.Name
	if title == "" {
		title = l.File
	}
	fmt.Fprint(p.out, wrap(fmt.Sprintf("%s · %d points · %s %s · against %s", p.paint(bold, title), p.army.Points, p.army.Game.Name, p.army.Game.Edition, p.enemy), "", "  ", p.width()))
	fmt.Fprint(p.out, wrap("Points destroyed for every 100 points spent, without routs; * is a unit's best target."+p.circumstances(), "", "", p.width()))
	var all []preview.Pair
	if p.options.Mode != gf.Melee {
		p.grid("SHOOTING", t, t.Shooting, true)
	}
	if p.options.Mode != gf.Shooting {
		p.grid("CHARGING", t, t.Melee, false)
	}
	if !named(t, p.width()) {
		fmt.Fprintln(p.out)
		for i, target := range t.Targets {
			fmt.Fprintf(p.out, "%3d  %s\n", i+1, clip(target.Name+" ("+target.ID+")", p.width()-5))
		}
	}
	for i := range t.Units {
		all = append(append(all, t.Shooting[i]...), t.Melee[i]...)
	}
	p.notModelled(all)
	fmt.Fprintf(p.out, "\nNext: muster preview %s --unit ID shows a unit's odds in full.\n", l.File)
}

// named tells whether the columns of a table can carry the targets' names; else
// they have numbers.
func named(t *preview.Table, width int) bool {
	longest := 0
	for _, target := range t.Targets {
		for _, line := range heading(target.Name) {
			longest = max(longest, len([]rune(line)))
		}
	}
	return nameWidth+7+len(t.Targets)*(2+max(longest, 6)) <= width
}

// heading breaks a name into the two lines of a column's heading.
func heading(name string) [2]string {
	middle, runes := -1, []rune(name)
	for i, r := range runes {
		if r == ' ' && (middle < 0 || distance(i, len(runes)/2) < distance(middle, len(runes)/2)) {
			middle = i
		}
	}
	if middle < 0 {
		return [2]string{"", name}
	}
	return [2]string{string(runes[:middle]), string(runes[middle+1:])}
}

func distance(a, b int) int { return max(a-b, b-a) }

// grid prints one mode of a table, in blocks of as many columns as fit.
func (p *printout) grid(title string, t *preview.Table, rows [][]preview.Pair, ranged bool) {
	names := named(t, p.width())
	columns := len(t.Targets)
	if !names {
		const column = 8 // a number such as 12.3*, and the gap before it
		columns = max(1, (p.width()-nameWidth-7)/column)
		blocks := (len(t.Targets) + columns - 1) / columns
		columns = (len(t.Targets) + blocks - 1) / blocks
	}
	for first := 0; first < len(t.Targets); first += columns {
		last := min(first+columns, len(t.Targets))
		right := []int{1}
		top, bottom := []string{title, ""}, []string{"", ""}
		if ranged {
			bottom[1] = "FROM"
		}
		for j := first; j < last; j++ {
			right = append(right, 2+j-first)
			words := [2]string{"", fmt.Sprint(j + 1)}
			if names {
				words = heading(t.Targets[j].Name)
			}
			top, bottom = append(top, words[0]+" "), append(bottom, words[1]+" ")
		}
		grid := newTable(right...)
		if strings.TrimSpace(strings.Join(top[2:], "")) != "" {
			grid.add(top...)
			bottom[0] = ""
		} else {
			bottom[0] = title
		}
		grid.add(bottom...)
		for i, row := range rows {
			best := preview.Best(row)
			from := ""
			if ranged {
				from = "-" // it has nothing to shoot with
			}
			cells := []string{clip(t.Units[i].Name, nameWidth), ""}
			for j := first; j < last; j++ {
				if row[j].Unit == nil {
					cells = append(cells, " ")
					continue
				}
				cells = append(cells, marked(row[j].Per100, j == best))
				if ranged {
					from = fmt.Sprintf("%d\"", row[j].Scenario.Distance)
				}
			}
			cells[1] = from
			grid.add(cells...)
		}
		fmt.Fprintln(p.out)
		for _, line := range grid.lines() {
			fmt.Fprintln(p.out, line)
		}
	}
}

// circumstances says what was asked for beside the usual.
func (p *printout) circumstances() string {
	var words []string
	if p.options.Distance > 0 {
		words = append(words, fmt.Sprintf("%d\" apart", p.options.Distance))
	}
	if p.options.Cover {
		words = append(words, "targets in cover")
	}
	if p.options.Moved {
		words = append(words, "shooters have moved")
	}
	if len(words) == 0 {
		return ""
	}
	return " Here: " + strings.Join(words, ", ") + "."
}

// unit prints all that a unit can do to its targets.
func (p *printout) unit(u *preview.Unit, targets []preview.Unit, pairs []preview.Pair) error {
	fmt.Fprint(p.out, wrap(fmt.Sprintf("%s · %s · %d points · %s %s · against %s", p.paint(bold, u.Name), u.ID, u.Points, p.army.Game.Name, p.army.Game.Edition, p.enemy), "", "  ", p.width()))
	fmt.Fprintf(p.out, "%s, Quality %d+, Defense %d+%s\n", plural(u.Side.Models(), "model", "models"), u.Side.Quality, u.Side.Defense, strings.TrimSuffix(strings.Replace(p.circumstances(), " Here: ", " · ", 1), "."))
	var shots, charges []preview.Pair
	for _, pair := range pairs {
		if pair.Scenario.Mode == gf.Shooting {
			shots = append(shots, pair)
		} else {
			charges = append(charges, pair)
		}
	}
	if len(shots) > 0 {
		if err := p.shooting(shots); err != nil {
			return err
		}
	} else if p.options.Mode != gf.Melee {
		fmt.Fprintln(p.out, "\nIt has no ranged weapons.")
	}
	if len(charges) > 0 {
		p.charging(charges)
	}
	if len(pairs) > 0 {
		fmt.Fprintln(p.out)
		fmt.Fprint(p.out, wrap("DEAD: destroyed to the last model. PER 100: the target's points that 100 points of this unit are expected to destroy, without routs; * is the best.", "", "", p.width()))
	}
	p.charts(len(targets) == 1, shots, charges)
	p.notModelled(pairs)
	return nil
}

// shooting prints a table of shooting at every distance that matters.
func (p *printout) shooting(pairs []preview.Pair) error {
	shaken := strings.ToUpper(p.shaken())
	t := newTable(1, 2, 3, 4, 5, 6, 7)
	head := []string{"SHOOTING AT", "RANGE", "WOUNDS", "MODELS LOST", "IN COVER", "DEAD", shaken, "PER 100 "}
	if p.options.Cover {
		head[4] = ""
	}
	t.add(head...)
	best := preview.Best(pairs)
	for i, pair := range pairs {
		r := &pair.Result.Target
		name := clip(pair.Against.Name, nameWidth)
		if i > 0 && pairs[i-1].Against == pair.Against {
			name = ""
		}
		cover := ""
		if !p.options.Cover {
			scenario := pair.Scenario
			scenario.Cover = true
			covered, err := preview.Fight(p.army.Game, pair.Unit, pair.Against, scenario)
			if err != nil {
				return err
			}
			cover = figure(covered.Result.Target.Wounds.Mean)
		}
		t.add(name, p.band(&pair), figure(r.Wounds.Mean), figure(r.ModelsLost.Mean), cover, percent(r.Destroyed), percent(r.Shaken), marked(pair.Per100, i == best))
	}
	p.print(t)
	return nil
}

// charging prints a table of charges and what comes back.
func (p *printout) charging(pairs []preview.Pair) {
	t := newTable(1, 2, 3, 4, 5, 6, 7, 8)
	t.add("CHARGING", "DEALS", "TAKES", "WINS", "DRAWS", "LOSES", "DEAD", "ROUTED", "PER 100 ")
	best := preview.Best(pairs)
	for i, pair := range pairs {
		r := &pair.Result
		t.add(clip(pair.Against.Name, nameWidth), figure(r.Target.Wounds.Mean), figure(r.Attacker.Wounds.Mean), percent(r.Attacker.Wins), percent(r.Draw),
			percent(r.Target.Wins), percent(r.Target.Destroyed), percent(r.Target.Routed), marked(pair.Per100, i == best))
	}
	p.print(t)
}

func (p *printout) print(t *table) {
	fmt.Fprintln(p.out)
	for _, line := range t.lines() {
		fmt.Fprintln(p.out, line)
	}
}

// marked writes points destroyed, with a star for the best target.
func marked(per100 float64, best bool) string {
	if best {
		return figure(per100) + "*"
	}
	return figure(per100) + " "
}

// band is the distances for which odds hold.
func (p *printout) band(pair *preview.Pair) string {
	if p.options.Distance > 0 {
		return fmt.Sprintf("%d\"", pair.Scenario.Distance)
	}
	return fmt.Sprintf("%d-%d\"", pair.Over, pair.Scenario.Distance)
}

// charts draws how the wounds are distributed: against a single target in both
// modes and both ways, else for the case that destroys most.
func (p *printout) charts(single bool, shots, charges []preview.Pair) {
	if !single {
		all := slices.Concat(shots, charges)
		if best := preview.Best(all); best >= 0 {
			p.chart(&all[best], all[best].Result.Target.Wounds, all[best].Against.Name)
		}
		return
	}
	if best := preview.Best(shots); best >= 0 {
		p.chart(&shots[best], shots[best].Result.Target.Wounds, shots[best].Against.Name)
	}
	for i := range charges {
		r := &charges[i].Result
		p.chart(&charges[i], r.Target.Wounds, charges[i].Against.Name)
		p.chart(&charges[i], r.Attacker.Wounds, charges[i].Unit.Name)
		fmt.Fprintln(p.out)
		for _, line := range outcomes(r, charges[i].Unit.Name, charges[i].Against.Name, p.shaken()) {
			fmt.Fprintln(p.out, line)
		}
	}
}

func (p *printout) chart(pair *preview.Pair, wounds gf.Spread, on string) {
	how := "charging"
	if pair.Scenario.Mode == gf.Shooting {
		how = "shooting from " + p.band(pair)
	}
	fmt.Fprintf(p.out, "\nWounds on %s, %s\n", on, how)
	for _, line := range bars(wounds) {
		fmt.Fprintln(p.out, line)
	}
}

// shaken is the edition's word for units that failed a morale test.
func (p *printout) shaken() string { return shakenWord(p.army.Game) }

func (p *printout) notModelled(pairs []preview.Pair) {
	if names := preview.NotModelled(pairs); len(names) > 0 {
		fmt.Fprintln(p.out)
		fmt.Fprint(p.out, wrap("Not modelled, so of no effect here: "+strings.Join(names, ", "), "", "  ", p.width()))
	}
}
