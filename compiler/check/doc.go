// Package check is the second stage of the compiler: it takes the spec that
// package parse has read and settles everything that needs no SQL engine:
// names, references, types, constraints, the shape of every form, literal
// values. The short forms of tools (get, list, create, update, delete) are
// rewritten here to row, rows and do, so that the stages after it know those
// three only. SQL stays text: package analyse resolves it.
//
// It imports compiler/parse, compiler/sqltext, ir, ir/diag and, for the list
// of fake values, templates/rt/data.
//
// # What desugared tools look like
//
// A desugared tool consists of ordinary spec nodes whose spans are the
// tool's. Two things can't be written by an author:
//
//   - a return part whose Name is "" is the whole result: the row itself, as
//     create and update give it (ir.Output.Flat);
//   - a tool whose ir.Tool.Form is "delete" ends in the part "deleted" with
//     the expression TRUE (ir.PartTrue).
//
// Parameters that a form brings with it (those of the key, named like the
// key's fields; filters, search, sort, order, limit, offset, clear) are Members of the desugared tool like
// those that an author wrote. sort has no default: without it the order is
// that of the Sort list. order has the default "asc", limit and offset have
// theirs; see Page.
package check
