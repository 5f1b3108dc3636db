package web

// icons are the drawings of the buttons, on a field of 24 by 24.
var icons = map[string]string{
	"add":    "M12 5v14M5 12h14",
	"less":   "M5 12h14",
	"remove": "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
	"copy":   "M9 9h11v11H9zM15 9V4H4v11h5",
	"up":     "M6 14l6-6 6 6",
	"down":   "M6 10l6 6 6-6",
	"undo":   "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
	"redo":   "M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
	"share":  "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
	"print":  "M7 9V4h10v5M7 18H4v-8h16v8h-3M7 15h10v6H7z",
	"play":   "M7 5l12 7-12 7z",
	"save":   "M12 4v10M8 10l4 4 4-4M5 17v3h14v-3",
	"more":   "M5 12h.01M12 12h.01M19 12h.01",
	"open":   "M3 19V6h6l2 3h10v10z",
	"book":   "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11",
	"build":  "M4 6h16M4 12h16M4 18h10",
	"odds":   "M5 20V11M12 20V4M19 20v-6",
	"flag":   "M6 21V4h11l-2 4 2 4H6",
}
