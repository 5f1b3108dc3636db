package fad

import (
	"fmt"
	"strconv"
	"strings"

	"muster/schema"
)

// Block writes a unit as the lines of a list's or a file's mapping, without a
// newline at the end: `id: rifles`, `kind: infantry`, …
func (u *Unit) Block() string {
	var lines []string
	for _, f := range u.fields() {
		if len(f.lines) == 0 {
			lines = append(lines, f.key+": "+f.value)
			continue
		}
		lines = append(lines, f.key+":")
		for _, line := range f.lines {
			lines = append(lines, "  - "+line)
		}
	}
	return strings.Join(lines, "\n")
}

// Flow writes a unit on one line: `{id: rifles, kind: infantry, …}`.
func (u *Unit) Flow() string {
	var entries []string
	for _, f := range u.fields() {
		value := f.value
		if len(f.lines) > 0 {
			value = "[" + strings.Join(f.lines, ", ") + "]"
		}
		entries = append(entries, f.key+": "+value)
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

// File writes a unit as a file of its own (kind unit/1).
func (u *Unit) File() []byte { return []byte("muster: unit/1\n" + u.Block() + "\n") }

// field is a key with its value on one line, or with a line for each entry.
type field struct {
	key, value string
	lines      []string
}

// fields lists what the unit states, in the order of UnitKeys.
func (u *Unit) fields() []field {
	var all []field
	text := func(key, value string) {
		if value != "" {
			all = append(all, field{key: key, value: schema.Scalar(value)})
		}
	}
	list := func(key string, ids []string) {
		if len(ids) > 0 {
			all = append(all, field{key: key, value: flowList(ids)})
		}
	}
	number := func(key string, n int, stated bool) {
		if stated {
			all = append(all, field{key: key, value: strconv.Itoa(n)})
		}
	}
	text("id", u.ID)
	text("name", u.Name)
	text("notes", u.Notes)
	text("kind", string(u.Kind))
	text("movement", u.Movement)
	text("quality", u.Quality)
	text("resolve", u.Resolve)
	if u.Kind == Vehicle {
		all = append(all, field{key: "armour", value: fmt.Sprintf("{front: %d, side: %d, rear: %d}", u.Armour.Front, u.Armour.Side, u.Armour.Rear)})
	} else {
		text("armour", u.Armour.ID)
	}
	text("heavy", u.Heavy)
	if len(u.Figures) > 0 {
		all = append(all, field{key: "figures", lines: figureLines(u.Figures)})
	}
	text("weapon", u.Weapon)
	list("weapons", u.Weapons)
	if u.Crew != nil {
		number("crew", *u.Crew, true)
	}
	number("capacity", u.Capacity, u.Capacity > 0)
	text("leadership", u.Leadership)
	text("specialisation", u.Specialisation)
	text("aptitude", u.Aptitude)
	number("strength", u.Strength, u.Kind == Psionic)
	list("powers", u.Powers)
	list("personalities", u.Personalities)
	if len(u.Traits) > 0 {
		uses := make([]string, len(u.Traits))
		for i, t := range u.Traits {
			uses[i] = t.flow()
		}
		all = append(all, field{key: "traits", value: "[" + strings.Join(uses, ", ") + "]"})
	}
	if u.Recon {
		all = append(all, field{key: "recon", value: "true"})
	}
	text("in", u.In)
	text("partner", u.Partner)
	return all
}

// UnitKeys lists a unit's keys in the order in which they are written.
func UnitKeys() []string {
	return []string{
		"id", "name", "notes", "kind", "movement", "quality", "resolve", "armour", "heavy", "figures", "weapon", "weapons", "crew", "capacity",
		"leadership", "specialisation", "aptitude", "strength", "powers", "personalities", "traits", "recon", "in", "partner",
	}
}

func figureLines(figures []Figure) []string {
	lines := make([]string, len(figures))
	for i, f := range figures {
		entries := []string{}
		if f.Count > 0 {
			entries = append(entries, fmt.Sprintf("count: %d", f.Count))
		}
		entries = append(entries, "weapon: "+schema.Scalar(f.Weapon))
		if f.Leader != "" {
			entries = append(entries, "leader: "+f.Leader)
		}
		if len(f.Personalities) > 0 {
			entries = append(entries, "personalities: "+flowList(f.Personalities))
		}
		lines[i] = "{" + strings.Join(entries, ", ") + "}"
	}
	return lines
}

func (t TraitUse) flow() string {
	if len(t.Weapons) == 0 && t.Gives == "" {
		return schema.Scalar(t.ID)
	}
	entries := []string{"trait: " + schema.Scalar(t.ID)}
	if len(t.Weapons) > 0 {
		entries = append(entries, "weapons: "+"["+strings.Trim(strings.ReplaceAll(fmt.Sprint(t.Weapons), " ", ", "), "[]")+"]")
	}
	if t.Gives != "" {
		entries = append(entries, "gives: "+schema.Scalar(t.Gives))
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

func flowList(ids []string) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = schema.Scalar(id)
	}
	return "[" + strings.Join(words, ", ") + "]"
}
