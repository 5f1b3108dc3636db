package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// A module holds the types declared in the source of a Go module, and the hand-written definitions
// for schemas.
type module struct {
	types             map[string]*goType  // by package path and name: "muster/rules.Rule"
	formats           []*goType           // the types that are file formats
	idsByArmouryTable map[string][]string // for each table of the armoury, the ids of its entries
	// Hand-written definitions by name, for general use and for the effects of rules.
	commonDefinitions, effectDefinitions map[string]*object
}

// A goType is a type declaration.
type goType struct {
	name           string            // "Rule"
	pkg            string            // "muster/rules"
	imports        map[string]string // import paths by the package name in the file
	expr           ast.Expr          // the type's declaration after its name
	doc            *ast.CommentGroup
	constantValues []string            // values of its string constants
	directives     map[string][]string // arguments of the directives "file" and "form", by name
}

func readModule(root string) (*module, error) {
	m := &module{types: map[string]*goType{}, idsByArmouryTable: map[string][]string{}}
	for file, definitions := range map[string]*map[string]*object{
		"cmd/schemas/common.json": &m.commonDefinitions, "schema/effects.json": &m.effectDefinitions,
	} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &struct{ Definitions any }{definitions}); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		folder = filepath.ToSlash(folder)
		switch {
		case err != nil:
			return err
		case folder == "catalog/data/fad" && filepath.Ext(path) == ".yaml":
			return m.readArmouryTables(path)
		case filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go"):
			return m.readFile(path, "muster/"+folder)
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(m.types)) {
		if m.types[name].directives["file"] != nil {
			m.formats = append(m.formats, m.types[name])
		}
	}
	return m, err
}

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
				t := m.typeNamed(pkg, spec.Name.Name)
				t.imports, t.expr, t.doc = imports, spec.Type, spec.Doc
				if t.doc == nil {
					t.doc = decl.Doc
				}
				t.directives = schemaDirectives(t.doc)
			case *ast.ValueSpec:
				of, typed := spec.Type.(*ast.Ident)
				if !typed || decl.Tok != token.CONST || len(spec.Values) == 0 {
					continue
				}
				if value, ok := spec.Values[0].(*ast.BasicLit); ok && value.Kind == token.STRING && value.Value != `""` {
					text, _ := strconv.Unquote(value.Value)
					t := m.typeNamed(pkg, of.Name)
					t.constantValues = append(t.constantValues, text)
				}
			}
		}
	}
	return nil
}

// typeNamed returns the type with a name, and adds it if its declaration has not been read yet.
func (m *module) typeNamed(pkg, name string) *goType {
	key := pkg + "." + name
	if m.types[key] == nil {
		m.types[key] = &goType{name: name, pkg: pkg}
	}
	return m.types[key]
}

// schemaDirectives returns the arguments of the lines //schema:… in a type's comment, by the word
// after the colon.
func schemaDirectives(doc *ast.CommentGroup) map[string][]string {
	if doc == nil {
		return nil
	}
	all := map[string][]string{}
	for _, line := range doc.List {
		if directive, ok := strings.CutPrefix(line.Text, "//schema:"); ok {
			name, value, _ := strings.Cut(directive, " ")
			all[name] = append(all[name], value)
		}
	}
	return all
}

func (m *module) readArmouryTables(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	document, err := schema.ReadTrusted(path, text, "armoury/1")
	if err != nil {
		return err
	}
	for i := range document.Root().Len() {
		table, rows := document.Root().Entry(i)
		for j := range rows.Len() {
			m.idsByArmouryTable[table.Text()] = append(m.idsByArmouryTable[table.Text()], rows.At(j, "id").Text())
		}
	}
	return nil
}

// findType returns the type that an expression names in from's file; nil for a built-in type or a
// type of another module.
func (m *module) findType(from *goType, expr ast.Expr) (found *goType) {
	switch expr := expr.(type) {
	case *ast.Ident:
		found = m.types[from.pkg+"."+expr.Name]
	case *ast.SelectorExpr:
		if pkg, ok := expr.X.(*ast.Ident); ok {
			found = m.types[from.imports[pkg.Name]+"."+expr.Sel.Name]
		}
	}
	if found != nil && found.expr == nil { // constants of a type that is built in
		return nil
	}
	return found
}

// firstSentence returns the first sentence of the first comment that is not nil, without the name
// of the described thing; "" if all are nil.
func firstSentence(name string, comments ...*ast.CommentGroup) string {
	for _, comment := range comments {
		if comment == nil {
			continue
		}
		text, _, _ := strings.Cut(strings.Join(strings.Fields(comment.Text()), " "), ". ")
		text = strings.TrimPrefix(strings.TrimPrefix(text, "A "), "An ")
		for _, verb := range []string{" is ", " are ", " means that "} {
			text = strings.TrimPrefix(text, name+verb)
		}
		return strings.TrimSuffix(text, ".")
	}
	return ""
}
