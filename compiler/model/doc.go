// Package model adds to the client in templates/rt/model what synthesis
// needs of a language model: a budget, batch files instead of a server, and
// recorded runs that are played again. All of them are model.Model, the one
// small interface through which synthesis asks.
//
// It imports templates/rt/model and the standard library.
package model
