package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/catalog"
	"muster/catalog/fad"
	"muster/rules"
	"muster/schema"
)

func (a *app) ruleCommand() *cobra.Command {
	var of string
	cmd := &cobra.Command{
		Use:   "rule NAME [BOOK]",
		Short: "Explain a rule, an option or a spell, and what it does in a fight",
		Long: `Explain a rule, an upgrade option or a spell of an army book: its text, its
effect in a fight, and the source of that effect. Without a book, muster looks
in every game and every book.`,
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return withPrefix(typed, a.completeRules(of)), cobra.ShellCompDirectiveNoFileComp
		},
	}
	a.addReportFlags(cmd, "print what was found as JSON")
	cmd.Flags().StringVar(&of, "book", "", "the army book to look in, by its id or its file")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if last := len(args) - 1; of == "" && last > 0 {
			switch _, err := a.book(args[last]); {
			case err == nil, args[last] == armouryID:
				args, of = args[:last], args[last]
			case errors.Is(err, fs.ErrNotExist), schema.HasCode(err, catalog.CodeUnknownBook):
				// it is a word of the name
			default:
				return err
			}
		}
		return a.explainName(strings.Join(args, " "), of)
	}
	return cmd
}

// completeRules suggests the rules of a book or, for "", of all games.
func (a *app) completeRules(of string) (names []string) {
	if of != "" {
		if book, err := a.book(of); err == nil {
			names = book.Names()
		}
		return names
	}
	systems, _ := a.books().Systems()
	for _, game := range systems {
		names = append(names, game.Set().Names()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// An explainer returns a game's or a book's explanations of a name.
type explainer func(name string) []catalog.Explanation

type sourcedExplanation struct {
	catalog.Explanation
	Sources      []string  `json:"from"` // ids of books, and names of games
	explainOther explainer // explains other names from the same source
}

// addExplanations adds explanations to found; an equal explanation only gets another source.
func addExplanations(found []sourcedExplanation, from string, by explainer, all []catalog.Explanation) []sourcedExplanation {
	for _, e := range all {
		at := slices.IndexFunc(found, func(f sourcedExplanation) bool {
			return f.Kind == e.Kind && f.Name == e.Name && f.Text == e.Text && slices.Equal(f.FightEffects, e.FightEffects) &&
				slices.Equal(f.Rules, e.Rules)
		})
		if at < 0 {
			at, found = len(found), append(found, sourcedExplanation{Explanation: e, explainOther: by})
		}
		found[at].Sources = append(found[at].Sources, from)
	}
	return found
}

// explainName prints the explanations of a name: of the book or armoury with the id of, or of all
// if that is "".
func (a *app) explainName(name, of string) error {
	var found []sourcedExplanation
	near := ""
	armoury, err := fad.LoadArmoury()
	if err != nil {
		return err
	}
	if of == armouryID {
		if found = explainArmouryTerms(armoury, name); !a.printsJSON {
			return a.explainTerm(armoury, name)
		}
	} else if of != "" {
		book, err := a.book(of)
		if err != nil {
			return err
		}
		found, near = addExplanations(nil, book.ID, book.Explain, book.Explain(name)), book.SimilarName(name)
	} else {
		found, near = a.explainEverywhere(name)
	}
	if of == "" && len(found) == 0 {
		if found = explainArmouryTerms(armoury, name); found != nil && !a.printsJSON {
			return a.explainTerm(armoury, name)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("there is no rule, option or spell `%s`%s", name, near)
	}
	if a.printsJSON {
		return a.out.JSON(found)
	}
	for i, e := range found {
		if i > 0 {
			a.out.Line("")
		}
		a.out.Show(e.Doc(strings.Join(e.Sources, ", "), func(use rules.Use) string {
			for _, given := range e.explainOther(use.Name) {
				if given.Kind == catalog.NamesRule {
					return given.TextOrEffects()
				}
			}
			return ""
		}))
	}
	return nil
}

func explainArmouryTerms(armoury *fad.Armoury, name string) (found []sourcedExplanation) {
	for _, chapter := range armoury.Explain(name) {
		for _, t := range chapter.Terms {
			text := t.Description()
			if t.Cost != "" {
				text += " Costs " + t.Cost + "."
			}
			found = append(found, sourcedExplanation{
				Explanation: catalog.Explanation{Name: t.Name, Kind: catalog.NamesArmouryEntry, Text: text, FightEffects: []string{}, UnreadSentences: []string{}, Rules: []rules.Use{}},
				Sources:     []string{armouryID, chapter.Title},
			})
		}
	}
	return found
}

// explainEverywhere returns the explanations of a name in every game and in the newest version of
// every book. near suggests a similar name. It ignores unreadable files.
func (a *app) explainEverywhere(name string) (found []sourcedExplanation, near string) {
	var names []string
	systems, _ := a.books().Systems()
	for _, game := range systems {
		explain := func(name string) []catalog.Explanation { return catalog.ExplainRule(game, name) }
		found = addExplanations(found, game.Name+" "+game.Edition, explain, explain(name))
		names = append(names, game.Set().Names()...)
	}
	entries, _ := a.books().List()
	for _, e := range catalog.NewestVersions(entries) {
		book, err := a.books().Open(e)
		if err != nil {
			continue
		}
		ofBook := book.Explain(name)
		if e := slices.IndexFunc(ofBook, func(e catalog.Explanation) bool { return e.Kind == catalog.NamesRule }); e >= 0 &&
			!book.HasRuleOrSpell(ofBook[e].Name) {
			ofBook = slices.Delete(ofBook, e, e+1) // the game's, already there
		}
		found = addExplanations(found, book.ID, book.Explain, ofBook)
		names = append(names, book.Names()...)
	}
	return found, schema.DidYouMean(name, append(names, armouryIDs()...))
}
