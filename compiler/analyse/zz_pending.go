package analyse

import "github.com/awmc/awmc/compiler/check"

func (a *analyser) data()                 {}
func (a *analyser) tasks()                {}
func (a *analyser) sqlc()                 {}
func (a *analyser) try()                  {}
func (a *analyser) cases(t *check.Tool)   {}
