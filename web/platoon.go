package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
	"muster/builder/finding"
	"muster/schema"
)

// A platoon is a platoon of the list with its cards; Number 0 is of those in none.
type platoon struct {
	builder.Platoon
	Title  string
	Number int
	Cards  []builder.Card
}

// The parts of a unit in a platoon, by their keys in the file.
const (
	leads  = "command"
	serves = "squads"
)

// part is what a unit is in the platoon, or "".
func (p *platoon) part(id string) string {
	switch {
	case slices.Contains(p.Command, id):
		return leads
	case slices.Contains(p.Squads, id):
		return serves
	}
	return ""
}

// platoonsOf are the platoons of a list whose game has them, without their cards.
func platoonsOf(roster builder.Roster) (all []platoon) {
	planner, ok := roster.(builder.Planner)
	if !ok {
		return nil
	}
	for i, p := range planner.Platoons() {
		all = append(all, platoon{Platoon: p, Title: cmp.Or(p.Name, fmt.Sprintf("Platoon %d", i+1)), Number: i + 1})
	}
	return all
}

// inPlatoons puts the cards of the page into their platoons; a transport stands with its
// passengers. The last is those that are in none, if there are platoons.
func (p *buildPage) inPlatoons(all []platoon) {
	rest := platoon{Title: "In no platoon"}
	for _, c := range p.Cards {
		in := &rest
		for _, id := range c.All() {
			at := slices.IndexFunc(all, func(p platoon) bool { return p.part(id) != "" })
			if at >= 0 {
				in = &all[at]
				break
			}
		}
		in.Cards = append(in.Cards, c)
	}
	if p.Platoons = all; len(all) > 0 && len(rest.Cards) > 0 {
		p.Platoons = append(all, rest)
	}
}

// station makes assignments that put a unit into a platoon by its number from 1, as its
// command or one of its squads, and out of all others: "squad-1 2 squads". 0 is a new
// platoon; a unit alone is put out of all. A platoon without anything left goes.
func station(roster builder.Roster, words []string) (texts []string, err error) {
	into, part := -1, ""
	if len(words) == 3 && (words[2] == leads || words[2] == serves) {
		into, err = strconv.Atoi(words[1])
		part = words[2]
	}
	all := platoonsOf(roster)
	if err != nil || len(words) != 3 && len(words) != 1 || into > len(all) {
		return nil, errors.New("there is no such platoon any more")
	}
	id := words[0]
	var gone []string
	for i := range all {
		p := &all[i]
		here := i+1 == into
		left := p.Name != ""
		for key, ids := range map[string][]string{leads: p.Command, serves: p.Squads} {
			others := slices.DeleteFunc(slices.Clone(ids), func(one string) bool { return one == id })
			if here && part == key {
				others = append(others, id)
			}
			if left = left || len(others) > 0; !slices.Equal(others, ids) {
				texts = append(texts, fmt.Sprintf("platoons.%d.%s=%s", i+1, key, flow(others)))
			}
		}
		if !left {
			texts = slices.DeleteFunc(texts, func(text string) bool { return strings.HasPrefix(text, fmt.Sprintf("platoons.%d.", i+1)) })
			gone = append([]string{fmt.Sprintf("platoons-=%d", i+1)}, gone...) // from the last, whose number stays
		}
	}
	if into == 0 {
		texts = append(texts, "platoons+={"+part+": "+flow([]string{id})+"}")
	}
	slices.Sort(texts)
	return append(texts, gone...), nil
}

// flow writes ids as a file's value has them; none is no value.
func flow(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return "[" + strings.Join(ids, ", ") + "]"
}

// named are assignments that form a platoon of a name (number 0) or give one another.
func named(number string, form url.Values) []string {
	name := strings.TrimSpace(form.Get("name"))
	if number == "0" {
		return []string{"platoons+={name: " + schema.Scalar(name) + "}"}
	}
	return []string{"platoons." + number + ".name=" + name}
}

// viewPlatoon is a platoon with its units, who leads it, and what it lacks.
func (p *buildPage) viewPlatoon(f platoon) g.Node {
	number := strconv.Itoa(f.Number)
	head := h.Div(h.H3(h.Class("group"), isolated(f.Title)))
	if f.Number > 0 {
		head = h.Div(
			h.H3(h.Class("group"), h.ID("h-platoon-"+number), isolated(f.Title), h.Span(h.Class("line"), g.Text(" "+finding.Count(len(f.Squads), "squad")))),
			g.Map(f.Findings, func(one finding.Finding) g.Node {
				return para("line "+classOf(one), upper(strings.TrimPrefix(strings.TrimPrefix(one.Message, f.Name+": "), "platoon "+number+": ")))
			}))
	}
	return h.Section(g.If(f.Number > 0, g.Group{h.Aria("labelledby", "h-platoon-"+number), h.Data("platoon", number)}),
		h.Div(h.Class("platoon"), head, g.If(f.Number > 0, h.Details(h.Class("menu"), h.ID("more-of-platoon-"+number),
			h.Summary(h.Aria("label", "More for "+f.Title), g.Text("⋯")),
			p.form("",
				labelled("Name", h.Input(h.Name("name"), h.ID("name-"+number), h.Value(f.Name), h.MaxLength("200"), h.AutoComplete("off"))),
				h.Button(h.Name("verb"), h.Value("platoon "+number), g.Text("Rename")),
				h.Div(h.Class("apart"), h.Button(h.Name("verb"), h.Value("disband "+number), icon("remove"), g.Text("Disband"))))))),
		p.viewCards(f.Cards))
}

// nextPlatoon is what another platoon is called.
func (p *buildPage) nextPlatoon() string {
	n := 1
	for i := range p.Platoons {
		n = max(n, p.Platoons[i].Number+1)
	}
	return fmt.Sprintf("Platoon %d", n)
}

// leader tells that a unit is of its platoon's command.
func (p *buildPage) leader(id string) g.Node {
	for i := range p.Platoons {
		if p.Platoons[i].part(id) == leads {
			return h.Span(h.Class("size"), g.Text(" · commands"))
		}
	}
	return nil
}

// stations are the platoons that the unit serves in or commands, and those that it can.
func (u *unitPane) stations(roster builder.Roster) {
	planner, ok := roster.(builder.Planner)
	if !ok {
		return
	}
	add := func(name, part, more string) {
		one := newLink(name)
		for _, p := range platoonsOf(roster) {
			to := linkTo{ID: strconv.Itoa(p.Number), Name: p.Title, On: p.part(u.ID) == part}
			if to.Verb = fmt.Sprintf("station %s %d %s", u.ID, p.Number, part); to.On {
				to.Verb = "station " + u.ID
			}
			one.With = append(one.With, to)
		}
		if more != "" {
			one.With = append(one.With, linkTo{ID: "0", Name: more, Verb: "station " + u.ID + " 0 " + part})
		}
		if len(one.With) > 0 {
			u.Links = append(u.Links, one)
		}
	}
	add("Serves in", serves, "a new platoon")
	if planner.CanCommand(u.ID) {
		add("Commands", leads, "")
	}
}
