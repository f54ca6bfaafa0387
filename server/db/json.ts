import { type RawBuilder, sql } from 'kysely'

declare const content: unique symbol

/** Column of JSON text, with the type that this server writes. */
export type Json<T> = string & { readonly [content]?: T }

/**
 * Returns a JSON column for SQLite's JSON functions, with `{}` for invalid JSON. A single invalid value would otherwise
 * fail the whole statement.
 */
export const readableJson = (column: string): RawBuilder<string> =>
  sql<string>`case when json_valid(${sql.ref(column)}) then ${sql.ref(column)} else '{}' end`

export const parseJson = <T>(text: Json<T>): T => JSON.parse(text)
