package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/commands.md anew")

// docs/commands.md holds the help of each command that help lists, so that each flag is
// described in one place.
func TestCommandsPage(t *testing.T) {
	root := new(app).rootCommand()
	var page bytes.Buffer
	page.WriteString("# Commands\n\nWhat `muster help COMMAND` says of each, in the order of a player's day. This page is written by\n" +
		"`go test ./cmd/muster -run TestCommandsPage -update`. [Exit codes and JSON](scripting.md) have a page of their own.\n" +
		"\nEvery command takes\n```text\n" + root.PersistentFlags().FlagUsages() + "```\n")
	for _, group := range groups {
		fmt.Fprintf(&page, "\n## %s\n", group.title)
		for _, name := range group.commands {
			command, _, err := root.Find([]string{name})
			if err != nil || command.Name() != name {
				t.Fatalf("there is no command %s: %v", name, err)
			}
			describe(&page, command)
		}
	}
	path := filepath.Join("..", "..", "docs", "commands.md")
	if *update {
		if err := os.WriteFile(path, page.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(stored), "\n"), strings.Split(page.String(), "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("docs/commands.md differs from the help of commands at line %d; write it anew with -update", i+1)
		}
	}
}

// describe writes the help of a command and those below it.
func describe(page *bytes.Buffer, command *cobra.Command) {
	text := command.Long
	if text == "" {
		text = command.Short
	}
	fmt.Fprintf(page, "\n### %s\n```text\n%s\n\nUsage: %s\n", strings.TrimPrefix(command.CommandPath(), "muster "), text, command.UseLine())
	if len(command.Aliases) > 0 {
		fmt.Fprintf(page, "Or:    muster %s\n", strings.Join(command.Aliases, ", muster "))
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	command.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			flags.AddFlag(f)
		}
	})
	if flags.HasAvailableFlags() {
		fmt.Fprintf(page, "\n%s", flags.FlagUsagesWrapped(100))
	}
	page.WriteString("```\n")
	for _, below := range command.Commands() {
		if below.IsAvailableCommand() {
			describe(page, below)
		}
	}
}
