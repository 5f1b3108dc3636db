package gf

import "muster/rules"

// Deploys returns how the group is deployed: with the army (""), from reserve, or after all others.
// All its units must have the rule, or one of them gives it to all.
func (g *Group) Deploys(game *rules.System) rules.Deploys {
	all := rules.Deploys("")
	for i, u := range g.Members() {
		own, lent := u.deploys(game)
		if lent != "" {
			return lent
		}
		if i > 0 && own != all {
			own = ""
		}
		all = own
	}
	return all
}

// deploys returns how a unit is deployed by the rules of all its models, and what any of its models
// gives to the whole group.
func (u *Unit) deploys(game *rules.System) (own, lent rules.Deploys) {
	set := u.Book.RuleSet(game)
	for _, r := range u.Rules {
		d, toAll := deploysBy(set, r, 0)
		if toAll && lent == "" {
			lent = d
		}
		if own == "" {
			own = d
		}
	}
	for _, some := range u.Some {
		for _, r := range some.Rules {
			if d, toAll := deploysBy(set, r, 0); toAll && lent == "" {
				lent = d
			}
		}
	}
	return own, lent
}

// deploysBy returns the deployment effect of a rule, or of one that it gives, and reports
// whether it applies to the whole group.
func deploysBy(set *rules.Set, r rules.Use, depth int) (d rules.Deploys, toAll bool) {
	rule := set.Find(r.Name)
	if rule == nil || depth > 3 {
		return "", false
	}
	for i := range rule.Effects {
		e := &rule.Effects[i]
		if e.Deploys != "" {
			return e.Deploys, e.To == rules.ToUnit
		}
		for _, given := range e.Gives {
			if d, also := deploysBy(set, given, depth+1); d != "" {
				return d, also || e.To == rules.ToUnit
			}
		}
	}
	return "", false
}
