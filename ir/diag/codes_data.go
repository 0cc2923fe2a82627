package diag

// dataCodes returns the codes of data and tasks: AWM4xxx.
func dataCodes() []Info {
	return nil
}
