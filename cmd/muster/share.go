package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/export"
	"muster/input"
	"muster/share"
)

func (a *app) shareCommand() *cobra.Command {
	var link string
	var noCopy bool
	cmd := &cobra.Command{
		Use:   "share LIST [--link ADDRESS] [--no-copy]",
		Short: "Print a list as a code that opens anywhere",
		Long: `Print a list as a code on one line, to send through a chat. It holds the list's
file and a copy that can be read without the army books; with --link it is a link
that opens it in a browser.`,
		Example: `  muster share third.yaml
  muster share third.yaml --link https://example.org/muster/
  muster show CODE
  muster import CODE`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeListThen(),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.openList(args[0])
			if err != nil {
				return err
			}
			shared := share.Of(list)
			if noCopy {
				shared = shared.Plain()
			}
			if link != "" {
				if !strings.Contains(link, "://") {
					return fmt.Errorf("%s is no address; one begins with https://", link)
				}
				link = strings.TrimSuffix(link, "#") + "#list="
			}
			a.out.Line("%s%s", link, shared.Code())
			return nil
		},
	}
	cmd.Flags().StringVar(&link, "link", "", "the `address` of a builder in the browser, which the link opens")
	cmd.Flags().BoolVar(&noCopy, "no-copy", false, "leave out the copy: a shorter code, for who has the army books")
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
	Copy     bool               `json:"copy"` // whether all this is the sender's copy
	Differs  []share.Difference `json:"differs"`
}

type shownBook struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
	Here    bool   `json:"here"` // whether the list is read with just this book here
}

// showCode shows the list in a code: with the army books that are here or, without
// them, its sender's copy.
func (a *app) showCode(list *input.List, why error, asJSON bool) error {
	sent := list.Shared.Copy
	shows, isCopy := sent, list.Roster == nil
	var differs []share.Difference
	if !isCopy {
		shows = share.Of(list.Roster).Copy
	}
	if !isCopy && sent != nil {
		differs = sent.Differs(shows)
	}
	if asJSON {
		return a.out.JSON(shownOf(shows, isCopy, differs))
	}
	if isCopy {
		a.err.Report("%v\nthis is the copy that its sender made with %s, to read and print", why, sent.MadeWith())
		return a.sheet().Write(a.out.Raw(), export.OfCopy(sent), export.Options{})
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

func shownOf(c *share.Copy, isCopy bool, differs []share.Difference) shown {
	s := shown{
		Name: c.Name, System: c.System, Points: c.Points, Limit: c.Limit, Legal: c.Legal,
		Books: []shownBook{}, Units: c.Units, Findings: c.Findings, Copy: isCopy, Differs: differs,
	}
	for _, b := range c.Books {
		s.Books = append(s.Books, shownBook{b.ID, b.Name, b.Version, b.Digest, !isCopy && b.Wanted == ""})
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
