package diag

// proofCodes returns the codes of the proof: AWM6xxx.
func proofCodes() []Info {
	return nil
}
