package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

func (a *app) ruleCommand() *cobra.Command {
	var of string
	cmd := &cobra.Command{
		Use:   "rule NAME [--book BOOK]",
		Short: "Explain a rule, an option or a spell, and what it does in a fight",
		Long: `Explain a rule, an upgrade option or a spell of an army book: what its text
says, what muster makes of it in a fight, and where muster has that from. Without
a book, every game and every book is asked.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			if book, err := a.book(of); of != "" && err == nil {
				return book.Names(), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	asJSON := cmd.Flags().Bool("json", false, "print what was found as JSON")
	cmd.Flags().StringVar(&of, "book", "", "the army book to look in, by its id or its file")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		return a.explainName(strings.Join(args, " "), of, *asJSON)
	}
	return cmd
}

// An explained is one explanation with all who say the same.
type explained struct {
	catalog.Explanation
	From []string `json:"from"` // ids of books, and names of games
}

// explainName prints what is known under a name.
func (a *app) explainName(name, of string, asJSON bool) error {
	var found []explained
	var sets []*rules.Set // to look up what an option gives
	add := func(from string, set *rules.Set, all []catalog.Explanation) {
		for _, e := range all {
			at := slices.IndexFunc(found, func(f explained) bool {
				return f.Kind == e.Kind && f.Name == e.Name && f.Text == e.Text && slices.Equal(f.InFight, e.InFight) && slices.Equal(f.Rules, e.Rules)
			})
			if at < 0 {
				found, sets = append(found, explained{Explanation: e}), append(sets, set)
				at = len(found) - 1
			}
			found[at].From = append(found[at].From, from)
		}
	}
	near := ""
	if of != "" {
		book, err := a.book(of)
		if err != nil {
			return err
		}
		add(book.ID, book.RuleSet(nil), book.Explain(name))
		near = book.Similar(name)
	} else {
		var names []string
		systems, _ := a.books().Systems() // muster books says what is wrong with others
		for _, game := range systems {
			add(game.Name+" "+game.Edition, game.Set(), catalog.ExplainRule(game, name))
			names = append(names, game.Set().Names()...)
		}
		entries, _ := a.books().List()
		for _, e := range catalog.Newest(entries) {
			book, err := a.books().Open(e)
			if err != nil {
				continue // muster books says what is wrong with it
			}
			ofBook := book.Explain(name)
			if e := slices.IndexFunc(ofBook, func(e catalog.Explanation) bool { return e.Kind == catalog.NamesRule }); e >= 0 && !book.Describes(ofBook[e].Name) {
				ofBook = slices.Delete(ofBook, e, e+1) // the game's, which is there already
			}
			add(book.ID, book.RuleSet(nil), ofBook)
			names = append(names, book.Names()...)
		}
		near = schema.DidYouMean(name, names)
	}
	if len(found) == 0 {
		return fmt.Errorf("there is no rule, option or spell `%s`%s", name, near)
	}
	if asJSON {
		return a.out.JSON(found)
	}
	for i, e := range found {
		if i > 0 {
			a.out.Line("")
		}
		a.printExplained(e, sets[i])
	}
	return nil
}

func (a *app) printExplained(e explained, set *rules.Set) {
	a.out.Title(e.Name, string(e.Kind), strings.Join(e.From, ", "))
	line := func(label, text string) {
		a.out.Paragraph(text, fmt.Sprintf("  %-10s", label), "            ")
	}
	if e.Kind == catalog.NamesOption {
		line("under", e.Text)
		if len(e.Rules) == 0 {
			line("rules", "none")
		}
		for _, use := range e.Rules {
			text := "nobody explains it"
			if r := set.Find(use.Name); r != nil {
				if text = r.Summary; text == "" {
					text = strings.Join(rules.Explain(r.Effects), "; ")
				}
			}
			line(use.String(), text)
		}
		return
	}
	if e.Text != "" {
		line("text", e.Text)
	}
	for i, text := range e.InFight {
		label := "in fights"
		if i > 0 {
			label = ""
		}
		line(label, text)
	}
	if len(e.InFight) == 0 && e.Origin == rules.OriginGame {
		line("in fights", "no part")
	}
	for _, sentence := range e.Unread {
		line("unread", sentence)
	}
	line("from", e.Origin.Explain())
}
