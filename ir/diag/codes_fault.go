package diag

// faultCodes returns the codes of faults of awmc itself: AWM9xxx.
func faultCodes() []Info {
	return nil
}
