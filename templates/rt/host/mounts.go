package host

import "github.com/awmc/awmc/templates/rt/host/service"

// mounts are the further protocols of the control side.
func mounts() []service.Mount {
	return nil
}
