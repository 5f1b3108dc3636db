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

// completer suggests words for an argument, given those before it: the list's
// file, then what follows.
type completer func(args []string) []string

// completeListThen completes a list's file as the first argument, then by the
// completers, the last of which serves all further arguments.
func (a *app) completeListThen(then ...completer) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
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

// completeIDs suggests the ids of a list's units.
func (a *app) completeIDs(args []string) []string {
	army, err := builder.Load(args[0], a.books())
	if err != nil {
		return nil
	}
	return army.List.IDs()
}

// completeBookUnits suggests the units of a list's books.
func (a *app) completeBookUnits(args []string) []string {
	army, err := builder.Load(args[0], a.books())
	if err != nil {
		return nil
	}
	var ids []string
	for _, b := range army.Books {
		ids = append(ids, b.UnitIDs()...)
	}
	return ids
}

// completeOptions suggests the options that a unit of a list can still choose.
func (a *app) completeOptions(args []string) []string {
	army, err := builder.Load(args[0], a.books())
	if err != nil {
		return nil
	}
	var ids []string
	for _, s := range army.Open(args[1]) {
		for _, o := range s.Options {
			if o.Left > 0 {
				ids = append(ids, o.Option.ID)
			}
		}
	}
	return ids
}

// completeChosen suggests the options that a unit of a list has chosen.
func (a *app) completeChosen(args []string) []string {
	army, err := builder.Load(args[0], a.books())
	if err != nil {
		return nil
	}
	var ids []string
	if u := army.Unit(args[1]); u != nil {
		for _, c := range u.Chosen {
			ids = append(ids, c.Option.ID)
		}
	}
	return ids
}
