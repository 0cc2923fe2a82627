package control

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/awmc/awmc/out/rt/host/service"
)

// statusClientGone is what proxies log for a request whose client hung up.
const statusClientGone = 499

// problem gives a service's error its HTTP status.
func problem(err error) error {
	if err == nil {
		return nil
	}
	kind := service.KindOf(err)
	status := kind.HTTPStatus()
	if kind == service.Fault {
		switch {
		case errors.Is(err, context.Canceled):
			status = statusClientGone
		case errors.Is(err, context.DeadlineExceeded):
			status = http.StatusGatewayTimeout
		}
	}
	return huma.NewError(status, err.Error())
}
