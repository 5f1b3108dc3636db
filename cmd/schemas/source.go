package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// A module is the types that the source of a module declares.
type module struct {
	types   map[string]*goType // by package path and name: "muster/rules.Rule"
	formats []*goType
	tables  map[string][]string // the ids of each table of the armoury
}

// A goType is a type as its source declares it.
type goType struct {
	name       string // "Rule"
	pkg        string // "muster/rules"
	imports    map[string]string
	expr       ast.Expr
	doc        *ast.CommentGroup
	values     []string            // of its constants, if they are texts
	directives map[string][]string // "file" and "form"
}

// readModule reads the source of a module, and the tables of the armoury.
func readModule(root string) (*module, error) {
	m := &module{types: map[string]*goType{}, tables: map[string][]string{}}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2):
			return fs.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			folder, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			return m.readFile(path, "muster/"+filepath.ToSlash(folder))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.types)) {
		if m.types[name].directives["file"] != nil {
			m.formats = append(m.formats, m.types[name])
		}
	}
	return m, m.readTables(filepath.Join(root, "catalog", "data", "fad"))
}

// readFile adds the types of a file of Go.
func (m *module) readFile(path, pkg string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	imports := map[string]string{}
	for _, spec := range file.Imports {
		from, _ := strconv.Unquote(spec.Path.Value)
		name := from[strings.LastIndexByte(from, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = from
	}
	for _, declared := range file.Decls {
		decl, ok := declared.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				t := m.named(pkg, spec.Name.Name)
				t.imports, t.expr, t.doc = imports, spec.Type, spec.Doc
				if t.doc == nil {
					t.doc = decl.Doc
				}
				t.directives = directives(t.doc)
			case *ast.ValueSpec:
				of, typed := spec.Type.(*ast.Ident)
				if !typed || decl.Tok != token.CONST || len(spec.Values) == 0 {
					continue
				}
				if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING && value.Value != `""` {
					text, _ := strconv.Unquote(value.Value)
					t := m.named(pkg, of.Name)
					t.values = append(t.values, text)
				}
			}
		}
	}
	return nil
}

// named returns the type of a name, which may not have been met yet.
func (m *module) named(pkg, name string) *goType {
	key := pkg + "." + name
	if m.types[key] == nil {
		m.types[key] = &goType{name: name, pkg: pkg}
	}
	return m.types[key]
}

// directives are the lines //schema:… above a type.
func directives(doc *ast.CommentGroup) map[string][]string {
	all := map[string][]string{}
	if doc == nil {
		return all
	}
	for _, line := range doc.List {
		if directive, ok := strings.CutPrefix(line.Text, "//schema:"); ok {
			name, value, _ := strings.Cut(directive, " ")
			all[name] = append(all[name], value)
		}
	}
	return all
}

// readTables reads the ids of each table of the built-in armoury.
func (m *module) readTables(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		document, err := schema.Trust(name, text, "armoury/1")
		if err != nil {
			return err
		}
		for i := range document.Root().Len() {
			table, rows := document.Root().Entry(i)
			for j := range rows.Len() {
				m.tables[table.Text()] = append(m.tables[table.Text()], rows.At(j, "id").Text())
			}
		}
	}
	return nil
}

// find returns the type that an expression names, seen from another; nil for
// one that is built in or of another module.
func (m *module) find(from *goType, expr ast.Expr) *goType {
	switch expr := expr.(type) {
	case *ast.Ident:
		return m.types[from.pkg+"."+expr.Name]
	case *ast.SelectorExpr:
		if pkg, ok := expr.X.(*ast.Ident); ok {
			return m.types[from.imports[pkg.Name]+"."+expr.Sel.Name]
		}
	}
	return nil
}

// means is what a comment says in its first sentence, without the name of what
// it is about: "" for none.
func (t *goType) means(name string, comments ...*ast.CommentGroup) string {
	for _, comment := range comments {
		text := strings.Join(strings.Fields(comment.Text()), " ")
		text, _, _ = strings.Cut(text, ". ")
		text = strings.TrimPrefix(strings.TrimPrefix(text, "A "), "An ")
		for _, verb := range []string{" is ", " are ", " tells that ", " says "} {
			text = strings.TrimPrefix(text, name+verb)
		}
		if text != "" {
			return strings.TrimSuffix(text, ".")
		}
	}
	return ""
}

// A rule is one word of a tag, with what stands behind it.
type rule struct{ word, rest string }

// rulesOf reads the tag schema:"…" of a field.
func rulesOf(tag reflect.StructTag) (rules []rule) {
	for _, part := range strings.Split(tag.Get("schema"), ",") {
		if word, rest, _ := strings.Cut(strings.TrimSpace(part), " "); word != "" {
			rules = append(rules, rule{word, rest})
		}
	}
	return rules
}

// bounds reads "1..60", "..60" or "-20..": nil is no bound.
func bounds(text string) (least, most any, ok bool) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		return nil, nil, false
	}
	number := func(text string) any {
		if text == "" {
			return nil
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(fmt.Sprintf("the bounds %q", text))
		}
		return n
	}
	return number(low), number(high), true
}
