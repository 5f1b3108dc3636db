package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"muster/builder"
)

// verbCommands are the commands that change a list: LIST, then what the verb
// wants.
func (a *app) verbCommands() []*cobra.Command {
	var commands []*cobra.Command
	for _, verb := range builder.Verbs() {
		if verb.Short != "" {
			commands = append(commands, a.verbCommand(&verb))
		}
	}
	return commands
}

func (a *app) verbCommand(verb *builder.Verb) *cobra.Command {
	var flags edits
	least, most := verb.Count()
	cmd := &cobra.Command{
		Use: verb.Name + " LIST " + verb.Words, Short: verb.Short, Long: verb.Long, Example: verb.Example,
		Args: cobra.RangeArgs(1+least, 1+most),
		RunE: func(cmd *cobra.Command, args []string) error {
			options := map[string][]string{}
			cmd.Flags().Visit(func(f *pflag.Flag) {
				options[f.Name] = []string{f.Value.String()}
				if several, ok := f.Value.(pflag.SliceValue); ok {
					options[f.Name] = several.GetSlice()
				}
			})
			changes, err := verb.Edits(args[1:], options)
			if err != nil {
				return err
			}
			return a.change(args[0], flags, changes...)
		},
	}
	hints := map[builder.Hint]completer{
		builder.HintUnit: a.completeIDs, builder.HintAddable: a.completeWhat, builder.HintOpen: a.completeOptions,
		builder.HintChosen: a.completeChosen, builder.HintField: a.completeFields,
	}
	then := make([]completer, len(verb.Hints))
	for i, hint := range verb.Hints {
		then[i] = hints[hint]
	}
	cmd.ValidArgsFunction = a.completeListThen(then...)
	for _, option := range verb.Options {
		switch option.Kind {
		case builder.OneWord:
			cmd.Flags().String(option.Name, "", option.Means)
		case builder.Words:
			cmd.Flags().StringSlice(option.Name, nil, option.Means)
		case builder.Number:
			cmd.Flags().Int(option.Name, 1, option.Means)
		default:
			panic(fmt.Sprintf("options of kind %d have no flag", option.Kind))
		}
	}
	flags.flags(cmd, verb.Forcible)
	return cmd
}
