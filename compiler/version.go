package compiler

import "runtime/debug"

// Version is awmc's own version: the module's where it was installed by
// version, else "devel".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
