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

	SortColumn      Code = "AWM3060"
	SortedTwice     Code = "AWM3061"
	PageOrder       Code = "AWM3062"
	RowsUnordered   Code = "AWM3063"
	JoinedUnordered Code = "AWM3064"

	RuleArgument       Code = "AWM3070"
	RuleReturnsNothing Code = "AWM3071"
	NullRefuses        Code = "AWM3072"
	UnusedName         Code = "AWM3073"
)

// analyseCodes returns the codes of the analyse stage: AWM3xxx.
func analyseCodes() []Info {
	return []Info{
		{
			Code: SQLEmpty, Title: "No SQL",
			Explanation: "A place where SQL is expected holds nothing but white space or a comment.",
			Wrong:       "- run: \"\"",
			Right:       "- run: DELETE FROM notes WHERE id = :note_id",
		},
		{
			Code: SQLUnterminated, Title: "Text without its end",
			Explanation: "A text, a quoted name or a comment in SQL is opened and never closed. A quote inside of a text is written twice.",
			Wrong:       "- require: \":name = 'Mara\"",
			Right:       "- require: \":name = 'Mara'\"",
		},
		{
			Code: SQLCharacter, Title: "Character without meaning in SQL",
			Explanation: "SQL has no use for this character. Values are written `:name` there; {name} is for messages and requests.",
			Wrong:       "- require: \"{order.status} = 'paid'\"",
			Right:       "- require: \":order.status = 'paid'\"",
		},
		{
			Code: SQLParameter, Title: "Parameter of another notation",
			Explanation: "Values are named: `:order_id`, `:order.status`. SQLite's other notations (?, ?1, @name, $name) are not part of the language.",
			Wrong:       "row: SELECT * FROM books WHERE id = ?",
			Right:       "row: SELECT * FROM books WHERE id = :book_id",
		},
		{
			Code: SQLSeveral, Title: "More than one statement",
			Explanation: "Each step holds exactly one statement.",
			Wrong:       "- run: \"DELETE FROM a; DELETE FROM b\"",
			Right:       "- run: DELETE FROM a\n- run: DELETE FROM b",
		},
		{
			Code: SQLStart, Title: "Statement of another kind",
			Explanation: "The language has SELECT, INSERT, UPDATE, DELETE and WITH. Tables are described under `entities`, transactions are made by the tool itself.",
			Wrong:       "- run: DROP TABLE orders",
			Right:       "- run: DELETE FROM orders",
		},
		{
			Code: SQLSyntax, Title: "Not SQL",
			Explanation: "SQLite's parser does not understand the statement at this place.",
			Wrong:       "row: SELECT id name FROM FROM books",
			Right:       "row: SELECT id, name FROM books",
		},
		{
			Code: SQLRefused, Title: "SQLite refuses the statement",
			Explanation: "The statement is SQL but can't be run: the number of values does not match the columns, a view is written to, and the like. The message has SQLite's reason.",
			Wrong:       "- run: INSERT INTO notes (book_id, body) VALUES (:book_id)",
			Right:       "- run: INSERT INTO notes (book_id, body) VALUES (:book_id, :body)",
		},
		{
			Code: UnknownTable, Title: "No such table",
			Explanation: "SQL names a table or view that the environment does not have.",
			Wrong:       "rows: SELECT id FROM boks ORDER BY id",
			Right:       "rows: SELECT id FROM books ORDER BY id",
		},
		{
			Code: UnknownColumn, Title: "No such column",
			Explanation: "SQL names a column that none of the tables in scope has.",
			Wrong:       "rows: SELECT id, titel FROM books ORDER BY id",
			Right:       "rows: SELECT id, title FROM books ORDER BY id",
		},
		{
			Code: AmbiguousColumn, Title: "Column in several tables",
			Explanation: "A column's name alone stands for several columns where more than one table has it.",
			Wrong:       "rows: SELECT name FROM books b JOIN authors a ON a.id = b.author_id WHERE id = 1",
			Right:       "rows: SELECT a.name FROM books b JOIN authors a ON a.id = b.author_id WHERE b.id = 1",
		},
		{
			Code: DoubleQuotes, Title: "Text in double quotes",
			Explanation: "In SQL double quotes are for names and single quotes for texts.",
			Wrong:       "- require: ':order.status = \"paid\"'",
			Right:       "- require: \":order.status = 'paid'\"",
		},
		{
			Code: RowidUsed, Title: "rowid",
			Explanation: "Rows are named by their key; `rowid` and its other names are not part of the language.",
			Wrong:       "rows: SELECT rowid FROM books",
			Right:       "rows: SELECT id FROM books ORDER BY id",
		},
		{
			Code: ComputedColumn, Title: "Field is made from the id",
			Explanation: "A field with `from_id` is computed from the row's id and can't be written.",
			Wrong:       "- run: \"INSERT INTO orders (number) VALUES ('CB-1')\"",
			Right:       "- let: order\n  row: INSERT INTO orders (customer_id) VALUES (:actor) RETURNING id, number",
		},
		{
			Code: ColumnNotSet, Title: "INSERT leaves out a field",
			Explanation: "A field that is neither optional nor has a default must get a value in every INSERT.",
			Wrong:       "- run: INSERT INTO notes (book_id) VALUES (:book_id)",
			Right:       "- run: INSERT INTO notes (book_id, body) VALUES (:book_id, :body)",
		},
		{
			Code: NullIntoField, Title: "NULL for a field that needs a value",
			Explanation: "A field that is not optional is set to NULL.",
			Wrong:       "- run: UPDATE books SET title = NULL WHERE id = :book_id",
			Right:       "- run: UPDATE books SET subtitle = NULL WHERE id = :book_id",
		},
		{
			Code: FunctionRefused, Title: "Function may not be called",
			Explanation: "Only functions on an allow-list may be called: none of them reads the real clock, chance or the state of the connection, so that the same calls always give the same world.",
			Wrong:       "- run: UPDATE books SET code = random() WHERE id = :book_id",
			Right:       "- run: UPDATE books SET code = 'B' || id WHERE id = :book_id",
		},
		{
			Code: FunctionUse, Title: "Function used wrongly",
			Explanation: "A function gets another number of arguments than it takes, or an aggregate stands where there are no rows to aggregate.",
			Wrong:       "- require: contains(:title)",
			Right:       "- require: contains(:title, :words)",
		},
		{
			Code: RealClock, Title: "Real clock",
			Explanation: "`date('now')`, `CURRENT_TIMESTAMP` and time zones would read the machine's clock. An environment has its own: `:now` and `:today`.",
			Wrong:       "- run: UPDATE orders SET paid_at = datetime('now') WHERE id = :order_id",
			Right:       "- run: UPDATE orders SET paid_at = :now WHERE id = :order_id",
		},
		{
			Code: NotPortable, Title: "SQL that sqlc can't read",
			Explanation: "queries.sql is made for sqlc, whose grammar knows less than SQLite. The hint has the rewrite.",
			Wrong:       "- run: UPDATE orders AS o SET status = 'paid' WHERE o.id = :order_id",
			Right:       "- run: UPDATE orders SET status = 'paid' WHERE id = :order_id",
		},
		{
			Code: SQLCRefused, Title: "sqlc refuses the statement",
			Explanation: "SQLite takes the statement, but sqlc does not, so queries.sql would not work with it. The message has sqlc's reason.",
			Wrong:       "rows: SELECT id, sum(stock) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING EXCLUDE TIES) AS total FROM books ORDER BY id",
			Right:       "rows: SELECT id, sum(stock) OVER (ORDER BY id) AS total FROM books ORDER BY id",
		},
		{
			Code: UnknownMember, Title: "No such column behind the dot",
			Explanation: "`:name.column` names a column that the row, the object or the result of a rule does not have.",
			Wrong:       "- require: \":order_id.state = 'paid'\"",
			Right:       "- require: \":order_id.status = 'paid'\"",
		},
		{
			Code: RowAsValue, Title: "Row where a value is needed",
			Explanation: "A name stands for a row or a list, and SQL needs a single value.",
			Wrong:       "- run: UPDATE books SET stock = :book WHERE id = :book_id",
			Right:       "- run: UPDATE books SET stock = :book.stock WHERE id = :book_id",
		},
		{
			Code: NoColumns, Title: "Value without columns",
			Explanation: "Only rows, objects and references have columns behind a dot.",
			Wrong:       "params: {book_id: integer}\ndo:\n  - require: \":book_id.stock > 0\"",
			Right:       "params: {book_id: {ref: books}}\ndo:\n  - require: \":book_id.stock > 0\"",
		},
		{
			Code: NoActor, Title: "Nobody is signed in",
			Explanation: "`:actor` is the key of the signed-in user, and the environment names none.",
			Wrong:       "- require: \":order_id.customer_id = :actor\"",
			Right:       "actor: customers/1    # at the top of the file",
		},
		{
			Code: NoValuesHere, Title: "No values in conditions of an entity",
			Explanation: "`check` and the `where` of a unique constraint hold for rows at any time, whoever is signed in, so they can name columns only.",
			Wrong:       "check: [\"due_on >= :today\"]",
			Right:       "check: [due_on >= ordered_on]",
		},
		{
			Code: SubqueryHere, Title: "Condition of an entity looks at other rows",
			Explanation: "`check` and the `where` of a unique constraint see one row. What concerns several rows is an invariant, or a `require` in the tools that write.",
			Wrong:       "check: [\"(SELECT count(*) FROM items) < 10\"]",
			Right:       "invariants:\n  few_items: SELECT count(*) < 10 FROM items",
		},
		{
			Code: OpenType, Title: "Type can't be worked out",
			Explanation: "A computed column has a type only if its expression tells it. `CAST(… AS type)` says it, with any type of the language.",
			Wrong:       "row: SELECT json_extract(data, '$.size') AS size FROM boxes WHERE id = :box_id",
			Right:       "row: SELECT CAST(json_extract(data, '$.size') AS integer) AS size FROM boxes WHERE id = :box_id",
		},
		{
			Code: UnnamedColumn, Title: "Result without a name",
			Explanation: "A computed result needs a name, which becomes a member of the tool's result.",
			Wrong:       "row: SELECT count(*) FROM books",
			Right:       "row: SELECT count(*) AS books FROM books",
		},
		{
			Code: ColumnName, Title: "Name that a result can't have",
			Explanation: "Results are named in lower-case words joined by underscores, as fields are.",
			Wrong:       "row: SELECT count(*) AS \"Number of books\" FROM books",
			Right:       "row: SELECT count(*) AS number_of_books FROM books",
		},
		{
			Code: SameColumn, Title: "Two results of one name",
			Explanation: "Each result of a query has a name of its own.",
			Wrong:       "row: SELECT b.name, a.name FROM books b JOIN authors a ON a.id = b.author_id WHERE b.id = :book_id",
			Right:       "row: SELECT b.name, a.name AS author FROM books b JOIN authors a ON a.id = b.author_id WHERE b.id = :book_id",
		},
		{
			Code: ValueNeverThere, Title: "Value that the field never has",
			Explanation: "A literal is compared with a field, or written to it, that can't have this value: it is not in the enum, or no date.",
			Wrong:       "- require: \":order_id.status = 'canceled'\"",
			Right:       "- require: \":order_id.status = 'cancelled'\"",
		},
		{
			Code: DateWithDateTime, Title: "Date compared with datetime", Severity: Warning,
			Explanation: "Dates and datetimes are compared as texts, so a day counts as less than every moment of it.",
			Wrong:       "- require: :order_id.placed_at <= :today",
			Right:       "- require: date(:order_id.placed_at) <= :today",
		},
		{
			Code: ComparedTypes, Title: "Types that are never equal", Severity: Warning,
			Explanation: "SQL compares a number with a text without a complaint; they are never equal.",
			Wrong:       "- require: :book_id.stock = :title",
			Right:       "- require: :book_id.title = :title",
		},
		{
			Code: CastType, Title: "Cast to an unknown type",
			Explanation: "CAST takes the types of the language: text, integer, real, boolean, date, datetime, time and json.",
			Wrong:       "row: SELECT CAST(price_cents / 100.0 AS decimal) AS price FROM books WHERE id = :book_id",
			Right:       "row: SELECT CAST(price_cents / 100.0 AS real) AS price FROM books WHERE id = :book_id",
		},
		{
			Code: WrongTypeForField, Title: "Value of another type than the field",
			Explanation: "A field is set to a value that its table refuses: a date where a datetime is stored, a text where a number is.",
			Wrong:       "- run: UPDATE orders SET placed_at = :today WHERE id = :order_id",
			Right:       "- run: UPDATE orders SET placed_at = :now WHERE id = :order_id",
		},
		{
			Code: TypeDisproved, Title: "The data disproves a type",
			Explanation: "Every reading query is run on the canonical data. A column came back with a value that its type does not have.",
			Wrong:       "row: SELECT CAST(note AS integer) AS amount, CAST(title AS date) AS day FROM books WHERE id = :book_id",
			Right:       "row: SELECT title, published_on AS day FROM books WHERE id = :book_id",
		},
		{
			Code: RowsExpected, Title: "Statement without rows",
			Explanation: "`row` and `rows` bind what a statement gives: a SELECT, or a write with RETURNING.",
			Wrong:       "- let: order\n  row: INSERT INTO orders (customer_id) VALUES (:actor)",
			Right:       "- let: order\n  row: INSERT INTO orders (customer_id) VALUES (:actor) RETURNING id",
		},
		{
			Code: WriteExpected, Title: "Statement that writes nothing",
			Explanation: "`run` is for writes whose rows nobody needs.",
			Wrong:       "- run: SELECT id FROM orders",
			Right:       "- let: orders\n  rows: SELECT id FROM orders ORDER BY id",
		},
		{
			Code: ReadOnlyHere, Title: "Write where only reading makes sense",
			Explanation: "Views, the queries of `rows` tools, of data and of tasks only read.",
			Wrong:       "views:\n  gone: DELETE FROM orders",
			Right:       "views:\n  open_orders: SELECT id FROM orders WHERE status = 'open'",
		},
		{
			Code: NotACondition, Title: "Not a condition",
			Explanation: "`require`, `when`, invariants and expectations are true or false; a text or a date is neither.",
			Wrong:       "- require: :order_id.status",
			Right:       "- require: \":order_id.status = 'paid'\"",
		},
		{
			Code: NotAList, Title: "Not a list",
			Explanation: "A loop runs over a list parameter, a `let` with `rows`, or a list in a row or result.",
			Wrong:       "- each: x in :order_id\n  do: [{run: DELETE FROM notes WHERE id = :x}]",
			Right:       "- each: x in :note_ids\n  do: [{run: DELETE FROM notes WHERE id = :x}]",
		},
		{
			Code: ViewCycle, Title: "View that uses itself",
			Explanation: "A view can use other views, but not, through them, itself.",
			Wrong:       "views:\n  a: SELECT id FROM b\n  b: SELECT id FROM a",
			Right:       "views:\n  a: SELECT id FROM b\n  b: SELECT id FROM books",
		},
		{
			Code: SortColumn, Title: "Sorted by no column of the result",
			Explanation: "`sort` names columns of the result.",
			Wrong:       "rows: SELECT id, title FROM books\nsort: [price_cents]",
			Right:       "rows: SELECT id, title, price_cents FROM books\nsort: [price_cents]",
		},
		{
			Code: SortedTwice, Title: "Order or limit written twice",
			Explanation: "`sort` adds the ORDER BY and `page` the LIMIT of a query, so the query has none of its own.",
			Wrong:       "rows: SELECT id, title FROM books ORDER BY title\nsort: [title]",
			Right:       "rows: SELECT id, title FROM books\nsort: [title]",
		},
		{
			Code: PageOrder, Title: "Page without a total order",
			Explanation: "Rows that tie, or have no order at all, could come on two pages or on none.",
			Wrong:       "rows: SELECT id, title FROM books ORDER BY title\npage: 20",
			Right:       "rows: SELECT id, title FROM books ORDER BY title, id\npage: 20",
		},
		{
			Code: RowsUnordered, Title: "Rows without a total order", Severity: Warning,
			Explanation: "Rows that tie may come in any order, so that the same call need not give the same list.",
			Wrong:       "rows: SELECT id, title FROM books",
			Right:       "rows: SELECT id, title FROM books ORDER BY title, id",
		},
		{
			Code: JoinedUnordered, Title: "Joined in no order", Severity: Warning,
			Explanation: "`group_concat`, `string_agg` and `json_group_array` join rows as they come. Without an order that is the database's choice, so that the same call need not give the same text.",
			Wrong:       "value: SELECT group_concat(title, ', ') FROM books WHERE genre = :genre",
			Right:       "value: SELECT group_concat(b.title, ', ') FROM (SELECT title FROM books WHERE genre = :genre ORDER BY title, id) b",
		},
		{
			Code: RuleArgument, Title: "Argument does not fit the rule",
			Explanation: "A parameter of a rule gets a value of another type, or one that can be NULL where it needs a value.",
			Wrong:       "- use: own_order\n  with: {order_id: \":title\"}",
			Right:       "- use: own_order\n  with: {order_id: \":order_id\"}",
		},
		{
			Code: RuleReturnsNothing, Title: "Rule returns nothing",
			Explanation: "`as` names what a rule returns, and this rule has no `return`.",
			Wrong:       "- use: own_order\n  as: order",
			Right:       "- use: own_order",
		},
		{
			Code: NullRefuses, Title: "NULL refuses", Severity: Warning,
			Explanation: "A `require` refuses unless its condition is true, so also where the condition is NULL because something in it is missing.",
			Wrong:       "- require: :book_id.published_on <= :today",
			Right:       "- require: :book_id.published_on IS NOT NULL AND :book_id.published_on <= :today",
		},
		{
			Code: UnusedName, Title: "Nothing uses it", Severity: Warning,
			Explanation: "A parameter, a `let` or a given value is bound and never used.",
			Wrong:       "params: {note: text}\ndo:\n  - run: DELETE FROM notes",
			Right:       "params: {note: text}\ndo:\n  - run: DELETE FROM notes WHERE body = :note",
		},
	}
}
