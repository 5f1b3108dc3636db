package main

import (
	"slices"

	"github.com/spf13/cobra"

	"muster/schema"
)

func (a *app) schemaCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:       "schema [NAME]",
		Short:     "Print the JSON Schema of a file format, for editors",
		Long:      "Print the JSON Schema of a file format, such as list or book; without NAME, the\nnames of all formats.",
		Example:   "  muster schema list > list.schema.json",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: schema.DocumentKinds(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && a.printsJSON {
				return a.out.JSON(map[string][]string{"schemas": schema.DocumentKinds()})
			}
			if len(args) == 0 {
				for _, kind := range schema.DocumentKinds() {
					a.out.Line("%s", kind)
				}
				return nil
			}
			if name := args[0] + "/1"; slices.Contains(schema.DocumentKinds(), name) {
				args[0] = name
			}
			text, err := schema.JSONSchema(args[0])
			if err != nil {
				return err
			}
			a.out.Line("%s", text)
			return nil
		},
	}
	a.addJSONFlag(cmd, jsonUsage) // a schema itself is JSON without it
	return cmd
}
