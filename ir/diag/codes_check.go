package diag

// The codes of the check stage.
const (
	HeaderMissing    Code = "AWM2002"
	HeaderText       Code = "AWM2003"
	EnvName          Code = "AWM2004"
	ActorForm        Code = "AWM2005"
	NameForm         Code = "AWM2010"
	NameReserved     Code = "AWM2011"
	NameCollides     Code = "AWM2012"
	NameTaken        Code = "AWM2013"
	UnknownEntity    Code = "AWM2020"
	UnknownField     Code = "AWM2021"
	UnknownView      Code = "AWM2022"
	UnknownRule      Code = "AWM2023"
	UnknownTool      Code = "AWM2024"
	UnknownParam     Code = "AWM2025"
	UnknownName      Code = "AWM2026"
	UnknownType      Code = "AWM2030"
	TypeClash        Code = "AWM2031"
	ConstraintMisfit Code = "AWM2032"
	RangeOrder       Code = "AWM2033"
	BadPattern       Code = "AWM2034"
	ValueMisfit      Code = "AWM2035"
	BadEnum          Code = "AWM2036"
	BadRef           Code = "AWM2037"
	BadOnDelete      Code = "AWM2038"
	BadFromID        Code = "AWM2039"
	RowView          Code = "AWM2040"
	KeyFields        Code = "AWM2050"
	FieldList        Code = "AWM2051"
	BadFlow          Code = "AWM2052"
	RefCycle         Code = "AWM2053"
	FormKey          Code = "AWM2060"
	BadOwn           Code = "AWM2061"
	ListField        Code = "AWM2062"
	PageSize         Code = "AWM2063"
	FilterPlace      Code = "AWM2064"
	WriteField       Code = "AWM2065"
	ShortParam       Code = "AWM2066"
	StepKey          Code = "AWM2070"
	ReturnPlace      Code = "AWM2071"
	EachList         Code = "AWM2072"
	BadRefusal       Code = "AWM2073"
	BadTemplate      Code = "AWM2074"
	RuleParam        Code = "AWM2075"
	RuleCycle        Code = "AWM2076"
	ToolDoc          Code = "AWM2080"
	ParamDoc         Code = "AWM2081"
	UnusedRule       Code = "AWM2082"
	NoReturn         Code = "AWM2083"
	UnusedTool       Code = "AWM2084"
	RowShape         Code = "AWM2090"
	RowTwice         Code = "AWM2091"
	RowDangling      Code = "AWM2092"
	BadGenerator     Code = "AWM2093"
	GeneratorMisfit  Code = "AWM2094"
	Unfilled         Code = "AWM2095"
	NotWritable      Code = "AWM2096"
	BadCount         Code = "AWM2097"
	AskGiven         Code = "AWM2100"
	AskNames         Code = "AWM2101"
	NoSolution       Code = "AWM2102"
	ArgMissing       Code = "AWM2103"
	BadTarget        Code = "AWM2104"
	BadAnswer        Code = "AWM2105"
	BadSplit         Code = "AWM2106"
)

// checkCodes returns the codes of the check stage: AWM2xxx.
func checkCodes() []Info {
	return []Info{
		{
			Code: HeaderMissing, Title: "Part of the header is missing",
			Explanation: "The clock of an environment starts at `now`; nothing in it reads the real one, so that every run is the same.",
			Wrong:       "awmc: 1\nname: corner_books\nentities: …",
			Right:       "awmc: 1\nname: corner_books\nnow: 2026-03-02 09:00:00\nentities: …",
		},
		{
			Code: HeaderText, Title: "Title, summary or category is missing", Severity: Warning,
			Explanation: "`title` and `summary` are what people and catalogues read, `category` is the shelf the environment stands on. None of them is needed to run.",
			Wrong:       "awmc: 1\nname: corner_books",
			Right:       "awmc: 1\nname: corner_books\ntitle: Corner Books\nsummary: An online bookshop where a customer finds and orders books.\ncategory: retail",
		},
		{
			Code: EnvName, Title: "Name of the environment can't be used",
			Explanation: "The name becomes a Go package, a folder and a server: 3 to 40 characters in snake_case, no keyword or predeclared name of Go, and not a folder such as `rt`, `cmd` or `bin` that lies beside it.",
			Wrong:       "name: internal",
			Right:       "name: internal_mail",
		},
		{
			Code: ActorForm, Title: "Actor can't be used",
			Explanation: "The actor is `entity/key`: a row of an entity whose key is an id or a single text, which exists in the data of every seed. A task's own actor is of the same entity as the environment's.",
			Wrong:       "actor: mara",
			Right:       "actor: customers/1",
		},
		{
			Code: NameForm, Title: "Name is not in snake_case",
			Explanation: "Names are lower-case words of letters and digits, joined by single underscores and beginning with a letter, at most 64 characters. They become SQL and Go names.",
			Wrong:       "entities:\n  OrderItem: {fields: {qty: integer}}",
			Right:       "entities:\n  order_items: {fields: {qty: integer}}",
		},
		{
			Code: NameReserved, Title: "Name is reserved",
			Explanation: "Reserved words of SQL, names that begin with `sqlite_` or `awmc_`, built-in parameters such as `:now` and the names that the protocols around a server use would mean two things.",
			Wrong:       "entities:\n  order: {fields: {total: integer}}",
			Right:       "entities:\n  orders: {fields: {total: integer}}",
		},
		{
			Code: NameCollides, Title: "Two names are the same in Go",
			Explanation: "In Go the underscores of a name go and its words are capitalised, so `line_1` and `line1` would both be `Line1`.",
			Wrong:       "fields:\n  line_1: text\n  line1: text",
			Right:       "fields:\n  line_1: text\n  line_2: text",
		},
		{
			Code: NameTaken, Title: "Name is taken",
			Explanation: "A name means one thing: no two entities, views, tools or given values share one, every row has its `id` already, and a `let` never hides a parameter or another `let`.",
			Wrong:       "do:\n  - let: order\n    row: SELECT id FROM orders WHERE id = :order_id\n  - let: order\n    rows: SELECT id FROM orders",
			Right:       "do:\n  - let: order\n    row: SELECT id FROM orders WHERE id = :order_id\n  - let: others\n    rows: SELECT id FROM orders",
		},
		{
			Code: UnknownEntity, Title: "No such entity",
			Explanation: "A reference, a short form, data or a frame names an entity that is not under `entities`.",
			Wrong:       "author_id: {ref: author}",
			Right:       "author_id: {ref: authors}",
		},
		{
			Code: UnknownField, Title: "No such field",
			Explanation: "A key, an index, a short form, a row or a path such as `books.genre` names a field that the entity does not have.",
			Wrong:       "tools:\n  list_books: {list: books, sort: [titel]}",
			Right:       "tools:\n  list_books: {list: books, sort: [title]}",
		},
		{
			Code: UnknownView, Title: "No such view",
			Explanation: "`row` names a view that is not under `views`.",
			Wrong:       "params: {order_id: {ref: orders, row: order_facts}}",
			Right:       "views:\n  order_facts: SELECT id, status FROM orders\n# and then\nparams: {order_id: {ref: orders, row: order_facts}}",
		},
		{
			Code: UnknownRule, Title: "No such rule",
			Explanation: "`use` names a rule that is not under `rules`.",
			Wrong:       "- use: own_ordr",
			Right:       "- use: own_order",
		},
		{
			Code: UnknownTool, Title: "No such tool",
			Explanation: "A solution calls a tool that is not under `tools`.",
			Wrong:       "solve:\n  - get_bok: {id: 1}",
			Right:       "solve:\n  - get_book: {id: 1}",
		},
		{
			Code: UnknownParam, Title: "No such parameter",
			Explanation: "A call, `with` or `filter` names a parameter that the tool or rule does not have.",
			Wrong:       "solve:\n  - get_book: {book_id: 1}",
			Right:       "solve:\n  - get_book: {id: 1}",
		},
		{
			Code: UnknownName, Title: "Nothing of that name here",
			Explanation: "A loop, a `return` or a template names something that is not bound at that place: a parameter, an earlier `let`, a given value or the result of an earlier call.",
			Wrong:       "solve:\n  - get_book: {id: \"{bok.id}\"}",
			Right:       "solve:\n  - get_book: {id: \"{book.id}\"}",
		},
		{
			Code: UnknownType, Title: "No such type",
			Explanation: "The types are text, integer, real, boolean, date, datetime, time and json, with `optional` before them where a value may be missing. A `list` has elements of a scalar type; `objects` makes a list of objects.",
			Wrong:       "fields: {title: string}",
			Right:       "fields: {title: text}",
		},
		{
			Code: TypeClash, Title: "Type is said twice",
			Explanation: "One key says the type: `type`, or one of enum, ref, like, from_id, list, objects and object, which bring theirs.",
			Wrong:       "author_id: {type: integer, ref: authors}",
			Right:       "author_id: {ref: authors}",
		},
		{
			Code: ConstraintMisfit, Title: "Key does not go with the type",
			Explanation: "Each constraint goes with some types: `min` and `max` with numbers, dates, times and lists, lengths and `pattern` with text, `unique`, `from_id` and `on_delete` with fields of an entity, `set` with lists.",
			Wrong:       "title: {type: text, min: 1}",
			Right:       "title: {type: text, min_length: 1}",
		},
		{
			Code: RangeOrder, Title: "Range is empty",
			Explanation: "The lower end of a range is greater than its upper end, so no value is in it.",
			Wrong:       "qty: {type: integer, min: 10, max: 1}",
			Right:       "qty: {type: integer, min: 1, max: 10}",
		},
		{
			Code: BadPattern, Title: "Pattern is no regular expression",
			Explanation: "`pattern` is a regular expression in RE2 syntax that must match the whole text. RE2 has no look-ahead and no back-references.",
			Wrong:       "code: {type: text, pattern: \"(?=A)[A-Z]+\"}",
			Right:       "code: {type: text, pattern: \"A[A-Z]*\"}",
		},
		{
			Code: ValueMisfit, Title: "Value does not fit",
			Explanation: "A value is not of the type that is expected, or breaks a constraint: a date that does not exist, a number in quotes, a text that the enum does not list.",
			Wrong:       "now: 2026-02-30 09:00:00",
			Right:       "now: 2026-02-28 09:00:00",
		},
		{
			Code: BadEnum, Title: "Enum can't be used",
			Explanation: "An enum lists at least one text, none of them empty or twice. `enum: entity.field` takes the values of a field that is itself an enum.",
			Wrong:       "size: {enum: [small, large, small]}",
			Right:       "size: {enum: [small, large]}",
		},
		{
			Code: BadRef, Title: "Reference can't be followed",
			Explanation: "A reference is to an entity with a single key field, or to a unique field written `entity.field`. Keys of several fields can't be referred to, and no type may depend on itself.",
			Wrong:       "params: {item: {ref: order_items}}   # key: [order_id, book_id]",
			Right:       "params: {order_id: {ref: orders}, book_id: {ref: books}}",
		},
		{
			Code: BadOnDelete, Title: "on_delete can't be done",
			Explanation: "`on_delete` is restrict (the default), cascade or set null; the last needs an optional field.",
			Wrong:       "author_id: {ref: authors, on_delete: set null}",
			Right:       "author_id: {ref: authors, optional: true, on_delete: set null}",
		},
		{
			Code: BadFromID, Title: "Text can't be made from the id",
			Explanation: "`from_id` is a template with `{id}` or `{id:05}` in it and no other name, for an entity that has a generated id.",
			Wrong:       "code: {from_id: \"HF\"}",
			Right:       "code: {from_id: \"HF-{id:05}\"}",
		},
		{
			Code: RowView, Title: "Row can't come from a view here",
			Explanation: "`row` names a view from which a parameter with `ref` takes its row; it has no meaning anywhere else.",
			Wrong:       "params: {word: {type: text, row: order_facts}}",
			Right:       "params: {order_id: {ref: orders, row: order_facts}}",
		},
		{
			Code: KeyFields, Title: "Key can't be used",
			Explanation: "The fields of a `key` are scalar and not optional, each named once. Where one key is needed, an entity with a key of several fields won't do.",
			Wrong:       "order_items:\n  key: [order_id, book_id]\n  fields: {order_id: {ref: orders}, book_id: optional integer}",
			Right:       "order_items:\n  key: [order_id, book_id]\n  fields: {order_id: {ref: orders}, book_id: {ref: books}}",
		},
		{
			Code: FieldList, Title: "List of fields can't be used",
			Explanation: "An entry of `unique` or `index` names at least one field, each once, and only fields of scalar types.",
			Wrong:       "unique: [[order_id, order_id]]",
			Right:       "unique: [[order_id, book_id]]",
		},
		{
			Code: BadFlow, Title: "Flow does not fit its field",
			Explanation: "A flow is for an enum, goes from each value once, and leads to other values of the enum. Keeping the value is always allowed.",
			Wrong:       "status: {enum: [open, closed]}\n# …\nflow: {status: {open: [close]}}",
			Right:       "status: {enum: [open, closed]}\n# …\nflow: {status: {open: [closed]}}",
		},
		{
			Code: RefCycle, Title: "References go round in a circle",
			Explanation: "If every row of a circle of entities needs another one first, none can be the first. One of the references must be optional.",
			Wrong:       "employees:\n  fields: {boss_id: {ref: employees}}",
			Right:       "employees:\n  fields: {boss_id: {ref: employees, optional: true}}",
		},
		{
			Code: FormKey, Title: "Key does not go with this form of tool",
			Explanation: "Each form of tool has its own keys: get, create, update, delete and list are shaped by own, only, set, params and the keys of a list; row, rows and do say the rest in SQL.",
			Wrong:       "get_book: {get: books, sort: [title]}",
			Right:       "list_books: {list: books, sort: [title]}",
		},
		{
			Code: BadOwn, Title: "own can't be used",
			Explanation: "`own` names the field that refers to the actor's entity, or the key of that entity itself; it needs an `actor`.",
			Wrong:       "list_orders: {list: orders, own: status}",
			Right:       "list_orders: {list: orders, own: customer_id}",
		},
		{
			Code: ListField, Title: "Field can't be listed by",
			Explanation: "`search` goes over texts, `range` over numbers, dates and times, `filter` and `sort` over scalar fields.",
			Wrong:       "list_books: {list: books, range: [title]}",
			Right:       "list_books: {list: books, search: [title], range: [price_cents]}",
		},
		{
			Code: PageSize, Title: "Page can't be used",
			Explanation: "`page` is the number of rows a call returns by default, or `{default, max}`.",
			Wrong:       "page: {max: 50}",
			Right:       "page: {default: 20, max: 50}",
		},
		{
			Code: FilterPlace, Title: ":filter does not match filter",
			Explanation: "The conditions of `filter` are put where the SQL says `:filter`; the one needs the other, once.",
			Wrong:       "rows: SELECT id FROM books\nfilter: {genre: \"genre = :genre\"}",
			Right:       "rows: SELECT id FROM books WHERE :filter\nfilter: {genre: \"genre = :genre\"}",
		},
		{
			Code: WriteField, Title: "Field can't be written by this form",
			Explanation: "`create` gives every field that needs a value; `only` and `set` name fields that a call may write, each once: no generated ones, no keys in an `update`, not the field of `own`.",
			Wrong:       "add_book: {create: books, only: [title]}   # price_cents is needed",
			Right:       "add_book: {create: books, only: [title], set: {price_cents: \"0\"}}",
		},
		{
			Code: ShortParam, Title: "Parameter does not fit the form",
			Explanation: "A short form brings its parameters. `params` may reword the one for a key or a field, or add one that `set` uses; no two may have the same name.",
			Wrong:       "get_book: {get: books, params: {verbose: boolean}}",
			Right:       "get_book: {get: books, params: {book: {ref: books, doc: The book to show.}}}",
		},
		{
			Code: StepKey, Title: "Key does not go with the step",
			Explanation: "`as` names the result of one rule, so the step must use one only.",
			Wrong:       "- use: [own_order, total]\n  as: sum",
			Right:       "- use: own_order\n- use: total\n  as: sum",
		},
		{
			Code: ReturnPlace, Title: "return is not the last step",
			Explanation: "A tool or rule returns at its end, not inside a branch or a loop: the result has the same parts whatever happened.",
			Wrong:       "do:\n  - return: {order: {get: orders, key: \":order_id\"}}\n  - run: UPDATE orders SET note = NULL WHERE id = :order_id",
			Right:       "do:\n  - run: UPDATE orders SET note = NULL WHERE id = :order_id\n  - return: {order: {get: orders, key: \":order_id\"}}",
		},
		{
			Code: EachList, Title: "Loop over something that is no list",
			Explanation: "A loop runs over a list parameter, or over a `let` with `rows`.",
			Wrong:       "- let: item\n  row: SELECT id FROM items WHERE order_id = :order_id\n- each: x in :item\n  do: […]",
			Right:       "- let: items\n  rows: SELECT id FROM items WHERE order_id = :order_id\n- each: x in :items\n  do: […]",
		},
		{
			Code: BadRefusal, Title: "Refusal can't be used",
			Explanation: "A refusal is a code (invalid_argument, not_found, conflict, forbidden or failed_precondition) with a message for the agent.",
			Wrong:       "cases:\n  - call: {order_id: 7}\n    fails: missing",
			Right:       "cases:\n  - call: {order_id: 7}\n    fails: not_found",
		},
		{
			Code: BadTemplate, Title: "Braces do not match",
			Explanation: "In a template `{name}` or `{name.column}` is a value, `{n:05}` a number with leading zeros, `{due:day}` a date as people say it (`:date`, `:day`, `:weekday`, `:time`; not in messages); braces themselves are written `{{` and `}}`.",
			Wrong:       "conflict: Only {book.stock copies are left.",
			Right:       "conflict: Only {book.stock} copies are left.",
		},
		{
			Code: RuleParam, Title: "Rule does not get a parameter",
			Explanation: "A rule sees only its parameters. Those of the same name are passed by themselves; the others need `with`.",
			Wrong:       "rules: {own_order: {params: {order_id: {ref: orders}}, do: […]}}\n# in a tool whose parameter is called id\n- use: own_order",
			Right:       "rules: {own_order: {params: {order_id: {ref: orders}}, do: […]}}\n# in a tool whose parameter is called id\n- use: own_order\n  with: {order_id: \":id\"}",
		},
		{
			Code: RuleCycle, Title: "Rule uses itself",
			Explanation: "Rules are pieces of tools that are put in place of their use; one that uses itself would never end.",
			Wrong:       "rules:\n  a: {do: [{use: b}]}\n  b: {do: [{use: a}]}",
			Right:       "rules:\n  shared: {do: […]}\n  a: {do: [{use: shared}]}\n  b: {do: [{use: shared}]}",
		},
		{
			Code: ToolDoc, Title: "Tool has no doc", Severity: Warning,
			Explanation: "The doc is all that an agent knows of what a tool does. Short forms bring one; tools of their own need it.",
			Wrong:       "find_book:\n  row: SELECT id FROM books WHERE title = :title",
			Right:       "find_book:\n  doc: Find the book with exactly this title.\n  row: SELECT id FROM books WHERE title = :title",
		},
		{
			Code: ParamDoc, Title: "Parameter has no doc", Severity: Warning,
			Explanation: "A reference, an enum and a boolean speak for themselves, and `like` takes the doc of its field; other parameters need a few words.",
			Wrong:       "params: {words: text}",
			Right:       "params: {words: {type: text, doc: Words that the title must contain.}}",
		},
		{
			Code: UnusedRule, Title: "Rule is not used", Severity: Warning,
			Explanation: "No tool uses the rule.",
			Wrong:       "rules:\n  own_order: {do: […]}\ntools:\n  get_book: {get: books}",
			Right:       "rules:\n  own_order: {do: […]}\ntools:\n  cancel_order: {do: [{use: own_order}, …]}",
		},
		{
			Code: NoReturn, Title: "Tool returns nothing", Severity: Warning,
			Explanation: "The agent sees `done` and nothing else, so it can't tell what came of the call.",
			Wrong:       "do:\n  - run: UPDATE orders SET status = 'paid' WHERE id = :order_id",
			Right:       "do:\n  - run: UPDATE orders SET status = 'paid' WHERE id = :order_id\n  - return: {order: {get: orders, key: \":order_id\"}}",
		},
		{
			Code: UnusedTool, Title: "Tool is not used by a task", Severity: Warning,
			Explanation: "No solution calls the tool, so nothing is learnt about it but that it can be left alone.",
			Wrong:       "tools: {get_book: …, list_authors: …}\ntasks: {look: {solve: [{get_book: {id: 1}}], …}}",
			Right:       "tasks:\n  look: {solve: [{get_book: {id: 1}}], …}\n  count: {solve: [{list_authors: {}}], …}",
		},
		{
			Code: RowShape, Title: "Row does not fit the columns",
			Explanation: "A row that is a list has a value for each of the `columns`, in their order. A text with a comma in it needs quotes.",
			Wrong:       "columns: [id, name]\nrows:\n  - [1, Lindt, Mara]",
			Right:       "columns: [id, name]\nrows:\n  - [1, \"Lindt, Mara\"]",
		},
		{
			Code: RowTwice, Title: "Two rows are the same",
			Explanation: "Two fixed rows have the same key, or the same values in fields that are unique.",
			Wrong:       "rows:\n  - {id: 1, name: Mara}\n  - {id: 1, name: Jon}",
			Right:       "rows:\n  - {id: 1, name: Mara}\n  - {id: 2, name: Jon}",
		},
		{
			Code: RowDangling, Title: "Row refers to nothing",
			Explanation: "A fixed row refers to a row that is not in the data.",
			Wrong:       "authors: {rows: [{id: 1, name: Ada}]}\nbooks: {rows: [{title: Notes, author_id: 2}]}",
			Right:       "authors: {rows: [{id: 1, name: Ada}]}\nbooks: {rows: [{title: Notes, author_id: 1}]}",
		},
		{
			Code: BadGenerator, Title: "Generator can't be used",
			Explanation: "A value is drawn by one of fake, between (with step), pick (with weights and distinct), text, words and sql, with `maybe` beside it; in a task also by first (with by) and rows, with `where` beside it. A plain value is a constant.",
			Wrong:       "stock: {random: [0, 20]}",
			Right:       "stock: {between: [0, 20]}",
		},
		{
			Code: GeneratorMisfit, Title: "Generator does not fit the field",
			Explanation: "What the generator makes could not be stored: another type, values outside the field's limits, null where the field is not optional, the same value in a unique field.",
			Wrong:       "price_cents: {fake: name}",
			Right:       "price_cents: {between: [500, 6000]}",
		},
		{
			Code: Unfilled, Title: "Field gets no value",
			Explanation: "A row must give every field that has no default and is not optional.",
			Wrong:       "books:\n  fields: {title: text, stock: integer}\n# …\nrows: [{title: Notes}]",
			Right:       "books:\n  fields: {title: text, stock: {type: integer, default: 0}}\n# …\nrows: [{title: Notes}]",
		},
		{
			Code: NotWritable, Title: "Field can't be given",
			Explanation: "A field that is made from the row's id is never given, and no field is given twice.",
			Wrong:       "columns: [id, code, name]   # code: {from_id: …}",
			Right:       "columns: [id, name]",
		},
		{
			Code: BadCount, Title: "Number of rows can't be used",
			Explanation: "`count` is a number, a range or `{sql: …}`; `each` runs over an entity with data, a view or a SELECT.",
			Wrong:       "generate: {count: many, name: {fake: name}}",
			Right:       "generate: {count: 40, name: {fake: name}}",
		},
		{
			Code: AskGiven, Title: "Request names something that is not given",
			Explanation: "What stands in braces in `ask` is drawn under `given`.",
			Wrong:       "ask: I need {count} copies.\ngiven: {qty: {between: [2, 4]}}",
			Right:       "ask: I need {qty} copies.\ngiven: {qty: {between: [2, 4]}}",
		},
		{
			Code: AskNames, Title: "Request speaks in names", Severity: Warning,
			Explanation: "A person who asks for something does not know what tools and columns are called.",
			Wrong:       "ask: Please call cancel_order for my last order.",
			Right:       "ask: Please cancel my last order.",
		},
		{
			Code: NoSolution, Title: "Task has no solution",
			Explanation: "Every task has a reference solution of at least one tool call, which proves that it can be done.",
			Wrong:       "solve: []",
			Right:       "solve:\n  - cancel_order: {order_id: \"{order.id}\"}",
		},
		{
			Code: ArgMissing, Title: "Call lacks a parameter",
			Explanation: "The call gives no value for a parameter that is not optional and has no default.",
			Wrong:       "solve:\n  - change_email: {}",
			Right:       "solve:\n  - change_email: {email: \"{email}\"}",
		},
		{
			Code: BadTarget, Title: "Frame names no table or column",
			Explanation: "`may_change` and `free` are about tables or columns written `table.column`, not views; `in_order` about columns that the clock stamps.",
			Wrong:       "in_order: [orders]",
			Right:       "in_order: [orders.placed_at]",
		},
		{
			Code: BadAnswer, Title: "Answer can't be used",
			Explanation: "An answer is `value` or `sql` with `match` (text, number, date, set, list or contains), or such a map for each named part. `tolerance` goes with numbers.",
			Wrong:       "answer: \"{book.title}\"",
			Right:       "answer: {value: \"{book.title}\", match: text}",
		},
		{
			Code: BadSplit, Title: "No such split",
			Explanation: "`split: held_out` keeps a task out of training lists; without it the task is in them.",
			Wrong:       "split: test",
			Right:       "split: held_out",
		},
	}
}
