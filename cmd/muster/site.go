package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"muster/web"
)

func (a *app) siteCommand() *cobra.Command {
	var folder, source string
	var fast bool
	cmd := &cobra.Command{
		Use:   "site -o DIR",
		Short: "Write the builder as a web site of its own",
		Long: `Write the builder as a web site of its own: files for any host of static pages.
The whole program runs in the visitor's browser, where lists and books stay; it
works without a network after the first visit, and can be installed.

The program for browsers is compiled from muster's source, so this needs Go and
a checkout of the project: the folder that you are in, or --source.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.site(folder, source, fast) },
	}
	cmd.Flags().StringVarP(&folder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVar(&fast, "fast", false, "leave out the copy of the program that takes longest to compress (.br)")
	cmd.Flags().StringVar(&source, "source", ".", "the checkout of muster to compile")
	return cmd
}

func (a *app) site(folder, source string, fast bool) error {
	if folder == "" {
		return errors.New("-o names the folder to write the site to")
	}
	program, err := compileForBrowsers(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	bytes := 0
	err = web.WriteSite(program, fast, func(name string, text []byte) error {
		bytes += len(text)
		return os.WriteFile(filepath.Join(folder, name), text, 0o644)
	})
	if err != nil {
		return err
	}
	a.out.Line("Wrote the site to %s (%.1f MB).\nNext: put the folder on any web host.", folder, float64(bytes)/1e6)
	return nil
}

// compileForBrowsers compiles the program of a site.
func compileForBrowsers(source string) (web.Program, error) {
	var p web.Program
	find := exec.Command("go", "env", "GOROOT")
	find.Dir = source // whose go.mod may ask for another Go
	root, err := find.Output()
	if err != nil {
		return p, fmt.Errorf("a site needs Go (https://go.dev) to compile the program for browsers: %w", err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if p.Exec, err = os.ReadFile(script); err != nil {
		return p, fmt.Errorf("this Go has no script for browsers: %w", err)
	}
	folder, err := os.MkdirTemp("", "muster-site-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "muster.wasm")
	// A browser speaks HTTP itself; without its second version the program is a thirtieth smaller,
	// and a tenth where small functions of pages and of paper stand in it once, instead of wherever
	// they are called.
	build := exec.Command("go", "build", "-trimpath", "-tags=nethttpomithttp2", "-gcflags=muster/web=-l",
		"-gcflags=maragu.dev/...=-l", "-gcflags=github.com/jung-kurt/...=-l", "-ldflags=-s -w", "-o", file, "./web/worker")
	build.Dir = source
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if said, err := build.CombinedOutput(); err != nil {
		return p, fmt.Errorf("compiling the program for browsers in %s: %w\n%s", source, err, strings.TrimSpace(string(said)))
	}
	p.WASM, err = os.ReadFile(file)
	return p, err
}
