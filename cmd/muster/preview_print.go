package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/gf/preview"
	"muster/rules/dice"
	combat "muster/rules/gf"
	"muster/terminal"
)

// A printout writes previews of one list's units.
type printout struct {
	*app
	list    builder.Roster
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
	}{p.list.Document().File, p.list.Game().ID, p.enemy, make([]preview.Report, len(pairs))}
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
	p.out.Paragraph(fmt.Sprintf("%s · %d points · %s %s · against %s", p.out.Paint(terminal.Bold, builder.Title(p.list)), p.list.Points(), p.list.Game().Name, p.list.Game().Edition, p.enemy), "", "  ")
	p.out.Paragraph("Points destroyed for every 100 points spent, without routs; * is a unit's best target."+p.circumstances(), "", "")
	var all []preview.Pair
	if p.options.Mode != combat.Melee {
		p.grid("SHOOTING", t, t.Shooting, true)
	}
	if p.options.Mode != combat.Shooting {
		p.grid("CHARGING", t, t.Melee, false)
	}
	if names, _ := named(t, p.out.Width()); !names {
		fmt.Fprintln(p.out)
		for i, target := range t.Targets {
			fmt.Fprintf(p.out, "%3d  %s\n", i+1, p.out.Clip(target.Name+" ("+target.ID+")", p.out.Width()-5))
		}
	}
	for i := range t.Units {
		all = append(append(all, t.Shooting[i]...), t.Melee[i]...)
	}
	p.unshown(all)
	fmt.Fprintln(p.out)
	p.out.Paragraph(fmt.Sprintf("Next: muster preview %s --unit ID shows a unit's odds in full.", word(p.list.Document().File)), "", "  ")
}

// named reports whether the columns of a table can carry the targets' names;
// else they have numbers. name is how much room is left for the units' own.
func named(t *preview.Table, width int) (names bool, name int) {
	const least = 8 // of a unit's name
	longest := 0
	for _, target := range t.Targets {
		for _, line := range heading(target.Name) {
			longest = max(longest, terminal.Wide(line))
		}
	}
	room := width - besideNames(t) - len(t.Targets)*(2+max(longest, 6))
	if room < least {
		return false, nameWidth
	}
	return true, min(room, nameWidth)
}

// besideNames is how wide the columns before a table's figures are without the
// units' names: ids and distances.
func besideNames(t *preview.Table) int {
	ids := 0
	for _, u := range t.Units {
		ids = max(ids, terminal.Wide(u.ID))
	}
	return ids + 2 + 7
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
	names, name := named(t, p.out.Width())
	columns := len(t.Targets)
	if !names {
		const column = 8 // a number such as 12.3*, and the gap before it
		columns = max(1, (p.out.Width()-besideNames(t)-name)/column)
		blocks := (len(t.Targets) + columns - 1) / columns
		columns = (len(t.Targets) + blocks - 1) / blocks
	}
	for first := 0; first < len(t.Targets); first += columns {
		last := min(first+columns, len(t.Targets))
		right := []int{2}
		for j := first; j < last; j++ {
			right = append(right, 3+j-first)
		}
		grid := terminal.NewTable(right...)
		gridHead(grid, title, t.Targets, first, last, names, ranged)
		for i, row := range rows {
			best := preview.Best(row)
			cells := []string{t.Units[i].ID, p.out.Clip(t.Units[i].Name, name), ""}
			if ranged {
				cells[2] = "-" // it has nothing to shoot with
			}
			for j := first; j < last; j++ {
				if row[j].Unit == nil {
					cells = append(cells, " ")
					continue
				}
				cells = append(cells, marked(row[j].Per100, j == best))
				if ranged {
					cells[2] = fmt.Sprintf("%d\"", row[j].Scenario.Distance)
				}
			}
			grid.Add(cells...)
		}
		p.print(grid)
	}
}

// gridHead adds the heading of a table's columns from first to before last: the
// targets' names, in two lines if one of them has two words, or their numbers.
func gridHead(grid *terminal.Table, title string, targets []preview.Unit, first, last int, names, ranged bool) {
	top, bottom := []string{title, "", ""}, []string{"", "", ""}
	if ranged {
		bottom[2] = "FROM"
	}
	two := false
	for j := first; j < last; j++ {
		words := [2]string{"", fmt.Sprint(j + 1)}
		if names {
			words = heading(targets[j].Name)
		}
		two = two || words[0] != ""
		top, bottom = append(top, words[0]+" "), append(bottom, words[1]+" ")
	}
	if two {
		grid.Add(top...)
	} else {
		bottom[0] = title
	}
	grid.Add(bottom...)
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
	p.out.Paragraph(fmt.Sprintf("%s · %s · %d points · %s %s · against %s", p.out.Paint(terminal.Bold, u.Name), u.ID, u.Points, p.list.Game().Name, p.list.Game().Edition, p.enemy), "", "  ")
	fmt.Fprintf(p.out, "%s, Quality %d+, Defense %d+%s\n", plural(u.Side.Models(), "model", "models"), u.Side.Quality, u.Side.Defense, strings.TrimSuffix(strings.Replace(p.circumstances(), " Here: ", " · ", 1), "."))
	var shots, charges, abilities []preview.Pair
	for _, pair := range pairs {
		switch pair.Scenario.Mode {
		case combat.Shooting:
			shots = append(shots, pair)
		case combat.Melee:
			charges = append(charges, pair)
		default:
			abilities = append(abilities, pair)
		}
	}
	if len(shots) > 0 {
		if err := p.shooting(shots); err != nil {
			return err
		}
	} else if p.options.Mode == "" || p.options.Mode == combat.Shooting {
		fmt.Fprintln(p.out, "\nIt has no ranged weapons.")
	}
	if len(charges) > 0 {
		p.charging(charges)
	}
	if len(abilities) > 0 {
		p.using(abilities)
	}
	if len(pairs) > 0 {
		fmt.Fprintln(p.out)
		p.out.Paragraph("DEAD: destroyed to the last model. PER 100: the target's points that 100 points of this unit are expected to destroy, without routs; * is the best.", "", "")
	}
	p.charts(len(targets) == 1, shots, charges)
	p.unshown(pairs)
	return nil
}

// shooting prints a table of shooting at every distance that matters.
func (p *printout) shooting(pairs []preview.Pair) error {
	shaken := strings.ToUpper(p.shaken())
	t := terminal.NewTable(1, 2, 3, 4, 5, 6, 7)
	head := []string{"SHOOTING AT", "RANGE", "WOUNDS", "MODELS LOST", "IN COVER", "DEAD", shaken, "PER 100 "}
	if p.options.Cover {
		head[4] = ""
	}
	t.Add(head...)
	best := preview.Best(pairs)
	for i, pair := range pairs {
		r := &pair.Result.Target
		name := p.out.Clip(pair.Against.Name, nameWidth)
		if i > 0 && pairs[i-1].Against == pair.Against {
			name = ""
		}
		cover := ""
		if !p.options.Cover {
			scenario := pair.Scenario
			scenario.Cover = true
			covered, err := preview.Fight(p.list.Game(), pair.Unit, pair.Against, scenario)
			if err != nil {
				return err
			}
			cover = figure(covered.Result.Target.Wounds.Mean)
		}
		t.Add(name, p.band(&pair), figure(r.Wounds.Mean), figure(r.ModelsLost.Mean), cover, percent(r.Destroyed), percent(r.Shaken), marked(pair.Per100, i == best))
	}
	p.print(t)
	return nil
}

// charging prints a table of charges and what comes back.
func (p *printout) charging(pairs []preview.Pair) {
	t := terminal.NewTable(1, 2, 3, 4, 5, 6, 7, 8)
	t.Add("CHARGING", "DEALS", "TAKES", "WINS", "DRAWS", "LOSES", "DEAD", "ROUTED", "PER 100 ")
	best := preview.Best(pairs)
	for i, pair := range pairs {
		r := &pair.Result
		name := p.out.Clip(pair.Against.Name, nameWidth)
		switch last := i == len(pairs)-1 || pairs[i+1].Against != pair.Against; {
		case p.options.Distance > 0 || pair.Scenario.Distance == 0: // no distance matters
		case pair.Over == 0:
			name += " " + p.band(&pair)
		case last:
			name = fmt.Sprintf("  from over %d\"", pair.Over)
		default:
			name = "  from " + p.band(&pair)
		}
		t.Add(name, figure(r.Target.Wounds.Mean), figure(r.Attacker.Wounds.Mean), percent(r.Attacker.Wins), percent(r.Draw),
			percent(r.Target.Wins), percent(r.Target.Destroyed), percent(r.Target.Routed), marked(pair.Per100, i == best))
	}
	p.print(t)
}

// using prints a table of what the unit's abilities do, each used once.
func (p *printout) using(pairs []preview.Pair) {
	t := terminal.NewTable(2, 3, 4, 5)
	t.Add("USING", "ON", "WOUNDS", "MODELS LOST", "DEAD", strings.ToUpper(p.shaken()))
	for _, pair := range pairs {
		r := &pair.Result.Target
		name := pair.Scenario.Use.String()
		if pair.Unit.Casts(pair.Scenario.Use) {
			name += ", if cast"
		}
		t.Add(p.out.Clip(name, nameWidth), p.out.Clip(pair.Against.Name, nameWidth),
			figure(r.Wounds.Mean), figure(r.ModelsLost.Mean), percent(r.Destroyed), percent(r.Shaken))
	}
	p.print(t)
}

func (p *printout) print(t *terminal.Table) {
	fmt.Fprintln(p.out)
	p.out.Print(t)
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
		p.out.Print(p.outcomes(r, charges[i].Unit.Name, charges[i].Against.Name, p.shaken()))
	}
}

func (p *printout) chart(pair *preview.Pair, wounds dice.Spread, on string) {
	how := "charging"
	if pair.Scenario.Mode == combat.Shooting {
		how = "shooting from " + p.band(pair)
	}
	fmt.Fprintf(p.out, "\nWounds on %s, %s\n", on, how)
	p.out.Print(bars(wounds))
}

// shaken is the edition's word for units that failed a morale test.
func (p *printout) shaken() string { return shakenWord(p.list.Game()) }

// unshown names what the odds chose, leave to the player and leave out.
func (p *printout) unshown(pairs []preview.Pair) {
	p.named("Not modelled, so of no effect here: ", preview.NotModelled(pairs), "")
	p.named("Could be used (--use, --enemy-use): ", preview.Names(pairs, func(r *combat.Result) []string { return r.CouldBeUsed }), "")
	p.named("Chosen: ", preview.Names(pairs, func(r *combat.Result) []string { return r.Chosen }), "")
	p.named("Outside a fight: ", preview.Names(pairs, func(r *combat.Result) []string { return r.Outside }), "")
}
