//go:build ignore

// Elsewhere vets the module and its tests for another system, from source: nothing
// is compiled for it, which would take ten times as long. All but what differs
// between systems has been vetted for this one.
//
//	go run .ci/elsewhere.go windows 386
package main

import (
	"fmt"
	"os"

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
	assign.Analyzer, bools.Analyzer, copylock.Analyzer, nilfunc.Analyzer, shift.Analyzer, stringintconv.Analyzer, unmarshal.Analyzer, unreachable.Analyzer,
	unsafeptr.Analyzer,
}

func main() {
	config := &packages.Config{Mode: packages.LoadAllSyntax, Tests: true, Env: append(os.Environ(), "GOOS="+os.Args[1], "GOARCH="+os.Args[2])}
	all, err := packages.Load(config, "./...")
	if err != nil || packages.PrintErrors(all) > 0 {
		fmt.Println("types do not hold:", err)
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
	fmt.Printf("%d packages, with their tests\n", len(all))
}
