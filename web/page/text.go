package page

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
	"muster/builder/odds"
	"muster/report/html"
)

// Signed formats a gain or loss: "+1.9", of a chance "+4%".
func Signed(e odds.Effect) string {
	text := fmt.Sprintf("%+.1f", e.Value)
	if e.Kind == odds.Chance {
		text = fmt.Sprintf("%+.0f%%", 100*e.Value)
	}
	if strings.Trim(text, "+-0.%") == "" {
		return "±0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// Ways writes an effect's values by shooting and by charging apart: "⌖ +0.6 ⚔ ±0". Lines break between them.
func Ways(e odds.Effect, write func(odds.Effect) string) string {
	if e.Kind == odds.Words {
		return ""
	}
	way := func(value float64) string { return "\u00a0" + write(odds.Effect{Kind: e.Kind, Value: value}) }
	return "⌖" + way(e.Ways.Shooting) + " ⚔" + way(e.Ways.Charging)
}

// Drawn draws a text of Ways. Some fonts lack the first sign: the style draws it.
func Drawn(ways string) g.Node {
	before, after, ok := strings.Cut(ways, "⌖")
	return g.Group{g.Text(before), g.If(ok, h.I(g.Text("⌖"))), g.Text(after)}
}

// Dots joins the non-empty parts.
func Dots(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// Subset is some keys of a query, those that have a value.
func Subset(query url.Values, keys []string) url.Values {
	some := url.Values{}
	for _, key := range keys {
		if v := query.Get(key); v != "" {
			some.Set(key, v)
		}
	}
	return some
}

// Day formats a day in words; "" for the zero time.
func Day(t time.Time) string {
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

// Isolated is text with names in it; they may run from right to left.
func Isolated(text string) g.Node { return html.Isolated(text) }

// Commas is a list as a line of text.
func Commas(words []string) string { return strings.Join(words, ", ") }

// Priced returns a label with the price of its choice, if any.
func Priced(label string, c edit.Choice) string {
	if c.More == 0 {
		return label
	}
	return fmt.Sprintf("%s (%s)", label, c.Cost())
}
