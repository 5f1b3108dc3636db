package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"muster/rules"
	"muster/rules/dice"
	combat "muster/rules/gf"
	"muster/terminal"
)

// percent writes a probability for a person, never calling what can happen
// impossible, or what can fail sure.
func percent(p float64) string {
	const trace = 1e-12 // what floating point leaves of nothing
	switch {
	case p < trace:
		return "-"
	case p < 0.005:
		return "<1%"
	case p > 1-trace:
		return "100%"
	case p > 0.995:
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", 100*p)
}

// figure writes an expected number: with a decimal below 100.
func figure(x float64) string {
	switch {
	case x < 1e-12:
		return "-"
	case x < 0.05:
		return "<0.1"
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// shakenWord is what an edition calls units that failed a morale test.
func shakenWord(game *rules.System) string {
	return strings.ToLower(cmp.Or(game.Words["shaken"], "shaken"))
}

// outcomes tells what becomes of both sides of a fight, as a table.
func (a *app) outcomes(r *combat.Result, attacker, target, shaken string) *terminal.Table {
	t := terminal.NewTable(1, 2, 3, 4, 5, 6, 7)
	t.Add("", "WOUNDS", "MODELS LOST", "DEAD", "TESTS", strings.ToUpper(shaken), "ROUTED", "WINS")
	for _, side := range []struct {
		name string
		*combat.Outcome
	}{{attacker, &r.Attacker}, {target, &r.Target}} {
		t.Add(a.out.Clip(side.name, nameWidth), figure(side.Wounds.Mean), figure(side.ModelsLost.Mean), percent(side.Destroyed),
			percent(side.Tests), percent(side.Shaken), percent(side.Routed), percent(side.Wins))
	}
	return t
}

// nameWidth is how wide the names of units are at most in tables of odds.
const nameWidth = 20

// Bars of a chart: how many rows it has at most, and how long a bar can be.
const (
	barRows  = 12
	barWidth = 40
)

// bars draws a distribution as a chart for the terminal, a line for each
// number or, where there are many, for a few together. Numbers at either end
// that hardly ever come up are left out.
func bars(s dice.Spread) *terminal.Table {
	const rare = 0.0005
	from, to := 0, len(s.PMF)-1
	for from < to && s.PMF[from] < rare {
		from++
	}
	for to > from && s.PMF[to] < rare {
		to--
	}
	step := (to - from + barRows) / barRows
	var chance []float64
	t := terminal.NewTable(0, 1)
	most := 0.0
	for low := from; low <= to; low += step {
		p := 0.0
		for i := low; i < min(low+step, to+1); i++ {
			p += s.PMF[i]
		}
		chance = append(chance, p)
		most = max(most, p)
	}
	for i, p := range chance {
		low := from + i*step
		label := fmt.Sprint(low)
		if high := min(low+step-1, to); high > low {
			label = fmt.Sprintf("%d-%d", low, high)
		}
		t.Add("  "+label, percent(p), bar(p/most*barWidth))
	}
	return t
}

// bar is a bar of so many characters, to an eighth of one.
func bar(length float64) string {
	eighths := int(math.Round(length * 8))
	if eighths == 0 {
		return ""
	}
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string(rune('█' + 8 - eighths%8))
	}
	return text
}
