package main

// fastAndDirty is the family of systems whose lists are built from figures
// rather than from army books; their commands are other packages' work.
const fastAndDirty = "fad"
