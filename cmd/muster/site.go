package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/spf13/cobra"

	"muster/builder/finding"
	"muster/examples"
	"muster/pricing/gf"
	"muster/web"
)

func (a *app) siteCommand() *cobra.Command {
	var s siteOptions
	cmd := &cobra.Command{
		Use:   "site -o DIR [--shelf FOLDER]",
		Short: "Write the builder as a web site of its own",
		Long: `Write the builder as a web site: files for any host of static pages. The whole
program runs in the visitor's browser, and lists and books stay there. After the
first visit it works without a network, and it can be installed.

--shelf makes it the site of a club: it has the name in FOLDER/shelf.yaml, its
lists to look at and keep, its events, and its army books, which a visitor's
browser fetches when it needs them. A later publishing never replaces what a
visitor keeps. What may be published is the club's to judge.

A release of muster has the program for browsers inside. Otherwise it is
compiled from muster's source. This needs Go and a checkout of the project: the
folder that you are in, or --source.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.writeSite(s) },
	}
	cmd.Flags().StringVarP(&s.folder, "output", "o", "", "the folder to write to")
	cmd.Flags().BoolVar(&s.skipCompression, "fast", false,
		"skip the best compression (.br): done a minute earlier, a third larger")
	cmd.Flags().StringVar(&s.sourceFolder, "source", "", "the checkout of muster to compile")
	cmd.Flags().StringVar(&s.clubFolder, "shelf", "", "the `folder` of a club's army books, lists and events")
	cmd.Flags().BoolVar(&s.programOnly, "program", false, "write the program for browsers alone, as a release has it inside")
	cmd.Flags().MarkHidden("program") // for release.sh
	return cmd
}

type siteOptions struct {
	// the folder to write the site to; the folder of muster's source; and the folder of a club's
	// army books and lists to publish (its shelf), "" for none
	folder, sourceFolder, clubFolder string
	// skipCompression leaves the program uncompressed; programOnly writes the packed program
	// without the pages.
	skipCompression, programOnly bool
}

func (a *app) writeSite(s siteOptions) error {
	if s.folder == "" {
		return errors.New("-o names the folder to write the site to")
	}
	var club *web.Club
	if s.clubFolder != "" {
		var err error
		if club, err = a.readClub(s.clubFolder); err != nil {
			return err
		}
	}
	program, err := a.siteProgram(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	bytes := 0
	write := func(name string, text []byte) error {
		bytes += len(text)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(s.folder, name)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(s.folder, name), text, 0o644)
	}
	if s.programOnly {
		return errors.Join(write(packedProgramName, program.BrotliWASM), write(wasmExecName, program.ExecJS))
	}
	if err := web.WriteSite(program, examples.Files, club, write); err != nil {
		return err
	}
	if club != nil {
		a.out.Line("The club %s: %s, %s, %s.", club.Name, finding.CountText(len(club.Books), "army book"), finding.CountText(len(club.Lists), "list"), finding.CountText(len(club.Events), "event"))
	}
	a.out.Line("Wrote the site to %s (%.1f MB).\nNext: put the folder on any web host.", s.folder, float64(bytes)/1e6)
	return nil
}

// readClub reads the shelf in a folder, the army books, lists and events of a club, for publication
// on a site. It prints the names of the files that it leaves out.
func (a *app) readClub(folder string) (*web.Club, error) {
	shelf, shelved, err := a.readShelf(folder)
	if err != nil {
		return nil, err
	}
	club, left, err := web.BuildClub(shelf, shelved, gf.EstimateUnit)
	for _, why := range left {
		a.err.Line("left out: %s", why)
	}
	return club, err
}

// Files of a site's program, which release.sh embeds in a release.
const (
	packedProgramName = "muster.wasm.br"
	wasmExecName      = "wasm_exec.js"
)

// siteProgram returns a site's program: the release's, or a newly compiled one.
func (a *app) siteProgram(s siteOptions) (p web.Program, err error) {
	if released != nil && s.sourceFolder == "" {
		if p.BrotliWASM, err = fs.ReadFile(released, "release/"+packedProgramName); err != nil {
			return p, err
		}
		if p.ExecJS, err = fs.ReadFile(released, "release/"+wasmExecName); err != nil {
			return p, err
		}
		p.WASM, err = web.DecompressWASM(p.BrotliWASM)
		return p, err
	}
	if s.sourceFolder == "" {
		s.sourceFolder = "."
	}
	if _, err := exec.LookPath("go"); err != nil {
		return p, errors.New("this muster has no site inside and would compile it with Go, which is not on this computer: get Go (https://go.dev), or a release of muster, which needs none")
	}
	if _, err := os.Stat(filepath.Join(s.sourceFolder, "web", "worker")); err != nil {
		return p, fmt.Errorf("the site's program is compiled from muster's source, which is not in %s: go to a checkout of the project or name one with --source, or get a release of muster, which needs none", s.sourceFolder)
	}
	a.err.Line("Compiling the site's program, one to two minutes…")
	if p, err = compileForBrowsers(s.sourceFolder, a.drawProgressShare); err != nil || s.skipCompression {
		return p, err
	}
	a.err.Line("Compiled: %.1f MB. Packing it, about a minute…", float64(len(p.WASM))/1e6)
	p.BrotliWASM, err = web.CompressWASM(p.WASM, a.drawProgressShare)
	return p, err
}

// compileForBrowsers compiles the program of a site. It reports its progress as a share from 0 to
// 1.
func compileForBrowsers(source string, progress func(part float64)) (web.Program, error) {
	var p web.Program
	root, err := runGo(source, "env", "GOROOT") // in source, since its go.mod may choose another Go
	if err != nil {
		return p, err
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", wasmExecName)
	if p.ExecJS, err = os.ReadFile(script); err != nil {
		return p, fmt.Errorf("this Go has no script for browsers: %w", err)
	}
	folder, err := os.MkdirTemp("", "muster-site-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(folder)
	trimmed, err := trimModule(source, folder)
	if err != nil {
		return p, err
	}
	const program = "./web/worker"
	parts, err := runGo(source, append(append([]string{"list", "-deps"}, trimmed...), program)...)
	if err != nil {
		return p, err
	}
	file := filepath.Join(folder, "muster.wasm")
	// A browser speaks HTTP itself; without its second version the program is a thirtieth smaller,
	// and a seventh where small functions stand in it once, instead of wherever they are called,
	// but for fights and the search of fill, which are worked out by the thousand.
	args := []string{"build", "-v", "-trimpath", "-buildvcs=false", "-tags=nethttpomithttp2", "-ldflags=-s -w", "-o", file}
	for _, shared := range []string{
		"muster/...", "maragu.dev/...", "github.com/jung-kurt/...", "github.com/xeipuuv/...", "github.com/boombuler/...",
		"crypto/...", "encoding/...", "html", "image/...", "io/...", "log/...", "mime/...", "net/...", "os",
		"path/...", "text/...", "time", "fmt", "regexp/...", "golang.org/x/...", "gopkg.in/...", "compress/...", "reflect",
		"strconv", "bufio", "unicode/...", "hash/...", "math/big", "math/rand/...", "errors", "context", "sort", "strings",
		"bytes", "vendor/...", "github.com/shopspring/...", "archive/...", "testing/...", "syscall/js",
		"internal/reflectlite",
		"internal/strconv", "internal/poll",
	} {
		args = append(args, "-gcflags="+shared+"=-l")
	}
	for _, hot := range []string{"rules/dice", "rules/fad", "rules/gf/...", "builder/fill"} {
		args = append(args, "-gcflags=muster/"+hot+"=")
	}
	build := goCommand(source, append(append(args, trimmed...), program)...)
	said := &lineCounter{linesExpected: bytes.Count(parts, []byte("\n")), progress: progress}
	build.Stdout, build.Stderr = said, said
	if err := build.Run(); err != nil {
		return p, fmt.Errorf("compiling the program for browsers in %s: %w\n%s", source, err,
			strings.TrimSpace(said.String()))
	}
	progress(1)
	compiled, err := os.ReadFile(file)
	if err != nil {
		return p, err
	}
	p.WASM, err = slimProgram(compiled)
	return p, err
}

// goCommand returns a go command in a folder that builds for browsers.
func goCommand(folder string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	return cmd
}

func runGo(folder string, args ...string) ([]byte, error) {
	out, err := goCommand(folder, args...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("`go %s` in %s: %w\n%s", args[0], folder, err, strings.TrimSpace(string(failed.Stderr)))
	}
	return out, err
}

// lineCounter counts the lines that go build prints, one for each compiled package.
type lineCounter struct {
	bytes.Buffer
	linesDone, linesExpected int // lines so far, and those expected in total
	progress                 func(part float64)
}

func (l *lineCounter) Write(text []byte) (int, error) {
	l.linesDone += bytes.Count(text, []byte("\n"))
	l.progress(min(float64(l.linesDone)/float64(l.linesExpected), 1))
	return l.Buffer.Write(text)
}

// trimmedModule is a module with a megabyte of code that no site uses: message templates, and the
// fetching of schemas.
const trimmedModule = "github.com/xeipuuv/gojsonschema"

// siteTrimPatch is the patch that removes the unused code of trimmedModule, for sites only.
//
//go:embed site-trim.diff
var siteTrimPatch []byte

// trimModule copies trimmedModule into a folder, patches the copy, and returns the flags for a
// build with it. The copy's path in the build is fixed, so that builds are reproducible.
func trimModule(source, folder string) ([]string, error) {
	said, err := runGo(source, "mod", "download", "-json", trimmedModule)
	if err != nil {
		return nil, err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(said, &module); err != nil {
		return nil, err
	}
	to := filepath.Join(folder, "gojsonschema")
	if err := os.CopyFS(to, os.DirFS(module.Dir)); err != nil {
		return nil, err
	}
	if err := applyPatch(to, siteTrimPatch); err != nil {
		return nil, fmt.Errorf("%s is another than the one that sites make smaller: %w", trimmedModule, err)
	}
	root, err := filepath.Abs(source)
	if err != nil {
		return nil, err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	if err := fs.WalkDir(os.DirFS(to), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			overlay.Replace[filepath.Join(root, "gojsonschema", name)] = filepath.Join(to, name)
		}
		return err
	}); err != nil {
		return nil, err
	}
	mapped, err := json.Marshal(overlay)
	if err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		return nil, err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./gojsonschema\n", trimmedModule)
	for name, text := range map[string][]byte{"go.mod": mod, "go.sum": sum, "overlay.json": mapped} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return nil, err
		}
	}
	return []string{
		"-modfile=" + filepath.Join(folder, "go.mod"),
		"-overlay=" + filepath.Join(folder, "overlay.json"),
	}, nil
}

// applyPatch applies a patch to the files of a folder. It fails if a file differs from the text
// that the patch expects.
func applyPatch(folder string, diff []byte) error {
	changes, _, err := gitdiff.Parse(bytes.NewReader(diff))
	if err != nil {
		return err
	}
	for _, change := range changes {
		name := filepath.Join(folder, filepath.FromSlash(change.OldName))
		was, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var now bytes.Buffer
		if err := gitdiff.Apply(&now, bytes.NewReader(was), change); err != nil {
			return fmt.Errorf("%s: %w", change.OldName, err)
		}
		if err := os.WriteFile(name, now.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
