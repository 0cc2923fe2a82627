package diag

// The codes of the parse stage: the file, YAML, and the shape of the
// language.
const (
	FileTooLarge      Code = "AWM1001"
	NotUTF8           Code = "AWM1002"
	UnknownKey        Code = "AWM1003"
	DuplicateKey      Code = "AWM1004"
	EmptyFile         Code = "AWM1005"
	Syntax            Code = "AWM1006"
	ControlCharacter  Code = "AWM1007"
	MultipleDocuments Code = "AWM1008"
	TooDeep           Code = "AWM1009"
	Anchor            Code = "AWM1010"
	Tag               Code = "AWM1011"
	TabIndent         Code = "AWM1012"
	CommaSplits       Code = "AWM1013"
	CommentCuts       Code = "AWM1014"
	ColonInText       Code = "AWM1015"
	TextStart         Code = "AWM1016"
	ColonName         Code = "AWM1017"
	Unclosed          Code = "AWM1018"
	Indentation       Code = "AWM1019"
	BadKey            Code = "AWM1020"
	WrongShape        Code = "AWM1021"
	EmptyValue        Code = "AWM1022"
	MissingKey        Code = "AWM1023"
	ConflictingKeys   Code = "AWM1024"
	LanguageVersion   Code = "AWM1025"
	BadBoolean        Code = "AWM1026"
	BadLoop           Code = "AWM1027"
	MisplacedKey      Code = "AWM1028"
)

// parseCodes returns the codes of the parse stage: AWM1xxx.
func parseCodes() []Info {
	return []Info{
		{
			Code: FileTooLarge, Title: "File too large",
			Explanation: "A source file has at most 4 MiB. Real environments have about 60 KB; large data is generated, not listed.",
			Wrong:       "data:\n  books:\n    rows:\n      - {id: 1, title: First}\n      # … 100,000 more",
			Right:       "data:\n  books:\n    generate:\n      count: 1000\n      title: {fake: book_title}",
		},
		{
			Code: NotUTF8, Title: "Not UTF-8",
			Explanation: "Source files are UTF-8. A byte order mark at the beginning is allowed, UTF-16 and Latin-1 are not.",
			Wrong:       "title: Caf\\xe9      # the byte E9 of Latin-1",
			Right:       "title: Café         # C3 A9 in UTF-8",
		},
		{
			Code: UnknownKey, Title: "Unknown key",
			Explanation: "Every key is known to the language, so that a slip is not silently ignored. The hint names the nearest right key, or all that may stand there.",
			Wrong:       "tools:\n  search_books:\n    filtr: {genre: \"b.genre = :genre\"}",
			Right:       "tools:\n  search_books:\n    filter: {genre: \"b.genre = :genre\"}",
		},
		{
			Code: DuplicateKey, Title: "Key written twice",
			Explanation: "A key stands once in its map. A note points to the first one.",
			Wrong:       "fields:\n  title: text\n  title: optional text",
			Right:       "fields:\n  title: text\n  subtitle: optional text",
		},
		{
			Code: EmptyFile, Title: "Empty file",
			Explanation: "The file holds nothing but white space and comments.",
			Wrong:       "# to be written",
			Right:       "awmc: 1\nname: corner_books",
		},
		{
			Code: Syntax, Title: "Not valid YAML",
			Explanation: "The lines can't be read as YAML, and it is none of the traps that have a code of their own.",
			Wrong:       "name:corner_books",
			Right:       "name: corner_books",
		},
		{
			Code: ControlCharacter, Title: "Invisible character",
			Explanation: "Control characters, lone carriage returns and Unicode's line separators can't be seen and change what YAML reads.",
			Wrong:       "title: Corner<U+0007>Books",
			Right:       "title: Corner Books",
		},
		{
			Code: MultipleDocuments, Title: "More than one document",
			Explanation: "A file is one environment. `---` or `...` after the beginning starts a second YAML document, which would be dropped.",
			Wrong:       "awmc: 1\nname: one\n---\nawmc: 1\nname: two",
			Right:       "awmc: 1\nname: one",
		},
		{
			Code: TooDeep, Title: "Nested too deeply",
			Explanation: "Lists and maps may be nested 40 deep.",
			Wrong:       "default: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
			Right:       "default: [1]",
		},
		{
			Code: Anchor, Title: "Anchor, alias or merge key",
			Explanation: "YAML's `&anchor`, `*alias` and `<<` are not part of the language: every value stands where it counts. Steps are shared with `rules`. Text that begins with `*` or `&` must be quoted.",
			Wrong:       "cancel: &steps\n  - use: own_order\nreturn: *steps",
			Right:       "cancel:\n  do:\n    - use: own_order",
		},
		{
			Code: Tag, Title: "YAML tag",
			Explanation: "YAML takes `!word` at the beginning of a value for a tag and drops it, leaving an empty or changed value.",
			Wrong:       "- require: !:order.shipped",
			Right:       "- require: NOT :order.shipped",
		},
		{
			Code: TabIndent, Title: "Tab in the indentation",
			Explanation: "YAML is indented with spaces. Tabs, and spaces of other kinds that are pasted in, look right and are not.",
			Wrong:       "entities:\n\tbooks:\n\t\tfields: {title: text}",
			Right:       "entities:\n  books:\n    fields: {title: text}",
		},
		{
			Code: CommaSplits, Title: "Text cut inside brackets",
			Explanation: "Inside `{…}` and `[…]` a comma or a bracket ends plain text, so SQL falls into pieces. Quote it, or put it on its own line.",
			Wrong:       "book: {pick: SELECT id, title FROM books}",
			Right:       "book: {pick: \"SELECT id, title FROM books\"}",
		},
		{
			Code: CommentCuts, Title: "Comment behind text",
			Explanation: "` #` ends plain text without a word. Behind SQL, prose and data a comment is refused, since what was meant as text would be lost; put it on a line of its own.",
			Wrong:       "- run: UPDATE seats SET taken = 1   # one seat\n- ask: Book seat #5 for me.",
			Right:       "# one seat\n- run: UPDATE seats SET taken = 1\n- ask: \"Book seat #5 for me.\"",
		},
		{
			Code: ColonInText, Title: "Colon inside plain text",
			Explanation: "A colon before a space, or at the end of a line, makes a key for YAML. Text with one must be quoted or stand after `|`.",
			Wrong:       "doc: Returns two parts: the order and its items.",
			Right:       "doc: \"Returns two parts: the order and its items.\"",
		},
		{
			Code: TextStart, Title: "Text begins with a special character",
			Explanation: "A value that begins with `{`, `[`, a quote, `%`, `@`, `|`, `>`, `*` or `&` means something else for YAML, and quotes around a whole value are YAML's own: `value: 'open'` gives SQL the name open. Quote the whole text or write it after `|`.",
			Wrong:       "conflict: {order_id} is shipped.\nvalue: 'HF-' || :n",
			Right:       "conflict: \"{order_id} is shipped.\"\nvalue: \"'HF-' || :n\"",
		},
		{
			Code: ColonName, Title: "`:name` inside brackets",
			Explanation: "Inside `{…}` and `[…]` a value can't begin with a colon.",
			Wrong:       "order: {get: orders, key: :order_id}",
			Right:       "order: {get: orders, key: \":order_id\"}",
		},
		{
			Code: Unclosed, Title: "Quote or bracket not closed",
			Explanation: "A quote or bracket has no partner. It is often an apostrophe at the beginning of a text.",
			Wrong:       "genre: {enum: [fiction, history}",
			Right:       "genre: {enum: [fiction, history]}",
		},
		{
			Code: Indentation, Title: "Indentation does not fit",
			Explanation: "A line is indented differently from its siblings, or as if it continued a line that is complete.",
			Wrong:       "books:\n  fields:\n    title: text\n   index: [[title]]",
			Right:       "books:\n  fields:\n    title: text\n  index: [[title]]",
		},
		{
			Code: BadKey, Title: "Not a key",
			Explanation: "A key is a name; YAML would allow lists, maps and nothing at all. It is often text in braces that should have been quoted.",
			Wrong:       "ask: {{ qty }} copies, please.",
			Right:       "ask: \"{qty} copies, please.\"",
		},
		{
			Code: WrongShape, Title: "Wrong shape",
			Explanation: "A map, a list or a text stands where the language wants another of them.",
			Wrong:       "index: {genre: price_cents}",
			Right:       "index: [[genre, price_cents]]",
		},
		{
			Code: EmptyValue, Title: "Nothing behind a key",
			Explanation: "A key or a list's dash has nothing behind it.",
			Wrong:       "tools:\n  get_book:",
			Right:       "tools:\n  get_book: {get: books}",
		},
		{
			Code: MissingKey, Title: "A key is missing",
			Explanation: "Something is not complete without another key.",
			Wrong:       "- require: :order.customer_id = :actor",
			Right:       "- require: :order.customer_id = :actor\n  forbidden: This is not your order.",
		},
		{
			Code: ConflictingKeys, Title: "Keys exclude each other",
			Explanation: "Two keys stand together of which only one can count.",
			Wrong:       "- let: order\n  row: SELECT * FROM orders WHERE id = :id\n  rows: SELECT * FROM orders",
			Right:       "- let: order\n  row: SELECT * FROM orders WHERE id = :id",
		},
		{
			Code: LanguageVersion, Title: "Unknown version of the language",
			Explanation: "`awmc:` names the version of the language that the file is written in. There is version 1.",
			Wrong:       "awmc: 2",
			Right:       "awmc: 1",
		},
		{
			Code: BadBoolean, Title: "Neither true nor false",
			Explanation: "A switch is written `true` or `false`; older YAML's `yes`, `no`, `on` and `off` are text.",
			Wrong:       "email: {type: text, unique: yes}",
			Right:       "email: {type: text, unique: true}",
		},
		{
			Code: BadLoop, Title: "Not a loop",
			Explanation: "`each` names the item and what it runs over: `item in :items` in steps, `order in orders` in data, `x in xs` in a solution.",
			Wrong:       "- each: :items\n  do: [{run: \"…\"}]",
			Right:       "- each: item in :items\n  do: [{run: \"…\"}]",
		},
		{
			Code: MisplacedKey, Title: "A key at the wrong place",
			Explanation: "The key exists, but not beside the others that stand here.",
			Wrong:       "- require: :order.open\n  conflict: It is closed.\n  changes: 1",
			Right:       "- run: UPDATE orders SET open = 0 WHERE id = :order\n  changes: 1",
		},
	}
}
