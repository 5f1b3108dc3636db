//go:build ignore

// Elsewhere vets the module and its tests for another system, from source: nothing
// is compiled for it, which would take ten times as long. All but what differs
// between systems has been vetted for this one. For systems that are named after the
// first it asks only whether the types hold.
//
//	go run -modfile=tools/go.mod .ci/elsewhere.go windows/386 darwin/arm64
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/packages"
)

var analyzers = []*analysis.Analyzer{
	assign.Analyzer, bools.Analyzer, copylock.Analyzer, nilfunc.Analyzer, shift.Analyzer, stringintconv.Analyzer,
	unmarshal.Analyzer, unreachable.Analyzer,
	unsafeptr.Analyzer,
}

func main() {
	for _, system := range os.Args[2:] {
		checkTypes(system)
	}
	vet(os.Args[1])
}

func loadPackages(system string, config *packages.Config) []*packages.Package {
	goos, goarch, _ := strings.Cut(system, "/")
	config.Mode, config.Tests = packages.LoadAllSyntax, true
	config.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	all, err := packages.Load(config, "./...")
	if err != nil {
		fmt.Println(system, err)
		os.Exit(1)
	}
	return all
}

// checkTypes type-checks the module for an operating system. It skips the bodies of functions in
// other modules.
func checkTypes(system string) {
	root, err := os.Getwd()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	config := &packages.Config{ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
		file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if file != nil && !strings.HasPrefix(name, root+string(os.PathSeparator)) {
			for _, declaration := range file.Decls {
				if f, ok := declaration.(*ast.FuncDecl); ok {
					f.Body = nil
				}
			}
		}
		return file, err
	}}
	all := loadPackages(system, config)
	for _, p := range all {
		if strings.HasSuffix(p.PkgPath, ".test") { // generated, and without bodies too
			continue
		}
		for _, err := range p.Errors {
			fmt.Printf("%s: %v\n", system, err)
			defer os.Exit(1)
		}
	}
	fmt.Printf("%s: the types of %d packages hold\n", system, len(all))
}

func vet(system string) {
	all := loadPackages(system, new(packages.Config))
	if packages.PrintErrors(all) > 0 {
		os.Exit(1)
	}
	found, err := checker.Analyze(analyzers, all, nil)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	faults := 0
	for _, action := range found.Roots {
		if action.Err != nil {
			fmt.Println(action, action.Err)
			faults++
		}
		for _, d := range action.Diagnostics {
			fmt.Printf("%s: %s\n", action.Package.Fset.Position(d.Pos), d.Message)
			faults++
		}
	}
	if faults > 0 {
		os.Exit(1)
	}
	fmt.Printf("%s: %d packages, with their tests\n", system, len(all))
}
