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

// A Finding is one thing found in a list.
type Finding struct {
	// Code is the stable name of the kind of finding: "force-org/heroes".
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	// Message states the problem in a sentence, with its numbers and a way to make the
	// list legal.
	Message string `json:"message"`
	// Units are the ids of the units concerned, in the order of the list.
	Units []string `json:"units"`
	// File is the list with the finding if several lists are judged as one side; else "".
	File string `json:"file,omitempty"`
	// Line and Column are the position in the list's file, from 1; 0 for a list that is not from a
	// file of muster.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Source names the rule: "GF 3, Force Org.".
	Source string `json:"source,omitempty"`
	// Fixes holds changes that solve the finding, if the caller asked for them.
	Fixes []Fix `json:"fixes,omitempty"`
	// Limit is the limit that is broken, in a few words ("2 heroes at most"), where the finding is
	// about one; else "".
	Limit string `json:"-"`
	// Excess is how many units are too many, where the finding limits their number; else 0.
	Excess int `json:"-"`
	// Over is the number of points above a limit on the units' cost; else 0.
	Over int `json:"-"`
}

// A Fix is a change that solves a finding and causes no error.
type Fix struct {
	Label  string `json:"label"`  // the change in words, with the new points
	Points int    `json:"points"` // the change of the list's cost
}

// OverPoints is the code of the finding that a list costs more than its agreed size.
const OverPoints = "points/over"

// String returns the finding on one line, without its position.
func (f Finding) String() string {
	text := fmt.Sprintf("%s: %s", f.Code, f.Message)
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}

// Text returns a paragraph about the finding: lead, its severity, and text.
func (f Finding) Text(lead, text string) report.Text {
	tone := report.Quiet
	switch f.Severity {
	case Error:
		tone = report.Bad
	case Warning:
		tone = report.Warn
	}
	spans := []report.Span{{Text: lead}, {Text: string(f.Severity) + ":", Tone: tone}, {Text: " " + text}}
	return report.Text{Spans: spans, Hang: 2}
}

// Full returns the message with the units that it is about and the rule that it cites.
func (f Finding) Full() string {
	text := f.Message
	if len(f.Units) > 0 {
		text += " (" + strings.Join(f.Units, ", ") + ")"
	}
	if f.Source != "" {
		text += " [" + f.Source + "]"
	}
	return text
}

// Count returns a number of things in words, given the singular: "1 unit", "2 units", "3 heroes".
func Count(n int, what string) string {
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

// CodeVersion is the code of the finding that the pinned version of a book is missing, but
// another version exists.
const CodeVersion = "book/version"

// OtherVersion returns the message of the finding CodeVersion: version is present in place of
// wanted.
func OtherVersion(book, version, wanted string) string {
	is := "one without a version"
	if version != "" {
		is = "version " + version
	}
	return fmt.Sprintf("the list is made with version %s of %s, which is not there; it is judged by %s, whose points and rules may differ", wanted, book, is)
}

// CodeAside is the code of the warning that a unit, or a platoon, is linked with one that is set aside.
const CodeAside = "list/aside"

// Aside returns the warning that the value of key in the entry of unit names a unit, to, that is
// set aside. Use "" for the list itself, and a platoon's name for a platoon.
func Aside(unit, to, key string) Finding {
	text, stays := "`%s` is set aside", map[string]string{
		"combine": ", so that `%s` stands alone", "join": ", so that `%s` stands alone", "in": ", so that `%s` walks",
		"partner": ", so that `%s` has no partner", "general": "; it is no general tonight",
		"command": "; its platoon is without it", "squads": "; its platoon is without it",
	}[key]
	if text = fmt.Sprintf(text, to); strings.Contains(stays, "%s") {
		stays = fmt.Sprintf(stays, unit)
	}
	return Finding{
		Code: CodeAside, Severity: Warning, Source: "muster, list/1", Units: []string{unit},
		Message: text + stays,
	}
}
