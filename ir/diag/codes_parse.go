package diag

// parseCodes returns the codes of the parse stage: AWM1xxx.
func parseCodes() []Info {
	return nil
}
