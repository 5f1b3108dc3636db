package export

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/convert"
	"muster/report"
	"muster/report/html"
	"muster/schema"
)

// A Verdict is the result of checking a submitted list.
type Verdict struct {
	File         string `json:"file"`
	Name         string `json:"name"`    // the list's name
	BookNames    string `json:"army"`    // the names of its army books
	BookVersions string `json:"version"` // versions of its army books
	Points       int    `json:"points"`
	Result       string `json:"verdict"` // one of verdictsWorstFirst
	ErrorCount   int    `json:"errors"`
	// the decisive finding, or the reason why the file is unreadable
	FirstFinding string `json:"first"`
	// a short fingerprint of the list and its books, from builder.Mark
	Fingerprint string `json:"mark"`

	// EqualFile is the file of another submitted list that is equal, or differs only in its name;
	// "" for none.
	EqualFile string `json:"same_as,omitempty"`
	// the army books used for the verdict, in the list's order
	Books    []finding.Book    `json:"books"`
	Findings []finding.Finding `json:"findings"`
	Notes    []string          `json:"notes,omitempty"` // what was left out when the list was read
	Readable bool              `json:"readable"`
	Problems []Problem         `json:"problems,omitempty"` // why the file is unreadable

	// SheetHTML is the printed list as HTML; "" for none.
	SheetHTML string `json:"-"`
	// SubmittedText is the submitted text; "" if it is not wanted.
	SubmittedText string `json:"-"`

	namelessFingerprint string // a fingerprint like Fingerprint that leaves out the list's name
}

// The verdicts, in the order of their importance for an organiser.
const (
	VerdictUnreadable = "unreadable"
	// the list was changed while it was read, so a person should compare it with its text
	VerdictNeedsReview = "look"
	VerdictIllegal     = "illegal"
	VerdictLegal       = "legal"
)

// verdictsWorstFirst lists the possible verdicts, the worst first.
var verdictsWorstFirst = []string{VerdictUnreadable, VerdictNeedsReview, VerdictIllegal, VerdictLegal}

// A Problem is one reason why a file cannot be read, as scripts get it.
type Problem struct {
	Code    string `json:"code"`
	Line    int    `json:"line"` // 0 for the file as a whole
	Column  int    `json:"column"`
	Message string `json:"message"`

	file string // the file with the problem; "" for the file that was read
}

// An UnreadableFile is the entry for an unreadable file, as scripts get it.
type UnreadableFile struct {
	File     string    `json:"file"`
	Readable bool      `json:"readable"` // always false
	Problems []Problem `json:"problems"`
}

// ProblemsOf returns the problems that an error holds, or the error as a single problem.
func ProblemsOf(err error) []Problem {
	var known *schema.Error
	if !errors.As(err, &known) || len(known.Problems) == 0 {
		return []Problem{{Code: schema.CodeWrongFormat, Message: err.Error()}}
	}
	all := make([]Problem, len(known.Problems))
	for i, p := range known.Problems {
		all[i] = Problem{cmp.Or(p.Code, schema.CodeWrongFormat), p.Line, p.Column, p.Message, p.File}
	}
	return all
}

// Verdicts holds the verdicts on many lists.
type Verdicts struct {
	Event string    `json:"event"` // the event's name
	Lists []Verdict `json:"lists"`
	// ShowAllFindings means that the text form shows all findings, not only the first.
	ShowAllFindings bool `json:"-"`
}

// VerdictOrders lists the orders that Sort accepts.
func VerdictOrders() []string { return []string{"verdict", "name", "points", "army"} }

// Sort sorts the lists by one of VerdictOrders. Equal lists keep their order.
func (v Verdicts) Sort(by string) error {
	compare := map[string]func(x, y Verdict) int{
		"verdict": func(x, y Verdict) int {
			return slices.Index(verdictsWorstFirst, x.Result) - slices.Index(verdictsWorstFirst, y.Result)
		},
		"name": func(x, y Verdict) int {
			return cmp.Compare(strings.ToLower(cmp.Or(x.Name, x.File)), strings.ToLower(cmp.Or(y.Name, y.File)))
		},
		"points": func(x, y Verdict) int { return y.Points - x.Points },
		"army":   func(x, y Verdict) int { return cmp.Compare(x.BookNames, y.BookNames) },
	}[by]
	if compare == nil {
		return formatError("`%s` is no order of verdicts; choose %s", by, strings.Join(VerdictOrders(), ", "))
	}
	slices.SortStableFunc(v.Lists, compare)
	return nil
}

// SetEqualFiles sets EqualFile in all lists.
func (v Verdicts) SetEqualFiles() {
	first := map[string]int{}
	for i := range v.Lists {
		one := &v.Lists[i]
		if one.namelessFingerprint == "" {
			continue
		}
		at, again := first[one.namelessFingerprint]
		if !again {
			first[one.namelessFingerprint] = i
			continue
		}
		one.EqualFile = v.Lists[at].File
		v.Lists[at].EqualFile = cmp.Or(v.Lists[at].EqualFile, one.File)
	}
}

// BooksUsed lists the army books used for the verdicts, each once: "Steel Wardens 1.0, digest
// 0123…".
func (v Verdicts) BooksUsed() (books []string) {
	for _, list := range v.Lists {
		for _, said := range BookDigests(list.Books) {
			if !slices.Contains(books, said) {
				books = append(books, said)
			}
		}
	}
	return books
}

// BookDigests returns the names of army books with their digests.
func BookDigests(books []finding.Book) (said []string) {
	for _, b := range books {
		said = append(said, strings.TrimSpace(b.Name+" "+b.Version)+", digest "+b.Digest)
	}
	return said
}

// VerdictOf returns the verdict on a list with its findings, or on an unreadable file.
func VerdictOf(file string, list builder.Roster, found []finding.Finding, err error) Verdict {
	v := Verdict{File: file, Result: VerdictUnreadable, Books: []finding.Book{}, Findings: []finding.Finding{}}
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		name := filepath.Base(file)
		v.FirstFinding = strings.TrimPrefix(strings.TrimPrefix(strings.ReplaceAll(first, file, name), name+":"), " ")
		v.Problems = ProblemsOf(err)
		v.ErrorCount = len(v.Problems)
		return v
	}
	v.Readable = true
	v.Name, v.BookNames, v.Points = list.Name(), cmp.Or(strings.Join(list.BookNames(), ", "), list.Game().Name), list.Points()
	v.Books = list.BookReports()
	v.Fingerprint, v.namelessFingerprint = builder.Fingerprint(list), list.Document().NamelessFingerprint(finding.BookFingerprints(v.Books)...)
	v.BookVersions = strings.Join(convert.All(v.Books, func(b finding.Book) string { return b.Version }), ", ")
	if found != nil {
		v.Findings = found
	}
	v.setVerdict()
	return v
}

// setVerdict sets the verdict from the findings, and FirstFinding to the decisive finding.
func (v *Verdict) setVerdict() {
	v.Result = VerdictLegal
	for _, f := range v.Findings {
		is := VerdictLegal
		switch {
		case f.IsAboutClaim():
			is = VerdictNeedsReview
		case f.Severity == finding.Error:
			is = VerdictIllegal
		}
		if f.Severity == finding.Error {
			v.ErrorCount++
		}
		if v.FirstFinding == "" || slices.Index(verdictsWorstFirst, is) < slices.Index(verdictsWorstFirst, v.Result) {
			v.FirstFinding, v.Result = f.Message, is
		}
	}
}

// verdictColumns holds the names of the columns of the verdict table.
var verdictColumns = []string{"file", "name", "army", "version", "points", "verdict", "errors", "first", "mark"}

// Cells returns the verdict as a row of a table, in the order of verdictColumns.
func (v Verdict) Cells() []string {
	points := ""
	if v.Readable {
		points = itoa(v.Points)
	}
	return []string{
		v.File, v.Name, v.BookNames, v.BookVersions, points, v.Result, itoa(v.ErrorCount),
		v.FirstFinding, v.Fingerprint,
	}
}

// VerdictFormats lists the file formats that Write accepts.
func VerdictFormats() []string { return []string{"json", "csv", "html", "github", "junit"} }

// Write writes the verdicts in one of VerdictFormats: JSON, a table for spreadsheets, a web page,
// annotations for GitHub, JUnit XML.
func (v Verdicts) Write(w io.Writer, form string) error {
	switch form {
	case "json":
		v.Lists = append([]Verdict{}, v.Lists...) // none are [] and not null
		return writeJSON(w, v, "")
	case "csv":
		return v.writeCSV(w)
	case "html":
		return v.writeHTML(w)
	case "github":
		return v.writeGitHubAnnotations(w)
	case "junit":
		return v.writeJUnit(w)
	}
	return formatError("`%s` is no form of a check; choose text, %s", form, strings.Join(VerdictFormats(), ", "))
}

func (v Verdicts) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(verdictColumns) // its error is that of Error below
	for _, list := range v.Lists {
		cells := list.Cells()
		for i := range cells {
			cells[i] = escapeFormula(cells[i])
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// verdictStyle is the CSS that the verdicts' web page adds to the style of list sheets: rows that
// open, a sign besides colour for illegal lists, and no filter in print.
const verdictStyle = `
body { max-width: 80rem }
fieldset { border: 0; margin: 0 0 .6rem; padding: 0 }
fieldset label { margin-right: 1rem }
details { border-top: 1px solid #bbb }
summary, .columns { display: grid; grid-template-columns: 6rem 3fr 3fr 4fr 4rem 13rem; gap: .6rem; padding: .3rem 0 }
summary { cursor: pointer }
.columns { font-weight: bold }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .mark { font-variant-numeric: tabular-nums; white-space: nowrap }
.why { grid-column: 2 / -1 }
.bad { font-weight: bold }
body:has(#show-unreadable:checked) .list:not(.is-unreadable), body:has(#show-look:checked) .list:not(.is-look),
body:has(#show-illegal:checked) .list:not(.is-illegal), body:has(#show-legal:checked) .list:not(.is-legal) { display: none }
@media print { fieldset { display: none } details { break-inside: avoid } }
`

func (v Verdicts) writeHTML(w io.Writer) error {
	var page bytes.Buffer // writing to it never fails
	h.Doctype(h.HTML(h.Lang("en"), htmlHead(v.Event, sheetStyle+verdictStyle),
		h.Body(
			h.Header(h.Div(h.Class("top"), h.H1(textNode(v.Event)), h.Span(h.Class("cost"), g.Text(v.Totals())))),
			h.Main(v.filterNode(),
				h.Div(h.Class("columns"), g.Map([]string{"Verdict", "File", "Name", "Army", "Points", "Mark"}, func(name string) g.Node {
					return h.Span(g.If(name == "Points", h.Class("n")), g.Text(name))
				})),
				g.Map(v.Lists, Verdict.listNode),
				h.Section(g.Map(v.BooksUsed(), func(b string) g.Node { return h.P(textNode("Judged by " + b)) }))),
		),
	)).Render(&page)
	_, err := page.WriteTo(w)
	return err
}

// filterNode draws the choice of the verdict to show.
func (v Verdicts) filterNode() g.Node {
	of := v.countVerdicts()
	choose := func(id, label string, checked bool) g.Node {
		return h.Label(h.Input(h.Type("radio"), h.Name("show"), h.ID("show-"+id), g.If(checked, h.Checked())),
			g.Text(" "+label))
	}
	return h.FieldSet(h.Aria("label", "Which lists"), choose("all", fmt.Sprintf("all %d", len(v.Lists)), true),
		g.Map(verdictsWorstFirst, func(verdict string) g.Node {
			return g.If(of[verdict] > 0, choose(verdict, fmt.Sprintf("%d %s", of[verdict], verdict), false))
		}))
}

// listNode draws the line of a list, which opens to show its findings and its sheet.
func (v Verdict) listNode() g.Node {
	cells, why := v.Cells(), v.FirstFinding
	if v.EqualFile != "" {
		why = strings.TrimSpace(why + " · same list as " + v.EqualFile)
	}
	cell := func(column string) string {
		return safeText(strings.TrimSpace(cells[slices.Index(verdictColumns, column)]))
	}
	return h.Details(h.Class("list is-"+v.Result), h.Summary(
		h.Span(g.If(v.Result != VerdictLegal, h.Class("bad")), g.Text(v.Result)), h.Span(textNode(cell("file"))),
		h.Span(textNode(cell("name"))),
		h.Span(textNode(cell("army")+" "+cell("version"))), h.Span(h.Class("n"), g.Text(cell("points"))),
		h.Span(h.Class("mark"), g.Text(v.Fingerprint)),
		g.If(why != "", h.Span(h.Class("why"), textNode(safeText(why))))),
		h.Ul(g.Map(append(v.problemTexts(), v.Notes...), func(said string) g.Node { return h.Li(textNode(safeText(said))) })),
		g.Raw(v.SheetHTML))
}

// countVerdicts returns the number of lists by verdict.
func (v Verdicts) countVerdicts() map[string]int {
	of := map[string]int{}
	for _, list := range v.Lists {
		of[list.Result]++
	}
	return of
}

// Totals returns the numbers of lists as text: "28 lists: 25 legal, 2 illegal, 1 unreadable".
func (v Verdicts) Totals() string {
	of := v.countVerdicts()
	var parts []string
	for _, verdict := range slices.Backward(verdictsWorstFirst) {
		if of[verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[verdict], verdict))
		}
	}
	return finding.CountText(len(v.Lists), "list") + ": " + cmp.Or(strings.Join(parts, ", "), "none")
}

// Doc returns the verdicts as a table, with the books and totals below.
func (v Verdicts) Doc() *report.Doc {
	table := &report.Table{Columns: []report.Column{
		{},
		{Name: "List"},
		{Name: "Name", MaxWidth: 20},
		{Name: "Army", MaxWidth: 22},
		{Name: "Points", Kind: report.NumberColumn},
		{Name: "Mark"},
	}}
	for _, list := range v.Lists {
		shown, tone, points := list.Result, report.GoodTone, itoa(list.Points)
		switch list.Result {
		case VerdictIllegal:
			shown, tone = "ILLEGAL", report.BadTone
		case VerdictNeedsReview:
			shown, tone = "LOOK", report.WarnTone
		case VerdictUnreadable:
			shown, tone, points = "?", report.WarnTone, ""
		}
		row := table.Add(shown, shortName(list.File), list.Name, strings.TrimSpace(list.BookNames+" "+list.BookVersions),
			points, list.Fingerprint)
		row.Cells[0].Tone = tone
		row.BlocksBelow = list.problemBlocks(v.ShowAllFindings)
	}
	doc := &report.Doc{Title: v.Event, Blocks: []report.Block{table, report.EmptyLine{}}}
	for _, book := range v.BooksUsed() {
		doc.Add(report.Paragraph("Judged by " + book))
	}
	doc.Add(report.SingleLine(v.Totals()))
	return doc
}

// problemBlocks returns the problems of a list, to show below its line; only the first unless all
// is set.
func (v Verdict) problemBlocks(all bool) (blocks []report.Block) {
	say := func(text string) {
		blocks = append(blocks, report.Text{Spans: []report.Span{{Text: text}}, Indent: 9})
	}
	said := v.problemTexts()
	switch {
	case all:
		for _, text := range said {
			say(text)
		}
	case v.ErrorCount == 0 && v.Result == VerdictLegal:
	case v.ErrorCount > 1:
		say(v.FirstFinding + fmt.Sprintf(" (and %s)", finding.CountText(v.ErrorCount-1, "more error")))
	default:
		say(v.FirstFinding)
	}
	for _, note := range v.Notes {
		say("note: " + note)
	}
	if v.EqualFile != "" {
		say("same list as " + shortName(v.EqualFile))
	}
	return blocks
}

// AddSheet adds the list's sheet for the web page. It does nothing if the list cannot be printed.
func (v *Verdict) AddSheet(list builder.Roster) {
	document, err := NewDocument(list, Extras{})
	if err != nil {
		return
	}
	var out strings.Builder // writing to it never fails
	html.Page{Heading: cmp.Or(v.Name, v.File)}.Blocks(document.Sheet.Doc().Blocks...).Render(&out)
	v.SheetHTML = out.String()
}

// shortName returns a file's name without its folder; for a file in an archive, with the archive's
// name.
func shortName(file string) string {
	if at := strings.LastIndex(file, ".zip/"); at >= 0 {
		return filepath.Base(file[:at]) + file[at:]
	}
	return filepath.Base(file)
}

// problemTexts returns all problems and findings of a list, in sentences.
func (v Verdict) problemTexts() (all []string) {
	for _, p := range v.Problems {
		lead := ""
		if p.Line > 0 {
			lead = fmt.Sprintf("line %d: ", p.Line)
		}
		all = append(all, lead+p.Message)
	}
	for _, f := range v.Findings {
		all = append(all, fmt.Sprintf("%s: %s (%s)", f.Severity, f.Message, f.Code))
	}
	return all
}

// ReplyLetter returns a letter to the player who sent the list: the verdict, its reasons, and the
// list's fingerprint.
func (v Verdicts) ReplyLetter(list Verdict) *report.Doc {
	doc := &report.Doc{Title: cmp.Or(v.Event, "Check") + ": " + cmp.Or(list.Name, filepath.Base(list.File))}
	says := map[string]string{
		VerdictUnreadable:  "Your list could not be read. Please send it again, as the file that you saved, as a code or a link, or as the text that Army Forge shares.",
		VerdictNeedsReview: "Your list is not what its text says. Please look at each line below, and send the list again.",
		VerdictIllegal:     "Your list is not legal. Please change it, and send it again.",
		VerdictLegal:       "Your list is legal.",
	}[list.Result]
	doc.Add(report.Paragraph(says))
	if list.Readable {
		doc.Add(report.Paragraph(fmt.Sprintf("%s, %d points", strings.TrimSpace(list.BookNames+" "+list.BookVersions), list.Points)))
	}
	if len(list.Problems)+len(list.Findings) > 0 {
		doc.Add(report.EmptyLine{})
	}
	for i, text := range list.problemTexts() {
		doc.Add(report.Text{Spans: []report.Span{{Text: "- " + text}}, HangingIndent: 2})
		if i -= len(list.Problems); i >= 0 {
			for _, fix := range list.Findings[i].Fixes {
				doc.Add(report.Text{Spans: []report.Span{{Text: "mends it: " + fix.Label}}, Indent: 4, HangingIndent: 2})
			}
		}
	}
	for _, note := range list.Notes {
		doc.Add(report.Text{Spans: []report.Span{{Text: "- " + note}}, HangingIndent: 2})
	}
	if list.Fingerprint != "" {
		doc.Add(report.EmptyLine{}, report.SingleLine("Mark of this list: "+list.Fingerprint))
	}
	for _, book := range BookDigests(list.Books) {
		doc.Add(report.Paragraph("Judged by " + book))
	}
	return doc
}

// writeGitHubAnnotations writes each finding as an annotation in the log of a GitHub workflow:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
func (v Verdicts) writeGitHubAnnotations(w io.Writer) error {
	var out bytes.Buffer
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	kinds := map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "notice"}
	write := func(f finding.Finding) {
		fmt.Fprintf(&out, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", kinds[f.Severity], property.Replace(f.File),
			max(f.Line, 1), max(f.Column, 1),
			property.Replace(f.Code), data.Replace(safeText(f.Message)))
	}
	for _, list := range v.Lists {
		for _, p := range list.Problems {
			write(finding.Finding{
				Severity: finding.Error, File: cmp.Or(p.file, list.File), Line: p.Line, Column: p.Column,
				Code: p.Code, Message: p.Message,
			})
		}
		for _, f := range list.Findings {
			f.File = cmp.Or(f.File, list.File)
			write(f)
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}

// The elements of JUnit's XML, as test reporters read it.
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

// writeJUnit writes a test suite for each list: a test that the list can be read, and a failing
// test for every error.
func (v Verdicts) writeJUnit(w io.Writer) error {
	all := junitSuites{Name: cmp.Or(v.Event, "lists")}
	for _, list := range v.Lists {
		suite := junitSuite{Name: safeText(list.File)}
		add := func(name, message string) {
			c := junitCase{Name: name, Class: suite.Name}
			if message != "" {
				c.Failure = &junitFailure{Message: safeText(message), Type: name}
				suite.Failures++
			}
			suite.Cases = append(suite.Cases, c)
			suite.Tests++
		}
		if list.Result == VerdictLegal {
			add(VerdictLegal, "")
		}
		for _, p := range list.Problems {
			add(p.Code, p.Message)
		}
		for _, f := range list.Findings {
			if f.Severity == finding.Error || f.IsAboutClaim() {
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
