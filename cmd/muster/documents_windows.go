package main

import "golang.org/x/sys/windows"

// documentsFolder returns the user's folder of documents; OneDrive may have moved it.
func documentsFolder() (string, error) {
	return windows.KnownFolderPath(windows.FOLDERID_Documents, windows.KF_FLAG_DEFAULT)
}
