package page

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
	"muster/builder/odds"
	"muster/report/html"
	"muster/schema"
)

// SignedEffect formats a gain or loss: "+1.9", of a chance "+4%".
func SignedEffect(e odds.Effect) string {
	text := fmt.Sprintf("%+.1f", e.Value)
	if e.Kind == odds.ChanceCell {
		text = fmt.Sprintf("%+.0f%%", 100*e.Value)
	}
	if strings.Trim(text, "+-0.%") == "" {
		return "±0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// EffectTextByAction writes an effect's values for shooting (⌖) and for charging (⚔): "⌖ +0.6 ⚔
// ±0". Lines may break between them.
func EffectTextByAction(e odds.Effect, write func(odds.Effect) string) string {
	if e.Kind == odds.WordsCell {
		return ""
	}
	way := func(value float64) string { return "\u00a0" + write(odds.Effect{Kind: e.Kind, Value: value}) }
	return "⌖" + way(e.ValueByAction.Shooting) + " ⚔" + way(e.ValueByAction.Charging)
}

// DrawEffectText draws a text that EffectTextByAction wrote. Some fonts do not have the sign ⌖, so
// CSS draws it.
func DrawEffectText(ways string) g.Node {
	before, after, ok := strings.Cut(ways, "⌖")
	return g.Group{g.Text(before), g.If(ok, h.I(g.Text("⌖"))), g.Text(after)}
}

// SignedPoints writes a change of points: "+5", "−5".
func SignedPoints(n int) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) }

// JoinDots joins the non-empty parts with dots between them.
func JoinDots(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// QuerySubset returns the given keys of a query that have a value.
func QuerySubset(query url.Values, keys []string) url.Values {
	some := url.Values{}
	for _, key := range keys {
		if v := query.Get(key); v != "" {
			some.Set(key, v)
		}
	}
	return some
}

// FormatDay formats a day in words; "" for the zero time.
func FormatDay(t time.Time) string {
	const day = 24 * time.Hour
	midnight := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	now := time.Now()
	switch days := midnight(now).Sub(midnight(t.Local())) / day; {
	case t.Unix() <= 0:
		return ""
	case days <= 0:
		return "today"
	case days == 1:
		return "yesterday"
	case t.Local().Year() == now.Year():
		return "on " + t.Local().Format("2 January")
	}
	return "on " + t.Local().Format("2 January 2006")
}

// IsolatedText draws a text isolated from the writing direction around it, since names in it may be
// written from right to left.
func IsolatedText(text string) g.Node { return html.IsolatedText(text) }

// JoinCommas joins words with commas.
func JoinCommas(words []string) string { return strings.Join(words, ", ") }

// NumberedName returns the name of a unit, or the joint name of units that fight together; if the
// list has several units of the name, with the unit's number.
func NumberedName(names map[string]string, id, name string) string {
	if title := names[id]; strings.Contains(title, " #") {
		return strings.Replace(name, title[:strings.LastIndex(title, " #")], title, 1)
	}
	return name
}

// PricedLabel returns a label with the price of its choice, if any.
func PricedLabel(label string, c edit.Choice) string {
	if c.ExtraCost == 0 {
		return label
	}
	return fmt.Sprintf("%s (%s)", label, c.Cost())
}

// MaxUploadBytes is the maximum size of several files together, or of a copy of everything, in
// bytes.
const MaxUploadBytes = 64 << 20

// Messages for uploads that are too large: a file, or several together.
var (
	fileTooLargeText   = "the file is larger than any list or book"
	UploadTooLargeText = fmt.Sprintf("together these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book", MaxUploadBytes>>20)
)

// ErrorText returns the text of an error as a page shows it.
func ErrorText(err error) string {
	var large *http.MaxBytesError
	if errors.As(err, &large) && large.Limit == MaxUploadBytes {
		return UploadTooLargeText
	} else if large != nil {
		return fileTooLargeText
	}
	var problems *schema.Error
	var path *fs.PathError
	switch {
	case errors.As(err, &problems):
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the page was left before it was done"
	case errors.As(err, &path):
		return fileProblem(path)
	default:
		return err.Error()
	}
	lines := make([]string, len(problems.Problems))
	for i, p := range problems.Problems {
		lines[i] = p.Message
		if p.Line > 1 {
			lines[i] = fmt.Sprintf("line %d: %s", p.Line, p.Message)
		}
	}
	return strings.Join(lines, "; ")
}

// fileProblem describes an error of the operating system, or of a browser's storage.
func fileProblem(err *fs.PathError) string {
	name := err.Path
	if name == "." {
		name = "the folder"
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name + " is not there"
	case errors.Is(err, fs.ErrPermission):
		return name + " may not be read or changed; check its permissions"
	}
	return fmt.Sprintf("%s cannot be used; the system says: %v", name, err.Err)
}
