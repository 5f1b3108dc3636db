package odds

import (
	"fmt"
	"slices"
	"strings"

	"muster/convert"
	"muster/report"
	"muster/rules/dice"
)

// CellKind is the kind of number that a cell of a table holds.
type CellKind uint8

const (
	WordsCell  CellKind = iota // no number
	MeanCell                   // an expected number of wounds, models, figures (miniatures) or hits
	ChanceCell                 // a probability, from 0 to 1
	WorthCell                  // points of the target that 100 points of the attacker destroy
)

// Cell returns a cell with a number of this kind, or with a number for each of several
// circumstances: all, or one if they read the same. Without numbers the cell is empty.
func (k CellKind) Cell(numbers ...float64) report.Cell {
	if len(numbers) == 0 {
		return report.Cell{}
	}
	texts := convert.All(numbers, k.NumberText)
	if !slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }) {
		texts = texts[:1]
	}
	cell := report.Cell{Text: strings.Join(texts, "/")}
	if k == WorthCell {
		cell.Rating = worthLevelOf(numbers[0])
		cell.RatingSign = worthLevels[cell.Rating-1].sign
	}
	return cell
}

// bestSign follows the best number of a row or column.
const bestSign = "*"

// epsilon is a bound on rounding errors: smaller numbers count as 0.
const epsilon = 1e-12

// Dash is the text for 0 and for what is impossible.
const Dash = "-"

// NumberText returns a number of this kind as text. A possible outcome never reads as impossible,
// and an uncertain one never as certain: "-", "<1%", "35%", ">99%", "100%" for chances; "-",
// "<0.1", "3.5", "120" for numbers, with a decimal below 100.
func (k CellKind) NumberText(x float64) string {
	rounded := dice.Rounded(x)
	switch {
	case x < epsilon:
		return Dash
	case k != ChanceCell && rounded < 0.05:
		return "<0.1"
	case k != ChanceCell && rounded < 99.95:
		return dice.Format(x, 1)
	case k != ChanceCell:
		return dice.Format(x, 0)
	case rounded <= 0.005:
		return "<1%"
	case x > 1-epsilon:
		return "100%"
	case rounded >= 0.995:
		return ">99%"
	}
	return dice.Format(100*x, 0) + "%"
}

// IsCertain reports whether the number has one value only, so that a chart would show one bar.
func IsCertain(s dice.Spread) bool {
	for _, p := range s.PMF {
		if p > 1-epsilon {
			return true
		}
	}
	return len(s.PMF) == 0
}

// A Bar is the chance of a number, or of several neighbouring numbers together.
type Bar struct {
	Label  string // "3", or "4–6"
	Chance float64
}

// Bars returns a distribution as a chart of up to most bars. It leaves out very unlikely numbers at
// either end.
func Bars(s dice.Spread, most int) []Bar {
	const rare = 0.0005
	from, to := 0, len(s.PMF)-1
	for from < to && s.PMF[from] < rare {
		from++
	}
	for to > from && s.PMF[to] < rare {
		to--
	}
	step := (to - from + most) / most
	var bars []Bar
	for low := from; low <= to; low += step {
		high := min(low+step-1, to)
		bar := Bar{Label: fmt.Sprint(low)}
		if high > low {
			bar.Label = fmt.Sprintf("%d–%d", low, high)
		}
		for _, p := range s.PMF[low : high+1] {
			bar.Chance += p
		}
		bars = append(bars, bar)
	}
	return bars
}
