import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A list of texts as literals: with a parameter neither engine uses a partial index. */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`

/** A `like` pattern that contains the text, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

/** The bounds of all that begins with the text, in byte order: from the one to below the other. */
export const beginning = (text: string): [from: string, to: string] => [text, `${text}\u{10ffff}`]

/** Of a column, or what is made of it. The pattern is no parameter by itself: SQLite would plan a prepared statement anew for each. */
export const contains = (text: string | Expression<string>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${typeof text === 'string' ? sql.ref(text) : text} like ${pattern} || '' escape '\\'`
