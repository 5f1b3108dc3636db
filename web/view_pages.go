package web

import (
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/catalog"
	"muster/export"
)

// view is the page of odds.
func (p *oddsPage) view() g.Node {
	return g.Group{
		spread(h.H1(g.Text("Odds of "), isolated(p.Name))),
		h.Form(h.Action(p.Base), h.Method("get"), g.Attr("data-auto"), h.Class("card odds"),
			labelled("Unit", h.Select(h.Name("unit"), h.Option(h.Value(""), g.Text("every unit")), options(p.Units, p.UnitID))), g.Text(" "),
			labelled("Against", h.Select(h.Name("against"), options(p.Foes, p.Against))), g.Text(" "),
			p.Switches,
			h.NoScript(h.Button(g.Text("Work out"))),
		),
		g.If(p.Trouble != "", para("card warn", p.Trouble)),
		g.Map(p.Charts, chart.view),
		g.Map(p.Lines, func(line string) g.Node { return para("quiet small", line) }),
	}
}

// viewForms are the forms that a list can be saved in, and why it cannot in others.
func viewForms(forms []paperForm, before g.Node) g.Node {
	return g.Map(forms, func(f paperForm) g.Node {
		if f.Not != "" {
			return para("quiet small", f.Not)
		}
		return h.A(h.Class("button"), h.Href(f.Href), h.Download(f.File), g.Attr("data-keep"), before, isolated(f.Name))
	})
}

// inFull is a list as text.
func inFull(text string) g.Node {
	return h.Pre(h.TabIndex("0"), h.Role("region"), h.Aria("label", "The list as text"), isolated(text))
}

// A sharePage is a list for others.
type sharePage struct {
	Name, NeedsBook, Link, Text string
	Code                        string // without an address
	Own                         bool   // the link leads to the person's own computer
	QRSide                      int    // squares
	QRPath                      string // "" without a QR code
	Lean                        bool   // the QR code has no copy: with it a phone does not read it
	Forms                       []paperForm
}

func (p sharePage) view() g.Node {
	holds := "The link holds the whole list, to read anywhere"
	if p.NeedsBook != "" {
		holds += "; to change it one needs the army book " + p.NeedsBook
	}
	return narrow("Share "+p.Name,
		h.P(isolated(holds+". Nothing of it goes to any server.")),
		g.If(p.Own, h.P(h.Class("warn"), g.Text("The link leads to this computer, where others do not reach it: send them the code, or the file for muster."))),
		labelled("Link", h.Input(h.ID("link"), h.ReadOnly(), h.Value(p.Link))),
		inRow(h.Button(h.Type("button"), h.Class("main"), h.Data("copy", "link"), g.Text("Copy the link")),
			h.Button(h.Type("button"), g.Attr("data-share"), g.Attr("hidden"), g.Text("Share…"))),
		h.P(h.Class("small quiet"), h.ID("copied"), h.Role("status"), g.Text(strconv.Itoa(len(p.Link))+" characters")),
		labelled("Code", h.Input(h.ID("code"), h.ReadOnly(), h.Value(p.Code))),
		inRow(h.Button(h.Type("button"), h.Data("copy", "code"), g.Text("Copy the code"))),
		g.Iff(p.QRPath != "", func() g.Node {
			side := strconv.Itoa(p.QRSide)
			return h.Figure(
				g.El("svg", h.Class("qr"), h.Role("img"), h.Aria("label", "The link as a QR code"), g.Attr("viewBox", "0 0 "+side+" "+side),
					g.El("rect", h.Width(side), h.Height(side), g.Attr("fill", "#fff")), g.El("path", g.Attr("d", p.QRPath), g.Attr("fill", "#000"))),
				h.FigCaption(h.Class("quiet small"), g.Text("Hold it up across the table."),
					g.If(p.Lean, g.Text(" It needs the army books: the link has a copy that is read without them, which is too large for a QR code."))))
		}),
		h.H2(g.Text("As text")),
		inFull(p.Text),
		inRow(viewForms(p.Forms, nil)),
	)
}

// A lookPage is a list that somebody shared.
type lookPage struct {
	Name, About, Status, Text, Code string
	Legal                           bool
	Sheet                           *export.Sheet
	// Copy tells that this is the sender's copy, for Why: MadeWith names the army
	// books that it was made with.
	Copy          bool
	MadeWith, Why string
	NeedsBook     bool     // Why is a book that is not there
	Sent          string   // what its sender had, if that is another here
	Differs       []string // unit by unit
}

func (p lookPage) view() g.Node {
	class := "bad"
	if p.Legal {
		class = "good"
	}
	return h.Div(h.Class("narrow"),
		spread(h.H1(isolated(p.Name)), para("quiet", p.About)),
		g.If(!p.Copy, h.P(g.Text("Somebody shared this list. It is not among yours until you keep it."))),
		g.If(p.Copy, h.P(isolated("Somebody shared this list, made with "+p.MadeWith+". To read and print it is all here."))),
		h.P(h.Role("status"), h.ID("status"), h.Class(class), isolated(p.Status)),
		g.If(p.Sent != "", h.Section(h.Class("card"), h.P(isolated(p.Sent)), points("points", p.Differs))),
		h.Form(h.Action("/open"), h.Method("post"), g.Attr("data-push"), h.Class("row"), hidden("text", p.Code),
			g.If(!p.Copy, h.Button(h.Class("main"), g.Text("Keep it"))), linkButton("/", "My lists")),
		h.Form(h.Action("/look/pdf"), h.Method("post"), h.Class("row"), hidden("text", p.Code), h.Button(g.Text("PDF to print"))),
		g.If(p.Copy, h.Details(h.Summary(g.Text("To check and change it")),
			h.P(linked("It cannot be opened here: "+p.Why+".")),
			g.If(p.NeedsBook, findBook("Get the army book from Army Forge, then open the link again.")))),
		g.Map(p.Sheet.Blocks, viewBlock),
		g.Map(p.Sheet.Reference, func(s export.Section) g.Node {
			return h.Details(h.Summary(isolated(s.Title)), meanings(s.Entries))
		}),
		h.Details(h.Summary(g.Text("As text")), inFull(p.Text)),
	)
}

// viewBlock is a unit of a sheet, and the heroes who joined it.
func viewBlock(b export.Block) g.Node {
	return h.Section(h.Class("card"), h.Aria("label", b.Name),
		spread(h.H2(isolated(b.Name), g.If(b.Models > 0, size(b.Models))), h.Span(h.Class("fig"), g.If(b.Points > 0, g.Textf("%d points", b.Points)))),
		wording{}.card(&b), g.Map(b.Joined, viewBlock))
}

func pressed(on bool) g.Node { return h.Aria("pressed", strconv.FormatBool(on)) }

// viewRule is what a rule, an option or a spell of a list is.
func viewRule(list *listName, name string, found []catalog.Explanation) g.Node {
	return narrow(name,
		g.Map(found, func(e catalog.Explanation) g.Node {
			brings := g.Group{}
			for i, use := range e.Rules {
				if i > 0 {
					brings = append(brings, g.Text(", "))
				}
				brings = append(brings, ruleLink(list, use.String(), use.String()))
			}
			return h.Section(h.Class("card"), h.Aria("label", e.Name+", "+string(e.Kind)),
				h.P(h.Strong(isolated(e.Name)), g.Text(" "), h.Span(h.Class("quiet"), g.Text(string(e.Kind)))),
				g.If(e.Text != "", h.P(isolated(e.Text))),
				g.If(len(brings) > 0, h.P(g.Text("It brings "), brings, g.Text("."))),
				g.If(e.Kind == catalog.NamesRule || e.Kind == catalog.NamesSpell, g.Group{
					g.If(len(e.InFight) > 0, g.Group{h.P(g.Text("In a fight:")), points("points", e.InFight)}),
					g.Map(e.Unread, func(text string) g.Node { return para("warn", "Not read: "+text) }),
					para("quiet small", "From: "+e.Origin.Explain()),
				}),
			)
		}),
		h.P(linkButton(list.address(), "Back to the list")),
	)
}
