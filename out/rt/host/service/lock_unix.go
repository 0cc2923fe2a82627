//go:build unix

package service

import (
	"os"
	"syscall"
)

// lockFile keeps two servers from using one state directory. The operating
// system gives the lock up with the process, however that ends.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
