package main

import "golang.org/x/sys/windows"

// documents returns the person's folder of documents; OneDrive may have moved it.
func documents() (string, error) {
	return windows.KnownFolderPath(windows.FOLDERID_Documents, windows.KF_FLAG_DEFAULT)
}
