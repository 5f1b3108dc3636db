package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/share"
)

func (a *app) shareCommand() *cobra.Command {
	var link string
	var noCopy, json bool
	cmd := &cobra.Command{
		Use:   "share LIST [--link ADDRESS] [--no-copy]",
		Short: "Print a list as a code that opens anywhere",
		Long: `Print a list as a code on one line, to send through a chat. The code has the
list's file, and a copy that can be read without the army books. --link prints a
link that opens the list in a browser.`,
		Example: `  muster share third.yaml
  muster share third.yaml --link https://example.org/muster/
  muster show CODE
  muster import CODE`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: sentFiles.then(),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.openList(args[0])
			if err != nil {
				return err
			}
			shared := share.Of(list)
			if noCopy {
				shared = shared.WithoutCopy()
			}
			if link != "" {
				if !strings.Contains(link, "://") {
					return fmt.Errorf("%s is no address; one begins with https://", link)
				}
				link = strings.TrimSuffix(link, "#") + "#list="
			}
			code := shared.Code()
			if short := shared.WithoutTexts(); short != shared && code == short.Code() {
				a.err.Report("with the texts of its rules the code would be longer than %d characters, so it goes without them; who reads it finds them in the army book", share.MostWithTexts)
			}
			if json {
				said := map[string]any{"code": code, "link": nil, "characters": len(link + code)}
				if link != "" {
					said["link"] = link + code
				}
				return a.out.JSON(said)
			}
			a.out.Line("%s%s", link, code)
			return nil
		},
	}
	cmd.Flags().StringVar(&link, "link", "", "the `address` of a builder in the browser, which the link opens")
	asJSON(cmd, &json)
	cmd.Flags().BoolVar(&noCopy, "no-copy", false, "leave out the copy: a shorter code, for a friend with the army books")
	return cmd
}

// A shown is a list's code as scripts read it.
type shown struct {
	Name     string             `json:"name"`
	System   string             `json:"system"`
	Points   int                `json:"points"`
	Limit    int                `json:"limit,omitempty"`
	Legal    bool               `json:"legal"`
	Books    []shownBook        `json:"books"`
	Units    any                `json:"units"`
	Findings []finding.Finding  `json:"findings"`
	Rules    []share.Rule       `json:"rules"` // of its books, with their texts
	Copy     bool               `json:"copy"`  // whether all this is the sender's copy
	Differs  []share.Difference `json:"differs"`
}

type shownBook struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
	Here    bool   `json:"here"` // whether just this book is here, by its digest
}

// showCode shows the list in a code: with the army books that are here or, without
// them, its sender's copy.
func (a *app) showCode(list *input.List, asJSON bool) error {
	sent := list.Shared.Copy
	var read *share.Copy
	var differs []share.Difference
	if list.Roster != nil {
		read = share.Of(list.Roster).Copy
	}
	if read != nil && sent != nil {
		differs = sent.Differs(read)
	}
	if asJSON {
		return a.out.JSON(a.shownOf(sent, read, differs))
	}
	if read == nil {
		a.out.Show(export.OfCopy(sent).Sheet.Doc())
		a.out.Line("")
		a.out.Say("To change it, import its army book first: %s.", sent.MadeWith())
		return nil
	}
	a.showList(list.Roster)
	if len(differs) == 0 {
		return nil
	}
	a.out.Line("")
	a.out.Say("Its sender had %d points, made with %s; here it has %d:", sent.Points, sent.MadeWith(), list.Points())
	for _, d := range differs {
		a.out.Paragraph(d.String(), "  ", "    ")
	}
	return nil
}

// shownOf is the list in a code: as it is read here or, without its army books, as
// its sender saw it. The books are those that it was made with.
func (a *app) shownOf(sent, read *share.Copy, differs []share.Difference) shown {
	c, made := cmp.Or(read, sent), cmp.Or(sent, read)
	s := shown{
		Name: c.Name, System: c.System, Points: c.Points, Limit: c.Limit, Legal: c.Legal,
		Books: []shownBook{}, Units: c.Units, Findings: c.Findings, Rules: slices.Concat([]share.Rule{}, c.Rules), Copy: read == nil, Differs: differs,
	}
	for _, b := range made.Books {
		here := b.Wanted == ""
		if sent != nil {
			here = a.hasBook(b, made.System, read)
		}
		s.Books = append(s.Books, shownBook{b.ID, b.Name, b.Version, b.Digest, here})
	}
	if c.Units == nil {
		s.Units = []any{}
	}
	if s.Findings == nil {
		s.Findings = []finding.Finding{}
	}
	if s.Differs == nil {
		s.Differs = []share.Difference{}
	}
	return s
}

// hasBook reports whether just this book is here: among those that a list was read
// with, or where books are found.
func (a *app) hasBook(b finding.Book, system string, read *share.Copy) bool {
	same := func(other finding.Book) bool { return other.Digest == b.Digest }
	if read != nil && slices.ContainsFunc(read.Books, same) {
		return true
	}
	book, err := a.books().Exactly(catalog.Pin(b.ID, b.Version), system, schema.Place{})
	return err == nil && book.Digest() == b.Digest
}
