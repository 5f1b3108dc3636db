package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every page is led to: some link, form or script names the last word of its address.
// Addresses under /api/ are for scripts.
func TestEveryPageIsLedTo(t *testing.T) {
	pages, said := map[string]string{}, &strings.Builder{}
	eachSource(t, 0, func(path, room string, file *ast.File) {
		if room != "web" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text, ok := n.(*ast.BasicLit)
			if !ok || text.Kind != token.STRING {
				return true
			}
			value, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			address, ok := strings.CutPrefix(value, "GET /")
			if !ok {
				if !strings.HasPrefix(value, "POST /") {
					said.WriteString(value + "\n")
				}
				return true
			}
			words := strings.FieldsFunc(address, func(r rune) bool { return r == '/' })
			for len(words) > 0 && strings.HasPrefix(words[len(words)-1], "{") {
				words = words[:len(words)-1]
			}
			if len(words) > 0 && words[0] != "api" {
				pages[value] = words[len(words)-1]
			}
			return true
		})
	})
	scripts, err := filepath.Glob(filepath.Join("..", "..", "web", "static", "*.js"))
	if err != nil || len(pages) == 0 || len(scripts) == 0 {
		t.Fatalf("there are no pages or scripts: %v", err)
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		said.Write(text)
	}
	for page, word := range pages {
		if !regexp.MustCompile(`(?m)(^|/)` + regexp.QuoteMeta(word) + "($|[/?#'`])").MatchString(said.String()) {
			t.Errorf("nothing leads to %s", page)
		}
	}
}

// Every verb of a game at the table is sent: by a page, or as a way that pages show. What
// applies or compares a verb sends none.
func TestEveryVerbOfAGameIsSent(t *testing.T) {
	verbs, sent := map[string]bool{}, map[string]bool{}
	eachSource(t, 0, func(path, _ string, file *ast.File) {
		if folder := filepath.ToSlash(filepath.Dir(path)); folder != "builder/play" && folder != "web/play" {
			return
		}
		var note func(n ast.Node) bool
		note = func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if kind, ok := n.Type.(*ast.Ident); ok && kind.Name == "Verb" {
					for _, name := range n.Names {
						verbs[name.Name] = true
					}
					return false
				}
			case *ast.CaseClause:
				for _, s := range n.Body {
					ast.Inspect(s, note)
				}
				return false
			case *ast.BinaryExpr:
				return n.Op != token.EQL && n.Op != token.NEQ
			case *ast.KeyValueExpr:
				ast.Inspect(n.Value, note)
				return false
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && of.Name == "play" {
					sent[n.Sel.Name] = true
				}
				ast.Inspect(n.X, note)
				return false
			case *ast.Field: // of the same name
				return false
			case *ast.Ident:
				sent[n.Name] = true
			}
			return true
		}
		ast.Inspect(file, note)
	})
	if len(verbs) == 0 {
		t.Fatal("there are no verbs")
	}
	for verb := range verbs {
		if !sent[verb] {
			t.Errorf("no page sends %s", verb)
		}
	}
}
