package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"muster/builder"
	"muster/builder/fad"
)

// A fielder is a roster whose units are fields that a form can show.
type fielder interface {
	Fields(id string) []fad.Field
	Additions(id string) []fad.Field
}

func (pane *unitPane) fields(setter fielder, id string) {
	for _, f := range setter.Fields(id) {
		i := slices.IndexFunc(pane.Fields, func(g fieldGroup) bool { return g.Label == f.Group })
		if i < 0 {
			i, pane.Fields = len(pane.Fields), append(pane.Fields, fieldGroup{Label: f.Group})
		}
		pane.Fields[i].Inputs = append(pane.Fields[i].Inputs, inputOf(f))
	}
	for _, f := range setter.Additions(id) {
		pane.Adds = append(pane.Adds, inputOf(f))
	}
}

// keyOf is the name of a field in a form.
func keyOf(f fad.Field) string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

func inputOf(f fad.Field) input {
	one := input{Label: f.Label, Key: keyOf(f), Now: f.Now, Mode: "numeric"}
	if f.Among != "" {
		one.Tick = true
		if more := f.Choices[0].More; more != 0 {
			one.Label = fmt.Sprintf("%s (%+d)", f.Label, more)
		}
		return one
	}
	for _, c := range f.Choices {
		label := c.Label
		if c.More != 0 {
			label = fmt.Sprintf("%s (%+d)", label, c.More)
		}
		one.Choices = append(one.Choices, choice{c.Value, label})
	}
	return one
}

// setFields sets what a form changed of a unit.
func setFields(s *builder.Session, id string, r *http.Request) error {
	setter, ok := s.Now().(fielder)
	if !ok {
		return fmt.Errorf("units of %s have no fields to set", s.Now().Game().Name)
	}
	var texts []string
	for _, f := range setter.Fields(id) {
		values, there := r.Form[keyOf(f)]
		if !there || values[0] == f.Now {
			continue
		}
		value := strings.TrimSpace(values[0])
		switch {
		case f.Among != "" && value == "yes":
			texts = append(texts, f.Path+"+="+f.Among)
		case f.Among != "":
			texts = append(texts, f.Path+"-="+f.Among)
		case strings.HasSuffix(f.Path, "personalities") && value != "":
			texts = append(texts, f.Path+"=["+value+"]")
		default:
			texts = append(texts, f.Path+"="+value)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return assign(s, id, texts...)
}
