// Package host is the program around an environment: its command line, MCP on
// stdio, and the HTTP servers for agents and trainers. Generated mains call
// Main; package fleet shares the commands for many environments. It imports
// the whole runtime; its subpackages each speak one protocol.
package host
