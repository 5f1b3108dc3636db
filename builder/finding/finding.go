// Package finding holds the findings of a check: errors, warnings and notes about a list,
// for people and for scripts.
package finding

import (
	"fmt"
	"slices"
	"strings"

	"muster/report"
)

// Severity says how serious a finding is.
type Severity string

// The severities. Only errors make a list illegal.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// A Finding is an error, warning or note about a list.
type Finding struct {
	// Code is the stable name of the kind of finding: "force-org/heroes".
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	// Message states the problem in a sentence, with its numbers and a way to make the
	// list legal.
	Message string `json:"message"`
	// Units are the ids of the units concerned, in the order of the list.
	Units []string `json:"units"`
	// File is the file of the list with the finding, if several lists are judged as one side; else
	// "".
	File string `json:"file,omitempty"`
	// Line and Column are the position in the list's file, from 1; 0 for a list that is not from a
	// file of muster.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Source names the rule: "GF 3, Force Org.".
	Source string `json:"source,omitempty"`
	// Fixes holds changes that remove the finding, if the caller asked for them.
	Fixes []Fix `json:"fixes,omitempty"`
	// LimitText is the limit that the list breaks, in a few words: "2 heroes at most"; "" if the
	// finding is not about a limit.
	LimitText string `json:"-"`
	// ExcessUnits is the number of units above a limit on the number of units; else 0.
	ExcessUnits int `json:"-"`
	// PointsOver is the number of points above a limit on the units' cost; else 0.
	PointsOver int `json:"-"`
}

// A Fix is a change of a list that removes a finding and causes no error.
type Fix struct {
	Label string `json:"label"` // the change in words, with the new points
	// points that the fix adds to the list's cost; negative if it saves points
	PointsChange int `json:"points"`
}

// CodeOverPoints is the code of the finding that a list costs more than its agreed size.
const CodeOverPoints = "points/over"

// IsAboutClaim reports whether an imported text claims something about the list that its army books
// do not support.
func (f *Finding) IsAboutClaim() bool { return strings.HasPrefix(f.Code, "import/") }

// String returns the finding on one line, without its position.
func (f Finding) String() string {
	text := fmt.Sprintf("%s: %s", f.Code, f.Message)
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}

// Paragraph returns a paragraph that consists of lead, the finding's severity, and text.
func (f Finding) Paragraph(lead, text string) report.Text {
	tone := report.QuietTone
	switch f.Severity {
	case Error:
		tone = report.BadTone
	case Warning:
		tone = report.WarnTone
	}
	spans := []report.Span{{Text: lead}, {Text: string(f.Severity) + ":", Tone: tone}, {Text: " " + text}}
	return report.Text{Spans: spans, HangingIndent: 2}
}

// FullMessage returns the message with the ids of the units concerned and the rule that it cites.
func (f Finding) FullMessage() string {
	text := f.Message
	if len(f.Units) > 0 {
		text += " (" + strings.Join(f.Units, ", ") + ")"
	}
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}

// CountText returns a number of things in words, given the singular: "1 unit", "2 units", "3
// heroes".
func CountText(n int, what string) string {
	if n != 1 {
		switch stem, y := strings.CutSuffix(what, "y"); {
		case y && !strings.HasSuffix(stem, "a"): // days
			what = stem + "ies"
		case strings.HasSuffix(what, "o"):
			what += "es"
		default:
			what += "s"
		}
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Legal reports whether no finding is an error.
func Legal(findings []Finding) bool {
	return !slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error })
}

// CodeOtherVersion is the code of the finding that the pinned version of a book is missing, but
// another version exists.
const CodeOtherVersion = "book/version"

// VersionMessage returns the message of the finding CodeOtherVersion: the list is judged by version
// in place of wanted.
func VersionMessage(book, version, wanted string) string {
	is := "one without a version"
	if version != "" {
		is = "version " + version
	}
	return fmt.Sprintf("the list is made with version %s of %s, which is not there; it is judged by %s, whose points and rules may differ", wanted, book, is)
}

// CodeSetAsideLink is the code of the warning that a unit, or a platoon, is linked with a unit that
// is set aside, that is, kept in the file without counting.
const CodeSetAsideLink = "list/aside"

// SetAsideLink returns the warning that unit has a link to a unit that is set aside: the value of
// key in its entry is the id to. unit is "" for the list itself, and a platoon's name for a
// platoon.
func SetAsideLink(unit, to, key string) Finding {
	text, stays := "`%s` is set aside", map[string]string{
		"combine": ", so that `%s` stands alone", "join": ", so that `%s` stands alone", "in": ", so that `%s` walks",
		"partner": ", so that `%s` has no partner", "general": "; it is no general tonight",
		"command": "; its platoon is without it", "squads": "; its platoon is without it",
	}[key]
	if text = fmt.Sprintf(text, to); strings.Contains(stays, "%s") {
		stays = fmt.Sprintf(stays, unit)
	}
	return Finding{
		Code: CodeSetAsideLink, Severity: Warning, Source: "muster, list/1", Units: []string{unit},
		Message: text + stays,
	}
}
