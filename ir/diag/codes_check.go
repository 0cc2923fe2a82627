package diag

// checkCodes returns the codes of the check stage: AWM2xxx.
func checkCodes() []Info {
	return nil
}
