package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/report"
	"muster/report/html"
)

// A Verdict is the result for a list that somebody sent in.
type Verdict struct {
	File    string `json:"file"`
	Name    string `json:"name"`    // the list's, as its player calls it
	Army    string `json:"army"`    // the names of its army books
	Version string `json:"version"` // theirs
	Points  int    `json:"points"`
	Verdict string `json:"verdict"` // legal, illegal or unreadable
	Errors  int    `json:"errors"`
	First   string `json:"first"` // the first finding, or why it cannot be read
	Mark    string `json:"mark"`  // see schema.Document.Mark

	Books []finding.Book `json:"books"` // the army books that judged, in the list's order

	Findings []finding.Finding `json:"-"`
}

// Verdicts are those of many lists: a cup's.
type Verdicts struct {
	Event string    `json:"event"` // its name
	Lists []Verdict `json:"lists"`
}

// JudgedBy names the army books that judged, each once: "Steel Wardens 1.0, digest
// 0123…".
func (v Verdicts) JudgedBy() (books []string) {
	for _, list := range v.Lists {
		for _, said := range Judged(list.Books) {
			if !slices.Contains(books, said) {
				books = append(books, said)
			}
		}
	}
	return books
}

// Judged names army books with their digests.
func Judged(books []finding.Book) (said []string) {
	for _, b := range books {
		said = append(said, strings.TrimSpace(b.Name+" "+b.Version)+", digest "+b.Digest)
	}
	return said
}

// VerdictOf is the verdict on a list with its findings, or on an unusable file.
func VerdictOf(file string, list builder.Roster, found []finding.Finding, err error) Verdict {
	v := Verdict{File: file, Verdict: "unreadable", Books: []finding.Book{}}
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		name := filepath.Base(file)
		v.First = strings.TrimPrefix(strings.TrimPrefix(strings.ReplaceAll(first, file, name), name+":"), " ")
		v.Errors = 1
		return v
	}
	v.Name, v.Army, v.Points, v.Mark = list.Name(), cmp.Or(strings.Join(list.Sources(), ", "), list.Game().Name), list.Points(), builder.Mark(list)
	v.Books = list.BookReports()
	var versions []string
	for _, b := range v.Books {
		versions = append(versions, b.Version)
	}
	v.Version = strings.Join(versions, ", ")
	v.Verdict, v.Findings = "legal", found
	for _, f := range found {
		if f.Severity != finding.Error {
			continue
		}
		if v.Errors++; v.Errors == 1 {
			v.Verdict, v.First = "illegal", f.Message
		}
	}
	if v.Errors == 0 && len(found) > 0 {
		v.First = found[0].Message
	}
	return v
}

// verdictColumns are a table's heading and how each row fills it.
var verdictColumns = []string{"file", "name", "army", "version", "points", "verdict", "errors", "first", "mark"}

// Cells are the verdict as a row of a table: the same keys, in the order of JSON.
func (v Verdict) Cells() []string {
	points := ""
	if v.Verdict != "unreadable" {
		points = itoa(v.Points)
	}
	return []string{v.File, v.Name, v.Army, v.Version, points, v.Verdict, itoa(v.Errors), v.First, v.Mark}
}

// VerdictForms lists the forms of verdicts.
func VerdictForms() []string { return []string{"json", "csv", "html", "github", "junit"} }

// Write writes the verdicts in one of VerdictForms: as JSON, as a table for
// spreadsheets, as a page, as annotations of a check on GitHub, as JUnit's XML.
func (v Verdicts) Write(w io.Writer, form string) error {
	switch form {
	case "json":
		return v.json(w)
	case "csv":
		return v.csv(w)
	case "html":
		return v.html(w)
	case "github":
		return v.annotations(w)
	case "junit":
		return v.junit(w)
	}
	return unknown("`%s` is no form of a check; choose text, %s", form, strings.Join(VerdictForms(), ", "))
}

func (v Verdicts) json(w io.Writer) error {
	if v.Lists == nil {
		v.Lists = []Verdict{}
	}
	return writeJSON(w, v, "")
}

func (v Verdicts) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(verdictColumns) // its error is that of Error below
	for _, list := range v.Lists {
		cells := list.Cells()
		for i := range cells {
			cells[i] = noFormula(cells[i])
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// verdictStyle adapts the sheet's style to a table of words, and marks illegal lists without
// colour too.
const verdictStyle = `
body { max-width: 80rem }
td, th { text-align: left; vertical-align: top }
.n { white-space: nowrap; font-variant-numeric: tabular-nums }
.bad { font-weight: bold }
`

// table returns the verdicts with all that is said of each.
func (v Verdicts) table() *report.Table {
	t := &report.Table{Title: "Verdicts"}
	for _, name := range verdictColumns {
		column := report.Column{Name: report.Capital(name)}
		if slices.Contains([]string{"points", "errors", "mark"}, name) {
			column.Kind = report.Number
		}
		t.Columns = append(t.Columns, column)
	}
	for _, list := range v.Lists {
		row := t.Add(list.Cells()...)
		for i := range row.Cells {
			row.Cells[i].Text = plain(strings.TrimSpace(row.Cells[i].Text))
		}
		if list.Verdict != "legal" {
			row.Cells[slices.Index(verdictColumns, "verdict")].Tone = report.Bad
		}
	}
	return t
}

func (v Verdicts) html(w io.Writer) error {
	var page bytes.Buffer // writing to it never fails
	h.Doctype(h.HTML(h.Lang("en"), head(v.Event, sheetStyle+verdictStyle),
		h.Body(
			h.Header(h.Div(h.Class("top"), h.H1(text(v.Event)), h.Span(h.Class("cost"), g.Text(v.Sum())))),
			h.Main(html.Page{}.Blocks(v.table()),
				h.Section(g.Map(v.JudgedBy(), func(b string) g.Node { return h.P(text("Judged by " + b)) }))),
		),
	)).Render(&page)
	_, err := page.WriteTo(w)
	return err
}

// Sum counts the lists: "28 lists: 25 legal, 2 illegal, 1 unreadable".
func (v Verdicts) Sum() string {
	of := map[string]int{}
	for _, list := range v.Lists {
		of[list.Verdict]++
	}
	var parts []string
	for _, verdict := range []string{"legal", "illegal", "unreadable"} {
		if of[verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[verdict], verdict))
		}
	}
	return finding.Count(len(v.Lists), "list") + ": " + cmp.Or(strings.Join(parts, ", "), "none")
}

// Doc returns the verdicts as a table, with the books that judged them and totals below it.
func (v Verdicts) Doc() *report.Doc {
	table := &report.Table{Columns: []report.Column{
		{},
		{Name: "List"},
		{Name: "Name", Max: 20},
		{Name: "Army", Max: 22},
		{Name: "Points", Kind: report.Number},
		{Name: "Mark"},
	}}
	for _, list := range v.Lists {
		shown, tone, points := list.Verdict, report.Good, itoa(list.Points)
		switch list.Verdict {
		case "illegal":
			shown, tone = "ILLEGAL", report.Bad
		case "unreadable":
			shown, tone, points = "?", report.Warn, ""
		}
		row := table.Add(shown, filepath.Base(list.File), list.Name, strings.TrimSpace(list.Army+" "+list.Version),
			points, list.Mark)
		row.Cells[0].Tone = tone
		if list.Errors == 0 {
			continue
		}
		said := list.First
		if list.Errors > 1 {
			said += fmt.Sprintf(" (and %s)", finding.Count(list.Errors-1, "more error"))
		}
		row.Below = []report.Block{report.Text{Spans: []report.Span{{Text: said}}, Indent: 9}}
	}
	doc := &report.Doc{Title: v.Event, Blocks: []report.Block{table, report.Space{}}}
	for _, book := range v.JudgedBy() {
		doc.Add(report.Say("Judged by " + book))
	}
	doc.Add(report.Line(v.Sum()))
	return doc
}

// annotations are the commands of a workflow on GitHub, a line a finding:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
func (v Verdicts) annotations(w io.Writer) error {
	var out bytes.Buffer
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	write := func(kind, file string, line, column int, title, message string) {
		fmt.Fprintf(&out, "::%s file=%s", kind, property.Replace(file))
		if line > 0 {
			fmt.Fprintf(&out, ",line=%d,col=%d", line, column)
		}
		fmt.Fprintf(&out, ",title=%s::%s\n", property.Replace(title), data.Replace(plain(message)))
	}
	kinds := map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}
	for _, list := range v.Lists {
		if list.Verdict == "unreadable" {
			write("error", list.File, 0, 0, list.Verdict, list.First)
		}
		for _, f := range list.Findings {
			write(kinds[f.Severity], cmp.Or(f.File, list.File), f.Line, f.Column, f.Code, f.Message)
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}

// The shape of JUnit's XML, as test reporters read it.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
	}
)

// junit is a suite for each list: a test that it can be read and used, and one
// that fails for every error in it.
func (v Verdicts) junit(w io.Writer) error {
	all := junitSuites{Name: cmp.Or(v.Event, "lists")}
	for _, list := range v.Lists {
		suite := junitSuite{Name: plain(list.File)}
		add := func(name, message string) {
			c := junitCase{Name: name, Class: suite.Name}
			if message != "" {
				c.Failure = &junitFailure{Message: plain(message), Type: name}
				suite.Failures++
			}
			suite.Cases = append(suite.Cases, c)
			suite.Tests++
		}
		switch {
		case list.Verdict == "unreadable":
			add(list.Verdict, list.First)
		case list.Errors == 0:
			add("legal", "")
		}
		for _, f := range list.Findings {
			if f.Severity == finding.Error {
				add(f.Code, f.Message)
			}
		}
		all.Tests, all.Failures, all.Suites = all.Tests+suite.Tests, all.Failures+suite.Failures, append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
