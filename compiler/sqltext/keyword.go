package sqltext

import "strings"

// keywords are all of SQLite's, https://sqlite.org/lang_keywords.html.
var keywords = wordSet(`ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH
AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT
CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT
DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE
EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP
GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO
IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL
NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE
RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK
ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION
UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHIN WITHOUT`)

// reserved are the keywords that SQLite never takes as a bare name.
var reserved = wordSet(`ADD ALL ALTER AND AS AUTOINCREMENT BETWEEN CASE CHECK COLLATE COMMIT CONSTRAINT
CREATE DEFAULT DEFERRABLE DELETE DISTINCT DROP ELSE ESCAPE EXISTS FOREIGN FROM GROUP HAVING IN INDEX
INSERT INTERSECT INTO IS ISNULL JOIN LIMIT NOT NOTHING NOTNULL NULL ON OR ORDER PRIMARY REFERENCES
RETURNING SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN WHERE EXCEPT`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// IsKeyword reports whether SQLite has the word, in any case, as a keyword.
func IsKeyword(word string) bool { return keywords[strings.ToUpper(word)] }

// Name returns an identifier as it has to be written: bare where it can be,
// in double quotes where it is a keyword or holds other characters.
func Name(ident string) string {
	if ident != "" && isNameStart(ident[0]) && !IsKeyword(ident) {
		plain := true
		for i := range len(ident) {
			plain = plain && isNamePart(ident[i])
		}
		if plain {
			return ident
		}
	}
	return `"` + strings.ReplaceAll(ident, `"`, `""`) + `"`
}

// Literal returns a text as a string literal of SQL.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Unquote returns the name or text that a token stands for: the inside of
// quotes, or the token itself.
func Unquote(s string) string {
	if len(s) < 2 {
		return s
	}
	switch q := s[0]; q {
	case '\'', '"', '`':
		if s[len(s)-1] != q {
			return s
		}
		in := string(q)
		return strings.ReplaceAll(s[1:len(s)-1], in+in, in)
	case '[':
		if s[len(s)-1] == ']' {
			return s[1 : len(s)-1]
		}
	}
	return s
}
