//go:build !unix

package service

import "os"

// lockFile does nothing where there are no advisory locks: two servers must
// not be given the same state directory.
func lockFile(*os.File) error { return nil }
