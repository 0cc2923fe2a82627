// Package stats looks at a corpus of environments as a whole: how large and
// how hard they are, how well their tasks are verified, how much they differ
// from each other and from what they will be tested on. It reads env.yaml files
// through the compiler's front end, and the manifests of an output folder
// where there is one. It imports the front end's stages, package compiler for
// finding files, compiler/build for manifests, ir and the runtime; nothing but
// commands and synthesis imports it.
//
// How likeness is measured is said in likeness.go.
package stats
