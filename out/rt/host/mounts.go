package host

import (
	"github.com/awmc/awmc/out/rt/host/nemo"
	"github.com/awmc/awmc/out/rt/host/openenv"
	"github.com/awmc/awmc/out/rt/host/service"
)

// mounts are the further protocols of the control side.
func mounts() []service.Mount {
	return []service.Mount{openenv.Mount, nemo.Mount}
}
