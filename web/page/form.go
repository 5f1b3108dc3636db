package page

import (
	"fmt"
	"slices"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder/edit"
)

// HiddenField draws a hidden field of a form.
func HiddenField(key, value string) g.Node {
	return h.Input(h.Type("hidden"), h.Name(key), h.Value(value))
}

// WithLabel draws a control with its label before it.
func WithLabel(label string, control g.Node) g.Node { return h.Label(IsolatedText(label+" "), control) }

// Checkbox draws a checkbox with its label; it sends "yes".
func Checkbox(key, label string, on bool) g.Node { return TickBox(key, "yes", label, on) }

// TickBox draws a checkbox with its label; it sends value.
func TickBox(key, value, label string, on bool, more ...g.Node) g.Node {
	return h.Label(h.Class("tick"), h.Input(h.Type("checkbox"), h.Name(key), h.Value(value), g.If(on, h.Checked()), g.Group(more)), IsolatedText(label))
}

// MenuOptions draws the choices of a menu.
func MenuOptions(choices []edit.Choice, now string) g.Node {
	return g.Map(choices, func(c edit.Choice) g.Node {
		return h.Option(h.Value(c.Value), g.If(c.Value == now, h.Selected()), g.Text(PricedLabel(c.Label, c)))
	})
}

// Select draws a menu with its label.
func Select(label, key string, choices []edit.Choice, now string) g.Node {
	return WithLabel(label, h.Select(h.Name(key), MenuOptions(choices, now)))
}

// maxMenuChoices is the maximum number of choices in a menu. If there are more, the person types a
// name.
const maxMenuChoices = 60

// ChoiceControl draws a control for a choice: a menu or, for many choices, a text field.
func ChoiceControl(name string, choices []edit.Choice, now string) g.Node {
	if len(choices) <= maxMenuChoices {
		return h.Select(h.Name(name), MenuOptions(choices, now))
	}
	if at := slices.IndexFunc(choices, func(c edit.Choice) bool { return c.Value == now }); at >= 0 {
		now = choices[at].Label
	}
	id := "some-" + name
	return g.Group{
		h.Input(h.Type("search"), h.Name(name), h.Value(now), g.Attr("list", id), h.AutoComplete("off")),
		h.DataList(h.ID(id), g.Map(choices[:maxMenuChoices], func(c edit.Choice) g.Node { return h.Option(h.Value(c.Label)) })),
	}
}

// PickedValue returns the value of the choice that the control drawn by ChoiceControl sent: the
// choice with this value or label, or the only one whose label contains the text. If a menu no
// longer has the choice, it is the text itself. The error is for a name that fits no choice, or
// several.
func PickedValue(choices []edit.Choice, text string) (string, error) {
	var like []edit.Choice
	for _, c := range choices {
		if c.Value == text || c.Label == text {
			return c.Value, nil
		}
		if strings.Contains(strings.ToLower(c.Label), strings.ToLower(text)) {
			like = append(like, c)
		}
	}
	switch {
	case len(like) == 1:
		return like[0].Value, nil
	case len(choices) <= maxMenuChoices:
		return text, nil
	case len(like) == 0:
		return "", fmt.Errorf("nothing to choose is called “%s”", text)
	}
	return "", fmt.Errorf("%d names have “%s” in them, such as “%s”: type more of one", len(like), text, like[0].Label)
}

// PostForm draws a form that sends a change to an address.
func PostForm(to string, content ...g.Node) g.Node {
	return h.Form(h.Action(to), h.Method("post"), g.Attr("data-push"), g.Group(content))
}

// UploadForm draws a form that uploads files to an address.
func UploadForm(to string, content ...g.Node) g.Node {
	return h.Form(h.Action(to), h.Method("post"), h.EncType("multipart/form-data"), g.Attr("data-push"), g.Group(content))
}

// SearchForm draws a search form that is sent while the person types. If focused is set, its field
// has the focus.
func SearchForm(at, find string, focused bool, more ...g.Node) g.Node {
	return h.Form(h.Action(at), h.Method("get"), h.Role("search"), h.Class("finder"), g.Attr("data-auto"),
		g.Attr("data-live"),
		WithLabel("Find", h.Input(h.Type("search"), h.Name("find"), h.ID("find"), h.Value(find), h.AutoComplete("off"),
			g.If(focused, h.AutoFocus()))), g.Group(more))
}

// ListButtons draws buttons that duplicate and delete a list, if its text still has the ETag.
// deleteID is the element id of the delete button.
func ListButtons(list *List, etag, deleteID string) g.Node {
	form := func(verb string, content ...g.Node) g.Node {
		return PostForm(list.Address()+"/"+verb, HiddenField("etag", etag), g.Group(content))
	}
	return g.Group{
		form("duplicate", h.Button(Icon("copy"), g.Text("Duplicate"))),
		form("duplicate", h.Class("row"), WithLabel("Copy to", h.Input(h.Name("points"), h.Placeholder("1500 points"),
			g.Attr("inputmode", "numeric"), h.AutoComplete("off"), h.Required())), h.Button(g.Text("Copy"))),
		form("delete", h.Class("apart"), h.Button(h.ID(deleteID), Icon("remove"), g.Text("Delete this list"))),
	}
}

// RenameForm draws a form that renames a list, if its text still has the ETag.
func RenameForm(list *List, etag string) g.Node {
	return PostForm(list.Address()+"/rename", HiddenField("etag", etag), h.Class("row"),
		WithLabel("New name", h.Input(h.Name("name"), h.Value(list.Name), h.MaxLength("200"), h.AutoComplete("off"),
			h.Required())), h.Button(g.Text("Rename")))
}

// FieldControl draws the form control for a field of a unit or list.
func FieldControl(f edit.Field) g.Node {
	key, mode := f.Key(), "numeric"
	switch {
	case f.EntryID != "":
		return g.Group{
			TickBox(key, "yes", PricedLabel(f.Label, f.Choices[0]), f.Current == "yes", h.ID(key)),
			HiddenField(key, "no"),
		}
	case len(f.Choices) > 0:
		return WithLabel(f.Label, h.Select(h.Name(key), h.ID(key), MenuOptions(f.Choices, f.Current)))
	case f.MultiLine:
		return WithLabel(f.Label, h.Textarea(h.Name(key), h.ID(key), h.Rows("3"), g.Text(f.Current)))
	case f.IsText:
		mode = ""
	}
	return WithLabel(f.Label,
		h.Input(h.Name(key), h.ID(key), h.Value(f.Current), g.Attr("inputmode", mode), h.AutoComplete("off")))
}
