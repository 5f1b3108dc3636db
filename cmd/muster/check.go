package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"muster/builder"
	"muster/builder/finding"
)

func (a *app) checkCommand() *cobra.Command {
	var asJSON, team bool
	cmd := &cobra.Command{
		Use:   "check LIST… [--json] [--team]",
		Short: "Check whether lists are legal, and explain what is not",
		Long: `Check whether lists are legal, and explain what is not.

A folder stands for all lists in it. --team judges several lists as one side:
they state the same points, which is the side's size.

Exit code: 0 if all are legal, 1 if one is not, 2 if one cannot be read.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := listFiles(args)
			if err != nil {
				return err
			}
			results := a.checkAll(files)
			return a.reportCheck(results, team, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.Flags().BoolVar(&team, "team", false, "judge the lists as one side")
	return cmd
}

// checked is what became of one list.
type checked struct {
	file string
	list *roster // nil if the list cannot be used
	err  error
}

// listFiles turns arguments into files: a folder stands for the lists in it.
func listFiles(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			files = append(files, arg) // reading it says what is wrong
			continue
		}
		found, err := listsIn(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: there are no lists in this folder (files that begin with `muster: list/1`)", arg)
		}
		files = append(files, found...)
	}
	return files, nil
}

// listsIn finds the lists in a folder and those below it, sorted.
func listsIn(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ext := filepath.Ext(path); !entry.IsDir() && (ext == ".yaml" || ext == ".yml") && isList(path) {
			files = append(files, path)
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}

// isList looks at a file's beginning for what a list says of itself.
func isList(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return true // checking it says why
	}
	defer file.Close()
	head := make([]byte, 4096)
	n, _ := io.ReadFull(file, head)
	for line := range strings.Lines(string(head[:n])) {
		if rest, ok := strings.CutPrefix(line, "muster:"); ok {
			return strings.HasPrefix(strings.TrimSpace(rest), "list/")
		}
	}
	return false
}

// checkAll checks lists on all cores and returns the results in the order of
// the files. A long run shows its progress on a terminal.
func (a *app) checkAll(files []string) []checked {
	results := make([]checked, len(files))
	library := a.books()
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				list, err := openList(files[i], library)
				results[i] = checked{files[i], list, err}
				a.progress(int(done.Add(1)), len(files))
			}
		})
	}
	workers.Wait()
	return results
}

// progressFrom is how many lists make a run long enough to show its progress.
const progressFrom = 200

// progress draws a bar on the terminal's last line; it is gone at the end.
func (a *app) progress(done, all int) {
	if all < progressFrom || done%(all/100+1) != 0 && done != all || !isTerminal(a.err) {
		return
	}
	const width = 40
	filled := width * done / all
	fmt.Fprintf(a.err, "\r[%s%s] %d of %d lists", strings.Repeat("#", filled), strings.Repeat(".", width-filled), done, all)
	if done == all {
		fmt.Fprintf(a.err, "\r%s\r", strings.Repeat(" ", width+40))
	}
}

// reportCheck prints what was found, and returns the error for the exit code.
func (a *app) reportCheck(results []checked, team, asJSON bool) error {
	var unusable []error
	legal := true
	for _, r := range results {
		if r.err != nil {
			unusable = append(unusable, r.err)
			continue
		}
		legal = legal && r.list.legal()
	}
	var side *builder.Team
	if team && unusable == nil {
		armies := make([]*builder.Army, len(results))
		for i, r := range results {
			if armies[i] = r.list.gf; armies[i] == nil {
				return errNoTeams
			}
		}
		var err error
		if side, err = builder.NewTeam(armies); err != nil {
			return err
		}
		legal = side.Legal
	}
	if asJSON {
		if err := a.checkJSON(results, side); err != nil {
			return err
		}
	} else {
		a.checkText(results, side)
	}
	switch {
	case unusable != nil:
		return errors.Join(unusable...)
	case !legal:
		return &illegal{}
	}
	return nil
}

func (a *app) checkJSON(results []checked, side *builder.Team) error {
	document := struct {
		Lists []any         `json:"lists"`
		Team  *builder.Team `json:"team,omitempty"`
	}{Lists: []any{}, Team: side}
	for _, r := range results {
		if r.list != nil {
			document.Lists = append(document.Lists, r.list.report())
		}
	}
	return a.printJSON(document)
}

// printJSON writes one JSON document for scripts.
func (a *app) printJSON(document any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

func (a *app) checkText(results []checked, side *builder.Team) {
	if len(results) == 1 && side == nil {
		if list := results[0].list; list != nil {
			a.printVerdict(list)
		}
		return
	}
	t := newTable(2, 3)
	t.add("", "LIST", "POINTS", "LIMIT", "FINDINGS")
	for _, r := range results {
		if r.list == nil {
			t.add("?", r.file, "", "", "cannot be read")
			continue
		}
		mark, limit := "legal", ""
		if !r.list.legal() {
			mark = "ILLEGAL"
		}
		total, agreed := r.list.points()
		if agreed > 0 {
			limit = fmt.Sprint(agreed)
		}
		t.add(mark, r.file, fmt.Sprint(total), limit, codes(r.list.findings()))
	}
	for _, line := range t.lines() {
		fmt.Fprintln(a.out, line)
	}
	for _, r := range results {
		if r.list == nil || len(r.list.findings()) == 0 {
			continue
		}
		fmt.Fprintf(a.out, "\n%s\n", r.file)
		a.listFindings(r.file, r.list.findings())
	}
	if side == nil {
		return
	}
	fmt.Fprintf(a.out, "\nAs one side: %s, %d of %d points\n", a.verdict(side.Legal), side.Points, side.Limit)
	a.listFindings("", side.Findings)
}

func (a *app) verdict(legal bool) string {
	if legal {
		return a.paint(green, "legal")
	}
	return a.paint(red, "ILLEGAL")
}

// codes names the errors and warnings of a list, each code once.
func codes(findings []finding.Finding) string {
	var all []string
	for _, f := range findings {
		if f.Severity != finding.Note && !slices.Contains(all, f.Code) {
			all = append(all, f.Code)
		}
	}
	return strings.Join(all, " ")
}

// printVerdict prints whether one list is legal, and why not.
func (a *app) printVerdict(list *roster) {
	total, agreed := list.points()
	points := fmt.Sprintf("%d points", total)
	if agreed > 0 {
		points = fmt.Sprintf("%d of %d points", total, agreed)
	}
	fmt.Fprintf(a.out, "%s: %s, %s, %s\n", list.file(), a.verdict(list.legal()), points, plural(list.size(), "unit", "units"))
	a.listFindings(list.file(), list.findings())
	if list.legal() {
		fmt.Fprintf(a.out, "Next: muster export %s -o roster.pdf\n", list.file())
	}
}

// listFindings prints findings with their place in the file.
func (a *app) listFindings(file string, findings []finding.Finding) {
	for _, f := range findings {
		place := ""
		if file != "" {
			place = fmt.Sprintf("%s:%d:%d ", file, f.Line, f.Column)
		}
		text := fmt.Sprintf("%s%s: %s", place, f.Severity, f.Message)
		text += fmt.Sprintf(" (%s) [%s]", f.Code, f.Source)
		fmt.Fprint(a.out, a.paintFinding(string(f.Severity), wrap(text, "  ", "    ", a.width())))
	}
}
