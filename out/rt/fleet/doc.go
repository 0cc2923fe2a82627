// Package fleet is the program that serves every environment of an output
// folder from one process. It shares the commands of package host.
package fleet
