package diag

// analyseCodes returns the codes of the analyse stage (SQL and types): AWM3xxx.
func analyseCodes() []Info {
	return nil
}
