package data

// triggerSwitch is a connection that can leave its triggers out. Package
// store's do.
type triggerSwitch interface {
	EnableTriggers(on bool) error
}

// withoutTriggers runs fn while no trigger fires.
func (f *filler) withoutTriggers(fn func() error) error {
	if f.triggers != nil {
		return fn() // they are off
	}
	// Taking them away and putting them back costs a look at the schema each.
	triggers, err := f.q.All("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
	if err != nil {
		return err
	}
	for _, t := range triggers.Rows {
		if _, err := f.c.ExecContext(f.ctx, "DROP TRIGGER "+quote(t[0].(string))); err != nil {
			return err
		}
	}
	if err := fn(); err != nil {
		return err
	}
	for _, t := range triggers.Rows {
		if _, err := f.c.ExecContext(f.ctx, t[1].(string)); err != nil {
			return err
		}
	}
	return nil
}
