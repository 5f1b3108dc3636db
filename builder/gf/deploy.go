package gf

import "muster/rules"

// Deployment returns the time at which the group may be deployed: with the army (""), from reserve,
// or after all others. Either all its units have the rule for it, or one of them gives the rule to
// all.
func (g *Group) Deployment(game *rules.System) rules.Deployment {
	all := rules.Deployment("")
	for i, u := range g.Members() {
		own, lent := u.deployment(game)
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

// deployment returns the deployment of a unit by rules of all its models, and the deployment that
// any of its models gives to the whole group.
func (u *Unit) deployment(game *rules.System) (own, lent rules.Deployment) {
	set := u.Book.RuleSet(game)
	for _, r := range u.Rules {
		d, toAll := deploymentByRule(set, r, 0)
		if toAll && lent == "" {
			lent = d
		}
		if own == "" {
			own = d
		}
	}
	for _, some := range u.PartialRules {
		for _, r := range some.Rules {
			if d, toAll := deploymentByRule(set, r, 0); toAll && lent == "" {
				lent = d
			}
		}
	}
	return own, lent
}

// deploymentByRule returns the time of deployment that a rule sets, or a rule that it gives. It
// reports whether that applies to the whole group. depth is the number of rules followed so far.
func deploymentByRule(set *rules.Set, r rules.Use, depth int) (d rules.Deployment, toAll bool) {
	rule := set.Find(r.Name)
	if rule == nil || depth > 3 {
		return "", false
	}
	for i := range rule.Effects {
		e := &rule.Effects[i]
		if e.Deployment != "" {
			return e.Deployment, e.Receivers == rules.ToUnit
		}
		for _, given := range e.GivenRules {
			if d, also := deploymentByRule(set, given, depth+1); d != "" {
				return d, also || e.Receivers == rules.ToUnit
			}
		}
	}
	return "", false
}
