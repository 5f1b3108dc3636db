package web

import (
	"fmt"
	"net/url"
	"strings"

	"muster/builder/edit"
)

// keyOf is the name of a field in a form.
func keyOf(f edit.Field) string {
	if f.Among != "" {
		return f.Path + "/" + f.Among
	}
	return f.Path
}

// priced is a label with what it costs more, if anything.
func priced(label string, more int) string {
	if more == 0 {
		return label
	}
	return fmt.Sprintf("%s (%+d)", label, more)
}

// changed are assignments of what a form changed of a unit's fields.
func changed(fields []edit.Field, form url.Values) (texts []string) {
	for _, f := range fields {
		values, there := form[keyOf(f)]
		if !there || values[0] == f.Now {
			continue
		}
		value := strings.TrimSpace(strings.ReplaceAll(values[0], "\r\n", "\n"))
		if value == strings.TrimSpace(f.Now) {
			continue
		}
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
	return texts
}
