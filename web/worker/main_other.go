//go:build !js

// Command worker is the builder as a browser runs it; see main_js.go.
package main

func main() { panic("this program runs in browsers") }
