import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** Returns a list of texts as literals: with parameters neither engine uses a partial index. */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`

/** Returns a `like` pattern that matches texts containing the text, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Returns the range of texts that begin with the text, in byte order. The upper bound is exclusive. */
export const beginning = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/**
 * Matches a column or an expression with a `like` pattern. The pattern is part of an expression, because SQLite replans
 * a prepared statement for each value of a bare pattern parameter.
 */
export const contains = (text: string | Expression<string>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${typeof text === 'string' ? sql.ref(text) : text} like ${pattern} || '' escape '\\'`
