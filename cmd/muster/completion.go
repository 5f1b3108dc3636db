package main

import (
	"fmt"
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
				if _, err := fmt.Fprint(a.out, bashWords); err != nil {
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

// bashWords replaces the two functions of the bash-completion package that the script calls, if
// the package is missing. Its words are bash's own: they end at an = and a colon.
const bashWords = `if ! declare -F _get_comp_words_by_ref >/dev/null; then
  _get_comp_words_by_ref() {
    words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  }
fi
if ! declare -F __ltrim_colon_completions >/dev/null; then
  __ltrim_colon_completions() { :; }
fi
`

// completer suggests words for an argument, given those before it: the list's file, then the
// rest.
type completer func(args []string) []string

// completeListThen completes a list's file as the first argument, then by the completers; the
// last one serves all further arguments.
func (a *app) completeListThen(then ...completer) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return completeLists(nil, nil, "")
		}
		if len(then) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var words []string
		for _, word := range then[min(len(args), len(then))-1](args) {
			if strings.HasPrefix(word, typed) {
				words = append(words, word)
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeLists completes files of lists, for commands that take many.
func completeLists(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeFlag completes the value of a flag.
func completeFlag(cmd *cobra.Command, flag string, words func() []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	}) // fails for a flag that is not there only
}

// completeIDs suggests the ids of a list's units, whether or not its books are
// there.
func (a *app) completeIDs(args []string) []string {
	document, err := a.read(args[0], "list/1")
	if err != nil {
		return nil
	}
	return builder.IDs(document)
}

// completeWhat suggests units to add to a list: those of its books, or kinds of units and
// stored units.
func (a *app) completeWhat(args []string) []string {
	list, err := a.openList(args[0])
	if err != nil {
		return nil
	}
	ids := list.Known()
	if _, ok := list.(builder.FieldSetter); ok {
		if stock, _, err := a.stock(); err == nil {
			ids = append(ids, stock.IDs()...)
		}
	}
	return ids
}

// completeOptions suggests the options that a unit of a list can still choose.
func (a *app) completeOptions(args []string) []string {
	return completeFrom(a, args, func(list builder.Chooser) (ids []string) {
		for _, s := range list.Open(args[1]) {
			for _, o := range s.Options {
				if o.Left > 0 {
					ids = append(ids, o.Option.ID)
				}
			}
		}
		return ids
	})
}

// completeChosen suggests the options that a unit of a list has chosen.
func (a *app) completeChosen(args []string) []string {
	return completeFrom(a, args, func(list builder.Chooser) (ids []string) {
		for _, c := range list.Chosen(args[1]) {
			ids = append(ids, c.Option.ID)
		}
		return ids
	})
}

// completeFields suggests the fields of a unit with their values.
func (a *app) completeFields(args []string) []string {
	return completeFrom(a, args, func(list builder.FieldSetter) []string { return list.Values(args[1]) })
}

// completeFrom suggests words of a list that is a Can, and nothing for others.
func completeFrom[Can any](a *app, args []string, words func(Can) []string) []string {
	list, err := a.openList(args[0])
	if err != nil {
		return nil
	}
	if able, ok := list.(Can); ok {
		return words(able)
	}
	return nil
}
