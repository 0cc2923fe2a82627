package core

// Date is a calendar day, "YYYY-MM-DD".
type Date string

// DateTime is a moment in UTC: "YYYY-MM-DD HH:MM:SS" in Go and in the
// database, "YYYY-MM-DDTHH:MM:SSZ" in JSON.
type DateTime string

// Time is a time of day, "HH:MM:SS".
type Time string
