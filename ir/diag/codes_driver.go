package diag

// The codes of what only shows once several environments are built together.
const (
	DuplicateEnvironment Code = "AWM2901"
)

// driverCodes returns the codes of the driver.
func driverCodes() []Info {
	return []Info{
		{Code: DuplicateEnvironment, Title: "Two environments have the same name",
			Explanation: "An environment's name is its Go package and its address in a fleet, so it must be unique among all that are built into one folder.",
			Wrong:       "# shops/a.yaml\nname: corner_shop\n\n# shops/b.yaml\nname: corner_shop",
			Right:       "# shops/b.yaml\nname: corner_shop_two"},
	}
}
