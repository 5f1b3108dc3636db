package builder

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/builder/table"
	"muster/report"
)

// Composition describes a list: its points by role, the wounds that destroy it, and the attacks of
// its weapons by range.
func Composition(r Roster) report.Terms {
	var made report.Terms
	attacks := map[int]int{}
	standing := r.UnitsOnTable()
	boxes, wounds := 0, true // for all that can be lost; whether all of it is wounds
	for _, u := range standing {
		for _, whole := range append([]table.Unit{u}, u.JoinedHeroes...) {
			for i := range whole.Tracks {
				boxes += whole.Tracks[i].BoxCount()
				wounds = wounds && (whole.Tracks[i].Label == "Wounds" || whole.Tracks[i].Label == "Models")
			}
		}
	}
	for _, u := range table.Flatten(standing) {
		for i := range u.Weapons {
			attacks[u.Weapons[i].Range] += attackDiceOf(&u.Weapons[i])
		}
	}
	made.Add("At the table", finding.CountText(len(standing), "unit")+" to activate")
	var roles, reaches []string
	for _, role := range PointsByRole(r) {
		roles = append(roles, fmt.Sprintf("%s %d", role.Name, role.Points))
	}
	made.Add("Points", strings.Join(roles, " · "))
	if boxes > 0 && wounds {
		made.Add("To kill it all", finding.CountText(boxes, "wound"))
	}
	for _, reach := range slices.Sorted(maps.Keys(attacks)) {
		switch {
		case attacks[reach] == 0:
		case reach == 0:
			reaches = append(reaches, fmt.Sprintf("melee %d", attacks[reach]))
		default:
			reaches = append(reaches, fmt.Sprintf("%d″ %d", reach, attacks[reach]))
		}
	}
	if len(reaches) > 0 {
		made.Add("Attacks by reach", strings.Join(reaches, " · "))
	}
	return made
}

// RolePoints is the total price of the units with a role.
type RolePoints struct {
	Name   string // "Heroes"
	Points int
}

// PointsByRole divides a list's points by the roles of its units.
func PointsByRole(r Roster) (all []RolePoints) {
	points := map[string]int{}
	for _, u := range table.Flatten(r.UnitsOnTable()) {
		points[roleOnTable(&u)] += u.Points
	}
	for _, role := range []string{roleHero, roleSquad, roleSingle} {
		if points[role] != 0 {
			all = append(all, RolePoints{role, points[role]})
		}
	}
	return all
}

// roleOnTable returns the role of a unit on the table.
func roleOnTable(u *table.Unit) string {
	switch {
	case u.IsHero:
		return roleHero
	case u.Models > 1:
		return roleSquad
	}
	return roleSingle
}

// attackDiceOf returns the number of dice of all copies of a weapon; 0 in games without attack
// numbers.
func attackDiceOf(w *table.Weapon) int {
	for i := range w.Profile {
		if w.Profile[i].Label == "Attacks" {
			n, _ := strconv.Atoi(w.Profile[i].Value)
			return n * max(w.Count, 1)
		}
	}
	return 0
}
