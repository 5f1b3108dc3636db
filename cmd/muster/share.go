package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files/disk"
	"muster/share"
)

func (a *app) shareCommand() *cobra.Command {
	s := shareOptions{app: a}
	cmd := &cobra.Command{
		Use:   "share LIST [--link ADDRESS] [--no-copy] | FOLDER -o FILE.zip",
		Short: "Print a list as a code that opens anywhere",
		Long: `Print a list as a code on one line, to send through a chat. The code has the
list's file, and a copy that can be read without the army books. --link prints a
link that opens the list in a browser.

A folder is shared as one ZIP file: a shelf with its army books, lists, events,
armouries, collections and units. Its shelf.yaml says whose they are. muster
import and the pages open the file.`,
		Example: `  muster share third.yaml
  muster share third.yaml --link https://example.org/muster/
  muster show CODE
  muster import CODE
  muster share club/ -o club.zip`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: anyListFiles.completeThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			if isFolder(args[0]) {
				return s.shareFolder(args[0])
			}
			return s.shareList(args[0])
		},
	}
	cmd.Flags().StringVar(&s.link, "link", "", "the `address` of a builder in the browser, which the link opens")
	a.addJSONFlag(cmd, jsonUsage)
	cmd.Flags().BoolVar(&s.omitCopy, "no-copy", false, "leave out the copy: a shorter code, for a friend with the army books")
	cmd.Flags().StringVarP(&s.output, "output", "o", "", "the ZIP `file` to write a folder to")
	return cmd
}

type shareOptions struct {
	*app
	link, output string // address for a link, and the output file
	omitCopy     bool
}

func (a *shareOptions) shareList(file string) error {
	if a.output != "" {
		return errors.New("-o names the file of a folder that is shared; a list is printed as a code")
	}
	list, err := a.openOrSenderCopy(file)
	if err != nil {
		return err
	}
	shared := share.FromRoster(list)
	if a.omitCopy {
		shared = shared.WithoutCopy()
	}
	link := a.link
	if link != "" {
		if !strings.Contains(link, "://") {
			return fmt.Errorf("%s is no address; one begins with https://", link)
		}
		link = strings.TrimSuffix(link, "#") + "#list="
	}
	code := shared.Code()
	if c := shared.Copy; c != nil {
		if left := len(c.Rules) - len(shared.Shortened(share.MaxLengthWithRuleTexts).Copy.Rules); left > 0 {
			a.err.ReportProblem("with the texts of all its rules the code would be longer than %d characters, so the longest %d of %d are left out; who reads it finds them in the army book",
				share.MaxLengthWithRuleTexts, left, len(c.Rules))
		}
	}
	if a.printsJSON {
		said := map[string]any{"code": code, "link": nil, "characters": len(link + code)}
		if link != "" {
			said["link"] = link + code
		}
		return a.out.JSON(said)
	}
	a.out.Line("%s%s", link, code)
	return nil
}

// shareFolder writes the army books, lists and events in a folder to a ZIP file, for a shelf: a
// folder that a club offers to others.
func (a *shareOptions) shareFolder(folder string) error {
	to := a.output
	if !strings.EqualFold(filepath.Ext(to), ".zip") {
		return fmt.Errorf("%s is a folder: -o names the ZIP file to write it to, such as -o %s.zip",
			folder, filepath.Base(folder))
	}
	shelf, shelved, err := a.readShelf(folder)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	if err := shelf.WriteZIP(&packed, shelved); err != nil {
		return err
	}
	if err := os.WriteFile(to, packed.Bytes(), 0o644); err != nil {
		return err
	}
	if a.printsJSON {
		return a.out.JSON(map[string]any{"file": to, "name": shelf.OwnerName, "files": len(shelved), "bytes": packed.Len()})
	}
	counts := map[input.FileKind]int{}
	for _, file := range shelved {
		counts[file.Kind]++
	}
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		name := string(kind)
		if kind == input.OtherFile {
			name = "other file"
		}
		all = append(all, finding.CountText(counts[kind], name))
	}
	a.out.Say("Wrote the shelf of %s to %s: %s.", shelf.OwnerName, to, strings.Join(all, ", "))
	return nil
}

// readShelf reads the shelf in a folder, that is the army books, lists and events that a club
// offers to others. It prints the names of the files that it leaves out.
func (a *app) readShelf(folder string) (*input.Shelf, []input.ShelfItem, error) {
	shelf, err := input.ShelfIn(disk.FolderAt(folder))
	if schema.HasCode(err, schema.CodeMissing) {
		return nil, nil, fmt.Errorf("%s says whose the folder is, and is not there; write it with the lines\n  muster: shelf/1\n  name: Riverside Club",
			filepath.Join(folder, input.ShelfFileName))
	} else if err != nil {
		return nil, nil, err
	}
	shelved, left, err := input.ShelfItems(disk.FolderAt(folder))
	if err != nil {
		return nil, nil, err
	}
	if len(shelved) == 0 {
		return nil, nil, fmt.Errorf("%s has no army book, list or event", folder)
	}
	for _, name := range left {
		a.err.Line("left out: %s, which is no file for a shelf", name)
	}
	return shelf, shelved, nil
}

type shareCodeReport struct {
	Name         string            `json:"name"`
	System       string            `json:"system"`
	Points       int               `json:"points"`
	Limit        int               `json:"limit,omitempty"`
	Legal        bool              `json:"legal"`
	Books        []shareCodeBook   `json:"books"`
	Units        any               `json:"units"`
	Findings     []finding.Finding `json:"findings"`
	Rules        []share.Rule      `json:"rules"` // special rules of the list's books, with their texts
	IsSenderCopy bool              `json:"copy"`  // the content comes from the sender's copy
	// differences between the sender's copy and the list as read
	Differences []share.Difference `json:"differs"`
}

type shareCodeBook struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	Digest    string `json:"digest"`
	Available bool   `json:"here"` // the book with this digest is available
}

// showShareCode shows the list in a code, read with the available army books; without them, the
// sender's copy.
func (a *app) showShareCode(list *input.List) error {
	sent := list.SharedCode.Copy
	var read *share.ListCopy
	var differs []share.Difference
	if list.Roster != nil {
		read = share.FromRoster(list.Roster).Copy
	}
	if read != nil && sent != nil {
		differs = sent.Diff(read)
	}
	if a.printsJSON {
		return a.out.JSON(a.newShareCodeReport(sent, read, differs))
	}
	if read == nil {
		a.out.Show(export.CopyDocument(sent).Sheet.Doc())
		a.out.Line("")
		a.out.Say("%s", missingBooksHint(sent))
		return nil
	}
	a.showList(list.Roster)
	if len(differs) == 0 {
		return nil
	}
	a.out.Line("")
	a.out.Say("Its sender had %d points, made with %s; here it has %d:", sent.Points, sent.BookNames(), list.Points())
	for _, d := range differs {
		a.out.Paragraph(d.String(), "  ", "    ")
	}
	return nil
}

// missingBooksHint returns advice to import the missing books of a list that is shown from its
// copy.
func missingBooksHint(c *share.ListCopy) string {
	return fmt.Sprintf("To change it, import its army book first: %s.", c.BookNames())
}

// newShareCodeReport returns the JSON for a code: the list as read or, without its army books, the
// sender's copy. Its books are the sender's books.
func (a *app) newShareCodeReport(sent, read *share.ListCopy, differs []share.Difference) shareCodeReport {
	c, made := cmp.Or(read, sent), cmp.Or(sent, read)
	s := shareCodeReport{
		Name: c.Name, System: c.System, Points: c.Points, Limit: c.PointsLimit, Legal: c.Legal,
		Books: []shareCodeBook{}, Units: c.Units, Rules: slices.Concat([]share.Rule{}, c.Rules),
		Findings: append([]finding.Finding{}, c.Findings...), IsSenderCopy: read == nil,
		Differences: append([]share.Difference{}, differs...),
	}
	for _, b := range made.Books {
		here := b.StatedVersion == ""
		if sent != nil {
			here = a.hasBook(b, made.System, read)
		}
		s.Books = append(s.Books, shareCodeBook{b.ID, b.Name, b.Version, b.Digest, here})
	}
	if c.Units == nil {
		s.Units = []any{}
	}
	return s
}

// hasBook reports whether a book is in the library or among the books of a list's copy.
func (a *app) hasBook(b finding.Book, system string, read *share.ListCopy) bool {
	same := func(other finding.Book) bool { return other.Digest == b.Digest }
	if read != nil && slices.ContainsFunc(read.Books, same) {
		return true
	}
	book, err := a.books().ExactBook(catalog.VersionedID(b.ID, b.Version), system, schema.FilePath{})
	return err == nil && book.Digest() == b.Digest
}
