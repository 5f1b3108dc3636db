package input_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime/quotedprintable"
	"strings"
	"testing"

	"muster/catalog"
	"muster/export"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

const mailList = `muster: list/1
system: gf-3
book: steel-wardens
name: Third Company
points: 1000
units:
  - {id: a, unit: line-squad, upgrades: [heavy-rifle]}   # the old guard
  - {id: b, unit: captain}
`

// mailText is a list as Army Forge shares it, with lines longer than those of mails, and names and rules
// of several words where they break.
const mailText = `++ Third Company of the Northern Marches and of the Long Wall - Steel Wardens (v1.0) [GF 1000pts] ++

Line Squad [10] Q4+ D4+ | 210pts | Hold the Line, Good Shot Of Many Words, Very Steady Under Fire, Fearless
9x Rifle (24", A1), 1x Heavy Rifle Of The Old Pattern (36", A1, AP(1), Deadly(3)), 10x Combat Weapon (A1)

Captain [1] Q3+ D3+ | 60pts | Hero, Tough(3)
| Joined to:
2x Line Squad Of The Third And Last Reserve [10] Q4+ D4+ | 200pts | Hold the Line
Rifle (24", A1), Combat Weapon (A1)
`

// wrap breaks lines at blanks, as mail programs do.
func wrap(text string, width int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for len(line) > width {
			at := strings.LastIndexByte(line[:width+1], ' ')
			if at < 0 {
				at = width
			}
			out = append(out, line[:at])
			line = strings.TrimPrefix(line[at:], " ")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func quote(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") }

func codeOf(t *testing.T, list string) string {
	t.Helper()
	read, err := input.Read(schema.FilePath{Name: "list"}, []byte(list), catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return share.FromRoster(read).Code()
}

func printed(t *testing.T, list string, form *export.Format) string {
	t.Helper()
	read, err := input.Read(schema.FilePath{Name: "list"}, []byte(list), catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	document, err := export.NewDocument(read.Roster, export.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := form.Write(&out, document, export.Options{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func eml(kind, encoding, body string) string {
	head := "Return-Path: <ana@example.org>\r\nFrom: Ana <ana@example.org>\r\nSubject: my list\r\n\tfor Saturday\r\nMIME-Version: 1.0\r\nContent-Type: " + kind + "\r\n"
	switch encoding {
	case "base64":
		body = wrap(base64.StdEncoding.EncodeToString([]byte(body)), 76)
	case "quoted-printable":
		var out strings.Builder
		w := quotedprintable.NewWriter(&out)
		w.Write([]byte(body))
		w.Close()
		body = out.String()
	}
	return head + "Content-Transfer-Encoding: " + encoding + "\r\n\r\n" + body
}

// A list in a mail is the list that was sent, however the mail is written.
func TestListInAMail(t *testing.T) {
	code := codeOf(t, mailList)
	other := codeOf(t, strings.Replace(mailList, "Third", "Fourth", 1))
	pdf := printed(t, mailList, export.PDF)
	picture := printed(t, mailList, export.ArmyPicture)
	const greeting = "Dear organiser,\n\nhere is my list for Saturday:\n\n"
	const ending = "\n\nCheers, and see you there\nAna\n-- \nAna of muster town, www.example.org\n"
	parts := func(parts ...string) string {
		return strings.Replace(eml(`multipart/mixed; boundary="b"`, "8bit", ""), "8bit\r\n\r\n", "8bit\r\n\r\n--b\r\n", 1) + strings.Join(parts, "\r\n--b\r\n") + "\r\n--b--\r\n"
	}
	for name, text := range map[string]string{
		"a code alone":                         code,
		"a code among words":                   greeting + "My code: " + code + " (muster)." + ending,
		"a code that words follow":             code + ending,
		"a code in lines":                      greeting + wrap(code, 72) + ending,
		"a code in lines that words follow":    wrap(code, 76) + "\nCheers\nAna\n",
		"a quoted code":                        "Ben wrote:\n" + quote(quote(greeting+wrap(code, 68)+"\nRegards"+ending)),
		"a link":                               greeting + "https://example.org/muster/#list=" + code + ending,
		"a link in brackets":                   greeting + "<https://example.org/muster/#list=" + code + ">" + ending,
		"a link in lines":                      greeting + wrap("https://example.org/muster/#list="+code, 72) + ending,
		"a file of muster":                     greeting + mailList + ending,
		"a quoted file of muster":              quote(greeting + mailList + ending),
		"an eml":                               eml("text/plain", "8bit", greeting+code+ending),
		"an eml in base64":                     eml("text/plain; charset=utf-8", "base64", greeting+code+ending),
		"an eml in quoted-printable":           eml("text/plain; charset=iso-8859-1", "quoted-printable", greeting+code+ending),
		"an eml that flows":                    eml("text/plain; format=flowed", "7bit", greeting+code+ending),
		"an eml with a file":                   parts("Content-Type: text/plain\r\n\r\nsee the file", "Content-Type: application/yaml; name=list.yaml\r\n\r\n"+mailList),
		"an eml with a PDF":                    parts("Content-Type: text/plain\r\n\r\nsee the file", "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"+wrap(base64.StdEncoding.EncodeToString([]byte(pdf)), 76)),
		"an eml of a page":                     eml("text/html", "quoted-printable", "<html><p>Hello,<br>my <a href=\"https://example.org/m/#list="+code+"\">list</a></p></html>"),
		"an eml with the page of its text":     parts("Content-Type: text/html\r\n\r\n<p>"+other+"</p>", "Content-Type: text/plain\r\n\r\n"+code),
		"an eml in an eml":                     parts("Content-Type: text/plain\r\n\r\nfyi", "Content-Type: message/rfc822\r\n\r\n"+eml("text/plain", "base64", greeting+code)),
		"a mailbox":                            "From ana@example.org Thu Nov 26 10:00:00 2026\n" + eml("text/plain", "8bit", code),
		"a PDF of muster":                      pdf,
		"a picture of muster":                  picture,
		"an eml with a picture":                parts("Content-Type: text/plain\r\n\r\nsee the file", "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"+wrap(base64.StdEncoding.EncodeToString([]byte(picture)), 76)),
		"a code with the sign of a byte order": "\ufeff" + greeting + code,
	} {
		t.Run(name, func(t *testing.T) {
			for _, text := range []string{text, strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "\r\n")} {
				list, err := input.Read(schema.FilePath{Name: "mail"}, []byte(text), catalog.NewLibrary())
				if err != nil {
					t.Fatal(err)
				}
				if want := mailList; strings.ReplaceAll(string(list.Document().Source), "\r", "") != want && !strings.HasPrefix(string(list.Document().Source), want) {
					t.Errorf("the list is\n%s", list.Document().Source)
				}
				if len(list.Notes) > 0 {
					t.Errorf("notes: %v", list.Notes)
				}
				if strings.HasSuffix(name, "of muster") || strings.HasSuffix(name, "with a PDF") || strings.HasSuffix(name, "with a picture") {
					break // it has bytes
				}
			}
		})
	}
	list, err := input.Read(schema.FilePath{Name: "mail"}, []byte(greeting+code+"\nor\n"+other+"\n"+code), catalog.NewLibrary())
	if err != nil || list.Name() != "Third Company" || fmt.Sprint(list.Notes) != "[the text: it holds 2 lists; the first counts, and the others are not read: send them one by one]" {
		t.Errorf("%v, %v", err, list.Notes)
	}
}

// Lines that a mail broke are whole again, at every width that mails have.
func TestBrokenLinesOfSharedText(t *testing.T) {
	for width := 60; width <= 100; width++ {
		for name, text := range map[string]string{
			"broken":           wrap(mailText, width),
			"broken, quoted":   quote(wrap(mailText, width)),
			"with a greeting":  "Hi Ben,\n\nas agreed:\n" + wrap(mailText, width) + "\n\nSee you on Saturday\n-- \nAna, A1 of all (A1)\n",
			"a greeting after": wrap(mailText, width) + "Cheers, Ana\n",
		} {
			if got, want := input.Shared([]byte(text)), input.Shared([]byte(mailText)); got != want {
				t.Fatalf("%s at %d:\n%s\nwant\n%s", name, width, got, want)
			}
		}
	}
}

// What holds no list is called what it is.
func TestNoListInIt(t *testing.T) {
	for begins, says := range map[string]string{
		"\x89PNG\r\n\x1a\n":            "x: this is a picture without the code of a list, which pictures of muster have; ask the player",
		"\xff\xd8\xff\xe0\x00\x10JFIF": "x: this is a picture",
		"\x00\x00\x00\x18ftypheic":     "x: this is a picture",
		"RIFF\x00\x00\x00\x00WEBPVP8":  "x: this is a picture",
		"%PDF-1.7\n":                   "x: this is a PDF without the code of a list",
		"PK\x03\x04" + strings.Repeat("\x00", 26) + "[Content_Types].xml": "x: this is a file of Word or Excel",
		"\xd0\xcf\x11\xe0":                        "x: this is a file of an old Word or Excel",
		"{\\rtf1":                                 "x: this is a text with a layout (RTF)",
		eml("text/plain", "8bit", "see you\n"):    "x: this is a mail without a list",
		eml("image/png", "base64", "\x89PNG\r\n"): "x: this is a picture",
		"Hi,\nmy list: muster1.AAAAAAAAAAAA\n":    "the code of the list is not whole",
	} {
		_, err := input.Read(schema.FilePath{Name: "x"}, []byte(begins), catalog.NewLibrary())
		if err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v", begins, err)
		}
	}
}

// A picture of muster's is kept as its list.
func TestAPictureIsTaken(t *testing.T) {
	lists := new(files.Memory)
	home := &input.Storage{Library: catalog.NewLibrary(), Lists: lists, Books: new(files.Memory)}
	arrival, err := home.Receive(input.SentFile{Name: "third.png", Text: []byte(printed(t, mailList, export.ArmyPicture))})
	if err != nil {
		t.Fatal(err)
	}
	arrival.Save()
	names, err := fs.Glob(lists, "*.yaml")
	if err != nil || len(names) != 1 {
		t.Fatalf("kept are %v, %v: %v", names, err, arrival.Items)
	}
	if text, err := fs.ReadFile(lists, names[0]); string(text) != mailList {
		t.Errorf("%v: kept is\n%s", err, text)
	}
}
