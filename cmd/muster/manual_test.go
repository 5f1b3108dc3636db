package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"muster/schema"
	"muster/schema/schematest"
)

var update = flag.Bool("update", false, "write docs/commands.md and docs/keys.md anew")

// docs/commands.md holds the help of each command that help lists, so that each flag is
// described in one place.
func TestCommandsPage(t *testing.T) {
	root := new(app).rootCommand()
	var page bytes.Buffer
	page.WriteString("# Commands\n\nThe help of each command, in the order of a player's day. This page is written by\n" +
		"`go test ./cmd/muster -run TestCommandsPage -update`. [Exit codes and JSON](scripting.md) have a page of their own.\n" +
		"\nEvery command takes\n```text\n" + root.PersistentFlags().FlagUsages() + "```\n")
	for _, group := range commandGroups {
		fmt.Fprintf(&page, "\n## %s\n", group.title)
		for _, name := range group.commands {
			command, _, err := root.Find([]string{name})
			if err != nil || command.Name() != name {
				t.Fatalf("there is no command %s: %v", name, err)
			}
			for line := range strings.SplitSeq(command.Long, "\n") {
				if utf8.RuneCountInString(line) > 80 {
					t.Errorf("muster help %s: a line is wider than 80 columns: %s", name, line)
				}
			}
			describe(&page, command)
		}
	}
	compare(t, "commands.md", page.String())
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

// docs/keys.md holds every key of every format, as its schema describes it.
func TestKeysPage(t *testing.T) {
	var page bytes.Buffer
	page.WriteString("# Keys of files\n\nThis page has every key of every format. A * marks a key that has to be there. The first key of every file is\n" +
		"`muster: FORMAT`; the tables leave it out. A table that several formats share is in the first of them.\n\n" +
		"[File formats](file-formats.md) shows files as people write them. [Writing a book](writing-a-book.md#the-words) has the\n" +
		"words of effects. This page is written by `go test ./cmd/muster -run TestKeysPage -update`.\n")
	files, err := filepath.Glob(filepath.Join("..", "..", "schema", "*-1*.json"))
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	described := map[string]keyed{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var whole keyed
		if err := json.Unmarshal(text, &whole); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "\n## %s\n", strings.TrimSuffix(filepath.Base(file), ".json"))
		whole.describe(&page, "")
		for _, name := range slices.Sorted(maps.Keys(whole.Definitions)) {
			d := whole.Definitions[name]
			if len(d.Properties) > 0 && !reflect.DeepEqual(described[name], d) {
				d.describe(&page, plainName(name))
			}
			described[name] = d
		}
	}
	compare(t, "keys.md", page.String())
}

var codeInGo = regexp.MustCompile(`Code\w* *= "([a-z]+/[a-z-]+)"|"((?:file|unit|upgrade|combine|hero|force-org|transport|books|book|general|trait|weapon|armour|` +
	`power|personality|psionic|leader|vehicle|figures|platoon|recon|character|event|points|share|import)/[a-z-]+)"`)

// Every code that the program gives to findings and errors stands in docs/scripting.md.
func TestCodesAreDescribed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "scripting.md"))
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, room := range []string{"armyforge", "builder", "catalog", "export", "input", "rules", "schema", "share"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range codeInGo.FindAllSubmatch(text, -1) {
				codes[string(m[1])+string(m[2])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(codes) < 60 {
		t.Errorf("only %d codes were found", len(codes))
	}
	for code := range codes {
		if !bytes.Contains(page, []byte("`"+code+"`")) {
			t.Errorf("docs/scripting.md does not name `%s`", code)
		}
	}
}

// keyed is the part of a schema that describes keys.
type keyed struct {
	Description string           `json:"description"`
	Type        any              `json:"type"`
	Ref         string           `json:"$ref"`
	Enum        []any            `json:"enum"`
	Items       *keyed           `json:"items"`
	Additional  any              `json:"additionalProperties"`
	Properties  map[string]keyed `json:"properties"`
	Required    []string         `json:"required"`
	Definitions map[string]keyed `json:"definitions"`
}

// describe writes the keys of a mapping as a table.
func (k keyed) describe(page *bytes.Buffer, name string) {
	if name != "" {
		fmt.Fprintf(page, "\n**%s**", name)
		if k.Description != "" {
			fmt.Fprintf(page, ": %s", k.Description)
		}
		page.WriteString("\n")
	}
	page.WriteString("\n| key | value | meaning |\n| --- | --- | --- |\n")
	for _, key := range slices.Sorted(maps.Keys(k.Properties)) {
		of, star := k.Properties[key], ""
		if slices.Contains(k.Required, key) {
			star = " *"
		}
		if key == "muster" {
			continue
		}
		fmt.Fprintf(page, "| `%s`%s | %s | %s |\n", key, star, of.value(), strings.ReplaceAll(of.Description, "|", "\\|"))
	}
}

// value says what stands behind a key.
func (k keyed) value() string {
	switch {
	case k.Ref != "":
		return plainName(strings.TrimPrefix(k.Ref, "#/definitions/"))
	case len(k.Enum) > 0:
		words := make([]string, len(k.Enum))
		for i, word := range k.Enum {
			words[i] = fmt.Sprintf("`%v`", word)
		}
		return schema.JoinOr(words)
	case k.Items != nil:
		return "list of " + k.Items.value()
	}
	names := map[any]string{"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "object": "mapping"}
	var all []string
	kinds, several := k.Type.([]any)
	if !several {
		kinds = []any{k.Type}
	}
	for _, kind := range kinds {
		if name := names[kind]; name != "" {
			all = append(all, name)
		}
	}
	return schema.JoinOr(all)
}

// plainName is the name of a definition without that of its package.
func plainName(definition string) string {
	return definition[strings.LastIndexByte(definition, '.')+1:]
}

// compare holds a page of the documents to what it should be, or writes it anew.
func compare(t *testing.T, name, page string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", name)
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if differs := schematest.FirstDifference(string(stored), page); differs != "" {
		t.Fatalf("docs/%s differs from the program; write it anew with -update\n%s", name, differs)
	}
}
