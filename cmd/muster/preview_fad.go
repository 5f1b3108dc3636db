package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/fad/preview"
	combat "muster/rules/fad"
	gfcombat "muster/rules/gf"
	"muster/schema"
	"muster/terminal"
)

// answerForce previews a list that fights with Fire Effect.
func (q *previewQuestion) answerForce(list builder.Roster, units []preview.Unit) error {
	o := preview.Options{Distance: q.options.Distance, Moved: q.options.Moved}
	switch q.options.Mode {
	case gfcombat.Shooting:
		o.Mode = combat.Shooting
	case gfcombat.Melee:
		o.Mode = combat.CloseAssault
	case gfcombat.Ability:
		return errors.New("`--mode ability` says nothing for Fast and Dirty; write shooting or melee")
	}
	for flag, uses := range map[string][]string{"--use": q.uses, "--enemy-use": q.enemyUses} {
		if uses != nil {
			return fmt.Errorf("`%s` says nothing for Fast and Dirty: a duel's `invoked` tells which powers are used", flag)
		}
	}
	if o.Cover = combat.Cover(q.cover); o.Cover == inCover {
		o.Cover = combat.Partial
	}
	covers := []string{string(combat.Open), string(combat.Partial), string(combat.Heavy)}
	if o.Cover != "" && !slices.Contains(covers, string(o.Cover)) {
		return fmt.Errorf("`--cover=%s` should be %s%s", o.Cover, strings.Join(covers, ", "), schema.DidYouMean(string(o.Cover), covers))
	}
	units, err := pick(list, units, q.unit, (*preview.Unit).Is)
	if err != nil {
		return err
	}
	targets, err := q.forceTargets(list)
	if err != nil {
		return err
	}
	p := forcePrintout{previewQuestion: q, list: list, options: o}
	if q.unit != "" {
		var all []preview.Pair
		for i := range units {
			var pairs []preview.Pair
			for j := range targets {
				more, err := preview.Try(&units[i], &targets[j], o)
				if err != nil {
					return err
				}
				pairs = append(pairs, more...)
			}
			if all = append(all, pairs...); !q.json {
				if i > 0 {
					fmt.Fprintln(p.out)
				}
				p.unit(&units[i], targets, pairs)
			}
		}
		if q.json {
			return p.report(units, all)
		}
		return nil
	}
	table, err := preview.Matrix(units, targets, o)
	if err != nil {
		return err
	}
	if q.json {
		var pairs []preview.Pair
		for i := range units {
			for _, row := range [][]preview.Pair{table.Fire[i], table.Assault[i]} {
				pairs = append(pairs, slices.DeleteFunc(slices.Clone(row), func(p preview.Pair) bool { return p.Unit == nil })...)
			}
		}
		return p.report(units, pairs)
	}
	p.table(table)
	return nil
}

// forceTargets finds whom to fight.
func (q *previewQuestion) forceTargets(list builder.Roster) ([]preview.Unit, error) {
	if q.against == benchmark {
		return preview.Bench()
	}
	path, id, err := q.foe()
	if err != nil {
		return nil, err
	}
	document, err := q.readEnemy(path, list.Game())
	if err != nil {
		return nil, err
	}
	if document.Kind == "bench/1" {
		targets, err := preview.ReadBench(document)
		if err != nil || id == "" {
			return targets, err
		}
		return target(path, targets, id, func(u *preview.Unit) string { return u.ID })
	}
	enemy, err := q.enemies(list, path)
	if err != nil {
		return nil, err
	}
	targets := preview.Targets(enemy.(builder.ForcePreviewer).Fighters()) // of the same game
	return pick(enemy, targets, id, (*preview.Unit).Is)
}

// forcePrintout writes previews of a force's units.
type forcePrintout struct {
	*previewQuestion
	list    builder.Roster
	options preview.Options
}

// report writes previews for scripts.
func (p *forcePrintout) report(units []preview.Unit, pairs []preview.Pair) error {
	type notes struct {
		ID          string   `json:"id"`
		With        string   `json:"with,omitempty"`
		Officer     string   `json:"officer,omitempty"`
		Notes       []string `json:"notes"`
		NoPart      []string `json:"no_part"`
		NotModelled []string `json:"not_modelled"`
	}
	file := struct {
		List    string          `json:"list"`
		System  string          `json:"system"`
		Against string          `json:"against"`
		Units   []notes         `json:"units"`
		Pairs   []combat.Object `json:"pairs"`
	}{p.list.Document().File, p.list.Game().ID, p.against, nil, make([]combat.Object, len(pairs))}
	for i := range units {
		u := &units[i]
		file.Units = append(file.Units, notes{u.ID, u.With, u.Officer, append([]string{}, u.Notes...), append([]string{}, u.NoPart...), append([]string{}, u.NotModelled...)})
	}
	best := map[string]int{}
	key := func(pair *preview.Pair) string { return fmt.Sprint(assaults(pair), pair.Unit.ID, pair.Unit.With) }
	for i := range pairs {
		if pairs[i].Per100 > 0 {
			if at, met := best[key(&pairs[i])]; !met || pairs[i].Per100 > pairs[at].Per100 {
				best[key(&pairs[i])] = i
			}
		}
	}
	for i := range pairs {
		at, met := best[key(&pairs[i])]
		file.Pairs[i] = pairs[i].Object(met && at == i)
	}
	return p.printJSON(file)
}

func assaults(pair *preview.Pair) bool {
	return pair.Scenario.Mode == combat.CloseAssault || pair.Scenario.Mode == combat.VehicleAssault
}

func (p *forcePrintout) title(what string) {
	p.out.Paragraph(fmt.Sprintf("%s · Fast and Dirty · against %s", what, p.against), "", "  ")
}

// table prints every unit against every target.
func (p *forcePrintout) table(t *preview.Table) {
	p.title(fmt.Sprintf("%s · %d points", builder.Title(p.list), p.list.Points()))
	p.out.Paragraph("Points destroyed for every 100 points spent, without routs; * is a unit's best target.", "", "")
	grid := func(title, from string, rows [][]preview.Pair) {
		const column = 8 // a number such as 12.3*, and the gap before it
		columns := max(1, (p.out.Width()-nameWidth-8)/column)
		for first := 0; first < len(t.Targets); first += columns {
			last := min(first+columns, len(t.Targets))
			right := []int{1}
			head := []string{title, from}
			for j := first; j < last; j++ {
				right = append(right, 2+j-first)
				head = append(head, fmt.Sprintf("%d ", j+1))
			}
			g := terminal.NewTable(right...)
			g.Add(head...)
			for i, row := range rows {
				best := preview.Best(row)
				cells := []string{p.out.Clip(t.Units[i].Name, nameWidth), ""}
				for j := first; j < last; j++ {
					if row[j].Unit == nil {
						cells = append(cells, "")
						continue
					}
					if d := row[j].Scenario.Distance; d > 0 {
						cells[1] = fmt.Sprintf("%d\"", d)
					}
					cells = append(cells, marked(row[j].Per100, j == best))
				}
				g.Add(cells...)
			}
			fmt.Fprintln(p.out)
			p.out.Print(g)
		}
	}
	if p.options.Mode != combat.CloseAssault {
		grid("SHOOTING, BLASTS", "FROM", t.Fire)
	}
	if p.options.Mode != combat.Shooting {
		grid("CHARGING", "", t.Assault)
	}
	fmt.Fprintln(p.out)
	for i := range t.Targets {
		fmt.Fprintf(p.out, "%3d  %s, %d points\n", i+1, p.out.Clip(t.Targets[i].Name, 40), t.Targets[i].Points)
	}
	fmt.Fprintln(p.out)
	p.out.Paragraph("Shooting is at targets "+p.ground()+", from where all weapons reach, at a vehicle's front; a vehicle counts if it is lost by its next activation. Charges meet the free shot.", "", "")
	for i := range t.Units {
		p.asides(&t.Units[i], t.Units[i].Name+": ", nil)
	}
	fmt.Fprintln(p.out)
	p.out.Paragraph(fmt.Sprintf("Next: muster preview %s --unit ID shows a unit's odds in full.", p.list.Document().File), "", "  ")
}

// ground is where targets stand that are fired at, if not in every cover.
func (p *forcePrintout) ground() string {
	if cover := p.options.Covers()[0]; cover != combat.Open {
		return "in " + string(cover) + " cover"
	}
	return "in the open"
}

// unit prints all that a unit can do to its targets.
func (p *forcePrintout) unit(u *preview.Unit, targets []preview.Unit, pairs []preview.Pair) {
	p.title(fmt.Sprintf("%s · %s · %d points", u.Name, u.ID, u.Points))
	best := preview.Best(pairs)
	var shots, charges []preview.Pair
	for _, pair := range pairs {
		if assaults(&pair) {
			charges = append(charges, pair)
		} else {
			shots = append(shots, pair)
		}
	}
	p.volleys(shots)
	p.charges(charges)
	if len(pairs) > 0 {
		fmt.Fprintln(p.out)
		columns := ""
		if len(p.options.Covers()) > 1 {
			columns = "Columns with / hold open ground, partial and heavy cover, if they differ. "
		}
		p.out.Paragraph(columns+"RALLY, BACK, ROUT: what becomes of the broken, "+p.ground()+". OUT: still out of action next activation; LOST: destroyed then, or before. PER 100: points destroyed for 100 points, "+p.ground()+", without routs; * is the best.", "", "")
	}
	if best >= 0 {
		pair := &pairs[best]
		spread, what := pair.Result.Target.Casualties, "Figures lost by"
		if pair.Result.Target.Has.Vehicle {
			spread, what = pair.Result.Target.Hits, "Hits on"
		}
		if !certain(spread) {
			fmt.Fprintf(p.out, "\n%s %s, %s\n", what, pair.Against.Name, p.how(pair))
			p.out.Print(bars(spread))
		}
		if len(targets) == 1 && assaults(pair) && !certain(pair.Result.Attacker.Casualties) {
			fmt.Fprintf(p.out, "\nFigures lost by %s\n", u.Name)
			p.out.Print(bars(pair.Result.Attacker.Casualties))
		}
	}
	p.asides(u, "", pairs)
}

// how says in a few words what a pair is.
func (p *forcePrintout) how(pair *preview.Pair) string {
	switch pair.Scenario.Mode {
	case combat.CloseAssault:
		if pair.Scenario.FreeShot != nil {
			return "charged, after the free shot"
		}
		return "charged"
	case combat.VehicleAssault:
		return "assaulted"
	}
	return p.band(pair) + " " + manner(pair)
}

// manner is how a pair fires.
func manner(pair *preview.Pair) string {
	what := ""
	switch {
	case pair.Scenario.Mode == combat.Blast:
		what = "blast"
	case pair.Scenario.OpenFire:
		what = "open fire"
	}
	if pair.Scenario.Moved {
		what = strings.TrimSpace(what + " moved")
	}
	return what
}

// band is the distances for which odds hold.
func (p *forcePrintout) band(pair *preview.Pair) string {
	switch {
	case pair.Scenario.Distance == 0:
		return "any"
	case p.options.Distance > 0:
		return fmt.Sprintf("%d\"", pair.Scenario.Distance)
	}
	return fmt.Sprintf("%d-%d\"", pair.Over, pair.Scenario.Distance)
}

// volleys prints tables of fire at figures and at vehicles, a row for all covers.
func (p *forcePrintout) volleys(shots []preview.Pair) {
	figures := terminal.NewTable(3, 4, 5, 6, 7, 8, 9, 10, 11)
	vehicles := terminal.NewTable(3, 4, 5, 6, 7, 8)
	figures.Add("FIRE AT", "RANGE", "HOW", "HITS", "KILLED", "PINNED", "BROKEN", "RALLY", "BACK", "ROUT", "DEAD", "PER 100 ")
	vehicles.Add("FIRE AT", "RANGE", "HOW", "HITS", "DAMAGED", "CRITICAL", "OUT", "LOST", "PER 100 ")
	best := preview.Best(shots)
	before := ""
	each := len(p.options.Covers())
	for i := 0; i+each <= len(shots); i += each {
		in := func(write func(float64) string, of func(*combat.Outcome) float64) string {
			var cells []string
			for j := range each {
				cells = append(cells, write(of(&shots[i+j].Result.Target)))
			}
			if len(slices.Compact(slices.Clone(cells))) == 1 {
				return cells[0]
			}
			return strings.Join(cells, "/")
		}
		name := shots[i].Against.Name
		if f := shots[i].Scenario.Facing; f != "" {
			name += ", " + string(f)
		}
		label := p.out.Clip(name, nameWidth)
		if name == before {
			label = ""
		}
		before = name
		open := &shots[i].Result.Target
		per100 := marked(shots[i].Per100, best >= i && best < i+each)
		hits := in(figure, func(o *combat.Outcome) float64 { return o.Hits.Mean })
		if open.Has.Vehicle {
			vehicles.Add(label, p.band(&shots[i]), manner(&shots[i]), hits,
				in(percent, func(o *combat.Outcome) float64 { return o.Damaged }), in(percent, func(o *combat.Outcome) float64 { return o.Critical }),
				in(percent, func(o *combat.Outcome) float64 { return o.OutOfAction }), in(percent, func(o *combat.Outcome) float64 { return o.Lost }), per100)
			continue
		}
		figures.Add(label, p.band(&shots[i]), manner(&shots[i]), hits,
			in(figure, func(o *combat.Outcome) float64 { return o.Casualties.Mean }), in(percent, func(o *combat.Outcome) float64 { return o.Pinned }),
			percent(open.Broken), percent(open.Rallied), percent(open.FallsBack), percent(open.Routed), percent(open.Destroyed), per100)
	}
	for _, t := range []*terminal.Table{figures, vehicles} {
		if t.Rows() > 1 {
			fmt.Fprintln(p.out)
			p.out.Print(t)
		}
	}
	if len(shots) == 0 && p.options.Mode != combat.CloseAssault {
		fmt.Fprintln(p.out, "\nIt has nothing to shoot with.")
	}
}

// charges prints tables of assaults and what comes back.
func (p *forcePrintout) charges(charges []preview.Pair) {
	figures := terminal.NewTable(2, 3, 4, 5, 6, 7, 8)
	vehicles := terminal.NewTable(1, 2, 3, 4, 5)
	figures.Add("CHARGING", "", "KILLS", "LOSES", "WINS", "DRAW", "OVERRUNS", "OVERRUN", "PER 100 ")
	vehicles.Add("ASSAULTING", "HITS", "DAMAGED", "OUT", "LOST", "PER 100 ")
	best := preview.Best(charges)
	for i, pair := range charges {
		r := &pair.Result
		name := p.out.Clip(pair.Against.Name, nameWidth)
		per100 := marked(pair.Per100, i == best)
		if r.Target.Has.Vehicle {
			vehicles.Add(name, figure(r.Target.Hits.Mean), percent(r.Target.Damaged), percent(r.Target.OutOfAction), percent(r.Target.Lost), per100)
			continue
		}
		how := ""
		if pair.Scenario.FreeShot != nil {
			name, how = "", "free shot"
		}
		figures.Add(name, how, figure(r.Target.Casualties.Mean), figure(r.Attacker.Casualties.Mean),
			percent(r.Attacker.Wins), percent(r.Draw), percent(r.Attacker.Overrun), percent(r.Target.Overrun), per100)
	}
	for _, t := range []*terminal.Table{figures, vehicles} {
		if t.Rows() > 1 {
			fmt.Fprintln(p.out)
			p.out.Print(t)
		}
	}
}

// asides prints what a player should know of a unit beside its numbers.
func (p *forcePrintout) asides(u *preview.Unit, of string, pairs []preview.Pair) {
	notes := slices.Clone(u.Notes)
	if names := preview.NeverPins(pairs); len(names) > 0 {
		notes = append(notes, "It cannot reach the pin level of: "+strings.Join(names, ", ")+".")
	}
	if len(u.NoPart) > 0 {
		notes = append(notes, "No part in a fight: "+strings.Join(u.NoPart, ", ")+".")
	}
	if len(u.NotModelled) > 0 {
		notes = append(notes, "Not modelled, so of no effect here: "+strings.Join(u.NotModelled, ", ")+".")
	}
	for i, note := range notes {
		if i == 0 {
			fmt.Fprintln(p.out)
		}
		p.out.Paragraph(of+note, "", "  ")
	}
}
