package diag

// The codes of the analyse stage: SQL, types and steps.
const (
	SQLEmpty        Code = "AWM3001"
	SQLUnterminated Code = "AWM3002"
	SQLCharacter    Code = "AWM3003"
	SQLParameter    Code = "AWM3004"
	SQLSeveral      Code = "AWM3005"
	SQLStart        Code = "AWM3006"
	SQLSyntax       Code = "AWM3007"
	SQLRefused      Code = "AWM3008"

	UnknownTable    Code = "AWM3010"
	UnknownColumn   Code = "AWM3011"
	AmbiguousColumn Code = "AWM3012"
	DoubleQuotes    Code = "AWM3013"
	RowidUsed       Code = "AWM3014"
	ComputedColumn  Code = "AWM3015"
	ColumnNotSet    Code = "AWM3016"
	NullIntoField   Code = "AWM3017"

	FunctionRefused Code = "AWM3020"
	FunctionUse     Code = "AWM3021"
	RealClock       Code = "AWM3022"
	NotPortable     Code = "AWM3023"
	SQLCRefused     Code = "AWM3024"

	UnknownMember Code = "AWM3030"
	RowAsValue    Code = "AWM3031"
	NoColumns     Code = "AWM3032"
	NoActor       Code = "AWM3033"
	NoValuesHere  Code = "AWM3034"
	SubqueryHere  Code = "AWM3035"

	OpenType          Code = "AWM3040"
	UnnamedColumn     Code = "AWM3041"
	ColumnName        Code = "AWM3042"
	SameColumn        Code = "AWM3043"
	ValueNeverThere   Code = "AWM3044"
	DateWithDateTime  Code = "AWM3045"
	ComparedTypes     Code = "AWM3046"
	CastType          Code = "AWM3047"
	WrongTypeForField Code = "AWM3048"
	TypeDisproved     Code = "AWM3049"

	RowsExpected  Code = "AWM3050"
	WriteExpected Code = "AWM3051"
	ReadOnlyHere  Code = "AWM3052"
	NotACondition Code = "AWM3053"
	NotAList      Code = "AWM3054"
	ViewCycle     Code = "AWM3055"

	SortColumn    Code = "AWM3060"
	SortedTwice   Code = "AWM3061"
	PageOrder     Code = "AWM3062"
	RowsUnordered Code = "AWM3063"

	RuleArgument       Code = "AWM3070"
	RuleReturnsNothing Code = "AWM3071"
	NullRefuses        Code = "AWM3072"
	UnusedName         Code = "AWM3073"
)

// analyseCodes returns the codes of the analyse stage (SQL and types): AWM3xxx.
func analyseCodes() []Info {
	return nil
}
