package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"muster/builder"
)

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script for bash, zsh, fish or powershell",
		Long: `Print the completion script for a shell. To have it always:

  bash:        muster completion bash > /etc/bash_completion.d/muster
  zsh:         muster completion zsh > "${fpath[1]}/_muster"
  fish:        muster completion fish > ~/.config/fish/completions/muster.fish
  powershell:  muster completion powershell | Out-String | Invoke-Expression

Ids of units and options in list files complete too.`,
		Args:      cobra.ExactArgs(1),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				if _, err := fmt.Fprint(a.out, bashFunctions); err != nil {
					return err
				}
				return root.GenBashCompletionV2(a.out, true)
			case "zsh":
				return root.GenZshCompletion(a.out)
			case "fish":
				return root.GenFishCompletion(a.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.out)
			}
			return fmt.Errorf("there is no completion for %q; there is for bash, zsh, fish and powershell", args[0])
		},
	}
}

// bashFunctions defines the two functions of the package bash-completion that the script calls, for
// systems without the package. It splits words as bash does, also at = and colons.
const bashFunctions = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
  _get_comp_words_by_ref() {
    words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  }
fi
if ! declare -F __ltrim_colon_completions >/dev/null; then
  __ltrim_colon_completions() { :; }
fi
`

// A completer suggests words for an argument, given the arguments before it; the first of them is
// the list's file. In a suggestion, a tab separates a word from its meaning.
type completer func(args []string) []string

type fileExtensions []string

var (
	editableFiles = fileExtensions{"yaml", "yml"}                // lists that can be changed
	anyListFiles  = fileExtensions{"yaml", "yml", "json", "txt"} // lists in any form
)

// completeThen completes a file as the first argument, and the next arguments by the completers;
// the last completer serves all further arguments.
func (files fileExtensions) completeThen(thenWords ...completer) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return files, cobra.ShellCompDirectiveFilterFileExt
		}
		if len(thenWords) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return withPrefix(typed, thenWords[min(len(args), len(thenWords))-1](args)), cobra.ShellCompDirectiveNoFileComp
	}
}

// withPrefix returns the words that begin with the typed text.
func withPrefix(typed string, words []string) (all []string) {
	for _, word := range words {
		if strings.HasPrefix(word, typed) {
			all = append(all, word)
		}
	}
	return all
}

func (files fileExtensions) completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return files, cobra.ShellCompDirectiveFilterFileExt
}

func completeFlag(cmd *cobra.Command, flag string, words completer) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return words(args), cobra.ShellCompDirectiveNoFileComp
	}) // fails for a flag that is not there only
}

// excludeFlags makes a command refuse calls that use both flags of a pair.
func excludeFlags(cmd *cobra.Command, pairs ...[2]string) {
	for _, pair := range pairs {
		cmd.MarkFlagsMutuallyExclusive(pair[:]...) // for completion
	}
	checkOthers := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, pair := range pairs {
			if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
				return fmt.Errorf("`--%s` and `--%s` do not go together; leave one of them out", pair[0], pair[1])
			}
		}
		if checkOthers != nil {
			return checkOthers(cmd, args)
		}
		return nil
	}
}

func fixedWords(words ...string) completer { return func([]string) []string { return words } }

// wordWithHelp returns a word with its meaning, in the form that shells show.
func wordWithHelp(word, meaning string) string { return word + "\t" + meaning }

// completeUnits suggests the ids of a list's units, with names and points if the list's books are
// found.
func (a *app) completeUnits(args []string) []string {
	if units := completeFromList(a, args, func(list builder.Roster) (words []string) {
		for _, u := range list.Units() {
			words = append(words, wordWithHelp(u.ID, fmt.Sprintf("%s %d", u.Name, u.Points)))
		}
		return words
	}); units != nil || len(args) == 0 {
		return units
	}
	document, err := a.readDocument(args[0], "list/1")
	if err != nil {
		return nil
	}
	return builder.UnitIDs(document)
}

// completeNewUnits suggests units to add to a list, with name and points: units of its books, or
// kinds of units and stored units.
func (a *app) completeNewUnits(args []string) []string {
	return completeFromList(a, args, func(list builder.Roster) (words []string) {
		offers, err := builder.Offers(list, a.stockForLists)
		if err != nil {
			return nil
		}
		for _, o := range offers {
			words = append(words, wordWithHelp(o.Key, fmt.Sprintf("%s %d", o.Name, o.Points)))
		}
		return words
	})
}

func (a *app) completeVersions(args []string) []string {
	return completeFromList(a, args, func(list builder.Roster) (words []string) {
		entries, _ := a.books().List()
		for _, e := range entries {
			if slices.Contains(list.BookNames(), e.Name) && e.Version != "" {
				words = append(words, wordWithHelp(e.Version, e.Name))
			}
		}
		return words
	})
}

func (a *app) completeOptions(args []string) []string {
	return completeFromList(a, args, func(list builder.UpgradeChooser) (words []string) {
		for _, s := range list.OpenUpgrades(args[1]) {
			for _, o := range s.Options {
				if o.ChoicesLeft > 0 {
					words = append(words, wordWithHelp(o.Option.ID, fmt.Sprintf("%s %+d", o.Option.Name, o.Cost)))
				}
			}
		}
		return words
	})
}

func (a *app) completeChosenOptions(args []string) []string {
	return completeFromList(a, args, func(list builder.UpgradeChooser) (words []string) {
		for _, c := range list.ChosenUpgrades(args[1]) {
			words = append(words, wordWithHelp(c.Option.ID, fmt.Sprintf("%d × %s", c.Count, c.Option.Name)))
		}
		return words
	})
}

func (a *app) completeFields(args []string) []string {
	return completeFromList(a, args, func(list builder.FieldSetter) []string { return list.Assignments(args[1]) })
}

// completeFromList opens the list named by the first argument, and returns the suggestions of words
// if the list implements the interface Can.
func completeFromList[Can any](a *app, args []string, words func(Can) []string) []string {
	if len(args) == 0 {
		return nil
	}
	list, err := a.openList(args[0])
	if err != nil {
		return nil
	}
	if able, ok := list.(Can); ok {
		return words(able)
	}
	return nil
}
