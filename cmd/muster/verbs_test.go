package main

import (
	"bytes"
	"go/ast"
	"go/token"
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"muster/builder"
	"muster/catalog"
	"muster/schema/files"
	"muster/web"
)

// Every verb that is refused is refused with the same sentence by its command
// and by a page, and neither changes the file.
func TestVerbsAreRefusedAlike(t *testing.T) {
	const company = `muster: list/1
system: gf-3
book: steel-wardens
units:
  - {id: guard, unit: line-squad, upgrades: [heavy-rifle]}
  - {id: captain, unit: captain}
  - {id: wagon, unit: apc}
`
	const outpost = `muster: list/1
system: fad
units:
  - {id: rifles, kind: infantry, quality: regular, resolve: steady, figures: [{count: 8, weapon: smg}]}
  - {id: carrier, kind: vehicle, movement: tracked, quality: regular, resolve: steady, armour: {front: 8, side: 7, rear: 6}, weapons: [heavy-mg], capacity: 10}
`
	library, root := catalog.NewLibrary(), (&app{}).rootCommand()
	tried := map[string]bool{}
	for _, c := range []struct{ list, verb, words, want string }{ // a word KEY:VALUE is a field of the form
		{company, "add", "apd", "`apd` is no unit of Steel Wardens; did you mean `apc`?"},
		{outpost, "add", "infantri", "nor a stored unit; did you mean `infantry`?"},
		{company, "remove", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "copy", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "move", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "rename", "gard Us", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "note", "gard brave", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "upgrade", "guard heavy-rifle=9", "\"Heavy Rifle\" can be chosen only once more"},
		{outpost, "upgrade", "rifles saw", "is a list of Fast and Dirty, which has no upgrades to choose"},
		{company, "downgrade", "guard banner", "`guard` has not chosen `banner`; it has heavy-rifle"},
		{company, "swap", "guard banner", "`banner` should be OLD=NEW: the option to drop, and the one to choose in its place"},
		{company, "combine", "guard wagon", "only two copies of the same unit can be combined"},
		{company, "join", "wagon guard", "Bastion APC is no hero, and only heroes join other units"},
		{company, "embark", "wagon wagon", "Bastion APC cannot deploy inside itself"},
		{company, "link", "wagon join guard", "Bastion APC is no hero, and only heroes join other units"},
		{company, "unlink", "gard join", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "detach", "guard", "`guard` is linked to no other unit; there is nothing to detach"},
		{company, "renew", "9", "no book of the list has a version 9"},
		{company, "set", "ponts=100", "`ponts`: unknown; did you mean `points`?"},
		{outpost, "set", "rifles traits+=nonsense", "rifles: there is no trait `nonsense`"},
		{outpost, "set", "rifles in=nobody", "`nobody`"},
		{company, "fix", "99 0", "there is no such finding any more"},
		{company, "fields", "guard", "units of Grimdark Future have no fields to set"},
		{company, "list", "points:many", "`points`"},
		{company, "whole copy", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "whole double", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "whole remove", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "whole aside", "gard", "the list has no unit `gard`; did you mean `guard`?"},
		{company, "whole onto", "guard wagn", "the list has no unit `wagn`; did you mean `wagon`?"},
		{outpost, "platoon", "9 Third", "platoons"},
		{outpost, "station", "rifles 9 squads", "there is no such platoon any more"},
		{outpost, "disband", "9", "platoons"},
	} {
		tried[c.verb] = true
		t.Run(c.verb+" "+c.words, func(t *testing.T) {
			lists := files.NewMemory(map[string]string{"list.yaml": c.list})
			handler := web.New(web.Options{Lists: lists, Library: library, Deployment: web.LocalServer})
			shown := httptest.NewRecorder()
			handler.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, "/lists/list", nil))
			form := url.Values{"verb": {c.verb + " " + c.words}, "back": {"/lists/list"}}
			if key, value, ok := strings.Cut(c.words, ":"); ok {
				form.Set("verb", c.verb)
				form.Set(key, value)
			}
			if tag := regexp.MustCompile(`name="etag" value="([^"]*)"`).FindStringSubmatch(shown.Body.String()); tag != nil {
				form.Set("etag", tag[1])
			}
			r := httptest.NewRequest(http.MethodPost, "/lists/list/do", strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			page := regexp.MustCompile(`</h1><div id="why"><p>(line \d+: )?([^<]*)</p>`).FindStringSubmatch(w.Body.String())
			if page == nil || w.Code != http.StatusUnprocessableEntity || !strings.Contains(html.UnescapeString(page[2]), c.want) {
				t.Fatalf("the page answers with %d: %s", w.Code, w.Body)
			}
			if text, err := fs.ReadFile(lists, "list.yaml"); err != nil || string(text) != c.list {
				t.Errorf("the page left %s, %v", text, err)
			}

			if cmd, _, err := root.Find([]string{c.verb}); err != nil || cmd.Name() != c.verb || strings.Contains(c.verb, " ") {
				return // which pages say alone
			}
			path := filepath.Join(t.TempDir(), "list.yaml")
			if err := os.WriteFile(path, []byte(c.list), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, errOut bytes.Buffer
			code := run(append([]string{c.verb, path}, strings.Fields(c.words)...), &out, &errOut)
			if said := strings.ReplaceAll(errOut.String(), path, "list.yaml"); code == exitOK || !strings.Contains(said, html.UnescapeString(page[2])) {
				t.Errorf("the command ends with %d: %s\nthe page says: %s", code, said, page[2])
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != c.list {
				t.Errorf("the command left %s, %v", text, err)
			}
		})
	}
	for _, verb := range builder.Verbs() {
		if !tried[verb.Name] && verb.HistoryStep == 0 { // where there is no step nothing happens
			t.Errorf("nothing is known that `%s` is refused for; add a line", verb.Name)
		}
	}
}

// Pages put no form of a verb together: no text in web that is joined to others, or sent by
// a button, begins with a verb.
func TestPagesComposeNoVerbs(t *testing.T) {
	eachSource(t, 0, func(path, room string, file *ast.File) {
		if room != "web" {
			return
		}
		check := func(n ast.Expr) {
			value := literal(n)
			for _, verb := range builder.Verbs() {
				if value == verb.Name || strings.HasPrefix(value, verb.Name+" ") {
					t.Errorf("%s makes a form of `%s`: %q", path, verb.Name, value)
				}
			}
		}
		checkAfterKey := func(all []ast.Expr) { // the value of a field called verb
			for i := range max(0, len(all)-1) {
				if literal(all[i]) == "verb" {
					check(all[i+1])
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.ADD {
					check(n.X)
				}
			case *ast.CallExpr:
				switch called(n) {
				case "Sprintf", "Value", "verbButton", "verbAttributes", "form", "autoSubmitForm":
					if len(n.Args) > 0 {
						check(n.Args[0])
					}
				}
				checkAfterKey(n.Args)
			case *ast.CompositeLit:
				checkAfterKey(n.Elts)
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Verb" {
					check(n.Value)
				}
			}
			return true
		})
	})
}

// Each form of builder names a verb and has no more words than it, and each verb that is no
// command has a form.
func TestVerbsOfPagesHaveForms(t *testing.T) {
	verbs, formed := map[string]*builder.Verb{}, map[string]bool{}
	for _, verb := range builder.Verbs() {
		verbs[verb.Name] = &verb
	}
	form := func(words []ast.Expr) {
		name := literal(words[0])
		if formed[name] = true; verbs[name] == nil {
			t.Errorf("there is no verb `%s`", name)
		} else if _, most := verbs[name].WordCountLimits(); len(words)-1 > most {
			t.Errorf("a form of `%s` has more words than %s", name, verbs[name].ArgsHelp)
		}
	}
	eachSource(t, 0, func(path, _ string, file *ast.File) {
		if path != "builder/verbs.go" {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if kind, ok := n.Type.(*ast.Ident); ok && kind.Name == "Form" {
					form(n.Values)
				}
			case *ast.CallExpr:
				if called(n) == "formOf" {
					form(n.Args)
				}
			}
			return true
		})
	})
	for name, verb := range verbs {
		if verb.Short == "" && !formed[name] {
			t.Errorf("no page can send `%s`", name)
		}
	}
}

// called returns the name of a called function or method.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal returns the text of a string literal; "" for any other expression.
func literal(n ast.Expr) string {
	text, ok := n.(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return ""
	}
	value, _ := strconv.Unquote(text.Value)
	return value
}
