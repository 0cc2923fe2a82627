package diag

// goCodes returns the codes of go steps: AWM5xxx.
func goCodes() []Info {
	return nil
}
